import type { Names } from '../../place/directory-entry.ts'
import type { PlaceView } from '../../place/place.ts'
import { viewPlace } from '../../place/view.ts'
import { compareKeys, type FacetValue, type FacetValues, facetLimits, writtenValue } from '../../query/facets.ts'
import type { Facet } from '../../query/query.ts'
import type { Pace } from '../in-turns.ts'
import type { FoundIn } from '../page-order.ts'
import type { Part } from '../part.ts'
import type { FacetSource } from './facet-source.ts'

/** What values are written with. */
export interface FacetContext {
  readonly names: Names
  readonly sortKey: (text: string) => string
}

/** The values of the facets among the hits of all parts. */
export function* facetValues(
  found: readonly FoundIn[],
  facets: readonly Facet[],
  { pace, ...context }: FacetContext & { readonly pace: Pace },
): Generator<void, FacetValues[]> {
  const counted: FacetValues[] = []
  for (const facet of facets) {
    const sources: SourceOf[] = []
    for (const { part, hits } of found) {
      for (const source of yield* hits.values(facet)) sources.push({ part, source })
    }
    const all = sources.map(({ source }) => source)
    const top = yield* mostFrequent(all, facetLimits.values, pace)
    counted.push({ facet, values: top.map(({ key, count }) => ({ ...written(sources, facet, key, context), count })) })
    if (pace.isDue) yield
  }
  return counted
}

/** What one part has of a facet. */
interface SourceOf {
  readonly part: Part
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

/** The first of all hits by name and id that has a value, or undefined where no hit has it. */
export function firstView(sources: readonly SourceOf[], key: string, context: FacetContext): PlaceView | undefined {
  const views = sources.flatMap(({ part, source }) => {
    const value = source.numberOf(key)
    const first = value < 0 ? -1 : source.firstHit(value)
    if (first < 0) return []
    const { place, parentName } = part.rowOf(first)
    return [viewPlace(place, context.names, parentName)]
  })
  return views.length === 0 ? undefined : firstByName(views, context)
}

/** Of several views the first by name, then by id. */
function firstByName(views: readonly PlaceView[], { sortKey }: FacetContext): PlaceView {
  if (views.length === 1) return views[0]!
  const rows = views.map((view) => ({ view, key: sortKey(view.name) }))
  return rows.reduce((first, other) => {
    const isBefore = other.key === first.key ? other.view.id < first.view.id : other.key < first.key
    return isBefore ? other : first
  }).view
}

/** A value, and how many hits of all parts have it. */
interface KeyCount {
  readonly key: string
  readonly count: number
}

/** After so many values the clock is asked. */
const valuesPerLook = 256

/**
 * The `atMost` values that most hits have in all sources together, the greatest count first, then by key. Those of all
 * sources but the one with the most values are counted by key, and looked up in that one. The other values of that one
 * are among the greatest only where they are so in it alone, for which no key is read.
 */
export function* mostFrequent(
  sources: readonly FacetSource[],
  atMost: number,
  pace: Pace,
): Generator<void, KeyCount[]> {
  const [base, ...others] = sources.filter(({ size }) => size > 0).sort((a, b) => b.size - a.size)
  if (base === undefined) return []
  const counts = new Map<string, number>()
  for (const source of others) {
    for (let value = 0; value < source.size; value++) {
      if (value % valuesPerLook === 0 && pace.isDue) yield
      const count = source.countOf(value)
      if (count === 0) continue
      const key = source.keyOf(value)
      counts.set(key, (counts.get(key) ?? 0) + count)
    }
  }
  const alone = new Greatest<number>(atMost, (a, b) => a - b)
  for (let value = 0; value < base.size; value++) {
    if (value % valuesPerLook === 0 && pace.isDue) yield
    if (base.atMost(value) > alone.least) alone.add(value, base.countOf(value))
  }
  const totals = new Greatest<string>(atMost, compareKeys)
  const shared = new Set<number>()
  let looked = 0
  for (const [key, count] of counts) {
    if (++looked % valuesPerLook === 0 && pace.isDue) yield
    const value = base.numberOf(key)
    if (value >= 0) shared.add(value)
    if (count + (value < 0 ? 0 : base.atMost(value)) < totals.least) continue
    totals.add(key, count + (value < 0 ? 0 : base.countOf(value)))
  }
  for (const { value, count } of alone.entries) if (!shared.has(value)) totals.add(base.keyOf(value), count)
  return totals.entries.map(({ value, count }) => ({ key: value, count }))
}

/** The greatest counts above 0, those of one count in the order of their values. */
class Greatest<Value> {
  readonly entries: { readonly value: Value; readonly count: number }[] = []
  /** What is less has no place. */
  least = 0
  readonly #atMost: number
  readonly #compare: (a: Value, b: Value) => number

  constructor(atMost: number, compare: (a: Value, b: Value) => number) {
    this.#atMost = atMost
    this.#compare = compare
  }

  add(value: Value, count: number): void {
    if (count === 0 || count < this.least) return
    const isBefore = (other: { readonly value: Value; readonly count: number }) =>
      count === other.count ? this.#compare(value, other.value) < 0 : count > other.count
    const at = this.entries.findIndex(isBefore)
    this.entries.splice(at < 0 ? this.entries.length : at, 0, { value, count })
    if (this.entries.length > this.#atMost) this.entries.pop()
    if (this.entries.length === this.#atMost) this.least = this.entries.at(-1)!.count
  }
}
