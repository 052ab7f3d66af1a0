import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, type PageAnswer, pointAt, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const uuid = '11111111-2222-4333-8444-555555555555'
const medium = {
  url: 'the-url',
  provider: 'tube',
  providerRef: 'ref-1',
  title: 'Titel',
  description: 'Om',
  tags: ['nyckel'],
}

/** Every field with the value that a place has in it, and a filter value that matches only that. */
const fields: readonly [filter: string, value: string, overrides: JsonObject][] = [
  ['name', 'Särskild', { name: 'Särskild' }],
  ['shortdescription', 'Kort', { shortDescription: 'Kort' }],
  ['owner_type', 'Projekt', { owner: { id: 'fields-owner', type: 'Projekt' } }],
  ['owner_name', 'Ägarn', { owner: { id: 'fields-owner', type: 'x', name: 'Ägarn' } }],
  ['contactinfo_address', 'Gatan 1', { contactInfo: { address: 'Gatan 1' } }],
  ['contactinfo_postalcode', '123 45', { contactInfo: { postalCode: '123 45' } }],
  ['contactinfo_city', 'Staden', { contactInfo: { city: 'Staden' } }],
  ['contactinfo_visitingaddress', 'Gatan 2', { contactInfo: { visitingAddress: 'Gatan 2' } }],
  ['contactinfo_phone_countrycode', '46', { contactInfo: { phone: { CountryCode: 46 } } }],
  ['contactinfo_phone_areacode', '18', { contactInfo: { phone: { AreaCode: 18 } } }],
  ['contactinfo_phone_number', '123456789', { contactInfo: { phone: { Number: 123456789 } } }],
  ['contactinfo_email', 'a@b.se', { contactInfo: { email: 'a@b.se' } }],
  ['contactinfo_url', 'https://b.se/?a=1', { contactInfo: { url: 'https://b.se/?a=1' } }],
  ['contactinfo_fetchautomatically', 'true', { contactInfo: { fetchAutomatically: true } }],
  ['visitinginfo_address', 'Vägen 3', { visitingInfo: { address: 'Vägen 3' } }],
  ['visitinginfo_postalcode', '54321', { visitingInfo: { postalCode: '54321' } }],
  ['visitinginfo_city', 'Orten', { visitingInfo: { city: 'Orten' } }],
  ['visitinginfo_description', 'Till vänster', { visitingInfo: { description: 'Till vänster' } }],
  ['openhours_validfrom', '2026-01-01', { openHours: [{ validFrom: '2026-01-01' }] }],
  ['openhours_validto', '2026-12-31', { openHours: [{ validTo: '2026-12-31' }] }],
  ['openhours_days_mo_from', '08:15', { openHours: [{ days: { mo: [{ from: '08:15', to: '09:00' }] } }] }],
  ['openhours_days_su_to', '23:45', { openHours: [{ days: { su: [{ from: '08:00', to: '23:45' }] } }] }],
  ['placedetails_info', 'Café och wifi', { placeDetails: { info: 'Café och wifi' } }],
  ['placedetails_hastoilet', 'true', { placeDetails: { hasToilet: true } }],
  ['placedetails_haswifi', 'false', { placeDetails: { hasWifi: false } }],
  ['placedetails_hascafe', 'true', { placeDetails: { hasCafe: true } }],
  ['placedetails_haschargingstation', 'true', { placeDetails: { hasChargingStation: true } }],
  ['placedetails_hasparking', 'false', { placeDetails: { hasParking: false } }],
  ['placedetails_accessibility_info', 'Ramp', { placeDetails: { accessibility: { info: 'Ramp' } } }],
  [
    'placedetails_accessibility_toiletaccessible',
    'true',
    { placeDetails: { accessibility: { toiletAccessible: true } } },
  ],
  [
    'placedetails_accessibility_toiletsoapnonallergenic',
    'false',
    { placeDetails: { accessibility: { toiletSoapNonAllergenic: false } } },
  ],
  ['placedetails_accessibility_hashearingloop', 'true', { placeDetails: { accessibility: { hasHearingLoop: true } } }],
  ['placedetails_accessibility_hasramp', 'true', { placeDetails: { accessibility: { hasRamp: true } } }],
  ['categories_id', uuid, { categories: [{ id: uuid }] }],
  ['tags_id', uuid, { tags: [{ id: uuid }] }],
  ['media_links_title', 'Länk', { media: { links: [{ title: 'Länk' }] } }],
  ['media_links_url', 'https://l.se', { media: { links: [{ url: 'https://l.se' }] } }],
  ['media_links_qr', 'https://q.se', { media: { links: [{ qr: 'https://q.se' }] } }],
  ['media_links_tags', 'bok', { media: { links: [{ tags: ['bok', 'x'] }] } }],
  ['createdby', 'Someone', { updatedBy: 'Someone' }],
  ['updatedby', 'Someone', { updatedBy: 'Someone' }],
  ['publishedby', 'Someone', { updatedBy: 'Someone' }],
  ['depublishedby', 'Someone', { updatedBy: 'Someone', depublished: '2030-01-01' }],
  ['media_audio_title', 'Titel', { media: { audio: [medium] } }],
  ['media_audio_tags', 'nyckel', { media: { audio: [medium] } }],
  ['media_video_descriptiontype', 'yt', { media: { video: [{ ...medium, descriptionType: 'yt' }] } }],
  ['media_video_providerref', 'ref-1', { media: { video: [medium] } }],
  ['media_images_alternatedescription', 'Torn', { media: { images: [{ ...medium, alternateDescription: 'Torn' }] } }],
  ['media_images_url', 'the-url', { media: { images: [medium] } }],
  ['published', '2024-05-06', { published: '2024-05-06' }],
  ['depublished', '2034-05-06', { depublished: '2034-05-06' }],
  ['geolocationinfo_country', 'NO', { geolocation: pointAt(10.7522, 59.9139) }],
]

for (const [filter, value, overrides] of fields) {
  test(`D31: ${filter} is searchable`, async () => {
    const here = api.scene()
    const owner = { id: here.owner, ...(overrides.owner as JsonObject | undefined), type: 'Projekt' }
    const { id } = await here.add({
      name: 'With',
      ...overrides,
      owner: { ...owner, id: here.owner, type: typeOf(overrides) },
    })
    await here.add('Without')
    const hits = async (test: string) =>
      accepted(await here.search({ [filter]: test.replaceAll(',', '\\,') })).Results.map((place) => place.id)
    assert.deepEqual(await hits(value), [id])
    assert.equal((await hits(`!${value}`)).includes(id), false)
    assert.equal((await hits('!')).includes(id), true)
    assert.equal((await hits('')).includes(id), false)
  })
}

function typeOf(overrides: JsonObject): string {
  const owner = overrides.owner as { type: string } | undefined
  return owner?.type ?? 'Församling'
}

test('D31: longdescription takes ~, null checks and q only', async () => {
  const here = api.scene()
  await here.addAll({ name: 'A', longDescription: 'En lång berättelse' }, 'B')
  assert.deepEqual(await here.names({ longdescription: '~lång berätt' }), ['A'])
  assert.deepEqual(await here.names({ longdescription: '!~lång' }), ['B'])
  assert.deepEqual(await here.names('longdescription='), ['B'])
  assert.deepEqual(await here.names('longdescription=!'), ['A'])
  assert.deepEqual(await here.names('longdescription=,~berättelse'.replace('ä', '%C3%A4')), ['A', 'B'])
  assert.deepEqual(await here.names('q=ber%C3%A4ttelse'), ['A'])
  for (const value of ['exact', '!exact', '^start', '!^start']) {
    refused(await api.admin.get(`/place?longdescription=${value}`), 400, /longdescription/)
  }
})

test('D31: validFrom and validTo are strings, not dates', async () => {
  const here = api.scene()
  await here.addAll({ name: 'A', openHours: [{ validFrom: '2026-01-01', validTo: '2026-06-30' }] }, 'B')
  assert.deepEqual(await here.names('openhours_validfrom=^2026'), ['A'])
  assert.deepEqual(await here.names('openhours_validto=~2026 06'), ['A'])
  assert.deepEqual(await here.names('openhours_validfrom=20260101'), [])
})

test('D31: parent.id and parent.name are searchable', async () => {
  const here = api.scene()
  const parent = await here.add('Föräldern')
  await here.add({ name: 'Barnet', parent: { id: parent.id } })
  assert.deepEqual(await here.names(`is=*&parent_id=${parent.id}`), ['Barnet'])
  assert.deepEqual(await here.names('is=*&parent_id='), ['Föräldern'])
  assert.deepEqual(await here.names('is=*&parent_id=!'), ['Barnet'])
  assert.deepEqual(await here.names({ is: '*', parent_name: '^föräld' }), ['Barnet'])
})

test('D31: geolocation and what no schema describes have no filter', async () => {
  for (const filter of [
    'geolocation',
    'geolocation_type',
    'geolocation_geometry_coordinates',
    'placetypes',
    'owner',
    'media',
  ]) {
    refused(await api.admin.get(`/place?${filter}=x`), 400, new RegExp(filter))
  }
})

test('D31: a field that not everybody sees is 403 as a filter and an order for other keys', async () => {
  const reader = await api.keyed(['read'])
  const restricted = ['createdby', 'updatedby', 'publishedby', 'depublishedby', 'deletedby', 'media_audio_title']
  for (const field of [...restricted, 'media_video_url', 'media_images_tags', 'MEDIA_IMAGES_TITLE']) {
    for (const value of ['x', '', '!', '!x', '~x']) {
      const needed = /^media/i.test(field) ? /read-media/ : /read-restricted/
      refused(await reader.get(`/place?${field}=${value}`), 403, needed)
    }
  }
  for (const field of restricted.slice(0, 5))
    refused(await reader.get(`/place?orderby=${field}-`), 403, /read-restricted/)
  accepted(await reader.get('/place?media_links_title=x'))
})

test('D31: a key with read-restricted searches them', async () => {
  const here = api.scene()
  await here.addAll({ name: 'A', updatedBy: 'Ada' }, { name: 'B', updatedBy: 'Bea' })
  const reader = await api.keyed(['read', 'read-restricted'])
  const page = accepted(await reader.get<PageAnswer>(`/place?owner_id=${here.owner}&createdby=ada&orderby=createdby`))
  assert.deepEqual(
    page.Results.map(({ name }) => name),
    ['A'],
  )
})

test('D31: every searchable field of the OpenAPI document is taken', async () => {
  const { paths } = accepted(
    await api.nobody.get<{ paths: Record<string, { get: { parameters: { name: string; in: string }[] } }> }>(
      '/openapi.json',
    ),
  )
  const search = paths['/place'] ?? paths['/v4/place']
  const documented = (search?.get.parameters ?? [])
    .filter((one) => one.in === 'query')
    .map(({ name }) => name.toLowerCase())
  for (const [filter] of fields) assert.ok(documented.includes(filter), filter)
})
