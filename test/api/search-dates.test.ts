import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted } from '../support/client.ts'
import { suite } from '../support/suite.ts'

const api = suite()

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
