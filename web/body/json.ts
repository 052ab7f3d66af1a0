/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject | undefined

/** A JSON object; a member that is undefined counts as left out. */
export interface JsonObject {
  readonly [member: string]: Json
}

/** A JSON pointer (RFC 6901), as the service names the place of a fault: `/openHours/0/validTo`; '' is the whole. */
export type Pointer = string

/** The members that lead to what a pointer names. */
function parsePointer(pointer: Pointer): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The pointer to a member of what another pointer names. */
export function within(pointer: Pointer, member: string | number): Pointer {
  return `${pointer}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Returns true if a pointer names the same as another one, or a part of it. */
export function isWithin(inner: Pointer, outer: Pointer): boolean {
  return inner === outer || inner.startsWith(`${outer}/`)
}

/** The entries at and below a pointer, by the rest of their pointers. */
export function entriesBelow<Value>(entries: ReadonlyMap<Pointer, Value>, outer: Pointer): Map<Pointer, Value> {
  const own = [...entries].filter(([at]) => isWithin(at, outer))
  return new Map(own.map(([at, value]) => [at.slice(outer.length), value]))
}

/** Returns true if a value is an object: no list, and not null. */
export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The member of `placeTypes` that says what a place is; undefined while none does. */
export function typeKeyIn(placeTypes: Json): string | undefined {
  return isObject(placeTypes) ? Object.keys(placeTypes).find((key) => isObject(placeTypes[key])) : undefined
}

/** Returns the value at a pointer, or undefined if there is none. */
export function valueAt(value: Json, pointer: Pointer): Json {
  return parsePointer(pointer).reduce<Json>((at, member) => {
    if (Array.isArray(at)) return (at as readonly Json[])[Number(member)]
    return isObject(at) && Object.hasOwn(at, member) ? at[member] : undefined
  }, value)
}

/** The same value with another at the pointer, objects on the way made where they are missing; undefined takes it away. */
export function withValueAt(value: Json, pointer: Pointer, next: Json): Json {
  return put(value, parsePointer(pointer), next)
}

function put(value: Json, [member, ...rest]: readonly string[], next: Json): Json {
  if (member === undefined) return next
  if (Array.isArray(value)) {
    const items = value as readonly Json[]
    const at = Number(member)
    if (rest.length === 0 && next === undefined) return items.filter((_, index) => index !== at)
    return items.with(at, put(items[at], rest, next))
  }
  const { [member]: present, ...others } = isObject(value) ? value : {}
  const inner = put(present, rest, next)
  // A member keeps its place among the others.
  if (inner === undefined) return others
  return isObject(value) && member in value ? { ...value, [member]: inner } : { ...others, [member]: inner }
}

/** Returns true if two values are the same JSON, whatever the order of members; a member that is undefined is no member. */
export function isSame(one: Json, other: Json): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    const others = other as readonly Json[]
    return one.length === others.length && (one as readonly Json[]).every((item, at) => isSame(item, others[at]))
  }
  if (!isObject(one) || !isObject(other)) return false
  return membersOf(one, other).every((member) => isSame(one[member], other[member]))
}

function membersOf(one: JsonObject, other: JsonObject): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
}

/** The merge patch (RFC 7396) that makes `after` of `before`; undefined when they are the same. */
export function mergePatch(before: JsonObject, after: JsonObject): JsonObject | undefined {
  const changes = membersOf(before, after).flatMap((member): [string, Json][] => {
    const [old, now] = [before[member], after[member]]
    if (isSame(old, now)) return []
    if (now === undefined) return [[member, null]]
    if (isObject(old) && isObject(now)) return [[member, mergePatch(old, now) ?? {}]]
    return [[member, now]]
  })
  return changes.length > 0 ? Object.fromEntries(changes) : undefined
}

/**
 * Returns the differences, lists and scalars as wholes: a merge patch replaces them as wholes too. So is a telephone number: parts
 * of two would be a third.
 */
export function changedPointers(before: Json, after: Json, at: Pointer = ''): Pointer[] {
  if (isSame(before, after)) return []
  const [old, now] = [before ?? {}, after ?? {}]
  if (!isObject(old) || !isObject(now) || at === '/contactInfo/phone') return [at]
  const inner = membersOf(old, now).flatMap((member) => changedPointers(old[member], now[member], within(at, member)))
  return inner.length > 0 ? inner : [at]
}

/** A body with what another has at these pointers. */
export function withValuesOf(other: JsonObject, pointers: readonly Pointer[], body: JsonObject): JsonObject {
  return pointers.reduce<Json>((next, at) => withValueAt(next, at, valueAt(other, at)), body) as JsonObject
}
