import { fromVectorTileJs } from '@maplibre/vt-pbf'
import { type TileContent, tileLimits } from '../query/tile.ts'

/** The media type of a tile. */
export const vectorTileType = 'application/vnd.mapbox-vector-tile'

/** A tile as Mapbox Vector Tile 2.1, not compressed: the layers `places` and `clusters`, those that are not empty. */
export function encodeTile({ places, clusters }: TileContent): Buffer {
  const layers = [layerOf('places', places), layerOf('clusters', clusters)].filter(({ length }) => length > 0)
  return Buffer.from(fromVectorTileJs({ layers: Object.fromEntries(layers.map((layer) => [layer.name, layer])) }))
}

/** A point, and all else that is told of it. */
interface TilePoint {
  readonly x: number
  readonly y: number
}

interface Layer {
  readonly version: number
  readonly name: string
  readonly extent: number
  readonly length: number
  feature(index: number): Feature
}

interface Feature {
  readonly type: number
  readonly id: undefined
  readonly extent: number
  readonly properties: Readonly<Record<string, string | number>>
  loadGeometry(): readonly (readonly TilePoint[])[]
}

const version = 2
const pointType = 1
const { extent } = tileLimits

function layerOf<Point extends TilePoint>(name: string, points: readonly Point[]): Layer {
  return { version, name, extent, length: points.length, feature: (index) => featureOf(points[index]!) }
}

function featureOf({ x, y, ...properties }: TilePoint): Feature {
  return { type: pointType, id: undefined, extent, properties, loadGeometry: () => [[{ x, y }]] }
}
