import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

test('D8: a key limited to owners writes their places and no others', async () => {
  const [mine, foreign] = [api.scene(), api.scene()]
  const writer = await api.keyed(['read', 'create', 'update', 'delete'], { owners: [mine.owner] })
  const { id } = accepted(await writer.put('/place', mine.body({ name: 'Mine' })), 201)
  accepted(await writer.patch(`/place/${id}`, { updatedBy: 'a', name: 'Still mine' }), 204)
  accepted(await writer.put(`/place/${id}`, mine.body()))
  accepted(await writer.delete(`/place/${id}?deletedby=a`), 204)
  accepted(await writer.post(`/place/${id}/restore?updatedby=a`))

  const other = await foreign.add('Foreign')
  refused(await writer.put('/place', foreign.body()), 403, new RegExp(foreign.owner))
  refused(await writer.patch(`/place/${other.id}`, { updatedBy: 'a', name: 'Taken' }), 403)
  refused(await writer.put(`/place/${other.id}`, foreign.body()), 403)
  refused(await writer.delete(`/place/${other.id}?deletedby=a`), 403)
  await foreign.remove(other.id)
  refused(await writer.post(`/place/${other.id}/restore?updatedby=a`), 403)
  assert.deepEqual(await foreign.names('include=deleted'), ['Foreign'])
})

test('D8: a key that may not read is told the owner that it sent, never the one that a place has', async () => {
  const [mine, foreign, third] = [api.scene(), api.scene(), api.scene()]
  const writer = await api.keyed(['create', 'update', 'delete'], { owners: [mine.owner] })
  const place = await foreign.add()
  for (const answer of [
    await writer.patch(`/place/${place.id}`, { updatedBy: 'a', name: 'Taken' }),
    await writer.patch(`/place/${place.id}`, { updatedBy: 'a', owner: { id: mine.owner } }),
    await writer.put(`/place/${place.id}`, mine.body()),
    await writer.delete(`/place/${place.id}?deletedby=a`),
    await writer.post(`/place/${place.id}/restore?updatedby=a`),
  ]) {
    assert.match(refused(answer, 403).detail, /this one is of another$/)
  }
  const sent = [foreign.owner, third.owner]
  for (const id of sent) {
    refused(await writer.put(`/place/${place.id}`, { ...mine.body(), owner: { id } }), 403, new RegExp(`is of .*${id}`))
  }
})

test('D45: a key of other owners is told nothing of a deleted place, whatever it wants', async () => {
  const [mine, foreign] = [api.scene(), api.scene()]
  const writer = await api.keyed(['update', 'delete'], { owners: [mine.owner] })
  const { id } = await foreign.add()
  await foreign.remove(id)
  const answers = [
    await writer.delete(`/place/${id}?deletedby=a`),
    await writer.patch(`/place/${id}`, { updatedBy: 'a' }),
    await writer.put(`/place/${id}`, foreign.body()),
    await writer.post(`/place/${id}/restore?updatedby=a`),
  ]
  for (const answer of answers) assert.doesNotMatch(refused(answer, 403).detail, /deleted/)
})

test('D8: reading is not limited by owners', async () => {
  const [mine, foreign] = [api.scene(), api.scene()]
  const reader = await api.keyed(['read', 'update'], { owners: [mine.owner] })
  const { id } = await foreign.add()
  accepted(await reader.get(`/place/${id}`))
  accepted(await reader.get(`/place?owner_id=${foreign.owner}`))
})

test('D8: a place gets no parent of another owner, and keeps the one that it has', async () => {
  const [mine, foreign] = [api.scene(), api.scene()]
  const writer = await api.keyed(['create', 'update', 'delete'], { owners: [mine.owner] })
  const [own, other, deleted] = [await mine.add('Own'), await foreign.add('Other'), await foreign.add('Deleted')]
  await foreign.remove(deleted.id)
  const under = (id: string) => ({ parent: { id } })
  const child = await mine.add({ name: 'Child', ...under(other.id) })
  const place = await mine.add()
  for (const { id } of [other, deleted]) {
    const says = /parent is of another$/
    refused(await writer.put('/place', mine.body(under(id))), 403, says)
    refused(await writer.put(`/place/${place.id}`, mine.body(under(id))), 403, says)
    refused(await writer.patch(`/place/${place.id}`, { updatedBy: 'a', ...under(id) }), 403, says)
  }
  accepted(await writer.put('/place', mine.body(under(own.id))), 201)
  accepted(await writer.patch(`/place/${child.id}`, { updatedBy: 'a', name: 'Still', ...under(other.id) }), 204)
  accepted(await writer.delete(`/place/${child.id}?deletedby=a`), 204)
  accepted(await writer.post(`/place/${child.id}/restore?updatedby=a`), 204)
  accepted(await writer.patch(`/place/${child.id}`, { updatedBy: 'a', parent: null }), 204)
})

test('D8: a limit to no owner is refused, and never becomes no limit', async () => {
  for (const owners of [[], [' '], [''], [null], {}]) {
    refused(await api.admin.post('/keys', { name: 'none', permissions: ['create'], owners }), 400, /owners/)
  }
})
