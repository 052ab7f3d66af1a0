import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, type Client, refused } from '../support/client.ts'
import { type Scene, suite } from '../support/suite.ts'

const api = suite()
const pointers = (answer: Parameters<typeof refused>[0]) =>
  (refused(answer, 400).errors ?? []).map(({ pointer }) => pointer).sort()

test('write: a create answers 201 with the whole place and its complete address', async () => {
  const here = api.scene()
  const answer = await api.admin.put('/place', here.body({ name: 'New' }))
  const place = accepted(answer, 201)
  assert.equal(answer.headers.get('location'), `${api.url}/place/${place.id}`)
  assert.deepEqual(await here.get(place.id), place)
  const versioned = await api.admin.put('/v4/place', here.body({ name: 'New' }))
  const address = accepted(versioned, 201) && versioned.headers.get('location')
  assert.ok(address?.startsWith(`${api.url}/`), `${address}`)
  const followed = await fetch(address ?? '', { headers: { authorization: `Bearer ${api.admin.key}` } })
  assert.deepEqual(await followed.json(), versioned.body)
})

test('write: created and updated are the moment of the create, updated moves with each change', async () => {
  const here = api.scene()
  api.setNow('2026-06-16T08:00:00.123Z')
  const place = await here.add()
  assert.deepEqual([place.created, place.updated], Array(2).fill('2026-06-16T08:00:00.12300Z'))
  api.setNow('2026-06-16T08:00:01.456Z')
  await here.patch(place.id, { longDescription: 'x' })
  const later = await here.get(place.id)
  assert.deepEqual([later.created, later.updated], ['2026-06-16T08:00:00.12300Z', '2026-06-16T08:00:01.45600Z'])
})

test('write: a create needs name, updatedBy, owner.id, owner.type and coordinates, and says all at once', async () => {
  const found = pointers(await api.admin.put('/place', {})).join(' ')
  for (const field of ['name', 'updatedBy', 'owner', 'geolocation']) assert.match(found, new RegExp(field))
  const here = api.scene()
  const lacking: readonly [string, JsonObject][] = [
    ['/name', { name: null }],
    ['/updatedBy', { updatedBy: null }],
    ['/updatedBy', { updatedBy: '  ' }],
    ['/owner', { owner: null }],
    ['/owner/id', { owner: { type: 'x' } }],
    ['/owner/id', { owner: { id: ' ', type: 'x' } }],
    ['/owner/type', { owner: { id: 'x' } }],
    ['/geolocation', { geolocation: null }],
  ]
  for (const [pointer, overrides] of lacking) {
    const said = pointers(await api.admin.put('/place', here.body(overrides)))
    assert.ok(said.length > 0 && said.every((one) => one.startsWith(pointer)), `${JSON.stringify(overrides)}: ${said}`)
  }
})

test('write: a replace has the requirements of a create', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const found = pointers(await api.admin.put(`/place/${id}`, {})).join(' ')
  for (const field of ['name', 'updatedBy', 'owner', 'geolocation']) assert.match(found, new RegExp(field))
})

test('write: every PATCH needs updatedBy, also an empty one', async () => {
  const here = api.scene()
  const { id } = await here.add()
  for (const body of [{}, { name: 'x' }, { updatedBy: null }, { updatedBy: '' }]) {
    refused(await api.admin.patch(`/place/${id}`, body), 400, /updatedBy/)
  }
})

test('write: what may never be null is refused as null in a PATCH', async () => {
  const here = api.scene()
  const { id } = await here.add('Stays')
  const nulls: readonly [RegExp, JsonObject][] = [
    [/name/, { name: null }],
    [/name/, { name: ' ' }],
    [/owner/, { owner: null }],
    [/owner\/id/, { owner: { id: null } }],
    [/owner\/type/, { owner: { type: '' } }],
    [/geolocation/, { geolocation: null }],
    [/geolocation/, { geolocation: { geometry: null } }],
    [/coordinates/, { geolocation: { geometry: { coordinates: null } } }],
  ]
  for (const [says, change] of nulls) {
    refused(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', ...change }), 400, says)
  }
  assert.equal((await here.get(id)).name, 'Stays')
})

/** What no client may give (D17), each with a value of the right type. */
const neverGiven: JsonObject = {
  id: '01890000-0000-7000-8000-000000000000',
  slug: 'mine',
  created: '2020-01-01',
  createdBy: 'x',
  updated: '2020-01-01',
  publishedBy: 'x',
  depublishedBy: 'x',
  deleted: '2020-01-01',
  deletedBy: 'x',
  geolocationInfo: { country: 'DK' },
}

const writes: readonly [
  name: string,
  send: (c: Client, id: string, body: JsonObject, query?: string) => ReturnType<Client['patch']>,
][] = [
  ['create', (c, _id, body, query = '') => c.send('PUT', `/place${query}`, { body })],
  ['replace', (c, id, body, query = '') => c.send('PUT', `/place/${id}${query}`, { body })],
  ['patch', (c, id, body, query = '') => c.patch(`/place/${id}${query}`, body)],
]

for (const [name, send] of writes) {
  test(`D17: a ${name} with what is never given is 400 that lists every property at once`, async () => {
    const here = api.scene()
    const { id } = await here.add()
    const body = here.body({ ...neverGiven, nonsense: 1, Name: 'x', contactInfo: { fax: '1', email: 'a' } })
    const expected = [...Object.keys(neverGiven), 'nonsense', 'Name', 'contactInfo/fax'].map((path) => `/${path}`)
    assert.deepEqual(pointers(await send(api.admin, id, body)), expected.sort())
  })

  test(`D17: a ${name} with allowOverposting drops them silently`, async () => {
    const here = api.scene()
    const present = await here.add()
    const body = here.body({ ...neverGiven, nonsense: 1, Name: 'x', contactInfo: { fax: '1', email: 'a' } })
    const answer = await send(api.admin, present.id, body, '?allowOverposting=true')
    assert.ok(answer.status < 300, answer.text)
    const place = await newest(here, present.id, name)
    for (const [field, value] of Object.entries(neverGiven)) {
      assert.notDeepEqual(place[field as keyof typeof place], value, field)
    }
    assert.deepEqual(place.contactInfo, { email: 'a' })
    assert.equal('nonsense' in place || 'Name' in place, false)
    assert.equal(place.name, 'Testkyrkan')
  })
}

async function newest(here: Scene, id: string, name: string) {
  const { Results } = accepted(await here.search())
  const other = Results.find((place) => place.id !== id)
  return here.get(name === 'create' ? (other?.id ?? '') : id)
}

test('D17: a null for what is never given is over-posting too', async () => {
  const here = api.scene()
  const { id } = await here.add()
  refused(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', slug: null }), 400, /slug/)
  refused(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', deleted: null }), 400, /deleted/)
  refused(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', nonsense: null }), 400, /nonsense/)
})

test('D17: allowOverposting skips nothing but over-posting', async () => {
  const here = api.scene()
  refused(await api.admin.put('/place?allowOverposting=true', here.body({ name: 5 })), 400, /name/)
  refused(await api.admin.put('/place?allowOverposting=true', here.body({ updatedBy: null })), 400, /updatedBy/)
  refused(await api.admin.put('/place?allowOverposting=false', here.body({ slug: 'x' })), 400, /slug/)
})

test('D17: names of properties in bodies are case-sensitive', async () => {
  const here = api.scene()
  refused(await api.admin.put('/place', here.body({ contactInfo: { phone: { countryCode: 46 } } })), 400, /countryCode/)
  refused(await api.admin.put('/place', here.body({ ShortDescription: 'x' })), 400, /ShortDescription/)
  refused(await api.admin.put('/place', here.body({ placeDetails: { hastoilet: true } })), 400, /hastoilet/)
  const phone = { CountryCode: 46, AreaCode: 8, Number: 1 }
  assert.deepEqual((await here.add({ contactInfo: { phone } })).contactInfo, { phone })
})

test('D17: unknown properties are refused at every depth, pointers escaped', async () => {
  const here = api.scene()
  const said = pointers(
    await api.admin.put(
      '/place',
      here.body({
        owner: { id: 'x', type: 'y', unit: 1 },
        placeDetails: { accessibility: { lift: true } },
        openHours: [{ days: { mo: [{ from: '08:00', to: '09:00', note: 'x' }], xx: [] } }],
        media: { links: [{ url: 'u', 'a/b~c': 1 }] },
      }),
    ),
  )
  const expected = ['/media/links/0/a~1b~0c', '/openHours/0/days/mo/0/note', '/openHours/0/days/xx']
  assert.deepEqual(said, [...expected, '/owner/unit', '/placeDetails/accessibility/lift'])
})

test('D17: the faults of a body are all told at once, of whatever kind', async () => {
  const here = api.scene()
  const body = here.body({ slug: 'x', name: '', published: '2026-13-01', tags: [{ id: 'x' }], geolocation: null })
  const said = pointers(await api.admin.put('/place', body))
  for (const pointer of ['/slug', '/name', '/published', '/tags/0/id', '/geolocation']) {
    assert.ok(
      said.some((one) => one.startsWith(pointer)),
      `${pointer} in ${said}`,
    )
  }
})

test('D18: createdBy is the updatedBy of the create and stays', async () => {
  const here = api.scene()
  const { id } = await here.add({ updatedBy: 'first' })
  await here.patch(id, { updatedBy: 'second' })
  const { createdBy, updatedBy } = await here.get(id)
  assert.deepEqual([createdBy, updatedBy], ['first', 'second'])
  accepted(await api.admin.put(`/place/${id}`, here.body({ updatedBy: 'third' })))
  assert.equal((await here.get(id)).createdBy, 'first')
})

test('D18: publishedBy and depublishedBy are who last changed the value', async () => {
  const here = api.scene()
  const { id } = await here.add({ updatedBy: 'one', published: '2020-01-01' })
  assert.equal((await here.get(id)).publishedBy, 'one')
  assert.equal('depublishedBy' in (await here.get(id)), false)
  await here.patch(id, { updatedBy: 'two', name: 'x', published: '2020-01-01T00:00Z' })
  assert.equal((await here.get(id)).publishedBy, 'one', 'the same value is no change')
  await here.patch(id, { updatedBy: 'three', published: '2020-01-02', depublished: '2030-01-01' })
  const { publishedBy, depublishedBy } = await here.get(id)
  assert.deepEqual([publishedBy, depublishedBy], ['three', 'three'])
  accepted(await api.admin.put(`/place/${id}`, here.body({ updatedBy: 'four', published: '20200102' })))
  const replaced = await here.get(id)
  assert.equal(replaced.publishedBy, 'three')
  assert.equal('depublishedBy' in replaced, false)
})

test('D18: null removes the value and its -By', async () => {
  const here = api.scene()
  const { id } = await here.add({ depublished: '2030-01-01' })
  await here.patch(id, { published: null, depublished: null })
  const place = await here.get(id)
  for (const field of ['published', 'publishedBy', 'depublished', 'depublishedBy']) {
    assert.equal(field in place, false, field)
  }
})

test('D45, D17: all faults at once, also beside what may not be sent', async () => {
  const here = api.scene()
  const openHours = [{ validTo: '2026-01-01' }, { days: { tu: [{ from: '1:00', to: '02:00' }] } }]
  const media = { audio: [{ url: 5, title: 't' }], video: [{ title: 't', provider: 'p' }] }
  const geometry = { type: 'Point', coordinates: [200, 95] }
  const geolocation = { type: 'Feature', geometry, x: 1 }
  const placeTypes = { cemetery: {}, external: {}, zz: {} }
  const body = here.body({ openHours, media, geolocation, placeTypes })
  assert.deepEqual(pointers(await api.admin.put('/place', body)), [
    '/geolocation/geometry/coordinates/0',
    '/geolocation/geometry/coordinates/1',
    '/geolocation/x',
    '/media/audio/0/url',
    '/media/video/0',
    '/openHours/1/days/tu/0/from',
    '/openHours/1/validFrom',
    '/placeTypes',
    '/placeTypes/zz',
  ])
})
