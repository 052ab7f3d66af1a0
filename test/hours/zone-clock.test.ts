import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { firstReaching, highestReading, openMoment, zoneClock } from '../../src/hours/zone-clock.ts'
import { runs } from '../support/runs.ts'

/** Zones that set their clocks at different hours, by half an hour, over a day, or never. */
const zones = [
  'Europe/Stockholm',
  'America/St_Johns',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Beirut',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Etc/GMT+12',
]
const zone = fc.constantFrom(...zones)
/** Instants near a change of the clocks more often than not. */
const instant = (name: string) =>
  fc
    .tuple(fc.integer({ min: Date.UTC(1990), max: Date.UTC(2030) }), fc.integer({ min: -9e7, max: 9e7 }), fc.boolean())
    .map(([at, beside, anywhere]) => {
      const next = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(name).getTimeZoneTransition('next')
      return anywhere || next === null ? at : next.epochMilliseconds + beside
    })
const zoneAndInstant = zone.chain((name) => fc.tuple(fc.constant(name), instant(name)))

const reading = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime('UTC').epochMilliseconds
const instantOf = (text: string) => Temporal.Instant.from(text).epochMilliseconds

test('a time that is shown once is reached when Temporal says so, one that is shown twice at the first', () => {
  fc.assert(
    fc.property(zoneAndInstant, ([name, at]) => {
      const shown = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(name).toPlainDateTime()
      const first = shown.toZonedDateTime(name, { disambiguation: 'earlier' }).epochMilliseconds
      const clock = zoneClock(name, at, at)
      assert.equal(firstReaching(clock, reading(shown.toString())), first)
    }),
    { numRuns: runs(1000) },
  )
})

test('a time that is skipped is reached when the clock is set forward', () => {
  const clock = zoneClock('Europe/Stockholm', instantOf('2026-03-29T00:00Z'), instantOf('2026-03-30T00:00Z'))
  for (const time of ['02:00', '02:30', '03:00']) {
    assert.equal(firstReaching(clock, reading(`2026-03-29T${time}`)), instantOf('2026-03-29T01:00Z'), time)
  }
  assert.equal(firstReaching(clock, reading('2026-03-29T01:59')), instantOf('2026-03-29T00:59Z'))
  assert.equal(firstReaching(clock, reading('2026-03-29T03:30')), instantOf('2026-03-29T01:30Z'))
})

test('a day that is skipped is reached when the next begins', () => {
  const clock = zoneClock('Pacific/Apia', instantOf('2011-12-28T00:00Z'), instantOf('2012-01-02T00:00Z'))
  assert.equal(firstReaching(clock, reading('2011-12-30T12:00')), instantOf('2011-12-30T10:00Z'))
})

test('what a clock has shown up to an instant is what has been reached by then', () => {
  fc.assert(
    fc.property(zoneAndInstant, fc.integer({ min: -9e7, max: 9e7 }), ([name, at], beside) => {
      const time = Math.round((at + beside) / 60_000) * 60_000
      const reached = firstReaching(zoneClock(name, at, at), time) <= at
      assert.equal(time <= highestReading(name, at), reached)
    }),
    { numRuns: runs(1000) },
  )
})

test('all instants of one moment are equal to what is written in minutes', () => {
  fc.assert(
    fc.property(zoneAndInstant, ([name, at]) => {
      const moment = openMoment(at)
      assert.ok(moment <= at && at - moment < 60_000)
      const minuteOf = (one: number) => Math.floor(highestReading(name, one) / 60_000)
      assert.equal(minuteOf(moment), minuteOf(at))
    }),
    { numRuns: runs(1000) },
  )
  const oddOffset = instantOf('1900-01-01T00:00:30Z')
  assert.equal(openMoment(oddOffset), oddOffset)
})
