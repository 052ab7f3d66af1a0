import { distanceMetres, inBox } from '../geo/sphere.ts'
import { isOpenAt, localHours } from '../hours/open-spans.ts'
import { parseInstant } from '../place/dates.ts'
import type { Model } from '../place/model.ts'
import type { Instant, PlaceView } from '../place/place.ts'
import { openInstant } from './open-at.ts'
import type { Alternative, FullText, PlaceQuery, Test, TypeChoice } from './query.ts'
import { searchedWords } from './relevance.ts'
import { createSortKey, type SortKey } from './sort-key.ts'
import { cutWords, fold } from './text.ts'
import { createTextReader, type FieldValue, fieldValues, type TextReader } from './values.ts'

/** What the meaning of a query depends on beside the place and the instant. */
export interface Meaning {
  readonly texts: TextReader
  readonly sortKey: (text: string) => SortKey
}

/** The meaning of queries under a model; made once. */
export function createMeaning(model: Model): Meaning {
  return { texts: createTextReader(model), sortKey: createSortKey(model.locale) }
}

/**
 * Whether a place is among the hits of a query at the instant `now`. This is what every faster way must agree with:
 * plain, and without any preparation.
 */
export function matches(view: PlaceView, query: PlaceQuery, meaning: Meaning, now: Instant): boolean {
  const { fullText } = query
  return matchesBesideText(view, query, now) && (fullText === undefined || holdsFullText(view, fullText, meaning.texts))
}

/** Whether a place is among the hits of a query, its full text left aside. */
export function matchesBesideText(view: PlaceView, query: PlaceQuery, now: Instant): boolean {
  return isIncluded(statesOf(view), query, now) && matchesBesideState(view, query, now)
}

/** Whether a place is among the hits of a query, its full text and its state left aside. */
export function matchesBesideState(view: PlaceView, query: PlaceQuery, now: Instant): boolean {
  const { nearby, bbox, openAt } = query
  const position = view.geolocation.geometry.coordinates
  return (
    isChosenType(view, query.types) &&
    (nearby?.radiusMetres === undefined || distanceMetres(nearby.center, position) <= nearby.radiusMetres) &&
    (bbox === undefined || inBox(position, bbox)) &&
    (openAt === undefined || isOpenAt(localHours(view), openInstant(openAt, now))) &&
    query.filters.every(({ field, anyOf }) => {
      const values = fieldValues(view, field)
      return anyOf.some((alternative) => holdsAlternative(values, alternative))
    })
  )
}

/** What decides about the state of a place: when its publication begins and ends, each undefined where it does not. */
export interface States {
  readonly published: Instant | undefined
  readonly depublished: Instant | undefined
  readonly deleted: boolean
}

/** What of a place decides about its state. */
export function statesOf({ published, depublished, deleted }: StateTexts): States {
  return {
    published: published === undefined ? undefined : parseInstant(published),
    depublished: depublished === undefined ? undefined : parseInstant(depublished),
    deleted: deleted !== undefined,
  }
}

type StateTexts = Pick<PlaceView, 'published' | 'depublished' | 'deleted'>

/** Whether a place is in one of the wanted states at the instant. */
export function isIncluded({ published, depublished, deleted }: States, query: Inclusion, now: Instant): boolean {
  if (deleted && !query.includeDeleted) return false
  if (query.includeNonPublished) return true
  // Neither a draft, nor scheduled, nor unpublished (the states table, D36).
  return published !== undefined && published <= now && (depublished === undefined || depublished > now)
}

type Inclusion = Pick<PlaceQuery, 'includeDeleted' | 'includeNonPublished'>

/** Whether a place counts as Partial: it has a parent, or is of the type partial (D13). */
export function isPartial(view: Pick<PlaceView, 'parent' | 'placeTypes'>): boolean {
  return view.parent.id !== undefined || Object.hasOwn(view.placeTypes, 'partial')
}

function isChosenType(view: PlaceView, { types, partial }: TypeChoice): boolean {
  if (isPartial(view)) return partial
  return types === 'all' || types.some((key) => Object.hasOwn(view.placeTypes, key))
}

function holdsAlternative(values: readonly FieldValue[], { negated, test }: Alternative): boolean {
  const holds = test.is === 'missing' ? values.length === 0 : values.some((value) => holdsTest(value, test))
  return holds !== negated
}

function holdsTest(value: FieldValue, test: Exclude<Test, { is: 'missing' }>): boolean {
  if (test.is === 'between') return typeof value === 'number' && value >= test.from && value <= test.to
  if (typeof value !== 'string') return test.is === 'equal' && value === test.value
  const folded = fold(value)
  if (test.is === 'equal') return folded === test.value
  if (test.is === 'prefix') return folded.startsWith(test.value)
  const words = cutWords(folded)
  const begins = (start: string) => words.some((word) => word.startsWith(start))
  return test.present.every(begins) && !test.absent.some((term) => term.every(begins))
}

function holdsFullText(view: PlaceView, { terms, restricted }: FullText, texts: TextReader): boolean {
  const words = texts(view)
    .filter((searched) => restricted || !searched.restricted)
    .flatMap(({ text }) => searchedWords(text))
  return terms.flat().every((start) => words.some((word) => word.startsWith(start)))
}
