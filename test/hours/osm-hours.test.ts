import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readOsmHours } from '../../src/hours/osm-hours.ts'
import { writeOsmHours } from '../../src/hours/osm-writer.ts'
import { createFaultList } from '../../src/place/check/fault-list.ts'
import { spansOn } from '../../src/place/open-hours.ts'
import { type OpenHours, type OpenSpan, weekdays } from '../../src/place/place.ts'
import { addOpenHoursFaults } from '../../src/place/rules/hours-faults.ts'
import { runs } from '../support/runs.ts'

function understood(value: string, year = 2026) {
  const read = readOsmHours(value, year)
  assert.ok(!('fault' in read), 'fault' in read ? `${value}: ${read.fault.detail}` : '')
  const list = createFaultList()
  addOpenHoursFaults(read.openHours, list)
  assert.deepEqual([...list.faults], [], value)
  return read
}

/** The spans of a day as `09:00-17:00,…`; 'closed', or 'nothing said'. */
function told(openHours: readonly OpenHours[], day: string): string {
  const spans = spansOn(openHours, day)
  if (spans === undefined) return 'nothing said'
  return spans.length === 0 ? 'closed' : spans.map(({ from, to }) => `${from}-${to}`).join()
}

/** What values say of some days: 2026-12-24 is a Thursday, 2026-07-04 a Saturday. */
const values: readonly (readonly [value: string, days: Readonly<Record<string, string>>])[] = [
  ['24/7', { '2026-12-24': '00:00-24:00', '2040-01-01': '00:00-24:00' }],
  [
    'Mo-Fr 08:00-12:00,13:00-17:30; Sa 9:00-12:00',
    { '2026-12-24': '08:00-12:00,13:00-17:30', '2026-07-04': '09:00-12:00' },
  ],
  ['Mo-Fr 08:00-18:00; We off', { '2026-12-23': 'closed', '2026-12-24': '08:00-18:00' }],
  ['Mo-Fr 08:00-12:00, We 14:00-18:00', { '2026-12-23': '08:00-12:00,14:00-18:00', '2026-12-24': '08:00-12:00' }],
  ['Mo-Fr 09:00-17:00; Th 12:00-14:00', { '2026-12-24': '12:00-14:00' }],
  ['Fr-Mo 22:00-26:00', { '2026-07-04': '22:00-02:00', '2026-12-24': 'closed' }],
  ['mo - fr 09:00 – 17:00', { '2026-12-24': '09:00-17:00' }],
  ['Mo-Fr: 09:00-17:00;', { '2026-12-24': '09:00-17:00' }],
  ['2026: Dec 24: 9:00-12:00', { '2026-12-24': '09:00-12:00' }],
  ['PH off; 10:00-16:00; 2026 week 52 off', { '2026-12-24': 'closed', '2026-07-04': '10:00-16:00' }],
  ['08:00-20:00', { '2026-07-04': '08:00-20:00' }],
  ['Su', { '2026-07-05': '00:00-24:00', '2026-07-04': 'closed' }],
  ['off', { '2026-07-04': 'closed' }],
  ['2026 Dec 24 10:00-12:00', { '2026-12-24': '10:00-12:00', '2026-12-25': 'nothing said' }],
  [
    'Mo-Su 09:00-17:00; 2026 Dec 24-2027 Jan 06 off',
    { '2026-12-23': '09:00-17:00', '2027-01-06': 'closed', '2027-01-07': '09:00-17:00' },
  ],
  ['2026 Jul-Aug Sa 10:00-12:00', { '2026-07-04': '10:00-12:00', '2026-09-05': 'nothing said' }],
  ['2026-2027 Sa 10:00-12:00', { '2027-07-03': '10:00-12:00', '2028-07-01': 'nothing said' }],
  ['2026+ 10:00-12:00', { '2025-12-31': 'nothing said', '2060-01-01': '10:00-12:00' }],
  [
    'Apr-Sep Mo-Sa 10:00-18:00; Oct-Mar off',
    { '2026-07-04': '10:00-18:00', '2026-12-24': 'closed', '2028-07-01': '10:00-18:00', '2029-07-02': 'nothing said' },
  ],
  [
    'Mo-Su 10:00-18:00; Dec 24,31 10:00-14:00; Dec 25-26 off',
    { '2026-12-24': '10:00-14:00', '2027-12-26': 'closed', '2027-12-27': '10:00-18:00' },
  ],
  [
    'Dec 20-Jan 10 09:00-10:00',
    { '2026-01-10': '09:00-10:00', '2026-12-20': '09:00-10:00', '2026-02-01': 'nothing said' },
  ],
  ['Feb 29 10:00-12:00', { '2028-02-29': '10:00-12:00', '2028-03-01': 'nothing said' }],
  ['week 52 10:00-12:00', { '2026-12-24': '10:00-12:00', '2026-12-28': 'nothing said' }],
  ['week 1-53/2 Th 10:00-12:00', { '2026-01-01': '10:00-12:00', '2026-01-08': 'nothing said' }],
  ['MO-FR 8:00-12:00 , 14:00-18:00 ; Sa off ;', { '2026-12-24': '08:00-12:00,14:00-18:00', '2026-07-04': 'closed' }],
  ['Mo-Th 17:00-02:00; Fr-Sa 17:00-25:00', { '2026-12-24': '17:00-02:00', '2026-07-04': '17:00-01:00' }],
  ['Jan-Mar, Nov-Dec: 10:00-15:00', { '2026-12-24': '10:00-15:00', '2026-07-04': 'nothing said' }],
  ['Nov-Feb off; Mar-Oct 10:00-18:00', { '2026-12-24': 'closed', '2026-07-04': '10:00-18:00' }],
  // What a comma adds is of the whole year: months stand before each rule that they are about.
  ['Apr-Sep Mo-Fr 10:00-12:00, Sa 10:00-11:00', { '2026-12-26': '10:00-11:00', '2026-07-04': '10:00-11:00' }],
  ['Sep-Jun Mo-Fr 10:00-12:00', { '2026-12-24': '10:00-12:00', '2026-07-03': 'nothing said' }],
  ['Dec 24-26,31,Jan 1 10:00-12:00', { '2026-12-31': '10:00-12:00', '2026-12-30': 'nothing said' }],
  ['Jan-Dec Mo-Fr 08:00-18:00', { '2050-01-03': '08:00-18:00' }],
]

test('OSM: values are understood day by day', () => {
  for (const [value, days] of values) {
    const { openHours } = understood(value)
    for (const [day, wanted] of Object.entries(days)) assert.equal(told(openHours, day), wanted, `${value} on ${day}`)
  }
})

test('OSM: what hours of places do not say is told beside them', () => {
  const remainders: Readonly<Record<string, readonly string[]>> = {
    'Mo-Fr 08:00-18:00; PH off': ['public holidays (PH)'],
    'Mo-Sa 08:00-20:00; Su,PH off': ['public holidays (PH)'],
    'PH Mo-Fr 10:00-12:00; Mo-Fr 08:00-10:00': ['public holidays (PH)'],
    'PH -1 day 10:00-12:00; Mo-Fr 08:00-10:00': ['public holidays (PH)'],
    'Mo-Fr 08:00-10:00, SH 10:00-12:00': ['school holidays (SH)'],
    'off "ombyggnad; länge"': ['the comment "ombyggnad; länge"'],
    'Apr-Sep 10:00-12:00': ['what comes back every year, after 2028'],
    'Mo-Fr 08:00-10:00': [],
    'Mo-Fr 08:00-12:00; Mo-Fr 13:00-17:00': ['a rule that the others leave nothing of'],
    'Mo-Fr 08:00-12:00; We off; Sa 10:00-12:00': [],
  }
  for (const [value, remainder] of Object.entries(remainders))
    assert.deepEqual(
      understood(value).remainder.map(({ detail }) => detail),
      remainder,
      value,
    )
})

test('OSM: what cannot be said or read is refused with its place, and never guessed', () => {
  const faults: Readonly<Record<string, RegExp>> = {
    'sunrise-sunset': /follows the sun/,
    'Mo-Fr 18:00+': /an open end/,
    'Mo-Fr 10:00-16:00+': /an open end/,
    'Mo[1] 10:00-12:00': /first or last weekdays/,
    'easter off; 10:00-12:00': /Easter/,
    'Mo-Fr 10:00-12:00 || "ring"': /a fallback/,
    'Mo-Fr 10:00-12:00 "efter överenskommelse"': /a comment in place of hours/,
    'Mo-Fr 10:00-12:00 unknown': /unknown hours/,
    'Mo-Fr 09:00-17:00; 12:00-13:00 off': /closes part of a day/,
    'Mo-Fr 10:00-12:00 || Mo off': /a fallback/,
    'We[1,3] 10:00-12:00': /first or last weekdays/,
    'Mar Su[-1]-Oct Su[-1] 10:00-18:00': /first or last weekdays/,
    '(sunrise+00:30)-(sunset-00:30)': /follows the sun/,
    '08:00-sunset': /cannot be read/,
    'Mar-Oct 15 10:00-18:00': /mixes days with months/,
    'Jul 1+ 10:00-18:00': /a date without its year/,
    '24/7 "kod"': /a comment in place of hours/,
    '"by appointment"': /a comment in place of hours/,
    'Su 10:00': /cannot be read from '10:00' on/,
    'Mo-Fr 24:00-08:00': /hours that are none/,
    'Mo-Fr SH 08:00-16:00': /cannot be read from 'SH/,
    '10:00-16:00/00:30': /cannot be read/,
    '2023/2 Apr 10:00-12:00': /cannot be read/,
    'SH off': /says nothing/,
    'PH off': /says nothing but what cannot be said/,
    'Mo-Fr 09.00-17.00': /cannot be read from '09.00-17.00' on/,
    'Mån-Fre 9-17': /cannot be read/,
    'Mo-Fr 25:00-26:00': /hours that are none/,
    'Feb 30 10:00-12:00': /a day that is none/,
    '0000 10:00-12:00': /a year that is none/,
    '2020-2060 Apr off': /more than 20 apart/,
    'Mo-Fr 08:00-12:00; 13:00-17:00': /cannot be read from '13:00-17:00' on/,
    'Mo-Fr 08:00-12:00; PH off; 24/7': /cannot be read from '24\/7' on/,
    'Mo-Fr 08:00-12:00; Dec 24, off': /cannot be read from ', ?off' on/,
    'Tu-Su 10:00-19:00; Mo, Nov-Mar off': /cannot be read from ', ?Nov-Mar off' on/,
    'Mo-Fr 10:00-12:00; Dec 24 Jan 02 off': /cannot be read from 'Jan 02 off' on/,
    '2027 Jan 5,Feb 7 10:00-12:00': /a date without its year: 'Feb 7'/,
    'Jan 5,2027 Feb 7 10:00-12:00': /a date without its year: 'Jan 5'/,
    'Dec: 21-23': /cannot be read from ':/,
    'Dec:21-23': /cannot be read from ':/,
    'Mo 10:00-14:00,12:00-16:00': /overlap/,
    '': /is empty/,
    '"': /./,
    ['2026 Jan 01 off; 2044 Jan 01 off;'.repeat(40)]: /too many rules/,
    ['Mo 10:00-12:00;'.repeat(400)]: /longer than/,
  }
  for (const [value, fault] of Object.entries(faults)) {
    const read = readOsmHours(value, 2026)
    assert.match('fault' in read ? read.fault.detail : 'understood', fault, value.slice(0, 60))
  }
})

test('OSM: hours as people keep them are read as they were written down', () => {
  const day = [{ from: '09:00', to: '17:00' }]
  const week = { mo: day, tu: day, we: day, th: day, fr: [{ from: '09:00', to: '12:00' }] }
  const texts = new Map<string, OpenHours[]>([
    ['Mo-Th 09:00-17:00; Fr 09:00-12:00', [{ days: week }]],
    [
      'Mo-Th 09:00-17:00; Fr 09:00-12:00; 2026 Dec 24 off; 2026 Dec 25 10:00-14:00',
      [
        { validTo: '9999-12-31', days: week },
        { validFrom: '2026-12-24', validTo: '2026-12-24' },
        { validFrom: '2026-12-25', validTo: '2026-12-25', days: { fr: [{ from: '10:00', to: '14:00' }] } },
      ],
    ],
    [
      '2026 Jun 01-2026 Aug 31 Mo-Th 09:00-17:00; 2026 Jun 01-2026 Aug 31 Fr 09:00-12:00',
      [{ validFrom: '2026-06-01', validTo: '2026-08-31', days: week }],
    ],
    ['2026 Jun 01+ Sa,Su 09:00-17:00', [{ validFrom: '2026-06-01', days: { sa: day, su: day } }]],
  ])
  for (const [text, openHours] of texts) {
    assert.equal(writeOsmHours(openHours), text)
    assert.deepEqual(understood(text).openHours, openHours, text)
  }
  assert.equal(writeOsmHours([{ validTo: '2026-08-31', days: week }]), undefined)
  assert.equal(writeOsmHours([]), undefined)
})

const minute = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15)
const timeText = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const spans: fc.Arbitrary<OpenSpan[]> = fc
  .uniqueArray(minute, { minLength: 0, maxLength: 6 })
  .map((ends) => ends.toSorted((one, other) => one - other))
  .map((ends) =>
    Array.from({ length: ends.length >> 1 }, (_, at) => ({
      from: timeText(ends[2 * at]!),
      to: timeText(ends[2 * at + 1]!),
    })),
  )
const days = fc.dictionary(fc.constantFrom(...weekdays), spans, { noNullPrototype: true })
const dayNumber = fc.integer({ min: 0, max: 1200 })
const dayText = (number: number) => new Date(Date.UTC(2025, 5, 1) + number * 86_400_000).toISOString().slice(0, 10)
const entry = fc.record({ days, from: dayNumber, length: fc.constantFrom(0, 0, 1, 6, 30, 365) })

/** Opening hours that hold to D22, a week for ever among them or not. */
const openHoursOf = fc
  .tuple(fc.option(days), fc.array(entry, { maxLength: 5 }))
  .filter(([base, dated]) => base !== null || dated.length > 0)
  .map(([base, dated]): OpenHours[] => [
    ...(base === null ? [] : [{ ...(dated.length > 0 && { validTo: '9999-12-31' }), days: base }]),
    ...dated
      .toSorted((one, other) => one.from - other.from)
      .map(({ days, from, length }) => ({ validFrom: dayText(from), validTo: dayText(from + length), days })),
  ])

test('D56: a rule that names years ends no rule without years, and is noted as nothing that comes back', () => {
  for (const [rule, day] of [
    ['2026 week 10 off', '2026-03-03'],
    ['2026 week 53 off', '2026-12-29'],
    ['2026-2026 Dec 24 off', '2026-12-24'],
    ['Dec 24 2026 off', '2026-12-24'],
    ['2024-2026 Feb 29 off', '2024-02-29'],
    ['2024-2028 Feb 27-29 off', '2028-02-29'],
    ['2026 Jul Mo off', '2026-07-06'],
    ['2027 Dec 1-Feb 29 off', '2028-02-29'],
    ['2026+ Mo off', '2026-07-06'],
  ] as const) {
    const { openHours, remainder } = understood(`Mo-Su 09:00-17:00; ${rule}`, 2026)
    assert.deepEqual(remainder, [], rule)
    assert.equal(told(openHours, day), 'closed', rule)
    for (const other of ['2019-06-04', '2024-02-23', '2026-02-20', '2045-06-06'])
      assert.equal(told(openHours, other), '09:00-17:00', `${rule} on ${other}`)
  }
})

test('D56: a rule from a year on comes back every year, as far as yearly rules are written out', () => {
  for (const [rule, from, days, untouched] of [
    ['2026+ Dec 24-26 off', 2026, '12-24', '12-27'],
    ['2026+ Dec off', 2026, '12-01', '11-30'],
    ['Dec 24 2026+ off', 2026, '12-24', '12-23'],
    ['2026+ week 9-10 off', 2026, '03-06', '03-20'],
    ['2026 Jan 1+ week 9-10 off', 2026, '03-06', '03-20'],
    ['2000+ Dec 24 off', 2026, '12-24', '12-23'],
    ['2024,2026+ Dec 24 off', 2026, '12-24', '12-23'],
    ['2030+ Dec 24 off', 2030, '12-24', '12-23'],
    ['2030+ Dec 24 off; Dec 25 off', 2030, '12-24', '12-23'],
    ['2026+ Jan-Dec off', 2026, '07-01', undefined],
  ] as const) {
    const { openHours, remainder } = understood(`Mo-Su 09:00-17:00; ${rule}`, 2026)
    assert.deepEqual(
      remainder.map(({ detail }) => detail),
      [
        ...(rule.includes('Jan-Dec') ? ['a rule that the others leave nothing of'] : []),
        `what comes back every year, after ${from + 2}`,
      ],
      rule,
    )
    for (let year = from; year < from + 3; year++) {
      assert.equal(told(openHours, `${year}-${days}`), 'closed', `${rule} in ${year}`)
      if (untouched) assert.equal(told(openHours, `${year}-${untouched}`), '09:00-17:00', `${rule} in ${year}`)
    }
    if (from > 2026) assert.equal(told(openHours, `${from - 1}-${days}`), '09:00-17:00', rule)
    assert.equal(told(openHours, `${from + 3}-${days}`), 'nothing said', rule)
  }
})

test('D56: days that no named year has are refused, never left out silently', () => {
  for (const [rule, fault] of [
    ['2025 week 53 off', /has weeks that are none: '53'/],
    ['2025 week 10,53 off', /has weeks that are none: '53'/],
    ['week 53 2022-2024 off', /has weeks that are none: '53'/],
    ['2026 Feb week 30 off', /cannot be read from '2026 Feb week 30 off' on/],
    ['2026 2027 Dec 24 off', /cannot be read from '2026 2027 Dec 24 off' on/],
  ] as const) {
    const read = readOsmHours(`Mo-Fr 09:00-17:00; ${rule}`, 2026)
    assert.ok('fault' in read, rule)
    assert.match(read.fault.detail, fault)
  }
  for (const rule of ['2025 week 1-53/2 off', '2026 week 53 off', '2027 week 53 off', '2022-2026 week 53 off'])
    assert.deepEqual(understood(`Mo-Fr 09:00-17:00; ${rule}`, 2026).remainder, [], rule)
})

test('D56: 29 February is refused where the years that the value names have none', () => {
  for (const value of [
    '2026 Feb 29',
    '2025 Feb 29-Mar 2',
    '2025 Feb 27-29',
    '2025 Feb 28,29',
    '2025-2027 Feb 29',
    'Feb 29 2025-2026',
    '2026 Feb 20-Feb 29',
    '2025 Dec 1-2026 Feb 29',
    '2025 Dec 1-Feb 29',
  ]) {
    const read = readOsmHours(`${value} 10:00-12:00`, 2026)
    assert.ok('fault' in read, value)
    assert.match(read.fault.detail, /has a day that is none: feb 29/, value)
  }
})

test('OSM: a day that none of the years has is told as coming back later, not as replaced', () => {
  for (const [value, year] of [
    ['Mo-Su 08:00-17:00; Feb 29 off', 2025],
    ['Mo-Su 08:00-17:00; week 53 off', 2027],
  ] as const) {
    const { openHours, remainder } = understood(value, year)
    assert.deepEqual(
      remainder.map(({ detail }) => detail),
      [`what comes back every year, after ${year + 2}`],
    )
    assert.equal(told(openHours, `${year + 2}-12-31`), '08:00-17:00')
    assert.equal(told(openHours, `${year + 3}-02-28`), 'nothing said')
  }
})

test('OSM: what is written of opening hours says the same of every day when it is read', () => {
  fc.assert(
    fc.property(openHoursOf, (openHours) => {
      const text = writeOsmHours(openHours)
      assert.ok(text !== undefined)
      const read = understood(text)
      // Entries that others replace whole are written down too.
      for (const { detail } of read.remainder) assert.equal(detail, 'a rule that the others leave nothing of')
      for (let number = -40; number < 1700; number += 1) {
        const day = dayText(number)
        assert.equal(told(read.openHours, day), told(openHours, day), `${day} of ${text}`)
      }
    }),
    { numRuns: runs(150), verbose: 1 },
  )
})

test('OSM: whatever is sent is understood or refused, and never breaks', () => {
  const piece = fc.constantFrom(
    ...'Mo Fr Su PH SH - , ; : + / [ ] ( ) " | 24/7 08:00 17:00 26:00 2026 2027 Dec 24 Jan 06 week 1 53 off open unknown easter sunset days'.split(
      ' ',
    ),
    ' ',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(piece, { maxLength: 14 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (value) => {
      const read = readOsmHours(value, 2026)
      if ('fault' in read) assert.ok(read.fault.detail.length > 0)
      else understood(value)
    }),
    { numRuns: runs(3000), verbose: 1 },
  )
})
