import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { type Figures, reportOf } from '../bench/report.ts'
import { fixed, medianOf } from '../bench/support/figures.ts'

const read = (name: string) => readFileSync(resolve(import.meta.dirname, '..', name), 'utf8')
const sizes = JSON.parse(read('bench/results.json')) as readonly [Figures]
const [{ postgres = [], sqlite = [], costs, places }] = sizes
const writes = ['create', 'patch']

const byId = (peer: typeof postgres) => peer.find(({ question }) => question === 'by id')!
const median = (peer: typeof postgres) =>
  medianOf(peer.filter(({ question }) => !writes.includes(question)).map(({ ratio }) => ratio.median))

test('bench/RESULTS.md is the report of what was measured', () => {
  assert.equal(read('bench/RESULTS.md'), reportOf(sizes))
})

test('the figures of README and operation.md are those that were measured', () => {
  const rows = [
    `median | ${fixed(median(postgres))} | ${fixed(median(sqlite))} |`,
    `a place by its id | ${fixed(byId(postgres).ratio.median)} | ${fixed(byId(sqlite).ratio.median)} |`,
  ]
  for (const row of rows) assert.ok(read('README.md').includes(row), row)
  const { memoryBytes = 0, restartSeconds = 0, firstStartSeconds = 0 } = costs ?? {}
  const gigabytes = ((memoryBytes * places) / 1e9).toFixed(1)
  const thousands = Math.round(byId(postgres).own.requestsPerSecond / 1000)
  const written = [
    `${gigabytes} GB of memory after a restart`,
    `ready in ${Math.round(restartSeconds)} s, the first time in ${Math.round(firstStartSeconds)} s`,
    `${thousands},000 single places a second`,
  ]
  for (const words of written) assert.ok(read('docs/operation.md').includes(words), words)
})
