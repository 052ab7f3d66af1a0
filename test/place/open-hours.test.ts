import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { JsonObject } from '../../src/place/json.ts'
import { minutes, resolvedEntries, spansOn } from '../../src/place/open-hours.ts'
import { type OpenHours, weekdays } from '../../src/place/place.ts'
import { runs } from '../support/runs.ts'
import { body, faultsOf, Town } from './support.ts'

const span = (from: string, to: string) => ({ from, to })
const faults = (...openHours: JsonObject[]) => faultsOf(() => new Town().create(body({ openHours })))
const accepted = (...openHours: JsonObject[]) => new Town().create(body({ openHours })).openHours
const onMonday = (...mo: { from: string; to: string }[]) => ({ days: { mo } })

test('D22: only the first entry may lack validFrom, only the last validTo', () => {
  assert.deepEqual(Object.keys(faults({ validTo: '2026-01-01' }, { validTo: '2026-02-01' })), [
    '/openHours/1/validFrom',
  ])
  assert.deepEqual(Object.keys(faults({ validFrom: '2026-01-01' }, { validFrom: '2026-02-01' })), [
    '/openHours/0/validTo',
  ])
  accepted({ validTo: '2026-01-01' }, { validFrom: '2026-01-02' })
  accepted({ validFrom: '', validTo: null, ...onMonday(span('08:00', '17:00')) })
})

test('D22: validFrom is not after validTo, one day is fine, and entries come in order', () => {
  accepted({ validFrom: '2026-01-01', validTo: '2026-01-01' })
  const wrong = faults({ validFrom: '2026-01-02', validTo: '2026-01-01' })
  assert.deepEqual(wrong, { '/openHours/0/validTo': 'validTo 2026-01-01 must not be before validFrom 2026-01-02' })
  const disordered = faults({ validFrom: '2026-02-01', validTo: '2026-03-01' }, { validFrom: '2026-01-01' })
  assert.deepEqual(Object.keys(disordered), ['/openHours/1/validFrom'])
  accepted({ validFrom: '2026-01-01', validTo: '9999-12-31' }, { validFrom: '2026-01-01', validTo: '2026-01-01' })
})

test('D22: days that do not exist and times that are none are faults', () => {
  assert.deepEqual(Object.keys(faults({ validFrom: '2026-02-29' })), ['/openHours/0/validFrom'])
  assert.deepEqual(Object.keys(faults({ validTo: '20260101' })), ['/openHours/0/validTo'])
  const times = faults(onMonday(span('8:00', '24:01'), span('24:00', '25:00')))
  assert.equal(Object.keys(times).length, 4)
  assert.equal(times['/openHours/0/days/mo/0/from'], "must be written like '09:30' (Opening time), got '8:00'")
  assert.deepEqual(Object.keys(faults({ days: { mo: [{ from: '10:00' }] } })), ['/openHours/0/days/mo/0/to'])
})

test('D22: spans of one day may touch, and not overlap, also past midnight', () => {
  accepted(onMonday(span('08:00', '12:00'), span('12:00', '24:00')))
  accepted(onMonday(span('22:00', '02:00'), span('00:00', '04:00')))
  const overlap = faults(onMonday(span('13:00', '17:00'), span('08:00', '13:01')))
  assert.deepEqual(overlap, {
    '/openHours/0/days/mo/0': '13:00-17:00 overlaps 08:00-13:01; spans of one day may only touch',
  })
  assert.deepEqual(Object.keys(faults(onMonday(span('20:00', '02:00'), span('23:00', '24:00')))), [
    '/openHours/0/days/mo/1',
  ])
  assert.deepEqual(Object.keys(faults(onMonday(span('10:00', '10:00'), span('11:00', '12:00')))), [
    '/openHours/0/days/mo/1',
  ])
  const inside = faults(onMonday(span('08:00', '20:00'), span('09:00', '10:00'), span('11:00', '12:00')))
  assert.deepEqual(Object.keys(inside), ['/openHours/0/days/mo/1', '/openHours/0/days/mo/2'])
})

test('D22: a span that ends at or before its beginning runs past midnight', () => {
  assert.deepEqual(minutes(span('22:00', '02:00')), { from: 1320, to: 1560 })
  assert.deepEqual(minutes(span('00:00', '24:00')), { from: 0, to: 1440 })
  assert.deepEqual(minutes(span('08:00', '08:00')), { from: 480, to: 1920 })
})

test('D22: on a day the entry with the shortest validity wins, of equally short ones the later', () => {
  const base: OpenHours = { validFrom: '2026-01-01', validTo: '9999-12-31', ...onMonday(span('08:00', '17:00')) }
  const summer: OpenHours = {
    validFrom: '2026-06-01',
    validTo: '2026-08-31',
    ...onMonday(span('10:00', '12:00'), span('09:00', '10:00')),
  }
  const closed: OpenHours = { validFrom: '2026-06-08', validTo: '2026-06-08' }
  const special: OpenHours = { validFrom: '2026-06-08', validTo: '2026-06-08', ...onMonday(span('00:00', '24:00')) }
  const open: OpenHours = { ...onMonday(span('01:00', '02:00')) }
  assert.deepEqual(spansOn([base, summer, closed], '2026-06-08'), [])
  assert.deepEqual(spansOn([base, summer, closed, special], '2026-06-08'), [span('00:00', '24:00')])
  assert.deepEqual(spansOn([base, summer, special, closed], '2026-06-08'), [])
  assert.deepEqual(spansOn([base, summer], '2026-06-15'), [span('09:00', '10:00'), span('10:00', '12:00')])
  assert.deepEqual(spansOn([base, summer], '2026-09-07'), [span('08:00', '17:00')])
  assert.deepEqual(spansOn([base, summer], '2026-09-08'), [])
  assert.equal(spansOn([base, summer], '2025-12-31'), undefined)
  assert.deepEqual(spansOn([open, base], '2026-09-07'), [span('08:00', '17:00')])
  assert.deepEqual(spansOn([open, base], '2025-09-01'), [span('01:00', '02:00')])
})

const special: OpenHours = { validFrom: '2026-06-08', validTo: '2026-06-08' }

test('D22: resolved entries are cut where another wins, also where they have no end', () => {
  const base = onMonday(span('08:00', '17:00'))
  const summer = onMonday(span('10:00', '12:00'))
  assert.deepEqual(resolvedEntries([base]), [base])
  assert.deepEqual(
    resolvedEntries([
      { validTo: '2026-12-31', ...base },
      { validFrom: '2026-06-01', validTo: '2026-06-30', ...summer },
      special,
      { validFrom: '2026-12-01', ...summer },
    ]),
    [
      { validTo: '2026-05-31', ...base },
      { validFrom: '2026-06-01', validTo: '2026-06-07', ...summer },
      special,
      { validFrom: '2026-06-09', validTo: '2026-06-30', ...summer },
      { validFrom: '2026-07-01', validTo: '2026-11-30', ...base },
      { validFrom: '2026-12-01', ...summer },
    ],
  )
  assert.deepEqual(resolvedEntries([{ validFrom: '2026-01-01', validTo: '9999-12-31', ...base }, special]), [
    { validFrom: '2026-01-01', validTo: '2026-06-07', ...base },
    special,
    { validFrom: '2026-06-09', validTo: '9999-12-31', ...base },
  ])
  assert.deepEqual(resolvedEntries([special, special]), [special])
})

const days = [
  ...['0000-01-01', '0000-01-02', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'],
  ...['2028-02-29', '2028-12-31', '2029-01-01', '9999-12-30', '9999-12-31'],
]
/** Entries that hold to D22, each open at times of its own on every day. */
const schedule = fc
  .record({
    periods: fc.array(fc.tuple(fc.nat(days.length - 1), fc.nat(days.length - 1)), { minLength: 1, maxLength: 8 }),
    openStart: fc.boolean(),
    openEnd: fc.boolean(),
  })
  .map(({ periods, openStart, openEnd }) =>
    periods
      .sort(([one], [other]) => one - other)
      .map(([from, more], index): OpenHours => {
        const spans = [span(`0${index}:00`, `0${index}:30`)]
        return {
          ...((index > 0 || !openStart) && { validFrom: days[from]! }),
          ...((index < periods.length - 1 || !openEnd) && { validTo: days[Math.min(from + more, days.length - 1)]! }),
          ...(index !== 5 && { days: Object.fromEntries(weekdays.map((weekday) => [weekday, spans])) }),
        }
      }),
  )
const asked = [...days, '0000-06-01', '1999-12-31', '2026-02-26', '2027-01-01', '2100-02-28', '9999-01-01']
const isValid = ({ validFrom = '', validTo = '~' }: OpenHours, day: string) => validFrom <= day && day <= validTo

test('D22: of resolved entries the first that fits decides every day as all of the entries do', () => {
  let cut = 0
  fc.assert(
    fc.property(schedule, (entries) => {
      const resolved = resolvedEntries(entries)
      if (resolved.length > entries.length) cut++
      for (const day of asked) {
        const fitting = resolved.filter((entry) => isValid(entry, day))
        assert.ok(fitting.length <= 1, `${fitting.length} entries are valid on ${day}`)
        const decided = fitting[0] && spansOn(fitting, day)
        assert.deepEqual(decided, spansOn(entries, day), day)
      }
      accepted(...(resolved as JsonObject[]))
    }),
    { numRuns: runs(1000) },
  )
  assert.ok(cut > 25, String(cut))
})
