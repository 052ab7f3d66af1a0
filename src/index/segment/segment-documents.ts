import type { JsonObject } from '../../place/json.ts'
import type { Place } from '../../place/place.ts'
import type { Documents, NameTexts } from '../documents/documents.ts'
import type { DocumentForm } from '../documents/render.ts'
import type { Row } from '../documents/row.ts'
import { GrowableBytes } from '../memory/growable.ts'
import type { ByteSink } from '../memory/pieces.ts'
import type { SegmentColumns } from './segment-columns.ts'
import type { SegmentData } from './segment-data.ts'

const everythingStored: DocumentForm = { sees: 'restricted', owner: false, categories: false, tags: false }

/** The documents of a segment, with the names that the directory has for their references. */
export class SegmentDocuments {
  readonly #data: SegmentData
  readonly #documents: Documents
  readonly #directory: SegmentColumns['directory']
  readonly #names: NameTexts = (kind, reference) => this.#directory[kind]?.nameText(reference)

  constructor(data: SegmentData, documents: Documents, { directory }: SegmentColumns) {
    this.#data = data
    this.#documents = documents
    this.#directory = directory
  }

  /** Writes one document in a form. */
  write(out: ByteSink, ordinal: number, form: DocumentForm): void {
    this.#documents.write(out, ordinal, form, this.#names)
  }

  /** Writes several, a comma between them. */
  writeAll(out: ByteSink, ordinals: Uint32Array, form: DocumentForm): void {
    this.#documents.writeAll(out, ordinals, form, this.#names)
  }

  /** The place as it was taken in. */
  row(ordinal: number): Row {
    const out = new GrowableBytes(2048)
    this.#documents.write(out, ordinal, everythingStored, () => undefined)
    const revision = this.#data.revisions[ordinal]!
    return rowFrom(JSON.parse(out.view().toString('utf8')), { revision, ownerName: this.owner(ordinal)?.name })
  }

  /** The owner of a place, with the name that it was stored with. */
  owner(ordinal: number): { readonly id: string; readonly name?: string } | undefined {
    const [reference] = this.#documents.references(ordinal, 'owners')
    return reference === undefined ? undefined : this.#directory.owners?.referenceAt(reference)
  }
}

/** The way back from a document in full to the stored place. */
function rowFrom(
  document: JsonObject,
  { revision, ownerName }: { revision: number; ownerName: string | undefined },
): Row {
  const { parent, shortDescription, owner, ...rest } = document as unknown as Place & {
    parent: { id?: string; name?: string }
  }
  const place = {
    ...rest,
    ...(parent.id !== undefined && { parent: { id: parent.id } }),
    ...(shortDescription !== undefined && shortDescription !== rest.name && { shortDescription }),
    owner: { id: owner.id, ...(ownerName !== undefined && { name: ownerName }), type: owner.type },
  }
  return { place: place as Place, revision, parentName: parent.name }
}
