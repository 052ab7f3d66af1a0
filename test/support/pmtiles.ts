import { gzipSync } from 'node:zlib'
import { geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson'
import { zxyToTileId } from 'pmtiles'

/** Layers of a map by their names. */
export type MapLayers = Readonly<Record<string, readonly Feature[]>>

interface PmtilesOptions {
  /** West, south, east, north. */
  readonly bounds: readonly [number, number, number, number]
  readonly maxZoom: number
  /** 1 where it is not told otherwise: Mapbox vector tiles. */
  readonly tileType?: number
}

const headerBytes = 127

/** A PMTiles archive (version 3) with one directory and tiles in gzip, that shows these layers. */
export function pmtilesOf(layers: MapLayers, { bounds, maxZoom, tileType = 1 }: PmtilesOptions): Buffer {
  const tiles = tilesIn(bounds, maxZoom)
    .map(([z, x, y]) => ({ id: zxyToTileId(z, x, y), bytes: gzipSync(tileOf(layers, [z, x, y])) }))
    .sort((one, other) => one.id - other.id)
  const ids = tiles.map(({ id }, at) => id - (tiles[at - 1]?.id ?? 0))
  const offsets = tiles.map((_, at) => (at === 0 ? 1 : 0))
  const numbers = [tiles.length, ...ids, ...tiles.map(() => 1), ...tiles.map(({ bytes }) => bytes.length), ...offsets]
  const directory = gzipSync(Buffer.from(numbers.flatMap(varint)))
  const metadata = gzipSync(JSON.stringify({ vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })) }))
  const data = Buffer.concat(tiles.map(({ bytes }) => bytes))
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles')
  header[7] = 3
  const dataOffset = headerBytes + directory.length + metadata.length
  const words = [headerBytes, directory.length, headerBytes + directory.length, metadata.length, 0, 0, dataOffset]
  for (const [at, value] of [...words, data.length, tiles.length, tiles.length, tiles.length].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * at)
  header.set([1, 2, 2, tileType, 0, maxZoom], 96)
  for (const [at, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * at)
  return Buffer.concat([header, directory, metadata, data])
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
}

type TileName = readonly [zoom: number, x: number, y: number]

function tilesIn([west, south, east, north]: PmtilesOptions['bounds'], maxZoom: number): TileName[] {
  const row = (latitude: number) => 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)
  const range = (from: number, to: number, zoom: number) => {
    const first = Math.floor(from * 2 ** zoom)
    return Array.from({ length: Math.floor(to * 2 ** zoom) - first + 1 }, (_, at) => first + at)
  }
  return Array.from({ length: maxZoom + 1 }, (_, zoom) => zoom).flatMap((zoom) =>
    range((west + 180) / 360, (east + 180) / 360, zoom).flatMap((x) =>
      range(row(north), row(south), zoom).map((y): TileName => [zoom, x, y]),
    ),
  )
}

function tileOf(layers: MapLayers, [z, x, y]: TileName): Uint8Array {
  const cut = Object.entries(layers).map(([name, features]) => {
    const collection: FeatureCollection = { type: 'FeatureCollection', features: [...features] }
    return [name, geoJSONToTile(collection, z, x, y, { wrap: true, clip: true, extent: 4096, buffer: 64 })] as const
  })
  const filled = Object.fromEntries(cut.filter(([, tile]) => tile !== null && tile.features.length > 0))
  return fromGeojsonVt(filled as Parameters<typeof fromGeojsonVt>[0], { version: 2, extent: 4096 })
}

const feature = (geometry: Geometry, properties: Feature['properties']): Feature => ({
  type: 'Feature',
  geometry,
  properties,
})

const box = (west: number, south: number, east: number, north: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
})

/** What the Protomaps basemap would have of a town at a position: its name, streets around it, a park, and a river. */
export function townLayers([lon, lat]: readonly [number, number], names: Readonly<Record<string, string>>): MapLayers {
  const steps = Array.from({ length: 13 }, (_, at) => (at - 6) * 0.004)
  const street = (coordinates: Position[], name: string, kind: string) =>
    feature({ type: 'LineString', coordinates }, { kind, name, min_zoom: kind === 'highway' ? 5 : 10 })
  return {
    earth: [feature(box(lon - 1, lat - 1, lon + 1, lat + 1), { kind: 'earth' })],
    water: [feature(box(lon + 0.006, lat - 0.4, lon + 0.01, lat + 0.4), { kind: 'river' })],
    landuse: [feature(box(lon - 0.02, lat - 0.008, lon - 0.012, lat - 0.002), { kind: 'park' })],
    roads: steps.flatMap((step, at) => [
      street(
        [
          [lon + step, lat - 0.03],
          [lon + step, lat + 0.03],
        ],
        `${at + 1}:a gatan`,
        at === 6 ? 'highway' : 'minor_road',
      ),
      street(
        [
          [lon - 0.03, lat + step / 2],
          [lon + 0.03, lat + step / 2],
        ],
        `${at + 1}:a tvärgatan`,
        at === 6 ? 'major_road' : 'minor_road',
      ),
    ]),
    places: [
      feature(
        { type: 'Point', coordinates: [lon, lat] },
        { kind: 'locality', min_zoom: 4, population_rank: 11, ...names },
      ),
    ],
  }
}
