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
/** Spans as `from-to`. */
const onMonday = (...spans: string[]) => ({
  days: { mo: spans.map((text) => span(...(text.split('-') as [string, string]))) },
})

/** Entries that are accepted, by what they are. */
const good: Readonly<Record<string, readonly JsonObject[]>> = {
  'an entry without dates': [onMonday('08:00-17:00')],
  'an entry of one day': [{ validFrom: '2026-12-24', validTo: '2026-12-24' }],
  'a leap day': [{ validFrom: '2028-02-29', validTo: '2028-02-29' }],
  'all weekdays, closed': [{ days: Object.fromEntries(weekdays.map((day) => [day, []])) }],
  'no days': [{ validFrom: '2026-01-01', validTo: '2026-01-31' }],
  'the first without validFrom, the last without validTo': [{ validTo: '2026-06-30' }, { validFrom: '2026-07-01' }],
  'special days within a base': [
    { validFrom: '2026-01-01', validTo: '9999-12-31', ...onMonday('08:00-17:00') },
    { validFrom: '2026-04-06', validTo: '2026-04-06' },
    { validFrom: '2026-12-24', validTo: '2026-12-24' },
  ],
  'two entries with the same validFrom': [
    { validFrom: '2026-01-01', validTo: '2026-12-31' },
    { validFrom: '2026-01-01', validTo: '2026-01-01' },
  ],
  '24:00 as the end': [onMonday('08:00-24:00')],
  'past midnight': [onMonday('22:00-02:00')],
  'the whole day': [onMonday('00:00-24:00')],
  'from midnight to midnight': [onMonday('00:00-00:00')],
  'touching spans': [onMonday('08:00-12:00', '12:00-24:00')],
  'spans in any order': [onMonday('13:00-17:00', '08:00-12:00')],
  'a span that ends where one past midnight begins': [onMonday('08:00-22:00', '22:00-02:00')],
  'a span past midnight, and one in the morning of that day': [onMonday('22:00-02:00', '00:00-04:00')],
  'a span past midnight into an open morning': [
    { days: { mo: [span('22:00', '02:00')], tu: [span('01:00', '05:00')] } },
  ],
}

for (const [what, openHours] of Object.entries(good)) {
  test(`D22: ${what} is accepted and kept`, () => assert.deepEqual(accepted(...openHours), openHours))
}

test('D22: empty dates on the first and last entry are null', () => {
  const entry = onMonday('08:00-17:00')
  assert.deepEqual(accepted({ validFrom: '', validTo: null, ...entry }), [entry])
})

const [entry, day] = ['/openHours/0', '/openHours/0/days/mo'] as const
/** Entries that are refused, by what they are, with the pointers of their faults. */
const bad: Readonly<Record<string, readonly [entries: readonly JsonObject[], ...pointers: string[]]>> = {
  'validTo before validFrom': [[{ validFrom: '2026-02-01', validTo: '2026-01-31' }], `${entry}/validTo`],
  'a second entry without validFrom': [
    [{ validTo: '2026-01-01' }, { validTo: '2026-02-01' }],
    '/openHours/1/validFrom',
  ],
  'a first of two without validTo': [[{ validFrom: '2026-01-01' }, { validFrom: '2026-02-01' }], `${entry}/validTo`],
  'entries out of order': [
    [{ validFrom: '2026-02-01', validTo: '2026-03-01' }, { validFrom: '2026-01-01' }],
    '/openHours/1/validFrom',
  ],
  'overlapping spans': [[onMonday('08:00-12:00', '11:59-17:00')], `${day}/1`],
  'overlapping spans out of order': [[onMonday('11:59-17:00', '08:00-12:00')], `${day}/0`],
  'the same span twice': [[onMonday('08:00-12:00', '08:00-12:00')], `${day}/1`],
  'a span within one past midnight': [[onMonday('22:00-02:00', '23:00-23:30')], `${day}/1`],
  'a span to midnight within one past it': [[onMonday('20:00-02:00', '23:00-24:00')], `${day}/1`],
  'a span beside a whole day': [[onMonday('00:00-00:00', '08:00-09:00')], `${day}/1`],
  'a span beside one that ends as it begins': [[onMonday('10:00-10:00', '11:00-12:00')], `${day}/1`],
  'two spans within one': [[onMonday('08:00-20:00', '09:00-10:00', '11:00-12:00')], `${day}/1`, `${day}/2`],
  '24:00 as a beginning': [[onMonday('24:00-02:00')], `${day}/0/from`],
  '24:01': [[onMonday('08:00-24:01')], `${day}/0/to`],
  '25:00': [[onMonday('25:00-26:00')], `${day}/0/from`, `${day}/0/to`],
  'one digit of hours': [[onMonday('8:00-17:00')], `${day}/0/from`],
  seconds: [[onMonday('08:00:00-17:00')], `${day}/0/from`],
  '12-hour times': [[onMonday('08:00 AM-05:00 PM')], `${day}/0/from`, `${day}/0/to`],
  '60 minutes': [[onMonday('08:60-17:00')], `${day}/0/from`],
  'a span without to': [[{ days: { mo: [{ from: '08:00' }] } }], `${day}/0/to`],
  'a span without from': [[{ days: { mo: [{ from: null, to: '08:00' }] } }], `${day}/0/from`],
  'a date that does not exist': [[{ validFrom: '2026-02-30' }], `${entry}/validFrom`],
  '29 February of a common year': [[{ validTo: '2027-02-29' }], `${entry}/validTo`],
  'a compact date': [[{ validFrom: '20260101' }], `${entry}/validFrom`],
  'a date with time': [[{ validFrom: '2026-01-01T00:00Z' }], `${entry}/validFrom`],
  'an unknown weekday': [[{ days: { monday: [] } }], `${entry}/days/monday`],
  'a weekday that is no list': [[{ days: { mo: { a: 1 } } }], day],
}

for (const [what, [entries, ...pointers]] of Object.entries(bad)) {
  test(`D22: ${what} is refused`, () => assert.deepEqual(Object.keys(faults(...entries)).sort(), pointers))
}

test('D22: faults of hours say what they are', () => {
  const ends = faults({ validFrom: '2026-01-02', validTo: '2026-01-01' })
  assert.deepEqual(ends, { '/openHours/0/validTo': 'validTo 2026-01-01 must not be before validFrom 2026-01-02' })
  assert.deepEqual(faults(onMonday('8:00-09:00')), {
    '/openHours/0/days/mo/0/from': "must be written like '09:30' (Opening time), got '8:00'",
  })
  assert.deepEqual(faults(onMonday('13:00-17:00', '08:00-13:01')), {
    '/openHours/0/days/mo/0': '13:00-17:00 overlaps 08:00-13:01; spans of one day may only touch',
  })
})

test('D22, D38: a patch replaces the whole list, and is judged as a create is', () => {
  const town = new Town()
  const { id } = town.create(body({ openHours: [onMonday('08:00-12:00')] }))
  const openHours = [onMonday('09:00-10:00')]
  assert.deepEqual(town.patch(id, { openHours }).openHours, openHours)
  const wrong = { openHours: [onMonday('08:00-12:00', '11:00-13:00')] }
  assert.deepEqual(Object.keys(faultsOf(() => town.patch(id, wrong))), ['/openHours/0/days/mo/1'])
  assert.ok(!('openHours' in town.patch(id, { openHours: null })))
})

test('D22: a span that ends at or before its beginning runs past midnight', () => {
  assert.deepEqual(minutes(span('22:00', '02:00')), { from: 1320, to: 1560 })
  assert.deepEqual(minutes(span('00:00', '24:00')), { from: 0, to: 1440 })
  assert.deepEqual(minutes(span('08:00', '08:00')), { from: 480, to: 1920 })
})

test('D22: on a day the entry with the shortest validity wins, of equally short ones the later', () => {
  const base: OpenHours = { validFrom: '2026-01-01', validTo: '9999-12-31', ...onMonday('08:00-17:00') }
  const summer: OpenHours = {
    validFrom: '2026-06-01',
    validTo: '2026-08-31',
    ...onMonday('10:00-12:00', '09:00-10:00'),
  }
  const closed: OpenHours = { validFrom: '2026-06-08', validTo: '2026-06-08' }
  const special: OpenHours = { validFrom: '2026-06-08', validTo: '2026-06-08', ...onMonday('00:00-24:00') }
  const open: OpenHours = { ...onMonday('01:00-02:00') }
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
  const base = onMonday('08:00-17:00')
  const summer = onMonday('10:00-12:00')
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
  assert.ok(cut > runs(25), String(cut))
})
