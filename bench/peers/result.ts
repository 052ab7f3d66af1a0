import type { Comparison } from './measure.ts'

/** What was measured of one system at one size, as it is kept between runs. */
export interface SystemResult {
  readonly system: string
  /** What ran, with versions. */
  readonly about: string
  readonly machine: string
  readonly places: number
  readonly seed: string
  /** Why nothing was measured. */
  readonly missing?: string
  /** What else was different about this measurement. */
  readonly note?: string
  readonly own?: Footprint
  readonly peer?: Footprint
  readonly comparisons: readonly Comparison[]
  /** Questions that were not compared, and why. */
  readonly left: readonly { readonly question: string; readonly reason: string }[]
}

/** What it costs a system to hold the places. */
export interface Footprint {
  readonly loadSeconds?: number
  /** From the start of its processes until it can be asked, in the state that its warming leaves. */
  readonly startSeconds?: number
  /** After the questions that only read. */
  readonly memoryBytes?: number
}
