import type { Insert, RenderedDocument } from '../index/documents/render.ts'
import { nameOfReference, nameText } from '../index/documents/rendered.ts'
import type { Form } from '../index/place-index.ts'
import type { Names } from '../place/directory-entry.ts'

/** Between the texts of a document and its inserts; JSON has no such character unescaped. */
const separator = '\x1e'
const letters = { restricted: 'r', owners: 'o', categories: 'c', tags: 't' } as const
const formMember = { o: 'owner', c: 'categories', t: 'tags', r: 'restricted' } as const
const kindOfLetter = { o: 'owners', c: 'categories', t: 'tags' } as const

/** A document as one text, so that reading it needs no parser: texts and inserts by turns. */
export function packDocument({ texts, inserts }: RenderedDocument): string {
  return texts.flatMap((text, at) => (at === 0 ? [text] : [packInsert(inserts[at - 1]!), text])).join(separator)
}

function packInsert(insert: Insert): string {
  return letters[insert.kind] + (insert.kind === 'restricted' ? insert.text : JSON.stringify(insert.key))
}

/** The JSON of a packed document in a form; the distance is added outside. */
export function unpackDocument(packed: string, form: Omit<Form, 'distance'>, names: Names): string {
  const parts = packed.split(separator)
  for (let at = 1; at < parts.length; at += 2) parts[at] = insertText(parts[at]!, form, names)
  return parts.join('')
}

function insertText(packed: string, form: Omit<Form, 'distance'>, names: Names): string {
  const letter = packed[0] as keyof typeof formMember
  if (!form[formMember[letter]]) return ''
  if (letter === 'r') return packed.slice(1)
  return nameText(nameOfReference(kindOfLetter[letter], JSON.parse(packed.slice(1)) as string, names))
}
