import { facilities } from '../place/facilities.ts'
import { fieldWords } from '../place/field-words.ts'
import type { Table } from './table.ts'
import type { Target } from './targets.ts'

/** Which target each column fills, by its number; undefined: it is not imported. */
export type Mapping = readonly (string | undefined)[]

/** A heading as it is compared: letters and digits alone, whatever their case. */
export function normalHeading(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** What each column most likely means, by its heading: the path of a member, its label, or a common word; each once. */
export function guessMapping(table: Table, targets: readonly Target[]): Mapping {
  const names = namesOf(targets)
  const taken = new Set<string>(table.hasPositions ? ['latitude', 'longitude', 'position'] : [])
  return table.columns.map((heading, index) => {
    const named = names.get(normalHeading(heading))
    const found = named === 'ownerName' ? ownerPath(table, index, taken) : named
    if (found === undefined || taken.has(found) || !isPlausible(found, table, index)) return undefined
    taken.add(found)
    return found
  })
}

/** The names of each target, the surest first: a name that two would have goes to the first. */
function namesOf(targets: readonly Target[]): ReadonlyMap<string, string> {
  const label = (path: string, language: 'sv' | 'en') =>
    (fieldWords[language] as Readonly<Record<string, string>>)[path] ?? path
  const rounds: ((path: string) => readonly string[])[] = [
    (path) => [path],
    (path) => headerWords[path] ?? [],
    (path) => [label(path, 'sv'), label(path, 'en')],
    (path) => [path.split('.').at(-1) ?? path],
  ]
  const names = new Map<string, string>()
  for (const round of rounds) {
    for (const { path } of targets) {
      for (const name of round(path).map(normalHeading)) if (!names.has(name)) names.set(name, path)
    }
  }
  return names
}

const samplesMax = 20

const within = (most: number) => (cell: string) => Math.abs(Number(cell.replace(',', '.'))) <= most

const looksLikeId = (cell: string) => /^\S*\d\S*$/.test(cell.trim())

const isOneWord = (cell: string) => !/\s/.test(cell.trim())

/** What a value of a target looks like: `x` may as well be metres in another system, and a parent may be given by name. */
const looks: Readonly<Record<string, (cell: string) => boolean>> = {
  latitude: within(90),
  longitude: within(180),
  'owner.id': isOneWord,
  'parent.id': isOneWord,
}

/** A column of owners holds their ids or their names; where another column has the ids, it is what they are called. */
function ownerPath(table: Table, index: number, taken: ReadonlySet<string>): string {
  if (taken.has('owner.id')) return 'owner.name'
  return mostFit(looksLikeId, table, index) ? 'owner.id' : 'ownerName'
}

/** Whether most values look like what the target wants. */
function isPlausible(path: string, table: Table, index: number): boolean {
  const fits = looks[path]
  return !fits || mostFit(fits, table, index)
}

function mostFit(fits: (cell: string) => boolean, { rows }: Table, index: number): boolean {
  const given = rows
    .slice(0, samplesMax)
    .map(({ cells }) => cells[index])
    .filter((cell) => cell !== undefined)
  const fitting = given.filter((cell) => fits(String(cell)))
  return fitting.length * 2 > given.length
}

/** How columns are called in the tables that people have, in Swedish and English, by the target that they mean. */
const headerWords: Readonly<Record<string, readonly string[]>> = {
  key: ['id', 'nyckel', 'extern id', 'external id', 'källans id', 'ref', 'referens', 'objectid', 'globalid', 'fid'],
  parentKey: ['överordnad', 'förälder', 'parent', 'parent id', 'överordnad nyckel', 'tillhör'],
  type: ['typ', 'platstyp', 'place type', 'slag'],
  latitude: ['lat', 'latitud', 'y', 'wgs84 lat', 'breddgrad', 'geo lat'],
  longitude: ['lon', 'lng', 'long', 'longitud', 'x', 'wgs84 lon', 'längdgrad', 'geo lon'],
  position: ['koordinater', 'koordinat', 'coordinates', 'läge', 'latlng', 'latlon', 'geo', 'gps'],
  name: ['namn', 'platsnamn', 'place name', 'benämning', 'titel', 'title', 'lokal', 'lokalnamn', 'plats', 'place'],
  shortDescription: ['kort beskrivning', 'ingress', 'sammanfattning', 'summary', 'short text'],
  longDescription: ['beskrivning', 'description', 'text', 'brödtext', 'om platsen', 'about'],
  published: ['publicerad', 'publicerad från', 'publiceringsdatum', 'publish date'],
  depublished: ['avpublicerad', 'avpublicerad från', 'unpublish date'],
  'owner.id': ['ägar-id', 'ägarens id', 'owner id', 'organisationsnummer', 'orgnr', 'enhets-id'],
  ownerName: [
    ...['ägare', 'owner', 'huvudman', 'enhet', 'ägarens namn', 'ägarnamn', 'owner name', 'församling', 'pastorat'],
    ...['organisation', 'enhetsnamn'],
  ],
  'owner.type': ['ägartyp', 'typ av ägare', 'enhetstyp'],
  'parent.id': ['överordnad plats', 'parent place'],
  'visitingInfo.address': ['adress', 'gatuadress', 'besöksadress', 'address', 'street', 'street address', 'gata'],
  'visitingInfo.postalCode': ['postnummer', 'postnr', 'zip', 'zip code', 'postcode', 'postal code'],
  'visitingInfo.city': ['ort', 'postort', 'stad', 'city', 'town', 'tätort'],
  'visitingInfo.description': ['vägbeskrivning', 'hitta hit', 'directions'],
  'contactInfo.phone': ['telefonnummer', 'tel', 'tfn', 'växel', 'mobil', 'phone', 'phone number', 'mobile'],
  'contactInfo.phone.CountryCode': ['landsnummer', 'country code'],
  'contactInfo.phone.AreaCode': ['riktnummer', 'riktnr', 'area code'],
  'contactInfo.email': ['e-post', 'epostadress', 'mail', 'mejl', 'e-mail', 'email address'],
  'contactInfo.url': ['webb', 'webbplats', 'webbsida', 'hemsida', 'url', 'länk', 'website', 'homepage', 'web'],
  openHours: ['öppettider', 'opening hours', 'hours'],
  'placeDetails.info': ['bekvämligheter', 'faciliteter', 'facilities', 'info'],
  'placeDetails.accessibility.info': ['tillgänglighet', 'accessibility'],
  ...Object.fromEntries(facilities.map(({ path, headings }) => [path, headings])),
  categories: ['kategorier', 'kategori', 'category'],
  tags: ['taggar', 'tagg', 'tag', 'etiketter'],
}
