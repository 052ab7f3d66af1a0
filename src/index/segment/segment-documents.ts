import { Problem } from '../../common/problem.ts'
import type { JsonObject } from '../../place/json.ts'
import type { Place } from '../../place/place.ts'
import { orphanAt } from '../columns/id-column.ts'
import type { DocumentForm, Documents, NameTexts } from '../documents/documents.ts'
import type { Row } from '../documents/place-reader.ts'
import { renderedText } from '../documents/rendered.ts'
import type { StoredDocuments } from '../documents/stored-documents.ts'
import { parentNameForm } from '../documents/stub.ts'
import { GrowableBytes } from '../memory/growable.ts'
import { type ByteSink, writeEach } from '../memory/pieces.ts'
import type { SearchContext, SegmentColumns } from './segment-columns.ts'
import type { SegmentData } from './segment-data.ts'

/** The documents of a segment, wherever they are. */
export interface SegmentDocuments {
  /** Writes one document in a form. */
  write(out: ByteSink, ordinal: number, form: DocumentForm): void
  /** Writes several, a comma between them. */
  writeAll(out: ByteSink, ordinals: Uint32Array, form: DocumentForm): void
  /** The place as it was taken in; undefined when it has just been purged from the record. */
  row(ordinal: number): Row | undefined
}

interface Parts {
  readonly data: SegmentData
  /** What the segment has itself: documents or stubs. */
  readonly documents: Documents
  readonly columns: SegmentColumns
  readonly context: SearchContext
}

/** The documents in memory, or those of the record where they stay there. */
export function openDocuments(parts: Parts): SegmentDocuments {
  const { stored } = parts.context
  return stored === undefined ? documentsInMemory(parts) : documentsInRecord(parts, stored)
}

const everythingStored: DocumentForm = { sees: 'restricted', owner: false, categories: false, tags: false }

function documentsInMemory({ data, documents, columns }: Parts): SegmentDocuments {
  const names: NameTexts = (kind, reference) => columns.directory[kind]?.nameText(reference)
  return {
    write: (out, ordinal, form) => documents.write(out, ordinal, form, names),
    writeAll: (out, ordinals, form) => documents.writeAll(out, ordinals, form, names),
    row(ordinal) {
      const document = textOf(documents, ordinal, everythingStored)
      const [owner] = documents.references(ordinal, 'owners')
      const ownerName = owner === undefined ? undefined : columns.directory.owners?.referenceAt(owner).name
      return rowFrom(JSON.parse(document), { revision: data.revisions[ordinal]!, ownerName })
    },
  }
}

function documentsInRecord({ data, documents, context: { names } }: Parts, stored: StoredDocuments): SegmentDocuments {
  const parentName = (ordinal: number) => textOf(documents, ordinal, parentNameForm) || undefined
  const isOrphan = (ordinal: number) => orphanAt(data.ids, ordinal) !== 0
  const write = (out: ByteSink, ordinal: number, form: DocumentForm) => {
    const document = stored.rendered(data.revisions[ordinal]!, parentName(ordinal), isOrphan(ordinal))
    if (document === undefined) throw beingPurged()
    out.writeText(renderedText(document, form, names))
  }
  return {
    write,
    writeAll: (out, ordinals, form) => writeEach(out, ordinals, (ordinal) => write(out, ordinal, form)),
    row: (ordinal) => stored.row(data.revisions[ordinal]!, parentName(ordinal), isOrphan(ordinal)),
  }
}

/** For answers with a place that is not in the record any more, which the index will learn in a moment. */
function beingPurged(): Problem {
  const detail = 'a place of the answer is being purged; ask again'
  return new Problem('unavailable', detail, { headers: { 'Retry-After': '1' } })
}

function textOf(documents: Documents, ordinal: number, form: DocumentForm): string {
  const out = new GrowableBytes(2048)
  documents.write(out, ordinal, form, () => undefined)
  return out.view().toString('utf8')
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
