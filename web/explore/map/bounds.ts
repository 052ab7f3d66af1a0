import { VectorTile } from '@mapbox/vector-tile'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { PbfReader } from 'pbf'
import type { LonLat } from '../../place/place-traits.ts'

/** A box on the Web Mercator map that contains a result, in fractions of the map from the west and the north. */
interface MapBox {
  readonly west: number
  readonly east: number
  readonly north: number
  readonly south: number
}

interface TileAddress {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

/** The service counts clusters in this many cells per side of a tile. */
const cellsAcross = 8

const zoomMax = 22

/** Number of tiles per side that are read at once. */
const tilesMax = 3

/**
 * Returns two opposite corners of a box around all results of a search, from its tiles: single places by position,
 * clusters by cell. Starts with the whole world, and zooms in until the box is large compared with its cells. It
 * contains all results, and is at most one cell too wide on each side. Undefined without results.
 */
export async function findBounds(
  read: (address: TileAddress) => Promise<ArrayBuffer>,
): Promise<readonly [LonLat, LonLat] | undefined> {
  let found = boxesOf(await read({ zoom: 0, x: 0, y: 0 }), { zoom: 0, x: 0, y: 0 })
  if (found.length === 0) return undefined
  let box = boxAround(found)
  for (let zoom = zoomFor(box, 0); zoom > 0; ) {
    found = (
      await Promise.all(tilesOf(box, zoom).map(async (address) => boxesOf(await read(wrapped(address)), address)))
    ).flat()
    if (found.length > 0) box = boxAround(found)
    const next = zoomFor(box, zoom)
    zoom = next > zoom ? next : 0
  }
  return [positionAt(box.west, box.south), positionAt(box.east, box.north)]
}

/** Returns the deepest zoom at which the box fits into a few tiles, at least the present one. */
function zoomFor({ west, east, north, south }: MapBox, least: number): number {
  const across = Math.max(east - west, south - north)
  const deepest = across === 0 ? zoomMax : Math.floor(Math.log2((tilesMax - 1) / across))
  return Math.max(least, Math.min(zoomMax, deepest))
}

function tilesOf({ west, east, north, south }: MapBox, zoom: number): TileAddress[] {
  const across = 2 ** zoom
  const range = (from: number, to: number) => {
    const [first, last] = [Math.floor(from * across), Math.max(Math.floor(from * across), Math.ceil(to * across) - 1)]
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  }
  const rows = range(north, south).filter((y) => y < across)
  return range(west, east).flatMap((x) => rows.map((y) => ({ zoom, x, y })))
}

/** East of the antimeridian the map repeats. */
function wrapped({ zoom, x, y }: TileAddress): TileAddress {
  return { zoom, x: x % 2 ** zoom, y }
}

function boxesOf(bytes: ArrayBuffer, { zoom, x, y }: TileAddress): MapBox[] {
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(bytes)))
  return Object.values(layers).flatMap((layer) =>
    Array.from({ length: layer.length }, (_, index) => {
      const { extent } = layer
      const point = layer.feature(index).loadGeometry()[0]?.[0] ?? { x: 0, y: 0 }
      const across = (at: number, first: number) => (first + at) / 2 ** zoom
      const side = layer.name === 'clusters' ? 1 / cellsAcross : 0
      const from = (at: number) => (side === 0 ? at / extent : Math.floor((at / extent) * cellsAcross) * side)
      return {
        west: across(from(point.x), x),
        east: across(from(point.x) + side, x),
        north: across(from(point.y), y),
        south: across(from(point.y) + side, y),
      }
    }),
  )
}

/** Returns the smallest box around others. It crosses the antimeridian, with an east beyond 1, if that is smaller. */
function boxAround(boxes: readonly MapBox[]): MapBox {
  const around = (shown: readonly MapBox[]): MapBox => ({
    west: Math.min(...shown.map(({ west }) => west)),
    east: Math.max(...shown.map(({ east }) => east)),
    north: Math.min(...shown.map(({ north }) => north)),
    south: Math.max(...shown.map(({ south }) => south)),
  })
  const plain = around(boxes)
  const shifted = around(
    boxes.map((box) => (box.east <= 0.5 ? { ...box, west: box.west + 1, east: box.east + 1 } : box)),
  )
  return shifted.east - shifted.west < plain.east - plain.west ? shifted : plain
}

/** The inverse of the Web Mercator projection. */
function positionAt(x: number, y: number): LonLat {
  return [x * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI]
}

/** The position of a map. */
interface View {
  readonly center: LonLat
  readonly zoom: number
  /** True if the map has been positioned before. */
  readonly isMoved: boolean
}

/** The last view of the explorer, restored on return. */
let view: View = { center: [16, 62.5], zoom: 3.6, isMoved: false }

/** Returns the last view of the map. */
export function rememberedView(): View {
  return view
}

/** Keeps the view of the map until the page is closed. */
export function rememberView(map: MapLibreMap): void {
  const { lng, lat } = map.getCenter()
  view = { center: [lng, lat], zoom: map.getZoom(), isMoved: true }
}

/** Returns the smallest box around positions in MapLibre's form; it crosses the antimeridian if that is smaller. */
export function boundsAround(positions: readonly LonLat[]): [[number, number], [number, number]] {
  const latitudes = positions.map(([, latitude]) => latitude)
  const plain = spread(positions.map(([longitude]) => longitude))
  const shifted = spread(positions.map(([longitude]) => (longitude < 0 ? longitude + 360 : longitude)))
  const [west, east] = shifted[1] - shifted[0] < plain[1] - plain[0] ? shifted : plain
  return [
    [west, Math.min(...latitudes)],
    [east, Math.max(...latitudes)],
  ]
}

function spread(numbers: readonly number[]): readonly [number, number] {
  return [Math.min(...numbers), Math.max(...numbers)]
}
