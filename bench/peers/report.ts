import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { growthSection } from './growth.ts'
import { type Comparison, medianOf } from './measure.ts'
import type { SystemResult } from './result.ts'

/** Every result that is kept in a folder, largest sizes first. */
export function readResults(folder: string): SystemResult[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SystemResult)
    .sort((a, b) => b.places - a.places || order(a) - order(b))
}

const systems = ['bare', 'nginx', 'postgres', 'sqlite', 'groonga', 'orama']
const order = ({ system }: SystemResult) => systems.indexOf(system)

/** Writes the report, from every result that is kept in the folder. */
export function writeReport(folder: string, file: string): void {
  writeFileSync(file, `${textOf(readResults(folder)).join('\n').trimEnd()}\n`)
}

function textOf(results: readonly SystemResult[]): string[] {
  const [first] = results
  return [
    '# Beside what a user would pick instead',
    '',
    'Written by `npm run bench:peers`; how it measures is told in [its README](peers/README.md). A ratio above 1 says how many times as many requests a second the service',
    'answers as the peer (the median of pairs of neighbouring blocks, and their spread). CPU is of all processes of a system, its database included, in microseconds a request.',
    'Questions are compared only where ids and totals are the same. Distinct questions are asked in turn; closer looks follow in tables of their own.',
    '',
    `${first?.machine}, Node ${process.version}; the two processors share a core. Seed ${first?.seed}.`,
    '',
    ...verdicts(results),
    ...results.flatMap(sectionOf),
    ...growthSection(results),
  ]
}

/** What the figures say about the least that is wanted of the CPU a request beside PostgreSQL. */
function verdicts(results: readonly SystemResult[]): string[] {
  const rows = results.flatMap(({ system, places, note, comparisons }) => {
    const reads = comparisons.filter(({ question, mode }) => mode === 'distinct' && !isWrite(question))
    // What was measured otherwise is told with its note, and not summed up.
    if (note !== undefined || system === 'bare' || system === 'nginx' || reads.length === 0) return []
    const times = reads.map(cpuTimes).toSorted((a, b) => a - b)
    const worst = reads.toSorted((a, b) => cpuTimes(a) - cpuTimes(b))[0]!
    const slower = reads.filter((comparison) => ratioOf(comparison).median < 1).map(({ question }) => question)
    const middle = times[times.length >> 1]
    return [
      `| ${system}, ${places.toLocaleString('en')} | ${fixed(middle)} | ${fixed(times[0])} (${worst.question}) | ${slower.join('; ') || 'none'} |`,
    ]
  })
  if (rows.length === 0) return []
  return [
    '## In short',
    '',
    'How many times the CPU of a read the peer needs: at the median of the questions, and on the one where it comes closest.',
    '',
    '| peer, places | median | least | faster there |',
    '|---|---|---|---|',
    ...rows,
    '',
  ]
}

/** Questions that change something. */
export function isWrite(question: string): boolean {
  return /create|patch/.test(question)
}

function sectionOf(result: SystemResult): string[] {
  const { system, about, note, places, missing, comparisons, left } = result
  const title = `## ${system}, ${places.toLocaleString('en')} places`
  if (missing !== undefined) return [title, '', `Left out: ${missing}.`, '']
  return [
    title,
    '',
    `${about.slice(0, 1).toUpperCase()}${about.slice(1)}.${note === undefined ? '' : ` ${note}.`}`,
    '',
    ...footprints(result),
    '| question | times the rate | spread | requests/s: own | peer | CPU µs: own | peer | times less |',
    '|---|---|---|---|---|---|---|---|',
    ...comparisons.filter(({ mode }) => mode === 'distinct').map((comparison) => rowOf(comparison, [])),
    '',
    ...closer(comparisons),
    ...latencies(comparisons),
    ...leftOut(left),
  ]
}

function footprints({ own, peer, places }: SystemResult): string[] {
  if (own === undefined && peer === undefined) return []
  const bytes = (memory: number | undefined) =>
    memory === undefined ? '–' : Math.round(memory / places).toLocaleString('en')
  const row = (what: string, one: number | undefined, other: number | undefined) =>
    `| ${what} | ${fixed(one)} | ${fixed(other)} |`
  return [
    '| | own | peer |',
    '|---|---|---|',
    row('loaded in, s', own?.loadSeconds, peer?.loadSeconds),
    row('ready after a start, s', own?.startSeconds, peer?.startSeconds),
    `| memory, bytes a place | ${bytes(own?.memoryBytes)} | ${bytes(peer?.memoryBytes)} |`,
    '',
  ]
}

function closer(comparisons: readonly Comparison[]): string[] {
  const others = comparisons.filter(({ mode }) => mode !== 'distinct')
  if (others.length === 0) return []
  return [
    'With Zipf’s distribution over the values, and one value again and again:',
    '',
    '| question | asked | times the rate | spread | requests/s: own | peer | CPU µs: own | peer | times less |',
    '|---|---|---|---|---|---|---|---|---|',
    ...others.map((comparison) => rowOf(comparison, [comparison.mode])),
    '',
  ]
}

function latencies(comparisons: readonly Comparison[]): string[] {
  const rows = comparisons.flatMap(({ question, latencies: pairs = [] }) =>
    pairs.map(({ share, requestsPerSecond, own, peer }) => {
      const cells = [own.p50, peer.p50, own.p99, peer.p99, own.p999, peer.p999].map(fixed)
      return `| ${question} | ${share * 100} %: ${fixed(requestsPerSecond)} | ${cells.join(' | ')} |`
    }),
  )
  if (rows.length === 0) return []
  return [
    'Milliseconds from when a request was due, both at the same rate, which is a share of what the slower of the two can do:',
    '',
    '| question | requests/s | p50: own | peer | p99: own | peer | p99.9: own | peer |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ]
}

/** The questions that were not compared, by the reason. */
function leftOut(left: SystemResult['left']): string[] {
  const byReason = Map.groupBy(left, ({ reason }) => reason.split(':')[0] ?? reason)
  return [...byReason].flatMap(([reason, same]) => [
    `Not compared, since ${reason}: ${same.map(({ question }) => question).join('; ')}.`,
    '',
  ])
}

function rowOf(comparison: Comparison, extra: readonly string[]): string {
  const { question, own, peer } = comparison
  const ratio = ratioOf(comparison)
  const cells = [
    question,
    ...extra,
    fixed(ratio.median),
    `${fixed(ratio.min)} to ${fixed(ratio.max)}`,
    ...[own, peer].map((results) => fixed(medianOf(results, (one) => one.requestsPerSecond))),
    ...[own, peer].map((results) => Math.round(medianOf(results, (one) => one.cpuMicroseconds)).toLocaleString('en')),
    fixed(cpuTimes(comparison)),
  ]
  return `| ${cells.join(' | ')} |`
}

/** The ratio of the rates of pairs of blocks. */
export function ratioOf({ own, peer }: Comparison): { median: number; min: number; max: number } {
  const sorted = own
    .map((block, pair) => block.requestsPerSecond / (peer[pair]?.requestsPerSecond ?? Number.NaN))
    .toSorted((a, b) => a - b)
  return {
    median: sorted[sorted.length >> 1] ?? Number.NaN,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  }
}

/** How many times the CPU of the service the peer needs for a request. */
export function cpuTimes({ own, peer }: Comparison): number {
  const [mine, theirs] = [own, peer].map((results) => medianOf(results, (one) => one.cpuMicroseconds))
  return (theirs ?? Number.NaN) / (mine ?? Number.NaN)
}

function fixed(value: number | null | undefined): string {
  if (value === undefined || value === null || !Number.isFinite(value)) return '–'
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)
}
