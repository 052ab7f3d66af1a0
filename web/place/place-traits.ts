import type { Place } from '../../client/client.ts'
import type { LonLat } from '../../src/place/place.ts'
import type { PlaceState } from '../../src/place/place-state.ts'
import { placeTypes as named, type PlaceTypeKey } from '../../src/place/place-types.ts'

export type { PlaceTypeKey } from '../../src/place/place-types.ts'

/** How a place type is told apart: its name in a search, and a colour of its own on light and dark ground alike. */
export interface PlaceType {
  readonly key: PlaceTypeKey
  readonly name: string
  /** Of markers, with 3:1 against land and sea of the map. */
  readonly colour: string
  /** Drawn into a marker or beside a name, on a grid of 24. */
  readonly glyph: string
}

const signs: Readonly<Record<PlaceTypeKey, Pick<PlaceType, 'colour' | 'glyph'>>> = {
  churchAndChapel: {
    colour: '#7048c8',
    glyph: 'M12 3v5M10 5h4M6 21V13l6-5 6 5v8zM10.5 21v-4h3v4',
  },
  parishHome: { colour: '#b5541c', glyph: 'M4 11l8-7 8 7v10H4zM10 21v-6h4v6' },
  secretariat: { colour: '#1971c2', glyph: 'M5 21V4h9v17M14 9h5v12M8 8h3M8 12h3M8 16h3' },
  cemetery: { colour: '#3b7d3c', glyph: 'M7 21V10a5 5 0 0 1 10 0v11zM12 9v6M10 11h4M4 21h16' },
  external: {
    colour: '#5f6b76',
    glyph: 'M12 21s-7-6.5-7-11.5a7 7 0 0 1 14 0C19 14.5 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  },
  pollingStation: { colour: '#c2255c', glyph: 'M4 12h16v9H4zM8 12V3h8v9M10.5 16h3' },
  mainPollingStation: {
    colour: '#9c1f78',
    glyph: 'M4 12h16v9H4zM8 12V3h8v9M10 7l1.5 1.5L14.5 5.5M10.5 16h3',
  },
  partial: { colour: '#8a6d00', glyph: 'M4 4h16v16H4zM12 4v16M12 12h8' },
}

/** The place types in the order in which a choice shows them. */
export const placeTypes: readonly PlaceType[] = named.map((type) => ({ ...type, ...signs[type.key] }))

/** The type of a place, which always has one. */
export function typeOf({ placeTypes: given }: Pick<Place, 'placeTypes'>): PlaceType {
  const [key] = Object.keys(given)
  return placeTypes.find((type) => type.key === key) ?? placeTypes[4]!
}

/** The type of this name, as a search writes it. */
export function typeNamed(name: string): PlaceType | undefined {
  return placeTypes.find((type) => type.name === name)
}

export { type PlaceState, stateOf } from '../../src/place/place-state.ts'

/** The states of a place, in the order in which they are offered. */
export const placeStates = ['published', 'scheduled', 'draft', 'unpublished', 'deleted'] as const satisfies PlaceState[]

export type { LonLat } from '../../src/place/place.ts'

/** Where a place is. */
export function positionOf({ geolocation }: Pick<Place, 'geolocation'>): LonLat {
  const [longitude = 0, latitude = 0] = geolocation.geometry.coordinates
  return [longitude, latitude]
}
