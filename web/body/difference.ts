import { isObject, type Json, type JsonObject, type Pointer, valueAt, within, withValueAt } from './pointer.ts'

/** Whether two values are the same JSON, whatever the order of members; a member that is undefined is no member. */
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
 * What differs, lists and scalars as wholes: a merge patch replaces them as wholes too. So is a telephone number: parts
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
