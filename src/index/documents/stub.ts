import type { DocumentForm } from './documents.ts'
import type { Insert, RenderedDocument } from './render.ts'

/**
 * What a segment keeps of a document that stays in the record: its references, and the name of its parent, which is not
 * in the stored place and stands here as the only text, so that `parentNameForm` alone reads it.
 */
export function stubOf({ inserts }: RenderedDocument, parentName: string | undefined): RenderedDocument {
  const references = inserts.filter((insert) => 'key' in insert)
  const name: Insert[] = parentName === undefined ? [] : [{ kind: 'restricted', text: parentName }]
  const kept = [...references, ...name]
  return { texts: new Array<string>(kept.length + 1).fill(''), inserts: kept }
}

/** The form in which a stub is the name of the parent, or nothing where none is known. */
export const parentNameForm: DocumentForm = { sees: 'restricted', owner: false, categories: false, tags: false }
