import { isJsonObject, type JsonObject, type JsonValue, sameJson, valueAt } from './json.ts'
import { fixedSchema } from './schema.ts'

/**
 * The callers who see a member of a place: everybody, those with `read-media`, or only those with `read-restricted`.
 * Each level includes the levels before it (D51).
 */
export type Visibility = 'public' | HiddenVisibility

/** The levels that not everybody sees. */
export const hiddenVisibilities = ['media', 'restricted'] as const
export type HiddenVisibility = (typeof hiddenVisibilities)[number]

/** Returns true if a caller who sees everything of one level also sees another. */
export function sees(sight: Visibility, visibility: Visibility): boolean {
  return sight === 'restricted' || visibility === 'public' || sight === visibility
}

/** Returns the visibility that a schema sets, or that of its surroundings. */
export function visibilityOf(schema: JsonObject, within: Visibility = 'public'): Visibility {
  return (schema.visibility as Visibility | undefined) ?? within
}

/** A member that not everybody sees, with its path from the place: createdBy, media.audio, … */
interface Hidden {
  readonly path: readonly string[]
  readonly visibility: Visibility
}

/** The members that not everybody sees. */
export const hiddenMembers: readonly Hidden[] = hiddenIn(fixedSchema as unknown as JsonObject, [])

function hiddenIn(schema: JsonObject, path: readonly string[]): Hidden[] {
  const visibility = visibilityOf(schema)
  if (visibility !== 'public') return [{ path, visibility }]
  const members = isJsonObject(schema.properties) ? Object.entries(schema.properties) : []
  return members.flatMap(([member, inner]) => hiddenIn(inner as JsonObject, [...path, member]))
}

/** Returns the place without the members that a caller cannot see, and without objects that this leaves empty. */
export function visibleTo(sight: Visibility, place: JsonObject): JsonObject {
  const hidden = hiddenMembers.filter(({ visibility }) => !sees(sight, visibility))
  return hidden.reduce<JsonObject>((object, { path }) => without(object, path), place)
}

function without(object: JsonObject, [member, ...rest]: readonly string[]): JsonObject {
  if (member === undefined || !Object.hasOwn(object, member)) return object
  const { [member]: value, ...others } = object
  if (rest.length === 0) return others
  if (!isJsonObject(value)) return object
  const left = without(value, rest)
  return Object.keys(left).length === 0 ? others : { ...others, [member]: left }
}

/** Returns the dotted paths of members that differ between two states. Lists and scalars are compared as wholes. */
export function changedMembers(before: JsonObject, after: JsonObject): string[] {
  const members = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...members].flatMap((member) => {
    const [old, now] = [before[member], after[member]]
    if (isJsonObject(old) && isJsonObject(now)) {
      return changedMembers(old, now).map((path) => `${member}.${path}`)
    }
    return sameJson(old, now) ? [] : [member]
  })
}

/** A member that differs between two states: its dotted path, and its value in each that has one. */
export type MemberChange = { readonly member: string; readonly from?: JsonValue; readonly to?: JsonValue }

/** Members that a write changes by itself, or that follow from others. */
const incidental: ReadonlySet<string> = new Set(['updated', 'updatedBy', 'slug', 'geolocationInfo'])

/** Returns the members of a place in which a write makes it differ, for people to review. */
export function changesOf(before: JsonObject, after: JsonObject): readonly MemberChange[] {
  return changedMembers(before, after)
    .filter((member) => !incidental.has(member.split('.')[0]!))
    .map((member) => {
      const path = member.split('.')
      const [from, to] = [valueAt(before, path), valueAt(after, path)]
      return { member, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
    })
}
