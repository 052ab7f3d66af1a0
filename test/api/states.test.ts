import assert from 'node:assert/strict'
import { test } from 'node:test'
import { samplePlaces } from '../../src/place/sample.ts'
import { accepted, type PageAnswer, refused } from '../support/client.ts'
import { suite } from '../support/suite.ts'

const api = suite()

test('D36: a clock that is set back is believed', async () => {
  const here = api.scene()
  await here.add({ name: 'timed', published: '2026-08-01T10:00Z', depublished: '2026-08-03T10:00Z' })
  for (const [instant, count] of [
    ['2026-08-04T00:00Z', 0],
    ['2026-08-02T00:00Z', 1],
    ['2026-07-31T00:00Z', 0],
    ['2026-08-02T00:00Z', 1],
  ] as const) {
    api.setNow(instant)
    assert.equal((await here.names()).length, count, instant)
  }
})

test('D36: totals, pages and full text move with the time too', async () => {
  const here = api.scene()
  api.setNow('2026-08-05T00:00Z')
  for (let day = 6; day < 10; day++) await here.add({ name: `dag ${day}`, published: `2026-08-0${day}` })
  for (let day = 5; day < 10; day++) {
    api.setNow(`2026-08-0${day}T00:00Z`)
    const page = accepted(await here.search('limit=1&q=dag&orderby=published-'))
    assert.equal(page.TotalHits, day - 5)
    assert.equal(page.Results[0]?.name, day === 5 ? undefined : `dag ${day}`)
  }
})

test('D36: a place that is not published is answered by id', async () => {
  const here = api.scene()
  const { id } = await here.add({ name: 'draft', published: null })
  assert.equal((await here.get(id)).name, 'draft')
  assert.deepEqual(await here.names(`id=${id}`), [])
})

test('states: a search follows a PATCH of published and depublished at once', async () => {
  const here = api.scene()
  api.setNow('2026-08-10T00:00Z')
  const { id } = await here.add('P')
  for (const [change, names] of [
    [{ published: null }, []],
    [{ published: '2026-08-09' }, ['P']],
    [{ published: '2026-08-11' }, []],
    [{ published: '2026-08-10T00:00Z' }, ['P']],
    [{ depublished: '2026-08-11' }, ['P']],
    [{ published: '2026-07-01', depublished: '2026-08-01' }, []],
    [{ depublished: null }, ['P']],
    // Without published it stays a draft.
    [{ published: null, depublished: '2001-01-01' }, []],
  ] as const) {
    await here.patch(id, change)
    assert.deepEqual(await here.names(), names, JSON.stringify(change))
  }
  assert.equal((await here.get(id)).depublished, '2001-01-01T00:00:00.00000Z')
  assert.deepEqual(await here.names('include=non-published'), ['P'])
})

test('D37: test=true gives sample places, ten where no limit is given', async () => {
  const { TotalHits, Results } = accepted(await api.admin.get<PageAnswer>('/place?test=true'))
  assert.deepEqual([TotalHits, Results], [10, JSON.parse(JSON.stringify(samplePlaces(10)))])
})

test('D37: limit sets the count, and TotalHits is the number returned', async () => {
  for (const limit of [0, 1, 37, 500]) {
    const page = accepted(await api.admin.get<PageAnswer>(`/place?test=true&limit=${limit}`))
    assert.deepEqual([page.TotalHits, page.Results.length], [limit, limit])
  }
})

test('D37: for any id and any valid key, restricted fields included', async () => {
  const weak = await api.keyed(['delete'])
  for (const id of ['x', '01890000-0000-7000-8000-000000000000', '%C3%A5']) {
    const sample = accepted(await weak.get(`/place/${id}?test=true`))
    for (const name of ['createdBy', 'updatedBy', 'publishedBy', 'depublishedBy', 'deletedBy'])
      assert.ok(sample[name], name)
  }
  assert.equal(
    accepted(await weak.get<PageAnswer>('/place?test=true&limit=1')).Results[0]?.createdBy !== undefined,
    true,
  )
  refused(await weak.get('/place/x?test=false'), 403, /read/)
})

test('D37: the other parameters are checked and then ignored', async () => {
  assert.equal(
    accepted(await api.admin.get<PageAnswer>('/place?test=true&name=nobody&is=Cemetery&offset=5')).TotalHits,
    10,
  )
  refused(await api.admin.get('/place?test=true&limit=501'), 400, /limit/)
  refused(await api.admin.get('/place?test=true&nothing=1'), 400, /nothing/)
  refused(await api.admin.get('/place?test=true&created=yesterday'), 400, /created/)
  refused(await api.admin.get('/place/x?test=true&nothing=1'), 400, /nothing/)
})

test('D37: the samples are no places', async () => {
  const { Results } = accepted(await api.admin.get<PageAnswer>('/place?test=true&limit=1'))
  refused(await api.admin.get(`/place/${Results[0]?.id}`), 404)
})
