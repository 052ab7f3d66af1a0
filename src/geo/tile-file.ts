import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature, Position } from 'geojson'
import { zxyToTileId } from 'pmtiles'
import type { BBox } from '../place/place.ts'
import { type Point, signedArea } from './clip.ts'
import { mercatorCell, mercatorX, mercatorY } from './mercator.ts'

/**
 * The features of each layer of a map. A point with the property `zoom` is in tiles from that zoom on, and in those of the
 * greatest zoom anyway.
 */
export type MapLayers = Readonly<Record<string, readonly Feature[]>>

interface TileFileOptions {
  readonly bounds: BBox
  /** Within the bounds, each zoom from 0 to this one has tiles. */
  readonly maxZoom: number
  /** Up to this zoom, the whole world has tiles, with those features that are there. -1 by default: none. */
  readonly worldMaxZoom?: number
  /** Splits the rings of the areas of a feature in a tile. */
  readonly splitAreas?: (rings: readonly TileLine[]) => readonly TileLine[]
  /** Stated in the file, for example its licence. */
  readonly metadata?: object
}

const extent = 4096
/**
 * Deviation that simplification may cause, and the area below which a ring is left out below the greatest zoom: half a
 * pixel, and a square of one, where a map draws a tile with 512 pixels.
 */
const [tolerance, areaMin] = [4, 64]

/** Cuts features into vector tiles (Mapbox Vector Tile 2.1), and returns them as a PMTiles file (version 3). */
export function writeTileFile(layers: MapLayers, options: TileFileOptions): Buffer {
  const { bounds, maxZoom, worldMaxZoom = -1, splitAreas = (rings) => rings, metadata } = options
  const indexes = Object.entries(layers).map(([name, features]) => {
    const collection = { type: 'FeatureCollection' as const, features: [...features] }
    return [name, new GeoJSONVT(collection, { maxZoom: maxZoom + 1, indexMaxZoom: 0, tolerance, extent })] as const
  })
  const world: BBox = [-180, -90, 180, 90]
  const data = new TileData()
  for (let zoom = 0; zoom <= maxZoom; zoom++) {
    for (const [x, y] of tilesIn(zoom <= worldMaxZoom ? world : bounds, zoom)) {
      const cut = indexes.map(([name, index]): TileLayer => [name, index.getTile(zoom, x, y)?.features ?? []])
      data.add(
        zxyToTileId(zoom, x, y),
        encodeTile(cut, { ...(zoom === maxZoom ? allOf : { zoom, areaMin }), splitAreas }),
      )
    }
  }
  const vectorLayers = Object.keys(layers).map((id) => ({ id, fields: {} }))
  return data.toFile({ bounds, maxZoom, metadata: { ...metadata, vector_layers: vectorLayers } })
}

type TileLine = readonly Point[]
/** A feature in the coordinates of a tile: points, lines or the rings of areas. */
type TileFeature =
  | { readonly type: 1; readonly geometry: TileLine; readonly tags: { readonly zoom?: number } | null }
  | { readonly type: 2 | 3; readonly geometry: readonly TileLine[] }
type TileLayer = readonly [name: string, features: readonly TileFeature[]]

/** The limits of what is seen in a tile. */
interface Seen extends Required<Pick<TileFileOptions, 'splitAreas'>> {
  readonly zoom: number
  readonly areaMin: number
}
const allOf = { zoom: Number.POSITIVE_INFINITY, areaMin: 0 }

function encodeTile(cut: readonly TileLayer[], seen: Seen): Uint8Array {
  const layers = cut
    .map(
      ([name, all]) => [name, { features: all.map((feature) => compact(feature, seen)).filter(hasGeometry) }] as const,
    )
    .filter(([, { features }]) => features.length > 0)
  return fromGeojsonVt(Object.fromEntries(layers) as unknown as Parameters<typeof fromGeojsonVt>[0], {
    version: 2,
    extent,
  })
}

function hasGeometry({ geometry }: TileFeature): boolean {
  return geometry.length > 0
}

/** Removes repeated points, and points, lines and rings that are too small for their zoom, and splits areas. */
function compact(feature: TileFeature, { zoom, areaMin, splitAreas }: Seen): TileFeature {
  if (feature.type === 1) return (feature.tags?.zoom ?? 0) > zoom ? { ...feature, geometry: [] } : feature
  const lines = feature.geometry.map((line) =>
    line.filter(([x, y], at) => at === 0 || x !== line[at - 1]![0] || y !== line[at - 1]![1]),
  )
  const isLarge = (line: TileLine) => (feature.type === 3 ? Math.abs(signedArea(line)) > areaMin : line.length > 1)
  const large = lines.filter(isLarge)
  return { ...feature, geometry: feature.type === 3 ? splitAreas(large) : large }
}

/** Returns column and row of each tile of a zoom that a box touches. */
function tilesIn([west, south, east, north]: BBox, zoom: number): [x: number, y: number][] {
  const range = (from: number, to: number) => {
    const [first, last] = [from, to].map((coordinate) => mercatorCell(coordinate, 2 ** zoom)) as [number, number]
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  }
  const rows = range(mercatorY(north), mercatorY(south))
  return range(mercatorX(west), mercatorX(east)).flatMap((x) => rows.map((y): [number, number] => [x, y]))
}

/** A run of tiles with the same bytes. */
interface Run {
  readonly id: number
  readonly offset: number
  readonly length: number
  /** Number of tiles; 0 if the bytes are a directory. */
  count: number
}

const headerBytes = 127
/** The first directory must lie in the first 16 kB; more runs than this get directories of their own. */
const runsMax = 2000

const sharedBytesMax = 100

/** The tiles of a file; equal small ones are stored once. */
class TileData {
  readonly #tiles: { readonly id: number; readonly offset: number; readonly length: number }[] = []
  readonly #stored = new Map<string, { readonly offset: number; readonly length: number }>()
  readonly #bytes: Buffer[] = []
  #end = 0

  add(id: number, tile: Uint8Array): void {
    // Most tiles that equal others have nothing or one square.
    const key = tile.length < sharedBytesMax ? Buffer.from(tile).toString('latin1') : undefined
    const stored = (key !== undefined && this.#stored.get(key)) || this.#store(gzipSync(tile, { level: 9 }))
    if (key !== undefined) this.#stored.set(key, stored)
    this.#tiles.push({ id, ...stored })
  }

  #store(bytes: Buffer) {
    const stored = { offset: this.#end, length: bytes.length }
    this.#bytes.push(bytes)
    this.#end += bytes.length
    return stored
  }

  toFile({ bounds, maxZoom, metadata }: Required<Pick<TileFileOptions, 'bounds' | 'maxZoom' | 'metadata'>>): Buffer {
    const runs = this.#runs()
    const leaves =
      runs.length <= runsMax ? [] : chunksOf(runs, runsMax).map((part) => ({ part, bytes: directory(part) }))
    let offset = 0
    const root = leaves.map(({ part, bytes }): Run => {
      const run = { id: part[0]!.id, offset, length: bytes.length, count: 0 }
      offset += bytes.length
      return run
    })
    const parts = [
      directory(leaves.length === 0 ? runs : root),
      gzipSync(JSON.stringify(metadata)),
      Buffer.concat(leaves.map(({ bytes }) => bytes)),
      Buffer.concat(this.#bytes),
    ]
    const header = Buffer.alloc(headerBytes)
    header.write('PMTiles')
    header[7] = 3
    let at = headerBytes
    for (const [index, part] of parts.entries()) {
      header.writeBigUInt64LE(BigInt(at), 8 + 16 * index)
      header.writeBigUInt64LE(BigInt(part.length), 16 + 16 * index)
      at += part.length
    }
    for (const [index, count] of [this.#tiles.length, runs.length, this.#bytes.length].entries())
      header.writeBigUInt64LE(BigInt(count), 72 + 8 * index)
    // Not in the order of the tiles; gzip for directories and tiles; vector tiles; from zoom 0.
    header.set([0, 2, 2, 1, 0, maxZoom], 96)
    for (const [index, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index)
    return Buffer.concat([header, ...parts])
  }

  #runs(): Run[] {
    const runs: Run[] = []
    for (const { id, offset, length } of this.#tiles.toSorted((one, other) => one.id - other.id)) {
      const last = runs.at(-1)
      if (last && last.offset === offset && last.id + last.count === id) last.count++
      else runs.push({ id, offset, length, count: 1 })
    }
    return runs
  }
}

function directory(runs: readonly Run[]): Buffer {
  const numbers = [
    runs.length,
    ...runs.map(({ id }, at) => id - (runs[at - 1]?.id ?? 0)),
    ...runs.map(({ count }) => count),
    ...runs.map(({ length }) => length),
    ...runs.map(({ offset }) => offset + 1),
  ]
  return gzipSync(Buffer.from(numbers.flatMap(varint)), { level: 9 })
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

/** Returns the lines of those segments of a ring, one after the other, that are wanted. */
export function linesAlong(
  ring: readonly Position[],
  isWanted: (from: Position, to: Position) => boolean,
): Position[][] {
  const lines: Position[][] = []
  let line: Position[] | undefined
  for (const [at, to] of ring.entries()) {
    const from = ring[at - 1]
    if (!from || !isWanted(from, to)) line = undefined
    else if (line) line.push(to)
    else {
      line = [from, to]
      lines.push(line)
    }
  }
  return lines
}
