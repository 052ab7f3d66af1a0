import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
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

test('delete: a missing, empty or blank deletedby is 400, an unknown place 404', async () => {
  const here = api.scene()
  const { id } = await here.add()
  for (const query of ['', '?deletedby=', '?deletedby=%20%20', '?deletedby']) {
    refused(await api.admin.delete(`/place/${id}${query}`), 400, /deletedby/i)
  }
  assert.equal((await here.get(id)).deleted, undefined)
  refused(await api.admin.delete(`/place/${randomUUID()}?deletedby=a`), 404)
})

test('D40: a deleted place is answered by GET, with deleted', async () => {
  const here = api.scene()
  const { id } = await here.add()
  await here.remove(id)
  assert.ok((await here.get(id)).deleted)
  assert.ok(accepted(await (await api.keyed(['read'])).get(`/place/${id}`)).deleted)
})

test('D40: DELETE on it is 404, PATCH and PUT are 409, with a hint to restore', async () => {
  const here = api.scene()
  const { id } = await here.add()
  await here.remove(id)
  const gone = await here.get(id)
  refused(await api.admin.delete(`/place/${id}?deletedby=a`), 404, /restore/)
  refused(await api.admin.patch(`/place/${id}`, { updatedBy: 'a' }), 409, /restore/)
  refused(await api.admin.put(`/place/${id}`, here.body()), 409, /restore/)
  assert.deepEqual(await here.get(id), gone)
})

test('D40: a restore answers 200 with the place, no longer deleted', async () => {
  const here = api.scene()
  const before = await here.add({ longDescription: 'kept' })
  await here.remove(before.id)
  api.setNow('2026-06-17T10:00Z')
  const answer = await restore(before.id)
  const place = accepted(answer)
  const moved = { updated: '2026-06-17T10:00:00.00000Z', updatedBy: 'restorer' }
  assert.deepEqual(place, { ...before, ...moved })
  assert.deepEqual(await here.names(), ['Testkyrkan'])
})

test('D40: updatedby is required', async () => {
  const here = api.scene()
  const { id } = await here.add()
  await here.remove(id)
  for (const query of ['', 'updatedby=', 'updatedby=%20']) refused(await restore(id, query), 400, /updatedby/i)
  assert.ok((await here.get(id)).deleted)
})

test('D40: a restore of a place that is not deleted is 409, of an unknown one 404', async () => {
  const { id } = await api.scene().add()
  refused(await restore(id), 409)
  refused(await restore(randomUUID()), 404)
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

test('D40: also when all of it happened in the same millisecond', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const early = await here.add({ name: 'Early', parent: { id: parent.id } })
  await here.add({ name: 'With', parent: { id: parent.id } })
  await here.remove(early.id)
  await here.remove(parent.id)
  accepted(await restore(parent.id))
  assert.deepEqual(await here.found('is=*'), ['Parent', 'With'])
})

test('D40: a child deleted with its parent can come back only where its parent is', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const child = await here.add({ name: 'Child', parent: { id: parent.id } })
  await here.remove(parent.id)
  refused(await restore(child.id), 409, /parent/)
  accepted(await restore(parent.id))
  assert.equal((await here.get(child.id)).deleted, undefined)
})

test('D45: a restore that cannot be is 409 before If-Match is looked at', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const child = await here.add({ name: 'Child', parent: { id: parent.id } })
  await here.remove(parent.id)
  const stale = { 'if-match': '"1-x"' }
  refused(await api.admin.post(`/place/${child.id}/restore?updatedby=a`, undefined, stale), 409, /parent/)
  refused(await api.admin.post(`/place/${parent.id}/restore?updatedby=a`, undefined, stale), 412)
})

test('D40: disconnect moves updated of the children, and updatedBy is the name in the call', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const child = await here.add({ name: 'Child', parent: { id: parent.id } })
  api.setNow('2026-06-18T10:00Z')
  accepted(await api.admin.delete(`/place/${parent.id}?deletedby=remover&childAction=disconnect`), 204)
  const { deleted, parent: of, updated, updatedBy, slug } = await here.get(child.id)
  assert.deepEqual([deleted, of, slug], [undefined, {}, child.slug])
  assert.deepEqual([updated, updatedBy], ['2026-06-18T10:00:00.00000Z', 'remover'])
  assert.deepEqual(await here.found(), ['Child'], 'it stands alone now')
})

test('delete: disconnect keeps every child, deleted ones as they are', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const child = (name: string) => ({ name, parent: { id: parent.id } })
  const [, , gone] = await here.addAll(child('A'), child('B'), child('Gone'))
  await here.remove(gone?.id ?? '')
  await here.remove(parent.id, 'childAction=disconnect')
  assert.deepEqual(await here.found(), ['A', 'B'])
  assert.ok((await here.get(gone?.id ?? '')).deleted)
})

test('delete: a deleted child leaves its parent and siblings alone', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const child = (name: string) => ({ name, parent: { id: parent.id } })
  const [one] = await here.addAll(child('One'), child('Two'))
  await here.remove(one?.id ?? '')
  assert.deepEqual(await here.found('is=*'), ['Parent', 'Two'])
  assert.equal((await here.get(parent.id)).updated, parent.updated)
})

test('D40: a restored parent does not take disconnected children back', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const child = await here.add({ name: 'Child', parent: { id: parent.id } })
  accepted(await api.admin.delete(`/place/${parent.id}?deletedby=a&childAction=disconnect`), 204)
  accepted(await restore(parent.id))
  assert.deepEqual((await here.get(child.id)).parent, {})
})

test('D40: deleted and restored twice, it is as it was', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  await here.add({ name: 'Child', parent: { id: parent.id } })
  for (let round = 0; round < 2; round++) {
    await here.remove(parent.id)
    accepted(await restore(parent.id))
  }
  assert.deepEqual(await here.found('is=*'), ['Child', 'Parent'])
  assert.equal((await here.get(parent.id)).slug, parent.slug)
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
