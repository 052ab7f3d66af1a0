import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

test('D4: limit is 0 to 500, 100 when absent; 0 gives only TotalHits', async () => {
  const here = api.scene()
  const lines = Array.from({ length: 120 }, (_, n) => JSON.stringify(here.body({ name: `P${n}` }))).join('\n')
  accepted(await api.admin.post('/import', lines, { 'content-type': 'application/x-ndjson' }))
  assert.equal((await here.names('')).length, 100)
  assert.equal((await here.names('limit=500')).length, 120)
  assert.equal((await here.names('limit=7')).length, 7)
  assert.deepEqual(accepted(await here.search('limit=0')), { TotalHits: 120, Results: [] })
})

test('D4: offset is a whole number from 0; past the end the page is empty and the total true', async () => {
  const here = api.scene()
  await here.addAll('A', 'B', 'C')
  assert.deepEqual(await here.names('offset=1&limit=1'), ['B'])
  assert.deepEqual(accepted(await here.search('offset=3')), { TotalHits: 3, Results: [] })
  assert.deepEqual(accepted(await here.search('offset=4000000000')), { TotalHits: 3, Results: [] })
})

test('D4: TotalHits counts all matches, not those of the page', async () => {
  const here = api.scene()
  await here.addAll('A1', 'A2', 'B')
  assert.equal(accepted(await here.search('name=^a&limit=1')).TotalHits, 2)
})

test('D20: a body of more than 1 MiB is 413', async () => {
  const here = api.scene()
  const padded = (bytes: number) => {
    const body = JSON.stringify(here.body())
    return body + ' '.repeat(bytes - Buffer.byteLength(body))
  }
  accepted(await api.admin.put('/place', padded(1024 * 1024)), 201)
  refused(await api.admin.put('/place', padded(1024 * 1024 + 1)), 413)
})

test('D20: 500 ids fit into an address, and a head of more than 32 KiB is 431', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const ids = Array.from({ length: 499 }, () => crypto.randomUUID())
  assert.equal(accepted(await here.search(`id=${[...ids, id].join(',')}`)).TotalHits, 1)
  const long = await api.admin.get(`/place?name=${'x'.repeat(33 * 1024)}`)
  refused(long, 431)
  refused(await api.admin.get('/place', { 'x-padding': 'x'.repeat(33 * 1024) }), 431)
})

test('D20: names of keys and who deletes are bounded too', async () => {
  const { id } = await api.scene().add()
  refused(await api.admin.delete(`/place/${id}?deletedby=${'x'.repeat(2001)}`), 400, /2,?000/)
  refused(await api.admin.post('/keys', { name: 'x'.repeat(100_000), permissions: ['read'] }), 400, /name/)
})

test('D20: integers that are not kept exactly are refused wherever they stand, and fractions are rounded', async () => {
  const here = api.scene()
  const body = (number: string) =>
    JSON.stringify(here.body({ placeTypes: { cemetery: { deep: [{ n: 'HERE' }] } } })).replace('"HERE"', number)
  const { id } = await here.add()
  const patch = (number: string) => `{"updatedBy":"a","geolocation":{"properties":{"n":${number}}}}`
  for (const number of ['9007199254740992', '-9007199254740993', '1e16', '123456789012345678901.0']) {
    refused(
      await api.admin.put('/place', body(number)),
      400,
      /placeTypes\/cemetery\/deep\/0\/n: must be an integer from -9007/,
    )
    refused(await api.admin.patch(`/place/${id}`, patch(number)), 400, /geolocation\/properties\/n: must be an integer/)
    const imported = await api.admin.post('/import', body(number), { 'content-type': 'application/x-ndjson' })
    assert.match(imported.text, /"pointer":"\/placeTypes\/cemetery\/deep\/0\/n","detail":"must be an integer/)
  }
  for (const number of ['9007199254740991', '-9007199254740991', '0.12345678901234567', '1e-30']) {
    const { placeTypes } = accepted(await api.admin.put('/place', body(number)), 201)
    assert.deepEqual(placeTypes, { cemetery: { deep: [{ n: Number(number) }] } })
  }
})

test('a number that would not be kept as it was sent is refused', async () => {
  const here = api.scene()
  const phone = (number: string) =>
    JSON.stringify(here.body({ contactInfo: { phone: { CountryCode: 46, Number: 1 } } })).replace(
      '"Number":1',
      `"Number":${number}`,
    )
  const headers = { 'content-type': 'application/json' }
  const kept = await api.admin.put<{ contactInfo: JsonObject }>('/place', phone('9007199254740991'), headers)
  assert.deepEqual(accepted(kept, 201).contactInfo, { phone: { CountryCode: 46, Number: 9007199254740991 } })
  for (const number of ['9007199254740993', '12345678901234567890', '1e21']) {
    refused(await api.admin.put('/place', phone(number), headers), 400, /contactInfo\/phone\/Number.*9007199254740991/)
  }
})
