import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../src/common/problem.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { canonicalText, textFault } from '../../src/place/text.ts'
import { runs } from '../support/runs.ts'
import { body, faultsOf, problemOf, Town, writes } from './support.ts'

const pointers = (content: JsonObject) => Object.keys(faultsOf(() => new Town().create(content))).sort()
const created = (content: JsonObject) => new Town().create(body(content))

test('D45: all that a create or replace lacks is said at once, each with its pointer', () => {
  const town = new Town()
  const { id } = town.create()
  assert.deepEqual(Object.keys(faultsOf(() => town.replace(id, {}))).sort(), pointers({}))
  assert.deepEqual(pointers({}), [
    '/geolocation/geometry/coordinates',
    '/geolocation/geometry/type',
    '/geolocation/type',
    '/name',
    '/owner/id',
    '/owner/type',
    '/updatedBy',
  ])
  assert.deepEqual(pointers(body({ name: ' ', updatedBy: null, owner: { id: 'x', type: '' } })), [
    '/name',
    '/owner/type',
    '/updatedBy',
  ])
})

test('D45: faults of many kinds are said together, and none twice', () => {
  const content = body({
    id: 'mine',
    name: 5,
    published: 'soon',
    visitingInfo: 'here',
    placeDetails: { hasWifi: 'yes' },
    categories: [{ id: 'no uuid' }],
    geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [181, -91] } },
    openHours: [{ validFrom: '2026-02-30' }],
    media: { images: [{ url: 'x' }], links: [5] },
  })
  const faults = faultsOf(() => new Town().create(content))
  assert.deepEqual(Object.keys(faults).sort(), [
    '/categories/0/id',
    '/geolocation/geometry/coordinates/0',
    '/geolocation/geometry/coordinates/1',
    '/id',
    '/media/images/0/title',
    '/media/links/0',
    '/name',
    '/openHours/0/validFrom',
    '/placeDetails/hasWifi',
    '/published',
    '/visitingInfo',
  ])
  assert.equal(faults['/name'], 'must be a text, got 5')
  assert.equal(faults['/placeDetails/hasWifi'], "must be true or false, got 'yes'")
  assert.match(faults['/published']!, /^must be a date such as .*, got 'soon'$/)
})

/** What no client may send, known members with values of their types. */
const overPosted: JsonObject = {
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
  Name: 'other case',
  'a/b~c': 1,
  parent: { name: 'x' },
  categories: [{ id: '5f0c1a52-7f0e-4a57-9d0c-000000000001', name: 'x' }],
  contactInfo: { email: 'a@b.se', phone: { countryCode: 46 } },
  placeTypes: { pollingStation: { other: true } },
  geolocation: { type: 'Feature', id: 7, geometry: { type: 'Point', coordinates: [17, 59] } },
}

for (const [name, write] of Object.entries(writes)) {
  test(`D17: a ${name} names every property at once that a client may not send, or drops all silently`, () => {
    const faults = faultsOf(() => write(overPosted))
    assert.deepEqual(Object.keys(faults).sort(), [
      '/Name',
      '/a~1b~0c',
      '/categories/0/name',
      '/contactInfo/phone/countryCode',
      '/created',
      '/createdBy',
      '/deleted',
      '/deletedBy',
      '/depublishedBy',
      '/geolocation/id',
      '/geolocationInfo',
      '/id',
      '/parent/name',
      '/placeTypes/pollingStation/other',
      '/publishedBy',
      '/slug',
      '/updated',
    ])
    assert.match(faults['/Name']!, /did you mean 'name'\?/)
    const place = write(overPosted, { allowOverposting: true })
    const { created, updated, createdBy, updatedBy, owner } = write({})
    assert.deepEqual(place, {
      id: place.id,
      name: 'Domkyrkan',
      slug: 'uppsala-domkyrkan',
      ...{ created, updated, createdBy, updatedBy, owner },
      geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [17, 59] } },
      geolocationInfo: { country: 'SE' },
      categories: [{ id: '5f0c1a52-7f0e-4a57-9d0c-000000000001' }],
      contactInfo: { email: 'a@b.se' },
      placeTypes: { pollingStation: {} },
    })
    assert.notEqual(place.id, overPosted.id)
    for (const wrong of [{ name: 5 }, { updatedBy: null }]) {
      assert.deepEqual(
        Object.keys(faultsOf(() => write(wrong, { allowOverposting: true }))),
        Object.keys(wrong).map((member) => `/${member}`),
        'it drops nothing else',
      )
    }
  })
}

test('D12: a place type that nobody knows is answered with the nearest one', () => {
  const faults = faultsOf(() => created({ placeTypes: { ParisHome: {} } }))
  assert.match(faults['/placeTypes/ParisHome']!, /did you mean 'parishHome'\?/)
})

test('D17, D46: __proto__ is over-posting everywhere and reaches no prototype', () => {
  const free = JSON.parse('{"a": 1, "__proto__": {"polluted": true}}') as JsonObject
  const content = { ...body({ placeTypes: { cemetery: free } }), ['__proto__']: { name: 'x' } } as JsonObject
  assert.deepEqual(pointers(content), ['/__proto__', '/placeTypes/cemetery/__proto__'])
  const place = new Town().create(content, { allowOverposting: true })
  assert.deepEqual(place.placeTypes, { cemetery: { a: 1 } })
  assert.equal(Object.getPrototypeOf(place.placeTypes.cemetery), Object.prototype)
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})

test('D19, D46: whatever characters a text has at its ends, it is kept in its canonical form or refused', () => {
  const characters = [
    'a',
    '~',
    '!',
    ' ',
    '\t',
    '\u0085',
    '\u00a0',
    '\u00a1',
    '\u02ff',
    '\u0300',
    'A\u030a',
    '\ufeff',
    '\ud800',
    '\0',
    '\u200b',
    '\u00ad',
    '\x7f',
    '\u{e0020}',
  ]
  const text = fc.string({ unit: fc.constantFrom(...characters), maxLength: 5 })
  fc.assert(
    fc.property(text, (longDescription) => {
      const canonical = canonicalText(longDescription)
      const content = body({ longDescription })
      if (textFault(canonical, 'text') !== undefined) assert.deepEqual(pointers(content), ['/longDescription'])
      else assert.equal(created(content).longDescription, canonical === '' ? undefined : canonical)
    }),
    { numRuns: runs(300) },
  )
})

test('D17, D19: an element that lacks what it needs says so, whatever else was dropped from it', () => {
  for (const allowOverposting of [true, false]) {
    const categories = [{ id: '' }, { name: 'Kyrkogårdar' }, { name: null }]
    const faults = faultsOf(() => new Town().create(body({ categories }), { allowOverposting }))
    for (const at of [0, 1, 2]) assert.equal(faults[`/categories/${at}/id`], 'is required and cannot be null or empty')
  }
})

test('D19, D45: pointers count the elements of a list as they were sent, whatever was dropped before them', () => {
  const content = body({
    categories: [null, { id: 'no uuid' }, {}, { name: 'x' }, { id: null }, { id: 5 }],
    openHours: [
      null,
      { validTo: '2026-01-31', days: { mo: [{}, { from: '8', to: '12:00' }] } },
      null,
      {
        validFrom: '2026-02-01',
        days: { tu: [null, { from: '08:00', to: '12:00' }, {}, { from: '11:00', to: '13:00' }] },
      },
    ],
    media: { images: [{}, { title: 'x' }], links: [null, { tags: [null, 'a\nb'] }] },
  })
  assert.deepEqual(pointers(content), [
    '/categories/0',
    '/categories/1/id',
    '/categories/2/id',
    '/categories/3/id',
    '/categories/3/name',
    '/categories/4/id',
    '/categories/5/id',
    '/media/images/1',
    '/media/links/1/tags/1',
    '/openHours/0',
    '/openHours/1/days/mo/1/from',
    '/openHours/1/validFrom',
    '/openHours/2',
    '/openHours/3/days/tu/3',
  ])
})

test('D19: line breaks and tabs are for texts that may be long, other control characters for none', () => {
  for (const control of ['\n', '\t', '\u2028', '\u0085', '\x07', '\x7f', '\x9f']) {
    assert.deepEqual(pointers(body({ name: `a${control}b` })), ['/name'])
  }
  const bell = 'a\x07b'
  const faults = faultsOf(() => created({ longDescription: bell, placeDetails: { info: bell }, updatedBy: 'a\nb' }))
  assert.deepEqual(faults, {
    '/longDescription': 'is not valid text: it holds the character U+0007',
    '/placeDetails/info': 'is not valid text: it holds the character U+0007',
    '/updatedBy': 'is not valid text: it holds the character U+000A, which only long texts may',
  })
})

test('D19, D38: in a free object a patch removes by null, and puts lists as they are', () => {
  const town = new Town()
  const { id } = town.create(body({ placeTypes: { cemetery: { text: ' t ', list: ['', 1] } } }))
  const cemetery = { text: null, list: [null, { x: null }], more: ' m ' }
  assert.deepEqual(town.patch(id, { placeTypes: { cemetery } }).placeTypes, {
    cemetery: { list: [null, {}], more: ' m ' },
  })
  assert.deepEqual(pointers(body({ placeTypes: { cemetery: { list: ['a\0b'] } } })), ['/placeTypes/cemetery/list/0'])
})

test('D19, D20: a blank text in a free object is judged as well', () => {
  const list = ['\0', ' '.repeat(2000), ' '.repeat(2001)]
  const faults = faultsOf(() => created({ placeTypes: { cemetery: { list, note: '\0' } } }))
  assert.deepEqual(faults, {
    '/placeTypes/cemetery/list/0': 'is not valid text: it holds the character U+0000',
    '/placeTypes/cemetery/list/2': 'must have at most 2000 characters, got 2001',
    '/placeTypes/cemetery/note': 'is not valid text: it holds the character U+0000',
  })
})

test('D20: a text that is too long names its field and the limit', () => {
  const faults = faultsOf(() =>
    created({
      name: 'x'.repeat(501),
      shortDescription: 'x'.repeat(10_001),
      longDescription: 'x'.repeat(100_001),
      visitingInfo: { city: 'x'.repeat(2001), description: 'x'.repeat(10_000) },
      placeTypes: { cemetery: { note: 'x'.repeat(2001) } },
      media: { links: Array.from({ length: 1001 }, () => ({ url: 'x' })) },
    }),
  )
  assert.equal(faults['/name'], 'must have at most 500 characters, got 501')
  assert.deepEqual(Object.keys(faults).sort(), [
    '/longDescription',
    '/media/links',
    '/name',
    '/placeTypes/cemetery/note',
    '/shortDescription',
    '/visitingInfo/city',
  ])
})

test('D20: characters of a free text are code points, and the message says how many were given', () => {
  const noted = (note: string) => created({ placeTypes: { cemetery: { note, list: [note] } } })
  assert.equal(noted('😀'.repeat(2000)).placeTypes.cemetery?.note, '😀'.repeat(2000))
  const faults = faultsOf(() => noted('😀'.repeat(2001)))
  assert.deepEqual(faults, {
    '/placeTypes/cemetery/note': 'must have at most 2000 characters, got 2001',
    '/placeTypes/cemetery/list/0': 'must have at most 2000 characters, got 2001',
  })
})

test('D46: text that is no text, numbers that are none and bottomless nesting are faults', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as JsonObject
  const faults = faultsOf(() =>
    created({
      name: 'a\0b',
      shortDescription: '\ud800',
      placeTypes: { cemetery: { deep, huge: JSON.parse('1e999') } },
    }),
  )
  assert.match(faults['/name']!, /U\+0000/)
  assert.match(faults['/shortDescription']!, /surrogate/)
  assert.match(faults['/placeTypes/cemetery/huge']!, /64-bit/)
  assert.equal(Object.values(faults).filter((detail) => detail.includes('nested deeper')).length, 1)
})

test('D45: the faults of one body are bounded', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, 1]))
  assert.equal(Object.keys(faultsOf(() => created(many))).length, 1000)
})

test('D45: beyond a thousand faults it is said that there are more', () => {
  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]))
  const detailOf = (content: JsonObject) => problemOf(() => created(content)).message
  assert.match(detailOf(unknown(1000)), / \(and 999 more\)$/)
  assert.match(detailOf({ ...unknown(1200), name: 5 }), / \(and at least 1000 more; the first 1000 are listed\)$/)
  const wrong = { media: { links: Array.from({ length: 1000 }, () => ({ title: 1, url: 2 })) } }
  assert.match(detailOf(wrong), / \(and at least 1000 more; the first 1000 are listed\)$/)
})

test('D20: a free object grows to 5,000 members and not beyond, and one that has more can be sent back', () => {
  const wide = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`n${from + index}`, 1]))
  const town = new Town()
  const { id } = town.create(body({ placeTypes: { cemetery: wide(0, 3_000) } }))
  const grown = (to: number) => town.patch(id, { placeTypes: { cemetery: wide(3_000, to) } })
  assert.deepEqual(Object.keys(faultsOf(() => grown(5_001))), ['/placeTypes/cemetery'])
  assert.equal(Object.keys(grown(5_000).placeTypes.cemetery ?? {}).length, 5_000)
  const former = { ...town.get(id), placeTypes: { cemetery: wide(0, 6_000) } }
  town.places.set(id, { place: former, revision: 9 })
  assert.equal(town.patch(id, { name: 'Other' }).name, 'Other')
  assert.equal(
    Object.keys(town.patch(id, { placeTypes: { cemetery: { n1: 1 } } }).placeTypes.cemetery ?? {}).length,
    6_000,
  )
  const fault = faultsOf(() => town.patch(id, { placeTypes: { cemetery: { n1: null } } }))
  assert.equal(fault['/placeTypes/cemetery'], 'must have at most 5000 members at any depth, got 5999')
})

test('D29: an instant is kept in the format of answers, a date as its first, in milliseconds', () => {
  for (const [written, kept] of [
    ['2026-01-02', '2026-01-02T00:00:00.00000Z'],
    ['20260131T1015+02:00', '2026-01-31T08:15:00.00000Z'],
    ['2026-01-02T10:30:15Z', '2026-01-02T10:30:15.00000Z'],
    ['2026-01-02T00:30:15.999+01:00', '2026-01-01T23:30:15.99900Z'],
    ['2026-01-02T10:30:15.12399Z', '2026-01-02T10:30:15.12300Z'],
  ] as const) {
    assert.equal(created({ published: written }).published, kept)
    assert.equal(created({ depublished: written }).depublished, kept)
  }
  assert.deepEqual(pointers(body({ published: '2026-01-01-', depublished: '2026-01-01-2026-01-02' })), [
    '/depublished',
    '/published',
  ])
})

test('D46: a body that is no object is a fault of the whole', () => {
  const town = new Town()
  const { id } = town.create()
  for (const wrong of [null, [], 5, 'x'] as unknown as JsonObject[]) {
    assert.equal(faultsOf(() => town.create(wrong))[''], 'the body must be a JSON object')
    const request = {
      now: 0,
      ownerEntries: {},
      allowOverposting: false,
      seesMedia: true,
      childActions: [],
      id,
      body: wrong,
    }
    for (const action of ['patch', 'replace'] as const) {
      assert.equal(faultsOf(() => town.write({ ...request, action }))[''], 'the body must be a JSON object')
    }
  }
})

test('D45: whatever a body says, it is written or refused with faults that point into it', () => {
  const members = [
    'name',
    'owner',
    'geolocation',
    'openHours',
    'media',
    'parent',
    'placeTypes',
    'tags',
    'contactInfo',
    'published',
  ]
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.string({ unit: 'binary' }),
    fc.constant(Number.POSITIVE_INFINITY),
  )
  const changes = fc.dictionary(fc.constantFrom(...members, '__proto__', 'constructor', ''), odd, {
    noNullPrototype: true,
  })
  fc.assert(
    fc.property(changes, fc.boolean(), fc.boolean(), (more, allowOverposting, patched) => {
      const town = new Town()
      const { id } = town.create()
      const content = more as JsonObject
      try {
        if (patched) town.patch(id, content, { allowOverposting })
        else town.create(body(content), { allowOverposting })
      } catch (error) {
        assert.ok(error instanceof Problem && error.code === 'invalid-body' && error.faults.length > 0, String(error))
        for (const { pointer, detail } of error.faults)
          assert.ok(/^(\/|$)/.test(pointer) && detail.isWellFormed(), pointer)
      }
    }),
    { numRuns: runs(500) },
  )
})
