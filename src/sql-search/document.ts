import {
  type DocumentForm,
  formMember,
  type Insert,
  nameOfReference,
  nameText,
  type RenderedDocument,
} from '../index/documents/render.ts'
import type { Names } from '../place/directory-entry.ts'
import { type HiddenVisibility, sees } from '../place/visibility.ts'

/** Between the texts of a document and its inserts; JSON has no such character unescaped. */
const separator = '\x1e'
const letters = { restricted: 'r', media: 'm', owners: 'o', categories: 'c', tags: 't' } as const
const visibilityOfLetter: Readonly<Record<string, HiddenVisibility>> = { r: 'restricted', m: 'media' }
const kindOfLetter = { o: 'owners', c: 'categories', t: 'tags' } as const

/** A document as one text, so that reading it needs no parser: texts and inserts by turns. */
export function packDocument({ texts, inserts }: RenderedDocument): string {
  return texts.flatMap((text, at) => (at === 0 ? [text] : [packInsert(inserts[at - 1]!), text])).join(separator)
}

function packInsert(insert: Insert): string {
  return letters[insert.kind] + ('text' in insert ? insert.text : JSON.stringify(insert.key))
}

/** The JSON of a packed document in a form; the distance is added outside. */
export function unpackDocument(packed: string, form: DocumentForm, names: Names): string {
  const parts = packed.split(separator)
  for (let at = 1; at < parts.length; at += 2) parts[at] = insertText(parts[at]!, form, names)
  return parts.join('')
}

function insertText(packed: string, form: DocumentForm, names: Names): string {
  const visibility = visibilityOfLetter[packed[0]!]
  if (visibility !== undefined) return sees(form.sees, visibility) ? packed.slice(1) : ''
  const kind = kindOfLetter[packed[0] as keyof typeof kindOfLetter]
  if (!form[formMember[kind]]) return ''
  return nameText(nameOfReference(kind, JSON.parse(packed.slice(1)) as string, names))
}
