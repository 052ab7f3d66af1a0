import type { Names } from '../place/directory-entry.ts'
import type { Field } from '../place/fields.ts'
import type { DocumentReader, DocumentSource } from '../place/journal.ts'
import type { Model } from '../place/model.ts'
import { createMeaning } from '../query/matches.ts'
import { NameReader } from './columns/name-reader.ts'
import { Delta } from './delta.ts'
import { StoredDocuments } from './documents/stored-documents.ts'
import { atOnce, inTurns } from './in-turns.ts'
import { LiveIndex, type LoadablePlaceIndex } from './live-index.ts'
import { Housekeeping, type Limits } from './sealing/housekeeping.ts'
import { createInlineSealer, WorkerSealer } from './sealing/sealer.ts'
import { Segment } from './segment/segment.ts'

export type { IndexState } from './index-state.ts'
export type { LoadablePlaceIndex } from './live-index.ts'
export type { Limits as SealingLimits } from './sealing/housekeeping.ts'

/** What an index is made for. */
export interface PlaceIndexOptions {
  readonly model: Model
  readonly names: Names
  /**
   * `worker`: sealing and merging stop no search, and what makes searches faster is prepared in idle time. `inline`: they
   * happen within `apply`, and it when `prepare` is called, for tests and small tools.
   */
  readonly sealing: 'worker' | 'inline'
  /** The record that documents stay in, and how other threads open it; absent: they are kept in memory. */
  readonly documents?: { readonly reader: DocumentReader; readonly source?: DocumentSource }
  /** When to seal, and what to merge at once; the default suits a service. */
  readonly limits?: Partial<Limits>
  /** Told of work in the background that failed. Nothing is lost by it, and it is tried again. */
  readonly onError?: (error: Error) => void
  /** Told when other segments hold the places than before. */
  readonly onSealed?: () => void
  /** Told, within `apply`, when a place was purged. */
  readonly onPurged?: () => void
}

/** What documents may take that stay in the record and were asked for lately. */
const keptDocumentBytes = 64 * 2 ** 20

const defaultLimits: Limits = { sealPlaces: 512, smallPlaces: 8_192, deltaPlacesMax: 2_048, unitePlaces: 50_000 }

/** An empty index. */
export function createPlaceIndex(options: PlaceIndexOptions): LoadablePlaceIndex {
  const { model, names, sealing, limits, documents } = options
  const { onError = () => {}, onSealed = () => {}, onPurged = () => {} } = options
  const meaning = createMeaning(model)
  const stored = documents && new StoredDocuments(documents.reader, keptDocumentBytes)
  const { sortKey } = meaning
  const context = { model, names, reader: new NameReader(), sortKey, ...(stored && { stored }) }
  const openSealer = () => new WorkerSealer({ ...model, ...(documents?.source && { documents: documents.source }) })
  const sealer = sealing === 'worker' ? openSealer() : createInlineSealer(model, documents?.reader)
  const filtered = new Set<Field>()
  const house = new Housekeeping({
    limits: { ...defaultLimits, ...limits },
    sealer,
    merger: sealing === 'worker' ? openSealer() : sealer,
    openDelta: (number, wordsAhead) => new Delta(number, { names, meaning, wordsAhead }, filtered),
    openSegment: (number, data) => new Segment(number, data, context),
    carryOut: sealing === 'worker' ? inTurns : atOnce,
    onError,
    onSealed,
    onPurged() {
      stored?.forget()
      onPurged()
    },
  })
  if (sealing === 'worker') house.prepareWhileIdle()
  return new LiveIndex(context, house, sealer)
}
