import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, refused } from '../support/client.ts'
import { type Scene, sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const at = (date: string) => `${date}T00:00:00.00000Z`

async function family(here: Scene, parent: JsonObject = {}, child: JsonObject = {}) {
  const one = await here.add({ name: 'Parent', ...parent })
  const other = await here.add({ name: 'Child', parent: { id: one.id }, ...child })
  return { parent: one.id, child: other.id }
}

test('D41: a parent must exist, not be deleted, and have no parent; a place with children gets none', async () => {
  const here = api.scene()
  const { parent, child } = await family(here)
  const under = (id: string) => ({ updatedBy: 'a', parent: { id } })
  refused(await api.admin.put('/place', here.body(under(randomUUID()))), 400, /no place has the id/)
  refused(await api.admin.put('/place', here.body(under(child))), 400, /no parent itself/)
  const other = await here.add('Other')
  refused(await api.admin.patch(`/place/${parent}`, under(other.id)), 400, /has 1/)
  await here.remove(other.id)
  refused(await api.admin.patch(`/place/${child}`, under(other.id)), 400, /must not be deleted/)
  await here.remove(child)
  const upper = await here.add('Upper')
  await here.patch(parent, { parent: { id: upper.id } })
  assert.deepEqual((await here.get(parent)).parent, { id: upper.id, name: 'Upper' })
  refused(await api.admin.post(`/place/${child}/restore?updatedby=a`), 409, /no parent itself/)
  assert.ok((await here.get(child)).deleted)
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

test('D39, D42: childAction of PATCH, PUT and DELETE decides what children get', async () => {
  const here = api.scene()
  const { parent, child } = await family(here)
  const datesOf = async () => {
    const { published, depublished } = await here.get(child)
    return [published, depublished]
  }
  const dates = { published: '2022-01-01', depublished: '2030-01-01' }
  await here.patch(parent, dates, 'childAction=skip-depublished')
  assert.deepEqual(await datesOf(), [at('2020-01-01'), undefined])
  const body = here.body({ name: 'Parent', ...dates, published: '2023-01-01' })
  accepted(await api.admin.put(`/place/${parent}?childAction=set-published`, body))
  assert.deepEqual(await datesOf(), [at('2023-01-01'), undefined])
  await here.patch(parent, { depublished: '2031-01-01' })
  assert.deepEqual(await datesOf(), [at('2023-01-01'), at('2031-01-01')])
  await here.remove(parent, 'childAction=disconnect')
  assert.deepEqual((await here.get(child)).parent, {})
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
