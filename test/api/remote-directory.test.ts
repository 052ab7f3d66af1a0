import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { accepted, type Client, client, type PageAnswer, refused, validPlace } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'

const category = randomUUID()
const details = { email: 'unit@example.org', city: 'Uppsala' }

/** The service that keeps the directory, which the last test ends. */
let keeper: TestService
let keeping: Client
let service: TestService
/** The service that asks it. */
let asking: Client

before(async () => {
  keeper = await startService()
  keeping = client(keeper.url, keeper.adminKey)
  accepted(await keeping.put('/directory/owners/unit-1', { name: 'Fjärrenheten', contactInfo: details }), 201)
  accepted(await keeping.put(`/directory/categories/${category}`, { name: 'Fjärrkategorin' }), 201)
  const made = await keeping.post<{ key: string }>('/keys', { name: 'directory', permissions: ['read'] })
  const { key } = accepted(made, 201)
  service = await startService({ env: { DIRECTORY_URL: `${keeper.url}/v4/directory`, DIRECTORY_KEY: key } })
  asking = client(service.url, service.adminKey)
})
after(async () => {
  await service.close()
  await keeper.close()
})

const fetching = (name: string) =>
  validPlace({ name, categories: [{ id: category }], contactInfo: { fetchAutomatically: true } })
const create = async (name: string) => accepted(await asking.put('/place', fetching(name)), 201)

test('D16: names come from a remote directory too', async () => {
  const place = await create('Plats')
  assert.equal(place.owner.name, 'Fjärrenheten')
  assert.deepEqual(place.categories, [{ id: category, name: 'Fjärrkategorin' }])
  assert.equal(place.slug, 'fjarrenheten-plats')
  for (const query of ['owner_name=fj%C3%A4rrenheten', 'q=fjarrkategorin', 'categories_name=^fj%C3%A4rr']) {
    assert.equal(accepted(await asking.get<PageAnswer>(`/place?id=${place.id}&${query}`)).TotalHits, 1, query)
  }
})

test('D48: and so do contact details', async () => {
  const place = await create('Kontakt')
  assert.deepEqual(place.contactInfo, { ...details, fetchAutomatically: true })
  assert.deepEqual(accepted(await asking.get(`/place/${place.id}`)).contactInfo, place.contactInfo)
  assert.equal(accepted(await asking.get<PageAnswer>(`/place?id=${place.id}&contactinfo_email=!`)).TotalHits, 0)
})

test('D16: an owner that is new there is found when a place names it', async () => {
  accepted(await keeping.put('/directory/owners/unit-2', { name: 'Ny enhet' }), 201)
  const owner = { id: 'unit-2', type: 'Församling' }
  assert.equal(accepted(await asking.put('/place', validPlace({ owner })), 201).owner.name, 'Ny enhet')
})

test('directory: a remote one is read, and cannot be written', async () => {
  assert.deepEqual(accepted(await asking.get('/directory/owners?q=fj%C3%A4rr')).TotalHits, 1)
  assert.equal(accepted(await asking.get('/directory/owners/unit-1')).name, 'Fjärrenheten')
  refused(await asking.put('/directory/owners/unit-1', { name: 'x' }), 409, /DIRECTORY_URL/)
  refused(await asking.delete('/directory/owners/unit-1'), 409, /DIRECTORY_URL/)
})

test('directory: when the remote one is down, places are answered with what is known', async () => {
  const { id } = await create('Känd')
  await keeper.close()
  const place = accepted(await asking.get(`/place/${id}`))
  assert.equal((place.owner as { name: string }).name, 'Fjärrenheten')
  assert.deepEqual(place.contactInfo, { ...details, fetchAutomatically: true })
  const owner = { id: 'unit-9', name: 'Sent along', type: 'Församling' }
  assert.equal(accepted(await asking.put('/place', validPlace({ owner })), 201).owner.name, 'Sent along')
  const { text } = await asking.get('/metrics')
  assert.match(text, /gazetteer_directory_failures_total(\{[^}]*\})? [1-9]/)
})
