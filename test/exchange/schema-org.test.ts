import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { schemaOrgPlace } from '../../src/exchange/formats/schema-org.ts'
import { isOpenAt, localHours } from '../../src/hours/open-spans.ts'
import { addDays } from '../../src/place/dates.ts'
import { weekdayOf } from '../../src/place/open-hours.ts'
import { type OpenHours, weekdays } from '../../src/place/place.ts'
import { runs } from '../support/runs.ts'

/** The hours of a place in JSON-LD, each without its type: `days or dates opens-closes`. */
function told(openHours: readonly OpenHours[]): string[] {
  const place = schemaOrgPlace({ id: 'x', openHours: [...openHours] }, {})
  const { openingHoursSpecification = [], specialOpeningHoursSpecification = [] } = place
  const all = [openingHoursSpecification, specialOpeningHoursSpecification].flat() as Record<string, string>[]
  return all.map(({ dayOfWeek, validFrom, opens, closes }) => `${dayOfWeek ?? validFrom} ${opens}-${closes}`)
}

test('D56: 24 hours from another time than midnight are two pieces in JSON-LD, on their own two days', () => {
  const span = { from: '18:00', to: '18:00' }
  assert.deepEqual(told([{ days: { sa: [span], su: [span] } }]), [
    'Saturday,Sunday 18:00-00:00',
    'Sunday,Monday 00:00-18:00',
  ])
  assert.deepEqual(told([{ validFrom: '2026-12-31', validTo: '2026-12-31', days: { th: [span] } }]), [
    '2026-12-31 18:00-00:00',
    '2027-01-01 00:00-18:00',
  ])
})

test('D56: 24 hours from midnight are the whole day in JSON-LD, and a night ends before it begins', () => {
  for (const to of ['00:00', '24:00'])
    assert.deepEqual(told([{ days: { mo: [{ from: '00:00', to }] } }]), ['Monday 00:00-23:59'])
  assert.deepEqual(told([{ days: { mo: [{ from: '22:00', to: '02:00' }], tu: [{ from: '08:00', to: '24:00' }] } }]), [
    'Monday 22:00-02:00',
    'Tuesday 08:00-00:00',
  ])
})

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

interface Specification {
  readonly dayOfWeek?: readonly string[]
  readonly validFrom?: string
  readonly validThrough?: string
  readonly opens: string
  readonly closes: string
}

/** The minutes, counted from midnight, at which hours in JSON-LD say that a place is open on a day. */
function minutesInJsonLd(openHours: readonly OpenHours[]): (day: string) => Set<number> {
  const place = schemaOrgPlace({ id: 'x', openHours: [...openHours] }, {})
  const ordinary = (place.openingHoursSpecification ?? []) as unknown as readonly Specification[]
  const special = (place.specialOpeningHoursSpecification ?? []) as unknown as readonly Specification[]
  const minute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  /** The specifications that begin on a day: the special ones if there are any. */
  const beginning = (day: string) => {
    const valid = ({ validFrom = day, validThrough = day, dayOfWeek }: Specification) =>
      validFrom <= day &&
      day <= validThrough &&
      (dayOfWeek?.includes(dayNames[weekdays.indexOf(weekdayOf(day))]!) ?? true)
    const [ofDay, others] = [special.filter(valid), ordinary.filter(valid)]
    return (ofDay.length > 0 ? ofDay : others).map(({ opens, closes }) => {
      const [from, to] = [minute(opens), closes === '23:59' ? 1440 : minute(closes)]
      return { from, to: to < from ? to + 1440 : to }
    })
  }
  return (day) => {
    const before = beginning(addDays(day, -1)).map(({ from, to }) => ({ from: from - 1440, to: to - 1440 }))
    const spans = [...before, ...beginning(day)]
    return new Set([0, 120, 420, 660, 1080, 1320].filter((at) => spans.some(({ from, to }) => from <= at && at < to)))
  }
}

// One span a day or none; each ends before the earliest of the next day begins.
const span = fc.constantFrom(
  [],
  ...[
    ['09:00', '09:00'],
    ['22:00', '02:00'],
    ['18:00', '09:00'],
    ['09:00', '24:00'],
    ['10:00', '12:00'],
  ].map(([from, to]) => [{ from: from!, to: to! }]),
)
const days = fc.record(Object.fromEntries(weekdays.map((weekday) => [weekday, span])))
const validity = fc.record({
  from: fc.integer({ min: 0, max: 40 }),
  length: fc.constantFrom(0, 0, 1, 6, 7, 13, 30),
  days,
})
const hours = fc.tuple(fc.option(days), fc.array(validity, { maxLength: 4 })).map(([base, dated]): OpenHours[] => [
  ...(base === null ? [] : [{ validTo: '9999-12-31', days: base }]),
  ...dated.map(({ from, length, days }) => {
    const validFrom = addDays('2027-06-01', from)
    return { validFrom, validTo: addDays(validFrom, length), days }
  }),
])

test('D56: JSON-LD says of every day what the hours say, also past midnight and at the ends of a validity', () => {
  // The zone of Reykjavik is that of UTC.
  const geolocation = { type: 'Feature', geometry: { type: 'Point', coordinates: [-21.94, 64.15] } } as const
  const check = (openHours: readonly OpenHours[]) => {
    const local = localHours({ openHours: [...openHours], geolocation } as Parameters<typeof localHours>[0])
    const open = minutesInJsonLd(openHours)
    for (let number = -3; number < 80; number++) {
      const day = addDays('2027-06-01', number)
      for (const minute of [0, 120, 420, 660, 1080, 1320])
        assert.equal(open(day).has(minute), isOpenAt(local, Date.parse(day) + minute * 60_000), `${day} ${minute}`)
    }
  }
  const monday = { mo: [{ from: '09:00', to: '09:00' }] }
  check([{ validFrom: '2027-06-01', validTo: '2027-08-31', days: monday }])
  check([{ validFrom: '2027-05-31', validTo: '2027-06-28', days: monday }])
  check([{ days: monday }, { validFrom: '2027-06-07', validTo: '2027-06-08' }])
  fc.assert(fc.property(hours, check), { numRuns: runs(150), verbose: 1 })
})
