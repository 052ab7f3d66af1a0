import { directoryKinds } from '../../place/directory-kinds.ts'
import { type DocumentForm, nameText } from '../../read-model/document.ts'
import {
  addressText,
  kindText,
  parseReference,
  type Reference,
  type ReferenceAddress,
} from '../../read-model/reference.ts'
import { type Row, rowFrom } from '../../read-model/row.ts'
import { rangeOfPrefix, textAt } from '../columns/dictionary.ts'
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

  /** The numbers of the references to an address; several if places show different names for it. */
  referencesTo(address: ReferenceAddress): number[] {
    const { first, end } = rangeOfPrefix(this.#data.references.keys, addressText(address))
    return Array.from({ length: end - first }, (_, at) => first + at)
  }

  /** All references to the directory, of removed places too. */
  *references(): Generator<Reference> {
    for (const kind of directoryKinds) {
      const { first, end } = rangeOfPrefix(this.#data.references.keys, kindText(kind))
      for (let reference = first; reference < end; reference++) yield this.referenceAt(reference)
    }
  }

  /** The row of a place; the public spans may be newer than those of the data. */
  rowOf(ordinal: number, { publicSpans }: Pick<SegmentData, 'publicSpans'> = this.#data): Row {
    const out = new GrowableBytes(2048)
    this.write(out, ordinal, everything)
    return rowFrom(JSON.parse(out.view().toString('utf8')), {
      revision: this.#data.revisions[ordinal]!,
      ownerName: this.referenceAt(this.ownerOf(ordinal)).stored,
      publicSpan: publicSpanAt(publicSpans, ordinal),
    })
  }
}
