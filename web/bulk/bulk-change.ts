import type { Place } from '../../client/client.ts'
import { decidedSpans, spansKey } from '../../src/place/open-hours.ts'
import {
  isObject,
  isSame,
  type Json,
  type JsonObject,
  type Pointer,
  valueAt,
  within,
  withValueAt,
} from '../body/json.ts'
import type { PlaceChange } from '../body/place-body.ts'
import {
  type Day,
  daysWon,
  hoursAt,
  inOrder,
  inPrecedence,
  kindOf,
  type OpenHours,
  weekdayOf,
  withDeciding,
  withEntry,
} from '../hours/calendar.ts'
import { hasOwnHours } from '../hours/holidays.ts'
import { type LonLat, positionOf, stateOf } from '../place/place-traits.ts'
import { draftChildAction, timesOfDraft, timesOfPublishing } from '../publish/use-publishing.tsx'

/** A bulk change on many places. Instants are fixed once, so that repeating the bulk changes nothing. */
export type BulkChange =
  | {
      readonly kind: 'publish' | 'unpublish'
      readonly at: string
      /** When it was decided: what is public at this moment is not published anew, what is not is not unpublished. */
      readonly decided: string
    }
  | { readonly kind: 'draft' }
  | BulkSet
  | { readonly kind: 'clear'; readonly pointer: Pointer }
  | { readonly kind: 'add' | 'remove'; readonly pointer: Pointer; readonly ids: readonly string[] }
  /** Gives places an entry of their hours, in the place of what it stands for. */
  | BulkHours
  | BulkMove

interface BulkSet {
  readonly kind: 'set'
  readonly pointer: Pointer
  readonly value: Json
}

export interface BulkHours {
  readonly kind: 'hours'
  readonly pointer: typeof hoursAt
  /** One entry, or special days. */
  readonly entries: readonly OpenHours[]
  /** The treatment of a place's own hours on these days; kept by default. */
  readonly own?: 'keep' | 'replace'
}

/** Moves each place to a position of its own. */
export interface BulkMove {
  readonly kind: 'move'
  readonly pointer: '/geolocation'
  /** The new positions by the ids of the places. */
  readonly to: Readonly<Record<string, LonLat>>
}

/** The merge patch that a bulk change makes of a place; undefined where the place is as it should be already. */
export function patchFor(place: Place, bulk: BulkChange): JsonObject | undefined {
  switch (bulk.kind) {
    case 'publish':
    case 'unpublish':
    case 'draft':
      return timesFor(place, bulk)
    case 'set':
      if (!isOfItsType(place, bulk.pointer)) return undefined
      return isAlready(place, bulk) ? undefined : patchOf(bulk.pointer, wholeOf(bulk))
    case 'clear':
      return present(place, bulk.pointer) === undefined ? undefined : patchOf(bulk.pointer, null)
    case 'hours':
      return hoursFor(place, bulk)
    case 'move':
      return moveFor(place, bulk)
    default:
      return listFor(place, bulk)
  }
}

/** Returns a further question about the members of a place; undefined if there is none. */
export function childActionOf({ kind }: BulkChange): PlaceChange['childAction'] {
  return kind === 'draft' ? draftChildAction : undefined
}

/** The members that a bulk change changes in a place by a merge patch, for showing them before and after. */
export function pointersOf(bulk: BulkChange, patch: JsonObject): readonly Pointer[] {
  return 'pointer' in bulk ? [bulk.pointer] : Object.keys(patch).map((member) => within('', member))
}

function timesFor(
  place: Place,
  bulk: Extract<BulkChange, { kind: 'publish' | 'unpublish' | 'draft' }>,
): JsonObject | undefined {
  if (bulk.kind === 'draft') return timesOfDraft(place) as JsonObject | undefined
  const [at, decided] = [Date.parse(bulk.at), Date.parse(bulk.decided)]
  if (bulk.kind === 'publish') {
    const isPublic = stateOf(place, decided) === 'published'
    const isPlanned = isAt(place.published, at) && stateOf(place, at) === 'published'
    return isPublic || isPlanned ? undefined : (timesOfPublishing(place, bulk.at) as JsonObject)
  }
  const begins = place.published === undefined ? Number.POSITIVE_INFINITY : Date.parse(place.published)
  const isOver = place.deleted !== undefined || stateOf(place, decided) === 'unpublished'
  return isOver || begins >= at || isAt(place.depublished, at) ? undefined : { depublished: bulk.at }
}

function isAt(instant: string | undefined, time: number): boolean {
  return instant !== undefined && Date.parse(instant) === time
}

function listFor(
  place: Place,
  { kind, pointer, ids }: Extract<BulkChange, { kind: 'add' | 'remove' }>,
): JsonObject | undefined {
  const list = valueAt(place as unknown as JsonObject, pointer)
  const had = (Array.isArray(list) ? list : []).map(({ id }: { id: string }) => id)
  const has = kind === 'add' ? [...new Set([...had, ...ids])] : had.filter((id) => !ids.includes(id))
  if (has.length === had.length) return undefined
  return patchOf(pointer, has.length > 0 ? has.map((id) => ({ id })) : null)
}

function moveFor(place: Place, { to }: BulkMove): JsonObject | undefined {
  const [given, had] = [to[place.id], positionOf(place)]
  if (given === undefined || isSame([...given], [...had])) return undefined
  return { geolocation: { geometry: { coordinates: [...given] } } }
}

/** Returns the days on which a place has other hours of its own, which would win over a period (D22) or be lost. */
export function ownDays({ openHours = [] }: Place, { entries }: BulkHours): readonly Day[] {
  const precedence = inPrecedence(openHours)
  return entries.flatMap((entry) => {
    const { validFrom: day = '', days } = entry
    if (kindOf(entry) !== 'day') return daysWon(openHours, entry)
    const isOther = () => spansKey(decidedSpans(precedence, day)) !== spansKey(days?.[weekdayOf(day)])
    return hasOwnHours(precedence, day) && isOther() ? day : []
  })
}

function hoursFor(place: Place, bulk: BulkHours): JsonObject | undefined {
  const { openHours = [] } = place
  const isReplaced = bulk.own === 'replace'
  const kept = isReplaced ? [] : ownDays(place, bulk)
  const given = bulk.entries.filter((entry) => kindOf(entry) !== 'day' || !kept.includes(entry.validFrom ?? ''))
  const next = inOrder(given.reduce(isReplaced ? withDeciding : withEntry, [...openHours])) as unknown as Json
  return isSame(next, openHours as unknown as Json) ? undefined : patchOf(hoursAt, next)
}

/** Returns the merge patch that gives a place several values; undefined or an empty text takes away what is there. */
export function patchOfValues(values: readonly { readonly pointer: Pointer; readonly value: Json }[]): JsonObject {
  return values.reduce<Json>(
    (patch, { pointer, value }) =>
      withValueAt(patch, pointer, (value ?? '') === '' ? null : wholeOf({ pointer, value })),
    {},
  ) as JsonObject
}

/** A number without an area code replaces one that has an area code. */
function wholeOf({ pointer, value }: Omit<BulkSet, 'kind'>): Json {
  return pointer === '/contactInfo/phone' && value !== undefined && isObject(value)
    ? { AreaCode: null, ...value }
    : value
}

/** An object of which a place may have more than what is set, such as the name of its owner. */
function isAlready(place: Place, bulk: BulkSet): boolean {
  const [now, value] = [present(place, bulk.pointer), wholeOf(bulk)]
  if (!isObject(value) || !isObject(now)) return isSame(now, value)
  return Object.entries(value).every(([member, inner]) =>
    isObject(inner) ? member in now : isSame(now[member] ?? null, inner ?? null),
  )
}

/** Returns true if a place can have the member: members of a type are only for places of that type. */
export function isOfItsType({ placeTypes }: Place, pointer: Pointer): boolean {
  const [, key] = /^\/placeTypes\/(\w+)\//.exec(pointer) ?? []
  return key === undefined || key in placeTypes
}

/** Returns the place's own members: a short description that equals the name only stands in for one. */
export function present(place: Place, pointer: Pointer): Json {
  const value = valueAt(place as unknown as JsonObject, pointer)
  return pointer === '/shortDescription' && value === place.name ? undefined : value
}

function patchOf(pointer: Pointer, value: Json): JsonObject {
  return withValueAt({}, pointer, value) as JsonObject
}
