import type { Place } from '../../client/client.ts'
import { isSame } from '../edit/difference.ts'
import { isObject, type Json, type JsonObject, type Pointer, valueAt, withValueAt } from '../edit/pointer.ts'
import type { PlaceChange } from '../edit/write-place.ts'
import { stateOf } from '../place/place-state.ts'
import { draftChildAction, timesOfDraft, timesOfPublishing } from '../publish/times.ts'

/** What is done with many places. Moments are fixed once, so that doing it twice is doing it once. */
export type Act =
  | { readonly kind: 'publish' | 'unpublish'; readonly at: string }
  | { readonly kind: 'draft' }
  | { readonly kind: 'set'; readonly pointer: Pointer; readonly value: Json }
  | { readonly kind: 'clear'; readonly pointer: Pointer }
  | { readonly kind: 'add' | 'remove'; readonly pointer: Pointer; readonly ids: readonly string[] }

/** The merge patch that an act makes of a place; undefined where the place is as it should be already. */
export function patchFor(place: Place, act: Act): JsonObject | undefined {
  switch (act.kind) {
    case 'publish':
    case 'unpublish':
    case 'draft':
      return timesFor(place, act)
    case 'set':
      return isAlready(place, act.pointer, act.value) ? undefined : patchOf(act.pointer, act.value)
    case 'clear':
      return present(place, act.pointer) === undefined ? undefined : patchOf(act.pointer, null)
    default:
      return listFor(place, act)
  }
}

/** What is asked of the parts of a place besides; undefined where nothing is. */
export function childActionOf({ kind }: Act): PlaceChange['childAction'] {
  return kind === 'draft' ? draftChildAction : undefined
}

/** The member that an act changes, for showing it before and after. */
export function pointerOf(act: Act): Pointer {
  if ('pointer' in act) return act.pointer
  return act.kind === 'unpublish' ? '/depublished' : '/published'
}

function timesFor(
  place: Place,
  act: Extract<Act, { kind: 'publish' | 'unpublish' | 'draft' }>,
): JsonObject | undefined {
  if (act.kind === 'draft') return timesOfDraft(place) as JsonObject | undefined
  const state = stateOf(place, Date.parse(act.at))
  if (act.kind === 'unpublish') return state === 'published' ? { depublished: act.at } : undefined
  if (state === 'published') return undefined
  return timesOfPublishing(place, act.at) as JsonObject
}

function listFor(
  place: Place,
  { kind, pointer, ids }: Extract<Act, { kind: 'add' | 'remove' }>,
): JsonObject | undefined {
  const list = valueAt(place as unknown as JsonObject, pointer)
  const had = (Array.isArray(list) ? list : []).map(({ id }: { id: string }) => id)
  const has = kind === 'add' ? [...new Set([...had, ...ids])] : had.filter((id) => !ids.includes(id))
  if (has.length === had.length) return undefined
  return patchOf(pointer, has.length > 0 ? has.map((id) => ({ id })) : null)
}

/** An object of which a place may have more than what is set, such as the name of its owner. */
function isAlready(place: Place, pointer: Pointer, value: Json): boolean {
  const now = present(place, pointer)
  if (!isObject(value) || !isObject(now)) return isSame(now, value)
  return Object.entries(value).every(([member, inner]) =>
    isObject(inner) ? member in now : isSame(now[member], inner),
  )
}

/** What a place has of its own: a short description that equals the name only stands in for one. */
export function present(place: Place, pointer: Pointer): Json {
  const value = valueAt(place as unknown as JsonObject, pointer)
  return pointer === '/shortDescription' && value === place.name ? undefined : value
}

function patchOf(pointer: Pointer, value: Json): JsonObject {
  return withValueAt({}, pointer, value) as JsonObject
}
