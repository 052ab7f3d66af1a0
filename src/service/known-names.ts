import { setImmediate } from 'node:timers/promises'
import { asVisitor, type Caller } from '../access/access.ts'
import { Problem } from '../common/problem.ts'
import { readTowns } from '../geo/town-list.ts'
import { directoryFields } from '../place/directory-kinds.ts'
import { valueAt } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import type { LonLat } from '../place/place.ts'
import { escaped } from '../query/parse/filter-signs.ts'
import { parseSearch } from '../query/parse/parse.ts'
import type { SearchRequest } from '../query/parse/search-request.ts'
import { type FacetValue, facetsObject } from '../query/results/facets.ts'
import type { KnownTown, NamedThing } from '../query/typed/typed-part.ts'
import { phraseKey } from '../query/typed/typed-words.ts'
import { shownPlaces } from './presentation.ts'
import type { SearchEngine } from './search-engine.ts'

/** A town with the key of one of its names. */
interface KeyedTown {
  readonly key: string
  readonly town: KnownTown
}

/** The names that a typed text may contain, by their keys. */
export interface Names {
  readonly byKey: ReadonlyMap<string, NamedThing>
  /** The towns, those of the countries with the most places first and the largest first; then those of addresses. */
  readonly towns: readonly KeyedTown[]
  /** Countries with places (ISO 3166-1 alpha-2), those with the most first. */
  readonly countries: readonly string[]
  /** The countries that have a town of a name, by its key; only those of `countries`. */
  readonly townCountries: ReadonlyMap<string, readonly string[]>
}

/** New names appear after this delay. */
const freshMillis = 60_000
/** The most names of each kind, those of the most places; and the countries whose towns are known. */
const [namesMax, countriesMax] = [10_000, 8]
/** Names added per turn of the event loop. */
const namesAtOnce = 500
/** The places from which the position of a town is derived. */
const locatedMax = 50

const fields = {
  country: 'geolocationinfo_country',
  municipality: 'geolocationinfo_municipality',
  county: 'geolocationinfo_county',
  owner: directoryFields.owners,
  city: 'visitinginfo_city',
} as const
const postalCode = 'visitinginfo_postalcode'

const noNames: Names = { byKey: new Map(), towns: [], countries: [], townCountries: new Map() }

interface NameParts {
  readonly engine: Pick<SearchEngine, 'search'>
  readonly model: Model
}

/**
 * The names of towns, municipalities and owners. They are those of published places, whoever asks, and towns of the
 * countries with places.
 */
export class KnownNames {
  readonly #parts: NameParts
  #names = noNames
  #reading: Promise<void> | undefined
  #readAt = Number.NEGATIVE_INFINITY
  #positions = new Map<string, Promise<LonLat | undefined>>()

  constructor(parts: NameParts) {
    this.#parts = parts
  }

  /** Resolves with the names of at most a minute ago, or with those before while new ones are read. */
  async names(caller: Caller): Promise<Names> {
    if (performance.now() - this.#readAt > freshMillis && !this.#reading) {
      this.#readAt = performance.now()
      this.#reading = this.#read(asVisitor(caller)).finally(() => {
        this.#reading = undefined
      })
      // Only who waits for the first names is told of a failure.
      this.#reading.catch(() => undefined)
    }
    if (this.#names === noNames) await this.#reading
    return this.#names
  }

  /** Resolves with the position of a town; for one that only addresses name, with the middle of its places. */
  async positionOf({ position, city }: KnownTown, caller: Caller): Promise<LonLat | undefined> {
    if (position || city === undefined) return position
    const filter = `${fields.city}=${encodeURIComponent(escaped(city).toWellFormed())}`
    return this.#positions.getOrInsertComputed(city, () => this.#middleOf(filter, asVisitor(caller)))
  }

  /** Resolves with the middle of the places with a postal code of five digits, else of those with its first three. */
  async positionOfPostalCode(code: string, caller: Caller): Promise<LonLat | undefined> {
    const [district, rest] = [code.slice(0, 3), code.slice(-2)]
    const own = await this.#middleOf(`${postalCode}=${district}${rest},${district}+${rest}`, asVisitor(caller))
    return own ?? this.#middleOf(`${postalCode}=^${district}`, asVisitor(caller))
  }

  async #read(visitor: Caller): Promise<void> {
    try {
      const values = await this.#values(visitor)
      this.#names = await namesOf(values)
      this.#positions = new Map()
    } catch (error) {
      // Texts are read without them for a minute.
      if (!(error instanceof Problem)) throw error
    }
  }

  async #values(visitor: Caller): Promise<Values> {
    const request = this.#request(`limit=0&facets=${Object.values(fields).join(',')}`)
    const query = { ...request.query, facetValuesMax: namesMax }
    const { facets = [] } = await this.#parts.engine.search({ ...request, query }, visitor, () => false)
    const found = facetsObject(facets)
    const of = (name: keyof typeof fields) => found[fields[name]] ?? []
    const [municipality, county] = [of('municipality'), of('county')]
    return { country: of('country'), municipality, county, owner: of('owner'), city: of('city') }
  }

  async #middleOf(query: string, visitor: Caller): Promise<LonLat | undefined> {
    const request = this.#request(`${query}&fields=geolocation&limit=${locatedMax}`)
    try {
      const page = await this.#parts.engine.search(request, visitor, () => false)
      const positions = (await shownPlaces(page, request.presentation)).flatMap((place) => {
        const coordinates = valueAt(place, ['geolocation', 'geometry', 'coordinates'])
        return Array.isArray(coordinates) ? [coordinates as unknown as LonLat] : []
      })
      const middle = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!
      if (positions.length === 0) return undefined
      return [middle(positions.map(([longitude]) => longitude)), middle(positions.map(([, latitude]) => latitude))]
    } catch (error) {
      if (error instanceof Problem) return undefined
      throw error
    }
  }

  #request(text: string): SearchRequest {
    return parseSearch(text, { model: this.#parts.model, sees: 'public', narrowed: true })
  }
}

type Values = Readonly<Record<keyof typeof fields, readonly FacetValue[]>>

/** Short forms of the names of towns, in writing only. */
const shortNames = [
  ['sthlm', 'stockholm'],
  ['gbg', 'goteborg'],
  ['hbg', 'helsingborg'],
  ['jkpg', 'jonkoping'],
  ['lkpg', 'linkoping'],
  ['nkpg', 'norrkoping'],
  ['ovik', 'ornskoldsvik'],
  ['o vik', 'ornskoldsvik'],
] as const

async function namesOf({ country, municipality, county, owner, city }: Values): Promise<Names> {
  const countries = country.slice(0, countriesMax).map(({ value }) => String(value))
  const byKey = new Map<string, { -readonly [Member in keyof NamedThing]: NamedThing[Member] }>()
  const towns: KeyedTown[] = []
  const townCountries = new Map<string, readonly string[]>()
  let added = 0
  const at = (key: string) => byKey.getOrInsertComputed(key, () => ({}))
  const pace = async () => {
    if (++added % namesAtOnce === 0) await setImmediate()
  }
  const addTown = (key: string, town: KnownTown) => {
    if (key === '' || at(key).town) return
    at(key).town = town
    towns.push({ key, town })
  }
  for (const [nth, list] of (await Promise.all(countries.map(readTowns))).entries()) {
    for (const [name, longitude, latitude, names = {}] of list) {
      const town = { name, names, position: [longitude, latitude] } as const
      for (const one of [name, ...Object.values(names)]) {
        const [key, country] = [phraseKey(one!), countries[nth]!]
        addTown(key, town)
        const others = townCountries.get(key) ?? []
        if (!others.includes(country)) townCountries.set(key, [...others, country])
      }
      await pace()
    }
  }
  for (const { value } of city) {
    addTown(phraseKey(String(value)), { name: String(value), city: String(value) })
    await pace()
  }
  for (const [short, key] of shortNames) {
    const town = byKey.get(key)?.town
    if (town) at(short).town ??= town
  }
  for (const { value } of municipality) {
    for (const name of municipalityNames(String(value))) at(phraseKey(name)).municipality ??= String(value)
    await pace()
  }
  for (const { value } of county) {
    for (const name of countyNames(String(value))) at(phraseKey(name)).county ??= String(value)
    await pace()
  }
  for (const { value, name } of owner) {
    const key = phraseKey(name ?? '')
    if (name !== undefined && key !== '') {
      const ids = [...(at(key).owner?.ids ?? []), String(value)]
      at(key).owner = { ids, name }
    }
    await pace()
  }
  return { byKey, towns, countries, townCountries }
}

/** The forms in which people write a county. */
function countyNames(value: string): string[] {
  const plain = value.replace(/s? län$/i, '')
  return [value, plain, `${plain} län`, `${plain}s län`, `${plain} county`]
}

/** The forms in which people write a municipality: with and without what it is, in the genitive, without a note. */
function municipalityNames(value: string): string[] {
  const plain = value.replace(/\s*\([^)]*\)$/, '').replace(/s? kommun$/i, '')
  const whole = [`${plain} kommun`, `${plain}s kommun`, `${plain} municipality`, `municipality of ${plain}`]
  return [value, plain, ...whole]
}
