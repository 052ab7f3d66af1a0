import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Comparison } from '../../bench/peers/measure.ts'
import { writeReport } from '../../bench/peers/report/report.ts'
import type { SystemResult } from '../../bench/peers/result.ts'

const million = 1_000_000

/** A comparison in which the service has one rate and processor time and the other its own. */
function comparison(question: string, ratio: number, cpuTimes: number, others = 0.02): Comparison {
  const block = (requestsPerSecond: number, cpuMicroseconds: number) => ({
    requests: 100,
    requestsPerSecond,
    cpuMicroseconds,
    others,
  })
  const common = { question, mode: 'distinct', measured: '2026-11-21T10:00:00.000Z', connections: 16 } as const
  return { ...common, others, own: [block(1000 * ratio, 50)], peer: [block(1000, 50 * cpuTimes)] }
}

function result(system: string, comparisons: readonly Comparison[], more: Partial<SystemResult> = {}): SystemResult {
  return { system, about: system, machine: 'a machine', places: million, seed: 1, comparisons, left: [], ...more }
}

function reportOf(t: { after(done: () => void): void }, results: readonly SystemResult[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-report-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const one of results) writeFileSync(join(folder, `${one.places}-${one.system}.json`), JSON.stringify(one))
  const report = join(folder, 'RESULTS.md')
  writeReport({ results: folder, report, charts: join(folder, 'charts') })
  return readFileSync(report, 'utf8')
}

test('the report says of each thing that is wanted whether it was reached, or that it was not measured', (t) => {
  const text = reportOf(t, [
    result('bare', [comparison('by id', 0.61, 0.6), comparison('page of 100 neighbours', 0.55, 0.5)]),
    result('postgres', [
      comparison('by id', 4, 3),
      comparison('one filter', 12, 31),
      comparison('date range', 90, 120),
      comparison('50 ids', 4, 4.5),
      comparison('create', 9, 9),
      comparison('patch', 1.4, 1.3),
    ]),
  ])
  const verdict = (what: string) =>
    new RegExp(`^\\| ${what}[^|]*\\| ([^|]+) \\| ([^|]+) \\| ([^|]*) \\|$`, 'm').exec(text)
  assert.deepEqual(verdict('rate by id, against a bare server')?.slice(1), ['at least 0.6', '0.61', 'yes'])
  assert.deepEqual(verdict('page of 100 neighbours')?.slice(1), ['at least 0.7', '0.55', '**no**'])
  assert.deepEqual(verdict('CPU of counted searches, PostgreSQL')?.slice(1), ['at least 30', '31.0', 'yes'])
  assert.deepEqual(verdict('the same: the closest')?.slice(1), ['at least 5', '4.50 (50 ids)', '**no**'])
  assert.deepEqual(verdict('rate of patch')?.slice(1), ['at least 2', '1.40', '**no**'])
  assert.deepEqual(verdict('import')?.slice(1), ['at least 30,000 places/s', 'not measured', ''])
})

test('what a peer cannot be asked is told as n/a with its reason, and a system that is missing by its reason', (t) => {
  const text = reportOf(t, [
    result('groonga', [comparison('by id', 2, 3)], { left: [{ question: 'nearby 1 km', reason: 'another sphere' }] }),
    result('nginx', [], { missing: 'nginx is not installed' }),
  ])
  assert.match(text, /^\| nearby 1 km \| n\/a: another sphere \|/m)
  assert.match(text, /### Beside nginx\n\nLeft out: nginx is not installed\./)
})

test('what was not measured is named, and a figure is told so exactly that it does not look like its limit', (t) => {
  const deep = { ...comparison('deep page', 2, 3), mode: 'zipf' } as const
  const text = reportOf(t, [
    result('bare', [comparison('page of 100 neighbours', 0.6996, 0.7)]),
    result('sqlite', [comparison('one filter', 2, 3), comparison('first page', 2, 3), deep], {
      left: [{ question: 'by id', reason: 'it has none' }],
    }),
  ])
  assert.match(text, /^\| page of 100 neighbours[^|]*\| at least 0\.7 \| 0\.6996 \| \*\*no\*\* \|$/m)
  assert.match(
    text,
    /^\| by id \| n\/a: it has none [^\n]*\n\| first page [^\n]*\n\| one filter /m,
    'in the order of the list',
  )
  const [sqlite, bare] = [...text.matchAll(/^Not measured: (.*)$/gm)].map(([, told]) => told)
  assert.match(bare ?? '', /"by id", .*"50 ids", "revalidation \(304\)"\.$/)
  assert.match(sqlite ?? '', /"three filters, order", .*, one value again and again, latency at fixed rates\.$/)
  assert.doesNotMatch(sqlite ?? '', /Zipf|"by id"|"deep page"/)
})

test('with much other work on the machine the report does not say who is faster', (t) => {
  const slower = [comparison('by id', 0.5, 3), comparison('one filter', 0.5, 3, 0.6)]
  assert.match(
    reportOf(t, [result('sqlite', slower)]),
    /^\| SQLite, 1,000,000 \| 2 \| .* \| by id; 1 cannot be told \|/m,
  )
})

test('times of the service alone are told with what else the machine did and how fast it was', (t) => {
  const beside = { latency: { p50: 1, p99: 2, p999: 3 }, stallMillis: 4 }
  const measured = '2026-11-21T10:00:00.000Z'
  const besideWrites = {
    measured,
    readsPerSecond: 200,
    writers: 64,
    rounds: [
      { idle: beside, writing: { ...beside, stallMillis: 9 }, writesPerSecond: 900, cpuMicroseconds: 400 },
      { idle: beside, writing: beside, writesPerSecond: 800, cpuMicroseconds: 400 },
      {
        idle: beside,
        writing: { ...beside, latency: { ...beside.latency, p99: 7 } },
        writesPerSecond: 700,
        cpuMicroseconds: 400,
      },
    ],
  }
  const text = (conditions: { others: number; pace?: number }) =>
    reportOf(t, [result('gazetteer', [], { service: { besideWrites: { ...besideWrites, ...conditions } } })])
  assert.match(
    text({ others: 0.123, pace: 61.4 }),
    /\(800 a second, .* their spread\. \(Other work 12 %, pace 61 MB\/s\.\)$/m,
  )
  assert.match(text({ others: 0 }), /their spread\. \(Other work 0 %\.\)$/m, 'kept from before paces were measured')
  assert.match(
    text({ others: 0 }),
    /^\| reads beside writes \| 1\.00 \(1\.00 to 1\.00\) \| 2\.00 \(2\.00 to 7\.00\) \|/m,
  )
  assert.match(
    text({ others: 0 }),
    /^\| p99 of reads beside writes, .* at most 3 \| 1\.00 \(1\.00 to 3\.50\) \| yes \|/m,
  )
  assert.match(
    text({ others: 0 }),
    /^\| longest stall beside writes: .* at most 20 ms \| 4\.00 ms \(4\.00 to 9\.00\) \| yes \|/m,
  )
})
