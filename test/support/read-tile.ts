import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'

/** A point of a layer: where in the tile, and its properties. */
export interface ReadPoint {
  readonly x: number
  readonly y: number
  readonly properties: Readonly<Record<string, string | number | boolean>>
}

/** The points of each layer of a vector tile, read by other people's code than that which wrote them. */
export function readTile(bytes: Uint8Array): Record<string, ReadPoint[]> {
  const { layers } = new VectorTile(new PbfReader(bytes))
  return Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [
      name,
      Array.from({ length: layer.length }, (_, index) => {
        const feature = layer.feature(index)
        const [point] = feature.loadGeometry().flat()
        return { x: point?.x ?? Number.NaN, y: point?.y ?? Number.NaN, properties: { ...feature.properties } }
      }),
    ]),
  )
}
