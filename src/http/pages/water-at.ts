import { inRings, type Point } from '../../geo/clip.ts'
import { mercatorX, mercatorY } from '../../geo/mercator.ts'
import type { LonLat } from '../../place/place.ts'
import type { MapFile } from './map-files.ts'
import { shapesOf } from './tile-shapes.ts'

/** The zooms whose tiles have all shores: within the bounds of the file, and of the rest of the world. */
const zooms = { full: 9, world: 6 } as const
/**
 * The distance from a shore within which the map may be wrong, in metres: a hundred of the data, and its rounding in
 * tiles. It is less than what a tile has beyond its edge.
 */
const metres = { full: 300, world: 3000 } as const
const [latitudeMax, metresAround] = [84, 40_075_016]

/** Returns whether a position and all that is around it is water on the map; false without a map. */
export async function isInWater(position: LonLat, file: MapFile | undefined): Promise<boolean> {
  const [longitude, latitude] = position
  if (!file || Math.abs(latitude) > latitudeMax) return false
  const [west, south, east, north] = file.settings.bounds
  const isFull = longitude > west && longitude < east && latitude > south && latitude < north
  const kind = isFull ? 'full' : 'world'
  const zoom = Math.min(zooms[kind], file.settings.maxZoom)
  const [x, y] = [mercatorX(longitude), mercatorY(latitude)]
  const across = 2 ** zoom
  const address = { zoom, x: Math.min(Math.floor(x * across), across - 1), y: Math.floor(y * across) }
  const tile = await file.read(address)
  if (!tile) return false
  const waters = shapesOf(tile, address, 'water').map(({ lines }) => lines)
  const radius = metres[kind] / (metresAround * Math.cos((latitude * Math.PI) / 180))
  const isWater = (point: Point) => waters.some((rings) => inRings(point, rings))
  return around([x, y], radius).every(isWater)
}

/** Returns a point and others on two circles around it. */
function around([x, y]: Point, radius: number): Point[] {
  const circles = [radius / 2, radius].flatMap((far) =>
    Array.from({ length: 12 }, (_, nth): Point => {
      const angle = (nth * Math.PI) / 6
      return [x + far * Math.cos(angle), y + far * Math.sin(angle)]
    }),
  )
  return [[x, y], ...circles]
}
