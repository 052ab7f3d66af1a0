import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, client, validPlace } from '../support/client.ts'
import { addPlaces, addPlacesOfOwner } from '../support/many-places.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService } from '../support/service.ts'

test('D44: a new name of up to 10,000 places is visible when its write is answered, also after a start', async (context) => {
  const dataDir = temporaryFolder(context)
  const first = await startService({ dataDir, limits: { snapshots: { changesMin: 1, pauseMillis: 0 } } })
  const writer = client(first.url, first.adminKey)
  await addPlacesOfOwner('many', 1_000, first)
  const total = async (name: string) => (await writer.get(`/place?limit=0&owner_name=${name}`)).body.TotalHits
  accepted(await writer.put('/directory/owners/many', JSON.stringify({ name: 'First' })), 201)
  assert.deepEqual([await total('First'), await total('many')], [1_000, 0])
  const before = await writer.get('/place?limit=1&expand=owner')
  accepted(await writer.put('/directory/owners/many', JSON.stringify({ name: 'Second' })))
  assert.deepEqual([await total('Second'), await total('First')], [1_000, 0])
  const after = await writer.get('/place?limit=1&expand=owner')
  assert.notEqual(after.headers.get('etag'), before.headers.get('etag'))
  await first.close()
  const second = await startService({ dataDir, limits: { snapshots: { changesMin: 1, pauseMillis: 0 } } })
  context.after(() => second.close())
  const reader = client(second.url, second.adminKey)
  assert.equal((await reader.get('/place?limit=0&owner_name=Second')).body.TotalHits, 1_000)
})

test('D44, D50: what a parent of many children changes is visible when its write is answered, also after a start', async (context) => {
  const dataDir = temporaryFolder(context)
  const settings = { dataDir, limits: { snapshots: { changesMin: 1, pauseMillis: 0 } } }
  const first = await startService(settings)
  context.after(() => first.close())
  const writer = client(first.url, first.adminKey)
  const { id } = accepted(await writer.put('/place', validPlace({ name: 'First' })), 201)
  await addPlaces({ parent: { id } }, 1_000, first)
  const { key } = accepted(
    await writer.post<{ key: string }>('/keys', { name: 'reader', permissions: ['read-published'] }),
    201,
  )
  const of = (url: string) => async (name: string) =>
    (await client(url, key).get(`/place?limit=0&is=*&parent_name=${name}`)).body.TotalHits
  let total = of(first.url)
  accepted(await writer.patch(`/place/${id}`, { name: 'Second', updatedBy: 'x' }), 204)
  assert.deepEqual([await total('Second'), await total('First')], [1_000, 0])
  accepted(await writer.patch(`/place/${id}`, { published: null, updatedBy: 'x' }), 204)
  assert.equal(await total('Second'), 0)
  await first.close()
  const second = await startService(settings)
  context.after(() => second.close())
  total = of(second.url)
  assert.equal(await total('Second'), 0)
  const again = client(second.url, second.adminKey)
  accepted(await again.patch(`/place/${id}`, { published: '2020-01-01', updatedBy: 'x' }), 204)
  assert.deepEqual([await total('Second'), await total('First')], [1_000, 0])
})
