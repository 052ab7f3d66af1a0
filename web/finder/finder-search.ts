import type { operations, Place, PlacePage } from '../../client/client.ts'
import type { LonLat } from '../../src/place/place.ts'

/** The service that a finder asks. */
export interface FinderSource {
  /** The address of the service, with a slash at its end. */
  readonly base: string
  /** The key of visitors, which sees what is published. */
  readonly key: string
}

/** A place as a finder asks for it. */
export type FoundPlace = Pick<
  Place,
  'id' | 'name' | 'slug' | 'placeTypes' | 'geolocationInfo' | 'visitingInfo' | 'openHours' | 'distance'
>

/** The conditions of a search: those of the site, and those of the visitor. */
interface FinderSearch {
  readonly owner: string
  /** Names of place types, with commas. */
  readonly types: string
  readonly municipality: string
  /** More filters, as the query of an address. */
  readonly filter: string
  readonly text: string
  /** The text as it was understood; undefined if it is only text. */
  readonly understood: UnderstoodText | undefined
  readonly openNow: boolean
  readonly near: LonLat | undefined
  readonly limit: number
  readonly offset: number
}

/** A text as the service understood it. */
export type UnderstoodText = NonNullable<
  operations['getPlaceSuggest']['responses'][200]['content']['application/json']['Search']
>

/** Reads a text; undefined if it is only text, or is longer than the service reads. */
export async function readText(
  source: FinderSource,
  text: string,
  language: string,
  signal: AbortSignal,
): Promise<UnderstoodText | undefined> {
  const q = text.trim()
  if (q === '' || q.length > charactersMax || q.split(/\s+/).length > wordsMax) return undefined
  const query = new URLSearchParams({ q, limit: '1', lang: language })
  const { Search: found } = (await ask(source, `place/suggest?${query}`, signal)) as { Search?: UnderstoodText }
  return found?.parts.some(({ member }) => member !== 'q') ? found : undefined
}

/** The limits of the service. */
const [charactersMax, wordsMax] = [100, 20]

/** The present hours of a place, as the service reports them. */
type FinderHours = operations['getPlaceByIdHours']['responses'][200]['content']['application/json']

const shownFields = [
  ...['name', 'slug', 'placetypes', 'geolocationinfo_municipality', 'visitinginfo_address', 'visitinginfo_city'],
  'openhours',
]

/** A page of places, and how many there are; rejects where the service does not answer with them. */
export async function findPlaces(
  source: FinderSource,
  search: FinderSearch,
  signal: AbortSignal,
): Promise<Pick<PlacePage, 'TotalHits'> & { readonly Results: readonly FoundPlace[] }> {
  return (await ask(source, `place?${queryOf(search)}`, signal)) as PlacePage
}

/** The present hours of a place. */
export async function hoursOf(source: FinderSource, id: string, signal: AbortSignal): Promise<FinderHours> {
  return (await ask(source, `place/${id}/hours`, signal)) as FinderHours
}

/** The page with the map of a search, for a frame. */
export function mapAddress({ base }: FinderSource, search: FinderSearch, language: string): string {
  const query = new URLSearchParams(queryOf({ ...search, offset: 0 }))
  for (const name of ['fields', 'limit']) query.delete(name)
  query.set('lang', language)
  return `${base}finder-map?${query}`
}

async function ask({ base, key }: FinderSource, path: string, signal: AbortSignal): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json' }
  const answer = await fetch(`${base}v4/${path}`, { headers, signal, credentials: 'omit' })
  if (!answer.ok) throw new Error(`the places were answered with ${answer.status}`)
  return answer.json()
}

function queryOf(search: FinderSearch): string {
  const { owner, types, municipality, filter, text, understood, openNow, near, limit, offset } = search
  const query = new URLSearchParams(filter)
  const set = (name: string, value: string) => value && query.set(name, value)
  set('owner_id', owner)
  set('is', types)
  set('geolocationinfo_municipality', municipality)
  if (understood) setUnderstood(query, understood)
  else set('q', text.trim())
  if (!query.has('openOn')) set('openAt', query.get('openAt') ?? (openNow ? 'now' : ''))
  if (!query.has('nearby')) set('nearby', near ? near.join(',') : '')
  // Until the position of the visitor is known, a distance has no beginning.
  if (!query.has('nearby')) query.delete('nearbyRadius')
  query.set('fields', [...shownFields, ...(query.has('nearby') ? ['distance'] : [])].join(','))
  query.set('limit', String(limit))
  if (offset > 0) query.set('offset', String(offset))
  return query.toString()
}

/** Sets what a text means. What the site has chosen stays; the text for it is then searched as such. */
function setUnderstood(query: URLSearchParams, { parts }: UnderstoodText): void {
  const chosen = new Set(query.keys())
  const words: string[] = []
  for (const { member, value, text } of parts) {
    if (member === 'q') words.push(value ?? text)
    else if (chosen.has(member)) words.push(text)
    else if (value !== undefined) query.set(member, value)
  }
  if (words.length === 0) return
  query.set('q', words.join(' '))
  query.set('similar', 'true')
}
