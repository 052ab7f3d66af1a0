import { Problem } from '../../common/problem.ts'
import { named, reason } from '../../common/reason.ts'
import { dateFault, dateForms, parseDate } from '../../place/dates.ts'
import type { Model } from '../../place/model.ts'
import { type OpenDays, parseOpenDays } from '../../place/open-days.ts'
import type { BBox, Instant, LonLat } from '../../place/place.ts'
import { placeTypes } from '../../place/place-types.ts'
import { canonicalUuid } from '../../place/text.ts'
import { sees, type Visibility } from '../../place/visibility.ts'
import type { Filter, FullText, Nearby, PlaceQuery, Position, TypeChoice } from '../query.ts'
import { readFacets } from '../results/facets.ts'
import { expandedBy, readMembers, refuseHiddenMembers } from '../results/members.ts'
import { orderName, readOrder } from '../results/order.ts'
import { fold } from '../text/folded-text.ts'
import { soughtAs, writtenOut } from '../text/synonyms.ts'
import { parseCursor } from './cursor.ts'
import { type QueryBudget, readFilter, wordsOf } from './parse-filter.ts'
import {
  AddressFaults,
  asksForSamples,
  checkCount,
  cut,
  decodeValue,
  elementsOf,
  invalidParameter,
  nearbyNeeded,
  type RawPair,
  splitQuery,
  withOffset,
} from './raw-query.ts'
import { declaredBy, groupByKey, parseNumber, readGiven, unknownParameter } from './read-parameters.ts'
import { readTelephone } from './read-telephone.ts'
import { pageLimits, searchSpec } from './search-parameters.ts'
import type { SearchRequest } from './search-request.ts'

/** The context in which a search is parsed. */
interface SearchContext {
  readonly model: Model
  /** The visibility of fields that the caller sees and may therefore search (D31). */
  readonly sees: Visibility
  /** True if the caller sees only published places (D50). */
  readonly narrowed?: boolean
  /** The key that signs cursors. */
  readonly cursorKey?: string
}

/** Parameter names that other services use, by the parameter that they mean here. */
const usualNames: readonly (readonly [meant: readonly string[], names: readonly string[]])[] = [
  [['nearby'], ['lon', 'lng', 'longitude', 'lat', 'latitude']],
  [
    ['nearby', 'bbox'],
    ['geolocation', 'location', 'position', 'coordinates'],
  ],
  [['nearbyRadius'], ['radius']],
  [['q'], ['query', 'search', 'text']],
  [['orderby'], ['sort', 'order']],
  [['offset'], ['page', 'skip', 'start']],
  [['limit'], ['pagesize', 'page_size', 'perpage', 'per_page', 'size', 'count', 'top']],
  [['id'], ['ids']],
  [['is'], ['type', 'types', 'placetype', 'placetypes']],
  [['categories_id'], ['category', 'categories']],
  [['tags_id'], ['tag', 'tags']],
]
const meantBy = new Map(usualNames.flatMap(([meant, names]) => names.map((name) => [name, meant] as const)))

/**
 * Parses the query string of a search (the part after `?`, not decoded) completely: the result needs no further check
 * or default. Throws a Problem: first `forbidden` for a field that the caller may not see, then `invalid-parameter` for
 * all faults (D45).
 */
export function parseSearch(rawQuery: string, context: SearchContext): SearchRequest {
  const pairs = splitQuery(rawQuery)
  if (!asksForSamples(pairs)) {
    refuseHidden(pairs, context)
    refuseHiddenMembers(pairs, context)
    if (context.narrowed) refuseWide(pairs)
  }
  checkCount(pairs)
  const { byKey } = declaredBy(searchSpec)
  const filterPairs = pairs.filter(({ key }) => !byKey.has(key))
  const faults = new AddressFaults()
  for (const { name, key } of filterPairs) {
    if (!context.model.fields.has(key))
      faults.add(unknownParameter(name, knownNames(context.model), searchSpec, meantBy.get(key)))
  }
  const given = readGiven(groupByKey(pairs), searchSpec, faults)
  const budget: QueryBudget = { values: 0, words: 0 }
  const fullText = faults.read(() => readFullText(given.q, context, budget), undefined)
  const nearby = faults.read(() => readNearby(given.nearby, given.nearbyRadius), undefined)
  const bbox = given.bbox === undefined ? undefined : faults.read(() => readBox(given.bbox!), undefined)
  const opening = faults.read(() => readOpening(given), {})
  const telephone = faults.read(() => readTelephone(given.telephone, context.model), [])
  const hasNearby = given.nearby !== undefined
  const { format } = given
  const members = faults.read(() => readMembers(given.fields, context.model), undefined)
  const parts = searchSpec.expand.choices.map((part) => [part, given.expand.includes(part)])
  const expand = expandedBy(members, Object.fromEntries(parts) as SearchRequest['expand'])
  if (expand.distance && !hasNearby) {
    const asked = given.expand.includes('distance') ? 'expand=distance' : 'the field distance'
    faults.add(nearbyNeeded(asked))
  }
  const order = { model: context.model, hasNearby, hasText: given.q !== undefined, hasWords: fullText !== undefined }
  const query: PlaceQuery = {
    filters: [
      ...filterPairs.flatMap((pair) => {
        const field = context.model.fields.get(pair.key)
        return field ? faults.read(() => [readFilter(field, decodeValue(pair), budget)], []) : []
      }),
      ...telephone,
    ],
    types: typeChoice(given.is),
    includeDeleted: given.include.includes('deleted'),
    includeNonPublished: given.include.includes('non-published'),
    order: faults.read(() => readOrder(given.orderby, order), []),
    offset: given.offset,
    limit: limitOf(given.limit, given.test),
    // Spreads come last, since a literal is built in one step only up to its first spread.
    ...(context.narrowed && { narrowed: true }),
    ...(fullText && { fullText }),
    ...(nearby && { nearby }),
    ...(bbox && { bbox }),
    ...opening,
    ...(given.facets.length > 0 && { facets: faults.read(() => readFacets(given.facets, context.model), []) }),
  }
  const hasOffset = pairs.some(({ key, rawValue }) => key === 'offset' && rawValue !== '')
  const after = faults.read(() => readAfter(given.after, { ...query, hasOffset }, context), undefined)
  faults.throwAny()
  const hint = hintOn(query)
  const presentation = { members, resolvedHours: given.hours !== undefined }
  return {
    query: after ? { ...query, after } : query,
    expand,
    presentation,
    format,
    table: { bom: given.bom, semicolon: given.semicolon },
    similar: given.similar,
    ...(hint && { hint }),
    test: given.test,
  }
}

/** Throws the 403 for parameters that a caller with access to public places only may not use. */
function refuseWide(pairs: readonly RawPair[]): void {
  if (pairs.some(({ key, rawValue }) => key === 'include' && rawValue !== '')) throw includeForbidden()
  if (pairs.some((pair) => pair.key === 'limit' && elementsOf(pair)[0]?.toLowerCase() === 'all'))
    throw new Problem(
      'forbidden',
      "limit=all needs the permission 'read'; with 'read-published' a page has 500 at most",
    )
}

/** Reads `after` for a query that is otherwise complete. */
function readAfter(
  text: string | undefined,
  { hasOffset, ...query }: PlaceQuery & { readonly hasOffset: boolean },
  { cursorKey }: SearchContext,
): Position | undefined {
  if (text === undefined || cursorKey === undefined) return undefined
  if (hasOffset) throw invalidParameter('after and offset are two ways to name a page: leave out one')
  if (query.limit === Number.POSITIVE_INFINITY) throw invalidParameter('after names a page, and limit=all has none')
  return parseCursor(text, query, cursorKey)
}

/** Returns the number of results; samples are never unlimited. */
function limitOf(given: number | undefined, test: boolean): number {
  if (given === undefined) return test ? pageLimits.sampleDefault : pageLimits.default
  return test ? Math.min(given, pageLimits.max) : given
}

/**
 * Returns a hint on a search with a filter that is surely unintended. A filter by the parent finds nothing if Partial
 * places are excluded, since every place with a parent is Partial (D13). Alternatives that each exclude another value
 * exclude nothing, since they are joined by "or".
 */
function hintOn({ filters, types }: PlaceQuery): string | undefined {
  const needsParent = ({ field, anyOf }: Filter) =>
    field.path[0] === 'parent' && anyOf.every(({ negated, test }) => negated === (test.is === 'missing'))
  const excludesNothing = ({ field, anyOf }: Filter) =>
    !field.list && anyOf.length > 1 && anyOf.every(({ negated, test }) => negated && test.is === 'equal')
  for (const filter of filters) {
    const { name } = filter.field
    if (!types.partial && needsParent(filter)) return `${name} finds parts of other places only with is=Partial or is=*`
    if (excludesNothing(filter))
      return `${name} excludes nothing, since one of its alternatives always holds: write ${name}=! once for each value`
  }
  return undefined
}

/** Lists every recommended parameter name of a search: the fixed parameters, then the fields. */
function knownNames(model: Model): string[] {
  const fields = [...model.fields.values()].filter(({ description }) => !description.startsWith('Obsolete'))
  return [...Object.keys(searchSpec), ...fields.map(({ name }) => name)]
}

/**
 * Throws 403 for a hidden field. Callers must learn nothing from filtering, ordering or counting by it, not even
 * whether the rest of the query is valid.
 */
function refuseHidden(pairs: readonly RawPair[], { model, sees: sight }: SearchContext): void {
  for (const pair of pairs) {
    const used = listsFields.has(pair.key) ? elementsOf(pair).map(orderName) : [pair.key]
    for (const name of used) {
      const field = model.fields.get(name)
      if (field === undefined || sees(sight, field.visibility)) continue
      const detail = `the field '${field.name}' is searchable only with the permission read-${field.visibility}`
      throw new Problem('forbidden', detail)
    }
  }
}

/** The 403 for `include` from callers who see only published places (D50). */
export function includeForbidden(): Problem {
  return new Problem('forbidden', "include needs the permission 'read'; with 'read-published' leave it out")
}

/** The parameters whose values are field names. */
const listsFields: ReadonlySet<string> = new Set(['orderby', 'facets'])

/** Returns the terms of `q` that contain a word, or undefined if there are none (D32). */
function readFullText(
  q: string | undefined,
  { sees, model }: SearchContext,
  budget: QueryBudget,
): FullText | undefined {
  if (q === undefined) return undefined
  const terms = q.split(/\s+/).map((term) => {
    const words = wordsOf(writtenOut(fold(term)), budget)
    const id = canonicalUuid(fold(term))
    return id === undefined ? words.map((word) => soughtAs(word, model.locale)) : [id]
  })
  const telling = terms.filter((words) => words.length > 0)
  return telling.length > 0 ? { terms: telling, sees } : undefined
}

/**
 * Returns the types for `is`. Without it, everything except Partial; a list includes Partial places only by naming
 * Partial (D13).
 */
export function typeChoice(names: readonly string[]): TypeChoice {
  if (names.includes('*')) return { types: 'all', partial: true }
  if (names.length === 0) return { types: 'all', partial: false }
  const types = placeTypes.filter(({ name }) => name !== 'Partial' && names.includes(name)).map(({ key }) => key)
  return { types, partial: names.includes('Partial') }
}

/** Reads `nearby` and `nearbyRadius` (D4); returns undefined if neither is present. */
function readNearby(center: string | undefined, radius: string | undefined): Nearby | undefined {
  if (center === undefined) {
    if (radius === undefined) return undefined
    throw nearbyNeeded('nearbyRadius')
  }
  const position = readPosition(center, 'nearby')
  if (radius === undefined) return { center: position }
  const radiusMetres = parseNumber(radius)
  if (radiusMetres !== undefined && radiusMetres > 0) return { center: position, radiusMetres }
  throw invalidParameter(reason('radius', { got: cut(radius) }))
}

/** Reads `openAt` and `openOn`. */
function readOpening({ openAt, openOn }: Readonly<Record<'openAt' | 'openOn', string | undefined>>) {
  return {
    ...(openAt !== undefined && { openAt: readOpenAt(openAt) }),
    ...(openOn !== undefined && { openOn: readOpenOn(openOn) }),
  }
}

/** Reads `openAt`: `now`, or a date, which stands for its first instant. */
function readOpenAt(text: string): Instant | 'now' {
  if (text.trim().toLowerCase() === 'now') return 'now'
  const date = withOffset(text.trim())
  const reading = parseDate(date)
  if (reading) return reading.from
  const [fault, got] = [dateFault(date), cut(text)]
  const said = fault ? reason(fault, { got }) : reason('now-or-date', { forms: dateForms, got })
  throw invalidParameter(named('openAt', said))
}

/** Reads `openOn`: a day, several, or a period. */
function readOpenOn(text: string): OpenDays {
  const days = parseOpenDays(text)
  if (days) return days
  throw invalidParameter(named('openOn', reason('open-days', { got: cut(text) })))
}

/** Reads `<west>,<south>,<east>,<north>`; west may exceed east, across the antimeridian (D35). */
function readBox(text: string): BBox {
  const [west, south, east, north] = text.split(',').map(parseNumber)
  if (isLongitude(west) && isLatitude(south) && isLongitude(east) && isLatitude(north) && commas(text) === 3) {
    if (south <= north) return [west, south, east, north]
    throw invalidParameter(reason('box-upside-down', { south, north }))
  }
  throw invalidParameter(reason('box', { got: cut(text) }))
}

/** Reads `<longitude>,<latitude>` in degrees; throws a Problem that calls the parameter by its name. */
export function readPosition(text: string, name: string): LonLat {
  const [longitude, latitude] = text.split(',').map(parseNumber)
  if (isLongitude(longitude) && isLatitude(latitude) && commas(text) === 1) return [longitude, latitude]
  throw invalidParameter(reason('near-point', { name, got: cut(text) }))
}

const isLongitude = (degrees: number | undefined): degrees is number =>
  degrees !== undefined && Math.abs(degrees) <= 180
const isLatitude = (degrees: number | undefined): degrees is number => degrees !== undefined && Math.abs(degrees) <= 90
const commas = (text: string): number => text.split(',').length - 1
