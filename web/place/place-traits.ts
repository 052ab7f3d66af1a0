import type { Place } from '../../client/client.ts'
import { type TypeSign, typeSigns } from '../../src/pages/type-signs.ts'
import type { LonLat } from '../../src/place/place.ts'
import type { PlaceState } from '../../src/place/place-state.ts'
import { placeTypes as named, type PlaceTypeKey, placeTypeKey } from '../../src/place/place-types.ts'

export type { PlaceTypeKey } from '../../src/place/place-types.ts'

/** The traits of a place type: its name in a search, and its sign. */
export interface PlaceType extends TypeSign {
  readonly key: PlaceTypeKey
  readonly name: string
}

/** The place types in the order in which a choice shows them. */
export const placeTypes: readonly PlaceType[] = named.map((type) => ({ ...type, ...typeSigns[type.key] }))

/** The type of a place, which always has one. */
export function typeOf({ placeTypes: given }: Pick<Place, 'placeTypes'>): PlaceType {
  const key = placeTypeKey(given)
  return placeTypes.find((type) => type.key === key)!
}

/** The type of this name, as a search writes it. */
export function typeNamed(name: string): PlaceType | undefined {
  return placeTypes.find((type) => type.name === name)
}

export { type PlaceState, stateOf } from '../../src/place/place-state.ts'

/** The states of a place, in the order in which they are offered. */
export const placeStates = ['published', 'scheduled', 'draft', 'unpublished', 'deleted'] as const satisfies PlaceState[]

export type { LonLat } from '../../src/place/place.ts'

/** The position of a place. */
export function positionOf({ geolocation }: Pick<Place, 'geolocation'>): LonLat {
  const [longitude = 0, latitude = 0] = geolocation.geometry.coordinates
  return [longitude, latitude]
}
