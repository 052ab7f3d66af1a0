import type { EntryAddress } from '../../place/directory-entry.ts'
import { type DocumentForm, nameText } from '../../read-model/document.ts'
import { addressText, parseReference, type Reference } from '../../read-model/reference.ts'
import { type Row, rowFrom } from '../../read-model/row.ts'
import { DictionaryCursor, rangeOfPrefix, textAt } from '../columns/dictionary.ts'
import { Documents, type NameTexts } from '../documents/documents.ts'
import { GrowableBytes } from '../memory/growable.ts'
import type { SegmentData } from './segment-data.ts'
import { publicSpanAt } from './segment-states.ts'

const everything: DocumentForm = { sees: 'restricted', owner: true, categories: true, tags: true }

/** The documents of a segment, and the references and rows in them. */
export class SegmentDocuments {
  readonly #data: SegmentData
  readonly #documents: Documents
  /** `,"name":…` of a reference, written on first use. */
  readonly #names = new Map<number, Buffer>()
  readonly #nameOf: NameTexts = (reference) =>
    this.#names.getOrInsertComputed(reference, () => Buffer.from(nameText(this.referenceAt(reference).name)))

  constructor(data: SegmentData) {
    this.#data = data
    this.#documents = new Documents(data.documents)
  }

  write(out: GrowableBytes, ordinal: number, form: DocumentForm): void {
    this.#documents.write(out, ordinal, form, this.#nameOf)
  }

  writeAll(out: GrowableBytes, ordinals: Uint32Array, form: DocumentForm, ends: number[]): void {
    this.#documents.writeAll(out, ordinals, { form, names: this.#nameOf, ends })
  }

  /** The number of the reference to the owner of a place. */
  ownerOf(ordinal: number): number {
    return this.#documents.ownerOf(ordinal)
  }

  /** The reference with this number. */
  referenceAt(reference: number): Reference {
    return parseReference(textAt(this.#data.references.keys, reference))
  }

  /** The numbers of the references to an entry of the directory; several if places show different names for it. */
  referencesTo(entry: EntryAddress): number[] {
    const { first, end } = rangeOfPrefix(this.#data.references.keys, addressText(entry))
    return Array.from({ length: end - first }, (_, at) => first + at)
  }

  /** All references, of removed places too. */
  *references(): Generator<Reference> {
    const cursor = new DictionaryCursor(this.#data.references.keys)
    for (cursor.next(); cursor.isOnText; cursor.next()) yield parseReference(cursor.toString())
  }

  /** The row of a place. */
  rowOf(ordinal: number): Row {
    const out = new GrowableBytes(2048)
    this.write(out, ordinal, everything)
    return rowFrom(JSON.parse(out.view().toString('utf8')), {
      revision: this.#data.revisions[ordinal]!,
      ownerName: this.referenceAt(this.ownerOf(ordinal)).stored,
      publicSpan: publicSpanAt(this.#data.publicSpans, ordinal),
    })
  }
}
