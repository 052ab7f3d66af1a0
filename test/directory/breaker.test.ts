import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Semaphore } from '../../src/common/semaphore.ts'
import { Breaker } from '../../src/directory/breaker.ts'
import { Freshness } from '../../src/directory/remote-directory.ts'
import { runs } from '../support/runs.ts'

test('a breaker opens at the last allowed failure in a row, and one success closes it', () => {
  const breaker = new Breaker({ failuresMax: 2, firstPauseMillis: 10, pauseMaxMillis: 10, clock: () => 0 })
  assert.equal(breaker.fail(), false)
  breaker.succeed()
  assert.equal(breaker.fail(), false)
  assert.ok(breaker.allow() && breaker.worthWaiting)
  assert.equal(breaker.fail(), true)
  assert.ok(breaker.open && !breaker.allow() && !breaker.worthWaiting)
  assert.equal(breaker.fail(), false)
  breaker.succeed()
  assert.ok(breaker.allow() && breaker.worthWaiting)
})

test('while open, a breaker allows at most one request in each pause, and always one after the longest', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 100 })
  fc.assert(
    fc.property(steps, (waits) => {
      let now = 0
      const breaker = new Breaker({ failuresMax: 1, firstPauseMillis: 10, pauseMaxMillis: 80, clock: () => now })
      breaker.fail()
      let asked = 0
      let pause = 10
      for (const wait of waits) {
        now += wait
        const allowed = breaker.allow()
        assert.equal(allowed, now >= asked + pause)
        if (!allowed) continue
        asked = now
        pause = Math.min(2 * pause, 80)
        breaker.fail()
      }
    }),
    { numRuns: runs(1000) },
  )
})

test('answers that are late in a row make waiting pointless, one in time makes it worth it again', () => {
  const breaker = new Breaker({ failuresMax: 2, firstPauseMillis: 10, pauseMaxMillis: 10, clock: () => 0 })
  breaker.noteSpeed(false)
  breaker.noteSpeed(true)
  breaker.noteSpeed(false)
  assert.ok(breaker.worthWaiting)
  breaker.noteSpeed(false)
  assert.ok(!breaker.worthWaiting && breaker.allow())
  breaker.noteSpeed(true)
  assert.ok(breaker.worthWaiting)
})

test('freshness is bounded: the id noted longest ago is forgotten first', () => {
  const freshness = new Freshness(2)
  for (const id of ['a', 'b']) freshness.note(id, { askedAt: 0, freshUntil: 10 })
  freshness.note('a', { askedAt: 1, freshUntil: 10 })
  freshness.note('c', { askedAt: 0, freshUntil: 10 })
  assert.deepEqual(
    ['a', 'b', 'c'].map((id) => freshness.isFresh(id, 9)),
    [true, false, true],
  )
  assert.ok(!freshness.isFresh('a', 10))
})

test('an answer that was asked for earlier than a known one is outdated; putting off is no answer', () => {
  const freshness = new Freshness(10)
  freshness.putOff('a', 5)
  assert.ok(freshness.isFresh('a', 4) && !freshness.isOutdated('a', 0))
  freshness.note('a', { askedAt: 3, freshUntil: 6 })
  freshness.putOff('a', 8)
  assert.ok(freshness.isFresh('a', 7))
  assert.ok(freshness.isOutdated('a', 2) && !freshness.isOutdated('a', 3))
})

test('a semaphore runs tasks in their order, never more at once than the bound, also after failures', async () => {
  const semaphore = new Semaphore(3)
  const begun: number[] = []
  let running = 0
  let most = 0
  const tasks = Array.from({ length: 20 }, (_, number) =>
    semaphore.run(async () => {
      begun.push(number)
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      if (number % 3 === 0) throw new Error('failed')
      return number
    }),
  )
  const results = await Promise.allSettled(tasks)
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 7)
  assert.deepEqual(
    begun,
    Array.from({ length: 20 }, (_, number) => number),
  )
  assert.equal(most, 3)
})
