import type { Comparison } from '../measure.ts'
import { isWrite, questionNames } from '../questions.ts'
import type { SystemResult } from '../result.ts'
import { cpuOf, cpuTimes, daysOf, distinctOf, noiseOf, rateOf, ratioOf } from './figures.ts'
import { fixed, table, whole } from './format.ts'
import { isPeer, systemNames } from './systems.ts'

const heads = ['times the rate', 'spread', 'requests/s: own', 'other', 'CPU µs: own', 'other', 'times less']

/** The tables of one system at one size. */
export function systemSection(result: SystemResult): string[] {
  const { system, about, missing, machine, comparisons } = result
  const title = [`### Beside ${systemNames[system]}`, '']
  if (missing !== undefined) return [...title, `Left out: ${missing}.`, '']
  const distinct = distinctOf(comparisons)
  const blocks = [...new Set(distinct.map(({ own }) => own.length))].sort((a, b) => a - b)
  return [
    ...title,
    comparisons.length === 0
      ? `${about}.`
      : `${about}. ${blocks.join(' or ')} pairs of blocks a question, on ${machine.split(',')[0]}, ${daysOf(comparisons)}. Other work: ${noiseOf(comparisons)}.`,
    '',
    ...table(['question', ...heads], rowsOf(result)),
    ...inOtherOrders(comparisons),
    ...latencies(comparisons),
    ...absent(result),
  ]
}

/** What was measured and what cannot be, in the order of the list; what is not in it comes last. */
function rowsOf({ comparisons, left }: SystemResult): string[][] {
  const place = ([question = '']: readonly string[]) => {
    const at = questionNames.indexOf(question)
    return at < 0 ? questionNames.length : at
  }
  return [
    ...distinctOf(comparisons).map((one) => [one.question, ...cellsOf(one)]),
    ...left.map(({ question, reason }) => [question, `n/a: ${reason}`, ...heads.slice(1).map(() => '')]),
  ].toSorted((a, b) => place(a) - place(b))
}

/** Names what should have been measured and was not, so that nobody takes it for what cannot be. */
function absent(result: SystemResult): string[] {
  const known = new Set([...result.comparisons, ...result.left].map(({ question }) => question))
  const isAsked = (question: string) => isPeer(result) || !isWrite(question)
  const questions = questionNames.filter((question) => isAsked(question) && !known.has(question))
  const modes = new Set(result.comparisons.map(({ mode }) => mode))
  const missing = [
    ...questions.map((question) => `"${question}"`),
    ...(isPeer(result) && !modes.has('zipf') ? ['values by Zipf’s distribution'] : []),
    ...(isPeer(result) && !modes.has('repeated') ? ['one value again and again'] : []),
    ...(isPeer(result) && !result.comparisons.some(({ latencies }) => latencies) ? ['latency at fixed rates'] : []),
  ]
  return missing.length === 0 ? [] : [`Not measured: ${missing.join(', ')}.`, '']
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

/** A percentile is told where so many answers lie beyond it. */
const answersBeyond = 1

function latencies(comparisons: readonly Comparison[]): string[] {
  const rows = comparisons.flatMap(({ question, latencies: pairs = [] }) =>
    pairs.map(({ share, requestsPerSecond, seconds = 2, own, peer }) => {
      const answers = requestsPerSecond * seconds
      const told = (part: number, millis: readonly number[]) =>
        millis.map((one) => (answers * (1 - part) < answersBeyond ? '–' : fixed(one)))
      return [
        question,
        `${share * 100} %: ${fixed(requestsPerSecond)}`,
        whole(answers),
        ...told(0.5, [own.p50, peer.p50]),
        ...told(0.99, [own.p99, peer.p99]),
        ...told(0.999, [own.p999, peer.p999]),
        ...[own.late, peer.late].map((late) => (late === undefined ? '–' : fixed(late))),
      ]
    }),
  )
  if (rows.length === 0) return []
  return [
    'Milliseconds from when a request was due, both at the same rate, which is a share of what the slower of the two can do; a percentile is told where an answer in so many was given. "Sent late" is how',
    'long after that 99 % of the requests were sent at the most while a connection was free: the caller itself was busy, or had no processor, and the latencies have that in them.',
    '',
    ...table(
      [
        'question',
        'requests/s',
        'answers',
        ...['p50: own', 'other', 'p99: own', 'other', 'p99.9: own', 'other', 'sent late: own', 'other'],
      ],
      rows,
    ),
  ]
}
