import type { Fault } from '../../common/problem.ts'
import { type Reason, reason } from '../../common/reason.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownMember, valueAt } from '../json.ts'
import type { Place } from '../place.ts'
import type { Path } from '../request.ts'

/** The part of an imported record that is used, and the members that a present place keeps instead. */
export interface RecordParts {
  readonly body: JsonObject
  readonly kept: readonly Path[]
}

/** Faults of these members are not of a single cell: they concern other places, or the author. */
const neverLeftOut: ReadonlySet<string | undefined> = new Set(['parent', 'parentKey', 'key', 'updatedBy'])
/** Faults of the record as such: members that no place has, and dates that exclude each other. */
const ofRecord: ReadonlySet<Reason['code']> = new Set(['unknown-member', 'read-only', 'depublished-before'])

/**
 * Returns the record without its faulty members, with a note for each; undefined if one cannot be left out. What lacks
 * a required member is left out as a whole, and of a list with a faulty element the list.
 */
export function withoutFaults(
  { body, kept }: RecordParts,
  faults: readonly Fault[],
): (RecordParts & { readonly notes: readonly Reason[] }) | undefined {
  let rest = body
  const paths: Path[] = []
  const notes: Reason[] = []
  for (const { pointer, ...fault } of faults) {
    const path = pathToLeaveOut(body, pointer)
    if (path === undefined || neverLeftOut.has(path[0]) || ofRecord.has(fault.code)) return undefined
    const isNew = !paths.some((other) => other.join('/') === path.join('/'))
    if (!isNew) continue
    rest = without(rest, path)
    paths.push(path)
    notes.push(leftAsItIs(path.join('.'), fault))
  }
  return { body: rest, kept: [...kept, ...paths], notes }
}

/** The note that a member stays as it is because of a fault of its new value. */
export function leftAsItIs(member: string, { detail, code, params }: Reason): Reason {
  return reason('left-as-it-is', { member, fault: { detail, code, params } })
}

/** Returns the path of a pointer up to a value of the body that is no element of a list; undefined if there is none. */
function pathToLeaveOut(body: JsonObject, pointer: string): Path | undefined {
  const path: string[] = []
  let value: JsonValue | undefined = body
  for (const step of pointer.split('/').slice(1)) {
    const member = step.replaceAll('~1', '/').replaceAll('~0', '~')
    value = isJsonObject(value) ? ownMember(value, member) : undefined
    if (value === undefined) break
    path.push(member)
  }
  return path.length === 0 ? undefined : path
}

function without(body: JsonObject, [member, ...deeper]: Path): JsonObject {
  const { [member!]: value, ...rest } = body
  return deeper.length === 0 || !isJsonObject(value) ? rest : { ...rest, [member!]: without(value, deeper) }
}

/** Returns the body with the values of the present place where it lacks them. */
export function withKept(body: JsonObject, kept: readonly Path[], before: Place): JsonObject {
  return kept.reduce((filled, path) => {
    const value = valueAt(before, path)
    return value === undefined || (valueAt(filled, path) ?? null) !== null ? filled : withValue(filled, path, value)
  }, body)
}

function withValue(body: JsonObject, [member, ...deeper]: Path, value: JsonValue): JsonObject {
  const inner = ownMember(body, member!)
  const next = deeper.length === 0 ? value : withValue(isJsonObject(inner) ? inner : {}, deeper, value)
  return { ...body, [member!]: next }
}

/**
 * Returns a record with the values of the present place where a spreadsheet only writes them in another way: numbers
 * with 15 digits, digits without leading zeros, `true` in small letters, and other ends of lines.
 */
export function asPresent(body: JsonObject, before: JsonObject): JsonObject {
  // A table also has the short description that a place does not store because it is the name.
  return keptValue(body, { shortDescription: before.name ?? null, ...before }) as JsonObject
}

function keptValue(value: JsonValue, before: JsonValue | undefined): JsonValue {
  if (typeof value === 'number' && typeof before === 'number') {
    return Math.abs(value - before) <= Math.abs(before) * 1e-14 ? before : value
  }
  if (typeof value === 'string' && typeof before === 'string') {
    return value === before || plainText(value) !== plainText(before) ? value : before
  }
  if (Array.isArray(value) && Array.isArray(before)) {
    return value.length === before.length ? value.map((one: JsonValue, at) => keptValue(one, before[at])) : value
  }
  if (!isJsonObject(value) || !isJsonObject(before)) return value
  return Object.fromEntries(
    Object.entries(value).map(([member, one]) => [member, keptValue(one, ownMember(before, member))]),
  )
}

/** Returns a text as spreadsheets leave it. */
function plainText(text: string): string {
  const plain = text.replaceAll('\r\n', '\n').replace(/^0+(?=\d+$)/, '')
  return /^(?:true|false)$/i.test(plain) ? plain.toLowerCase() : plain
}
