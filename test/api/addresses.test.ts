import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

test('D1: the same routes answer at /v4 and at the root', async () => {
  const place = await api.scene().add('Here')
  for (const path of ['/placetype', `/place/${place.id}`, `/place?id=${place.id}`, '/keys', '/directory/owners']) {
    const [root, versioned] = [await api.admin.get(path), await api.admin.get(`/v4${path}`)]
    assert.equal(accepted(root), root.body)
    assert.equal(versioned.status, 200, path)
    assert.deepEqual(versioned.body, root.body, path)
  }
})

test('D1: the paths of routes are case-sensitive, those that are asked most too; ids are not', async () => {
  const place = await api.scene().add('Here')
  accepted(await api.admin.get(`/place/${place.id.toUpperCase()}`))
  for (const path of ['/V4/place?limit=0', '/PLACE?limit=0', `/Place/${place.id}`, `/V4/place/${place.id}`]) {
    refused(await api.admin.get(path), 404)
  }
})

test('D3: an unknown parameter is 400 and names the nearest valid one', async () => {
  const here = api.scene()
  const { id } = await here.add()
  refused(await api.admin.get('/place?limitt=1'), 400, /limitt.*\blimit\b/)
  refused(await api.admin.get(`/place/${id}?tets=true`), 400, /tets.*\btest\b/)
  refused(await api.admin.put('/place?alowOverposting=true', here.body()), 400, /allowOverposting/i)
  refused(await api.admin.put(`/place/${id}?deletedby=a`, here.body()), 400, /deletedby/)
  refused(await api.admin.patch(`/place/${id}?childActions=x`, { updatedBy: 'a' }), 400, /childAction\b/i)
  refused(await api.admin.delete(`/place/${id}?deletedby=a&deleteby=b`), 400, /deleteby.*deletedby/)
  refused(await api.admin.post(`/place/${id}/restore?updatedby=a&force=true`), 400, /force/)
  assert.equal((await here.get(id)).deleted, undefined)
})

test('D3: an unknown value of is, expand, childAction, test or allowOverposting is 400', async () => {
  const here = api.scene()
  const { id } = await here.add()
  refused(await api.admin.get('/place?is=Church'), 400, /Church/)
  refused(await api.admin.get(`/place/${id}?test=1`), 400, /1/)
  const known = /'parent'; the known ones are owner, categories, tags, distance/
  refused(await api.admin.get(`/place/${id}?expand=parent`), 400, known)
  refused(await api.admin.put('/place?allowOverposting=1', here.body()), 400, /allowOverposting/i)
  refused(await api.admin.patch(`/place/${id}?childAction=follow`, { updatedBy: 'a' }), 400, /follow/)
})

test('D3: a childAction of another method is led there', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const ofPatch = /does not know 'set-published' here: it belongs to PATCH \/place\/<id>, PUT \/place\/<id>/
  const ofDelete = /does not know 'disconnect' here: it belongs to DELETE/
  refused(await api.admin.patch(`/place/${id}?childAction=disconnect`, { updatedBy: 'a' }), 400, ofDelete)
  refused(await api.admin.put(`/place/${id}?childAction=disconnect`, here.body()), 400, ofDelete)
  refused(await api.admin.delete(`/place/${id}?deletedby=a&childAction=set-published`), 400, ofPatch)
  refused(await api.admin.delete(`/place/${id}?deletedby=a&childAction=skip-depublished`), 400, /skip-depublished/)
  refused(await api.admin.put('/place?childAction=set-published', here.body()), 400, /childAction/i)
  assert.equal((await here.get(id)).deleted, undefined)
})

test('D3: the key given twice in the address is 400, after the key and the permission', async () => {
  const key = api.admin.key
  refused(await api.admin.get('/place?limit=0&apikey=a&apikey=b'), 400, /apikey takes one value/)
  refused(await api.nobody.get(`/placetype?apikey=${key}&apikey=${key}`), 400, /apikey takes one value/)
  refused(await api.nobody.get(`/placetype?apikey=a&apikey=${key}`), 401)
  accepted(await api.nobody.get(`/placetype?apikey=&apikey=${key}`))
})

test('D3: GET of one place takes expand and include as a search does, without effect', async () => {
  const { id } = await api.scene().add()
  const plain = accepted(await api.admin.get(`/place/${id}`))
  for (const query of ['expand=distance', 'expand=owner,categories,tags,distance', 'include=deleted,non-published']) {
    assert.deepEqual(accepted(await api.admin.get(`/place/${id}?${query}`)), plain)
  }
})

test('an id in an address may be written in any case of letters', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const upper = id.toUpperCase()
  const answer = await api.admin.get(`/place/${upper}`)
  assert.equal(accepted<{ id?: unknown }>(answer).id, id)
  accepted(await api.admin.get(`/place/${upper}/revisions`))
  accepted(await api.admin.get(`/place/${upper}/revisions/${/^"(\d+)/.exec(answer.headers.get('etag') ?? '')?.[1]}`))
  const patched = await api.admin.patch(`/place/${upper}`, { updatedBy: 'a' })
  accepted(patched, 204)
  assert.equal(patched.headers.get('location'), `place/${id}`)
  accepted(await api.admin.put(`/place/${upper}`, here.body()))
  accepted(await api.admin.delete(`/place/${upper}?deletedby=a`), 204)
  accepted(await api.admin.post(`/place/${upper}/restore?updatedby=a`))
  accepted(await api.admin.delete(`/place/${upper}?deletedby=a`), 204)
  accepted(await api.admin.post(`/place/${upper}/purge?confirm=${upper}`), 204)
})

test('D3: an empty value of a parameter counts as absent, but for deletedby', async () => {
  const { id } = await api.scene().add('Alone')
  accepted(await api.admin.get(`/place/${id}?test=&expand=&include=`))
  accepted(await api.admin.patch(`/place/${id}?childAction=&allowOverposting=`, { updatedBy: 'a' }), 204)
  refused(await api.admin.delete(`/place/${id}?deletedby=`), 400, /deletedby/i)
})
