import type { Feature, Geometry, Position } from 'geojson'
import { type MapLayers, writeTileFile } from '../../src/geo/tile-file.ts'

interface PmtilesOptions {
  /** West, south, east, north. */
  readonly bounds: readonly [number, number, number, number]
  readonly maxZoom: number
  /** 1 where it is not told otherwise: Mapbox vector tiles. */
  readonly tileType?: number
}

/** A PMTiles file (version 3) that shows these layers. */
export function pmtilesOf(layers: MapLayers, { tileType = 1, ...options }: PmtilesOptions): Buffer {
  const file = writeTileFile(layers, options)
  file[99] = tileType
  return file
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
