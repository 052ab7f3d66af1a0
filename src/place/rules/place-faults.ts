import { reason } from '../../common/reason.ts'
import { addFault, type FaultList, isFaulty, type Path, pointerOf } from '../check/fault-list.ts'
import type { Shape } from '../check/shape.ts'
import { isJsonObject, type JsonObject, membersIn, sameJson, valueAt } from '../json.ts'
import type { Phone } from '../phone.ts'
import type { Place } from '../place.ts'
import { conditionalMedia, limits, positionAxes } from '../schema.ts'
import type { Draft } from './draft.ts'
import { addOpenHoursFaults } from './hours-faults.ts'

/**
 * Adds breaches of the rules between members, which a schema cannot state. The draft may have other faults, and any
 * JSON in their place. Each part that has the right form is checked, so that all faults are reported at once (D45).
 */
export function addPlaceFaults({ placeTypes, geolocation, openHours, media }: UnknownParts, list: FaultList): void {
  if (isJsonObject(placeTypes)) addTypeFaults(placeTypes, list)
  addCoordinateFaults(geolocation, list)
  addOpenHoursFaults(openHours, list)
  if (isJsonObject(media)) addMediaFaults(media, list)
}

type UnknownParts = { readonly [Member in keyof Draft]?: unknown }

function addTypeFaults(placeTypes: JsonObject, list: FaultList): void {
  const keys = Object.keys(placeTypes)
  if (keys.length > 1) addFault(list, '/placeTypes', reason('one-place-type', { types: keys }))
}

function addCoordinateFaults(geolocation: unknown, list: FaultList): void {
  const coordinates = valueAt(geolocation, ['geometry', 'coordinates'])
  if (!Array.isArray(coordinates)) return
  positionAxes.forEach(({ name, max }, index) => {
    const value: unknown = coordinates[index]
    if (typeof value !== 'number' || Math.abs(value) <= max) return
    const pointer = pointerOf(['geolocation', 'geometry', 'coordinates', index])
    addFault(list, pointer, reason(`${name}-range`, { max, got: value }))
  })
}

function addMediaFaults(media: JsonObject, list: FaultList): void {
  for (const kind of conditionalMedia) {
    const items = media[kind]
    if (!Array.isArray(items)) continue
    items.forEach((medium: unknown, index) => {
      if (isJsonObject(medium)) addMediumFault(medium, ['media', kind, index], list)
    })
  }
}

function addMediumFault(medium: JsonObject, path: Path, list: FaultList): void {
  const given = (['url', 'provider', 'providerRef'] as const).filter(
    (member) => medium[member] !== undefined || isFaulty(list, pointerOf([...path, member])),
  )
  if (given.length > 1 || given[0] === 'url') return
  const said = given[0] === undefined ? 'none of them' : `${given[0]} alone`
  addFault(list, pointerOf(path), reason('media-address', { given: said }))
}

/**
 * Adds the fault of a write that changes published or depublished, or creates a place, and leaves depublished at or
 * before published. `given` is the member to blame (D42). A place that took both from its parent can be sent back
 * unchanged.
 */
export function addPublicationFaults(
  draft: Draft,
  before: Place | undefined,
  given: 'published' | 'depublished',
  list: FaultList,
): void {
  const { published, depublished } = draft
  if (published === undefined || depublished === undefined || published < depublished) return
  if (published === before?.published && depublished === before.depublished) return
  if (isFaulty(list, '/published') || isFaulty(list, '/depublished')) return
  addFault(list, `/${given}`, reason('depublished-before', { depublished, published }))
}

/** A place, or an owner of the directory. */
type WithPhone = { readonly contactInfo?: { readonly phone?: Phone } }

/** Adds the faults of negative parts of a telephone number; parts that are already stored can be sent back (D20). */
export function addPhoneFaults(draft: WithPhone, before: WithPhone | undefined, list: FaultList): void {
  const { phone } = draft.contactInfo ?? {}
  const kept = before?.contactInfo?.phone
  for (const part of ['CountryCode', 'AreaCode', 'Number'] as const) {
    const got = phone?.[part]
    if (typeof got !== 'number' || got >= 0 || got === kept?.[part]) continue
    addFault(list, pointerOf(['contactInfo', 'phone', part]), reason('at-least', { limit: 0, got }))
  }
}

/** Adds the faults of free objects with too many members; one that the place already has can be sent back (D20). */
export function addMemberFaults(draft: Draft, before: Place | undefined, shape: Shape, list: FaultList): void {
  if (membersIn(draft) <= limits.free) return
  for (const [path, value] of freeValues(draft, shape, [])) {
    const count = membersIn(value)
    if (count <= limits.free || sameJson(value, path.reduce<unknown>(stepInto, before))) continue
    addFault(list, pointerOf(path), reason('max-members', { max: limits.free, count }))
  }
}

/** Yields each value that may have members of any name, with its path. */
function* freeValues(value: unknown, shape: Shape, path: Path): Generator<readonly [Path, unknown]> {
  if (typeof value !== 'object' || value === null) return
  if (shape.kind === 'free' || (shape.kind === 'object' && shape.rest)) yield [path, value]
  else if (shape.kind === 'list' && Array.isArray(value))
    for (const [index, element] of value.entries()) yield* freeValues(element, shape.item, [...path, index])
  else if (shape.kind === 'object')
    for (const [member, inner] of Object.entries(value)) {
      const known = shape.members.get(member)
      if (known !== undefined && known !== 'readOnly') yield* freeValues(inner, known, [...path, member])
    }
}

function stepInto(value: unknown, step: string | number): unknown {
  return Object(value)[step]
}
