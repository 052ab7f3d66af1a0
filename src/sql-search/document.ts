import {
  type DocumentForm,
  type Insert,
  insertKinds,
  isHiddenText,
  isWritten,
  nameOfReference,
  nameText,
  type RenderedDocument,
} from '../index/documents/render.ts'
import type { Names } from '../place/directory-entry.ts'

/** Between the texts of a document and its inserts; JSON has no such character unescaped. */
const separator = '\x1e'

/** A document as one text, so that reading it needs no parser: texts and inserts by turns. */
export function packDocument({ texts, inserts }: RenderedDocument): string {
  return texts.flatMap((text, at) => (at === 0 ? [text] : [packInsert(inserts[at - 1]!), text])).join(separator)
}

function packInsert(insert: Insert): string {
  return insert.kind[0] + ('text' in insert ? insert.text : JSON.stringify(insert.key))
}

/** The JSON of a packed document in a form; the distance is added outside. */
export function unpackDocument(packed: string, form: DocumentForm, names: Names): string {
  const parts = packed.split(separator)
  for (let at = 1; at < parts.length; at += 2) parts[at] = insertText(parts[at]!, form, names)
  return parts.join('')
}

function insertText(packed: string, form: DocumentForm, names: Names): string {
  const kind = insertKinds.find(([letter]) => letter === packed[0])
  const text = packed.slice(1)
  if (kind === undefined || !isWritten(kind, form)) return ''
  return isHiddenText(kind) ? text : nameText(nameOfReference(kind, JSON.parse(text) as string, names))
}
