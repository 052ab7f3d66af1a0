import { medianOf, type Spread, spreadOf } from '../../support/figures.ts'
import type { Comparison } from '../measure.ts'

/** The ratio of the rates of pairs of blocks: how many times as many requests the service answers. */
export function ratioOf({ own, peer }: Comparison): Spread {
  return spreadOf(own.map((block, pair) => block.requestsPerSecond / (peer[pair]?.requestsPerSecond ?? Number.NaN)))
}

/** The median of the microseconds of processor time a request. */
export function cpuOf(blocks: Comparison['own']): number {
  return medianOf(blocks.map(({ cpuMicroseconds }) => cpuMicroseconds))
}

/** The median of the requests a second. */
export function rateOf(blocks: Comparison['own']): number {
  return medianOf(blocks.map(({ requestsPerSecond }) => requestsPerSecond))
}

/** How many times the processor time of the service the peer needs for a request. */
export function cpuTimes({ own, peer }: Comparison): number {
  return cpuOf(peer) / cpuOf(own)
}

/** What was asked with ever other values, which is what tables and charts compare. */
export function distinctOf(comparisons: readonly Comparison[]): Comparison[] {
  return comparisons.filter(({ mode }) => mode === 'distinct')
}

/** The comparison of a question, asked with ever other values. */
export function comparisonOf(comparisons: readonly Comparison[], question: string): Comparison | undefined {
  return distinctOf(comparisons).find((one) => one.question === question)
}

/** What other programs used of the processors while so much was measured: the median of the questions, and the extremes. */
export function noiseOf(comparisons: readonly Comparison[]): string {
  if (comparisons.length === 0) return '–'
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const { median, min, max } = spreadOf(comparisons.map(({ others }) => others))
  return `${percent(median)} (${percent(min)} to ${percent(max)})`
}

/** The days on which something was measured, the first and the last: YYYY-MM-DD; undefined when nothing was. */
export function daysOf(comparisons: readonly Comparison[]): string | undefined {
  const days = comparisons.map(({ measured }) => measured.slice(0, 10)).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  return first === last ? first : `${first} to ${last}`
}
