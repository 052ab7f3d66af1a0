import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { postgres } from '../../bench/peers/postgres.ts'
import type { Figures } from '../../bench/report.ts'
import { noWrk } from '../../bench/support/load.ts'
import { cpuSecondsOf } from '../../bench/support/processes.ts'
import { startNode } from '../support/child.ts'

const bench = join(resolve(import.meta.dirname, '../..'), 'bench/main.ts')
const places = 1_000
const timed = ['by id', 'patch']
const benchMillisMax = 900_000

test('a small run checks every question beside each peer, and reports what it measured', {
  skip: noWrk ?? postgres.missing ?? false,
  timeout: benchMillisMax,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-bench-'))
  t.after(() => rmSync(folder, { recursive: true }))
  // PostgreSQL, which does not run as root, has its folder in it.
  chmodSync(folder, 0o755)
  const where = ['--work', folder, '--results', folder, '--data', 'none']
  const much = [
    '--places',
    String(places),
    '--pairs',
    '1',
    '--warmings',
    '0',
    '--distinct',
    '20',
    '--distinct-places',
    '1000',
    '--read-seconds',
    '1',
    '--write-seconds',
    '1',
  ]
  const questions = timed.flatMap((question) => ['--question', question])
  const run = startNode([bench, ...where, ...much, ...questions])
  assert.equal(await run.ended(benchMillisMax), 0, run.output().stderr)
  const [figures] = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as [Figures]
  assert.equal(figures.places, places)
  assert.ok(figures.costs && figures.costs.importPerSecond > 0 && figures.costs.restartSeconds > 0)
  assert.equal(Object.keys(figures.index ?? {}).length, 18)
  assert.ok(Object.keys(figures.holds ?? {}).length >= 20)
  assert.ok(figures.markdown && figures.markdown.millis > 0)
  assert.deepEqual(Object.keys(figures.streams ?? {}), ['ndjson', 'csv', 'geojson', 'jsonld', 'sitemap'])
  assert.ok(Object.values(figures.streams ?? {}).every(({ megabytes }) => megabytes > 0.01))
  // Whether one is delivered within the second is up to the machine.
  assert.ok(Object.values(figures.webhooks ?? {}).every((one) => one.changesPerSecond > 0))
  assert.equal(Object.keys(figures.webhooks ?? {}).length, 4)
  assert.ok(figures.besideWrites && figures.besideWrites.writesPerSecond > 0)
  const asked = (of: 'bare' | 'postgres' | 'sqlite') => figures[of]?.map(({ question }) => question)
  assert.deepEqual([asked('bare'), asked('postgres'), asked('sqlite')], [['by id'], timed, ['by id']])
  const report = readFileSync(join(folder, 'RESULTS.md'), 'utf8')
  assert.match(report, /^\| a place by its id \| times the rate of a bare server \| at least 0\.5 \| \d/m)
  assert.match(report, /^\| by id \| [\d,]+ \| \d/m)
  assert.match(report, /^\| import, places a second \| \d/m)
})

test('CPU time of a process is what the system counts for it', () => {
  const [before, cpuBefore] = [cpuSecondsOf(process.pid), process.cpuUsage()]
  while (process.cpuUsage(cpuBefore).user < 300_000) Math.sqrt(Math.random())
  const { user, system } = process.cpuUsage(cpuBefore)
  assert.ok(Math.abs(cpuSecondsOf(process.pid) - before - (user + system) / 1e6) < 0.1)
})
