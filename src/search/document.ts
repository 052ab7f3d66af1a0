import { type Insert, parseOwnerKey, type RenderedDocument } from '../index/documents/render.ts'
import type { Form } from '../index/place-index.ts'
import type { DirectoryKind, Names } from '../place/directory-entry.ts'
import { ownerName } from '../place/view.ts'

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
  const name = nameOfReference(kindOfLetter[letter], JSON.parse(packed.slice(1)) as string, names)
  return name === undefined ? '' : `,"name":${JSON.stringify(name)}`
}

/** The name of what places refer to by this key, or undefined when none is known. */
export function nameOfReference(kind: DirectoryKind, key: string, names: Names): string | undefined {
  if (kind !== 'owners') return names.entry(kind, key)?.name
  return ownerName({ type: '', ...parseOwnerKey(key) }, names)
}
