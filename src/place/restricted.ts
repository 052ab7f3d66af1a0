import type { JsonObject, JsonValue } from './json.ts'
import { isJsonObject } from './json.ts'
import { fixedSchema } from './schema.ts'

/** The members of restricted visibility, as paths from the place: createdBy, media.audio, … */
export const restrictedPaths: readonly (readonly string[])[] = pathsOf(fixedSchema as unknown as JsonObject, [])

function pathsOf(schema: JsonObject, path: readonly string[]): string[][] {
  if (schema.restricted === true) return [[...path]]
  const members = isJsonObject(schema.properties) ? Object.entries(schema.properties) : []
  return members.flatMap(([member, inner]) => pathsOf(inner as JsonObject, [...path, member]))
}

/** The same place without what is restricted; an object left empty by that goes too. */
export function withoutRestricted(place: JsonObject): JsonObject {
  return restrictedPaths.reduce<JsonObject>(without, place)
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

function sameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
