import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DirectoryEntry } from '../../src/place/directory-entry.ts'
import { body, codeOf, faultsOf, locate, problemOf, start, Town, unknownId } from './support.ts'

const entries = (entry: DirectoryEntry) => ({ [entry.id]: entry })
const image = { title: 'x', url: 'x' }

test('D14, D15, D18: a create sets what the service sets', () => {
  const town = new Town()
  const place = town.create(body({ published: '2026-01-31' }))
  assert.deepEqual(place, {
    id: '019b0000-0000-7000-8000-000000000001',
    name: 'Domkyrkan',
    slug: 'uppsala-domkyrkan',
    created: '2026-01-01T00:00:00.00000Z',
    createdBy: 'anna',
    updated: '2026-01-01T00:00:00.00000Z',
    updatedBy: 'anna',
    published: '2026-01-31T00:00:00.00000Z',
    publishedBy: 'anna',
    geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [17.63, 59.86] } },
    geolocationInfo: { country: 'SE' },
    owner: { id: 'uppsala', type: 'Församling' },
    placeTypes: { external: {} },
  })
  const patched = town.patch(place.id, { longDescription: 'x' })
  assert.deepEqual(patched, { ...place, longDescription: 'x', updated: '2026-01-01T00:00:01.00000Z', updatedBy: 'bo' })
})

test('D12: with the last type gone a place is external; a patch that removes no type of it changes nothing', () => {
  const town = new Town()
  const { id } = town.create(body({ placeTypes: { cemetery: { graves: 3 } } }))
  const two = { placeTypes: { cemetery: {}, external: {} } }
  assert.match(faultsOf(() => town.patch(id, two))['/placeTypes']!, /exactly one .* got cemetery, external/)
  for (const placeTypes of [{}, { parishHome: null }]) {
    assert.deepEqual(town.patch(id, { placeTypes }).placeTypes, { cemetery: { graves: 3 } })
  }
  for (const placeTypes of [null, { cemetery: null }, { parishHome: null, cemetery: null }]) {
    assert.deepEqual(town.patch(id, { placeTypes }).placeTypes, { external: {} })
    town.patch(id, { placeTypes: { cemetery: { graves: 3 } } })
  }
  assert.deepEqual(town.replace(id, body()).placeTypes, { external: {} })
})

test('D38: the same place type merges, another replaces the former whole', () => {
  const town = new Town()
  const { id } = town.create(body({ placeTypes: { cemetery: { graves: 3, urns: { a: 1 } } } }))
  assert.deepEqual(town.patch(id, { placeTypes: { cemetery: { urns: { b: 2 } } } }).placeTypes, {
    cemetery: { graves: 3, urns: { a: 1, b: 2 } },
  })
  assert.deepEqual(town.patch(id, { placeTypes: { cemetery: { graves: null } } }).placeTypes, {
    cemetery: { urns: { a: 1, b: 2 } },
  })
  assert.deepEqual(town.patch(id, { placeTypes: { parishHome: null } }).placeTypes, {
    cemetery: { urns: { a: 1, b: 2 } },
  })
  assert.deepEqual(town.patch(id, { placeTypes: { parishHome: {} } }).placeTypes, { parishHome: {} })
})

test('D38: a patch merges objects at every depth, removes by null or blank, and replaces lists', () => {
  const town = new Town()
  const [one, two] = ['5f0c1a52-7f0e-4a57-9d0c-000000000001', '5f0c1a52-7f0e-4a57-9d0c-000000000002']
  const { id } = town.create(
    body({
      visitingInfo: { city: 'Uppsala', address: 'Domkyrkoplan' },
      placeDetails: { info: 'a', hasToilet: true, accessibility: { info: 'b', hasRamp: true } },
      tags: [{ id: one }, { id: two }],
      media: { links: [{ url: 'a' }, { url: 'b' }] },
      longDescription: 'x',
    }),
  )
  const patched = town.patch(id, {
    visitingInfo: { address: ' ', postalCode: '753 10' },
    placeDetails: { hasToilet: null, accessibility: { hasRamp: false } },
    tags: [{ id: two }],
    media: { links: [{ url: 'c' }] },
    longDescription: null,
  })
  assert.deepEqual(patched.visitingInfo, { city: 'Uppsala', postalCode: '753 10' })
  assert.deepEqual(patched.placeDetails, { info: 'a', accessibility: { info: 'b', hasRamp: false } })
  assert.deepEqual(patched.tags, [{ id: two }])
  assert.deepEqual(patched.media, { links: [{ url: 'c' }] })
  assert.ok(!('longDescription' in patched))
  const emptied = town.patch(id, {
    visitingInfo: { city: null, postalCode: null },
    placeDetails: { info: null, accessibility: null },
    tags: [],
    media: { links: null },
  })
  for (const gone of ['visitingInfo', 'placeDetails', 'tags', 'media']) assert.ok(!(gone in emptied), gone)
  assert.deepEqual([emptied.updatedBy, emptied.createdBy], ['bo', 'anna'])
})

test('D38: a patch cannot take away what a place must have, and must say who', () => {
  const town = new Town()
  const { id } = town.create()
  const faults = faultsOf(() =>
    town.patch(id, { name: null, owner: { type: ' ' }, geolocation: null, updatedBy: null }),
  )
  assert.deepEqual(Object.keys(faults).sort(), [
    '/geolocation/geometry/coordinates',
    '/geolocation/geometry/type',
    '/geolocation/type',
    '/name',
    '/owner/type',
    '/updatedBy',
  ])
  const nobody = { now: start, ownerEntries: {}, allowOverposting: false, seesMedia: true, childActions: [] }
  for (const empty of [{}, { name: 'x' }]) {
    assert.deepEqual(Object.keys(faultsOf(() => town.write({ ...nobody, action: 'patch', id, body: empty }))), [
      '/updatedBy',
    ])
  }
  const moved = town.patch(id, { geolocation: { geometry: { coordinates: [5, 50] } } })
  assert.deepEqual(moved.geolocation, { type: 'Feature', geometry: { type: 'Point', coordinates: [5, 50] } })
  assert.ok(!('geolocationInfo' in moved))
})

test('D20: patches cannot make a place grow without end', () => {
  const town = new Town()
  const { id } = town.create(body({ placeTypes: { cemetery: {} } }))
  const fill = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 300 }, (_, index) => [prefix + index, 'x'.repeat(2000)]))
  town.patch(id, { placeTypes: { cemetery: fill('a') } })
  assert.deepEqual(Object.keys(faultsOf(() => town.patch(id, { placeTypes: { cemetery: fill('b') } }))), [''])
})

test('D16: a name of the owner is kept if sent, and dropped with another owner', () => {
  const town = new Town()
  const owner = { id: 'uppsala', type: 'Församling', name: 'Uppsala församling' }
  const { id, slug } = town.create(body({ owner }))
  assert.equal(slug, 'uppsala-forsamling-domkyrkan')
  assert.deepEqual(town.patch(id, { owner: { type: 'Projekt' } }).owner, { ...owner, type: 'Projekt' })
  assert.deepEqual(town.patch(id, { owner: { id: 'lund' } }).owner, { id: 'lund', type: 'Projekt' })
  assert.deepEqual(town.patch(id, { owner: { id: 'umea', name: 'Umeå' } }).owner, {
    id: 'umea',
    name: 'Umeå',
    type: 'Projekt',
  })
  assert.deepEqual(town.patch(id, { owner: { name: null } }).owner, { id: 'umea', type: 'Projekt' })
  assert.deepEqual(town.replace(id, body()).owner, { id: 'uppsala', type: 'Församling' })
  assert.deepEqual(town.replace(id, body({ owner: { ...owner, name: 'uppsala' } })).owner, {
    id: 'uppsala',
    type: 'Församling',
  })
  assert.deepEqual(Object.keys(faultsOf(() => town.patch(id, { owner: { id: 'x', name: 5 } }))), ['/owner/name'])
})

test('D21: only a changed name, delete and restore make a new slug; the directory names the owner', () => {
  const town = new Town()
  const { id } = town.create()
  assert.equal(town.create().slug, 'uppsala-domkyrkan-2')
  const ownerEntries = entries({ id: 'uppsala', name: 'Uppsala stift' })
  const other = entries({ id: 'lund', name: 'Lunds stift' })
  for (const change of [{ longDescription: 'x', name: 'Domkyrkan' }, { owner: { name: 'Uppsala' } }]) {
    assert.equal(town.patch(id, change, { ownerEntries }).slug, 'uppsala-domkyrkan')
  }
  assert.equal(town.patch(id, { owner: { id: 'lund' } }, { ownerEntries: other }).slug, 'uppsala-domkyrkan')
  assert.equal(town.replace(id, body(), { ownerEntries }).slug, 'uppsala-domkyrkan')
  assert.equal(town.patch(id, { name: 'Kapellet' }, { ownerEntries }).slug, 'uppsala-stift-kapellet')
  assert.equal(town.remove(id).slug, 'uppsala-stift-kapellet-deleted-00000001')
  assert.equal(town.restore(id, { ownerEntries }).slug, 'uppsala-stift-kapellet')
})

test('D21: an owner called like a member of every object is only an owner', () => {
  const town = new Town()
  for (const id of ['constructor', '__proto__', 'toString']) {
    const contactInfo = { fetchAutomatically: true, email: 'a@b.se' }
    const place = town.create(body({ owner: { id, type: 'x' }, contactInfo }))
    assert.deepEqual(place.contactInfo, contactInfo)
    assert.match(place.slug, new RegExp(`^${id.replaceAll('_', '').toLowerCase()}-domkyrkan`))
  }
})

test('D18: publishedBy and depublishedBy are who last changed the value', () => {
  const town = new Town()
  const { id } = town.create(body({ published: '2026-01-01' }))
  assert.equal(town.patch(id, { published: '20260101T0000Z' }).publishedBy, 'anna')
  const both = town.patch(id, { published: '2026-01-02', depublished: '2026-02-01' })
  assert.deepEqual([both.publishedBy, both.depublishedBy], ['bo', 'bo'])
  const later = town.patch(id, { updatedBy: 'eva', depublished: '2026-03-01' })
  assert.deepEqual([later.publishedBy, later.depublishedBy], ['bo', 'eva'])
  const draft = town.patch(id, { published: null })
  assert.ok(!('published' in draft) && !('publishedBy' in draft) && draft.depublishedBy === 'eva')
  const never = town.patch(id, { depublished: null })
  assert.ok(!('depublished' in never) && !('depublishedBy' in never))
  town.patch(id, { published: '2026-01-02', depublished: '2026-02-01', updatedBy: 'fia' })
  const replaced = town.replace(id, body({ published: '20260102', updatedBy: 'gun' }))
  assert.deepEqual([replaced.publishedBy, 'depublishedBy' in replaced], ['fia', false])
})

test('D42: depublished must be later than published when a write gives either', () => {
  const town = new Town()
  for (const depublished of ['2025-12-31', '2026-01-01', '2026-01-01T01:00+01:00']) {
    const wrong = body({ published: '2026-01-01', depublished })
    assert.deepEqual(Object.keys(faultsOf(() => town.create(wrong))), ['/depublished'])
  }
  const same = body({ published: '2026-01-01', depublished: '2026-01-01T01:00+01:00' })
  const fault = faultsOf(() => town.create(same))['/depublished']!
  assert.match(fault, /later than published, got depublished 2026-01-01T00:00:00.00000Z and published 2026-01-01T00/)
  const { id } = town.create(body({ published: '2026-01-01', depublished: '2026-01-01T00:00:00.001Z' }))
  assert.deepEqual(Object.keys(faultsOf(() => town.patch(id, { published: '2026-01-02' }))), ['/published'])
  assert.deepEqual(Object.keys(faultsOf(() => town.replace(id, same))), ['/depublished'])
  for (const depublished of ['2025-12-31', '2026-01-01']) {
    assert.deepEqual(Object.keys(faultsOf(() => town.patch(id, { depublished }))), ['/depublished'])
  }
  town.patch(id, { published: '2026-02-01', depublished: null })
  town.patch(id, { depublished: '2026-02-02' })
  town.create(body({ published: '1999-01-01', depublished: '2000-01-01' }))
  town.create(body({ published: '2099-01-01', depublished: '2100-01-01' }))
})

test('D39: what a replace leaves out is gone', () => {
  const town = new Town()
  const { id, created } = town.create(
    body({ published: '2026-01-01', longDescription: 'x', placeTypes: { cemetery: {} } }),
  )
  const place = town.replace(id, body({ updatedBy: 'bo' }))
  for (const gone of ['published', 'publishedBy', 'longDescription']) assert.ok(!(gone in place), gone)
  assert.equal(
    codeOf(() => town.replace(unknownId, body())),
    'not-found',
  )
  assert.deepEqual([place.created, place.createdBy, place.updatedBy], [created, 'anna', 'bo'])
  assert.deepEqual(place.placeTypes, { external: {} })
  assert.equal(place.updated, '2026-01-01T00:00:01.00000Z')
})

test('D39: what a caller may not see, its PUT and PATCH do not remove', () => {
  const town = new Town()
  const blind = { seesMedia: false }
  const media = { audio: [image], images: [image], links: [{ url: 'x' }] }
  const { id } = town.create(body({ media }))
  assert.deepEqual(town.replace(id, body(), blind).media, { audio: [image], images: [image] })
  const other = { ...image, title: 'y' }
  assert.deepEqual(town.replace(id, body({ media: { images: [other], links: [{ url: 'z' }] } }), blind).media, {
    audio: [image],
    images: [other],
    links: [{ url: 'z' }],
  })
  assert.deepEqual(town.patch(id, { media: null }, blind).media, { audio: [image], images: [other] })
  assert.deepEqual(town.patch(id, { media: { audio: null } }, blind).media, { images: [other] })
  assert.ok(!('media' in town.patch(id, { media: null })))
  town.patch(id, { media })
  assert.ok(!('media' in town.replace(id, body())))
})

test('D48: what equals the contact details of the owner is not stored', () => {
  const town = new Town()
  const phone = { CountryCode: 46, AreaCode: 18, Number: 1 }
  const ownerEntries = entries({ id: 'uppsala', name: 'Uppsala', contactInfo: { phone, email: 'a@b.se', url: 'x' } })
  const contactInfo = {
    fetchAutomatically: true,
    phone: { Number: 1, AreaCode: 18, CountryCode: 46 },
    email: 'c@d.se',
    url: 'x',
  }
  const { id, ...place } = town.create(body({ contactInfo }), { ownerEntries })
  assert.deepEqual(place.contactInfo, { fetchAutomatically: true, email: 'c@d.se' })
  const patched = town.patch(id, { contactInfo: { email: 'a@b.se', url: 'y' } }, { ownerEntries })
  assert.deepEqual(patched.contactInfo, { fetchAutomatically: true, url: 'y' })
  const own = { ...contactInfo, fetchAutomatically: false }
  assert.deepEqual(town.replace(id, body({ contactInfo: own }), { ownerEntries }).contactInfo, own)
})

test('D49: an import creates, then replaces by key, and writes nothing for what is unchanged', () => {
  const town = new Town()
  const record = body({ published: '2026-01-01', tags: [], shortDescription: 'Domkyrkan' })
  const [first] = town.import('k1', record)
  assert.equal(first?.action, 'create')
  for (const same of [
    { updatedBy: 'someone else' },
    { name: ' Domkyrkan' },
    { published: '20260101' },
    { published: '2026-01-01T00:00:00Z' },
    { longDescription: '' },
    { shortDescription: null },
    { contactInfo: { email: null }, categories: [], media: {} },
    { placeTypes: { external: {}, cemetery: null } },
  ]) {
    assert.deepEqual(town.import('k1', { ...record, ...same }), [], JSON.stringify(same))
  }
  const [second] = town.import('k1', { ...record, longDescription: 'x', updatedBy: 'bo' })
  assert.deepEqual([second?.action, second?.place.id, second?.slugBase], ['replace', first?.place.id, undefined])
  assert.deepEqual([second?.place.createdBy, second?.place.publishedBy, second?.who], ['anna', 'anna', 'bo'])
  town.remove(first!.place.id)
  const problem = problemOf(() => town.import('k1', record))
  assert.equal(problem.code, 'conflict')
  assert.match(problem.message, /restore/)
})

test('D49: parentKey names the parent; one that resolves to nothing is a fault', () => {
  const town = new Town()
  const [house] = town.import('house')
  const [room] = town.import('room', body(), { parentKey: { source: 'import', key: 'house' } })
  assert.deepEqual(room?.place.parent, { id: house?.place.id })
  assert.deepEqual(town.import('room', body(), { parentKey: { source: 'import', key: 'house' } }), [])
  assert.match(
    faultsOf(() => town.import('other', body(), { parentKey: { source: 'import', key: 'none' } }))['/parentKey']!,
    /no place has the key 'none'/,
  )
  assert.deepEqual(
    Object.keys(faultsOf(() => town.import('x', body(), { parentKey: { source: 'import', key: 'room' } }))),
    ['/parentKey'],
  )
  assert.deepEqual(
    Object.keys(faultsOf(() => town.import('house', body(), { parentKey: { source: 'import', key: 'house' } }))),
    ['/parentKey'],
  )
  const both = body({ parent: { id: house!.place.id } })
  assert.deepEqual(
    Object.keys(faultsOf(() => town.import('x', both, { parentKey: { source: 'import', key: 'house' } }))),
    ['/parent'],
  )
  assert.ok(!('parent' in town.import('room')[0]!.place))
})

test('D24: geolocate changes geolocationInfo alone, and nothing where it is the same', () => {
  const town = new Town()
  const { id, updated } = town.create()
  assert.deepEqual(town.geolocate(id), [])
  const [change] = town.geolocate(id, () => ({ country: 'NO', county: 'Viken' }))
  assert.deepEqual(change?.place, { ...town.get(id), geolocationInfo: { country: 'NO', county: 'Viken' }, updated })
  assert.ok(!('geolocationInfo' in town.geolocate(id, () => undefined)[0]!.place))
  assert.equal(locate([5, 5]), undefined)
})

test('D20: a write gives a telephone number no negative part, and may send back one that the place has', () => {
  const town = new Town()
  for (const part of ['CountryCode', 'AreaCode', 'Number']) {
    const contactInfo = { phone: { [part]: -46 } }
    assert.match(
      faultsOf(() => town.create(body({ contactInfo })))[`/contactInfo/phone/${part}`]!,
      /must be >= 0, got -46/,
    )
  }
  const place = town.create(body({ contactInfo: { phone: { CountryCode: 0, Number: 9 } } }))
  town.places.set(place.id, { place: { ...place, contactInfo: { phone: { Number: -9 } } }, revision: 1 })
  assert.deepEqual(town.patch(place.id, { contactInfo: { phone: { AreaCode: 18, Number: -9 } } }).contactInfo?.phone, {
    AreaCode: 18,
    Number: -9,
  })
  assert.deepEqual(Object.keys(faultsOf(() => town.patch(place.id, { contactInfo: { phone: { Number: -8 } } }))), [
    '/contactInfo/phone/Number',
  ])
})

test('D20: names of people are kept without characters that turn the text around them', () => {
  const turned = '\u202eBo\u2066 \u200fEk\u061c'
  const town = new Town()
  const place = town.create(body({ updatedBy: turned, name: `Kyrka ${turned}` }))
  assert.deepEqual([place.updatedBy, place.createdBy], ['Bo Ek', 'Bo Ek'])
  assert.equal(place.name, `Kyrka \u202eBo\u2066 \u200fEk`, 'other texts keep them')
  const request = { id: place.id, now: town.now, ownerEntries: {}, allowOverposting: false, seesMedia: true }
  const [removed] = town.write({ ...request, childActions: [], action: 'remove', deletedBy: turned })
  assert.equal(removed?.place.deletedBy, 'Bo Ek')
  assert.equal(faultsOf(() => town.create(body({ updatedBy: '\u202e\u200f' })))['/updatedBy'] !== undefined, true)
})
