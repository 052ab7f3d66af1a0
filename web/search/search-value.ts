import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Place } from '../../client/client.ts'
import { facilities } from '../../src/place/facilities.ts'
import { weekdays } from '../../src/place/place.ts'
import { anyOf, listedFields } from '../../src/query/parse/filter-signs.ts'
import { addressFilter } from '../../src/query/typed/street-address.ts'
import { addresses } from '../addresses.ts'
import { isPlaceId, type PlaceQuery } from '../place/place-queries.ts'
import { type LonLat, type PlaceState, placeStates, placeTypes } from '../place/place-traits.ts'

const accessibility = 'placedetails_accessibility_'

/** A list of two empty values, which means null; a query omits a single empty value. */
const escapedNull = ','

const empty = (...fields: readonly string[]) => fields.map((field) => [field, escapedNull] as const)

/** Filters that all match a place without some details, by the name of what it lacks. */
export const missingFieldFilters = {
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

export type Lacking = keyof typeof missingFieldFilters

/** Returns the names that a user can filter by; `pictures` only for users who see media. */
export function missingFieldFiltersFor(seesMedia: boolean): readonly Lacking[] {
  return (Object.keys(missingFieldFilters) as Lacking[]).filter((lacking) => lacking !== 'pictures' || seesMedia)
}

/** Returns the names of what a place lacks of the above. */
export function missingFieldsOf(place: Place): Lacking[] {
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

/** Validators of filters with several values, by their parameter in the address of the page. */
const takes = {
  /** Names of place types. */
  is: (value: string) => placeTypes.some(({ name }) => name === value),
  ...(Object.fromEntries(listedFields.map((name) => [name, isGiven])) as Record<ListedField, typeof isGiven>),
  /** Facilities that a place must have, all of them. */
  has: (value: string) => facilities.some(({ filter }) => filter === value),
  /** Details that a place must lack, all of them. */
  lacks: (value: string) => Object.hasOwn(missingFieldFilters, value),
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

/** A search: the complete content of the explorer's address. */
export interface SearchValue extends ListFilters {
  readonly q: string
  /** True if `q` matches exactly, without similar words, even if nothing is found. */
  readonly exact: boolean
  readonly state: PlaceState | 'any'
  /** `now`, the instant at which places are open, to the minute in UTC, or the days on which they are. */
  readonly openAt?: string | undefined
  /** What is due on a day: `published:2026-12-01`. */
  readonly due?: string | undefined
  /** A telephone number in any notation. */
  readonly telephone?: string | undefined
  /** A street and the number of a house. */
  readonly address?: string | undefined
  /** West, south, east, north. */
  readonly bbox?: readonly [number, number, number, number] | undefined
  /** True if the box was drawn by hand; otherwise it follows the visible part of the map. */
  readonly isDrawn?: boolean | undefined
  /** Longitude, latitude: nearest first. */
  readonly near?: LonLat | undefined
  /** The name of that point, such as the town; absent for a bare position. */
  readonly nearName?: string | undefined
  /** The greatest distance from that point, in metres. Without a point, one is still to be chosen. */
  readonly within?: number | undefined
  /** The `orderby` parameter of the service; absent: the default order. */
  readonly orderby?: string | undefined
  /** From 1. */
  readonly page: number
  /** The view of the result on a small screen. */
  readonly view: 'list' | 'map'
}

/** The search of an address without parameters: all published places. */
export const emptySearch: SearchValue = {
  ...filtersOf(() => []),
  q: '',
  exact: false,
  state: 'published',
  page: 1,
  view: 'list',
}

/** A change that removes all filters except the text and the box. */
export const noFilters: Partial<SearchValue> = {
  ...filtersOf(() => []),
  state: 'published',
  openAt: undefined,
  due: undefined,
  telephone: undefined,
  address: undefined,
}

/** Upper limit of the values of a filter, so that the address stays short. */
export const valuesMax = 100

const nameCharactersMax = 100

/** Parses the search of an address; ignores invalid values. */
export function parseSearch(text: string): SearchValue {
  const given = new URLSearchParams(text)
  const state = [...placeStates, 'any' as const].find((known) => known === given.get('state'))
  const bbox = numbers(given.get('bbox'), 4) as SearchValue['bbox']
  const [longitude = '', latitude = '', ...name] = (given.get('near') ?? '').split(',')
  const near = numbers(`${longitude},${latitude}`, 2) as SearchValue['near']
  const nearName = name.join(',').trim().slice(0, nameCharactersMax)
  const within = Number(given.get('within'))
  const orderby = given.get('orderby')
  const open = given.get('open') ?? ''
  const due = given.get('due') ?? ''
  const lines = lineFilters.map((name) => [name, given.get(name)?.trim().slice(0, nameCharactersMax) || undefined])
  return {
    ...filtersOf((name) => [...new Set(given.getAll(name).filter(takes[name]))].slice(0, valuesMax)),
    q: given.get('q') ?? '',
    exact: given.get('exact') === 'true',
    state: state ?? 'published',
    view: given.get('view') === 'map' ? 'map' : 'list',
    page: Math.max(1, Number.parseInt(given.get('page') ?? '1', 10) || 1),
    ...(isOpening(open) && { openAt: open }),
    ...(dueOf(due) && { due }),
    ...Object.fromEntries(lines.filter(([, text]) => text !== undefined)),
    ...(bbox && { bbox }),
    ...(bbox && given.get('area') === 'drawn' && { isDrawn: true }),
    ...(near && { near }),
    ...(near && nearName !== '' && { nearName }),
    ...(within > 0 && { within }),
    ...(orderby && /^[a-z_]+-?$/.test(orderby) && { orderby }),
  }
}

/** What can be due on a day: places that are published or unpublished, and hours that begin. */
export const dueKinds = ['published', 'depublished', 'hours'] as const

/** Parses what is due on which day; undefined for any other text. */
export function dueOf(text: string): { readonly kind: (typeof dueKinds)[number]; readonly day: string } | undefined {
  const [, word, day = ''] = /^([a-z]+):(\d{4}-\d\d-\d\d)$/.exec(text) ?? []
  const kind = dueKinds.find((known) => known === word)
  return kind && !Number.isNaN(Date.parse(day)) ? { kind, day } : undefined
}

/** Returns the filter for what is due on a day of the reader's time zone. */
function dueQuery(text = ''): Record<string, string> {
  const due = dueOf(text)
  if (!due) return {}
  const { kind, day } = due
  if (kind === 'hours') return { openhours_validfrom: day }
  const [start, end] = [new Date(`${day}T00:00`), new Date(`${day}T23:59`)].map((time) =>
    time.toISOString().slice(0, 16),
  )
  return { [kind]: `${start}Z-${end}Z` }
}

/** Filters of one line of text. */
const lineFilters = ['telephone', 'address'] as const

const momentForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\dZ)?$/

/** Returns true for `now`, for an instant to the minute in UTC, and for days. */
function isOpening(text: string): boolean {
  return text === 'now' || text.split(/[,/]/).every((one) => momentForm.test(one) && !Number.isNaN(Date.parse(one)))
}

/** Returns true if a value of `openAt` is days. */
export function isOnDays(openAt: string): boolean {
  return /^[-\d,/]+$/.test(openAt)
}

function numbers(text: string | null, count: number): number[] | undefined {
  const parts = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  return parts.length === count && parts.every(Number.isFinite) ? parts : undefined
}

/** Formats a search as the query string of its address; '' for the search for everything. */
export function formatSearch(value: SearchValue): string {
  const pairs: [string, string][] = [
    ...(value.q.trim() === '' ? [] : [['q', value.q] as [string, string]]),
    ...listFilters.flatMap((name) => value[name].map((one): [string, string] => [name, one])),
  ]
  if (value.exact) pairs.push(['exact', 'true'])
  if (value.state !== 'published') pairs.push(['state', value.state])
  if (value.openAt) pairs.push(['open', value.openAt])
  if (value.due) pairs.push(['due', value.due])
  for (const name of lineFilters) if (value[name]) pairs.push([name, value[name]])
  if (value.bbox) pairs.push(['bbox', value.bbox.map(short).join(',')])
  if (value.bbox && value.isDrawn) pairs.push(['area', 'drawn'])
  if (value.near) pairs.push(['near', [...value.near.map(short), value.nearName ?? []].flat().join(',')])
  if (value.within) pairs.push(['within', String(value.within)])
  if (value.orderby) pairs.push(['orderby', value.orderby])
  if (value.page > 1) pairs.push(['page', String(value.page)])
  if (value.view === 'map') pairs.push(['view', 'map'])
  return new URLSearchParams(pairs).toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
}

/** Five decimals of a degree are a metre. */
function short(degrees: number): string {
  return String(Number(degrees.toFixed(5)))
}

/** Returns the address of a search; omitted members are those of the search for everything. */
export function addressOfSearch(said: Partial<SearchValue>): string {
  const text = formatSearch({ ...emptySearch, ...said })
  return `${addresses.explorer}${text && `?${text}`}`
}

/** Returns the explorer's address for these places in any state; if they exceed the limit, for the latest changes. */
export function addressOfPlaces(ids: readonly string[]): string {
  const which = ids.length <= valuesMax ? { id: ids } : { orderby: 'updated-' }
  return addressOfSearch({ state: 'any', ...which })
}

/** Counts the filters that are set besides the text. */
export function countFilters(value: SearchValue): number {
  const lists = listFilters.reduce((sum, name) => sum + value[name].length, 0)
  const others = [value.openAt, value.due, value.telephone, value.address, value.bbox]
  return lists + others.filter((one) => one !== undefined).length + Number(value.state !== 'published')
}

/** Changes the search; returns to the first page unless the change sets another. */
export type ChangeSearch = (change: Partial<SearchValue>, options?: { readonly replace?: boolean }) => void

/** Returns a change that sorts by distance from a point and drops the box; undefined ends the sorting. */
export function nearBy(near: LonLat | undefined, nearName?: string, within?: number) {
  return { near, nearName, within, orderby: undefined, ...(near && { bbox: undefined }) } satisfies Partial<SearchValue>
}

/** The props of a view of the search. */
export interface SearchProps {
  readonly value: SearchValue
  readonly onChange: ChangeSearch
}

/** Returns the search of the address, and a function that changes it: adds a history entry unless it replaces. */
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

/** Returns the parameters that select the matching places. `now`, to the minute, separates the states. */
export function matchQuery(value: SearchValue, now: Date): PlaceQuery {
  const filters = listedFields.map((name) => [name, anyOf(value[name])] as const)
  const has = facilities.filter(({ filter }) => value.has.includes(filter)).map(({ field }) => [field, 'true'] as const)
  const lacks = value.lacks.flatMap((name) => missingFieldFilters[name as Lacking])
  const query: Record<string, unknown> = {
    q: value.q.trim(),
    id: value.id.join(','),
    // Places selected by id include parts of places, which a query without a type omits.
    is: value.is.join(',') || (value.id.length > 0 ? '*' : ''),
    ...Object.fromEntries([...filters, ...has, ...lacks]),
    ...stateQuery(value.state, now),
    ...dueQuery(value.due),
    [isOnDays(value.openAt ?? '') ? 'openOn' : 'openAt']: value.openAt ?? '',
    telephone: value.telephone ?? '',
    visitinginfo_address: value.address === undefined ? '' : addressFilter(value.address),
    bbox: value.bbox?.join(',') ?? '',
    ...(value.near && value.within && { nearby: value.near.join(','), nearbyRadius: value.within }),
  }
  return Object.fromEntries(Object.entries(query).filter(([, given]) => given !== '')) as PlaceQuery
}

/** Returns the parameters that select the page, the order and the details of the matches. */
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

/** Returns the filters for one state, according to the specification's table of states. */
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
