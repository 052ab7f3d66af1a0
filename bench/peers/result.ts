import type { Latency } from '../support/open-loop.ts'
import type { Comparison } from './measure.ts'

/** What was measured of one system at one size, as it is kept between runs. */
export interface SystemResult {
  readonly system: string
  /** What ran, with versions. */
  readonly about: string
  readonly machine: string
  readonly places: number
  readonly seed: number
  /** Why nothing was measured. */
  readonly missing?: string
  /** What it costs the service and the system to hold the places. */
  readonly own?: Footprint
  readonly peer?: Footprint
  readonly comparisons: readonly Comparison[]
  /** Questions that were not compared, and why. */
  readonly left: readonly Left[]
  /** Only of the service itself. */
  readonly service?: ServiceFigures
}

/** A question that a system was not asked, and why. */
export interface Left {
  readonly question: string
  readonly reason: string
}

/** What it costs a system to hold the places. */
export interface Footprint {
  readonly loadSeconds?: number
  readonly loadCpuSeconds?: number
  /** From the start of its processes until it can be asked, in the state that its warming leaves. */
  readonly startSeconds?: number
  /** The most after questions that only read. */
  readonly memoryBytes?: number
}

/** What is measured of the service alone. */
export interface ServiceFigures {
  readonly growth?: GrowthFigures
  readonly inIndex?: IndexTimes
  readonly storedDocuments?: StoredDocuments
  readonly besideWrites?: BesideWrites
}

/** How the machine was when something was measured. */
export interface Conditions {
  readonly measured: string
  /** The share of the processors that other programs and other machines of the host used meanwhile. */
  readonly others: number
  /** Megabytes of JSON that it parsed and wrote a second just before. */
  readonly pace?: number
}

/** What starts take, and what the service then holds. */
export interface Starts {
  /** The first start builds the index from the record; a restart finds its snapshot. */
  readonly firstStartSeconds: number
  readonly firstStartPeakBytes: number
  readonly restartSeconds: readonly number[]
  readonly restartPeakBytes: number
  /** Resident, after a restart. */
  readonly memoryBytes: number
  readonly columnBytes: number
  readonly documentBytes: number
}

/** What depends on how many places there are. */
export interface GrowthFigures extends Conditions, Starts {
  readonly importSeconds: number
  readonly importCpuSeconds: number
  /** The documents as the record has them. */
  readonly recordBytes: number
}

/** The service with its documents in the store alone, against itself with them in memory. */
export interface StoredDocuments extends Conditions, Starts {
  readonly comparisons: readonly Comparison[]
}

/** The times of all questions. */
export interface IndexTimes extends Conditions {
  readonly questions: readonly IndexTime[]
}

/** Milliseconds of a search. */
export interface IndexTime {
  readonly question: string
  /** In the index, in a process that does nothing else. */
  readonly search: Quantiles
  /** Of writing its page there. */
  readonly page: Quantiles
  /** Both in a service that is asked over HTTP, one after the other, as it tells in Server-Timing. */
  readonly served?: Quantiles
}

/** How many times were taken, and the milliseconds that half and all but a hundredth of them stayed within. */
export interface Quantiles {
  readonly count: number
  readonly p50: number
  readonly p99: number
}

/** Reads at a fixed rate without and with writes as fast as they are answered; the server on every core. */
export interface BesideWrites extends Conditions {
  readonly readsPerSecond: number
  readonly writers: number
  readonly rounds: readonly BesideRound[]
}

/** Reads alone, and after that reads beside writes. */
export interface BesideRound {
  readonly idle: ReadsBeside
  readonly writing: ReadsBeside
  readonly writesPerSecond: number
  /** Of processor time of the service for each change, with the reads beside it and all that sealing takes. */
  readonly cpuMicroseconds: number
}

/** How long reads took, and what kept them waiting. */
export interface ReadsBeside {
  readonly latency: Latency
  /** The longest that the answering thread was late. */
  readonly stallMillis: number
}
