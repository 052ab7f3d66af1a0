import { LruCache } from '../../common/lru-cache.ts'
import type { DocumentReader, Revision } from '../../place/journal.ts'
import type { Place } from '../../place/place.ts'
import type { Row } from './place-reader.ts'
import { type RenderedDocument, renderPlace } from './render.ts'

/** A document as it is written, and what it was made from beside the stored place. */
interface Kept {
  readonly document: RenderedDocument
  readonly parentName: string | undefined
  readonly isOrphan: boolean
  readonly bytes: number
}

/** What an entry takes beside its text, about. */
const overheadBytes = 200

/** The documents of the record, and those that were asked for lately, shared by all segments of an index. */
export class StoredDocuments {
  readonly #reader: DocumentReader
  readonly #bytesMax: number
  #kept: LruCache<Revision, Kept>

  /** @param bytesMax About what documents may take that are kept because they were asked for. */
  constructor(reader: DocumentReader, bytesMax: number) {
    this.#reader = reader
    this.#bytesMax = bytesMax
    this.#kept = this.#keepNothing()
  }

  /** The row of an entry; undefined when it has just been purged. */
  row(revision: Revision, parentName: string | undefined, isOrphan: boolean): Row | undefined {
    const document = this.#reader.read(revision)
    if (document === undefined) return undefined
    const place = JSON.parse(document) as Place
    if (!isOrphan) return { place, document, revision, parentName }
    const { parent: _, ...alone } = place
    return { place: alone, revision, parentName }
  }

  /** The document of an entry as it is written; undefined when it has just been purged. */
  rendered(revision: Revision, parentName: string | undefined, isOrphan: boolean): RenderedDocument | undefined {
    const kept = this.#kept.get(revision)
    if (kept && kept.parentName === parentName && kept.isOrphan === isOrphan) return kept.document
    const row = this.row(revision, parentName, isOrphan)
    if (row === undefined) return undefined
    const document = renderPlace(row.place, parentName)
    // Two bytes for a character that is not Latin, as strings are kept.
    const bytes = 2 * document.texts.reduce((sum, text) => sum + text.length, 0) + overheadBytes
    this.#kept.set(revision, { document, parentName, isOrphan, bytes })
    return document
  }

  /** Forgets what was asked for, which may be purged. */
  forget(): void {
    this.#kept = this.#keepNothing()
  }

  close(): void {
    this.#reader.close()
  }

  #keepNothing(): LruCache<Revision, Kept> {
    return new LruCache(this.#bytesMax, (_, { bytes }) => bytes)
  }
}
