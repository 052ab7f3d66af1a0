import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const merge = { 'content-type': 'application/merge-patch+json' }

test('D38: a PATCH answers 204 without a body, and Location literally place/<id>', async () => {
  const here = api.scene()
  const { id } = await here.add()
  for (const prefix of ['', '/v4']) {
    const answer = await api.admin.patch(`${prefix}/place/${id}`, { updatedBy: 'a', name: 'B' })
    accepted(answer, 204)
    assert.equal(answer.text, '')
    assert.equal(answer.headers.get('location'), `place/${id}`)
  }
})

test('D38: application/merge-patch+json is taken, by PATCH only', async () => {
  const here = api.scene()
  const { id } = await here.add()
  accepted(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', name: 'Merged' }, merge), 204)
  const charset = { 'content-type': 'application/json; charset=utf-8' }
  accepted(await api.admin.patch(`/place/${id}`, { updatedBy: 'a' }, charset), 204)
  refused(
    await api.admin.patch(`/place/${id}`, { updatedBy: 'a' }, { 'content-type': 'application/json-patch+json' }),
    415,
  )
  refused(await api.admin.put('/place', here.body(), merge), 415)
})

test('D39: a PUT answers with the place as a GET does, without what its body leaves out', async () => {
  const here = api.scene()
  const { id } = await here.add({ longDescription: 'x', placeTypes: { cemetery: {} } })
  const { published, ...body } = here.body({ updatedBy: 'second', name: 'Replaced' })
  const place = accepted(await api.admin.put(`/place/${id}`, body))
  assert.deepEqual(Object.keys(place).sort(), [
    ...['created', 'createdBy', 'geolocation', 'geolocationInfo', 'id', 'name', 'owner', 'parent', 'placeTypes'],
    ...['shortDescription', 'slug', 'updated', 'updatedBy'],
  ])
  assert.deepEqual(await here.get(id), place)
  assert.deepEqual(await here.names(), [])
})

test('D39: what a caller does not see, its PUT and PATCH leave; who sees it removes it', async () => {
  const here = api.scene()
  const images = [{ url: 'u', title: 't' }]
  const { id } = await here.add({ media: { images, links: [{ url: 'l' }] } })
  const blind = await api.keyed(['read', 'update'])
  const seeing = await api.keyed(['read', 'read-media', 'update'])
  accepted(await blind.put(`/place/${id}`, here.body({ media: { links: [{ url: 'm' }] } })))
  assert.deepEqual((await here.get(id)).media, { images, links: [{ url: 'm' }] })
  accepted(await blind.patch(`/place/${id}`, { updatedBy: 'a', media: null }), 204)
  assert.deepEqual((await here.get(id)).media, { images })
  assert.equal('media' in accepted(await seeing.put(`/place/${id}`, here.body())), false)
})
