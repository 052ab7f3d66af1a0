import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import type { PlaceHours } from '../../src/query/results/place-hours.ts'
import { accepted, pointAt, refused } from '../support/client.ts'
import { suite } from '../support/suite.ts'

const api = suite()

const stockholm = pointAt(18.07, 59.33)
const newYork = pointAt(-73.97, 40.78)
const span = (from: string, to: string) => ({ from, to })
const everyDay = (...spans: { from: string; to: string }[]) => ({
  days: { mo: spans, tu: spans, we: spans, th: spans, fr: spans, sa: spans, su: spans },
})
const openFrom = (from: string, to: string, geolocation: JsonObject = stockholm) => ({
  geolocation,
  openHours: [everyDay(span(from, to))],
})

async function hoursOf(id: string, query = ''): Promise<PlaceHours> {
  return accepted(await api.admin.get<PlaceHours>(`/place/${id}/hours?${query}`))
}

test('hours: a week from today as instants, whether it is open, and when that changes', async () => {
  api.setNow('2026-06-15T14:00:00Z')
  const { id } = await api.scene().add(openFrom('10:00', '17:00'))
  const { spans, ...now } = await hoursOf(id)
  assert.deepEqual(now, { timeZone: 'Europe/Stockholm', openNow: true, nextChange: '2026-06-15T15:00:00.00000Z' })
  assert.deepEqual(
    spans.map(({ day }) => day),
    ['15', '16', '17', '18', '19', '20', '21'].map((day) => `2026-06-${day}`),
  )
  assert.deepEqual(spans[0], {
    day: '2026-06-15',
    from: '2026-06-15T08:00:00.00000Z',
    to: '2026-06-15T15:00:00.00000Z',
  })
  api.setNow('2026-06-15T15:00:00Z')
  const { openNow, nextChange } = await hoursOf(id)
  assert.deepEqual({ openNow, nextChange }, { openNow: false, nextChange: '2026-06-16T08:00:00.00000Z' })
})

test('hours: days are those at the place, instants are instants, and a span that touches the time is told whole', async () => {
  const { id } = await api.scene().add(openFrom('20:00', '02:00', newYork))
  const days = async (query: string) => (await hoursOf(id, query)).spans.map(({ day }) => day)
  assert.deepEqual(await days('from=2026-03-08&to=2026-03-08'), ['2026-03-07', '2026-03-08'])
  assert.deepEqual(await days('from=2026-03-08T08:00Z&to=2026-03-08T23:59Z'), [])
  assert.deepEqual(await days('from=2026-03-08T03:00-04:00&to=2026-03-08T19:59-04:00'), [])
  assert.deepEqual(await days('from=2026-03-08T06:59Z&to=2026-03-09T00:00Z'), ['2026-03-07', '2026-03-08'])
  const [night] = (await hoursOf(id, 'from=20260307&to=20260307')).spans.slice(-1)
  assert.deepEqual(night, {
    day: '2026-03-07',
    from: '2026-03-08T01:00:00.00000Z',
    to: '2026-03-08T07:00:00.00000Z',
  })
})

test('hours: nothing is claimed of a place without hours, or of a day about which they say nothing', async () => {
  const here = api.scene()
  const without = await here.add({ geolocation: stockholm })
  assert.deepEqual(await hoursOf(without.id), { timeZone: 'Europe/Stockholm', spans: [] })
  const past = { validTo: '2020-12-31', ...everyDay(span('08:00', '17:00')) }
  const over = await here.add({ geolocation: stockholm, openHours: [past] })
  assert.deepEqual(await hoursOf(over.id), { timeZone: 'Europe/Stockholm', spans: [] })
  const closed = await here.add({ geolocation: stockholm, openHours: [{ days: { mo: [] } }] })
  assert.deepEqual(await hoursOf(closed.id), { timeZone: 'Europe/Stockholm', openNow: false, spans: [] })
})

test('hours: at both ends of the calendar spans end with it, and those that are all beyond are left out', async () => {
  const here = api.scene()
  const spansOf = async (hours: JsonObject, day: string) => {
    const { id } = await here.add(hours)
    return (await hoursOf(id, `from=${day}&to=${day}`)).spans.filter((one) => one.day === day)
  }
  const [night, ...others] = await spansOf(openFrom('22:00', '04:00'), '9999-12-31')
  assert.deepEqual(others, [])
  assert.deepEqual(night, {
    day: '9999-12-31',
    from: '9999-12-31T21:00:00.00000Z',
    to: '9999-12-31T23:59:59.99900Z',
  })
  const { id } = await here.add(openFrom('22:00', '04:00'))
  assert.deepEqual((await hoursOf(id, 'from=9999-12-31T23:59:59.999Z')).spans, [night])
  assert.deepEqual(await spansOf(openFrom('20:00', '23:00', newYork), '9999-12-31'), [])
  const [morning] = await spansOf(openFrom('00:00', '03:00'), '0000-01-01')
  assert.equal(morning?.from, '0000-01-01T00:00:00.00000Z')
  assert.match(morning?.to ?? '', /^0000-01-01T0[12]:/)
  assert.deepEqual(await spansOf(openFrom('00:00', '00:30'), '0000-01-01'), [])
  const [first] = await spansOf(openFrom('00:00', '03:00', newYork), '0000-01-01')
  assert.match(first?.from ?? '', /^0000-01-01T04:/)
})

test('hours: what is wrong is said, and what is known already is 304', async () => {
  const { id } = await api.scene().add(openFrom('10:00', '17:00'))
  const get = (query: string) => api.admin.get(`/place/${id}/hours?${query}`)
  refused(await get('from=soon'), 400, /from must be a date such as .*, got 'soon'/)
  refused(await get('from=2026-06-10&to=2026-06-09'), 400, /to must not be before from, got '2026-06-09'/)
  refused(await get('from=2026-06-10&to=2026-09-18'), 400, /to must be at most 100 days after from/)
  refused(await get('to=2020-01-01'), 400, /to must not be before from/)
  refused(await get('form=2026-06-10'), 400, /did you mean 'from'/)
  accepted(await get('from=2026-06-10&to=2026-09-17'))
  accepted(await get('from=9999-12-31'))
  accepted(await get('from=0000-01-01&to=0000-01-01'))
  refused(await api.admin.get('/place/01890a5d-ac96-774b-bcce-b302099a8057/hours'), 404, /there is no place/)
  assert.equal((await api.nobody.get(`/place/${id}/hours`)).status, 401)
  const etag = (await get('')).headers.get('etag') ?? ''
  assert.equal((await api.admin.get(`/place/${id}/hours`, { 'if-none-match': etag })).status, 304)
})

test('openAt=now follows the clock and the writes, and so does its entity tag', async () => {
  api.setNow('2026-06-15T06:59:59.999Z')
  const here = api.scene()
  const { id } = await here.add({ name: 'dag', ...openFrom('09:00', '17:00') })
  const tag = async () =>
    accepted(await here.search('openAt=now')) && (await here.search('openAt=now')).headers.get('etag')
  assert.deepEqual(await here.found('openAt=now'), [])
  const before = await tag()
  api.advance(1)
  assert.deepEqual(await here.found('openAt=now'), ['dag'])
  assert.notEqual(await tag(), before)
  await here.patch(id, { openHours: [everyDay(span('10:00', '17:00'))] })
  assert.deepEqual(await here.found('openAt=now'), [])
  await here.patch(id, { openHours: [everyDay(span('09:00', '17:00'))] })
  assert.deepEqual(await here.found('openAt=now'), ['dag'])
  await here.patch(id, { geolocation: newYork })
  assert.deepEqual(await here.found('openAt=now'), [])
})
