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
  const { nearby, bbox, openAt } = query
  const position = view.geolocation.geometry.coordinates
  return (
    isIncluded(view, query, now) &&
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

/** Whether a place is neither a draft, nor scheduled, nor unpublished at the instant (the states table, D36). */
function isPublished(view: Pick<PlaceView, 'published' | 'depublished'>, now: Instant): boolean {
  const published = view.published === undefined ? undefined : parseInstant(view.published)
  const depublished = view.depublished === undefined ? undefined : parseInstant(view.depublished)
  return published !== undefined && published <= now && (depublished === undefined || depublished > now)
}

/** Whether a place counts as Partial: it has a parent, or is of the type partial (D13). */
export function isPartial(view: Pick<PlaceView, 'parent' | 'placeTypes'>): boolean {
  return view.parent.id !== undefined || Object.hasOwn(view.placeTypes, 'partial')
}

function isIncluded(view: PlaceView, query: PlaceQuery, now: Instant): boolean {
  return (query.includeDeleted || view.deleted === undefined) && (query.includeNonPublished || isPublished(view, now))
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
