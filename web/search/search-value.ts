import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Place } from '../../client/client.ts'
import { facilities } from '../../src/place/facilities.ts'
import { weekdays } from '../../src/place/place.ts'
import { anyOf, listedFields } from '../../src/query/parse/filter-signs.ts'
import { addresses } from '../addresses.ts'
import { isPlaceId, type PlaceQuery } from '../place/place-queries.ts'
import { type LonLat, type PlaceState, placeStates, placeTypes } from '../place/place-traits.ts'

const accessibility = 'placedetails_accessibility_'

/** A list of two empty values: null, where a lone empty value would be left out of a query. */
const escapedNull = ','

const empty = (...fields: readonly string[]) => fields.map((field) => [field, escapedNull] as const)

/** What a place may lack, by the filters that all hold then. */
export const lackings = {
  hours: empty('openhours_validfrom', 'openhours_validto', ...weekdays.map((day) => `openhours_days_${day}_from`)),
  text: empty('longdescription'),
  pictures: empty('media_images_title'),
  accessibility: empty(
    `${accessibility}info`,
    ...facilities.map(({ field }) => field).filter((field) => field.startsWith(accessibility)),
  ),
  contact: [
    ...empty('contactinfo_phone_number', 'contactinfo_email', 'contactinfo_url'),
    ['contactinfo_fetchautomatically', '!true'],
  ],
} as const satisfies Record<string, readonly (readonly [field: string, filter: string])[]>

export type Lacking = keyof typeof lackings

/** What somebody can be told of places that lack it: pictures only who sees them. */
export function toldLackings(seesMedia: boolean): readonly Lacking[] {
  return (Object.keys(lackings) as Lacking[]).filter((lacking) => lacking !== 'pictures' || seesMedia)
}

/** What a place lacks of what is asked for above. */
export function lackingsOf(place: Place): Lacking[] {
  const { openHours = [], longDescription, media, placeDetails, contactInfo = {} } = place
  const has: Readonly<Record<Lacking, boolean>> = {
    hours: openHours.length > 0,
    text: Boolean(longDescription),
    pictures: (media?.images ?? []).length > 0,
    accessibility: Object.keys(placeDetails?.accessibility ?? {}).length > 0,
    contact: Boolean(
      contactInfo.phone?.Number || contactInfo.email || contactInfo.url || contactInfo.fetchAutomatically,
    ),
  }
  return (Object.keys(has) as Lacking[]).filter((lacking) => !has[lacking])
}

const isGiven = (value: string) => value !== ''

type ListedField = (typeof listedFields)[number]

/** Filters that take any of several values, by the parameter that carries them in the page's address, and what each takes. */
const takes = {
  /** Names of place types. */
  is: (value: string) => placeTypes.some(({ name }) => name === value),
  ...(Object.fromEntries(listedFields.map((name) => [name, isGiven])) as Record<ListedField, typeof isGiven>),
  /** What a place must have, all of it. */
  has: (value: string) => facilities.some(({ filter }) => filter === value),
  /** What a place must lack, all of it. */
  lacks: (value: string) => Object.hasOwn(lackings, value),
  /** Places that are named one by one. */
  id: isPlaceId,
}

export type ListFilter = keyof typeof takes

/** The names of those filters. */
export const listFilters = Object.keys(takes) as readonly ListFilter[]

type ListFilters = Readonly<Record<ListFilter, readonly string[]>>

function filtersOf(valuesOf: (name: ListFilter) => readonly string[]): ListFilters {
  return Object.fromEntries(listFilters.map((name) => [name, valuesOf(name)])) as unknown as ListFilters
}

/** What is searched for: all that the address of the explorer says. */
export interface SearchValue extends ListFilters {
  readonly q: string
  /** Whether `q` means what it says and nothing near it, even where that finds nothing. */
  readonly exact: boolean
  readonly state: PlaceState | 'any'
  /** `now`, or the instant at which places are open, to the minute in UTC. */
  readonly openAt?: string | undefined
  /** West, south, east, north. */
  readonly bbox?: readonly [number, number, number, number] | undefined
  /** Whether that was drawn by hand; else it is what the map shows, which the search follows. */
  readonly isDrawn?: boolean | undefined
  /** Longitude, latitude: nearest first. */
  readonly near?: LonLat | undefined
  /** What that point is called, such as the town; absent for a bare position. */
  readonly nearName?: string | undefined
  /** As the service takes it; absent: its own order. */
  readonly orderby?: string | undefined
  /** From 1. */
  readonly page: number
  /** What a small screen shows of the result. */
  readonly view: 'list' | 'map'
}

/** The search of an address that says nothing: all that is published. */
export const emptySearch: SearchValue = {
  ...filtersOf(() => []),
  q: '',
  exact: false,
  state: 'published',
  page: 1,
  view: 'list',
}

/** The change that takes away all filters beside the text and the box. */
export const noFilters: Partial<SearchValue> = { ...filtersOf(() => []), state: 'published', openAt: undefined }

/** So many values of a filter an address carries with ease. */
export const valuesMax = 100

const nameCharactersMax = 100

/** The search that an address says; whatever it says wrongly is left out. */
export function parseSearch(text: string): SearchValue {
  const given = new URLSearchParams(text)
  const state = [...placeStates, 'any' as const].find((known) => known === given.get('state'))
  const bbox = numbers(given.get('bbox'), 4) as SearchValue['bbox']
  const [longitude = '', latitude = '', ...name] = (given.get('near') ?? '').split(',')
  const near = numbers(`${longitude},${latitude}`, 2) as SearchValue['near']
  const nearName = name.join(',').trim().slice(0, nameCharactersMax)
  const orderby = given.get('orderby')
  const open = given.get('open') ?? ''
  return {
    ...filtersOf((name) => [...new Set(given.getAll(name).filter(takes[name]))].slice(0, valuesMax)),
    q: given.get('q') ?? '',
    exact: given.get('exact') === 'true',
    state: state ?? 'published',
    view: given.get('view') === 'map' ? 'map' : 'list',
    page: Math.max(1, Number.parseInt(given.get('page') ?? '1', 10) || 1),
    ...(isOpening(open) && { openAt: open }),
    ...(bbox && { bbox }),
    ...(bbox && given.get('area') === 'drawn' && { isDrawn: true }),
    ...(near && { near }),
    ...(near && nearName !== '' && { nearName }),
    ...(orderby && /^[a-z_]+-?$/.test(orderby) && { orderby }),
  }
}

/** Whether a text says when places are to be open. */
function isOpening(text: string): boolean {
  return text === 'now' || (/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text)))
}

function numbers(text: string | null, count: number): number[] | undefined {
  const parts = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  return parts.length === count && parts.every(Number.isFinite) ? parts : undefined
}

/** The query string of the address that says this search; '' for the search for everything. */
export function formatSearch(value: SearchValue): string {
  const pairs: [string, string][] = [
    ...(value.q.trim() === '' ? [] : [['q', value.q] as [string, string]]),
    ...listFilters.flatMap((name) => value[name].map((one): [string, string] => [name, one])),
  ]
  if (value.exact) pairs.push(['exact', 'true'])
  if (value.state !== 'published') pairs.push(['state', value.state])
  if (value.openAt) pairs.push(['open', value.openAt])
  if (value.bbox) pairs.push(['bbox', value.bbox.map(short).join(',')])
  if (value.bbox && value.isDrawn) pairs.push(['area', 'drawn'])
  if (value.near) pairs.push(['near', [...value.near.map(short), value.nearName ?? []].flat().join(',')])
  if (value.orderby) pairs.push(['orderby', value.orderby])
  if (value.page > 1) pairs.push(['page', String(value.page)])
  if (value.view === 'map') pairs.push(['view', 'map'])
  return new URLSearchParams(pairs).toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
}

/** Five decimals of a degree are a metre. */
function short(degrees: number): string {
  return String(Number(degrees.toFixed(5)))
}

/** The address of a search; what it does not say is as in the search for everything. */
export function addressOfSearch(said: Partial<SearchValue>): string {
  const text = formatSearch({ ...emptySearch, ...said })
  return `${addresses.explorer}${text && `?${text}`}`
}

/** The address of the explorer with these places in any state; with what was changed last where it cannot name all of them. */
export function addressOfPlaces(ids: readonly string[]): string {
  const which = ids.length <= valuesMax ? { id: ids } : { orderby: 'updated-' }
  return addressOfSearch({ state: 'any', ...which })
}

/** How many filters beside the text are set. */
export function countFilters(value: SearchValue): number {
  const lists = listFilters.reduce((sum, name) => sum + value[name].length, 0)
  return (
    lists + Number(value.openAt !== undefined) + Number(value.state !== 'published') + Number(value.bbox !== undefined)
  )
}

/** A change of the search; the page goes back to the first unless the change says otherwise. */
export type ChangeSearch = (change: Partial<SearchValue>, options?: { readonly replace?: boolean }) => void

/** The change that looks for what is nearest to a point, wherever the map has looked; or no longer to any. */
export function nearBy(near: LonLat | undefined, nearName?: string) {
  return { near, nearName, orderby: undefined, ...(near && { bbox: undefined }) } satisfies Partial<SearchValue>
}

/** What a view of the search is told. */
export interface SearchProps {
  readonly value: SearchValue
  readonly onChange: ChangeSearch
}

/** The search that the address says, and how to change it: a new entry of the history unless it replaces the last. */
export function useSearchValue(): readonly [SearchValue, ChangeSearch] {
  const text = useSearch()
  const [, navigate] = useLocation()
  const value = useMemo(() => parseSearch(text), [text])
  const change = useCallback<ChangeSearch>(
    (change, { replace = false } = {}) => {
      const meaning = 'q' in change && { exact: false }
      navigate(addressOfSearch({ ...parseSearch(location.search), page: 1, ...meaning, ...change }), { replace })
    },
    [navigate],
  )
  return [value, change]
}

/** Which places match, as parameters of the service. `now` decides between states, to the minute. */
export function matchQuery(value: SearchValue, now: Date): PlaceQuery {
  const filters = listedFields.map((name) => [name, anyOf(value[name])] as const)
  const has = facilities.filter(({ filter }) => value.has.includes(filter)).map(({ field }) => [field, 'true'] as const)
  const lacks = value.lacks.flatMap((name) => lackings[name as Lacking])
  const query: Record<string, unknown> = {
    q: value.q.trim(),
    id: value.id.join(','),
    // What is named is found, parts of places too, which are left out where no type is asked for.
    is: value.is.join(',') || (value.id.length > 0 ? '*' : ''),
    ...Object.fromEntries([...filters, ...has, ...lacks]),
    ...stateQuery(value.state, now),
    openAt: value.openAt ?? '',
    bbox: value.bbox?.join(',') ?? '',
  }
  return Object.fromEntries(Object.entries(query).filter(([, given]) => given !== '')) as PlaceQuery
}

/** Which of the matches stand in the list, in which order, and what is told of them. */
export function pageQuery({ q, exact, page, orderby, near }: SearchValue, pageSize: number): PlaceQuery {
  return {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    expand: near ? ['owner', 'distance'] : ['owner'],
    ...(q.trim() !== '' && !exact && { similar: true }),
    ...(orderby && { orderby: [orderby] }),
    ...(near && { nearby: near.join(',') }),
  }
}

/** The filters that leave the places of one state, as the specification's table of states says. */
function stateQuery(state: SearchValue['state'], now: Date): Record<string, string> {
  const moment = `${now.toISOString().slice(0, 16)}Z`
  switch (state) {
    case 'published':
      return {}
    case 'any':
      return { include: 'non-published' }
    case 'draft':
      return { include: 'non-published', published: escapedNull }
    case 'scheduled':
      return { include: 'non-published', published: `${moment}-` }
    case 'unpublished':
      return { include: 'non-published', depublished: `-${moment}` }
    case 'deleted':
      return { include: 'deleted,non-published', deleted: '!' }
  }
}
