import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
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

test('D38: it changes only what it names', async () => {
  const here = api.scene()
  const before = await here.add({
    longDescription: 'x',
    visitingInfo: { city: 'A', address: 'B' },
    categories: [{ id: randomUUID() }],
  })
  api.advance(1000)
  await here.patch(before.id, { updatedBy: 'second', visitingInfo: { city: 'C' } })
  const after = await here.get(before.id)
  const { updated } = after
  assert.deepEqual(after, { ...before, updated, updatedBy: 'second', visitingInfo: { city: 'C', address: 'B' } })
})

test('D38: objects merge at every depth, null removes', async () => {
  const here = api.scene()
  const placeDetails = { info: 'a', hasToilet: true, accessibility: { info: 'b', hasRamp: true } }
  const { id } = await here.add({ placeDetails })
  await here.patch(id, { placeDetails: { hasToilet: null, accessibility: { hasRamp: false } } })
  assert.deepEqual((await here.get(id)).placeDetails, { info: 'a', accessibility: { info: 'b', hasRamp: false } })
  await here.patch(id, { placeDetails: { info: null, accessibility: null } })
  assert.equal('placeDetails' in (await here.get(id)), false)
})

test('D38: lists are replaced', async () => {
  const here = api.scene()
  const [one, two] = [randomUUID(), randomUUID()]
  const { id } = await here.add({ tags: [{ id: one }, { id: two }], media: { links: [{ url: 'a' }, { url: 'b' }] } })
  await here.patch(id, { tags: [{ id: two }], media: { links: [{ url: 'c' }] } })
  const { tags, media } = await here.get(id)
  assert.deepEqual(tags, [{ id: two }])
  assert.deepEqual(media, { links: [{ url: 'c' }] })
  await here.patch(id, { tags: [], media: { links: null } })
  const after = await here.get(id)
  assert.equal('tags' in after || 'media' in after, false)
})

test('D38: the same place type merges, another replaces the former whole', async () => {
  const here = api.scene()
  const { id } = await here.add({ placeTypes: { cemetery: { a: 1, b: { c: 2 } } } })
  await here.patch(id, { placeTypes: { cemetery: { b: { d: 3 }, a: null } } })
  assert.deepEqual((await here.get(id)).placeTypes, { cemetery: { b: { c: 2, d: 3 } } })
  await here.patch(id, { placeTypes: { parishHome: { e: 4 } } })
  assert.deepEqual((await here.get(id)).placeTypes, { parishHome: { e: 4 } })
  await here.patch(id, { placeTypes: { parishHome: null, secretariat: {} } })
  assert.deepEqual((await here.get(id)).placeTypes, { secretariat: {} })
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

test('D38: a PATCH that is no object is 400', async () => {
  const { id } = await api.scene().add()
  for (const body of ['[]', 'null', '1', '"x"', 'true']) refused(await api.admin.patch(`/place/${id}`, body), 400)
})

test('D38: the merged place is judged whole', async () => {
  const here = api.scene()
  const { id } = await here.add({ media: { images: [{ url: 'u', title: 't' }] } })
  refused(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', media: { images: [{ url: 'u' }] } }), 400, /title/)
  assert.deepEqual((await here.get(id)).media, { images: [{ url: 'u', title: 't' }] })
})

test('D38: an unknown place is 404', async () => {
  refused(await api.admin.patch(`/place/${randomUUID()}`, { updatedBy: 'a' }), 404)
  refused(await api.admin.patch('/place/nonsense', { updatedBy: 'a' }), 404)
})

test('D39: PUT of an unknown id is 404 and creates nothing', async () => {
  const here = api.scene()
  refused(await api.admin.put(`/place/${randomUUID()}`, here.body()), 404)
  assert.deepEqual(await here.names(), [])
})

test('D39: what the body leaves out is gone, published too', async () => {
  const here = api.scene()
  const { id, created } = await here.add({
    longDescription: 'x',
    visitingInfo: { city: 'A' },
    depublished: '2030-01-01',
    media: { images: [{ url: 'u', title: 't' }] },
    placeTypes: { cemetery: {} },
  })
  const { published, ...body } = here.body({ updatedBy: 'second', name: 'Replaced' })
  const answer = await api.admin.put(`/place/${id}`, body)
  const place = accepted(answer)
  assert.deepEqual(Object.keys(place).sort(), [
    ...['created', 'createdBy', 'geolocation', 'geolocationInfo', 'id', 'name', 'owner', 'parent', 'placeTypes'],
    ...['shortDescription', 'slug', 'updated', 'updatedBy'],
  ])
  assert.deepEqual([place.created, place.createdBy, place.updatedBy, place.id], [created, 'tester', 'second', id])
  assert.deepEqual(await here.names(), [])
  assert.deepEqual(await here.get(id), place)
})

test('D39: a replace can take the parent away', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const { id } = await here.add({ parent: { id: parent.id } })
  assert.deepEqual(accepted(await api.admin.put(`/place/${id}`, here.body())).parent, {})
})

test('D39: childAction works as in PATCH', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const child = await here.add({ name: 'Child', parent: { id: parent.id } })
  const body = here.body({ name: 'Parent', published: '2022-02-02', depublished: '2032-02-02' })
  accepted(await api.admin.put(`/place/${parent.id}?childAction=skip-depublished`, body))
  assert.equal((await here.get(child.id)).depublished, undefined)
  assert.equal((await here.get(child.id)).published, '2020-01-01T00:00:00.00000Z')
  accepted(await api.admin.put(`/place/${parent.id}?childAction=set-published`, { ...body, published: '2023-03-03' }))
  assert.equal((await here.get(child.id)).published, '2023-03-03T00:00:00.00000Z')
  accepted(await api.admin.put(`/place/${parent.id}`, { ...body, depublished: '2033-03-03' }))
  assert.equal((await here.get(child.id)).depublished, '2033-03-03T00:00:00.00000Z')
  accepted(await api.admin.put(`/place/${parent.id}`, here.body({ name: 'Parent' })))
  assert.equal('depublished' in (await here.get(child.id)), false, 'left out is null, and null is copied')
})

test('D39: a PUT by whom does not see restricted media leaves those that it leaves out', async () => {
  const here = api.scene()
  const medium = { url: 'u', title: 't' }
  const media = { audio: [medium], video: [medium], images: [medium], links: [{ url: 'l' }] }
  const { id } = await here.add({ media })
  const editor = await api.keyed(['read', 'update'])
  accepted(await editor.put(`/place/${id}`, here.body({ media: { links: [{ url: 'm' }] } })))
  assert.deepEqual((await here.get(id)).media, { ...media, links: [{ url: 'm' }] })
  accepted(await editor.put(`/place/${id}`, here.body({ media: { images: [{ url: 'new', title: 'n' }] } })))
  assert.deepEqual((await here.get(id)).media, {
    audio: [medium],
    video: [medium],
    images: [{ url: 'new', title: 'n' }],
  })
})

test('D39: and its PATCH media: null removes the links only', async () => {
  const here = api.scene()
  const images = [{ url: 'u', title: 't' }]
  const { id } = await here.add({ media: { images, links: [{ url: 'l' }] } })
  const editor = await api.keyed(['read', 'update'])
  accepted(await editor.patch(`/place/${id}`, { updatedBy: 'a', media: null }), 204)
  assert.deepEqual((await here.get(id)).media, { images })
  await here.patch(id, { media: null })
  assert.equal('media' in (await here.get(id)), false)
})

test('D39: whoever sees them removes them by leaving them out', async () => {
  const here = api.scene()
  const { id } = await here.add({ media: { images: [{ url: 'u', title: 't' }] } })
  const editor = await api.keyed(['read', 'read-restricted', 'update'])
  assert.equal('media' in accepted(await editor.put(`/place/${id}`, here.body())), false)
})
