import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextAttempt, readRetryAfter } from '../../src/webhooks/delivery-queue.ts'

const now = Date.parse('2026-11-25T12:00:00Z')
const hour = 3_600_000

const pauses: readonly (readonly [refusals: number, seconds: number])[] = [
  ...([
    [1, 5],
    [2, 300],
    [3, 1800],
    [4, 7200],
    [5, 18_000],
    [6, 36_000],
    [7, 50_400],
    [8, 72_000],
  ] as const),
  ...([
    [9, 86_400],
    [10, 86_400],
    [1000, 86_400],
  ] as const),
]

for (const [refusals, seconds] of pauses) {
  test(`after ${refusals} refusals the pause is ${seconds} s, up to a tenth more`, () => {
    assert.equal(nextAttempt(now, refusals, { random: 0 }) - now, seconds * 1000)
    assert.equal(nextAttempt(now, refusals, { random: 1 }) - now, seconds * 1100)
  })
}

test('what an endpoint asks for is obeyed where it is longer, up to a day', () => {
  assert.equal(nextAttempt(now, 1, { random: 0, retryAfter: 60_000 }) - now, 60_000)
  assert.equal(nextAttempt(now, 2, { random: 0, retryAfter: 60_000 }) - now, 300_000)
  assert.equal(nextAttempt(now, 1, { random: 0, retryAfter: 1000 * hour }) - now, 24 * hour)
})

const asked: readonly (readonly [text: string | undefined, millis: number | undefined])[] = [
  [undefined, undefined],
  ['120', 120_000],
  [' 5 ', 5_000],
  ['Wed, 25 Nov 2026 12:01:00 GMT', 60_000],
  ['Wed, 25 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['-5x', undefined],
]

for (const [text, millis] of asked) {
  test(`Retry-After: ${text}`, () => assert.equal(readRetryAfter(text, now), millis))
}
