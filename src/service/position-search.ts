import { type Caller, isNarrowed, sightOf } from '../access/access.ts'
import { madeInTurns } from '../common/pause.ts'
import { townName } from '../pages/typed-part-words.ts'
import { type JsonObject, valueAt } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import type { LonLat } from '../place/place.ts'
import { parseSearch } from '../query/parse/parse.ts'
import { fitsName } from '../query/results/suggestion.ts'
import { fold } from '../query/text/folded-text.ts'
import { typedWords } from '../query/typed/typed-words.ts'
import type { Language } from '../words/words.ts'
import type { KnownNames } from './known-names.ts'
import { shownPlaces } from './presentation.ts'
import type { IsGone, SearchEngine } from './search-engine.ts'

/** A position that a text names. */
export interface FoundPosition {
  readonly type: 'town' | 'address'
  readonly text: string
  readonly coordinates: LonLat
}

interface PositionSearch {
  readonly engine: Pick<SearchEngine, 'search'>
  readonly model: Model
  readonly known: KnownNames
  readonly caller: Caller
  readonly language: Language
  readonly isGone: IsGone
}

/** The places whose addresses are compared. */
const placesMax = 200
const addressWordMin = 3

/**
 * Resolves with the towns that begin with a text, and the streets of places that the caller may see; the largest towns
 * for an empty text. A house number that no place has stands for the nearest one in its street.
 */
export async function findPositions(text: string, limit: number, search: PositionSearch): Promise<FoundPosition[]> {
  const [towns, addresses] = await Promise.all([townsFor(text, limit, search), addressesFor(text, search)])
  const kept = addresses.slice(0, Math.max(limit - towns.length, Math.floor(limit / 2)))
  return [...towns.slice(0, limit - kept.length), ...kept]
}

async function townsFor(text: string, limit: number, { known, caller, language }: PositionSearch) {
  const { towns } = await known.names(caller)
  const begun = typedWords(text)
    .map(({ key }) => key)
    .join(' ')
  const fitting = towns.filter(({ key }) => key.startsWith(begun))
  const ordered = [...fitting.filter(({ key }) => key === begun), ...fitting].map(({ town }) => town)
  const found = await Promise.all(
    [...new Set(ordered)].slice(0, limit).map(async (town): Promise<FoundPosition | undefined> => {
      const coordinates = await known.positionOf(town, caller)
      return coordinates && { type: 'town', text: townName(town, language), coordinates }
    }),
  )
  return found.filter((one) => one !== undefined)
}

/** A place with an address. */
interface Addressed {
  readonly street: string
  /** The number of the house; 0 without one. */
  readonly number: number
  readonly address: string
  readonly city: string
  readonly coordinates: LonLat
}

async function addressesFor(text: string, { engine, model, caller, isGone }: PositionSearch): Promise<FoundPosition[]> {
  const words = typedWords(text).map(({ from, to }) => text.slice(from, to))
  const named = words.filter((word) => !/^\d/.test(word))
  if (!named.some((word) => word.length >= addressWordMin)) return []
  const wanted = Number.parseInt(words.find((word) => /^\d/.test(word)) ?? '', 10)
  const narrowed = isNarrowed(caller)
  const q = encodeURIComponent(named.join(' ').toWellFormed())
  const request = parseSearch(
    `q=${q}&visitinginfo_address=!&is=*&fields=visitinginfo,geolocation&limit=${placesMax}${narrowed ? '' : '&include=non-published'}`,
    { model, sees: sightOf(caller), narrowed },
  )
  const page = await engine.search(request, caller, isGone)
  const places = (await shownPlaces(page, request.presentation)).flatMap(addressedOf)
  const typed = named.join(' ')
  // The name of a town alone means no street in it.
  const fits = ({ address, city }: Addressed) => {
    const beginning = address.slice(0, houseCharactersMax)
    return (
      fitsName(`${beginning} ${city}`, typed, model.locale) &&
      named.some((word) => fitsName(beginning, word, model.locale))
    )
  }
  const fitting = (await madeInTurns(places, (place) => (fits(place) ? [place] : []))).flat()
  const ends = named.slice(1).map((_, at) => fold(named.slice(at + 1).join(' ')))
  /** 2 for the town that the text ends with, 1 for one that its end begins, 0 for others. */
  const rankOf = ({ city }: Addressed) =>
    Math.max(0, ...ends.map((end) => (fold(city) === end ? 2 : Number(fold(city).startsWith(end)))))
  const ordered = fitting.toSorted((one, other) => rankOf(other) - rankOf(one))
  const streets = Map.groupBy(ordered, ({ street, city }) => `${street}\n${city}`.toLowerCase())
  const far = ({ number }: Addressed) => (Number.isNaN(wanted) ? number : Math.abs(number - wanted))
  return [...streets.values()].map((houses) => {
    const nearest = houses.reduce((best, one) => (far(one) < far(best) ? one : best))
    const isExact = nearest.number === wanted
    const where = isExact ? nearest.address : nearest.street
    return { type: 'address', text: [where, nearest.city].filter(Boolean).join(', '), coordinates: nearest.coordinates }
  })
}

function addressedOf(place: JsonObject): Addressed[] {
  const coordinates = valueAt(place, ['geolocation', 'geometry', 'coordinates'])
  const address = valueAt(place, ['visitingInfo', 'address'])
  const city = valueAt(place, ['visitingInfo', 'city'])
  if (typeof address !== 'string' || !Array.isArray(coordinates)) return []
  return [
    {
      ...houseIn(address),
      address,
      city: typeof city === 'string' ? city : '',
      coordinates: coordinates as unknown as LonLat,
    },
  ]
}

/** The characters of an address in which words and the number of the house are sought. */
const houseCharactersMax = 200

/** Returns the street of an address, and the first number behind it; 0 if there is none. */
function houseIn(address: string): Pick<Addressed, 'street' | 'number'> {
  const text = address.slice(0, houseCharactersMax)
  for (const { 0: number, index } of text.matchAll(/(?<=\s)\d{1,4}(?!\d)/g)) {
    const street = text.slice(0, index).trimEnd()
    if (/\p{L}/u.test(street)) return { street, number: Number(number) }
  }
  return { street: address, number: 0 }
}
