/**
 * The different values of one facet among the hits of one part of the index. Values are numbered in the order of their
 * keys (see `facetKeys`), by code points.
 */
export interface FacetSource {
  /** How many hits have each value. */
  readonly counts: Uint32Array
  keyOf(value: number): string
  /** The number of the value with this key, or -1. */
  numberOf(key: string): number
  /** The ordinal of the first hit by name and id that has a value which some hit has. */
  firstHit(value: number): number
}

/** How many values some hit has. */
export function countValues({ counts }: FacetSource): number {
  let values = 0
  for (let value = 0; value < counts.length; value++) if (counts[value] !== 0) values++
  return values
}
