import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import type { PlaceHours } from '../../src/query/results/place-hours.ts'
import { accepted, pointAt } from '../support/client.ts'
import { suite } from '../support/suite.ts'

const api = suite()
const dayMillis = 86_400_000

interface Property {
  readonly name: string
  readonly parameters: string
  readonly value: string
}

interface Component {
  readonly name: string
  readonly properties: readonly Property[]
  readonly components: readonly Component[]
}

async function textOf(address: string): Promise<string> {
  const { status, text } = await api.admin.send('GET', address)
  assert.equal(status, 200)
  return text
}

/** The lines of a calendar without folds, each shorter than RFC 5545 allows before. */
function calendarLines(text: string): string[] {
  assert.ok(text.endsWith('\r\n'))
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line), line)
  return text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
}

/** A calendar by the grammar of RFC 5545: at least one component, each property known, each zone defined before. */
function parseCalendar(text: string): Component {
  const lines = calendarLines(text)
  const next = (): Component => {
    const name = /^BEGIN:(VCALENDAR|VTIMEZONE|STANDARD|DAYLIGHT|VEVENT)$/.exec(lines.shift() ?? '')?.[1]
    assert.ok(name)
    const [properties, components]: [Property[], Component[]] = [[], []]
    for (;;) {
      const line = lines[0]
      assert.ok(line !== undefined)
      if (line === `END:${name}`) break
      if (line.startsWith('BEGIN:')) components.push(next())
      else properties.push(propertyOf(lines.shift()!))
    }
    lines.shift()
    return { name, properties, components }
  }
  const calendar = next()
  assert.deepEqual([calendar.name, lines], ['VCALENDAR', []])
  assert.ok(calendar.components.length > 0)
  checkComponents(calendar)
  return calendar
}

function propertyOf(line: string): Property {
  const [, name, parameters, value] = /^([A-Z-]+)((?:;[A-Z]+=[^;:,"]+)*):(.*)$/.exec(line) ?? []
  assert.ok(name !== undefined && parameters !== undefined && value !== undefined, line)
  const form = forms[name]
  assert.ok(form?.test(`${parameters}:${value}`), line)
  return { name, parameters, value }
}

const dateTime = String.raw`\d{8}T([01]\d|2[0-3])[0-5]\d[0-5]\d`
const local = new RegExp(`^(:${dateTime}Z?|;TZID=[^:;]+:${dateTime}|;VALUE=DATE:\\d{8})$`)
const listed = new RegExp(`^(;TZID=[^:;]+)?:${dateTime}(,${dateTime})*$`)
const text = /^:([^\\;,\p{Cc}]|\\[\\;,n])*$/u
const offset = /^:[+-]\d{4}(\d\d)?$/
const forms: Readonly<Record<string, RegExp>> = {
  VERSION: /^:2\.0$/,
  PRODID: text,
  METHOD: /^:PUBLISH$/,
  TZID: text,
  UID: text,
  SUMMARY: text,
  LOCATION: text,
  TRANSP: /^:TRANSPARENT$/,
  GEO: /^:-?[\d.]+;-?[\d.]+$/,
  DTSTAMP: new RegExp(`^:${dateTime}Z$`),
  DTSTART: local,
  DTEND: local,
  EXDATE: listed,
  RDATE: listed,
  TZOFFSETFROM: offset,
  TZOFFSETTO: offset,
  RRULE: /^:FREQ=(YEARLY;BYMONTH=\d+;BYDAY=-?\d(MO|TU|WE|TH|FR|SA|SU)|WEEKLY;BYDAY=[A-Z,]+)(;UNTIL=\d{8}T\d{6}Z)?$/,
}

const propertyText = ({ properties }: Component, name: string) => properties.find((one) => one.name === name)?.value

function checkComponents(calendar: Component): void {
  const zones = new Set<string>()
  const uids = new Set<string>()
  for (const one of calendar.components) {
    const required = one.name === 'VTIMEZONE' ? ['TZID'] : ['UID', 'DTSTAMP', 'DTSTART']
    for (const name of required) assert.ok(propertyText(one, name) !== undefined, `${one.name} without ${name}`)
    if (one.name === 'VTIMEZONE') {
      assert.ok(!zones.has(propertyText(one, 'TZID')!) && one.components.length > 0)
      zones.add(propertyText(one, 'TZID')!)
    } else {
      assert.ok(!uids.has(propertyText(one, 'UID')!))
      uids.add(propertyText(one, 'UID')!)
    }
    for (const { parameters } of one.properties) {
      const zone = /TZID=(.+)/.exec(parameters)?.[1]
      assert.ok(zone === undefined || zones.has(zone), `${zone} is not defined`)
    }
  }
}

/** A date and time as milliseconds of a clock in UTC. */
function readingOf(value: string): number {
  const [year, month, day] = [value.slice(0, 4), value.slice(4, 6), value.slice(6, 8)]
  return Date.parse(`${year}-${month}-${day}T${value.slice(9, 11)}:${value.slice(11, 13)}:${value.slice(13, 15)}Z`)
}

function offsetMillis(value: string): number {
  const [hours, minutes, seconds] = [value.slice(1, 3), value.slice(3, 5), value.slice(5) || '0'].map(Number)
  return (value[0] === '-' ? -1 : 1) * (hours! * 3600 + minutes! * 60 + seconds!) * 1000
}

const codes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** The days up to the year 2030 on which a rule recurs, and the first one. */
function recurring(first: number, rule: string | undefined, until: (utc: number) => number): number[] {
  if (rule === undefined) return [first]
  const part = (name: string) => new RegExp(`${name}=([^;]+)`).exec(rule)?.[1]
  const end = part('UNTIL') === undefined ? Date.UTC(2030, 0) : until(readingOf(part('UNTIL')!))
  const days: number[] = []
  for (let at = first; at <= end; at += dayMillis)
    if (isOn(new Date(at), part('BYDAY')!, part('BYMONTH'))) days.push(at)
  assert.equal(days[0], first, 'DTSTART is the first of its rule')
  return days
}

function isOn(day: Date, byDay: string, month: string | undefined): boolean {
  const code = codes[day.getUTCDay()]!
  if (month === undefined) return byDay.split(',').includes(code)
  const back = new Date(day.getTime() + 7 * dayMillis).getUTCMonth() !== day.getUTCMonth()
  const nth = Math.ceil(day.getUTCDate() / 7)
  return day.getUTCMonth() + 1 === Number(month) && [`${nth}${code}`, ...(back ? [`-1${code}`] : [])].includes(byDay)
}

/** The offset of a zone at a time of its clocks, by its VTIMEZONE. */
function offsetsOf(zone: Component): (reading: number) => number {
  const onsets = zone.components.flatMap((one) => {
    const from = offsetMillis(propertyText(one, 'TZOFFSETFROM')!)
    const to = offsetMillis(propertyText(one, 'TZOFFSETTO')!)
    const starts = recurring(readingOf(propertyText(one, 'DTSTART')!), propertyText(one, 'RRULE'), (utc) => utc + from)
    const dates = propertyText(one, 'RDATE')?.split(',').map(readingOf) ?? []
    return [...starts, ...dates].map((at) => ({ at, to }))
  })
  const byTime = onsets.toSorted((one, other) => other.at - one.at)
  return (reading) => byTime.find(({ at }) => at <= reading)!.to
}

/** The times at which the events of a calendar take place, as instants, in their order. */
function timesOf(calendar: Component): string[] {
  const zones = calendar.components.filter(({ name }) => name === 'VTIMEZONE')
  const offsets = new Map(zones.map((zone) => [propertyText(zone, 'TZID')!, offsetsOf(zone)]))
  const events = calendar.components.filter((one) => one.name === 'VEVENT' && propertyText(one, 'DTEND') !== undefined)
  const times = events.flatMap((event) => {
    const start = event.properties.find(({ name }) => name === 'DTSTART')!
    const zone = /TZID=(.+)/.exec(start.parameters)?.[1]
    const at = (reading: number) => reading - (zone === undefined ? 0 : offsets.get(zone)!(reading))
    const [first, end] = [readingOf(start.value), readingOf(propertyText(event, 'DTEND')!)]
    const without = propertyText(event, 'EXDATE')?.split(',').map(readingOf) ?? []
    const starts = recurring(first, propertyText(event, 'RRULE'), (utc) => utc + offsets.get(zone!)!(utc))
    for (const one of without) assert.ok(starts.includes(one), 'EXDATE is one of the rule')
    return starts.filter((one) => !without.includes(one)).map((one) => [at(one), at(one + end - first)] as const)
  })
  return times
    .toSorted((one, other) => one[0] - other[0] || one[1] - other[1])
    .map((time) => time.map((one) => new Date(one).toISOString()).join(' '))
}

const every = (...spans: readonly (readonly [string, string])[]) => {
  const all = spans.map(([from, to]) => ({ from, to }))
  return { mo: all, tu: all, we: all, th: all, fr: all, sa: all, su: all }
}

const office: JsonObject = {
  mo: [
    { from: '09:00', to: '12:00' },
    { from: '13:00', to: '17:00' },
  ],
  tu: [{ from: '09:00', to: '12:00' }],
  th: [{ from: '00:00', to: '24:00' }],
  fr: [
    { from: '18:00', to: '02:00' },
    { from: '09:00', to: '16:00' },
  ],
}

const cases: Readonly<Record<string, JsonObject[]>> = {
  'a week that always holds': [{ days: office }],
  'a week in spans of validity': [
    { days: office, validTo: '2026-05-31' },
    { days: every(['10:00', '20:00']), validFrom: '2026-06-01', validTo: '2026-08-31' },
    { days: office, validFrom: '2026-09-02' },
  ],
  'a season within a base, and special days in both': [
    { days: office, validFrom: '0000-01-01', validTo: '9999-12-31' },
    { days: every(['08:00', '21:30']), validFrom: '2026-06-20', validTo: '2026-08-10' },
    { days: every(['11:00', '12:00']), validFrom: '2026-07-01', validTo: '2026-07-03' },
    { days: {}, validFrom: '2026-12-21', validTo: '2026-12-26' },
  ],
  // No change of the clocks within, over which a recurring event keeps its length.
  'spans past midnight at the ends of a validity and beside special days': [
    { days: every(['09:00', '09:00']), validFrom: '2026-06-01', validTo: '2026-07-05' },
    { days: {}, validFrom: '2026-06-10', validTo: '2026-06-10' },
    { days: every(['22:00', '03:00']), validFrom: '2026-07-06', validTo: '2026-09-06' },
    { days: every(['18:00', '18:00']), validFrom: '2026-08-01', validTo: '2026-08-02' },
  ],
}
const positions = {
  Stockholm: pointAt(18.07, 59.33),
  'New York': pointAt(-73.97, 40.78),
  Sydney: pointAt(151.2, -33.87),
  Casablanca: pointAt(-7.6, 33.57),
  Kathmandu: pointAt(85.32, 27.71),
}

test('D53: a calendar has the ordinary week within its validity, as GET hours resolves it', async () => {
  api.setNow('2026-01-10T12:00:00Z')
  const here = api.scene()
  for (const [what, openHours] of Object.entries(cases)) {
    for (const [where, geolocation] of Object.entries(positions)) {
      const { id } = await here.add({ geolocation, openHours })
      const calendar = timesOf(parseCalendar(await textOf(`/place/${id}?format=ics`)))
      for (const year of [2026, 2027]) {
        const from = new Date(Date.UTC(year, 0, 3)).toISOString()
        const to = new Date(Date.UTC(year, 11, 29)).toISOString()
        const seen = calendar.filter((time) => time >= from && time < to)
        assert.deepEqual(seen, await resolved(id, from, to), `${what}, ${where}, ${year}`)
      }
    }
  }
})

/** The spans that begin within a time, asked for in parts. */
async function resolved(id: string, from: string, to: string): Promise<string[]> {
  const spans = new Set<string>()
  for (let at = Date.parse(from); at < Date.parse(to); at += 90 * dayMillis) {
    const [start, end] = [at, at + 90 * dayMillis].map((one) => new Date(one).toISOString())
    const answer = accepted(await api.admin.get<PlaceHours>(`/place/${id}/hours?from=${start}&to=${end}`))
    for (const span of answer.spans) spans.add([span.from, span.to].map((one) => new Date(one).toISOString()).join(' '))
  }
  return [...spans].filter((span) => span >= from && span < to).sort()
}

test('D53: no calendar is empty, also without hours, without places, or with seasons that are over', async () => {
  const here = api.scene()
  const { id } = await here.add({})
  assert.equal(parseCalendar(await textOf(`/place/${id}?format=ics`)).components[0]?.name, 'VTIMEZONE')
  parseCalendar(await textOf('/place?name=nobody-has-this-name&format=ics'))
  const { id: past } = await here.add({
    openHours: [{ days: every(['10:00', '11:00']), validFrom: '2020-01-01', validTo: '2020-03-31' }],
  })
  const { components } = parseCalendar(await textOf(`/place/${past}?format=ics`))
  assert.equal(propertyText(components[1]!, 'DTSTART'), '20200101T100000')
  const far = await api.scene().add({ openHours: [{ days: office, validFrom: '9999-12-20' }] })
  parseCalendar(await textOf(`/place/${far.id}?format=ics`))
  const owned = parseCalendar(await textOf(`/place?owner_id=${here.owner}&format=ics`))
  assert.deepEqual(
    owned.components.map(({ name }) => name),
    ['VTIMEZONE', 'VTIMEZONE', 'VEVENT'],
  )
})

test('D53: special hours are events of a calendar, in UTC, a closed day as a whole day, beside the ordinary week', async () => {
  const here = api.scene()
  const day = (date: string, spans: readonly { from: string; to: string }[]) => ({
    validFrom: date,
    validTo: date,
    days: Object.fromEntries(['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((weekday) => [weekday, [...spans]])),
  })
  const { id } = await here.add({
    name: `Kyrkan; i, ${'åäö'.repeat(30)}`,
    geolocation: pointAt(17.64, 59.86),
    visitingInfo: { address: 'Gatan 1', city: 'Uppsala' },
    openHours: [
      { validFrom: '2026-01-01', validTo: '2026-12-31', days: { mo: [{ from: '09:00', to: '17:00' }] } },
      day('2026-03-29', [
        { from: '01:00', to: '04:00' },
        { from: '22:00', to: '02:00' },
      ]),
      { validFrom: '2026-12-24', validTo: '2026-12-25', days: {} },
    ],
  })
  const lines = calendarLines(await textOf(`/place/${id}?format=ics`))
  const behindZone = lines.slice(lines.indexOf('END:VTIMEZONE'))
  const all = (name: string) =>
    behindZone.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length))
  assert.deepEqual(all('DTSTART'), [
    ';TZID=Europe/Stockholm:20260105T090000',
    ':20260329T000000Z',
    ':20260329T200000Z',
    ';VALUE=DATE:20261224',
    ';VALUE=DATE:20261225',
  ])
  assert.deepEqual(all('DTEND;TZID=Europe/Stockholm:'), ['20260105T170000'])
  assert.deepEqual(all('DTEND:'), ['20260329T020000Z', '20260330T000000Z'])
  assert.deepEqual(all('RRULE:'), ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231T080000Z'])
  assert.deepEqual(all('UID:'), [
    `${id}-2026-01-05-0900-1700`,
    `${id}-20260329T000000Z`,
    `${id}-20260329T200000Z`,
    `${id}-2026-12-24`,
    `${id}-2026-12-25`,
  ])
  assert.equal(all('SUMMARY:')[0], `Kyrkan\\; i\\, ${'åäö'.repeat(30)}: öppet`)
  assert.match(all('SUMMARY:')[3] ?? '', /: stängt$/)
  assert.equal(all('LOCATION:')[0], 'Gatan 1\\, Uppsala')
  assert.deepEqual([lines[0], lines.at(-1)], ['BEGIN:VCALENDAR', 'END:VCALENDAR'])
  await here.add({ openHours: [day('2026-06-06', [{ from: '00:00', to: '24:00' }])] })
  const many = calendarLines(await textOf(`/place?owner_id=${here.owner}&format=ics&limit=all&orderby=created`))
  assert.equal(many.filter((line) => line === 'BEGIN:VEVENT').length, 6)
  const short = calendarLines(await textOf(`/place/${id}?format=ics&fields=openhours`))
  assert.ok(short.includes(`SUMMARY:${id}: öppet`))
  assert.deepEqual(
    short.filter((line) => /^(UID|DTSTAMP):/.test(line)),
    lines.filter((line) => /^(UID|DTSTAMP):/.test(line)),
  )
  const days = Array.from({ length: 900 }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10))
  const long = await here.add({ openHours: days.map((date) => day(date, [])) })
  const all900 = calendarLines(await textOf(`/place/${long.id}?format=ics`))
  assert.equal(all900.filter((line) => line === 'BEGIN:VEVENT').length, 900)
})
