import type { Feature, MultiPolygon, Polygon, Position } from 'geojson'
import type { BBox } from '../place/place.ts'
import { splitToFill } from './fillable-areas.ts'
import { linesAlong, writeTileFile } from './tile-file.ts'

export type Geometry = Polygon | MultiPolygon

/** Zooms up to which there are tiles: of the bounds in full, and of the rest of the world. */
const zoomMax = { full: 9, world: 6 } as const

interface Ground {
  readonly seas: readonly Geometry[]
  /** Lakes and rivers, generalised: parts of them are only corners of a grid. */
  readonly inland: readonly Geometry[]
  /** One for each country, with its waters. */
  readonly countries: readonly Geometry[]
}

/** Returns the tiles of water and borders as a PMTiles file: in full within the bounds, and coarser elsewhere. */
export function groundTiles({ seas, inland, countries }: Ground, bounds: BBox): Buffer {
  const rounded = inland.map((geometry): MultiPolygon => {
    const coordinates = polygonsOf(geometry)
      .filter(isLake)
      .map((polygon) => (isIn(bounds, polygon) ? polygon.map(roundedRing) : polygon))
    return { type: 'MultiPolygon', coordinates }
  })
  const layers = {
    water: [...seas, ...rounded].map((geometry): Feature => ({ type: 'Feature', properties: {}, geometry })),
    borders: [
      { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates: bordersOf(countries) } },
    ],
  } satisfies Record<string, Feature[]>
  return writeTileFile(layers, {
    bounds,
    maxZoom: zoomMax.full,
    worldMaxZoom: zoomMax.world,
    splitAreas: splitToFill,
    metadata: { attribution: '© OpenStreetMap contributors', license: 'ODbL-1.0' },
  })
}

/**
 * Returns the lines that two countries share. Neighbours go along them in opposite directions. A territory that is listed by
 * itself and as a part of its country is passed twice in the same direction.
 */
function bordersOf(countries: readonly Geometry[]): Position[][] {
  const rings = countries.flatMap((country, number) =>
    polygonsOf(country)
      .flat()
      .map((ring) => ({ ring, number })),
  )
  const passed = new Map<string, number>()
  for (const { ring, number } of rings) {
    for (const [at, to] of ring.entries()) {
      const key = `${ring[at - 1]} ${to}`
      if (at > 0 && !passed.has(key)) passed.set(key, number)
    }
  }
  // Each border once, by the country that comes first.
  return rings.flatMap(({ ring, number }) =>
    linesAlong(ring, (from, to) => (passed.get(`${to} ${from}`) ?? number) > number),
  )
}

/** In square degrees of longitude at the equator: about 0.1 square kilometres. Smaller ones are specks without a shape. */
const lakeAreaMin = 0.1 / 111 ** 2

function isLake([outer = []]: Position[][]): boolean {
  const [, latitude = 0] = outer[0] ?? []
  const doubled = outer.reduce((sum, [x = 0, y = 0], at) => {
    const [beforeX = 0, beforeY = 0] = outer[at - 1] ?? [x, y]
    return sum + beforeX * y - x * beforeY
  }, 0)
  return (Math.abs(doubled) / 2) * Math.cos((latitude * Math.PI) / 180) > lakeAreaMin
}

function isIn([west, south, east, north]: BBox, [outer = []]: Position[][]): boolean {
  const [longitude = 0, latitude = 0] = outer[0] ?? []
  return longitude > west && longitude < east && latitude > south && latitude < north
}

/** Cuts the corners of a closed ring twice (Chaikin's algorithm). */
function roundedRing(ring: Position[]): Position[] {
  let points = ring
  for (let round = 0; round < 2; round++) {
    const cut = points.slice(1).flatMap(([x = 0, y = 0], at): Position[] => {
      const [fromX = 0, fromY = 0] = points[at]!
      return [
        [fromX + (x - fromX) / 4, fromY + (y - fromY) / 4],
        [fromX + (3 * (x - fromX)) / 4, fromY + (3 * (y - fromY)) / 4],
      ]
    })
    points = [...cut, cut[0]!]
  }
  return points
}

function polygonsOf({ type, coordinates }: Geometry): Position[][][] {
  return type === 'Polygon' ? [coordinates] : coordinates
}
