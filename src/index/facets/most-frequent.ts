import { compareKeys } from '../../query/facets.ts'
import { countValues, type FacetSource } from './facet-source.ts'

/** A value, and how many hits of all parts have it. */
export interface KeyCount {
  readonly key: string
  readonly count: number
}

/** The `atMost` values that most hits have in all sources together, the greatest count first, then by key. */
export function mostFrequent(sources: readonly FacetSource[], atMost: number): KeyCount[] {
  const [base, ...others] = sources
    .map((source) => ({ source, values: countValues(source) }))
    .filter(({ values }) => values > 0)
    .sort((a, b) => b.values - a.values)
    .map(({ source }) => source)
  if (base === undefined) return []
  const { counts, extras } = addOthers(base, others)
  const found = topNumbers(counts, atMost).map((value) => ({ key: base.keyOf(value), count: counts[value]! }))
  for (const [key, count] of extras) found.push({ key, count })
  return found.sort((a, b) => b.count - a.count || compareKeys(a.key, b.key)).slice(0, atMost)
}

/** The counts of the source with the most values, with those of all others added, and what it does not know. */
function addOthers(base: FacetSource, others: readonly FacetSource[]) {
  const extras = new Map<string, number>()
  if (others.length === 0) return { counts: base.counts, extras }
  const counts = base.counts.slice()
  for (const other of others) {
    for (let value = 0; value < other.counts.length; value++) {
      const count = other.counts[value]!
      if (count === 0) continue
      const key = other.keyOf(value)
      const known = base.numberOf(key)
      if (known >= 0) counts[known]! += count
      else extras.set(key, (extras.get(key) ?? 0) + count)
    }
  }
  return { counts, extras }
}

/** The numbers of the `atMost` greatest counts above 0; of equal ones the first. */
function topNumbers(counts: Uint32Array, atMost: number): number[] {
  const top: number[] = []
  let least = 0
  for (let value = 0; value < counts.length; value++) {
    const count = counts[value]!
    if (count <= least) continue
    const at = top.findIndex((other) => counts[other]! < count)
    top.splice(at < 0 ? top.length : at, 0, value)
    if (top.length > atMost) top.pop()
    if (top.length === atMost) least = counts[top[atMost - 1]!]!
  }
  return top
}
