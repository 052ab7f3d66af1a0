import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, refused } from '../support/client.ts'
import { suite } from '../support/suite.ts'

const api = suite()
const restore = (id: string, query = 'updatedby=restorer') => api.admin.post(`/place/${id}/restore?${query}`)

test('delete: deleted and deletedBy are set, and the answer is 204 without a body', async () => {
  const here = api.scene()
  const { id } = await here.add()
  api.setNow('2026-06-16T10:00:00.250Z')
  const answer = await api.admin.delete(`/place/${id}?deletedby=%C3%85sa%20B`)
  accepted(answer, 204)
  assert.equal(answer.text, '')
  const { deleted, deletedBy, updated, updatedBy } = await here.get(id)
  assert.deepEqual([deleted, deletedBy], ['2026-06-16T10:00:00.25000Z', 'Åsa B'])
  assert.deepEqual([updated, updatedBy], ['2026-06-16T10:00:00.25000Z', 'Åsa B'])
})

test('D40: a deleted place is answered by GET, with deleted', async () => {
  const here = api.scene()
  const { id } = await here.add()
  await here.remove(id)
  assert.ok((await here.get(id)).deleted)
  assert.ok(accepted(await (await api.keyed(['read'])).get(`/place/${id}`)).deleted)
})

test('D40: a restore answers 200 with the place, no longer deleted', async () => {
  const here = api.scene()
  const before = await here.add({ longDescription: 'kept' })
  await here.remove(before.id)
  api.setNow('2026-06-17T10:00Z')
  refused(await restore(before.id, ''), 400, /updatedby/i)
  const answer = await restore(before.id)
  const place = accepted(answer)
  const moved = { updated: '2026-06-17T10:00:00.00000Z', updatedBy: 'restorer' }
  assert.deepEqual(place, { ...before, ...moved })
  assert.deepEqual(await here.names(), ['Testkyrkan'])
})

test('D40: the children deleted by the same DELETE come back with it, others do not', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const [early, with1, with2] = await here.addAll(
    ...['Early', 'One', 'Two'].map((name) => ({ name, parent: { id: parent.id } })),
  )
  await here.remove(early?.id ?? '')
  api.advance(1000)
  await here.remove(parent.id)
  assert.deepEqual(await here.found('is=*'), [])
  api.advance(1000)
  accepted(await restore(parent.id))
  assert.deepEqual(await here.found('is=*'), ['One', 'Parent', 'Two'])
  assert.ok((await here.get(early?.id ?? '')).deleted)
  for (const child of [with1, with2]) {
    const { parent: of, updatedBy, slug } = await here.get(child?.id ?? '')
    assert.deepEqual(of, { id: parent.id, name: 'Parent' })
    assert.equal(updatedBy, 'restorer')
    assert.equal(slug, child?.slug)
  }
})

test('a clock that goes back moves no updated before created or before what it was', async () => {
  const here = api.scene()
  api.setNow('2026-07-02T10:00Z')
  const { id } = await here.add('Parent')
  const child = await here.add({ name: 'Child', parent: { id } })
  api.advance(1000)
  await here.patch(child.id, { name: 'Later' })
  const later = '2026-07-02T10:00:01.00000Z'
  api.setNow('2026-07-01T10:00Z')
  const instants = async (of: string) => {
    const { created, updated, deleted } = await here.get(of)
    assert.ok(created <= updated && (deleted === undefined || deleted === updated), `${created} ${updated} ${deleted}`)
    return updated
  }
  await here.patch(id, { depublished: '2030-01-01' })
  assert.deepEqual([await instants(id), await instants(child.id)], ['2026-07-02T10:00:00.00000Z', later])
  accepted(await api.admin.put(`/place/${id}`, here.body({ name: 'Parent', depublished: '2030-01-01' })))
  assert.equal(await instants(id), '2026-07-02T10:00:00.00000Z')
  await here.remove(id)
  assert.deepEqual([await instants(id), await instants(child.id)], [later, later])
  api.setNow('2026-06-30T10:00Z')
  accepted(await restore(id))
  assert.deepEqual([await instants(id), await instants(child.id)], [later, later])
  assert.equal((await here.get(child.id)).deleted, undefined, 'it came back with its parent')
  accepted(await api.admin.post(`/place/${id}/purge?confirm=${id}`), 204)
  assert.equal(await instants(child.id), later)
  const { Results } = accepted(await api.admin.get<{ Results: { time: string }[] }>(`/place/${child.id}/revisions`))
  const times = Results.map(({ time }) => time)
  assert.deepEqual(times, times.toSorted().reverse(), 'and neither do its revisions')
})
