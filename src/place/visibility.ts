import { isJsonObject, type JsonObject, sameJson } from './json.ts'
import { fixedSchema } from './schema.ts'

/**
 * Who sees a member of a place: everybody, callers with `read-media` too, or only those with `read-restricted`. Each
 * sees what those before it see (D51).
 */
export type Visibility = 'public' | HiddenVisibility

/** What not everybody sees. */
export const hiddenVisibilities = ['media', 'restricted'] as const
export type HiddenVisibility = (typeof hiddenVisibilities)[number]

/** Whether those who see all that is of one visibility see another. */
export function sees(sight: Visibility, visibility: Visibility): boolean {
  return sight === 'restricted' || visibility === 'public' || sight === visibility
}

/** The visibility that a schema says, within another. */
export function visibilityOf(schema: JsonObject, within: Visibility = 'public'): Visibility {
  return (schema.visibility as Visibility | undefined) ?? within
}

/** A member that not everybody sees, as its path from the place: createdBy, media.audio, … */
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

/** The same place as somebody sees it; an object left empty by that goes too. */
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

/** The dotted paths of members that differ between two states; lists and scalars are compared whole. */
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
