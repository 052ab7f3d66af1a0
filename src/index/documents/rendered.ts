import type { DirectoryKind, Names } from '../../place/directory-entry.ts'
import { ownerName } from '../../place/view.ts'
import { sees } from '../../place/visibility.ts'
import { parseOwnerKey } from '../columns/owner-key.ts'
import { type DocumentForm, formMember } from './documents.ts'
import type { RenderedDocument } from './render.ts'

/** The JSON of a document that is in no segment, in a form. */
export function renderedText({ texts, inserts }: RenderedDocument, form: DocumentForm, names: Names): string {
  let text = texts[0]!
  for (const [index, insert] of inserts.entries()) {
    if ('text' in insert) text += sees(form.sees, insert.kind) ? insert.text : ''
    else if (form[formMember[insert.kind]]) text += nameText(nameOfReference(insert.kind, insert.key, names))
    text += texts[index + 1]!
  }
  return text
}

/** The name of what places refer to by this key (see `Insert`), or undefined when none is known. */
export function nameOfReference(kind: DirectoryKind, key: string, names: Names): string | undefined {
  if (kind !== 'owners') return names.entry(kind, key)?.name
  return ownerName({ type: '', ...parseOwnerKey(key) }, names)
}

/** A name as it is written behind the id of a reference. */
export function nameText(name: string | undefined): string {
  return name === undefined ? '' : `,"name":${JSON.stringify(name)}`
}
