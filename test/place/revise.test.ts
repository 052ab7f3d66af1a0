import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DirectoryEntry } from '../../src/place/directory-entry.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { parentIdOf } from '../../src/place/rules/guards.ts'
import { body, faultsOf, locate, problemOf, start, Town } from './support.ts'

const codeOf = (action: () => unknown) => problemOf(action).code
const unknownId = '019b0000-0000-7000-8000-ffffffffffff'
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

test('D38: a patch merges objects, removes by null or blank, and replaces lists', () => {
  const town = new Town()
  const visitingInfo = { city: 'Uppsala', address: 'Domkyrkoplan' }
  const { id } = town.create(
    body({ visitingInfo, media: { links: [{ url: 'a' }, { url: 'b' }] }, longDescription: 'x' }),
  )
  const patched = town.patch(id, {
    visitingInfo: { address: ' ', postalCode: '753 10' },
    media: { links: [{ url: 'c' }] },
    longDescription: null,
  })
  assert.deepEqual(patched.visitingInfo, { city: 'Uppsala', postalCode: '753 10' })
  assert.deepEqual(patched.media, { links: [{ url: 'c' }] })
  assert.ok(!('longDescription' in patched))
  const emptied = town.patch(id, { visitingInfo: { city: null, postalCode: null }, media: { links: [] } })
  assert.ok(!('visitingInfo' in emptied) && !('media' in emptied))
  assert.equal(emptied.updatedBy, 'bo')
  assert.equal(emptied.createdBy, 'anna')
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
  assert.equal(town.patch(id, { longDescription: 'x' }, { ownerEntries }).slug, 'uppsala-domkyrkan')
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
})

test('D42: depublished must be later than published when a write gives either', () => {
  const town = new Town()
  const same = body({ published: '2026-01-01', depublished: '2026-01-01T01:00+01:00' })
  const fault = faultsOf(() => town.create(same))['/depublished']!
  assert.match(fault, /later than published, got depublished 2026-01-01T00:00:00.00000Z and published 2026-01-01T00/)
  const { id } = town.create(body({ published: '2026-01-01', depublished: '2026-01-02' }))
  assert.deepEqual(Object.keys(faultsOf(() => town.patch(id, { published: '2026-01-02' }))), ['/published'])
  assert.deepEqual(Object.keys(faultsOf(() => town.replace(id, same))), ['/depublished'])
  assert.ok(faultsOf(() => town.patch(id, { depublished: '2026-01-01' }))['/depublished'])
  town.patch(id, { published: '2026-02-01', depublished: null })
  town.patch(id, { depublished: '2026-02-02' })
})

test('D39: what a replace leaves out is gone', () => {
  const town = new Town()
  const { id, created } = town.create(
    body({ published: '2026-01-01', longDescription: 'x', placeTypes: { cemetery: {} } }),
  )
  const place = town.replace(id, body({ updatedBy: 'bo' }))
  for (const gone of ['published', 'publishedBy', 'longDescription']) assert.ok(!(gone in place), gone)
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

test('D41: a parent exists, is not deleted and has no parent; a place with children gets none', () => {
  const town = new Town()
  const [house, room, other] = [town.create(), town.create(), town.create()]
  const under = (id: string) => ({ parent: { id } })
  const fault = (action: () => unknown) => faultsOf(action)['/parent/id']!
  assert.deepEqual(town.patch(room.id, under(house.id.toUpperCase())).parent, { id: house.id })
  assert.match(
    fault(() => town.create(body(under(unknownId)))),
    /no place has the id/,
  )
  assert.match(
    fault(() => town.create(body(under(room.id)))),
    /no parent itself/,
  )
  assert.match(
    fault(() => town.patch(other.id, under(other.id))),
    /its own parent/,
  )
  assert.match(
    fault(() => town.replace(house.id, body(under(other.id)))),
    /has 1/,
  )
  town.remove(other.id)
  assert.match(
    fault(() => town.create(body(under(other.id)))),
    /must not be deleted/,
  )
  town.remove(room.id)
  town.patch(house.id, under(town.create().id))
  assert.match(
    fault(() => town.create(body(under(house.id)))),
    /no parent itself/,
  )
})

test('D41: parent null or {} in a replace sets a child free; a patch of something else leaves it', () => {
  const town = new Town()
  const house = town.create()
  const room = town.create(body({ parent: { id: house.id } }))
  assert.deepEqual(town.patch(room.id, { name: 'x', parent: {} }).parent, { id: house.id })
  assert.ok(!('parent' in town.patch(room.id, { parent: null })))
  town.patch(room.id, { parent: { id: house.id } })
  assert.ok(!('parent' in town.replace(room.id, body({ parent: {} }))))
})

test('D41: a write that leaves the parent as it is does not ask for it', () => {
  const town = new Town()
  const house = town.create()
  const room = town.create(body({ parent: { id: house.id } }))
  town.places.delete(house.id)
  assert.equal(town.patch(room.id, { longDescription: 'x' }).longDescription, 'x')
  assert.deepEqual(town.replace(room.id, body({ parent: { id: house.id } })).parent, { id: house.id })
})

test('D42: a changed depublished goes to the children, published only with set-published', () => {
  const town = new Town()
  const house = town.create(body({ published: '2026-01-01' }))
  const under = { parent: { id: house.id } }
  const room = town.create(body({ ...under, published: '2026-03-01' }))
  const gone = town.create(body(under))
  town.remove(gone.id)
  town.patch(house.id, { depublished: '2026-02-01', updatedBy: 'eva' })
  const followed = town.get(room.id)
  assert.deepEqual([followed.depublished, followed.depublishedBy], ['2026-02-01T00:00:00.00000Z', 'eva'])
  assert.deepEqual([followed.published, followed.publishedBy], ['2026-03-01T00:00:00.00000Z', 'anna'])
  assert.deepEqual([followed.updated, followed.updatedBy], [town.get(house.id).updated, 'eva'])
  assert.ok(!('depublished' in town.get(gone.id)))
  town.patch(house.id, { depublished: null }, { childActions: ['skip-depublished'] })
  assert.equal(town.get(room.id).depublished, '2026-02-01T00:00:00.00000Z')
  town.replace(house.id, body({ published: '2026-01-05', updatedBy: 'fia' }), { childActions: ['set-published'] })
  assert.deepEqual([town.get(room.id).published, town.get(room.id).publishedBy], ['2026-01-05T00:00:00.00000Z', 'fia'])
  town.patch(house.id, { published: null }, { childActions: ['set-published'] })
  assert.ok(!('published' in town.get(room.id)) && !('publishedBy' in town.get(room.id)))
})

test('D42: a child that has the value already gets no revision', () => {
  const town = new Town()
  const house = town.create()
  town.create(body({ parent: { id: house.id }, depublished: '2026-02-01' }))
  const base = { now: start, ownerEntries: {}, allowOverposting: false, seesMedia: true, childActions: [] }
  const changed = { ...base, action: 'patch', id: house.id } as const
  const changes = town.write({ ...changed, body: { updatedBy: 'bo', depublished: '2026-02-01' } })
  assert.deepEqual(
    changes.map((change) => change.action),
    ['patch'],
  )
  assert.equal(town.write({ ...changed, body: { updatedBy: 'bo', depublished: '2026-02-02' } })[1]?.action, 'follow')
  assert.equal(town.write({ ...changed, body: { updatedBy: 'bo', name: 'x' } }).length, 1)
})

test('D40: DELETE takes the children along, or sets them free with disconnect', () => {
  const town = new Town()
  const house = town.create()
  const rooms = [town.create(body({ parent: { id: house.id } })), town.create(body({ parent: { id: house.id } }))]
  const removed = town.remove(house.id)
  assert.deepEqual([removed.deletedBy, removed.updatedBy, removed.deleted], ['cia', 'cia', removed.updated])
  for (const { id } of rooms) {
    assert.equal(town.get(id).deleted, removed.deleted)
    assert.ok(town.get(id).slug.endsWith(`-deleted-${id.slice(-8)}`))
  }
  town.restore(house.id)
  town.remove(house.id, { childActions: ['disconnect'] })
  for (const { id } of rooms) {
    assert.ok(!('deleted' in town.get(id)) && !('parent' in town.get(id)))
    assert.equal(town.get(id).updatedBy, 'cia')
  }
})

test('D40: a deleted place is 404 to DELETE and 409 to PATCH and PUT, with a hint', () => {
  const town = new Town()
  const { id } = town.create()
  town.remove(id)
  for (const [action, code] of [
    [() => town.remove(id), 'not-found'],
    [() => town.patch(id, {}), 'conflict'],
    [() => town.replace(id, body()), 'conflict'],
  ] as const) {
    const problem = problemOf(action)
    assert.equal(problem.code, code)
    assert.match(problem.message, new RegExp(`POST place/${id}/restore`))
  }
})

test('D40: restore brings back the place and the children that the same DELETE took', () => {
  const town = new Town()
  const house = town.create()
  const [early, room] = [
    town.create(body({ parent: { id: house.id } })),
    town.create(body({ parent: { id: house.id } })),
  ]
  town.remove(early.id)
  town.remove(house.id)
  const restored = town.restore(house.id)
  assert.deepEqual([restored.updatedBy, restored.slug, 'deleted' in restored], ['dan', 'uppsala-domkyrkan', false])
  assert.ok(!('deletedBy' in restored))
  assert.ok(!('deleted' in town.get(room.id)) && town.get(room.id).updatedBy === 'dan')
  assert.ok('deleted' in town.get(early.id))
  assert.equal(
    codeOf(() => town.restore(house.id)),
    'conflict',
  )
  assert.equal(
    codeOf(() => town.restore(unknownId)),
    'not-found',
  )
})

test('D41: a restore that would break the two levels is 409', () => {
  const town = new Town()
  const house = town.create()
  const room = town.create(body({ parent: { id: house.id } }))
  town.remove(house.id)
  assert.match(problemOf(() => town.restore(room.id)).message, /parent must not be deleted/)
  town.restore(house.id)
  town.remove(room.id)
  town.patch(house.id, { parent: { id: town.create().id } })
  assert.match(problemOf(() => town.restore(room.id)).message, /no parent itself/)
  town.places.delete(house.id)
  assert.equal(
    codeOf(() => town.restore(room.id)),
    'conflict',
  )
})

test('D8: a key of some owners writes only places that are theirs before and after; children are not asked', () => {
  const town = new Town()
  const mine = { owners: [['uppsala']] }
  const { id } = town.create(body(), mine)
  const foreign = town.create(body({ owner: { id: 'lund', type: 'x' }, parent: { id } }))
  assert.equal(
    codeOf(() => town.create(body({ owner: { id: ' lund ', type: 'x' } }), mine)),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.patch(id, { owner: { id: 'lund' } }, mine)),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.patch(foreign.id, { owner: { id: 'uppsala' } }, mine)),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.replace(foreign.id, body(), mine)),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.remove(foreign.id, mine)),
    'forbidden',
  )
  town.patch(id, { depublished: '2026-02-01' }, mine)
  assert.equal(town.get(foreign.id).depublished, '2026-02-01T00:00:00.00000Z')
  town.remove(id, mine)
  assert.equal(
    codeOf(() => town.restore(foreign.id, mine)),
    'forbidden',
  )
  town.restore(id, mine)
})

test('D43: If-Match of another revision is 412 and changes nothing', () => {
  const town = new Town()
  const { id } = town.create()
  town.patch(id, { name: 'x' }, { ifMatch: [7, 1] })
  for (const ifMatch of [[1], []]) {
    assert.equal(
      codeOf(() => town.patch(id, { name: 'y' }, { ifMatch })),
      'precondition-failed',
    )
    assert.equal(
      codeOf(() => town.replace(id, body(), { ifMatch })),
      'precondition-failed',
    )
    assert.equal(
      codeOf(() => town.remove(id, { ifMatch })),
      'precondition-failed',
    )
  }
  assert.equal(town.get(id).name, 'x')
})

test('D45: of several faults 404 comes first, then 403, 409, 412 and the body', () => {
  const town = new Town()
  const { id } = town.create()
  const all = { owners: [['lund']], ifMatch: [] }
  assert.equal(
    codeOf(() => town.patch(unknownId, { name: 5 }, all)),
    'not-found',
  )
  assert.equal(
    codeOf(() => town.patch(id, { name: 5 }, all)),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.patch(id, { name: 5 }, { ifMatch: [] })),
    'precondition-failed',
  )
  assert.equal(
    codeOf(() => town.patch(id, { name: 5 })),
    'invalid-body',
  )
  town.remove(id)
  assert.equal(
    codeOf(() => town.patch(id, { name: 5 }, all)),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.patch(id, { name: 5 }, { ifMatch: [] })),
    'conflict',
  )
})

test('D45: a delete of what is deleted is 403 before 404, a restore that cannot be 409 before 412', () => {
  const town = new Town()
  const { id } = town.create()
  const child = town.create(body({ parent: { id } }))
  town.remove(id)
  assert.equal(
    codeOf(() => town.remove(id, { owners: [['lund']] })),
    'forbidden',
  )
  assert.equal(
    codeOf(() => town.remove(id, { ifMatch: [] })),
    'not-found',
  )
  assert.equal(
    codeOf(() => town.restore(child.id, { ifMatch: [] })),
    'conflict',
  )
  assert.equal(
    codeOf(() => town.restore(id, { ifMatch: [] })),
    'precondition-failed',
  )
})

test('D45: who deletes or restores must be named', () => {
  const town = new Town()
  const { id } = town.create()
  const base = { now: start, ownerEntries: {}, id, childActions: [] }
  for (const deletedBy of ['', '  ', 'a\0b', 'x'.repeat(2001)]) {
    assert.equal(
      codeOf(() => town.write({ ...base, action: 'remove', deletedBy })),
      'invalid-parameter',
    )
    assert.equal(
      codeOf(() => town.write({ ...base, action: 'restore', updatedBy: deletedBy })),
      'invalid-parameter',
    )
  }
})

test('D49: an import creates, then replaces by key, and writes nothing for what is unchanged', () => {
  const town = new Town()
  const record = body({ published: '2026-01-01', tags: [], shortDescription: 'Domkyrkan' })
  const [first] = town.import('k1', record)
  assert.equal(first?.action, 'create')
  assert.deepEqual(
    town.import('k1', { ...record, updatedBy: 'someone else', name: ' Domkyrkan', published: '20260101' }),
    [],
  )
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
  const [room] = town.import('room', body(), { parentKey: 'house' })
  assert.deepEqual(room?.place.parent, { id: house?.place.id })
  assert.deepEqual(town.import('room', body(), { parentKey: 'house' }), [])
  assert.match(
    faultsOf(() => town.import('other', body(), { parentKey: 'none' }))['/parentKey']!,
    /no place has the key 'none'/,
  )
  assert.deepEqual(Object.keys(faultsOf(() => town.import('x', body(), { parentKey: 'room' }))), ['/parentKey'])
  assert.deepEqual(Object.keys(faultsOf(() => town.import('house', body(), { parentKey: 'house' }))), ['/parentKey'])
  const both = body({ parent: { id: house!.place.id } })
  assert.deepEqual(Object.keys(faultsOf(() => town.import('x', both, { parentKey: 'house' }))), ['/parent'])
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

test('D41: the store is asked for a parent only where one is to be judged', () => {
  const town = new Town()
  const house = town.create()
  const room = town.create(body({ parent: { id: house.id } }))
  const patch = (content: JsonObject) =>
    parentIdOf(
      {
        action: 'patch',
        id: room.id,
        body: content,
        now: 0,
        ownerEntries: {},
        allowOverposting: false,
        seesMedia: true,
        childActions: [],
      },
      room,
    )
  assert.equal(patch({}), undefined)
  assert.equal(patch({ parent: { id: house.id } }), undefined)
  assert.equal(patch({ parent: { id: ` ${unknownId.toUpperCase()} ` } }), unknownId)
  for (const parent of [null, 5, [], {}, { id: null }, { id: 'x' }]) assert.equal(patch({ parent }), undefined)
  const restore = { action: 'restore', id: room.id, updatedBy: 'x', now: 0, ownerEntries: {} } as const
  assert.equal(parentIdOf(restore, room), house.id)
})
