import type { DocumentReader, Revision } from '../../place/journal.ts'
import type { Place } from '../../place/place.ts'
import { RecentlyUsed } from '../../recently-used.ts'
import type { Row } from './place-reader.ts'
import { type RenderedDocument, renderPlace } from './render.ts'

/** A document as it is written, and what it was made from beside the stored place. */
interface Kept {
  readonly document: RenderedDocument
  readonly parentName: string | undefined
  readonly bytes: number
}

/** What an entry takes beside its text, about. */
const overheadBytes = 200

/** The documents of the record, and those that were asked for lately, shared by all segments of an index. */
export class StoredDocuments {
  readonly #reader: DocumentReader
  readonly #bytesMax: number
  #kept: RecentlyUsed<Revision, Kept>

  /** @param bytesMax About what documents may take that are kept because they were asked for. */
  constructor(reader: DocumentReader, bytesMax: number) {
    this.#reader = reader
    this.#bytesMax = bytesMax
    this.#kept = this.#keepNothing()
  }

  /** The row of an entry; undefined when it has just been purged. */
  row(revision: Revision, parentName: string | undefined): Row | undefined {
    const document = this.#reader.read(revision)
    return document === undefined ? undefined : { place: JSON.parse(document) as Place, document, revision, parentName }
  }

  /** The document of an entry as it is written; undefined when it has just been purged. */
  rendered(revision: Revision, parentName: string | undefined): RenderedDocument | undefined {
    const kept = this.#kept.get(revision)
    if (kept && kept.parentName === parentName) return kept.document
    const row = this.row(revision, parentName)
    if (row === undefined) return undefined
    const document = renderPlace(row.place, parentName)
    // Two bytes for a character that is not Latin, as strings are kept.
    const bytes = 2 * (row.document?.length ?? 0) + overheadBytes
    this.#kept.set(revision, { document, parentName, bytes })
    return document
  }

  /** Forgets what was asked for, which may be purged. */
  forget(): void {
    this.#kept = this.#keepNothing()
  }

  close(): void {
    this.#reader.close()
  }

  #keepNothing(): RecentlyUsed<Revision, Kept> {
    return new RecentlyUsed(this.#bytesMax, (_, { bytes }) => bytes)
  }
}
