import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../place/json.ts'
import type { LonLat } from '../place/place.ts'
import { type Locality, swedishLocalities } from './localities.ts'

/** Minimum population of a town with a district. */
const townPopulationMin = 5_000
/** West, south, east and north of all districts. */
const [west, south, east, north] = [10, 55, 25, 70]
/** Ratio of a degree of longitude to a degree of latitude in the middle of the country. */
const squeeze = Math.cos((62 * Math.PI) / 180)

/** Returns the file of the districts in a data folder that has the demo; undefined if it has none. */
export function demoDistrictsOf(folder: string): string | undefined {
  const file = districtsFile(folder)
  return existsSync(file) ? file : undefined
}

/**
 * Writes the districts of the demo into a data folder, as a boundary file that its places get their municipalities
 * from.
 */
export function writeDemoDistricts(folder: string): void {
  writeFileSync(districtsFile(folder), JSON.stringify(demoDistricts()))
}

function districtsFile(folder: string): string {
  return join(folder, 'demo-districts.geojson')
}

/**
 * Returns a municipality around each town, labelled as invented: the area nearer to that town than to any other (the
 * Voronoi cells of the towns).
 */
export function demoDistricts(): JsonObject {
  const towns = swedishLocalities().filter(({ population }) => population >= townPopulationMin)
  const features = towns.map((town) => ({
    type: 'Feature',
    properties: { municipality: `${town.name} (demo)` },
    geometry: { type: 'Polygon', coordinates: [cellOf(town, towns)] },
  }))
  return { type: 'FeatureCollection', features }
}

/** Returns the ring around the area that is nearer to a town than to any other. */
function cellOf(town: Locality, towns: readonly Locality[]): LonLat[] {
  const box: LonLat[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
  const cell = towns.reduce((ring, other) => (other === town ? ring : nearerTo(town, other, ring)), box)
  return [...cell, cell[0]!].map(([lon, lat]) => [Number(lon.toFixed(5)), Number(lat.toFixed(5))])
}

/**
 * Returns the part of a convex ring that is nearer to one town than to the other (Sutherland and Hodgman's clipping).
 */
function nearerTo({ position: one }: Locality, { position: other }: Locality, ring: readonly LonLat[]): LonLat[] {
  // Positive on the side of the other: the difference of the squares of both distances, which is linear.
  const side = ([lon, lat]: LonLat) =>
    ((lon - one[0]) * squeeze) ** 2 + (lat - one[1]) ** 2 - ((lon - other[0]) * squeeze) ** 2 - (lat - other[1]) ** 2
  return ring.flatMap((from, index): LonLat[] => {
    const to = ring[(index + 1) % ring.length]!
    const [before, after] = [side(from), side(to)]
    const kept = before <= 0 ? [from] : []
    if (before <= 0 === after <= 0) return kept
    const part = before / (before - after)
    return [...kept, [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]]
  })
}
