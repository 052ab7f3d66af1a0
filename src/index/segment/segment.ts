import type { Opening } from '../../hours/schedule.ts'
import { openMoment } from '../../hours/zone-clock.ts'
import type { Instant, LonLat, PlaceId } from '../../place/place.ts'
import { type Alternative, type Filter, openings, type PlaceQuery, type TypeChoice } from '../../query/query.ts'
import { fold } from '../../query/text/folded-text.ts'
import type { DocumentForm } from '../../read-model/document.ts'
import type { Span } from '../../read-model/public-span.ts'
import { currentName, type NameOf, type Reference, type ReferenceAddress } from '../../read-model/reference.ts'
import type { Row } from '../../read-model/row.ts'
import { areaOf } from '../columns/area.ts'
import { findId, idAt, selectIds } from '../columns/id-column.ts'
import type { InstantData } from '../columns/instant-column.ts'
import { selectAnyKey, selectKey } from '../columns/inverted.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import { PointColumn } from '../columns/point-column.ts'
import { SegmentFacets } from '../facets/segment-facets.ts'
import type { Leaf, LeafHits } from '../hits.ts'
import { selectOpen } from '../hours/hours-column.ts'
import type { Pace } from '../in-turns.ts'
import type { GrowableBytes } from '../memory/growable.ts'
import { bytesOf } from '../memory/shared.ts'
import { SegmentOrder } from '../order/segment-order.ts'
import { ordinalsOf } from '../sets/postings.ts'
import {
  bitsOf,
  difference,
  differenceOnce,
  everything,
  intersection,
  isNothing,
  listSelection,
  nothing,
  type Selection,
  SelectionCache,
  union,
} from '../sets/selection.ts'
import { SegmentTexts } from '../suggest/suggest-texts.ts'
import { selectTile, type TypedPoints, typePoints } from '../tiles/tile-content.ts'
import { type SearchContext, SegmentColumns } from './segment-columns.ts'
import type { SegmentData } from './segment-data.ts'
import { SegmentDocuments } from './segment-documents.ts'
import { SegmentWords } from './segment-full-text.ts'
import { Population } from './segment-states.ts'

/** Limit of the cached selections of a segment: bytes per place, and a minimum. */
const cacheBytesPerPlace = 64
const cacheBytesMin = 1 << 18

/**
 * Maximum number of cached type choices per set of states; each takes up to a bit per place, and more are rarely
 * useful.
 */
const chosenMax = 6

/** A search, and the places that count for it. */
interface Search {
  readonly query: PlaceQuery
  readonly now: Instant
  readonly pace: Pace
  readonly counted: Selection
}

/** Number of alternatives that are united at once: 4 MB of bitmaps at a million places, and a millisecond. */
const unitedAtOnce = 32

/** A segment, open for searches. Only its tombstones, the public spans of children and its caches change. */
export class Segment implements Leaf {
  readonly number: number
  data: SegmentData
  places: number
  /** Bytes of the documents of its live places. */
  documentBytes: number
  readonly #columns: SegmentColumns
  readonly #documents: SegmentDocuments
  readonly #population: Population
  readonly #points: PointColumn
  readonly #order: SegmentOrder
  readonly #facets: SegmentFacets
  readonly #texts: SegmentTexts
  readonly #words: SegmentWords
  readonly #cache: SelectionCache
  /** The places that fetch their contact details from their owner. */
  #fetching: Selection | undefined
  /** Places in some states, restricted to chosen types. */
  readonly #chosen = new WeakMap<Selection, Map<string, Selection>>()
  #typed: TypedPoints | undefined
  #bytes: { readonly columns: number; readonly documents: number } | undefined

  constructor(number: number, data: SegmentData, context: SearchContext) {
    this.number = number
    this.data = data
    this.places = data.count
    this.documentBytes = data.documents.starts[data.count]!
    this.#documents = new SegmentDocuments(data)
    this.#columns = new SegmentColumns(data, context)
    const instants = (name: string) => data.columns[name] as InstantData | undefined
    this.#population = new Population({
      size: data.count,
      published: instants('published'),
      depublished: instants('depublished'),
      deleted: instants('deleted'),
      publicSpans: data.publicSpans,
    })
    this.#points = new PointColumn(data.points)
    this.#order = new SegmentOrder(data, this.#columns, this.#points)
    this.#texts = new SegmentTexts(data, this.#documents)
    this.#facets = new SegmentFacets({
      data,
      selectTypes: (choice) => this.#selectChosen(choice),
    })
    this.#cache = new SelectionCache(Math.max(cacheBytesMin, cacheBytesPerPlace * data.count))
    this.#words = new SegmentWords(data, this.#cache)
  }

  /** Memory of its columns and its documents, in bytes; counted once, since neither changes. */
  get bytes(): { readonly columns: number; readonly documents: number } {
    this.#bytes ??= countBytes(this.data)
    return this.#bytes
  }

  /** The places that are superseded or purged, as a separate set. */
  tombstones(): Uint32Array {
    return this.#population.tombstones()
  }

  /** True if the place is live. */
  has(ordinal: number): boolean {
    return this.#population.has(ordinal)
  }

  find(id: PlaceId): number {
    const ordinal = findId(this.data.ids, id)
    return ordinal >= 0 && this.#population.has(ordinal) ? ordinal : -1
  }

  findBySlug(slug: string): number {
    return this.#liveWith('slug', slug).find((ordinal) => this.rowOf(ordinal).place.slug === slug) ?? -1
  }

  childrenOf(id: PlaceId): number[] {
    return this.#liveWith('parent_id', id)
  }

  references(): Iterable<Reference> {
    return this.#documents.references()
  }

  /** Adapts the public spans of live children; each span is that in which their parent is published. */
  publish(parents: ReadonlyMap<PlaceId, Span>): void {
    const children = new Map<number, Span>()
    for (const [id, shown] of parents) for (const ordinal of this.childrenOf(id)) children.set(ordinal, shown)
    if (children.size > 0) this.data = { ...this.data, publicSpans: this.#population.restrict(children) }
  }

  *otherwiseNamed(address: ReferenceAddress, nameOf: NameOf): Generator<number> {
    for (const number of this.#documents.referencesTo(address)) {
      const reference = this.#documents.referenceAt(number)
      if (reference.name === currentName(reference, nameOf)) continue
      for (const ordinal of ordinalsOf(this.data.references.postings, number))
        if (this.#population.has(ordinal)) yield ordinal
    }
  }

  isPublic(ordinal: number, now: Instant): boolean {
    return this.#population.isPublic(ordinal, now)
  }

  idOf(ordinal: number): PlaceId {
    return idAt(this.data.ids, ordinal)
  }

  ownerIdOf(ordinal: number): string {
    return this.#documents.referenceAt(this.#documents.ownerOf(ordinal)).id
  }

  revisionOf(ordinal: number): number {
    return this.data.revisions[ordinal]!
  }

  positionOf(ordinal: number): LonLat {
    return this.#points.positionOf(ordinal)
  }

  rowOf(ordinal: number): Row {
    return this.#documents.rowOf(ordinal, this.data)
  }

  changedAt(now: Instant): Instant {
    return this.#population.changedAt(now)
  }

  readonly isSegment = true

  get asksForContacts(): boolean {
    this.#fetching ??= this.#selectFetching()
    return !isNothing(this.#fetching)
  }

  contactOwnerOf(ordinal: number): string | undefined {
    this.#fetching ??= this.#selectFetching()
    return this.#fetching.has(ordinal) ? this.ownerIdOf(ordinal) : undefined
  }

  remove(ordinal: number): void {
    this.#population.remove(ordinal)
    this.places--
    const { starts } = this.data.documents
    this.documentBytes -= starts[ordinal + 1]! - starts[ordinal]!
  }

  write(out: GrowableBytes, ordinal: number, form: DocumentForm): void {
    this.#documents.write(out, ordinal, form)
  }

  writeAll(out: GrowableBytes, ordinals: Uint32Array, form: DocumentForm, ends: number[]): void {
    this.#documents.writeAll(out, ordinals, form, ends)
  }

  search(query: PlaceQuery, now: Instant, pace: Pace): Generator<void, LeafHits> {
    return this.#search({ query, now, pace, counted: this.#selectCounted(query, now) })
  }

  *#search(search: Search): Generator<void, LeafHits> {
    const { query, now, pace } = search
    const hits = yield* this.#select(search)
    const count = hits.count
    const byRelevance = query.order.some(({ by }) => by === 'relevance')
    const tiers =
      query.fullText && byRelevance && count > 0 ? yield* this.#words.tiers(query.fullText, hits, pace) : undefined
    return {
      count,
      ordered: (atMost) => this.#order.ordered({ query, hits, count, tiers, pace }, atMost),
      sortValues: (ordinal) => this.#order.sortValues(ordinal, { query, tiers }),
      values: (facet) => lateResult(pace, () => this.#facets.sources(facet, hits, now)),
      inTile: (grid) => selectTile(this.#typedPoints, hits, grid),
      texts: (type) => lateResult(pace, () => this.#texts.among(type, bitsOf(hits, this.data.count))),
    }
  }

  /**
   * The places in the requested states and of the requested types; for most queries the same until something changes.
   */
  #selectCounted(query: PlaceQuery, now: Instant): Selection {
    const counted = this.#population.at(now, query)
    const { types, partial } = query.types
    if (types === 'all' && partial) return counted
    let chosen = this.#chosen.get(counted)
    if (chosen === undefined || chosen.size >= chosenMax) chosen = new Map()
    this.#chosen.set(counted, chosen)
    const key = `${partial} ${types}`
    return chosen.getOrInsertComputed(key, () =>
      intersection([counted, this.#selectChosen(query.types)], this.data.count),
    )
  }

  /**
   * Stops as soon as no place is left. Negated filters are subtracted last, since their complements would be most of
   * the segment. Areas are evaluated at the very end, since their places are tested one by one.
   */
  *#select({ query, now, pace, counted }: Search): Generator<void, Selection> {
    const { count: size } = this.data
    const { fullText } = query
    const conditions: Selection[] = [counted]
    const { wanted = [], refused = [] } = Object.groupBy(query.filters, (one) => (refuses(one) ? 'refused' : 'wanted'))
    const steps = [
      ...wanted.map((filter) => () => this.#selectFilter(filter, pace)),
      ...(fullText === undefined ? [] : this.#words.conditions(fullText, pace)),
      ...openings(query, now).map((opening) => () => this.#selectOpen(opening)),
    ]
    for (const step of steps) {
      const selected = step()
      const condition = 'kind' in selected ? selected : yield* selected
      if (isNothing(condition)) return nothing
      conditions.push(condition)
      if (pace.isDue) yield
    }
    const refusals: Selection[] = []
    for (const filter of refused) {
      refusals.push(yield* this.#selectFilter(filter, pace))
      if (pace.isDue) yield
    }
    const found = differenceOnce(intersection(conditions, size), union(refusals, size))
    const area = areaOf(query)
    return area === undefined ? found : this.#points.within(area, found)
  }

  /** The places that a filter selects, or those that a negated filter excludes. */
  *#selectFilter({ field, anyOf }: Filter, pace: Pace): Generator<void, Selection> {
    const { count: size, ids } = this.data
    if (field.kind === 'id') return selectIds(ids, anyOf.map(idOf), size)
    const key = `f${field.name} ${JSON.stringify(anyOf)}`
    return yield* this.#cache.getOrMakeInSteps(key, () => this.#selectEach({ field, anyOf }, pace))
  }

  /**
   * The union of a filter's alternatives. Negated alternatives join to the complement of their intersection. With
   * positive ones, the filter excludes that intersection minus the positive selections.
   */
  *#selectEach({ field, anyOf }: Filter, pace: Pace): Generator<void, Selection> {
    const column = this.#columns.get(field)
    const { count: size } = this.data
    const found: Selection[] = []
    let refused: Selection | undefined
    for (const alternative of anyOf) {
      const { test } = alternative
      const selected = (test.is === 'missing' ? column?.selectPresent() : column?.select(test)) ?? nothing
      if (!isRefusal(alternative)) found.push(selected)
      else refused = refused === undefined ? selected : intersection([refused, selected], size)
      if (refused !== undefined && isNothing(refused)) break
      if (found.length === unitedAtOnce) found.splice(0, unitedAtOnce, union(found, size))
      if (pace.isDue) yield
    }
    return refused === undefined ? union(found, size) : difference(refused, union(found, size))
  }

  #selectOpen(opening: Opening): Selection {
    const { hours, count } = this.data
    const key = 'at' in opening ? `o${openMoment(opening.at)}` : `d${opening.on}`
    return this.#cache.getOrMake(key, () => selectOpen(hours, opening, count))
  }

  #selectChosen(choice: TypeChoice): Selection {
    return this.#cache.getOrMake(`t${choice.partial} ${choice.types}`, () => this.#selectTypes(choice))
  }

  /** D13: Partial means a parent or the type partial; the other types exclude such places. */
  #selectTypes({ types, partial }: TypeChoice): Selection {
    const { count: size } = this.data
    const partials = this.#selectPartial()
    const ofTypes =
      types === 'all'
        ? everything(size)
        : union(
            types.map((key) => this.#selectType(key)),
            size,
          )
    const whole = difference(ofTypes, partials)
    return partial ? union([whole, partials], size) : whole
  }

  #selectType(key: string): Selection {
    return selectKey(this.data.types, key, this.data.count)
  }

  #selectPartial(): Selection {
    const parents = this.data.columns.parent_id as KeywordData | undefined
    const withParent = parents === undefined ? nothing : selectAnyKey(parents.values, this.data.count)
    return union([withParent, this.#selectType('partial')], this.data.count)
  }

  /** The points with their types; only tiles use them. */
  get #typedPoints(): TypedPoints {
    this.#typed ??= typePoints(this.data)
    return this.#typed
  }

  #selectFetching(): Selection {
    const column = this.data.columns.contactinfo_fetchautomatically as KeywordData | undefined
    return column === undefined ? nothing : selectKey(column.values, 'true', this.data.count)
  }

  #liveWith(fieldName: 'slug' | 'parent_id', text: string): number[] {
    const column = this.data.columns[fieldName] as KeywordData | undefined
    if (column === undefined) return []
    const ordinals = listSelection(selectKey(column.values, fold(text), this.data.count))
    return [...ordinals].filter((ordinal) => this.#population.has(ordinal))
  }
}

/** A result that takes one step, which begins when it is due. */
function* lateResult<Result>(pace: Pace, result: () => Result): Generator<void, Result> {
  if (pace.isDue) yield
  return result()
}

function countBytes(data: SegmentData) {
  const documents = bytesOf(data.documents)
  return { columns: bytesOf(data) - documents, documents }
}

/**
 * True if an alternative matches all places except the selected ones; a test for missing values selects those with any.
 */
function isRefusal({ negated, test }: Alternative): boolean {
  return negated !== (test.is === 'missing')
}

function refuses({ anyOf }: Filter): boolean {
  return anyOf.some(isRefusal)
}

/** The id of an alternative; the language has no other tests for ids (D27). */
function idOf({ test }: Alternative): PlaceId {
  return test.is === 'equal' ? String(test.value) : ''
}
