import { LruCache } from '../common/lru-cache.ts'
import type { LonLat } from '../place/place.ts'
import type { Point } from './clip.ts'
import type { MapFile } from './map-file.ts'
import { mercatorX, mercatorY, type TileAddress } from './mercator.ts'
import { shapesOf } from './tile-shapes.ts'

/** Resolves with whether the map has water around a position, in all of what its accuracy leaves open. */
export type WaterAt = (position: LonLat) => Promise<boolean>

/** The zooms whose tiles have all shores: within the bounds of the file, and of the rest of the world. */
const zooms = { full: 9, world: 6 } as const
/**
 * The distance from a shore within which the map may be wrong, in metres: a hundred of the data, and its rounding in
 * tiles. It is less than what a tile has beyond its edge.
 */
const metres = { full: 300, world: 3000 } as const
const [latitudeMax, metresAround] = [84, 40_075_016]

/** The cached waters: the 4,920 tiles of the Nordic countries have 9 MB. */
const cacheBytesMax = 16 * 1024 * 1024

/** A ring of an area of water on the square map: x and y in turn, and how far it reaches. */
interface Ring {
  readonly line: Float32Array
  readonly right: number
  readonly top: number
  readonly bottom: number
}

type Water = readonly Ring[]

/** Creates the search for water on a map; it finds none without a map. */
export function createWaterAt(file: MapFile | undefined): WaterAt {
  if (!file) return async () => false
  const { bounds, maxZoom } = file.settings
  const [west, south, east, north] = bounds
  const kept = new LruCache<string, readonly Water[]>(
    cacheBytesMax,
    (key, waters) => 200 + key.length + bytesOf(waters),
  )
  const watersOf = async (address: TileAddress) => {
    const key = `${address.zoom}/${address.x}/${address.y}`
    const known = kept.get(key)
    if (known) return known
    const tile = await file.read(address)
    const waters = tile ? shapesOf(tile, address, 'water').map(({ lines }) => lines.map(ringOf)) : []
    kept.set(key, waters)
    return waters
  }
  return async ([longitude, latitude]) => {
    if (Math.abs(latitude) > latitudeMax) return false
    const isFull = longitude > west && longitude < east && latitude > south && latitude < north
    const kind = isFull ? 'full' : 'world'
    const zoom = Math.min(zooms[kind], maxZoom)
    const [x, y] = [mercatorX(longitude), mercatorY(latitude)]
    const across = 2 ** zoom
    const waters = await watersOf({
      zoom,
      x: Math.min(Math.floor(x * across), across - 1),
      y: Math.floor(y * across),
    })
    const isWater = (point: Point) => waters.some((water) => isWithin(point, water))
    if (!isWater([x, y])) return false
    return around([x, y], metres[kind] / (metresAround * Math.cos((latitude * Math.PI) / 180))).every(isWater)
  }
}

/** Single precision is exact to three metres here. */
function ringOf(points: readonly Point[]): Ring {
  const line = new Float32Array(points.flat())
  const rows = line.filter((_, at) => at % 2 === 1)
  const right = line.reduce((most, x, at) => (at % 2 === 0 ? Math.max(most, x) : most), 0)
  return { line, right, top: Math.min(...rows), bottom: Math.max(...rows) }
}

function bytesOf(waters: readonly Water[]): number {
  return waters.flat().reduce((sum, { line }) => sum + line.byteLength + 150, 0)
}

/** Returns whether a point is in an odd number of rings, as `inRings` does. */
function isWithin([x, y]: Point, rings: Water): boolean {
  let isIn = false
  for (const { line, right, top, bottom } of rings) {
    if (x > right || y < top || y > bottom) continue
    let [fromX, fromY] = [line.at(-2)!, line.at(-1)!]
    for (let at = 0; at < line.length; at += 2) {
      const [toX, toY] = [line[at]!, line[at + 1]!]
      if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) isIn = !isIn
      fromX = toX
      fromY = toY
    }
  }
  return isIn
}

/** Returns points on two circles around a point. */
function around([x, y]: Point, radius: number): Point[] {
  return [radius / 2, radius].flatMap((far) =>
    Array.from({ length: 12 }, (_, nth): Point => {
      const angle = (nth * Math.PI) / 6
      return [x + far * Math.cos(angle), y + far * Math.sin(angle)]
    }),
  )
}
