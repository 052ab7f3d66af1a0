import type { TextCursor } from '../columns/dictionary.ts'

/**
 * The different values of one facet among the hits of one part of the index, those that no hit has included. Values are
 * numbered in the order of their keys (see `facetKeys`), by code points, and counted when somebody asks.
 */
export interface FacetSource {
  readonly size: number
  /** How many hits have a value. */
  countOf(value: number): number
  /** What that is at the most, told without counting. */
  atMost(value: number): number
  keyOf(value: number): string
  /** Goes through the keys in order; its index is the number of the value. */
  keys(): TextCursor
  /** The number of the value with this key, or -1. */
  numberOf(key: string): number
  /** The ordinal of the first hit by name and id that has a value, or -1. */
  firstHit(value: number): number
}
