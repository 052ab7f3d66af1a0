import { editDistance } from '../../common/edit-distance.ts'
import type { Fault } from '../../common/problem.ts'
import { type Reason, reason } from '../../common/reason.ts'
import { distanceMetres } from '../../geo/sphere.ts'
import { type JsonObject, valueAt } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import type { LonLat, Place } from '../../place/place.ts'
import { placeColumns } from './columns.ts'
import { plainWord } from './table-words.ts'
import type { Understanding } from './understanding.ts'

/**
 * Returns the faults of a row's place as sentences for the people who have the file: by the headings of its columns,
 * without pointers and names of members. Faults that mean the same are returned once. Records that are not cells of
 * columns keep their faults as they are.
 */
export function plainFaults(faults: readonly Fault[], { columns }: Understanding, model: Model): readonly Reason[] {
  if (columns.length === 0) return faults
  const known = placeColumns(model)
  const found = faults.map((fault): Reason => {
    const { pointer, ...rest } = fault
    const members = pointer.split('/').slice(1)
    const missing = fault.code === 'required' ? missingMembers[members[0] ?? ''] : undefined
    if (missing !== undefined) return reason(missing)
    const column = columns.find(({ field = '' }) => {
      const path = known.get(field.toLowerCase())?.path ?? [fieldMembers[field] ?? field]
      return path.every((member, at) => String(member) === members[at])
    })
    return column === undefined ? rest : reason('in-column', { column: column.heading, fault: rest })
  })
  return [...new Map(found.map((one) => [one.detail, one])).values()]
}

/** The sentences for members that a place cannot exist without. */
const missingMembers: Readonly<Record<string, 'row-no-position' | 'row-no-name' | 'row-no-owner'>> = {
  geolocation: 'row-no-position',
  name: 'row-no-name',
  owner: 'row-no-owner',
}

/** The members that fields other than columns of places fill. */
const fieldMembers: Readonly<Record<string, string>> = { position: 'geolocation', ownerName: 'owner' }

/** A place as a key finds it, or as a row describes it. */
export interface ComparedPlace {
  readonly name?: string | undefined
  readonly position?: LonLat | undefined
}

/** Returns the parts of a place, or of a row's place, by which it is compared. */
export function comparedPlace(place: Place | JsonObject): ComparedPlace {
  const [name, position] = [valueAt(place, ['name']), valueAt(place, ['geolocation', 'geometry', 'coordinates'])]
  const [longitude, latitude] = Array.isArray(position) ? position : []
  return {
    name: typeof name === 'string' ? name : undefined,
    position:
      typeof longitude === 'number' && typeof latitude === 'number' ? ([longitude, latitude] as const) : undefined,
  }
}

/** Places closer than this may be the same. */
const nearMetres = 1_000

/**
 * Returns true if a key seems to belong to another place than before: both name and position of the row are far from
 * those of the place. Without both, it is the same place.
 */
export function isAnotherPlace(present: ComparedPlace, row: ComparedPlace): boolean {
  if (present.position === undefined || row.position === undefined) return false
  if (present.name === undefined || row.name === undefined) return false
  return distanceMetres(present.position, row.position) > nearMetres && !areNamesNear(present.name, row.name)
}

const comparedLength = 200

function areNamesNear(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => plainWord(name.slice(0, comparedLength))) as [string, string]
  if (first === second || first.includes(second) || second.includes(first)) return true
  const long = (name: string) => name.toLowerCase().match(/\p{L}{4,}/gu) ?? []
  const shared = new Set(long(one.slice(0, comparedLength)))
  if (long(other.slice(0, comparedLength)).some((word) => shared.has(word))) return true
  return editDistance(first, second) * 3 <= Math.max(first.length, second.length)
}
