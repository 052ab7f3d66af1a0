import { distanceMetres, inBox } from '../geo/sphere.ts'
import { isOpenAt, isOpenOn, localHours } from '../hours/open-spans.ts'
import type { Opening } from '../hours/schedule.ts'
import type { Field } from '../place/fields.ts'
import type { Model } from '../place/model.ts'
import type { Instant, LonLat, PlaceView } from '../place/place.ts'
import { type States, statesOf } from '../place/place-state.ts'
import { sees } from '../place/visibility.ts'
import {
  type Alternative,
  type Filter,
  type FullText,
  openings,
  type PlaceQuery,
  type TypeChoice,
  type ValueTest,
  type WordsTest,
} from './query.ts'
import { cutWords, fold } from './text/folded-text.ts'
import { searchedWords, wordsOfTerm } from './text/relevance.ts'
import { createSortKey, type SortKey } from './text/sort-key.ts'
import { createTextReader, type FieldValue, fieldValues, type TextReader } from './values.ts'

/** The means by which a query is applied to a place, beside the place and the instant. */
export interface Meaning {
  readonly texts: TextReader
  readonly sortKey: (text: string) => SortKey
}

/** Creates the meaning of queries under a model; done once. */
export function createMeaning(model: Model): Meaning {
  return { texts: createTextReader(model), sortKey: createSortKey(model.locale) }
}

/**
 * Returns true if a place matches a query at the instant `now`. Every faster implementation must agree with this one,
 * which is plain and needs no preparation.
 */
export function matches(view: PlaceView, query: PlaceQuery, meaning: Meaning, now: Instant): boolean {
  const { fullText, includeDeleted, includeNonPublished } = query
  return (
    ((includeDeleted && includeNonPublished) || isIncluded(statesOf(view), query, now)) &&
    isChosenType(view, query.types) &&
    isWithin(view.geolocation.geometry.coordinates, query) &&
    openings(query, now).every((opening) => isOpenFor(view, opening)) &&
    query.filters.every((filter) => holdsFilter(comparedValues(view, filter.field), filter)) &&
    (fullText === undefined || holdsFullText(view, fullText, meaning.texts))
  )
}

function isOpenFor(view: PlaceView, opening: Opening): boolean {
  if ('at' in opening) return isOpenAt(localHours(view), opening.at)
  return opening.on.some((day) => isOpenOn(view.openHours ?? [], day))
}

/** Returns true if a position is in the circle and in the box of a query, as far as it has these. */
export function isWithin(position: LonLat, { nearby, bbox }: Pick<PlaceQuery, 'nearby' | 'bbox'>): boolean {
  return (
    (nearby?.radiusMetres === undefined || distanceMetres(nearby.center, position) <= nearby.radiusMetres) &&
    (bbox === undefined || inBox(position, bbox))
  )
}

/** Returns true if a place is in one of the wanted states at the instant. */
export function isIncluded({ published, depublished, deleted }: States, query: Inclusion, now: Instant): boolean {
  if (deleted && !query.includeDeleted) return false
  if (query.includeNonPublished) return true
  // Excludes drafts, scheduled and unpublished places (the states table, D36).
  return published !== undefined && published <= now && (depublished === undefined || depublished > now)
}

type Inclusion = Pick<PlaceQuery, 'includeDeleted' | 'includeNonPublished'>

/** The members of a place that decide its type. */
export type TypeFacts = Pick<PlaceView, 'parent' | 'placeTypes'>

/** Returns true if a place counts as Partial: it has a parent, or is of the type partial (D13). */
export function isPartial(view: TypeFacts): boolean {
  return view.parent.id !== undefined || Object.hasOwn(view.placeTypes, 'partial')
}

/** Returns true if a place is of a wanted type. */
export function isChosenType(view: TypeFacts, { types, partial }: TypeChoice): boolean {
  if (isPartial(view)) return partial
  return types === 'all' || types.some((key) => Object.hasOwn(view.placeTypes, key))
}

/** A value as filters compare it. */
export interface ComparedValue {
  /** Folded if it is a text. */
  readonly value: FieldValue
  /** The words of the text, cut on first use. */
  words?: readonly string[]
}

/** Returns the values of a field in a place as filters compare them. */
export function comparedValues(view: PlaceView, field: Field): ComparedValue[] {
  return fieldValues(view, field).map((value) => ({ value: typeof value === 'string' ? fold(value) : value }))
}

/** Returns true if the values of a filter's field pass it. */
export function holdsFilter(values: readonly ComparedValue[], { anyOf }: Filter): boolean {
  return anyOf.some((alternative) => holdsAlternative(values, alternative))
}

function holdsAlternative(values: readonly ComparedValue[], { negated, test }: Alternative): boolean {
  const holds = test.is === 'missing' ? values.length === 0 : values.some((value) => holdsTest(value, test))
  return holds !== negated
}

function holdsTest(compared: ComparedValue, test: ValueTest): boolean {
  const { value } = compared
  switch (test.is) {
    case 'between':
      return typeof value === 'number' && value >= test.from && value <= test.to
    case 'equal':
      return value === test.value
    case 'prefix':
      return typeof value === 'string' && value.startsWith(test.value)
    case 'words':
      if (typeof value !== 'string') return false
      compared.words ??= cutWords(value)
      return holdsWords(compared.words, test)
  }
}

/** Returns true if every present word begins some word, and no absent term has all its words begun. */
function holdsWords(words: readonly string[], { present, absent }: WordsTest): boolean {
  const begins = (start: string) => words.some((word) => word.startsWith(start))
  return present.every(begins) && !absent.some((term) => term.every(begins))
}

function holdsFullText(view: PlaceView, { terms, sees: sight }: FullText, texts: TextReader): boolean {
  const words = texts(view)
    .filter(({ visibility }) => sees(sight, visibility))
    .flatMap(({ text }) => searchedWords(text))
  const begins = (start: string) => words.some((word) => word.startsWith(start))
  return terms.flat().every((term) => wordsOfTerm(term).every(begins) || view.id === term)
}
