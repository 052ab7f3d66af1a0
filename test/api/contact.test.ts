import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted } from '../support/client.ts'
import { type Scene, sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const unit = {
  email: 'unit@example.org',
  url: 'https://unit.example.org',
  city: 'Uppsala',
  phone: { CountryCode: 46, AreaCode: 18, Number: 100 },
}

/** Sets the contact details of the scene's owner. */
async function details(here: Scene, contactInfo: JsonObject): Promise<void> {
  const { status, text } = await api.admin.put(`/directory/owners/${here.owner}`, { name: 'Enheten', contactInfo })
  assert.ok(status === 200 || status === 201, text)
}

async function fetching(contactInfo: JsonObject = {}, entry: JsonObject = unit) {
  const here = api.scene()
  await details(here, entry)
  const place = await here.add({ contactInfo: { fetchAutomatically: true, ...contactInfo } })
  return { here, place, id: place.id }
}

test('D48: every empty member is filled from the entry of the owner, in GET, searches and answers to writes', async () => {
  const { here, place, id } = await fetching()
  const filled = { ...unit, fetchAutomatically: true }
  assert.deepEqual((await here.get(id)).contactInfo, filled)
  assert.deepEqual(place.contactInfo, filled)
  assert.deepEqual(accepted(await here.search()).Results[0]?.contactInfo, filled)
  const bySlug = await api.admin.get(`/place/by-slug/${place.slug}`)
  assert.deepEqual(accepted(bySlug).contactInfo, filled)
})

test('D48: a non-empty member of the place wins; phone is one member', async () => {
  const { here, id } = await fetching({ email: 'own@example.org', phone: { Number: 7 } })
  assert.deepEqual((await here.get(id)).contactInfo, {
    ...unit,
    email: 'own@example.org',
    phone: { Number: 7 },
    fetchAutomatically: true,
  })
})

test('D48: without fetchAutomatically nothing is fetched', async () => {
  const here = api.scene()
  await details(here, unit)
  const [no, none] = await here.addAll({ contactInfo: { fetchAutomatically: false, email: 'a@b.se' } }, {})
  assert.deepEqual(no?.contactInfo, { fetchAutomatically: false, email: 'a@b.se' })
  assert.equal('contactInfo' in (none ?? {}), false)
})

test('D48: it is the entry of that moment, and updated stays', async () => {
  const { here, id, place } = await fetching()
  api.advance(1000)
  await details(here, { email: 'new@example.org' })
  const after = await here.get(id)
  assert.deepEqual(after.contactInfo, { email: 'new@example.org', fetchAutomatically: true })
  assert.equal(after.updated, place.updated)
  accepted(await api.admin.delete(`/directory/owners/${here.owner}`), 204)
  assert.deepEqual((await here.get(id)).contactInfo, { fetchAutomatically: true })
})

test('D48: an owner that the directory does not know gives nothing', async () => {
  const here = api.scene()
  const { contactInfo } = await here.add({ contactInfo: { fetchAutomatically: true } })
  assert.deepEqual(contactInfo, { fetchAutomatically: true })
})

test('D48: another owner, other details', async () => {
  const { here, id } = await fetching()
  const other = api.scene()
  await details(other, { email: 'other@example.org' })
  await here.patch(id, { owner: { id: other.owner } })
  assert.deepEqual((await here.get(id)).contactInfo, { email: 'other@example.org', fetchAutomatically: true })
})

test('D48: filters, null checks, orders and q see only what is stored', async () => {
  const { here } = await fetching({ city: 'Egen' })
  assert.deepEqual(await here.names('contactinfo_email=unit@example.org'), [])
  assert.deepEqual(await here.names('contactinfo_email='), ['Testkyrkan'])
  assert.deepEqual(await here.names('contactinfo_phone_number=100'), [])
  assert.deepEqual(await here.names('q=unit@example.org'), [])
  assert.deepEqual(await here.names('contactinfo_city=egen'), ['Testkyrkan'])
})

test('D48: export and revisions see only what is stored', async () => {
  const { id } = await fetching({ city: 'Egen' })
  const revisions = await api.admin.get<{ Results: { revision: number }[] }>(`/place/${id}/revisions`)
  const [newest] = accepted(revisions).Results
  const past = await api.admin.get(`/place/${id}/revisions/${newest?.revision}`)
  assert.deepEqual(accepted(past).contactInfo, { fetchAutomatically: true, city: 'Egen' })
  const { text } = await api.admin.get('/export')
  const line = text.split('\n').find((one) => one.includes(id)) ?? ''
  assert.deepEqual(JSON.parse(line).contactInfo, { fetchAutomatically: true, city: 'Egen' })
  const changes = await api.admin.get(`/changes?after=${(newest?.revision ?? 1) - 1}`)
  assert.ok(!changes.text.includes('unit@example.org'))
})

test('D48: a round trip does not freeze what was fetched', async () => {
  const { here, id } = await fetching({ city: 'Egen' })
  const read = await here.get(id)
  accepted(await api.admin.put(`/place/${id}?allowOverposting=true`, JSON.stringify({ ...read, updatedBy: 'editor' })))
  await details(here, { email: 'later@example.org', city: 'Annan' })
  assert.deepEqual((await here.get(id)).contactInfo, {
    email: 'later@example.org',
    city: 'Egen',
    fetchAutomatically: true,
  })
})

test('D48: nor does a PATCH or a create that sends the fetched values', async () => {
  const { here, id } = await fetching()
  await here.patch(id, { contactInfo: { email: unit.email, phone: unit.phone } })
  const created = await here.add({ contactInfo: { ...unit, fetchAutomatically: true } })
  await details(here, { email: 'later@example.org' })
  for (const place of [id, created.id]) {
    assert.deepEqual((await here.get(place)).contactInfo, { email: 'later@example.org', fetchAutomatically: true })
  }
})

test('D48: a member that differs is stored, and stays', async () => {
  const { here, id } = await fetching()
  await here.patch(id, { contactInfo: { email: 'own@example.org', phone: { ...unit.phone, Number: 101 } } })
  await details(here, { email: 'later@example.org' })
  const { contactInfo } = await here.get(id)
  assert.equal(contactInfo?.email, 'own@example.org')
  assert.deepEqual(contactInfo?.phone, { ...unit.phone, Number: 101 })
})
