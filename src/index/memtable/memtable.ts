import type { Instant, LonLat, PlaceId } from '../../place/place.ts'
import { placeTypeKey } from '../../place/place-types.ts'
import { type ComparedValue, holdsFilter, isChosenType, isIncluded, isWithin } from '../../query/matches.ts'
import { type Facet, type Filter, openings, type PlaceQuery } from '../../query/query.ts'
import { compareKeys, facetKeys } from '../../query/results/facets.ts'
import { addCount, type TileGrid, typeNumber } from '../../query/results/tile.ts'
import { searchedWords, wordsOfTerm } from '../../query/text/relevance.ts'
import { type DocumentForm, renderedText } from '../../read-model/document.ts'
import { isIn } from '../../read-model/public-span.ts'
import {
  currentName,
  entriesOf,
  type NameOf,
  type Reference,
  type ReferenceAddress,
  referencesOf,
  refersTo,
} from '../../read-model/reference.ts'
import { type Row, type StoredRow, storedRow } from '../../read-model/row.ts'
import { dictionaryOf } from '../columns/dictionary.ts'
import type { FacetSource } from '../facets/facet-source.ts'
import type { Leaf, LeafHits, OrderedHits, TilePoints } from '../hits.ts'
import { openTest } from '../hours/hours-column.ts'
import type { Pace } from '../in-turns.ts'
import { comma, type GrowableBytes } from '../memory/growable.ts'
import { isByName, listed } from '../order/ordered-hits.ts'
import { compareHits } from '../order/page-order.ts'
import { fittingTexts, type SuggestTexts } from '../suggest/suggest-texts.ts'
import { type MemtableContext, MemtableEntry, separator } from './memtable-entry.ts'

/** Number of entries between two looks at the clock: each entry may have to be read anew. */
const entriesPerLook = 16

/** Recent writes, tested one by one against the meaning of the query. Flushes keep it small. */
export class Memtable implements Leaf {
  readonly number: number
  readonly isSegment = false
  readonly asksForContacts = true
  readonly #context: MemtableContext
  readonly #entries: MemtableEntry[] = []
  readonly #ordinalOf = new Map<string, number>()
  /** The entries that were live when there were `of` entries, by name and id; some may have been removed since. */
  #sorted: { readonly entries: readonly MemtableEntry[]; readonly of: number } = { entries: [], of: 0 }

  constructor(number: number, context: MemtableContext) {
    this.number = number
    this.#context = context
  }

  get places(): number {
    return this.#ordinalOf.size
  }

  /** Number of entries, including those written again or purged since. */
  get entries(): number {
    return this.#entries.length
  }

  /** The live rows. */
  rows(): StoredRow[] {
    return this.#entries.filter(({ isLive }) => isLive).map(({ row }) => storedRow(row))
  }

  /** Adds a row; the caller must have removed an earlier row with the same id. */
  put(row: Row): void {
    const entry = new MemtableEntry(this.#entries.length, row, this.#context)
    this.#entries.push(entry)
    this.#ordinalOf.set(entry.place.id, entry.ordinal)
  }

  remove(ordinal: number): void {
    const entry = this.#entry(ordinal)
    entry.isLive = false
    this.#ordinalOf.delete(entry.place.id)
  }

  find(id: PlaceId): number {
    return this.#ordinalOf.get(id) ?? -1
  }

  findBySlug(slug: string): number {
    return this.#entries.find(({ isLive, place }) => isLive && place.slug === slug)?.ordinal ?? -1
  }

  childrenOf(id: PlaceId): number[] {
    const children = this.#entries.filter(({ isLive, place }) => isLive && place.parent?.id === id)
    return children.map(({ ordinal }) => ordinal)
  }

  references(): Iterable<Reference> {
    return this.#entries.flatMap(({ isLive, row }) => (isLive ? entriesOf(row.place, row.names) : []))
  }

  otherwiseNamed(address: ReferenceAddress, nameOf: NameOf): number[] {
    const { kind, id } = address
    const isOld = ({ row }: MemtableEntry) =>
      refersTo(row.place, address) &&
      referencesOf(row).some((reference) => {
        return reference.kind === kind && reference.id === id && reference.name !== currentName(reference, nameOf)
      })
    return this.#entries.filter((entry) => entry.isLive && isOld(entry)).map(({ ordinal }) => ordinal)
  }

  isPublic(ordinal: number, now: Instant): boolean {
    return isIn(this.#entry(ordinal).publicSpan, now)
  }

  idOf(ordinal: number): PlaceId {
    return this.#entry(ordinal).place.id
  }

  ownerIdOf(ordinal: number): string {
    return this.#entry(ordinal).place.owner.id
  }

  revisionOf(ordinal: number): number {
    return this.rowOf(ordinal).revision
  }

  positionOf(ordinal: number): LonLat {
    return this.#entry(ordinal).position
  }

  rowOf(ordinal: number): Row {
    return this.#entry(ordinal).row
  }

  contactOwnerOf(ordinal: number): string | undefined {
    const { contactInfo } = this.#entry(ordinal).place
    return contactInfo?.fetchAutomatically === true ? this.ownerIdOf(ordinal) : undefined
  }

  changedAt(now: Instant): Instant {
    let last = Number.NEGATIVE_INFINITY
    for (const { states } of this.#entries) {
      for (const instant of [states.published, states.depublished]) {
        if (instant !== undefined && instant <= now && instant > last) last = instant
      }
    }
    return last
  }

  search(query: PlaceQuery, now: Instant, pace: Pace): Generator<void, LeafHits> {
    return this.#search(this.#live(), { query, now, pace })
  }

  *#search(live: readonly MemtableEntry[], { query, now, pace }: Search): Generator<void, LeafHits> {
    const passes = testOf(query, now)
    const hits: MemtableEntry[] = []
    for (const [index, entry] of live.entries()) {
      if (index % entriesPerLook === 0 && pace.isDue) yield
      if (passes(entry)) hits.push(entry)
    }
    return {
      count: hits.length,
      ordered: () => this.#ordered(hits, query, pace),
      sortValues: (ordinal) => sortValues(this.#entry(ordinal), query),
      inTile: (grid) => inTile(hits, grid),
      *values(facet) {
        return [yield* facetOf(hits, { facet, now, pace })]
      },
      *texts(_, facet) {
        return yield* suggestFrom(hits, { facet, now, pace })
      },
    }
  }

  *#ordered(hits: readonly MemtableEntry[], query: PlaceQuery, pace: Pace): Generator<void, OrderedHits> {
    const { order } = query
    if (isByName(order[0]) && order.length === 1) return listed(Uint32Array.from(hits, ({ ordinal }) => ordinal))
    const rows: { id: PlaceId; values: ReturnType<typeof sortValues>; ordinal: number }[] = []
    for (const entry of hits) {
      rows.push({ id: entry.place.id, values: sortValues(entry, query), ordinal: entry.ordinal })
      if (pace.isDue) yield
    }
    rows.sort((one, other) => compareHits(one, other, order))
    return listed(Uint32Array.from(rows, ({ ordinal }) => ordinal))
  }

  write(out: GrowableBytes, ordinal: number, form: DocumentForm): void {
    out.writeText(renderedText(this.#entry(ordinal).document, form))
  }

  writeAll(out: GrowableBytes, ordinals: Uint32Array, form: DocumentForm, ends: number[]): void {
    for (let at = 0; at < ordinals.length; at++) {
      if (at > 0) out.writeByte(comma)
      this.write(out, ordinals[at]!, form)
      ends.push(out.length)
    }
  }

  /** The live entries by name and id, as a list that does not change. */
  #live(): readonly MemtableEntry[] {
    const { entries, of } = this.#sorted
    if (of < this.entries) {
      const all = [...entries, ...this.#entries.slice(of)].filter(({ isLive }) => isLive)
      this.#sorted = { entries: all.sort(compareByName), of: this.entries }
    }
    return this.#sorted.entries.filter(({ isLive }) => isLive)
  }

  #entry(ordinal: number): MemtableEntry {
    const entry = this.#entries[ordinal]
    if (entry === undefined) throw new RangeError(`an ordinal must be below ${this.entries}, got ${ordinal}`)
    return entry
  }
}

interface Search {
  readonly query: PlaceQuery
  readonly now: Instant
  readonly pace: Pace
}

function compareByName(one: MemtableEntry, other: MemtableEntry): number {
  if (one.nameKey !== other.nameKey) return one.nameKey < other.nameKey ? -1 : 1
  return one.place.id < other.place.id ? -1 : 1
}

function sortValues(entry: MemtableEntry, query: PlaceQuery) {
  return query.order.map((key) => entry.sortValue(key, query))
}

/** A test whether an entry is a hit, as `matches` defines it for places, on the entry's cached values. */
function testOf(query: PlaceQuery, now: Instant): (entry: MemtableEntry) => boolean {
  const { narrowed, types, fullText } = query
  const openTests = openings(query, now).map(openTest)
  const terms = fullText?.terms.flat().map((term) => ({
    starts: wordsOfTerm(term).map((start) => separator + start),
    id: term,
  }))
  const filters = query.filters.map((filter) => ({ field: filter.field, holds: filterTest(filter) }))
  return (entry) =>
    (narrowed ? isIn(entry.publicSpan, now) : isIncluded(entry.states, query, now)) &&
    isChosenType(entry.typeFacts, types) &&
    isWithin(entry.position, query) &&
    openTests.every((isOpen) => isOpen(entry.hours)) &&
    filters.every(({ field, holds }) => holds(entry.values(field))) &&
    (fullText === undefined ||
      terms!.every(({ starts, id }) => entry.beginsWords(starts, fullText.sees) || id === entry.place.id))
}

/** Filters without other operators look values up in a set: they may name hundreds of ids. */
function filterTest(filter: Filter): (values: readonly ComparedValue[]) => boolean {
  const named = new Set<unknown>()
  for (const { negated, test } of filter.anyOf) {
    if (negated || test.is !== 'equal') return (values) => holdsFilter(values, filter)
    named.add(test.value)
  }
  return (values) => values.some(({ value }) => named.has(value))
}

function inTile(hits: readonly MemtableEntry[], grid: TileGrid): TilePoints {
  const located = hits
    .map(({ ordinal, place, position }) => ({ ordinal, place, patch: grid.patchOf(...position) }))
    .filter(({ patch }) => patch >= 0)
  return {
    count: (counts) => {
      for (const { place, patch } of located) addCount(counts, patch, typeNumber(placeTypeKey(place.placeTypes)))
    },
    list: (isWanted) => located.filter(({ patch }) => isWanted(patch)).map(({ ordinal }) => ordinal),
  }
}

/** The facet to count and the instant. */
interface CountOptions {
  readonly facet: Facet
  readonly now: Instant
  readonly pace: Pace
}

/** The entries that have each value of a facet, in the order by name and id. */
type EntriesOf = ReadonlyMap<string, readonly MemtableEntry[]>

/** The values of a facet among hits in the order by name and id, which are read one by one. */
function* facetOf(hits: readonly MemtableEntry[], counting: CountOptions): Generator<void, FacetSource> {
  return sourceOf(yield* entriesByKey(hits, counting))
}

/** The texts that can be suggested from hits, which are read one by one. */
function* suggestFrom(hits: readonly MemtableEntry[], counting: CountOptions): Generator<void, SuggestTexts> {
  const having = yield* entriesByKey(hits, counting)
  return {
    texts: sourceOf(having),
    *fitting(patterns, pace) {
      return yield* fittingTexts(keysOf(having).map(searchedWords), patterns, pace)
    },
    ownersOf: (name) => [...new Set(having.get(name)?.map(({ place }) => place.owner.id))],
  }
}

function* entriesByKey(hits: readonly MemtableEntry[], { facet, now, pace }: CountOptions): Generator<void, EntriesOf> {
  const having = new Map<string, MemtableEntry[]>()
  for (const entry of hits) {
    for (const key of facetKeys(entry.view, facet, now)) {
      having.getOrInsertComputed(key, () => []).push(entry)
    }
    if (pace.isDue) yield
  }
  return having
}

function keysOf(having: EntriesOf): string[] {
  return [...having.keys()].sort(compareKeys)
}

function sourceOf(having: EntriesOf): FacetSource {
  const entries = keysOf(having).map((key) => having.get(key)!)
  const countOf = (value: number) => entries[value]!.length
  return {
    keys: dictionaryOf(keysOf(having)),
    countOf,
    atMost: countOf,
    firstHit: (value) => entries[value]![0]!.ordinal,
  }
}
