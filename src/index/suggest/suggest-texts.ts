import type { WordPattern } from '../../query/suggestion.ts'
import type { FacetSource } from '../facets/facet-source.ts'
import type { Pace } from '../in-turns.ts'

/** The texts of one type that the hits of a part of the index have, and which of them fit what was typed. */
export interface SuggestTexts {
  /** The text itself, folded. */
  equal(text: string): FacetSource
  /** Texts that begin so. */
  starting(text: string): FacetSource
  /** Texts that have words for all patterns. */
  fitting(patterns: readonly WordPattern[], pace: Pace): FacetSource | Generator<void, FacetSource>
  /** The ids of the owners that some hit has by this name. */
  ownersOf(name: string): readonly string[]
}
