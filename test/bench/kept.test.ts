import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { keep, type Piece, readKept, readResults } from '../../bench/peers/kept.ts'
import type { Comparison, Mode } from '../../bench/peers/measure.ts'
import { isClose, isDone, isWanted, planOf } from '../../bench/peers/plan.ts'

const block = { requests: 100, requestsPerSecond: 100, cpuMicroseconds: 50, others: 0.02 }

function comparison(question: string, mode: Mode = 'distinct', cpuMicroseconds = 50): Comparison {
  const measured = '2026-11-21T10:00:00.000Z'
  return {
    question,
    mode,
    measured,
    connections: 16,
    others: 0.02,
    own: [block],
    peer: [{ ...block, cpuMicroseconds }],
  }
}

const piece = (more: Partial<Piece>): Piece => ({ system: 'sqlite', about: 'SQLite', places: 1000, seed: 1, ...more })

function folderFor(t: { after(done: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-kept-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('pieces of a run add up: what is measured again replaces what was kept, and nothing else', (t) => {
  const folder = folderFor(t)
  keep(folder, piece({ comparisons: [comparison('by id'), comparison('by id', 'zipf'), comparison('one filter')] }))
  keep(
    folder,
    piece({ comparisons: [comparison('by id', 'distinct', 99)], left: [{ question: 'patch', reason: 'no' }] }),
  )
  keep(folder, piece({ left: [{ question: 'one filter', reason: 'it answers something else' }] }))
  const kept = readKept(folder, piece({}))
  assert.deepEqual(
    kept?.comparisons.map(({ question, mode, peer }) => [question, mode, peer[0]?.cpuMicroseconds]),
    [
      ['by id', 'distinct', 99],
      ['by id', 'zipf', 50],
    ],
  )
  assert.deepEqual(
    kept?.left.map(({ question }) => question),
    ['patch', 'one filter'],
  )
  keep(folder, piece({ comparisons: [comparison('patch')] }))
  assert.deepEqual(
    readKept(folder, piece({}))?.left.map(({ question }) => question),
    ['one filter'],
    'what can be compared now is no longer left',
  )
})

test('rates that are measured again without latencies leave those that are known', (t) => {
  const folder = folderFor(t)
  const at = (p50: number) => ({ p50, p99: 2, p999: 3 })
  const measured = (p50: number) => [{ share: 0.5, requestsPerSecond: 100, own: at(p50), peer: at(p50) }]
  const latencies = () => readKept(folder, piece({}))?.comparisons[0]?.latencies
  keep(folder, piece({ comparisons: [{ ...comparison('by id'), latencies: measured(1) }] }))
  keep(folder, piece({ comparisons: [comparison('by id', 'distinct', 99)] }))
  assert.deepEqual(latencies(), measured(1))
  keep(folder, piece({ comparisons: [{ ...comparison('by id'), latencies: measured(7) }] }))
  assert.deepEqual(latencies(), measured(7))
})

test('memory is the most of all pieces', (t) => {
  const folder = folderFor(t)
  keep(folder, piece({ peer: { memoryBytes: 500, startSeconds: 2 } }))
  keep(folder, piece({ peer: { memoryBytes: 300, startSeconds: 1 } }))
  assert.deepEqual(readKept(folder, piece({}))?.peer, { memoryBytes: 500, startSeconds: 1 })
})

test('what was asked with another seed, or was missing then, is not kept', (t) => {
  const folder = folderFor(t)
  keep(folder, piece({ comparisons: [comparison('by id')] }))
  assert.equal(readKept(folder, piece({ seed: 2 })), undefined)
  keep(folder, piece({ missing: 'it is not installed' }))
  assert.equal(readKept(folder, piece({})), undefined)
  assert.equal(readResults(folder, ['sqlite'])[0]?.missing, 'it is not installed')
})

test('a run that continues measures again what was measured beside too much other work', () => {
  const plan = (...args: string[]) => planOf(args)
  assert.equal(isDone(plan(), { others: 0 }), false)
  assert.equal(isDone(plan('--continue'), { others: 0.9 }), true)
  assert.equal(isDone(plan('--continue', '--noise', '0.1'), { others: 0.11 }), false)
  assert.equal(isDone(plan('--continue', '--noise', '0.1'), { others: 0.1 }), true)
  assert.equal(isDone(plan('--continue'), undefined), false)
})

test('the quick form measures less, unless it is told otherwise, and questions are chosen by parts of their names', () => {
  const quick = planOf(['--quick', '--latency', '3'])
  assert.deepEqual([quick.measuring.pairs, quick.modes, quick.measuring.latencySeconds], [3, ['distinct'], 3])
  const whole = planOf(['--questions', 'q,', '--questions', 'nearby'])
  assert.deepEqual([whole.measuring.pairs, whole.modes.length, whole.measuring.latencySeconds], [5, 3, 2])
  assert.ok(isWanted(whole, 'q, one word') && isWanted(whole, 'nearby 1 km') && !isWanted(whole, 'by id'))
  assert.ok(isWanted(quick, 'by id'))
  assert.ok(isClose(quick, 'by id') && !isClose(quick, 'first page'))
  assert.ok(isClose(planOf(['--closely', '']), 'first page'), 'no part of a name is in each of them')
})
