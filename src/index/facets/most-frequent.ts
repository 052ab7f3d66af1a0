import { compareKeys } from '../../query/facets.ts'
import type { FacetSource } from './facet-source.ts'

/** A value, and how many hits of all parts have it. */
export interface KeyCount {
  readonly key: string
  readonly count: number
}

/**
 * The `atMost` values that most hits have in all sources together, the greatest count first, then by key. Of the source
 * with the most values only those are counted that may be among the greatest: a value that the others do not have is
 * among them only where it is among the greatest of its own source.
 */
export function mostFrequent(sources: readonly FacetSource[], atMost: number): KeyCount[] {
  const [base, ...others] = sources.toSorted((a, b) => b.size - a.size)
  if (base === undefined) return []
  const totals = countsOf(others)
  const found = greatest(base, atMost).filter(({ key }) => !totals.has(key))
  for (const [key, count] of totals) {
    const value = base.numberOf(key)
    found.push({ key, count: value < 0 ? count : count + base.countOf(value) })
  }
  return found.sort((a, b) => b.count - a.count || compareKeys(a.key, b.key)).slice(0, atMost)
}

/** How many hits of these sources have each value. */
function countsOf(sources: readonly FacetSource[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const source of sources) {
    for (let value = 0; value < source.size; value++) {
      const count = source.countOf(value)
      if (count === 0) continue
      const key = source.keyOf(value)
      counts.set(key, (counts.get(key) ?? 0) + count)
    }
  }
  return counts
}

/** The `atMost` greatest counts above 0; of equal ones the first. */
function greatest(source: FacetSource, atMost: number): KeyCount[] {
  const top: { readonly value: number; readonly count: number }[] = []
  let least = 0
  for (let value = 0; value < source.size; value++) {
    const count = source.atMost(value) > least ? source.countOf(value) : 0
    if (count <= least) continue
    const at = top.findIndex((other) => other.count < count)
    top.splice(at < 0 ? top.length : at, 0, { value, count })
    if (top.length > atMost) top.pop()
    if (top.length === atMost) least = top[atMost - 1]!.count
  }
  return top.map(({ value, count }) => ({ key: source.keyOf(value), count }))
}
