import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, pointAt, refused } from '../support/client.ts'
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

test('fields: a value of another type is 400 that names the field', async () => {
  const here = api.scene()
  const wrong: readonly [RegExp, JsonObject][] = [
    [/name/, { name: 5 }],
    [/shortDescription/, { shortDescription: {} }],
    [/published/, { published: 20260101 }],
    [/owner/, { owner: 'unit' }],
    [/owner\/id/, { owner: { id: 5, type: 'x' } }],
    [/contactInfo/, { contactInfo: [] }],
    [/CountryCode/, { contactInfo: { phone: { CountryCode: '46' } } }],
    [/AreaCode/, { contactInfo: { phone: { AreaCode: 1.5 } } }],
    [/fetchAutomatically/, { contactInfo: { fetchAutomatically: 'true' } }],
    [/openHours/, { openHours: {} }],
    [/hasToilet/, { placeDetails: { hasToilet: 1 } }],
    [/categories/, { categories: {} }],
    [/tags\/0/, { tags: ['11111111-2222-4333-8444-666666666666'] }],
    [/tags/, { media: { links: [{ tags: 'one' }] } }],
    [/links/, { media: { links: {} } }],
    [/parent/, { parent: 'id' }],
  ]
  for (const [field, overrides] of wrong) {
    const problem = refused(await api.admin.put('/place', here.body(overrides)), 400, field)
    assert.match(problem.errors?.map(({ pointer }) => pointer).join() ?? '', field)
  }
})

test('fields: a medium needs a title, and a url or both provider and providerRef', async () => {
  const here = api.scene()
  for (const list of ['audio', 'video', 'images']) {
    const put = (item: JsonObject) => api.admin.put('/place', here.body({ media: { [list]: [item] } }))
    accepted(await put({ title: 't', url: 'u' }), 201)
    accepted(await put({ title: 't', provider: 'p', providerRef: 'r' }), 201)
    accepted(await put({ title: 't', provider: 'p', url: 'u' }), 201)
    refused(await put({ url: 'u' }), 400, /title/)
    refused(await put({ title: ' ', url: 'u' }), 400, /title/)
    refused(await put({ title: 't' }), 400, /url/)
    refused(await put({ title: 't', provider: 'p' }), 400, /providerRef/)
    refused(await put({ title: 't', providerRef: 'r' }), 400, /provider/)
    refused(await put({ title: 't', url: '', provider: 'p', providerRef: ' ' }), 400, /url|providerRef/)
  }
})

test('fields: parts of a medium belong to their kind', async () => {
  const here = api.scene()
  const put = (list: string, item: JsonObject) =>
    api.admin.put('/place', here.body({ media: { [list]: [{ title: 't', url: 'u', ...item }] } }))
  accepted(await put('video', { descriptionType: 'x' }), 201)
  accepted(await put('images', { alternateDescription: 'x' }), 201)
  refused(await put('audio', { descriptionType: 'x' }), 400, /descriptionType/)
  refused(await put('images', { descriptionType: 'x' }), 400, /descriptionType/)
  refused(await put('video', { alternateDescription: 'x' }), 400, /alternateDescription/)
  refused(await put('audio', { qr: 'x' }), 400, /qr/)
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

test('D19: strings are trimmed and normalised to NFC', async () => {
  const here = api.scene()
  const place = await here.add({ name: '  Sjo\u0308 kyrka\t', visitingInfo: { city: '\u00a0Malmo\u0308 \n' } })
  assert.equal(place.name, 'Sjö kyrka')
  assert.equal(place.visitingInfo?.city, 'Malmö')
})

test('D19: empty and blank strings are null', async () => {
  const here = api.scene()
  const { id } = await here.add({
    longDescription: ' \n\t ',
    visitingInfo: { city: '', address: 'A' },
    shortDescription: '',
  })
  const place = await here.get(id)
  assert.equal('longDescription' in place, false)
  assert.deepEqual(place.visitingInfo, { address: 'A' })
  assert.equal(place.shortDescription, place.name)
  await here.patch(id, { visitingInfo: { address: '   ' } })
  assert.equal('visitingInfo' in (await here.get(id)), false)
  refused(await api.admin.put('/place', here.body({ name: ' \u2003 ' })), 400, /name/)
  refused(await api.admin.put('/place', here.body({ updatedBy: '' })), 400, /updatedBy/)
})

test('D19: null members and what is left empty are removed', async () => {
  const here = api.scene()
  const place = await here.add({
    contactInfo: { email: null, phone: { CountryCode: null } },
    placeDetails: { accessibility: { info: ' ' } },
    media: { links: [], audio: null },
    categories: [],
    openHours: [],
    visitingInfo: {},
  })
  for (const gone of ['contactInfo', 'placeDetails', 'media', 'categories', 'openHours', 'visitingInfo']) {
    assert.equal(gone in place, false, gone)
  }
})

test('D19: false and 0 are values', async () => {
  const here = api.scene()
  const place = await here.add({ placeDetails: { hasWifi: false }, contactInfo: { phone: { AreaCode: 0 } } })
  assert.deepEqual(place.placeDetails, { hasWifi: false })
  assert.deepEqual(place.contactInfo, { phone: { AreaCode: 0 } })
})

test('D19: a weekday with an empty list stays and says closed', async () => {
  const place = await api.scene().add({ openHours: [{ days: { mo: [], tu: [{ from: '09:00', to: '10:00' }] } }] })
  assert.deepEqual(place.openHours, [{ days: { mo: [], tu: [{ from: '09:00', to: '10:00' }] } }])
})

test('D19: a null in a list is dropped, and a weekday left without elements by that is 400', async () => {
  const here = api.scene()
  const links = [{ url: 'u', tags: ['a', null, ' '] }, null]
  const place = await here.add({ media: { links } })
  assert.deepEqual(place.media, { links: [{ url: 'u', tags: ['a'] }] })
  const week = { openHours: [{ days: { mo: [null] } }] }
  refused(await api.admin.put('/place', here.body(week)), 400, /\/openHours\/0\/days\/mo/)
})

test('D19: a list whose elements a program has lost does not empty the list of the place', async () => {
  const here = api.scene()
  const id = 'c0000000-0000-4000-8000-000000000001'
  const place = await here.add({ categories: [{ id }], openHours: [{ days: { mo: [] } }] })
  const lost = JSON.parse(JSON.stringify({ categories: [{ id: undefined }] })) as JsonObject
  const patch = (change: JsonObject) => api.admin.patch(`/place/${place.id}`, { updatedBy: 'a', ...change })
  refused(await patch(lost), 400, /\/categories\/0\/id/)
  refused(await patch({ openHours: [null] }), 400, /\/openHours\/0/)
  const { categories, openHours } = await here.get(place.id)
  assert.deepEqual([categories, openHours], [place.categories, place.openHours])
})

test('D19: what nobody sees is no name', async () => {
  for (const name of ['\u200b', ' \u00ad\u2060 ']) {
    refused(await api.admin.put('/place', api.scene().body({ name })), 400, /\/name: is required/)
  }
})

test('D19: a shortDescription equal to the name is not stored', async () => {
  const here = api.scene()
  const { id } = await here.add({ name: 'Former', shortDescription: ' Former ' })
  await here.patch(id, { name: 'Later' })
  assert.equal((await here.get(id)).shortDescription, 'Later')
  assert.deepEqual(await here.names('shortdescription=former'), [])
})
