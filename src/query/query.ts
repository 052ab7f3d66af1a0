import type { Opening } from '../hours/schedule.ts'
import type { Field } from '../place/fields.ts'
import type { OpenDays } from '../place/open-days.ts'
import type { BBox, Instant, LonLat } from '../place/place.ts'
import type { PlaceTypeKey } from '../place/place-types.ts'
import type { Visibility } from '../place/visibility.ts'

/** A condition on one value of a field. Texts are folded and words are cut (see text/folded-text.ts). */
export type Test =
  /** The place has no value in the field. An empty list counts as no value. */
  | { readonly is: 'missing' }
  | { readonly is: 'equal'; readonly value: string | number | boolean }
  | { readonly is: 'prefix'; readonly value: string }
  /**
   * One value contains a word beginning with each of `present`, and for none of the terms in `absent` words beginning
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

/** Holds if any of its alternatives holds. The values of `id` are also `equal` alternatives. */
export interface Filter {
  readonly field: Field
  readonly anyOf: readonly Alternative[]
}

/**
 * Full text: each term is a list of words, and each word must begin some word of the place. A term that is a whole UUID
 * is one word here, and also finds the place with that id (D32); `wordsOfTerm` returns its words.
 */
export interface FullText {
  readonly terms: readonly (readonly string[])[]
  /** The visibility of the caller; only fields visible with it are searched. */
  readonly sees: Visibility
}

/** The places that `is` selects (D13). */
export interface TypeChoice {
  /** Places of these types that are not Partial; 'all' for every type. */
  readonly types: readonly PlaceTypeKey[] | 'all'
  /** True if Partial places (with a parent, or of the type partial) are included. */
  readonly partial: boolean
}

/** A centre, and the greatest distance of a match from it. */
export interface Nearby {
  readonly center: LonLat
  /** In metres. Without it, the distance only decides the order. */
  readonly radiusMetres?: number
}

/** One key of the order. Texts sort by sort key, instants and numbers by value, false before true. */
export type OrderKey = { readonly descending: boolean } & (
  | { readonly by: 'field'; readonly field: Field }
  | { readonly by: 'distance' }
  | { readonly by: 'relevance' }
)

/**
 * The property by which matches are counted: a field; `is`, the type as named by that parameter; or `state`, the state
 * at the time of the request.
 */
export type Facet = { readonly by: 'field'; readonly field: Field } | { readonly by: 'is' } | { readonly by: 'state' }

/** A position in the order of a query: the values that the keys compare, in their order, and the id of the place. */
export interface Position {
  readonly values: readonly (string | number | undefined)[]
  readonly id: string
  /** True for the page that ends before the position, false for the one that begins after it. */
  readonly isBefore: boolean
}

/** The matches on a page: the number before it, on it, and in total. */
export interface PageWindow {
  readonly start: number
  readonly count: number
  readonly total: number
  /** Its first and last match, if known; absent for an empty page, or if no cursor is needed. */
  readonly ends?: { readonly first: Omit<Position, 'isBefore'>; readonly last: Omit<Position, 'isBefore'> }
}

/** A complete search as plain data: nothing is parsed, defaulted or checked again after this. */
export interface PlaceQuery {
  /** All must hold. */
  readonly filters: readonly Filter[]
  readonly fullText?: FullText
  readonly types: TypeChoice
  readonly nearby?: Nearby
  readonly bbox?: BBox
  /** Only places that are open then; `now` is the time of the request. */
  readonly openAt?: Instant | 'now'
  /** Only places that are open at some time of one of these days, or of each. */
  readonly openOn?: OpenDays
  /** True if the caller sees only published places and parents (D50). Nothing else is then included. */
  readonly narrowed?: boolean
  readonly includeDeleted: boolean
  readonly includeNonPublished: boolean
  /** Never empty: the default of D32 is filled in. The id is the implicit last key. */
  readonly order: readonly OrderKey[]
  readonly offset: number
  /** Infinity for all. */
  readonly limit: number
  /** `after`: the page is before or after this position, and `offset` is 0. */
  readonly after?: Position
  /** The facets counted over all matches, in the order of the response. */
  readonly facets?: readonly Facet[]
  /** The most values of each facet, if other than the limit for addresses. */
  readonly facetValuesMax?: number
}

/** Returns true if a page was requested by its offset. Its neighbours then have links by offset, else by cursor. */
export function isByOffset({ after, offset }: PlaceQuery): boolean {
  return after === undefined && offset > 0
}

/** Returns the instant and the days for which places must be open, as far as a query has them; all must hold. */
export function openings({ openAt, openOn }: PlaceQuery, now: Instant): Opening[] {
  return [
    ...(openAt === undefined ? [] : [{ at: openAt === 'now' ? now : openAt }]),
    ...(openOn === undefined ? [] : openOn.isEvery ? openOn.days.map((day) => ({ on: [day] })) : [{ on: openOn.days }]),
  ]
}

/** Returns the window of a page before or after a position, which has `inFront` matches before it. */
export function windowAt(
  { limit }: PlaceQuery,
  { isBefore }: Position,
  inFront: number,
): { offset: number; limit: number } {
  if (!isBefore) return { offset: inFront, limit }
  const offset = Math.max(0, inFront - limit)
  return { offset, limit: inFront - offset }
}
