import { Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import type { ActStep } from '../act.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownMember, sameJson, valueAt } from '../json.ts'
import type { Place, PlaceId } from '../place.ts'
import type { OwnerLists, PlaceRequest } from '../request.ts'
import { writtenBody } from './draft.ts'

type UndoRequest = Extract<PlaceRequest, { readonly action: 'undo' }>

/** The members of a place that are compared and restored alone, by their paths. */
type Units = ReadonlyMap<string, JsonValue>

/** Stands between the names of a path; no name has it. */
const between = '\0'
/** Members that are compared as wholes, since their parts belong together. */
const wholes: ReadonlySet<string> = new Set(['geolocation', 'owner', 'parent', `contactInfo${between}phone`])
const author = 'updatedBy'

/** The way back to the state of a place before an act. */
export type WayBack =
  | { readonly kind: 'remove' | 'restore' | 'none' }
  /** Members get their former values; a patch leads there. */
  | { readonly kind: 'patch'; readonly patch: JsonObject; readonly kept: readonly string[] }

/**
 * Returns the way from the present state of a place back to its state before an act, given the steps of the act in it,
 * the newest first. A member goes back if it still has the value that the act gave it; others are kept.
 */
export function wayBack(steps: readonly ActStep[], now: Place): WayBack {
  const read = (document: string | undefined) => (document === undefined ? undefined : (JSON.parse(document) as Place))
  const states = steps.map(({ before, after }) => [read(before), read(after)!] as const)
  const [former, latter] = [states.at(-1)![0], states[0]![1]]
  const [was, became, is] = [former, latter, now].map((place) => place !== undefined && place.deleted === undefined)
  if (!was && became) return { kind: is ? 'remove' : 'none' }
  if (was && !became && !is) return now.deleted === latter.deleted ? { kind: 'restore' } : { kind: 'none' }
  return was && is ? membersBack(states, now) : { kind: 'none' }
}

function membersBack(states: readonly (readonly [Place | undefined, Place])[], now: Place): WayBack {
  const places = [now, ...states.flat().filter((place) => place !== undefined)]
  const hasTypes = new Set(places.map(({ placeTypes }) => Object.keys(placeTypes).join())).size > 1
  const unitsOf = (place: Place | undefined): Units =>
    new Map(place ? unitsIn(writtenBody(place), '', hasTypes ? new Set([...wholes, 'placeTypes']) : wholes) : [])
  const present = unitsOf(now)
  const target = new Map(present)
  const kept = new Set<string>()
  for (const [before, after] of states) {
    const [from, to] = [unitsOf(before), unitsOf(after)]
    for (const path of new Set([...from.keys(), ...to.keys()])) {
      const [old, given] = [from.get(path), to.get(path)]
      if (sameJson(old, given) || kept.has(path) || sameJson(target.get(path), old)) continue
      if (!sameJson(target.get(path), given)) kept.add(path)
      else if (old === undefined) target.delete(path)
      else target.set(path, old)
    }
  }
  const changed = [...new Set([...present.keys(), ...target.keys()])].filter(
    (path) => path !== author && !sameJson(present.get(path), target.get(path)),
  )
  const patch = changed.reduce<JsonObject>(
    (whole, path) => withPatch(whole, path.split(between), patchOf(present.get(path), target.get(path))),
    {},
  )
  const names = [...kept].filter((path) => path !== author).map((path) => path.replaceAll(between, '.'))
  return { kind: 'patch', patch, kept: names.sort() }
}

function unitsIn(object: JsonObject, path: string, undivided: ReadonlySet<string>): [string, JsonValue][] {
  return Object.entries(object).flatMap(([member, value]): [string, JsonValue][] => {
    const inner = path === '' ? member : `${path}${between}${member}`
    // What a place type has is not described everywhere, so its own members are wholes.
    const isWhole = undivided.has(inner) || path.startsWith(`placeTypes${between}`)
    return isJsonObject(value) && !isWhole ? unitsIn(value, inner, undivided) : [[inner, value]]
  })
}

/** Returns the merge patch of a value into another (RFC 7396). */
function patchOf(from: JsonValue | undefined, to: JsonValue | undefined): JsonValue {
  if (to === undefined) return null
  if (!isJsonObject(from) || !isJsonObject(to)) return to
  const members = new Set([...Object.keys(from), ...Object.keys(to)])
  const sides = [...members].map((member) => [member, ownMember(from, member), ownMember(to, member)] as const)
  const changed = sides.filter(([, old, next]) => !sameJson(old, next))
  return Object.fromEntries(changed.map(([member, old, next]) => [member, patchOf(old, next)]))
}

function withPatch(whole: JsonObject, [member = '', ...rest]: readonly string[], value: JsonValue): JsonObject {
  if (rest.length === 0) return { ...whole, [member]: value }
  const inner = ownMember(whole, member)
  return { ...whole, [member]: withPatch(isJsonObject(inner) ? inner : {}, rest, value) }
}

/** Returns the id of the parent that undoing an act concerns; undefined if it changes none. */
export function undoneParentId({ steps }: UndoRequest, now: Place): PlaceId | undefined {
  const way = wayBack(steps, now)
  if (way.kind === 'restore') return now.parent?.id
  const id = way.kind === 'patch' ? valueAt(way.patch, ['parent', 'id']) : undefined
  return typeof id === 'string' ? id : undefined
}

/** Returns the ordinary change that undoes an act in one place; undefined if nothing is left to be undone. */
export function undoing(request: UndoRequest, place: Place): PlaceRequest | undefined {
  const { id, updatedBy, rights, steps, ...common } = request
  const way = wayBack(steps, place)
  switch (way.kind) {
    case 'none':
      return undefined
    case 'remove':
      // Children that others have made since stay.
      return {
        ...common,
        action: 'remove',
        id,
        deletedBy: updatedBy,
        childActions: ['disconnect'],
        ...granted('delete', rights.delete),
      }
    case 'restore':
      return { ...common, action: 'restore', id, updatedBy, ...granted('delete', rights.delete) }
    case 'patch': {
      if (Object.keys(way.patch).length === 0) return undefined
      const body = { ...way.patch, updatedBy }
      // The act's changes of children are undone as their own.
      const alone = { childActions: ['skip-depublished'], allowOverposting: false, seesMedia: true } as const
      return { ...common, action: 'patch', id, body, ...alone, ...granted('update', rights.update) }
    }
  }
}

/** Returns the owners for which the caller has a permission; throws 403 if these are none. */
function granted(permission: string, owners: OwnerLists | undefined): { readonly owners?: OwnerLists } {
  if (owners?.length === 0) throw new Problem('forbidden', reason('lacks-permission', { permission }))
  return owners ? { owners } : {}
}
