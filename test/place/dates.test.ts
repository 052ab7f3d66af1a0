import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatInstant, isLocalDate, parseDate, parseInstant, readDate } from '../../src/place/dates.ts'
import { runs } from '../support/runs.ts'

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds

const formats: readonly (readonly [text: string, from: string, millis: number])[] = [
  ['20260131', '2026-01-31T00:00Z', 86_400_000],
  ['2026-01-31', '2026-01-31T00:00Z', 86_400_000],
  ['20260131T1015Z', '2026-01-31T10:15Z', 60_000],
  ['2026-01-31T10:15+02:00', '2026-01-31T08:15Z', 60_000],
  ['20260131T101530-05:30', '2026-01-31T15:45:30Z', 1000],
  ['2026-01-31T10:15:30Z', '2026-01-31T10:15:30Z', 1000],
  ['20260131T101530.123Z', '2026-01-31T10:15:30.123Z', 1],
  ['2026-01-31T10:15:30.123+00:00', '2026-01-31T10:15:30.123Z', 1],
  ['2026-01-31T10:15:30.12399Z', '2026-01-31T10:15:30.123Z', 1],
  ['2026-01-31T10:15:30.1Z', '2026-01-31T10:15:30.100Z', 1],
  ['20260131T101530.12+00:00', '2026-01-31T10:15:30.120Z', 1],
  ['2026-01-31T10:15:30.0004Z', '2026-01-31T10:15:30.000Z', 1],
  ['2026-01-31T10:15:30.123456789Z', '2026-01-31T10:15:30.123Z', 1],
]

test('D29: every format of the table stands for the interval of its precision', () => {
  for (const [text, from, millis] of formats) {
    assert.deepEqual(parseDate(text), { from: at(from), to: at(from) + millis - 1, end: text.length }, text)
  }
})

test('D29: what is no date of the table is refused', () => {
  const wrong = [
    ...['', '2026', '2026-01', '2026-1-1', '202601', '2026-0131', '202601-31', '26-01-31', 'today', ' 2026-01-31'],
    ...['2026-02-30', '2026-02-29', '1900-02-29', '2026-13-01', '2026-00-01', '2026-01-00', '20260431'],
    ...['2026-01-31T10:15', '2026-01-31T10:15:30', '20260131T1015', '2026-01-31T24:00Z', '2026-01-31T10:60Z'],
    ...['2026-01-31T10:15:60Z', '2026-01-31T10:15:30.Z', '2026-01-31T10:15.5Z'],
    ...['2026-01-31T10:15:30.1234567890Z', '2026-01-31T10:15+24:00', '2026-01-31T10:15+01:60', '2026-01-31T10:15+1:00'],
    ...['2026-01-31T10:15+0100', '2026-01-31t10:15Z', '2026-01-31T10:15z', '2026-01-31 10:15Z', '20260131T10:15Z'],
    ...['2026-01-31T1015Z', '2026-01-31T10Z', '2026-01-31Z', '+2026-01-31', '٢٠٢٦-01-31', '2026-01-31T10:15Z '],
    ...['2026-01-31T10:15+01', '2026-W01-1', '2026-001', '1767225600', '2026-01-31-', '2026-01-31-2026-02-01'],
    ...['0000-01-01T00:00+00:01', '9999-12-31T23:59-00:01'],
  ]
  for (const text of wrong) assert.equal(parseInstant(text), undefined, text)
})

test('D29: years 0000 to 9999 and leap days are right', () => {
  for (const day of [
    '0000-01-01',
    '0000-02-29',
    '0004-02-29',
    '0099-12-31',
    '1900-02-28',
    '2000-02-29',
    '9999-12-31',
  ]) {
    assert.equal(parseInstant(day), at(`${day}T00:00Z`), day)
    assert.equal(formatInstant(parseInstant(day)!), `${day}T00:00:00.00000Z`)
  }
})

test('D29: an instant as the service writes it is read back as the same instant', () => {
  const instants = fc.integer({ min: at('0000-01-01T00:00Z'), max: at('9999-12-31T23:59:59.999Z') })
  fc.assert(
    fc.property(instants, (instant) => assert.equal(parseInstant(formatInstant(instant)), instant)),
    { numRuns: runs(1000) },
  )
})

test('D29: the format of answers agrees with that of Date on every instant', () => {
  const instants = fc.integer({ min: at('0000-01-01T00:00Z'), max: at('9999-12-31T23:59:59.999Z') })
  const ends = ['0000-01-01T00:00Z', '0000-02-29T23:59:59.999Z', '1969-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z']
  fc.assert(
    fc.property(instants, (instant) => {
      assert.equal(formatInstant(instant), `${new Date(instant).toISOString().slice(0, 23)}00Z`)
    }),
    { numRuns: runs(1000), examples: ends.map((end) => [at(end)]) },
  )
})

test('D29: day arithmetic agrees with Temporal on every date and offset', () => {
  const day = fc.integer({ min: at('0001-01-01T00:00Z'), max: at('9998-12-31T00:00Z') })
  const offset = fc.integer({ min: -1439, max: 1439 })
  fc.assert(
    fc.property(day, offset, (instant, minutes) => {
      const clock = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)
      const text = `${new Date(instant).toISOString().slice(0, 19)}${minutes < 0 ? '-' : '+'}${clock}`
      assert.equal(parseInstant(text), at(text), text)
    }),
    { numRuns: runs(1000) },
  )
})

test('D30: a date is read greedily, and no further than it goes', () => {
  const reads: readonly (readonly [text: string, start: number, end: number])[] = [
    ['2026-01-01T10:00-05:00', 0, 22],
    ['2026-01-01-2026-02-01', 0, 10],
    ['20260101-20260201', 0, 8],
    ['20260101-20260201', 9, 17],
    ['2026-01-01T10:00Z-2026-02-01', 0, 17],
    ['2026-01-01T10:00-2026-02-01', 0, 10],
    ['20260101T1000-05:00-', 0, 19],
    ['-2026-01-01', 1, 11],
  ]
  for (const [text, start, end] of reads) assert.equal(readDate(text, start)?.end, end, text)
  assert.equal(readDate('-2026-01-01', 0), undefined)
})

test('D22: a local date is written YYYY-MM-DD and exists', () => {
  assert.ok(isLocalDate('2024-02-29') && isLocalDate('9999-12-31'))
  for (const text of ['2025-02-29', '20240229', '2024-02-29T00:00Z', '2024-2-9']) assert.ok(!isLocalDate(text), text)
})
