import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, refused } from '../support/client.ts'
import { type Scene, suite } from '../support/suite.ts'

const api = suite()

/** Places named by the instant at which they are published. */
async function publishedAt(...instants: readonly string[]): Promise<Scene> {
  const here = api.scene()
  for (const published of instants) await here.add({ name: published, published })
  return here
}

const formats = [
  '20260102',
  '2026-01-02',
  '20260102T1030Z',
  '2026-01-02T10:30Z',
  '20260102T103015Z',
  '2026-01-02T10:30:15Z',
  '20260102T103015.250Z',
  '2026-01-02T10:30:15.250Z',
  '20260102T1130+01:00',
  '2026-01-02T05:30-05:00',
  '2026-01-02T16:00:15+05:30',
  '2026-01-02T10:30:15.25000Z',
]

for (const format of formats) {
  test(`D29: ${format} is read in a filter and on a write`, async () => {
    const here = api.scene()
    await here.add({ name: 'Exact', published: '2026-01-02T10:30:15.250Z' })
    await here.add({ name: 'Other', published: '2026-01-03T10:30:15.250Z' })
    assert.deepEqual(await here.names(`published=${format}`), ['Exact'])
    assert.deepEqual(await here.names({ published: format }), ['Exact'])
    const place = await here.add({ name: 'Written', published: format })
    assert.match(place.published ?? '', /^2026-01-02T(00:00:00\.000|10:30:00\.000|10:30:15\.000|10:30:15\.250)00Z$/)
  })
}

test('D29: on a write a value stands for its first instant', async () => {
  const here = api.scene()
  const written = async (published: string) => (await here.add({ published })).published
  assert.equal(await written('2026-01-02'), '2026-01-02T00:00:00.00000Z')
  assert.equal(await written('2026-01-02T10:30+01:00'), '2026-01-02T09:30:00.00000Z')
  assert.equal(await written('2026-01-02T10:30:15Z'), '2026-01-02T10:30:15.00000Z')
  assert.equal(await written('2026-01-02T00:30:15.999+01:00'), '2026-01-01T23:30:15.99900Z')
})

test('D29: further digits are dropped, so the last two of the five are 0', async () => {
  const place = await api.scene().add({ published: '2026-01-02T10:30:15.12399Z' })
  assert.equal(place.published, '2026-01-02T10:30:15.12300Z')
})

test('D29: a value stands for the whole interval of its precision', async () => {
  const here = await publishedAt(
    '2025-12-31T23:59:59.999Z',
    '2026-01-01T00:00:00.000Z',
    '2026-01-01T10:30:15.250Z',
    '2026-01-01T10:30:15.251Z',
    '2026-01-01T10:30:16.000Z',
    '2026-01-01T10:31:00.000Z',
    '2026-01-01T23:59:59.999Z',
    '2026-01-02T00:00:00.000Z',
  )
  const count = async (published: string) => (await here.names({ published })).length
  assert.equal(await count('2026-01-01'), 6)
  assert.equal(await count('2026-01-01T10:30Z'), 3)
  assert.equal(await count('2026-01-01T10:30:15Z'), 2)
  assert.equal(await count('2026-01-01T10:30:15.250Z'), 1)
  assert.equal(await count('2026-01-01T10:30:15.25000Z'), 1)
})

test('D29: a range runs from the start of its first to the end of its last', async () => {
  const here = await publishedAt(
    '2025-12-31T23:59:59.999Z',
    '2026-01-01T00:00:00.000Z',
    '2026-01-31T23:59:59.999Z',
    '2026-02-01T00:00:00.000Z',
  )
  const inside = ['2026-01-01T00:00:00.000Z', '2026-01-31T23:59:59.999Z']
  assert.deepEqual(await here.found('published=2026-01-01-2026-01-31'), inside)
  assert.deepEqual(await here.found('published=20260101-20260131'), inside)
  assert.deepEqual(await here.found('published=2026-01-01-20260131T2359Z'), inside)
  assert.deepEqual(await here.found('published=2026-01-01T00:00Z-2026-01-31T23:59:59.999Z'), inside)
  assert.deepEqual(await here.found('published=2026-01-01-2026-01-01'), inside.slice(0, 1))
})

test('D29: an open range at either end', async () => {
  const here = await publishedAt('2025-06-01T00:00Z', '2026-01-01T00:00Z', '2026-01-01T12:00Z', '2026-05-01T00:00Z')
  assert.deepEqual(await here.found('published=2026-01-01-'), [
    '2026-01-01T00:00Z',
    '2026-01-01T12:00Z',
    '2026-05-01T00:00Z',
  ])
  assert.deepEqual(await here.found('published=-2026-01-01'), [
    '2025-06-01T00:00Z',
    '2026-01-01T00:00Z',
    '2026-01-01T12:00Z',
  ])
  assert.deepEqual(await here.found('published=2026-01-01T12:00Z-'), ['2026-01-01T12:00Z', '2026-05-01T00:00Z'])
  assert.deepEqual(await here.found('published=-2026-01-01T00:00Z'), ['2025-06-01T00:00Z', '2026-01-01T00:00Z'])
})

test('D29: sets mix values, ranges and null', async () => {
  const here = await publishedAt('2024-01-01T00:00Z', '2025-01-01T00:00Z', '2026-01-01T00:00Z')
  await here.add({ name: 'draft', published: null })
  const found = (value: string) => here.found(`include=non-published&published=${value}`)
  assert.deepEqual(await found('2024-01-01,2026-01-01'), ['2024-01-01T00:00Z', '2026-01-01T00:00Z'])
  assert.deepEqual(await found('2024-01-01,2025-12-31-'), ['2024-01-01T00:00Z', '2026-01-01T00:00Z'])
  assert.deepEqual(await found(',2026-01-01-'), ['2026-01-01T00:00Z', 'draft'])
  assert.deepEqual(await found(''), ['draft'])
  assert.deepEqual(await found('!'), ['2024-01-01T00:00Z', '2025-01-01T00:00Z', '2026-01-01T00:00Z'])
  assert.deepEqual(await found('!2025-01-01-'), ['2024-01-01T00:00Z', 'draft'])
})

test('D29: a date without a time is a day in UTC', async () => {
  const here = await publishedAt('2026-01-01T00:30+01:00', '2026-01-01T23:30-01:00')
  assert.deepEqual(await here.found('published=2026-01-01'), [])
  assert.deepEqual(await here.found('published=2025-12-31'), ['2026-01-01T00:30+01:00'])
  assert.deepEqual(await here.found('published=2026-01-02'), ['2026-01-01T23:30-01:00'])
})

const impossible = [
  '2026-02-30',
  '20260230',
  '2027-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-01-01T24:00Z',
  '2026-01-01T10:60Z',
  '2026-01-01T10:00:60Z',
  '2026-01-01T10:00',
  '20260101T1000',
  '2026-01-01T10:00:00',
  '2026-01-01T10Z',
  '2026-01-01 10:00Z',
  '2026-01-01T10:00+0100',
  '2026-01-01T10:00+01',
  '2026-01-01T10:00+25:00',
  '2026-01-01T10:00+01:60',
  '2026-1-1',
  '2026-01',
  '26-01-01',
  '2026-W01-1',
  '2026-001',
  '20260101T10:00Z',
  '2026-01-01T1000Z',
  '2026-01-01Z',
  'today',
  '1767225600',
]

test('D29: an impossible or unlisted date is 400 in a filter, with the value in the text', async () => {
  for (const value of impossible) {
    const problem = refused(await api.admin.get(`/place?created=${encodeURIComponent(value)}`), 400, /created/)
    assert.ok(problem.detail.includes(value), `${value}: ${problem.detail}`)
  }
})

test('D29: and on a write, where ranges are no dates either', async () => {
  const here = api.scene()
  for (const published of [...impossible, '2026-01-01-', '2026-01-01-2026-01-02']) {
    const answer = await api.admin.put('/place', here.body({ published }))
    assert.equal(answer.status, 400, `${published}: ${answer.text}`)
    refused(answer, 400, /published/)
  }
})

test('D29: a range whose end is before its start is 400', async () => {
  refused(await api.admin.get('/place?created=2026-01-02-2026-01-01'), 400, /created/)
  refused(await api.admin.get('/place?created=2026-01-01T10:01Z-2026-01-01T10:00Z'), 400, /created/)
  refused(await api.admin.get('/place?created=2026-01-01T10:00-05:00-2026-01-01T10:00Z'), 400, /created/)
})

test('D29: what was read can be sent back, in a filter and on a write', async () => {
  const here = api.scene()
  api.setNow('2026-06-20T10:00:00.987Z')
  const place = await here.add({ depublished: '2031-01-01T10:00:00.125Z' })
  assert.deepEqual(await here.names({ created: place.created }), [place.name])
  assert.deepEqual(await here.names({ created: `${place.created}-${place.updated}` }), [place.name])
  await here.patch(place.id, { depublished: place.depublished ?? null })
  assert.equal((await here.get(place.id)).depublished, place.depublished)
})

test('D29: created, updated and deleted are searchable', async () => {
  const here = api.scene()
  api.setNow('2026-06-21T10:00Z')
  const { id } = await here.add('Early')
  api.setNow('2026-06-22T10:00Z')
  await here.add('Late')
  api.setNow('2026-06-23T10:00Z')
  await here.remove(id)
  assert.deepEqual(await here.found('created=2026-06-22'), ['Late'])
  assert.deepEqual(await here.found('include=deleted&created=2026-06-21-'), ['Early', 'Late'])
  assert.deepEqual(await here.found('include=deleted&deleted=2026-06-23'), ['Early'])
  assert.deepEqual(await here.found('include=deleted&deleted=-2026-06-22'), [])
  assert.deepEqual(await here.found('include=deleted&updated=2026-06-23'), ['Early'])
})

test('D30: 2026-01-01T10:00-05:00 is one instant with an offset', async () => {
  const here = await publishedAt('2026-01-01T15:00Z', '2026-01-01T10:00Z', '2026-01-01T16:00Z')
  assert.deepEqual(await here.found('published=2026-01-01T10:00-05:00'), ['2026-01-01T15:00Z'])
  assert.deepEqual(await here.found('published=20260101T1000-05:00'), ['2026-01-01T15:00Z'])
})

test('D30: ranges of instants with negative offsets split where the grammar says', async () => {
  const here = await publishedAt('2026-01-01T15:00Z', '2026-01-01T16:00Z', '2026-01-01T17:00Z')
  const first = '2026-01-01T15:00Z'
  const second = '2026-01-01T16:00Z'
  assert.deepEqual(await here.found('published=2026-01-01T10:00-05:00-2026-01-01T11:00-05:00'), [first, second])
  assert.deepEqual(await here.found('published=2026-01-01T10:00-05:00-20260101T1100-05:00'), [first, second])
  assert.deepEqual(await here.found('published=-2026-01-01T10:00-05:00'), [first])
  assert.deepEqual(await here.found('published=2026-01-01T11:00-05:00-'), [second, '2026-01-01T17:00Z'])
  assert.deepEqual(await here.found('published=2026-01-01T10:00-05:00,2026-01-01T12:00-05:00'), [
    first,
    '2026-01-01T17:00Z',
  ])
})

test('D30: a range open at both ends, or with anything left over, is 400', async () => {
  for (const value of [
    '-',
    '--',
    '2026-01-01--',
    '--2026-01-01',
    '2026-01-01-2026-01-02-',
    '2026-01-01-2026-01-02-2026-01-03',
  ]) {
    refused(await api.admin.get(`/place?created=${value}`), 400, /created/)
  }
  for (const value of ['20260101-0500', '2026-01-01T10:00-', '2026-01-01T10:00-2026-01-02T10:00Z', '2026-01-01x']) {
    refused(await api.admin.get(`/place?created=${value}`), 400, /created/)
  }
})

test('dates: every date is answered as YYYY-MM-DDTHH:mm:ss.fffffZ', async () => {
  const here = api.scene()
  const { id } = await here.add({ published: '20200101', depublished: '2030-06-01T10:00+02:00' })
  await here.remove(id)
  const place = await here.get(id)
  for (const field of ['created', 'updated', 'published', 'depublished', 'deleted'] as const) {
    assert.match(place[field] ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}00Z$/, field)
  }
  const [found] = accepted(await here.search('include=deleted,non-published')).Results
  assert.equal(found?.depublished, '2030-06-01T08:00:00.00000Z')
})
