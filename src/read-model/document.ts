import type { DirectoryKind } from '../place/directory-kinds.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../place/json.ts'
import type { ContactInfo, Place } from '../place/place.ts'
import { contactInfoSchema, fixedSchema } from '../place/schema.ts'
import { type HiddenVisibility, hiddenMembers, sees, type Visibility } from '../place/visibility.ts'
import type { Expansion } from '../query/results/members.ts'
import { entriesOf, type Reference } from './reference.ts'
import type { Row } from './row.ts'

/** The visible parts of a document in an answer: the visibility, and the expansions. */
export interface Form extends Expansion {
  /** Only members with this visibility are written. */
  readonly sees: Visibility
}

/** The parts of a form that determine the bytes of a document; the distance is added separately. */
export type DocumentForm = Omit<Form, 'distance'>

/** The form of a search without `expand` for a caller with neither `read-media` nor `read-restricted`. */
export const baseForm: DocumentForm = { sees: 'public', owner: false, categories: false, tags: false }

/** The kinds of content that are inserted into a document on demand; their first letters differ. */
export const insertKinds = ['restricted', 'media', 'owners', 'categories', 'tags'] as const
type InsertKind = (typeof insertKinds)[number]

/** True if an insert of this kind is a text that not everybody sees; false if it is a name. */
export function isHiddenText(kind: InsertKind): kind is HiddenVisibility {
  return kind === 'restricted' || kind === 'media'
}

/** True if inserts of this kind are written in a form. */
export function isWritten(kind: InsertKind, form: DocumentForm): boolean {
  if (isHiddenText(kind)) return sees(form.sees, kind)
  return form[kind === 'owners' ? 'owner' : kind]
}

/**
 * Content that is inserted into a document on demand: a text for readers with a visibility, or the name of a reference.
 */
type Insert = TextInsert | Reference<DirectoryKind>

interface TextInsert {
  readonly kind: InsertKind
  readonly text: string
}

/** A document: the texts of the base form, with insert i between text i and text i + 1. */
export interface RenderedDocument {
  readonly texts: readonly string[]
  readonly inserts: readonly Insert[]
}

const members = [...Object.keys(fixedSchema.properties), 'placeTypes'] as const
const contactMembers = Object.keys(contactInfoSchema.properties).filter((member) => member !== 'fetchAutomatically')
const restrictedMembers = new Set(
  hiddenMembers.filter(({ visibility }) => visibility === 'restricted').map(({ path: [member] }) => member),
)
const hiddenMedia = hiddenMembers.filter(({ path: [member] }) => member === 'media').map(({ path: [, list] }) => list)

/**
 * Renders the JSON of a place, its members in the order of the schema. The base form is the result of a search without
 * `expand` for a caller with neither `read-media` nor `read-restricted`.
 */
export function renderPlace({
  place,
  names,
  parentName,
}: Pick<Row, 'place' | 'names' | 'parentName'>): RenderedDocument {
  const out = new Pieces()
  const references = Object.groupBy(entriesOf(place, names), ({ kind }) => kind)
  for (const member of members) {
    const value = (place as unknown as JsonObject)[member]
    if (member === 'id') out.add(`{"id":${JSON.stringify(place.id)}`)
    else if (member === 'parent') out.add(`,"parent":${JSON.stringify(parentOf(place, parentName))}`)
    else if (member === 'shortDescription') out.add(`,"shortDescription":${JSON.stringify(value ?? place.name)}`)
    else if (value === undefined) continue
    else if (member === 'owner') addOwner(out, place, references.owners![0]!)
    else if (member === 'categories' || member === 'tags') addAreas(out, member, references[member] ?? [])
    else if (member === 'media') addMedia(out, place.media as unknown as JsonObject)
    else if (restrictedMembers.has(member)) out.insert({ kind: 'restricted', text: memberText(member, value) })
    else out.add(memberText(member, value))
  }
  out.add('}')
  return out.finish()
}

/** Collects the pieces of one document; consecutive texts become one. */
class Pieces {
  readonly #texts: string[] = []
  readonly #inserts: Insert[] = []
  #text = ''

  add(text: string): void {
    this.#text += text
  }

  insert(insert: Insert): void {
    this.#texts.push(this.#text)
    this.#inserts.push(insert)
    this.#text = ''
  }

  finish(): RenderedDocument {
    return { texts: [...this.#texts, this.#text], inserts: this.#inserts }
  }
}

/** The names of members need no escapes. */
function memberText(member: string, value: unknown): string {
  return `,"${member}":${JSON.stringify(value)}`
}

function parentOf({ parent }: Place, name: string | undefined): JsonObject {
  if (parent === undefined) return {}
  return name === undefined ? { id: parent.id } : { id: parent.id, name }
}

function addOwner(out: Pieces, { owner }: Place, reference: Reference<DirectoryKind>): void {
  out.add(`,"owner":{"id":${JSON.stringify(owner.id)}`)
  out.insert(reference)
  out.add(`,"type":${JSON.stringify(owner.type)}}`)
}

function addAreas(out: Pieces, kind: 'categories' | 'tags', areas: readonly Reference<DirectoryKind>[]): void {
  out.add(`,"${kind}":[`)
  for (const [index, reference] of areas.entries()) {
    out.add(`${index === 0 ? '' : ','}{"id":${JSON.stringify(reference.id)}`)
    out.insert(reference)
    out.add('}')
  }
  out.add(']')
}

/** Hidden lists come before the others, as in the schema. Without other lists, the whole member is an insert. */
function addMedia(out: Pieces, media: JsonObject): void {
  const lists = Object.entries(media)
  const texts = (of: typeof lists) => of.map(([list, value]) => `"${list}":${JSON.stringify(value)}`)
  const hidden = texts(lists.filter(([list]) => hiddenMedia.includes(list)))
  const others = texts(lists.filter(([list]) => !hiddenMedia.includes(list)))
  if (others.length === 0) {
    if (hidden.length > 0) out.insert({ kind: 'media', text: `,"media":{${hidden.join(',')}}` })
    return
  }
  out.add(',"media":{')
  if (hidden.length > 0) out.insert({ kind: 'media', text: `${hidden.join(',')},` })
  out.add(`${others.join(',')}}`)
}

/** The JSON of a document outside segments, in a form. */
export function renderedText({ texts, inserts }: RenderedDocument, form: DocumentForm): string {
  let text = texts[0]!
  for (const [index, insert] of inserts.entries()) {
    if (isWritten(insert.kind, form)) text += insertText(insert)
    text += texts[index + 1]!
  }
  return text
}

/** The document with the texts of its names in place of the references. */
export function withNameTexts({ texts, inserts }: RenderedDocument): RenderedDocument {
  return { texts, inserts: inserts.map((insert) => ({ kind: insert.kind, text: insertText(insert) })) }
}

function insertText(insert: Insert): string {
  return 'text' in insert ? insert.text : nameText(insert.name)
}

/** The member `name`, as written behind the id of a reference; empty without a name. */
export function nameText(name: string | null): string {
  return name === null ? '' : `,"name":${JSON.stringify(name)}`
}

/** The JSON of a place with each empty member of its contactInfo filled from its owner's; phone is one member (D48). */
export function withContact(json: string, fetched: ContactInfo | undefined): string {
  if (fetched === undefined) return json
  const document = JSON.parse(json) as Record<string, JsonValue>
  const stored = isJsonObject(document.contactInfo) ? document.contactInfo : {}
  const known = fetched as JsonObject
  const filled = contactMembers.flatMap((member): [string, JsonValue][] => {
    const value = stored[member] ?? known[member]
    return value === undefined ? [] : [[member, value]]
  })
  document.contactInfo = { ...Object.fromEntries(filled), fetchAutomatically: true }
  return JSON.stringify(document)
}
