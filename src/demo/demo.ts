import { createHash } from 'node:crypto'
import type { JsonObject } from '../place/json.ts'
import type { Instant } from '../place/place.ts'
import templates from './kinds.json' with { type: 'json' }
import {
  fictionalPhone,
  fileName,
  genitive,
  type Locality,
  nearest,
  positionNear,
  swedishLocalities,
  wordsOf,
} from './localities.ts'
import { createRandom, fill, fillObject, type Random, type Words } from './template.ts'

/** Number of places of the demo. */
export const demoPlaces = 5_000

/** The credit for the localities of the demo; shown wherever the demo is. */
export const demoCredit = 'Places are invented; names and positions of localities: GeoNames (geonames.org), CC BY 4.0'

const seed = 20_260_913

/** A kind of place; texts are templates (`fill`). */
interface Kind {
  readonly owner: keyof Units
  /** Percentage of the possible cases in which there is one. */
  readonly percent: number
  readonly only?: 'at a seat' | 'once at a seat'
  readonly name: string
  /** The name of the first one in a locality. */
  readonly firstName?: string
  readonly place: JsonObject
}

const kinds = templates.kinds as unknown as readonly Kind[]

/** An invented unit that owns places. */
type Unit = Readonly<Record<'id' | 'name' | 'type', string>> & { readonly locality: Locality }

/** The owners of the places of a locality: its parish, the keepers of its cemeteries and elections, and a project. */
type Units = Readonly<Record<keyof typeof templates.units, Unit>>

/** A locality that is large enough is the seat of a parish of its own; the others belong to the nearest seat. */
const seatPopulationMin = 5_000

/**
 * Yields the demo in the form of an import, the same on every run: the entries of the directory, then 5,000 invented
 * places at real Swedish localities, parents before children.
 */
export function* demoRecords(): Generator<JsonObject> {
  const random = createRandom(seed)
  const localities = swedishLocalities()
  const seats = localities.filter(({ population }) => population >= seatPopulationMin)
  const project = unitAt(seats[0]!, 'project', random)
  const unitsAt = new Map(seats.map((seat) => [seat, { ...unitsOf(seat, random), project }]))
  for (const name of templates.categories) yield { kind: 'category', id: areaId('category', name), name }
  for (const name of templates.tags) yield { kind: 'tag', id: areaId('tag', name), name }
  for (const unit of new Set(unitsAt.values().flatMap(Object.values<Unit>))) yield ownerLine(unit, random)
  yield* places(localities, (locality) => unitsAt.get(locality) ?? unitsAt.get(nearest(seats, locality))!)
}

/** Counts the places of the demo that are parts of others, and the rest that are not published at an instant. */
export function demoUnlisted(now: Instant): Readonly<Record<'parts' | 'notPublished', number>> {
  const places = [...demoRecords()].filter((record) => 'placeTypes' in record)
  const others = places.filter((place) => !('parentKey' in place))
  const isDue = (instant: unknown) => instant !== undefined && Date.parse(String(instant)) <= now
  const listed = others.filter(({ published, depublished }) => isDue(published) && !isDue(depublished))
  return { parts: places.length - others.length, notPublished: others.length - listed.length }
}

function unitsOf(seat: Locality, random: Random): Omit<Units, 'project'> {
  const parish = unitAt(seat, 'parish', random)
  const [cemeteries, elections] = (['cemeteries', 'elections'] as const).map((which) =>
    unitAt(seat, which, random, { parish: parish.name }),
  ) as [Unit, Unit]
  return { parish, cemeteries, elections }
}

function unitAt(locality: Locality, which: keyof Units, random: Random, words: Words = {}): Unit {
  const unit = fill(templates.units[which], random, { ...wordsOf(locality), ...words })
  return { ...(unit as unknown as Unit), locality }
}

function ownerLine({ locality, ...unit }: Unit, random: Random): JsonObject {
  const host = `${unit.id}.example`
  const contactInfo = { phone: fictionalPhone(locality, random), email: `info@${host}`, url: `https://www.${host}/` }
  return { kind: 'owner', ...unit, contactInfo }
}

/**
 * Yields exactly `demoPlaces`: every locality gets its places, and the largest ones get more until there are enough.
 */
function* places(localities: readonly Locality[], unitsOf: (locality: Locality) => Units): Generator<JsonObject> {
  const random = createRandom(seed + 10)
  let given = 0
  for (let round = 0; ; round++) {
    for (const locality of localities.filter(({ population }) => population >= 5_000 * round)) {
      const units = unitsOf(locality)
      const isSeat = units.parish.locality === locality
      for (const kind of kinds) {
        const mayBe = kind.only === undefined || (isSeat && (round === 0 || kind.only === 'at a seat'))
        if (!mayBe || 100 * random() >= kind.percent) continue
        const name = (round === 0 && kind.firstName) || kind.name
        const setting = { locality, owner: units[kind.owner], random, key: `demo/${given + 1}` }
        for (const record of recordsOf({ ...kind, name }, setting)) {
          if (given++ === demoPlaces) return
          yield record
        }
      }
    }
  }
}

/** The locality and the owner of an invented place, with its key. */
interface Setting {
  readonly locality: Locality
  readonly owner: Unit
  readonly random: Random
  readonly key: string
}

/** Returns a place and its parts, which are published together. */
function recordsOf(kind: Kind, { locality, owner, random, key }: Setting): JsonObject[] {
  const local = { ...wordsOf(locality), unit: owner.id, unitOf: genitive(owner.name) }
  const name = String(fill(kind.name, random, local))
  const words = {
    ...{ ...local, name, nameFile: fileName(name), phone: fictionalPhone(locality, random) },
    facilities: fill(templates.facilities, random, local),
  }
  const filled = fill({ ...templates.common, ...kind.place }, random, words) as unknown as FilledTemplate
  const {
    updatedBy,
    placeTypes,
    visitingInfo,
    directions,
    openHours,
    parts = [],
    longDescription,
    tags = [],
    ...own
  } = filled
  const share = random()
  const shared = {
    updatedBy,
    placeTypes,
    ...fillObject(templates.publications.find(({ until }) => share < until)!.dates, random, words),
    geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: positionNear(locality, random) } },
    owner: { id: owner.id, type: owner.type },
    visitingInfo: { ...visitingInfo, ...(directions !== undefined && { description: directions }) },
    openHours: openHours.map(({ days, ...validity }) => ({ ...validity, days: spansOfDays(days) })),
    categories: own.categories.map((category) => ({ id: areaId('category', category) })),
  }
  const place = {
    ...{ key, name, ...own, ...shared },
    ...(longDescription && { longDescription: longDescription.join('\n\n') }),
    ...(tags.length > 0 && { tags: tags.map((tag) => ({ id: areaId('tag', tag) })) }),
  }
  const { openHours: hours, categories, ...spot } = shared
  const partOf = (part: JsonObject, at: number) => ({
    // A part with a type of its own has no hours of its own.
    ...(part.placeTypes === undefined && { openHours: hours, categories }),
    ...{ ...spot, ...part, key: `${key}/${at + 1}`, parentKey: key },
  })
  return [place, ...parts.map(partOf)]
}

/** The filled template of a kind; the other members are as in a place. */
interface FilledTemplate extends JsonObject {
  readonly updatedBy: string
  readonly placeTypes: JsonObject
  readonly visitingInfo: JsonObject
  readonly directions?: string
  readonly openHours: readonly { readonly days: Readonly<Record<string, string>> }[]
  readonly categories: readonly string[]
  readonly tags?: readonly string[]
  readonly parts?: readonly JsonObject[]
  /** Paragraphs. */
  readonly longDescription?: readonly string[]
}

/** Parses the spans of days that are written as `"mo tu": "09:00-12:00 13:00-16:00"`. */
function spansOfDays(days: Readonly<Record<string, string>>): JsonObject {
  const spansOf = (text: string) => [...text.matchAll(/(\S+)-(\S+)/g)].map(([, from, to]) => ({ from: from!, to: to! }))
  return Object.fromEntries(
    Object.entries(days).flatMap(([names, text]) => names.split(' ').map((day) => [day, spansOf(text)])),
  )
}

/** Returns the id of a category or tag: a UUID made of its name (RFC 9562, version 5), the same on every run. */
function areaId(kind: 'category' | 'tag', name: string): string {
  const bytes = createHash('sha1').update(`gazetteer-demo/${kind}/${name}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
