import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { cpuSecondsOf } from '../../bench/support/proc.ts'

test('processor time never becomes less while descendants come and go', (t) => {
  const work = 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'
  const child = spawn('sh', ['-c', `while :; do (${work}) & (${work}) & (${work}) & wait; done`], { detached: true })
  t.after(() => process.kill(-child.pid!))
  let before = 0
  const until = performance.now() + 2000
  while (performance.now() < until) {
    const now = cpuSecondsOf(child.pid!)
    assert.ok(now >= before, `${now} s after ${before} s`)
    before = now
  }
  assert.ok(before > 0)
})
