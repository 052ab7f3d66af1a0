import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { distanceMetres } from '../../src/geo/sphere.ts'
import { createModel } from '../../src/place/model.ts'
import type { Place } from '../../src/place/place.ts'
import type { Visibility } from '../../src/place/visibility.ts'
import { createMeaning, matches } from '../../src/query/matches.ts'
import { parseSearch } from '../../src/query/parse.ts'
import { arbitraryQuery, arbitraryWorld, viewsOf } from '../support/generate.ts'
import { searchNaively } from '../support/naive.ts'
import { instants, manyKindsModel } from '../support/pools.ts'
import { runs } from '../support/runs.ts'

const model = createModel()
const meaning = createMeaning(model)
const now = Date.parse('2026-03-01T00:00Z')
const early = '2026-01-01T00:00:00.00000Z'

/** A stored place: published, of the type external, at [18, 59], and what the test says. */
function place(id: string, name: string, rest: Partial<Place> = {}): Place {
  return {
    id,
    name,
    slug: `slug-${id}`,
    created: early,
    createdBy: 'Maker',
    updated: early,
    updatedBy: 'Maker',
    published: early,
    owner: { id: '1', type: 'Forsamling' },
    placeTypes: { external: {} },
    geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [18, 59] } },
    ...rest,
  }
}

const at = (longitude: number, latitude: number): Pick<Place, 'geolocation'> => ({
  geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] } },
})

/** The ids that a query string finds among the places, in its order. */
function ids(places: readonly Place[], query: string, { sees = 'public' as Visibility, time = now } = {}): string {
  const views = viewsOf({ places, directory: [{ kind: 'tags', entry: { id: 't1', name: 'Pilgrim' } }] })
  const request = parseSearch(query, { model, sees })
  return searchNaively(views, request.query, meaning, time).ids.join('')
}

const encode = encodeURIComponent

const named = [
  place('a', 'Göteborgs domkyrka'),
  place('b', 'Goteborg'),
  place('c', 'Sankt Pers kyrka', { longDescription: 'En kyrka av sten\n\nÖppen' }),
  place('d', 'Åby, kyrka'),
  place('e', '!', { longDescription: 'Torn' }),
]

for (const [filter, expected] of [
  ['name=GOTEBORG', 'b'],
  ['name=göteborgs DOMKYRKA', 'a'],
  ['name=!goteborg', 'eacd'],
  ['name=^g', 'ba'],
  ['name=!^g', 'ecd'],
  ['name=~kyr', 'cd'],
  ['name=~kyrka sankt', 'c'],
  ['name=!~kyrka sankt', 'ebad'],
  ['name=~kyr !san', 'd'],
  ['name=~kyrka\\, åby', 'd'],
  ['name=åby\\, kyrka', 'd'],
  ['name=\\!', 'e'],
  ['name=!\\!', 'bacd'],
  ['name=goteborg,^s', 'bc'],
  ['name=', ''],
  ['name=!', 'ebacd'],
  ['name=!goteborg&name=!^s', 'ead'],
  ['longdescription=~!sten', 'e'],
  ['longdescription=!~sten', 'ebad'],
  ['longdescription=', 'bad'],
  ['longdescription=!', 'ec'],
  ['longdescription=,~torn', 'ebad'],
] as const) {
  test(`D25, D28: ${filter} finds ${expected || 'nothing'}`, () => {
    const query = filter.split('&').map((part) => part.replace(/=(.*)$/, (_, value) => `=${encode(value)}`))
    assert.equal(ids(named, query.join('&')), expected)
  })
}

test('D25: q also finds words without their diacritics, not the reverse', () => {
  assert.equal(ids(named, 'q=goteborg'), 'ba')
  assert.equal(ids(named, `q=${encode('göteborg')}`), 'a')
  assert.equal(ids(named, 'q=oppen'), 'c')
})

test('D26, D28: on a list one element must match, and hold all terms; ! means that none does', () => {
  const places = [
    place('a', 'A', { media: { links: [{ title: 'Red house', tags: ['x', 'y'] }, { title: 'Blue door' }] } }),
    place('b', 'B', { media: { links: [{ title: 'Red door' }] } }),
    place('c', 'C'),
  ]
  assert.equal(ids(places, 'media_links_title=~red+door'), 'b')
  assert.equal(ids(places, 'media_links_title=!~red+door'), 'ac')
  assert.equal(ids(places, 'media_links_tags=y'), 'a')
  assert.equal(ids(places, 'media_links_tags=!y'), 'bc')
  assert.equal(ids(places, 'media_links_tags='), 'bc')
  assert.equal(ids(places, 'media_links_title=~!red'), 'a')
})

test('D28, D29: instants, numbers and booleans', () => {
  const places = [
    place('a', 'A', { created: '2026-02-01T00:00:00.00000Z', placeDetails: { hasToilet: true } }),
    place('b', 'B', { created: '2026-02-01T23:59:59.99900Z', placeDetails: { hasToilet: false } }),
    place('c', 'C', { created: '2026-02-02T00:00:00.00000Z', contactInfo: { phone: { Number: 46 } } }),
  ]
  assert.equal(ids(places, 'created=2026-02-01'), 'ab')
  assert.equal(ids(places, 'created=!2026-02-01'), 'c')
  assert.equal(ids(places, 'created=2026-02-01T23:59:59.999Z-'), 'bc')
  assert.equal(ids(places, 'created=-2026-02-01T00:00Z,2026-02-02T01:00%2B01:00'), 'ac')
  assert.equal(ids(places, 'placedetails_hastoilet=!true'), 'bc')
  assert.equal(ids(places, 'placedetails_hastoilet=false,'), 'bc')
  assert.equal(ids(places, 'contactinfo_phone_number=46.0'), 'c')
  assert.equal(ids(places, 'contactinfo_phone_number=!'), 'c')
})

test('D13: Partial places come only when asked for', () => {
  const places = [
    place('a', 'A', { placeTypes: { cemetery: {} } }),
    place('b', 'B', { placeTypes: { cemetery: {} }, parent: { id: 'a' } }),
    place('c', 'C', { placeTypes: { partial: {} } }),
    place('d', 'D'),
  ]
  for (const [query, expected] of [
    ['', 'ad'],
    ['is=*', 'abcd'],
    ['is=cemetery', 'a'],
    ['is=partial', 'bc'],
    ['is=Cemetery,Partial', 'abc'],
    ['parent_id=a', ''],
    ['parent_id=A&is=*', 'b'],
    ['is=*&q=a', 'ab'],
  ] as const) {
    assert.equal(ids(places, query), expected, query)
  }
})

test('D36: deleted and non-published are decided apart, to the millisecond', () => {
  const instant = '2026-03-01T00:00:00.00000Z'
  const { published: _, ...draft } = place('d', 'D')
  const places = [
    place('a', 'A', { published: instant }),
    place('b', 'B', { depublished: instant }),
    place('c', 'C', { deleted: early }),
    draft,
    { ...draft, id: 'e', name: 'E', deleted: early },
  ]
  assert.equal(ids(places, ''), 'a')
  assert.equal(ids(places, '', { time: now - 1 }), 'b')
  assert.equal(ids(places, 'include=non-published'), 'abd')
  assert.equal(ids(places, 'include=deleted'), 'ac')
  assert.equal(ids(places, 'include=deleted,non-published'), 'abcde')
  assert.equal(ids(places, 'deleted=!'), '')
})

test('D32: q looks into names, texts, numbers and free objects, not into geolocation, dates and ids', () => {
  const uuid = 'c0000000-0000-4000-8000-000000000001'
  const places = [
    place('a', 'Root', { contactInfo: { phone: { Number: 4711 } }, categories: [{ id: uuid }] }),
    place('b', 'Child', { parent: { id: 'a' }, tags: [{ id: 't1' }] }),
    place('c', 'Free', { placeTypes: { churchAndChapel: { nave: [{ width: 1250, year: 'Anno 1300' }] } } }),
    place('d', 'Timed', { openHours: [{ validFrom: '2026-05-01', days: { mo: [{ from: '08:00', to: '17:30' }] } }] }),
  ]
  for (const [q, expected] of [
    ['471', 'a'],
    ['root', 'ab'],
    ['pilgrim', 'b'],
    ['1250 anno', 'c'],
    ['nave', ''],
    ['17', 'd'],
    ['2026', ''],
    ['c0000000', ''],
    ['59', ''],
    ['Feature', ''],
    ['forsamling 1', 'abcd'],
    ['maker', ''],
  ] as const) {
    assert.equal([...ids(places, `is=*&orderby=id&q=${encode(q)}`)].join(''), expected, q)
  }
  assert.equal(ids(places, 'is=*&q=maker&orderby=id', { sees: 'restricted' }), 'abcd')
})

test('D32: the default order with q is by tiers, each by name', () => {
  const places = [
    place('a', 'Zinks kyrka'),
    place('b', 'Kyrkan'),
    place('c', 'Annan', { placeDetails: { info: 'kyrka' } }),
    place('d', 'kyrka'),
    place('e', 'Abborrkyrka', { placeDetails: { info: 'kyrka' } }),
    place('f', 'Ödekyrkan', { placeDetails: { info: 'kyrkans' } }),
  ]
  assert.equal(ids(places, 'q=kyrka'), 'dabecf')
  assert.equal(ids(places, 'q=kyrka&orderby=relevance-'), 'cefbad')
})

test('D33: missing values come last in both directions, false before true, names as names, the id last', () => {
  const places = [
    place('a', 'Ö', { placeDetails: { hasToilet: true } }),
    place('b', 'å', { placeDetails: { hasToilet: false } }),
    place('c', 'Å'),
    place('d', 'z', { placeDetails: { hasToilet: true } }),
  ]
  assert.equal(ids(places, ''), 'dbca')
  assert.equal(ids(places, 'orderby=name-'), 'abcd')
  assert.equal(ids(places, 'orderby=placedetails_hastoilet'), 'badc')
  assert.equal(ids(places, 'orderby=placedetails_hastoilet-,name'), 'dabc')
  assert.equal(ids(places, 'offset=1&limit=2'), 'bc')
})

test('D34, D35: circle and box, their edges included, across the antimeridian and at a pole', () => {
  const places = [
    place('a', 'A', at(179.5, 0)),
    place('b', 'B', at(-179.5, 0)),
    place('c', 'C', at(0, 89.9)),
    place('d', 'D', at(180, 89.9)),
  ]
  const exact = distanceMetres([179.5, 0], [-179.5, 0])
  assert.equal(ids(places, `nearby=179.5,0&nearbyradius=${exact}`), 'ab')
  assert.equal(ids(places, `nearby=179.5,0&nearbyradius=${exact - 0.001}`), 'a')
  assert.equal(ids(places, 'nearby=180,90&nearbyradius=11200'), 'cd')
  assert.equal(ids(places, 'nearby=-179,0'), 'badc')
  assert.equal(ids(places, 'bbox=179,-1,-179.5,1'), 'ab')
  assert.equal(ids(places, 'bbox=-179.5,0,179.5,0'), 'ab')
})

const many = manyKindsModel()
const manyMeaning = createMeaning(many)

test('D28: ! is the complement, on every field and with every operator', () => {
  fc.assert(
    fc.property(arbitraryWorld(6), arbitraryQuery(many), (world, query) => {
      const all = {
        ...query,
        types: { types: 'all' as const, partial: true },
        includeDeleted: true,
        includeNonPublished: true,
      }
      for (const filter of query.filters.filter(({ field }) => field.kind !== 'id')) {
        const [alternative] = filter.anyOf
        if (!alternative) continue
        const ask = (negated: boolean) => ({
          order: all.order,
          offset: 0,
          limit: 1,
          types: all.types,
          includeDeleted: true,
          includeNonPublished: true,
          filters: [{ field: filter.field, anyOf: [{ ...alternative, negated }] }],
        })
        for (const view of viewsOf(world)) {
          assert.notEqual(matches(view, ask(true), manyMeaning, now), matches(view, ask(false), manyMeaning, now))
        }
      }
    }),
    { numRuns: runs(300) },
  )
})

test('D32: pages never overlap, and together are the whole', () => {
  fc.assert(
    fc.property(arbitraryWorld(), arbitraryQuery(many), fc.constantFrom(...instants), (world, query, time) => {
      const views = viewsOf(world)
      const search = (offset: number, limit: number) =>
        searchNaively(views, { ...query, offset, limit }, manyMeaning, time)
      const whole = search(0, 500)
      assert.equal(whole.total, whole.ids.length)
      assert.equal(new Set(whole.ids).size, whole.total)
      assert.deepEqual([...search(0, 3).ids, ...search(3, 500).ids], whole.ids)
      assert.deepEqual(search(whole.total, 500), { total: whole.total, ids: [] })
    }),
    { numRuns: runs(300) },
  )
})

test('generated queries find something, and not everything, often enough to tell', () => {
  const samples = fc.sample(fc.tuple(arbitraryWorld(), arbitraryQuery(many)), { numRuns: 300, seed: 7 })
  const found = samples.map(([world, query]) => {
    const { total } = searchNaively(viewsOf(world), query, manyMeaning, now)
    return { some: total > 0, part: total > 0 && total < world.places.length, several: total > 2 }
  })
  for (const kind of ['some', 'part', 'several'] as const) {
    assert.ok(found.filter((result) => result[kind]).length > 60, kind)
  }
})
