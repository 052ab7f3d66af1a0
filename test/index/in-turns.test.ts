import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurns } from '../../src/index/in-turns.ts'

test('steps are done over several turns, between which others go, and what comes next comes once, at the end', async () => {
  const stepMillis = 0.4
  let done = 0
  function* steps(): Generator<void> {
    for (; done < 20; done++) {
      const until = performance.now() + stepMillis
      while (performance.now() < until);
      yield
    }
  }
  let turns = 0
  let over = false
  const count = () => {
    turns++
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  await new Promise<void>((resolve) => inTurns(steps(), resolve))
  over = true
  assert.equal(done, 20)
  assert.ok(turns >= 5, `others had turns between, got ${turns}`)
})
