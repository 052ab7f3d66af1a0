import type { DirectoryKind } from '../../place/directory-entry.ts'
import type { JsonObject } from '../../place/json.ts'
import type { Place, SubjectArea } from '../../place/place.ts'
import { fixedSchema } from '../../place/schema.ts'
import { type HiddenVisibility, hiddenMembers } from '../../place/visibility.ts'
import { ownerKey } from '../columns/owner-key.ts'

/**
 * What is written into a document only on demand: a text for those who see what is of a visibility, or the name that the
 * directory has for a reference (the key of an owner, the id of a category or tag) at the moment of the answer.
 */
export type Insert =
  | { readonly kind: HiddenVisibility; readonly text: string }
  | { readonly kind: DirectoryKind; readonly key: string }

/** A document: the texts of the base form, and between text i and text i + 1 insert i. */
export interface RenderedDocument {
  readonly texts: readonly string[]
  readonly inserts: readonly Insert[]
}

const members = [...Object.keys(fixedSchema.properties), 'placeTypes'] as const
const restrictedMembers = new Set(
  hiddenMembers.filter(({ visibility }) => visibility === 'restricted').map(({ path: [member] }) => member),
)
const hiddenMedia = hiddenMembers.filter(({ path: [member] }) => member === 'media').map(({ path: [, list] }) => list)

/**
 * The JSON of a place, its members in the order of the schema. The base form is what a search without `expand` shows
 * to a caller with neither `read-media` nor `read-restricted`.
 */
export function renderPlace(place: Place, parentName: string | undefined): RenderedDocument {
  const out = new Pieces()
  for (const member of members) {
    const value = (place as unknown as JsonObject)[member]
    if (member === 'id') out.add(`{"id":${JSON.stringify(place.id)}`)
    else if (member === 'parent') out.add(`,"parent":${JSON.stringify(parentOf(place, parentName))}`)
    else if (member === 'shortDescription') out.add(`,"shortDescription":${JSON.stringify(value ?? place.name)}`)
    else if (value === undefined) continue
    else if (member === 'owner') addOwner(out, place)
    else if (member === 'categories' || member === 'tags') addAreas(out, member, place[member] ?? [])
    else if (member === 'media') addMedia(out, place.media as unknown as JsonObject)
    else if (restrictedMembers.has(member)) out.insert({ kind: 'restricted', text: memberText(member, value) })
    else out.add(memberText(member, value))
  }
  out.add('}')
  return out.finish()
}

/** Collects the pieces of one document; texts that follow each other become one. */
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

function addOwner(out: Pieces, place: Place): void {
  out.add(`,"owner":{"id":${JSON.stringify(place.owner.id)}`)
  out.insert({ kind: 'owners', key: ownerKey(place) })
  out.add(`,"type":${JSON.stringify(place.owner.type)}}`)
}

function addAreas(out: Pieces, kind: 'categories' | 'tags', areas: readonly SubjectArea[]): void {
  out.add(`,"${kind}":[`)
  for (const [index, { id }] of areas.entries()) {
    out.add(`${index === 0 ? '' : ','}{"id":${JSON.stringify(id)}`)
    out.insert({ kind, key: id })
    out.add('}')
  }
  out.add(']')
}

/** Hidden lists go in front of the others, as the schema has them. With none of the others, all is an insert. */
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
