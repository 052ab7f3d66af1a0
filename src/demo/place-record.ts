import type { JsonObject, JsonValue } from '../place/json.ts'
import type { LonLat } from '../place/place.ts'
import type { PlaceTypeKey } from '../place/place-types.ts'
import type { Random } from './random.ts'
import texts from './texts.json' with { type: 'json' }
import { addressName, areaId, fictionalPhone, type Locality, type Region, type Unit } from './units.ts'

/** Where and by whom a place is made up. */
export interface Setting {
  readonly locality: Locality
  readonly random: Random
  /** A number for keys that no other place has. */
  readonly number: () => number
}

/** What makes a place of one kind; the rest is the same for all. */
export interface Sketch {
  readonly name: string
  readonly type: PlaceTypeKey
  readonly owner: Unit
  readonly shortDescription: string
  readonly longDescription?: string
  readonly typeDetails?: JsonObject
  readonly openHours?: readonly JsonObject[]
  readonly placeDetails?: JsonObject
  readonly categories: readonly string[]
  readonly tags?: readonly string[]
  readonly media?: JsonObject
  readonly directions?: string
}

const firstDigits: Readonly<Record<Region, readonly number[]>> = {
  north: [8, 9],
  east: [1, 6, 7],
  west: [4, 5],
  south: [2, 3],
}

/** A place as a line of an import: what its sketch says, with position, contact, address and publication. */
export function placeRecord(sketch: Sketch, setting: Setting): Record<string, JsonValue> {
  const { locality, random } = setting
  const { owner } = sketch
  return {
    key: `demo/${addressName(sketch.type)}-${setting.number()}`,
    name: sketch.name,
    shortDescription: sketch.shortDescription,
    ...(sketch.longDescription !== undefined && { longDescription: sketch.longDescription }),
    updatedBy: random.pick(texts.editors),
    ...publication(random),
    geolocation: feature(positionNear(locality, random)),
    owner: { id: owner.id, type: owner.type },
    contactInfo: contactInfo(owner, locality, random),
    visitingInfo: {
      address: `${random.pick(texts.streets)} ${random.integer(1, 64)}${random.chance(0.15) ? ` ${random.pick(['A', 'B'])}` : ''}`,
      postalCode: postalCode(locality, random),
      city: locality.name,
      ...(sketch.directions !== undefined && { description: sketch.directions }),
    },
    ...(sketch.openHours && { openHours: sketch.openHours as JsonObject[] }),
    ...(sketch.placeDetails && { placeDetails: sketch.placeDetails }),
    categories: sketch.categories.map((name) => ({ id: areaId('category', name) })),
    ...(sketch.tags && sketch.tags.length > 0 && { tags: sketch.tags.map((name) => ({ id: areaId('tag', name) })) }),
    ...(sketch.media && { media: sketch.media }),
    placeTypes: { [sketch.type]: sketch.typeDetails ?? {} },
  }
}

/** A part of a place as its child: at the same spot, with the same publication and owner. */
export function childRecord(
  parent: Readonly<Record<string, JsonValue>>,
  own: Readonly<Record<string, JsonValue>> & { readonly part: string },
): Record<string, JsonValue> {
  const { key, updatedBy, published, depublished, geolocation, owner, visitingInfo } = parent
  const { part, ...rest } = own
  return {
    key: `${key}/${part}`,
    parentKey: key!,
    updatedBy: updatedBy!,
    ...(published !== undefined && { published }),
    ...(depublished !== undefined && { depublished }),
    geolocation: geolocation!,
    owner: owner!,
    visitingInfo: visitingInfo!,
    ...rest,
  }
}

/** Mostly published; some drafts, some whose time has not come, some whose time is over. */
function publication(random: Random): { published?: string; depublished?: string } {
  const share = random.fraction()
  if (share < 0.04) return {}
  if (share < 0.06) return { published: `2049-0${random.integer(1, 9)}-01T06:00Z` }
  const day = `${random.integer(2021, 2024)}-${twoDigits(random.integer(1, 12))}-${twoDigits(random.integer(1, 28))}`
  const published = `${day}T${twoDigits(random.integer(6, 16))}:${twoDigits(random.integer(0, 59))}Z`
  if (share < 0.09) return { published, depublished: `2025-0${random.integer(1, 9)}-15T22:00Z` }
  return share < 0.1 ? { published, depublished: '2049-12-31T23:00Z' } : { published }
}

function contactInfo(owner: Unit, locality: Locality, random: Random): JsonObject {
  const fetched = random.chance(0.45)
  if (fetched && random.chance(0.8)) return { fetchAutomatically: true }
  return {
    ...(fetched && { fetchAutomatically: true }),
    phone: fictionalPhone(locality, random),
    ...(!fetched && random.chance(0.7) && { email: `${addressName(locality.name)}@${owner.id}.example` }),
    ...(!fetched && random.chance(0.6) && { url: `https://www.${owner.id}.example/${addressName(locality.name)}` }),
  }
}

/** Near the middle, which is on land: a few hundred metres in a village, a few kilometres in a city. */
function positionNear({ position: [lon, lat], population }: Locality, random: Random): LonLat {
  const radiusMetres = Math.min(3_500, 150 + 6 * Math.sqrt(population)) * Math.sqrt(random.fraction())
  const angle = 2 * Math.PI * random.fraction()
  const degrees = radiusMetres / 111_195
  const east = (degrees * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180)
  return [rounded(lon + east), rounded(lat + degrees * Math.sin(angle))]
}

function feature(coordinates: LonLat): JsonObject {
  return { type: 'Feature', geometry: { type: 'Point', coordinates } }
}

function postalCode({ region, name }: Locality, random: Random): string {
  const digits = firstDigits[region]
  const area = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return `${digits[area % digits.length]}${twoDigits(area % 100)} ${random.integer(10, 99)}`
}

/** Facilities and accessibility, with a text that says the same. */
export function facilities(random: Random, share: number): JsonObject {
  const has = () => random.chance(share)
  const given = { hasToilet: has(), hasWifi: has(), hasCafe: random.chance(share / 3), hasParking: has() }
  const ramp = has()
  const loop = has()
  const toilet = given.hasToilet && has()
  const words = [
    ...(given.hasWifi ? ['öppet trådlöst nätverk'] : []),
    ...(given.hasCafe ? ['kyrkkaffe'] : []),
    ...(given.hasParking ? ['parkering intill'] : []),
    ...(given.hasToilet ? ['toalett'] : []),
  ]
  const access = [
    ramp ? 'ramp vid entrén' : 'ett trappsteg vid entrén',
    ...(loop ? ['hörslinga'] : []),
    ...(toilet ? ['tillgänglig toalett'] : []),
  ]
  return {
    ...(words.length > 0 && { info: `${sentence(enumeration(words))}.` }),
    ...given,
    ...(random.chance(0.15) && { hasChargingStation: true }),
    accessibility: {
      info: `${sentence(enumeration(access))}.`,
      hasRamp: ramp,
      hasHearingLoop: loop,
      toiletAccessible: toilet,
      ...(toilet && random.chance(0.3) && { toiletSoapNonAllergenic: true }),
    },
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

/** Items in running text: `kök, hiss och ramp`. */
function enumeration(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} och ${last}`
}

/** With a capital first letter. */
function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
