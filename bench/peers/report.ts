import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { type Comparison, medianOf } from './measure.ts'
import type { SystemResult } from './result.ts'

/** Writes the report, from every result that is kept in the folder. */
export function writeReport(folder: string, file: string): void {
  const results = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SystemResult)
    .sort((a, b) => b.places - a.places || (a.system < b.system ? -1 : 1))
  writeFileSync(file, `${textOf(results)}\n`)
}

function textOf(results: readonly SystemResult[]): string {
  return [
    '# Beside what a user would pick instead',
    '',
    'Written by `npm run bench:peers`; how it measures is told in [its README](peers/README.md). A ratio above 1 says how many times as many requests a second the service answers as the peer, CPU is of all',
    'processes of a system, its database included. Questions are compared only where ids and totals are the same.',
    '',
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}.`,
    '',
    ...results.flatMap(sectionOf),
  ].join('\n')
}

function sectionOf(result: SystemResult): string[] {
  const { system, places, missing, loadSeconds, startSeconds, memoryBytes, comparisons, left } = result
  const title = `## ${system}, ${places.toLocaleString('en')} places`
  if (missing !== undefined) return [title, '', `Left out: ${missing}.`, '']
  return [
    title,
    '',
    `Loaded in ${fixed(loadSeconds)} s, ready in ${fixed(startSeconds)} s, ${Math.round((memoryBytes ?? 0) / places).toLocaleString('en')} bytes of memory a place.`,
    '',
    '| question | asked | times the rate | spread | CPU µs: own | peer | times less |',
    '|---|---|---|---|---|---|---|',
    ...comparisons.map(rowOf),
    '',
    ...leftOut(left),
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

function rowOf({ question, mode, ratios, own, peer }: Comparison): string {
  const sorted = ratios.toSorted((a, b) => a - b)
  const cpu = (results: Comparison['own']) => medianOf(results, ({ cpuMicroseconds }) => cpuMicroseconds)
  const [ownCpu, peerCpu] = [cpu(own), cpu(peer)]
  const cells = [
    question,
    mode,
    fixed(sorted[sorted.length >> 1]),
    `${fixed(sorted[0])} to ${fixed(sorted.at(-1))}`,
    ownCpu.toFixed(0),
    peerCpu.toFixed(0),
    fixed(peerCpu / ownCpu),
  ]
  return `| ${cells.join(' | ')} |`
}

/** JSON has no infinity: a block in which a peer answered nothing. */
function fixed(value: number | null | undefined): string {
  if (value === undefined || value === null) return '–'
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)
}
