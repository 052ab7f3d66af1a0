import type { Comparison } from '../measure.ts'
import type { SystemResult } from '../result.ts'
import { cpuOf, cpuTimes, distinctOf, noiseOf, rateOf, ratioOf } from './figures.ts'
import { fixed, table, whole } from './format.ts'
import { systemNames } from './systems.ts'

const heads = ['times the rate', 'spread', 'requests/s: own', 'other', 'CPU µs: own', 'other', 'times less']

/** The tables of one system at one size. */
export function systemSection({ system, about, missing, comparisons, left }: SystemResult): string[] {
  const title = [`### Beside ${systemNames[system]}`, '']
  if (missing !== undefined) return [...title, `Left out: ${missing}.`, '']
  const distinct = distinctOf(comparisons)
  const blocks = [...new Set(distinct.map(({ own }) => own.length))].sort((a, b) => a - b)
  const refused = left.map(({ question, reason }) => [question, `n/a: ${reason}`, ...heads.slice(1).map(() => '')])
  return [
    ...title,
    `${about}. ${blocks.join(' or ')} pairs of blocks a question. Other work: ${noiseOf(comparisons)}.`,
    '',
    ...table(['question', ...heads], [...distinct.map((one) => [one.question, ...cellsOf(one)]), ...refused]),
    ...inOtherOrders(comparisons),
    ...latencies(comparisons),
  ]
}

/** The cells of a comparison, as `heads` names them. */
function cellsOf(comparison: Comparison): string[] {
  const { own, peer } = comparison
  const ratio = ratioOf(comparison)
  const rates = [own, peer].map((blocks) => fixed(rateOf(blocks)))
  const cpu = [own, peer].map((blocks) => whole(cpuOf(blocks)))
  return [
    fixed(ratio.median),
    `${fixed(ratio.min)} to ${fixed(ratio.max)}`,
    ...rates,
    ...cpu,
    fixed(cpuTimes(comparison)),
  ]
}

function inOtherOrders(comparisons: readonly Comparison[]): string[] {
  const others = comparisons.filter(({ mode }) => mode !== 'distinct')
  if (others.length === 0) return []
  return [
    'The same with Zipf’s distribution over the values, and with one value again and again:',
    '',
    ...table(
      ['question', 'asked', ...heads],
      others.map((one) => [one.question, one.mode, ...cellsOf(one)]),
    ),
  ]
}

function latencies(comparisons: readonly Comparison[]): string[] {
  const rows = comparisons.flatMap(({ question, latencies: pairs = [] }) =>
    pairs.map(({ share, requestsPerSecond, own, peer }) => [
      question,
      `${share * 100} %: ${fixed(requestsPerSecond)}`,
      ...[own.p50, peer.p50, own.p99, peer.p99, own.p999, peer.p999].map(fixed),
    ]),
  )
  if (rows.length === 0) return []
  return [
    'Milliseconds from when a request was due, both at the same rate, which is a share of what the slower of the two can do:',
    '',
    ...table(['question', 'requests/s', 'p50: own', 'other', 'p99: own', 'other', 'p99.9: own', 'other'], rows),
  ]
}
