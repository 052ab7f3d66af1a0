import type { Feature, MultiLineString, Position } from 'geojson'
import type { BBox } from '../place/place.ts'
import { openLayers, readBoundaryOptions, type TellingBoundary } from './boundary-options.ts'
import { mercatorX, mercatorY } from './mercator.ts'
import { linesAlong, writeTileFile } from './tile-file.ts'

/** The layer of the tiles. */
const layer = 'municipalities'
const zoomMax = 9
/** At the greatest zoom, in a rectangle around all municipalities. */
const tilesMax = 4000

/**
 * Returns a PMTiles file with the borders of the municipalities in a boundary file or its configuration; undefined if
 * it has none. Throws a BoundaryError for a wrong file.
 */
export async function municipalityTiles(file: string): Promise<Buffer | undefined> {
  const layers = await openLayers((await readBoundaryOptions(file)).layers)
  const named = layers.find((boundaries) => boundaries.some(isMunicipality))?.filter(isMunicipality) ?? []
  if (named.length === 0) return undefined
  const parts = Map.groupBy(named, ({ info: { county, municipality } }) => `${county}/${municipality}`)
  const features = [...parts.values()].map((boundaries): Feature<MultiLineString> => {
    const coordinates = outlineOf(boundaries.flatMap(({ boundary }) => boundary.polygons().flat()))
    return { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates } }
  })
  const bounds = boundsOf(features)
  return writeTileFile({ [layer]: features }, { bounds, maxZoom: zoomFor(bounds) })
}

function isMunicipality({ info }: TellingBoundary): boolean {
  return info.municipality !== undefined
}

/** Returns the lines around an area that consists of several: the segments of their rings that only one of them has. */
function outlineOf(rings: readonly (readonly Position[])[]): Position[][] {
  const once = new Set<string>()
  const nameOf = (from: Position, to: Position) => `${from[0]},${from[1]} ${to[0]},${to[1]}`
  for (const ring of rings) {
    for (const [at, to] of ring.entries()) {
      const from = ring[at - 1]
      if (from && !once.delete(nameOf(to, from)) && !once.delete(nameOf(from, to))) once.add(nameOf(from, to))
    }
  }
  return rings.flatMap((ring) => linesAlong(ring, (from, to) => once.delete(nameOf(from, to))))
}

function boundsOf(features: readonly Feature<MultiLineString>[]): BBox {
  const bounds: [number, number, number, number] = [180, 90, -180, -90]
  for (const [longitude = 0, latitude = 0] of features.flatMap(({ geometry }) => geometry.coordinates.flat())) {
    bounds[0] = Math.min(bounds[0], longitude)
    bounds[1] = Math.min(bounds[1], latitude)
    bounds[2] = Math.max(bounds[2], longitude)
    bounds[3] = Math.max(bounds[3], latitude)
  }
  return bounds
}

function zoomFor([west, south, east, north]: BBox): number {
  const share = (mercatorX(east) - mercatorX(west)) * (mercatorY(south) - mercatorY(north))
  return Math.max(0, Math.min(zoomMax, Math.floor(Math.log2(tilesMax / Math.max(share, Number.EPSILON)) / 2)))
}
