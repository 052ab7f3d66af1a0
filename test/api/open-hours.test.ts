import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonValue } from '../../src/place/json.ts'
import { accepted, type PageAnswer, type PlaceAnswer, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const put = (openHours: JsonValue) => api.admin.put('/place', api.scene().body({ openHours }))
const monday = (...spans: readonly (readonly [from: string, to: string])[]) => ({
  days: { mo: spans.map(([from, to]) => ({ from, to })) },
})

const good: readonly [string, JsonValue][] = [
  ['an entry without dates', [monday(['08:00', '17:00'])]],
  ['an entry of one day', [{ validFrom: '2026-12-24', validTo: '2026-12-24', days: {} }]],
  ['all weekdays', [{ days: Object.fromEntries(['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day) => [day, []])) }]],
  ['no days: closed', [{ validFrom: '2026-01-01', validTo: '2026-01-31' }]],
  ['the first without validFrom, the last without validTo', [{ validTo: '2026-06-30' }, { validFrom: '2026-07-01' }]],
  [
    'special days within a base',
    [
      { validFrom: '2026-01-01', validTo: '9999-12-31', ...monday(['08:00', '17:00']) },
      { validFrom: '2026-04-06', validTo: '2026-04-06' },
      { validFrom: '2026-12-24', validTo: '2026-12-24' },
    ],
  ],
  [
    'two entries with the same validFrom',
    [
      { validFrom: '2026-01-01', validTo: '2026-12-31' },
      { validFrom: '2026-01-01', validTo: '2026-01-01' },
    ],
  ],
  ['24:00 as the end', [monday(['08:00', '24:00'])]],
  ['past midnight', [monday(['22:00', '02:00'])]],
  ['the whole day', [monday(['00:00', '24:00'])]],
  ['from midnight to midnight', [monday(['00:00', '00:00'])]],
  ['touching spans', [monday(['08:00', '12:00'], ['12:00', '17:00'])]],
  ['spans in any order', [monday(['13:00', '17:00'], ['08:00', '12:00'])]],
  ['a span that ends where one past midnight begins', [monday(['08:00', '22:00'], ['22:00', '02:00'])]],
  [
    'a span past midnight into an open morning',
    [{ days: { mo: [{ from: '22:00', to: '02:00' }], tu: [{ from: '01:00', to: '05:00' }] } }],
  ],
  ['a leap day', [{ validFrom: '2028-02-29', validTo: '2028-02-29' }]],
]

for (const [what, openHours] of good) {
  test(`D22: ${what} is accepted and kept`, async () => {
    const place = accepted(await put(openHours), 201)
    assert.equal(place.openHours?.length, (openHours as unknown[]).length)
  })
}

test('D22: empty dates on the first and last entry are null', async () => {
  const place = accepted(await put([{ validFrom: '', validTo: null, ...monday(['08:00', '09:00']) }]), 201)
  assert.deepEqual(place.openHours, [monday(['08:00', '09:00'])])
})

const bad: readonly [string, JsonValue, RegExp][] = [
  ['validTo before validFrom', [{ validFrom: '2026-02-01', validTo: '2026-01-31' }], /validTo/],
  [
    'a second entry without validFrom',
    [{ validTo: '2026-01-01' }, { validTo: '2026-02-01' }],
    /openHours\/1.*validFrom/,
  ],
  [
    'a first of two without validTo',
    [{ validFrom: '2026-01-01' }, { validFrom: '2026-02-01' }],
    /openHours\/0.*validTo/,
  ],
  [
    'entries out of order',
    [
      { validFrom: '2026-02-01', validTo: '2026-02-28' },
      { validFrom: '2026-01-01', validTo: '2026-01-31' },
    ],
    /order|validFrom/,
  ],
  ['overlapping spans', [monday(['08:00', '12:00'], ['11:59', '17:00'])], /overlap/],
  ['overlapping spans out of order', [monday(['11:59', '17:00'], ['08:00', '12:00'])], /overlap/],
  ['the same span twice', [monday(['08:00', '12:00'], ['08:00', '12:00'])], /overlap/],
  ['a span within one past midnight', [monday(['22:00', '02:00'], ['23:00', '23:30'])], /overlap/],
  ['a span beside a whole day', [monday(['00:00', '00:00'], ['08:00', '09:00'])], /overlap/],
  ['24:00 as a beginning', [monday(['24:00', '02:00'])], /from/],
  ['24:01', [monday(['08:00', '24:01'])], /to/],
  ['25:00', [monday(['25:00', '26:00'])], /from/],
  ['one digit of hours', [monday(['8:00', '17:00'])], /from/],
  ['seconds', [monday(['08:00:00', '17:00'])], /from/],
  ['12-hour times', [monday(['08:00 AM', '05:00 PM'])], /from/],
  ['60 minutes', [monday(['08:60', '17:00'])], /from/],
  ['a span without to', [{ days: { mo: [{ from: '08:00' }] } }], /to/],
  ['a span without from', [{ days: { mo: [{ from: null, to: '08:00' }] } }], /from/],
  ['a date that does not exist', [{ validFrom: '2026-02-30' }], /validFrom/],
  ['29 February of a common year', [{ validTo: '2027-02-29' }], /validTo/],
  ['a compact date', [{ validFrom: '20260101' }], /validFrom/],
  ['a date with time', [{ validFrom: '2026-01-01T00:00Z' }], /validFrom/],
  ['an unknown weekday', [{ days: { monday: [] } }], /monday/],
  ['a weekday that is no list', [{ days: { mo: {} } }], /mo/],
]

for (const [what, openHours, says] of bad) {
  test(`D22: ${what} is 400`, async () => {
    refused(await put(openHours), 400, says)
  })
}

test('D22: a PATCH replaces the whole list and is judged like a create', async () => {
  const here = api.scene()
  const { id } = await here.add({ openHours: [monday(['08:00', '12:00'])] })
  await here.patch(id, { openHours: [monday(['09:00', '10:00'])] })
  assert.deepEqual((await here.get(id)).openHours, [monday(['09:00', '10:00'])])
  const wrong = { updatedBy: 'a', openHours: [monday(['08:00', '12:00'], ['11:00', '13:00'])] }
  refused(await api.admin.patch(`/place/${id}`, wrong), 400, /overlap/)
  await here.patch(id, { openHours: null })
  assert.equal('openHours' in (await here.get(id)), false)
})

const year = { validFrom: '2026-01-01', validTo: '2026-12-31', ...monday(['08:00', '17:00']) }
const easter = { validFrom: '2026-04-06', validTo: '2026-04-06' }
const apart = [{ ...year, validTo: '2026-04-05' }, easter, { ...year, validFrom: '2026-04-07' }]

test('D22: hours=resolved answers entries that do not overlap, of one place and in a search', async () => {
  const here = api.scene()
  const free = { openHours: [{ a: '"openHours":[{' }, { b: [{ '}': ']\\' }] }] }
  const overlapping = await here.add({ name: 'b', openHours: [year, easter], placeTypes: { churchAndChapel: free } })
  const plain = await here.add({ name: 'a' })
  const last = await here.add({ name: 'c', openHours: [year] })
  const one = accepted(await api.admin.get<PlaceAnswer>(`/place/${overlapping.id}?hours=resolved`))
  assert.deepEqual(one, { ...overlapping, openHours: apart })
  const found = accepted(await here.search('hours=resolved&expand=owner,distance&nearby=17,59&orderby=name&facets=is'))
  const stored = accepted(await here.search('expand=owner,distance&nearby=17,59&orderby=name&facets=is'))
  assert.deepEqual(
    found.Results.map(({ id, openHours }) => [id, openHours]),
    [
      [plain.id, undefined],
      [overlapping.id, apart],
      [last.id, [year]],
    ],
  )
  const withoutHours = ({ Results, ...rest }: PageAnswer) => ({
    ...rest,
    Results: Results.map(({ openHours: _, ...place }) => place),
  })
  assert.deepEqual(withoutHours(found), withoutHours(stored))
  assert.deepEqual(accepted(await here.search('hours=resolved&limit=0')), { TotalHits: 3, Results: [] })
})

test('D43: hours=resolved has an ETag of its own, which If-Match takes', async () => {
  const { id } = await api.scene().add({ openHours: [year, easter] })
  const tagOf = async (path: string) => (await api.admin.get(path)).headers.get('etag') ?? ''
  const tag = await tagOf(`/place/${id}?hours=resolved`)
  assert.notEqual(tag, await tagOf(`/place/${id}`))
  assert.match(tag, /^"\d+-/)
  const again = await api.admin.get(`/place/${id}?hours=resolved`, { 'if-none-match': tag })
  assert.equal(again.status, 304)
  accepted(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', name: 'b' }, { 'if-match': tag }), 204)
  refused(await api.admin.get(`/place/${id}?hours=resolvd`), 400, /did you mean 'resolved'/)
})
