import type { Comparison } from './measure.ts'

/** What was measured of one peer at one size, as it is kept between runs. */
export interface SystemResult {
  readonly system: string
  readonly places: number
  readonly seed: string
  /** Why nothing was measured. */
  readonly missing?: string
  readonly loadSeconds?: number
  readonly startSeconds?: number
  readonly memoryBytes?: number
  readonly comparisons: readonly Comparison[]
  /** Questions that were not compared, and why. */
  readonly left: readonly { readonly question: string; readonly reason: string }[]
}
