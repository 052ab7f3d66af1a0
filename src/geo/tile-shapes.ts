import { VectorTile } from '@mapbox/vector-tile'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { PbfReader } from 'pbf'
import { type Box, clipLine, clipRing, type Point } from './clip.ts'
import type { TileAddress } from './mercator.ts'

/**
 * A feature of a tile: a point, lines, or the rings of areas, on the square Web Mercator map, 0 to 1 from the west and from the
 * north.
 */
interface TileShape {
  readonly lines: readonly (readonly Point[])[]
  readonly properties: Readonly<Record<string, string | number | boolean>>
}

/** Returns the features of a layer of a vector tile. */
export function shapesOf(tile: Uint8Array, { zoom, x, y }: TileAddress, name: string): TileShape[] {
  const layer = new VectorTile(new PbfReader(tile)).layers[name]
  if (!layer) return []
  const { extent } = layer
  const across = extent * 2 ** zoom
  return Array.from({ length: layer.length }, (_, at) => {
    const feature = layer.feature(at)
    const lines = feature
      .loadGeometry()
      .map((line) => line.map((point): Point => [(x * extent + point.x) / across, (y * extent + point.y) / across]))
    return { lines, properties: feature.properties }
  })
}

/** The width of the strip beyond the edges of a tile in which shapes continue, as they do in other tiles. */
const buffer = 64

/** Cuts the part of a vector tile that a tile of a greater zoom shows. */
export function cutTile(tile: Uint8Array, from: TileAddress, to: TileAddress): Buffer {
  const { layers } = new VectorTile(new PbfReader(tile))
  const factor = 2 ** (to.zoom - from.zoom)
  const cut = Object.entries(layers).map(([name, layer]) => {
    const { extent } = layer
    const [left, top] = [(to.x - from.x * factor) * extent, (to.y - from.y * factor) * extent]
    const box: Box = [left - buffer, top - buffer, left + extent + buffer, top + extent + buffer]
    const place = (line: readonly Point[]) => line.map(([x, y]) => [Math.round(x - left), Math.round(y - top)])
    const features = Array.from({ length: layer.length }, (_, at) => {
      const feature = layer.feature(at)
      const lines = feature.loadGeometry().map((line) => line.map(({ x, y }): Point => [x * factor, y * factor]))
      const clipped =
        feature.type === 3 ? lines.map((line) => clipRing(line, box)) : lines.flatMap((line) => clipLine(line, box))
      const geometry = clipped.filter(({ length }) => length > 1).map(place)
      return { type: feature.type, tags: feature.properties, geometry }
    })
    return [name, { features: features.filter(({ geometry }) => geometry.length > 0) }] as const
  })
  const filled = Object.fromEntries(cut.filter(([, { features }]) => features.length > 0))
  return Buffer.from(
    fromGeojsonVt(filled as unknown as Parameters<typeof fromGeojsonVt>[0], { version: 2, extent: 4096 }),
  )
}
