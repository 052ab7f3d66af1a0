import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isOpenAt, nextChange, openOrUnknown, spansBetween } from '../../src/hours/open-spans.ts'
import { encodeSchedule, isScheduledOpen } from '../../src/hours/schedule.ts'
import { highestReading } from '../../src/hours/zone-clock.ts'
import type { OpenHours } from '../../src/place/place.ts'
import { arbitraryHours } from '../support/generate.ts'
import { runs } from '../support/runs.ts'

const zone = 'Europe/Stockholm'
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds
const text = (instant: number | undefined) =>
  instant === undefined ? undefined : Temporal.Instant.fromEpochMilliseconds(instant).toString()
const span = (from: string, to: string) => ({ from, to })
const everyDay = (...spans: { from: string; to: string }[]): OpenHours => ({
  days: { mo: spans, tu: spans, we: spans, th: spans, fr: spans, sa: spans, su: spans },
})
const hours = (...entries: OpenHours[]) => ({ entries, zone })
const resolved = (entries: OpenHours[], from: string, to: string) =>
  spansBetween(hours(...entries), at(from), at(to)).map((one) => [one.day, text(one.from), text(one.to)].join(' '))

test('spans are resolved in summer time and in winter time', () => {
  assert.deepEqual(resolved([everyDay(span('08:00', '17:00'))], '2026-03-28T00:00Z', '2026-03-30T00:00Z'), [
    '2026-03-28 2026-03-28T07:00:00Z 2026-03-28T16:00:00Z',
    '2026-03-29 2026-03-29T06:00:00Z 2026-03-29T15:00:00Z',
  ])
})

test('a night in which the clocks are set is an hour shorter or longer', () => {
  const night = [everyDay(span('22:00', '04:00'))]
  assert.deepEqual(resolved(night, '2026-03-29T00:00Z', '2026-03-29T12:00Z'), [
    '2026-03-28 2026-03-28T21:00:00Z 2026-03-29T02:00:00Z',
  ])
  assert.deepEqual(resolved(night, '2026-10-25T00:00Z', '2026-10-25T12:00Z'), [
    '2026-10-24 2026-10-24T20:00:00Z 2026-10-25T03:00:00Z',
  ])
})

test('a span within the hour that is skipped is none; one that begins or ends in it does so when the clocks are set', () => {
  const early = [everyDay(span('01:00', '02:15'), span('02:20', '02:40'), span('02:45', '05:00'))]
  assert.deepEqual(resolved(early, '2026-03-29T00:00Z', '2026-03-29T12:00Z'), [
    '2026-03-29 2026-03-29T00:00:00Z 2026-03-29T01:00:00Z',
    '2026-03-29 2026-03-29T01:00:00Z 2026-03-29T03:00:00Z',
  ])
})

test('a span past midnight belongs to the day on which it begins, under the entry of that day', () => {
  const base = { validTo: '2026-06-30', ...everyDay(span('20:00', '02:00')) }
  const closedDay: OpenHours = { validFrom: '2026-06-10', validTo: '2026-06-10', days: { we: [] } }
  const entries = [base, closedDay]
  assert.equal(isOpenAt(hours(...entries), at('2026-06-10T01:30+02:00')), true, 'still the night of the day before')
  assert.equal(isOpenAt(hours(...entries), at('2026-06-10T02:00+02:00')), false, 'the end is exclusive')
  assert.equal(isOpenAt(hours(...entries), at('2026-06-10T21:00+02:00')), false)
  assert.equal(isOpenAt(hours(...entries), at('2026-06-11T01:00+02:00')), false)
  assert.equal(isOpenAt(hours(...entries), at('2026-06-11T20:00+02:00')), true, 'the beginning is inclusive')
  assert.equal(isOpenAt(hours(...entries), at('2026-07-01T01:59+02:00')), true, 'the night after the last day')
})

test('unknown is what no entry says anything about', () => {
  const june = { validFrom: '2026-06-01', validTo: '2026-06-30', ...everyDay(span('20:00', '02:00')) }
  assert.equal(openOrUnknown(hours(), at('2026-06-10T12:00Z')), undefined)
  assert.equal(openOrUnknown(hours(june), at('2026-05-31T12:00Z')), undefined)
  assert.equal(openOrUnknown(hours(june), at('2026-06-10T12:00Z')), false)
  assert.equal(openOrUnknown(hours(june), at('2026-06-30T23:00Z')), true)
  assert.equal(openOrUnknown(hours(june), at('2026-07-01T01:00Z')), undefined)
})

test('spans that touch change nothing where they do, however many there are', () => {
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const minutesFrom = (first: number, last: number) =>
    Array.from({ length: last - first }, (_, at) => span(clock(first + at), clock(first + at + 1)))
  const many = hours(everyDay(...minutesFrom(0, 720), ...minutesFrom(725, 1000)))
  const few = hours(everyDay(span('00:00', '12:00'), span('12:05', '16:40')))
  for (const now of ['2026-03-29T00:30Z', '2026-06-01T09:59Z', '2026-06-01T10:00Z', '2026-06-01T14:40Z'].map(at)) {
    assert.equal(text(nextChange(many, now)), text(nextChange(few, now)))
  }
  assert.equal(
    nextChange(hours(everyDay(...minutesFrom(0, 999), span('16:39', '24:00'))), at('2026-06-01T09:00Z')),
    undefined,
  )
})

test('the next change is the next opening or closing, over spans that touch, and none where nothing changes', () => {
  const next = (entries: OpenHours[], instant: string) => text(nextChange(hours(...entries), at(instant)))
  const split = [everyDay(span('12:00', '17:00'), span('08:00', '12:00'))]
  assert.equal(next(split, '2026-06-10T05:00Z'), '2026-06-10T06:00:00Z')
  assert.equal(next(split, '2026-06-10T06:00Z'), '2026-06-10T15:00:00Z')
  assert.equal(next(split, '2026-06-10T15:00Z'), '2026-06-11T06:00:00Z')
  const always = [everyDay(span('00:00', '24:00'))]
  assert.equal(next(always, '2026-06-10T05:00Z'), undefined)
  const untilChristmas = [{ validTo: '2026-12-24', ...everyDay(span('00:00', '24:00')) }]
  assert.equal(next(untilChristmas, '2026-06-10T05:00Z'), '2026-12-24T23:00:00Z')
  const later = [{ validFrom: '2026-09-01', ...everyDay(span('10:00', '11:00')) }]
  assert.equal(next(later, '2026-06-10T05:00Z'), '2026-09-01T08:00:00Z')
  assert.equal(next([{ validFrom: '2030-01-01', ...everyDay(span('10:00', '11:00')) }], '2026-06-10T05:00Z'), undefined)
  assert.equal(next([everyDay()], '2026-06-10T05:00Z'), undefined)
  assert.equal(next([], '2026-06-10T05:00Z'), undefined)
})

test('the next change is looked for within 366 days', () => {
  const now = at('2026-01-01T09:00:00+01:00')
  const from = (opens: string) => nextChange(hours({ validFrom: '2027-01-02', ...everyDay(span(opens, '12:00')) }), now)
  assert.equal(from('08:59'), at('2027-01-02T08:59:00+01:00'))
  assert.equal(from('09:00'), undefined)
})

const zones = fc.constantFrom(zone, 'America/St_Johns', 'America/Santiago', 'Australia/Lord_Howe', 'Etc/GMT-14')
const instant = fc
  .tuple(
    fc.constantFrom('2026-01-01', '2026-03-01', '2026-03-29', '2026-10-25', '2026-12-31'),
    fc.integer({ min: -2880, max: 2880 }),
  )
  .map(([day, minutes]) => at(`${day}T00:00Z`) + minutes * 60_000)

test('integers say the same as resolved spans', () => {
  const cases = runs(1000)
  let opened = 0
  fc.assert(
    fc.property(arbitraryHours, zones, instant, (entries, name, now) => {
      const codes = Int32Array.from(encodeSchedule(entries))
      const open = isOpenAt({ entries, zone: name }, now)
      opened += Number(open)
      assert.equal(isScheduledOpen(codes, 0, codes.length, highestReading(name, now)), open)
    }),
    { numRuns: cases },
  )
  assert.ok(opened > cases / 20, `${opened} of ${cases} were open`)
})

test('nothing opens or closes before the next change, and something does then', () => {
  fc.assert(
    fc.property(
      arbitraryHours,
      zones,
      instant,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (entries, name, now, part) => {
        const local = { entries, zone: name }
        const change = nextChange(local, now)
        const open = isOpenAt(local, now)
        if (change !== undefined) {
          assert.ok(change > now)
          assert.equal(isOpenAt(local, change), !open)
          assert.equal(isOpenAt(local, change - 1), open)
        }
        const before = now + Math.floor(part * ((change ?? now + 300 * 86_400_000) - 1 - now))
        assert.equal(isOpenAt(local, before), open)
      },
    ),
    { numRuns: runs(1000) },
  )
})
