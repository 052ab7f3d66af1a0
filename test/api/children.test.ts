import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, type PlaceAnswer, refused } from '../support/client.ts'
import { type Scene, sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const at = (date: string) => `${date}T00:00:00.00000Z`

async function family(here: Scene, parent: JsonObject = {}, child: JsonObject = {}) {
  const one = await here.add({ name: 'Parent', ...parent })
  const other = await here.add({ name: 'Child', parent: { id: one.id }, ...child })
  return { parent: one.id, child: other.id }
}

test('D41: a parent must exist and not be deleted', async () => {
  const here = api.scene()
  const child = (id: string) => api.admin.put('/place', here.body({ parent: { id } }))
  refused(await child(randomUUID()), 400, /parent/)
  refused(await child('nonsense'), 400, /parent/)
  const { id } = await here.add('Gone')
  await here.remove(id)
  refused(await child(id), 400, /delet/)
})

test('D41: a parent has no parent itself', async () => {
  const here = api.scene()
  const { child } = await family(here)
  refused(await api.admin.put('/place', here.body({ parent: { id: child } })), 400, /parent/)
  const other = await here.add('Other')
  refused(await api.admin.patch(`/place/${other.id}`, { updatedBy: 'a', parent: { id: child } }), 400, /parent/)
})

test('D41: a place with children cannot get a parent', async () => {
  const here = api.scene()
  const { parent } = await family(here)
  const other = await here.add('Other')
  const answer = await api.admin.patch(`/place/${parent}`, { updatedBy: 'a', parent: { id: other.id } })
  refused(answer, 400, /child/)
  refused(await api.admin.put(`/place/${parent}`, here.body({ parent: { id: other.id } })), 400, /child/)
})

test('D41: a place is not its own parent', async () => {
  const here = api.scene()
  const { id } = await here.add()
  refused(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', parent: { id } }), 400, /own|itself/)
})

test('D41: deleted children do not count', async () => {
  const here = api.scene()
  const { parent, child } = await family(here)
  const other = await here.add('Other')
  await here.remove(child)
  await here.patch(parent, { parent: { id: other.id } })
  assert.deepEqual((await here.get(parent)).parent, { id: other.id, name: 'Other' })
  refused(await api.admin.post(`/place/${child}/restore?updatedby=a`), 409, /parent/)
})

test('D41: a restore that would break a rule is 409 and changes nothing', async () => {
  const here = api.scene()
  const { parent, child } = await family(here)
  const other = await here.add('Other')
  await here.remove(parent)
  const grown = await here.add({ name: 'New child', parent: { id: other.id } })
  const gone = await here.add({ name: 'Goes', parent: { id: other.id } })
  await here.remove(gone.id)
  await here.remove(other.id, 'childAction=disconnect')
  refused(await api.admin.post(`/place/${gone.id}/restore?updatedby=a`), 409, /parent/)
  assert.ok((await here.get(gone.id)).deleted)
  assert.deepEqual((await here.get(grown.id)).parent, {})
  assert.ok((await here.get(child)).deleted)
})

test('D41: a parent may have many children, and a child may move', async () => {
  const here = api.scene()
  const { parent, child } = await family(here)
  await here.addAll(...['B', 'C'].map((name) => ({ name, parent: { id: parent } })))
  assert.equal((await here.names(`is=Partial&parent_id=${parent}`)).length, 3)
  const other = await here.add('Other')
  await here.patch(child, { parent: { id: other.id } })
  assert.deepEqual((await here.get(child)).parent, { id: other.id, name: 'Other' })
  await here.patch(child, { parent: { id: null } })
  assert.deepEqual((await here.get(child)).parent, {})
})

test('D41: ids of parents are taken in any case', async () => {
  const here = api.scene()
  const { id } = await here.add('Parent')
  const answer = await api.admin.put('/place', here.body({ parent: { id: id.toUpperCase() } }))
  if (answer.status === 201) assert.equal(answer.body.parent.id, id)
  else refused(answer, 400, /parent/)
})

test('D42: a changed depublished is copied to all children, unless skip-depublished', async () => {
  const here = api.scene()
  const { parent, child } = await family(here)
  await here.patch(parent, { updatedBy: 'boss', depublished: '2030-01-01' })
  const copied = await here.get(child)
  assert.deepEqual([copied.depublished, copied.depublishedBy, copied.updatedBy], [at('2030-01-01'), 'boss', 'boss'])
  await here.patch(parent, { depublished: '2031-01-01' }, 'childAction=skip-depublished')
  assert.equal((await here.get(child)).depublished, at('2030-01-01'))
})

test('D42: null is a value: it is copied too', async () => {
  const here = api.scene()
  const { parent, child } = await family(here, { depublished: '2030-01-01' }, { depublished: '2030-06-01' })
  await here.patch(parent, { depublished: null })
  const copied = await here.get(child)
  assert.equal('depublished' in copied || 'depublishedBy' in copied, false)
})

test('D42: a value that does not differ is no change and is not copied', async () => {
  const here = api.scene()
  const { parent, child } = await family(here, { depublished: '2030-01-01' }, { depublished: '2030-06-01' })
  const before = await here.get(child)
  await here.patch(parent, { depublished: '2030-01-01T00:00Z', name: 'Other' }, 'childAction=set-published')
  await here.patch(parent, { published: '20200101' }, 'childAction=set-published')
  const { parent: _, ...after } = await here.get(child)
  const { parent: __, ...same } = before
  assert.deepEqual(after, same)
})

test('D42: published of children is unchanged unless set-published', async () => {
  const here = api.scene()
  const { parent, child } = await family(here)
  await here.patch(parent, { published: '2021-01-01' })
  assert.equal((await here.get(child)).published, at('2020-01-01'))
  await here.patch(parent, { updatedBy: 'boss', published: '2022-01-01' }, 'childAction=set-published')
  const copied = await here.get(child)
  assert.deepEqual([copied.published, copied.publishedBy, copied.updatedBy], [at('2022-01-01'), 'boss', 'boss'])
  await here.patch(parent, { published: null }, 'childAction=set-published')
  const draft = await here.get(child)
  assert.equal('published' in draft || 'publishedBy' in draft, false)
})

test('D42: a child whose value is that already keeps who published it', async () => {
  const here = api.scene()
  const { parent, child } = await family(here, {}, { published: '2022-01-01', updatedBy: 'kid' })
  await here.patch(parent, { updatedBy: 'boss', published: '2022-01-01' }, 'childAction=set-published')
  assert.equal((await here.get(child)).publishedBy, 'kid')
})

test('D42: each child gets its own revision', async () => {
  const here = api.scene()
  const { parent, child } = await family(here)
  const second = await here.add({ name: 'Second', parent: { id: parent } })
  await here.patch(parent, { updatedBy: 'boss', depublished: '2030-01-01' })
  const lists = await Promise.all(
    [parent, child, second.id].map((id) =>
      api.admin.get<{ Results: { revision: number; who: string; changed: string[] }[] }>(`/place/${id}/revisions`),
    ),
  )
  const newest = lists.map((list) => accepted(list).Results[0])
  assert.equal(new Set(newest.map((one) => one?.revision)).size, 3)
  for (const one of newest) {
    assert.equal(one?.who, 'boss')
    assert.ok(one?.changed.includes('depublished'), one?.changed.join())
  }
})

test('D42: a deletion of the parent deletes its children, with the same deletedBy and moment', async () => {
  const here = api.scene()
  const { parent, child } = await family(here)
  accepted(await api.admin.delete(`/place/${parent}?deletedby=boss`), 204)
  const [one, other] = [await here.get(parent), await here.get(child)]
  assert.deepEqual([other.deleted, other.deletedBy, other.updatedBy], [one.deleted, 'boss', 'boss'])
  assert.match(other.slug, /-deleted-/)
})

test('D42: all of it happens, or none', async () => {
  const here = api.scene()
  const { parent, child } = await family(here)
  const before = [await here.get(parent), await here.get(child)]
  const wrong = { updatedBy: 'a', depublished: '2030-01-01', name: 5 }
  refused(await api.admin.patch(`/place/${parent}`, wrong), 400)
  const stale = { 'if-match': '"1-nothing"' }
  refused(await api.admin.patch(`/place/${parent}`, { updatedBy: 'a', depublished: '2030-01-01' }, stale), 412)
  refused(await api.admin.delete(`/place/${parent}?deletedby=a`, stale), 412)
  assert.deepEqual([await here.get(parent), await here.get(child)], before)
})

test('D42: a search never sees one without the other', async () => {
  const here = api.scene()
  const { parent } = await family(here)
  for (let n = 0; n < 8; n++) await here.add({ name: `C${n}`, parent: { id: parent } })
  const states: number[] = []
  const dates = ['2030-01-01', '2031-01-01', '2032-01-01', '2033-01-01']
  const write = async () => {
    for (const depublished of dates) await here.patch(parent, { depublished })
  }
  const read = async () => {
    for (let n = 0; n < 30; n++) {
      const { Results } = accepted(await here.search('is=*'))
      states.push(new Set(Results.map(({ depublished }) => depublished)).size)
    }
  }
  await Promise.all([write(), read()])
  assert.deepEqual([...new Set(states)], [1])
})

test('D42: the merged place must have depublished later than published', async () => {
  const here = api.scene()
  const { id } = await here.add({ published: '2025-01-01' })
  for (const depublished of ['2024-12-31', '2025-01-01', '2025-01-01T00:00Z']) {
    const answer = await api.admin.patch(`/place/${id}`, { updatedBy: 'a', depublished })
    const { detail, errors } = refused(answer, 400, /depublished/)
    const said = `${detail} ${JSON.stringify(errors)}`
    assert.ok(said.includes('2025-01-01') && said.includes(depublished.slice(0, 10)), `both values are named: ${said}`)
  }
  await here.patch(id, { depublished: '2025-01-01T00:00:00.001Z' })
  refused(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', published: '2026-01-01' }), 400, /published/)
  const both = { published: '2026-01-01', depublished: '2026-01-01' }
  refused(await api.admin.put('/place', here.body(both)), 400, /depublished/)
  refused(await api.admin.put(`/place/${id}`, here.body(both)), 400, /depublished/)
  await here.patch(id, { published: '2026-01-01', depublished: '2026-01-02' })
})

test('D42: the past and the future are both fine', async () => {
  const here = api.scene()
  await here.addAll(
    { published: '1999-01-01', depublished: '2000-01-01' },
    { published: '2099-01-01', depublished: '2100-01-01' },
  )
})

test('D42: copies to children are not checked against their own dates', async () => {
  const here = api.scene()
  const { parent, child } = await family(here, { published: '2020-01-01' }, { published: '2028-01-01' })
  await here.patch(parent, { depublished: '2025-01-01' })
  const copied: PlaceAnswer = await here.get(child)
  assert.deepEqual([copied.published, copied.depublished], [at('2028-01-01'), at('2025-01-01')])
  await here.patch(child, { name: 'Still writable' })
  const [published, depublished] = [copied.published ?? '', copied.depublished ?? '']
  await here.patch(child, { published, depublished })
  accepted(await api.admin.put(`/place/${child}`, here.body({ parent: { id: parent }, published, depublished })))
  refused(await api.admin.patch(`/place/${child}`, { updatedBy: 'a', published: '2027-01-01' }), 400, /depublished/)
})

test('D42: deleted children are left alone', async () => {
  const here = api.scene()
  const { parent, child } = await family(here)
  await here.remove(child)
  const gone = await here.get(child)
  await here.patch(parent, { depublished: '2030-01-01' })
  await here.remove(parent)
  assert.deepEqual(await here.get(child), gone)
})
