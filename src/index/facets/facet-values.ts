import type { PlaceView } from '../../place/place.ts'
import type { Facet } from '../../query/query.ts'
import {
  compareKeys,
  type FacetValue,
  type FacetValues,
  facetLimits,
  writtenValue,
} from '../../query/results/facets.ts'
import { viewOfRow } from '../../read-model/row.ts'
import { compareTexts, DictionaryCursor, indexOfText, leastTexts, textAt } from '../columns/dictionary.ts'
import type { Leaf } from '../hits.ts'
import type { Pace } from '../in-turns.ts'
import { lowerBound } from '../memory/sorting.ts'
import type { FoundIn } from '../order/page-order.ts'
import type { FacetSource } from './facet-source.ts'

/** Dependencies of writing values. */
export interface FacetContext {
  readonly sortKey: (text: string) => string
}

/** The pace of counting, and the maximum number of values per facet. */
interface CountOptions extends FacetContext {
  readonly pace: Pace
  readonly valuesMax: number | undefined
}

/** The values of the facets among the hits of all leaves. */
export function* facetValues(
  found: readonly FoundIn[],
  facets: readonly Facet[],
  { pace, valuesMax = facetLimits.values, ...context }: CountOptions,
): Generator<void, FacetValues[]> {
  const counted: FacetValues[] = []
  for (const facet of facets) {
    const sources: SourceOf[] = []
    for (const { leaf, hits } of found) {
      for (const source of yield* hits.values(facet)) sources.push({ leaf, source })
    }
    const all = sources.map(({ source }) => source)
    const values: FacetValue[] = []
    for (const { key, count } of yield* mostFrequent(all, valuesMax, pace)) {
      values.push({ ...written(sources, facet, key, context), count })
      if (pace.isDue) yield
    }
    counted.push({ facet, values })
  }
  return counted
}

/** The source of a facet in one leaf. */
interface SourceOf {
  readonly leaf: Leaf
  readonly source: FacetSource
}

function written(
  sources: readonly SourceOf[],
  facet: Facet,
  key: string,
  context: FacetContext,
): Omit<FacetValue, 'count'> {
  const view = facet.by === 'field' ? firstView(sources, key, context) : undefined
  return view && facet.by === 'field' ? writtenValue(view, facet, key) : { value: key }
}

/** The first of all hits by name and id that has a value, or undefined if no hit has it. */
export function firstView(sources: readonly SourceOf[], key: string, context: FacetContext): PlaceView | undefined {
  const views = sources.flatMap(({ leaf, source }) => {
    const value = indexOfText(source.keys, key)
    const first = value < 0 ? -1 : source.firstHit(value)
    if (first < 0) return []
    return [viewOfRow(leaf.rowOf(first))]
  })
  return views.length === 0 ? undefined : firstByName(views, context)
}

/** The first of several views by name, then by id. */
function firstByName(views: readonly PlaceView[], { sortKey }: FacetContext): PlaceView {
  if (views.length === 1) return views[0]!
  const rows = views.map((view) => ({ view, key: sortKey(view.name) }))
  return rows.reduce((first, other) => {
    const isBefore = other.key === first.key ? other.view.id < first.view.id : other.key < first.key
    return isBefore ? other : first
  }).view
}

/** A value, and the number of hits of all leaves that have it. */
interface KeyCount {
  readonly key: string
  readonly count: number
}

/** Number of values between two looks at the clock. */
const valuesPerLook = 256

/**
 * The `atMost` most frequent values of all sources together: by count, greatest first, then by key. The source with the
 * most values is the base. The keys of the others are merged in order and looked up in the base on the way. The
 * remaining values of the base compete only with their own counts, so their keys are not read.
 */
export function* mostFrequent(
  sources: readonly FacetSource[],
  atMost: number,
  pace: Pace,
): Generator<void, KeyCount[]> {
  const [base, ...others] = sources.filter((source) => sizeOf(source) > 0).sort((a, b) => sizeOf(b) - sizeOf(a))
  if (base === undefined) return []
  const alone = new Greatest<number>(atMost)
  for (let at = 0; at < sizeOf(base); at++) {
    if (at % valuesPerLook === 0 && pace.isDue) yield
    const value = base.some === undefined ? at : base.some[at]!
    if (base.atMost(value) > alone.least) alone.add(value, base.countOf(value))
  }
  const totals = new Greatest<string>(atMost)
  const shared = new Set<number>()
  const inBase = new DictionaryCursor(base.keys)
  const merged = new MergedCounts(others)
  for (let step = 1; merged.next(); step++) {
    if (step % valuesPerLook === 0 && pace.isDue) yield
    const { key, count } = merged
    if (count === 0) continue
    inBase.skipTo(key)
    const isShared = inBase.isOnText && compareTexts(inBase, key) === 0 && isCounted(base, inBase.index)
    if (isShared) shared.add(inBase.index)
    if (count + (isShared ? base.atMost(inBase.index) : 0) <= totals.least) continue
    totals.add(key.toString(), count + (isShared ? base.countOf(inBase.index) : 0))
  }
  for (const { value, count } of alone.entries)
    if (!shared.has(value)) totals.entries.push({ value: textAt(base.keys, value), count })
  return totals.entries
    .map(({ value, count }) => ({ key: value, count }))
    .sort((a, b) => b.count - a.count || compareKeys(a.key, b.key))
    .slice(0, atMost)
}

function sizeOf({ keys, some }: FacetSource): number {
  return some === undefined ? keys.count : some.length
}

function isCounted({ some }: FacetSource, value: number): boolean {
  return some === undefined || some[lowerBound(some, value)] === value
}

/** The greatest counts above 0; of equal counts, those added first. */
class Greatest<Value> {
  readonly entries: { readonly value: Value; readonly count: number }[] = []
  /** Only greater counts are accepted. */
  least = 0
  readonly #atMost: number

  constructor(atMost: number) {
    this.#atMost = atMost
  }

  add(value: Value, count: number): void {
    if (count <= this.least) return
    let [at, end] = [0, this.entries.length]
    while (at < end) {
      const middle = (at + end) >> 1
      if (this.entries[middle]!.count < count) end = middle
      else at = middle + 1
    }
    this.entries.splice(at, 0, { value, count })
    if (this.entries.length > this.#atMost) this.entries.pop()
    if (this.entries.length === this.#atMost) this.least = this.entries.at(-1)!.count
  }
}

/** Iterates over the values of several sources in the order of their keys. */
class MergedCounts {
  /** The current key; valid until the next call of `next`. */
  key!: DictionaryCursor
  /** Number of hits of all sources that have the key. */
  count = 0
  readonly #cursors: readonly ValueCursor[]
  readonly #keys: readonly DictionaryCursor[]
  /** The numbers of the cursors on the current key, which move next. */
  readonly #same: number[]

  constructor(sources: readonly FacetSource[]) {
    this.#cursors = sources.map((source) => ({ source, key: new DictionaryCursor(source.keys), at: -1 }))
    this.#keys = this.#cursors.map(({ key }) => key)
    this.#same = [...sources.keys()]
  }

  /** Moves to the next key; false behind the last. */
  next(): boolean {
    for (const number of this.#same) moveOn(this.#cursors[number]!)
    leastTexts(this.#keys, this.#same)
    if (this.#same.length === 0) return false
    this.key = this.#keys[this.#same[0]!]!
    this.count = 0
    for (const number of this.#same) this.count += this.#cursors[number]!.source.countOf(this.#keys[number]!.index)
    return true
  }
}

/** A cursor on a value of a source; `at` counts the values before it. */
interface ValueCursor {
  readonly source: FacetSource
  readonly key: DictionaryCursor
  at: number
}

function moveOn(cursor: ValueCursor): void {
  const { source, key } = cursor
  cursor.at++
  if (source.some === undefined) key.next()
  else key.seek(source.some[cursor.at] ?? source.keys.count)
}
