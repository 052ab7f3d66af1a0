import type { Suggestion, WordPattern } from '../query/suggestion.ts'
import type { LookedAt } from './most-frequent.ts'

/** The texts of one type that the places of a database have, and which of them fit what was typed. */
export interface SuggestedTexts {
  /** The text itself, folded. */
  equal(text: string): LookedAt
  /** Texts that begin so. */
  starting(text: string): LookedAt
  /** Texts that have words for all patterns. */
  fitting(patterns: readonly WordPattern[]): Promise<LookedAt>
  /** A text that was counted, as the first place by name and id writes it, with the id that it stands for. */
  written(key: string): Promise<Pick<Suggestion, 'text' | 'id'>>
}
