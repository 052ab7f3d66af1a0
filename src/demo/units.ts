import { createHash } from 'node:crypto'
import type { JsonObject } from '../place/json.ts'
import type { Locality } from './localities.ts'
import type { Random } from './random.ts'
import { addressName, genitive } from './swedish.ts'

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

const patrons = [
  'Sankt Örjans',
  'Sankta Ragnhilds',
  'Sankt Staffans',
  'Sankta Helenas',
  'Sankt Eskils',
  'Sankt Sigfrids',
]
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
  const parishName = `${genitive(locality.name)} ${random.pick(patrons)} församling`
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

/** Shared subject areas. */
const categoryNames = [
  'Gudstjänst',
  'Dop, vigsel och begravning',
  'Musik och körer',
  'Barn och familj',
  'Unga',
  'Diakoni',
  'Begravningsplats',
  'Kulturarv',
  'Kyrkoval 2029',
  'Lokaler att hyra',
] as const
export type CategoryName = (typeof categoryNames)[number]

/** Local subject areas. */
const tagNames = [
  'pilgrimsled',
  'vägkyrka',
  'språkcafé',
  'öppen förskola',
  'orgel',
  'klockstapel',
  'kalkmålningar',
  'minneslund',
  'askgravlund',
  'soppluncher',
  'hundvänligt',
  'cykelvänligt',
] as const
export type TagName = (typeof tagNames)[number]

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
  return [...categoryNames.map(line('category')), ...tagNames.map(line('tag'))]
}
