import type { Instant, PlaceView } from '../place/place.ts'
import { stateOf } from '../place/place-state.ts'
import { placeTypeName } from '../place/place-types.ts'
import type { TileGrid, TilePlace } from './tile.ts'

/** A place as a tile shows it. */
export function tilePlace(place: TiledPlace, grid: TileGrid, now: Instant): TilePlace {
  const { id, name, geolocation, placeTypes } = place
  const point = grid.pointOf(...geolocation.geometry.coordinates)
  return { ...point, id, name, type: placeTypeName(placeTypes), state: stateOf(place, now) }
}

/** What a tile needs of a place. */
export type TiledPlace = Pick<
  PlaceView,
  'id' | 'name' | 'geolocation' | 'placeTypes' | 'published' | 'depublished' | 'deleted'
>

/** For sorting places of a tile. */
export function byId(one: TilePlace, other: TilePlace): number {
  return one.id < other.id ? -1 : 1
}
