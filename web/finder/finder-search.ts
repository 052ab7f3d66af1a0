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
  'id' | 'name' | 'slug' | 'placeTypes' | 'geolocationInfo' | 'openHours' | 'distance'
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
  readonly openNow: boolean
  readonly near: LonLat | undefined
  readonly limit: number
  readonly offset: number
}

/** The present hours of a place, as the service reports them. */
type FinderHours = operations['getPlaceByIdHours']['responses'][200]['content']['application/json']

const shownFields = ['name', 'slug', 'placetypes', 'geolocationinfo_municipality', 'openhours']

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

function queryOf({ owner, types, municipality, filter, text, openNow, near, limit, offset }: FinderSearch): string {
  const query = new URLSearchParams(filter)
  const set = (name: string, value: string) => value && query.set(name, value)
  set('owner_id', owner)
  set('is', types)
  set('geolocationinfo_municipality', municipality)
  set('q', text.trim())
  set('openAt', openNow ? 'now' : '')
  set('nearby', near ? near.join(',') : '')
  query.set('fields', [...shownFields, ...(near ? ['distance'] : [])].join(','))
  query.set('limit', String(limit))
  if (offset > 0) query.set('offset', String(offset))
  return query.toString()
}
