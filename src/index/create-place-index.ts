import type { Names } from '../place/directory-entry.ts'
import type { Model } from '../place/model.ts'
import { createMeaning } from '../query/matches.ts'
import { NameReader } from './columns/name-words.ts'
import { atOnce, inTurns } from './in-turns.ts'
import { LiveIndex, type LoadablePlaceIndex } from './live-index.ts'
import { Memtable } from './memtable/memtable.ts'
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
   * `worker`: sealing and merging stop no search. `inline`: they happen within `apply`, for tests and small tools.
   */
  readonly sealing: 'worker' | 'inline'
  /** When to seal, and what to merge at once; the default suits a service. */
  readonly limits?: Partial<Limits>
  /** Told of work in the background that failed. Nothing is lost by it, and it is tried again. */
  readonly onError?: (error: Error) => void
  /** Told when other segments hold the places than before. */
  readonly onSealed?: () => void
  /** Told, within `apply`, when a place was purged. */
  readonly onPurged?: () => void
}

const defaultLimits: Limits = { sealPlaces: 512, smallPlaces: 8_192, memtablePlacesMax: 2_048 }

/** An empty index. */
export function createPlaceIndex(options: PlaceIndexOptions): LoadablePlaceIndex {
  const { model, names, sealing, limits } = options
  const { onError = () => {}, onSealed = () => {}, onPurged = () => {} } = options
  const meaning = createMeaning(model)
  const { sortKey } = meaning
  const context = { model, names, reader: new NameReader(), sortKey }
  const sealer = sealing === 'worker' ? new WorkerSealer(model) : createInlineSealer(model)
  const house = new Housekeeping({
    limits: { ...defaultLimits, ...limits },
    sealer,
    merger: sealing === 'worker' ? new WorkerSealer(model) : sealer,
    openMemtable: (number) => new Memtable(number, { names, meaning }),
    openSegment: (number, data) => new Segment(number, data, context),
    carryOut: sealing === 'worker' ? inTurns : atOnce,
    onError,
    onSealed,
    onPurged,
  })
  return new LiveIndex(context, house, sealer)
}
