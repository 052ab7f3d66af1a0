import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, pointAt } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

/** Every field that a client may write, with a value. */
const everything: JsonObject = {
  name: 'Allt',
  updatedBy: 'author',
  shortDescription: 'Kort',
  longDescription: '# Lång\n\ntext',
  published: '2021-03-04',
  depublished: '2031-03-04',
  geolocation: { ...pointAt(18.0686, 59.3293), properties: { source: 'map', accuracy: 5 } },
  contactInfo: {
    address: 'Gatan 1',
    postalCode: '111 11',
    city: 'Stockholm',
    visitingAddress: 'Gatan 2',
    phone: { CountryCode: 46, AreaCode: 8, Number: 123456 },
    email: 'a@example.org',
    url: 'https://example.org',
    fetchAutomatically: false,
  },
  visitingInfo: { address: 'Gatan 3', postalCode: '111 12', city: 'Solna', description: 'Left of the gate' },
  openHours: [
    { validFrom: '2026-01-01', validTo: '2026-12-31', days: { mo: [{ from: '08:00', to: '17:00' }], su: [] } },
  ],
  placeDetails: {
    info: 'Café',
    hasToilet: true,
    hasWifi: false,
    hasCafe: true,
    hasChargingStation: false,
    hasParking: true,
    accessibility: {
      info: 'Ramp',
      toiletAccessible: true,
      toiletSoapNonAllergenic: false,
      hasHearingLoop: true,
      hasRamp: true,
    },
  },
  categories: [{ id: '11111111-2222-4333-8444-555555555555' }],
  tags: [{ id: '11111111-2222-4333-8444-666666666666' }],
  media: {
    audio: [{ tags: ['bells'], url: 'https://example.org/a', title: 'Bells', description: 'Ringing' }],
    video: [{ providerRef: 'v1', provider: 'tube', title: 'Film', descriptionType: 'short' }],
    images: [{ url: 'u', providerRef: 'r', provider: 'p', title: 'Picture', alternateDescription: 'A tower' }],
    links: [{ tags: ['book'], url: 'https://example.org/l', title: 'Link', qr: 'https://example.org/q' }],
  },
}

test('fields: every writable field is kept as written', async () => {
  const here = api.scene()
  const { updatedBy, published, depublished, ...written } = everything
  const place = await here.add(everything)
  for (const [name, value] of Object.entries(written)) {
    assert.deepEqual(place[name as keyof typeof place], value, name)
  }
  assert.equal(place.updatedBy, updatedBy)
  assert.deepEqual(await here.get(place.id), place)
})

test('fields: what was read can be written back with allowOverposting and is the same', async () => {
  const here = api.scene()
  const place = await here.add(everything)
  const answer = await api.admin.put(`/place/${place.id}?allowOverposting=true`, JSON.stringify(place))
  const again = accepted(answer)
  assert.deepEqual({ ...again, updated: '' }, { ...place, updated: '' })
})

test('D14: identifiers are UUIDv7 strings made by the service', async () => {
  const here = api.scene()
  const [first, second] = await here.addAll('A', 'B')
  const v7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  assert.match(first?.id ?? '', v7)
  assert.match(second?.id ?? '', v7)
  assert.notEqual(first?.id, second?.id)
})

test('D15: parent, owner and shortDescription are always present', async () => {
  const here = api.scene()
  const place = await here.add('Plain')
  assert.deepEqual(place.parent, {})
  assert.equal(place.shortDescription, 'Plain')
  assert.deepEqual(Object.keys(place.owner).sort(), ['id', 'name', 'type'])
  const [found] = accepted(await here.search()).Results
  assert.deepEqual(found?.parent, {})
  assert.equal(found?.shortDescription, 'Plain')
  assert.deepEqual(found?.owner, { id: here.owner, type: 'Församling' })
})

test('D15: the always present properties are there, and nothing without a value', async () => {
  const here = api.scene()
  const place = await here.add({ published: null })
  const always = ['created', 'createdBy', 'geolocation', 'id', 'name', 'owner', 'parent', 'placeTypes']
  const rest = ['shortDescription', 'slug', 'updated', 'updatedBy']
  assert.deepEqual(
    Object.keys(place)
      .filter((name) => name !== 'geolocationInfo')
      .sort(),
    [...always, ...rest],
  )
})

test('D15: a stored shortDescription stands, and the name again when it is removed', async () => {
  const here = api.scene()
  const { id } = await here.add({ name: 'Name', shortDescription: 'Short' })
  assert.equal((await here.get(id)).shortDescription, 'Short')
  await here.patch(id, { shortDescription: null })
  assert.equal((await here.get(id)).shortDescription, 'Name')
})
