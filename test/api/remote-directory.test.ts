import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { accepted, type Client, client, type PageAnswer, refused, validPlace } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'

const category = randomUUID()
const details = { email: 'unit@example.org', city: 'Uppsala' }

interface Pair {
  /** The service that keeps the directory. */
  readonly keeper: TestService
  readonly keeping: Client
  /** The service that asks it. */
  readonly asking: Client
}

/** One Gazetteer as the directory of another, both stopped after the test. */
async function pair(context: TestContext): Promise<Pair> {
  const keeper = await startService()
  let open = true
  const closeKeeper = async () => {
    if (open) await keeper.close()
    open = false
  }
  context.after(closeKeeper)
  const keeping = client(keeper.url, keeper.adminKey)
  accepted(await keeping.put('/directory/owners/unit-1', { name: 'Fjärrenheten', contactInfo: details }), 201)
  accepted(await keeping.put(`/directory/categories/${category}`, { name: 'Fjärrkategorin' }), 201)
  const made = await keeping.post<{ key: string }>('/keys', { name: 'directory', permissions: ['read'] })
  const { key } = accepted(made, 201)
  const env = { DIRECTORY_URL: `${keeper.url}/v4/directory`, DIRECTORY_KEY: key }
  const service = await startService({ env })
  context.after(() => service.close())
  return { keeper: { ...keeper, close: closeKeeper }, keeping, asking: client(service.url, service.adminKey) }
}

const fetching = () =>
  validPlace({ name: 'Plats', categories: [{ id: category }], contactInfo: { fetchAutomatically: true } })

test('D16: names come from a remote directory too', async (context) => {
  const { asking } = await pair(context)
  const place = accepted(await asking.put('/place', fetching()), 201)
  assert.equal(place.owner.name, 'Fjärrenheten')
  assert.deepEqual(place.categories, [{ id: category, name: 'Fjärrkategorin' }])
  assert.equal(place.slug, 'fjarrenheten-plats')
  for (const query of ['owner_name=fj%C3%A4rrenheten', 'q=fjarrkategorin', 'categories_name=^fj%C3%A4rr']) {
    assert.equal(accepted(await asking.get<PageAnswer>(`/place?${query}`)).TotalHits, 1, query)
  }
})

test('D48: and so do contact details', async (context) => {
  const { asking } = await pair(context)
  const place = accepted(await asking.put('/place', fetching()), 201)
  assert.deepEqual(place.contactInfo, { ...details, fetchAutomatically: true })
  assert.deepEqual(accepted(await asking.get(`/place/${place.id}`)).contactInfo, place.contactInfo)
  assert.equal(accepted(await asking.get<PageAnswer>('/place?contactinfo_email=!')).TotalHits, 0)
})

test('D16: an owner that is new there is found when a place names it', async (context) => {
  const { keeping, asking } = await pair(context)
  accepted(await keeping.put('/directory/owners/unit-2', { name: 'Ny enhet' }), 201)
  const owner = { id: 'unit-2', type: 'Församling' }
  assert.equal(accepted(await asking.put('/place', validPlace({ owner })), 201).owner.name, 'Ny enhet')
})

test('directory: a remote one is read, and cannot be written', async (context) => {
  const { asking } = await pair(context)
  assert.deepEqual(accepted(await asking.get('/directory/owners')).TotalHits, 1)
  assert.equal(accepted(await asking.get('/directory/owners/unit-1')).name, 'Fjärrenheten')
  refused(await asking.put('/directory/owners/unit-1', { name: 'x' }), 409, /DIRECTORY_URL/)
  refused(await asking.delete('/directory/owners/unit-1'), 409, /DIRECTORY_URL/)
})

test('directory: when the remote one is down, places are answered with what is known', async (context) => {
  const { keeper, asking } = await pair(context)
  const { id } = accepted(await asking.put('/place', fetching()), 201)
  await keeper.close()
  const place = accepted(await asking.get(`/place/${id}`))
  assert.equal((place.owner as { name: string }).name, 'Fjärrenheten')
  assert.deepEqual(place.contactInfo, { ...details, fetchAutomatically: true })
  const owner = { id: 'unit-9', name: 'Sent along', type: 'Församling' }
  assert.equal(accepted(await asking.put('/place', validPlace({ owner })), 201).owner.name, 'Sent along')
  const { text } = await asking.get('/metrics')
  assert.match(text, /gazetteer_directory_failures_total(\{[^}]*\})? [1-9]/)
})
