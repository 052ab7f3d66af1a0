import type { Field } from '../place/fields.ts'
import type { BBox, Instant, LonLat } from '../place/place.ts'
import type { PlaceTypeKey } from '../place/place-types.ts'
import type { Visibility } from '../place/visibility.ts'

/** What one value of a field must be for a test to hold. Texts are folded, words are cut (see text.ts). */
export type Test =
  /** The place has no value in the field; an empty list is none. */
  | { readonly is: 'missing' }
  | { readonly is: 'equal'; readonly value: string | number | boolean }
  | { readonly is: 'prefix'; readonly value: string }
  /**
   * One value holds a word beginning with each of `present`, and for none of the terms in `absent` words beginning
   * with all words of the term (D26).
   */
  | { readonly is: 'words'; readonly present: readonly string[]; readonly absent: readonly (readonly string[])[] }
  /** An instant within both ends, which are inclusive; an open end is infinite. */
  | { readonly is: 'between'; readonly from: Instant; readonly to: Instant }

/** A test of one value. */
export type ValueTest = Exclude<Test, { readonly is: 'missing' }>

export type WordsTest = Extract<Test, { readonly is: 'words' }>

/** A test, or with `negated` its complement: every place for which the test does not hold (D28). */
export interface Alternative {
  readonly negated: boolean
  readonly test: Test
}

/** Holds when any of its alternatives holds. The values of `id` are `equal` alternatives too. */
export interface Filter {
  readonly field: Field
  readonly anyOf: readonly Alternative[]
}

/**
 * Full text: each term is a list of words, and each word must begin some word of the place. A term that is a whole UUID is
 * one word here, and also finds the place with that id (D32); `wordsOfTerm` returns its words.
 */
export interface FullText {
  readonly terms: readonly (readonly string[])[]
  /** Which fields are looked into: those that are visible to whoever sees this. */
  readonly sees: Visibility
}

/** Which places `is` lets through (D13). */
export interface TypeChoice {
  /** Places of these types that are not Partial; 'all' for every type. */
  readonly types: readonly PlaceTypeKey[] | 'all'
  /** Whether places that are Partial (a parent, or the type partial) are let through. */
  readonly partial: boolean
}

/** A centre, and how far from it a match may be. */
export interface Nearby {
  readonly center: LonLat
  /** Metres; without it the distance only orders. */
  readonly radiusMetres?: number
}

/** One key of the order. `name`d fields sort by sort key, instants and numbers by value, false before true. */
export type OrderKey = { readonly descending: boolean } & (
  | { readonly by: 'field'; readonly field: Field }
  | { readonly by: 'distance' }
  | { readonly by: 'relevance' }
)

/**
 * What the values of the matches are counted by: a field; `is`, the type as that parameter takes it; or `state`, the
 * state at the moment of the request.
 */
export type Facet = { readonly by: 'field'; readonly field: Field } | { readonly by: 'is' } | { readonly by: 'state' }

/** A place in the order of a query: what the keys compare, in their order, and the id. */
export interface Position {
  readonly values: readonly (string | number | undefined)[]
  readonly id: string
  /** Whether the page that ends in front of it is meant, not the one that begins behind it. */
  readonly isBefore: boolean
}

/** Which matches a page has: how many are in front of it, how many it has, of how many. */
export interface PageWindow {
  readonly start: number
  readonly count: number
  readonly total: number
  /** Its first and last match, as far as these are known; absent where there is none, or no cursor is made of it. */
  readonly ends?: { readonly first: Omit<Position, 'isBefore'>; readonly last: Omit<Position, 'isBefore'> }
}

/** What a search asks; inert data, complete: nothing is parsed, defaulted or checked again after this. */
export interface PlaceQuery {
  /** All must hold. */
  readonly filters: readonly Filter[]
  readonly fullText?: FullText
  readonly types: TypeChoice
  readonly nearby?: Nearby
  readonly bbox?: BBox
  /** Only places that are open then; `now` is the moment of the request. */
  readonly openAt?: Instant | 'now'
  /** Whoever asks sees only what is published, of parents too (D50); nothing else is included then. */
  readonly narrowed?: boolean
  readonly includeDeleted: boolean
  readonly includeNonPublished: boolean
  /** Never empty: the default of D32 is filled in. The id is the silent last key. */
  readonly order: readonly OrderKey[]
  readonly offset: number
  /** Infinity for all. */
  readonly limit: number
  /** `after`: the page is in front of or behind this position, and `offset` is 0. */
  readonly after?: Position
  /** What is counted among all matches, in the order of the answer. */
  readonly facets?: readonly Facet[]
  /** Values that each facet answers at most, where they are more or fewer than an address is answered. */
  readonly facetValuesMax?: number
}

/** Whether a page was asked for by its offset, as those beside it are then named too; else cursors name them. */
export function isByOffset({ after, offset }: PlaceQuery): boolean {
  return after === undefined && offset > 0
}

/** The instant at which places must be open. */
export function openInstant(openAt: NonNullable<PlaceQuery['openAt']>, now: Instant): Instant {
  return openAt === 'now' ? now : openAt
}

/** The window of a page in front of or behind a position that has so many matches in front. */
export function windowAt(
  { limit }: PlaceQuery,
  { isBefore }: Position,
  inFront: number,
): { offset: number; limit: number } {
  if (!isBefore) return { offset: inFront, limit }
  const offset = Math.max(0, inFront - limit)
  return { offset, limit: inFront - offset }
}

/** Whether names of the directory decide what a search finds, or how that is ordered or counted. */
export function readsNames({ fullText, filters, order, facets = [] }: PlaceQuery): boolean {
  const keys = [...order, ...facets].flatMap((one) => (one.by === 'field' ? one.field : []))
  const fields = [...filters.map(({ field }) => field), ...keys]
  return fullText !== undefined || fields.some(({ directory }) => directory !== undefined)
}
