import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import Type from 'typebox'
import { Problem } from '../../src/common/problem.ts'
import { checkBody, checkPlaceTypeSchema } from '../../src/place/check/check.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { createModel } from '../../src/place/model.ts'
import { createRules } from '../../src/place/rules/rules.ts'
import { canonicalText, textFault } from '../../src/place/text.ts'
import { runs } from '../support/runs.ts'
import { body, faultsOf, problemOf, Town } from './support.ts'

const pointers = (content: JsonObject) => Object.keys(faultsOf(() => new Town().create(content))).sort()
const created = (content: JsonObject) => new Town().create(body(content))

test('D45: all that a create lacks is said at once, each with its pointer', () => {
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

test('D17: every property that a client may not send is named at once, with pointers that are escaped', () => {
  const content = body({
    slug: null,
    created: '2026-01-01',
    deletedBy: 'x',
    geolocationInfo: { country: 'SE' },
    Name: 'other case',
    'a/b~c': 1,
    parent: { name: 'x' },
    categories: [{ id: '5f0c1a52-7f0e-4a57-9d0c-000000000001', name: 'x' }],
    contactInfo: { phone: { countryCode: 46 } },
    placeTypes: { pollingStation: { other: true } },
    geolocation: { type: 'Feature', id: 7, geometry: { type: 'Point', coordinates: [17, 59] } },
  })
  const faults = faultsOf(() => new Town().create(content))
  assert.deepEqual(Object.keys(faults).sort(), [
    '/Name',
    '/a~1b~0c',
    '/categories/0/name',
    '/contactInfo/phone/countryCode',
    '/created',
    '/deletedBy',
    '/geolocation/id',
    '/geolocationInfo',
    '/parent/name',
    '/placeTypes/pollingStation/other',
    '/slug',
  ])
  assert.match(faults['/Name']!, /did you mean 'name'\?/)
})

test('D17: allowOverposting drops the same silently', () => {
  const place = new Town().create(
    body({
      slug: 'mine',
      id: 'x',
      Name: 'x',
      contactInfo: { email: 'a@b.se', fax: 1 },
      placeTypes: { pollingStation: { other: 1 } },
    }),
    { allowOverposting: true },
  )
  assert.equal(place.slug, 'uppsala-domkyrkan')
  assert.deepEqual(place.contactInfo, { email: 'a@b.se' })
  assert.deepEqual(place.placeTypes, { pollingStation: {} })
  assert.ok(!('Name' in place))
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

test('D17: geolocation.properties and a place type without a schema are free', () => {
  const properties = { constructor: 'x', deep: { list: [1, { a: true }] } }
  const geolocation = { type: 'Feature', geometry: { type: 'Point', coordinates: [17, 59] }, properties }
  const place = created({ geolocation, placeTypes: { cemetery: { graves: 12 } } })
  assert.deepEqual(place.geolocation.properties, properties)
  assert.deepEqual(place.placeTypes, { cemetery: { graves: 12 } })
})

test('D19: texts are trimmed and in NFC, blank is null, and what is left empty goes', () => {
  const place = created({
    name: '  Va\u0308sterås ',
    longDescription: ' \n\t ',
    contactInfo: { email: '', phone: { Number: null } },
    visitingInfo: { city: ' Uppsala', description: null },
    tags: [],
    media: { links: [], images: null },
    parent: { id: '' },
    placeDetails: {},
  })
  assert.equal(place.name, 'Västerås')
  assert.deepEqual(place.visitingInfo, { city: 'Uppsala' })
  for (const gone of ['longDescription', 'contactInfo', 'tags', 'media', 'parent', 'placeDetails']) {
    assert.ok(!(gone in place), gone)
  }
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

test('D19: a weekday without spans stays, and says closed', () => {
  const place = created({ openHours: [{ days: { mo: [], tu: null, we: [{ from: '10:00', to: '12:00' }] } }] })
  assert.deepEqual(place.openHours, [{ days: { mo: [], we: [{ from: '10:00', to: '12:00' }] } }])
})

test('D12, D19: inside a place type only nulls go', () => {
  const place = created({
    placeTypes: { cemetery: { none: null, empty: {}, list: [], blank: ' ', deep: { none: null } } },
  })
  assert.deepEqual(place.placeTypes, { cemetery: { empty: {}, list: [], deep: {} } })
})

test('D19: a null, a blank or an empty element of a list is dropped, and an opening period stays', () => {
  const place = created({
    openHours: [
      { days: {}, validTo: '2025-12-31' },
      { days: { mo: null }, validFrom: '2026-01-01', validTo: '2026-01-01' },
      { days: { mo: [{ from: '08:00', to: '12:00' }, {}] }, validFrom: '2026-01-02' },
    ],
    media: { links: [{ tags: ['a', ' ', '\u200b', null, 'b'] }, { title: null, tags: [''] }] },
  })
  assert.deepEqual(place.openHours, [
    { validTo: '2025-12-31' },
    { validFrom: '2026-01-01', validTo: '2026-01-01' },
    { validFrom: '2026-01-02', days: { mo: [{ from: '08:00', to: '12:00' }] } },
  ])
  assert.deepEqual(place.media, { links: [{ tags: ['a', 'b'] }] })
  assert.deepEqual(created({ openHours: [{}] }).openHours, [{}])
})

test('D19: an element without an id, a period that is null, and a list of objects left empty are refused', () => {
  const links = '/media/links'
  const link = { url: 'https://example.org' }
  const id = 'c0000000-0000-4000-8000-000000000001'
  for (const [content, pointer] of [
    ...['categories', 'tags'].flatMap((member) =>
      [{}, { id: ' ' }, { id: null }].flatMap((element) => [
        [{ [member]: [element] }, `/${member}/0/id`] as const,
        [{ [member]: [{ id }, element] }, `/${member}/1/id`] as const,
      ]),
    ),
    ...[null, ' '].flatMap((element) => [
      [{ tags: [{ id }, element] }, '/tags/1'] as const,
      [{ openHours: [element] }, '/openHours/0'] as const,
      [{ openHours: [{ validTo: '2026-01-01' }, element] }, '/openHours/1'] as const,
    ]),
    [{ media: { links: [{}] } }, links],
    [{ media: { links: [null, { url: ' ' }] } }, links],
    [{ media: { images: [{ title: '' }] } }, '/media/images'],
  ] as const) {
    assert.deepEqual(pointers(body(content)), [pointer], JSON.stringify(content))
    const town = new Town()
    const place = town.create(body({ tags: [{ id }], openHours: [{}], media: { links: [link] } }))
    assert.deepEqual(Object.keys(faultsOf(() => town.patch(place.id, content))), [pointer], JSON.stringify(content))
  }
  assert.deepEqual(created({ media: { links: [{}, link] } }).media, { links: [link] })
  for (const none of [[], '', ' ']) assert.ok(!('tags' in created({ tags: none })))
})

test('D17, D19: an element that lacks what it needs says so, whatever else was dropped from it', () => {
  for (const allowOverposting of [true, false]) {
    const categories = [{ id: '' }, { name: 'Kyrkogårdar' }, { name: null }]
    const faults = faultsOf(() => new Town().create(body({ categories }), { allowOverposting }))
    for (const at of [0, 1, 2]) assert.equal(faults[`/categories/${at}/id`], 'is required and cannot be null or empty')
  }
})

test('D19: a weekday whose elements are all dropped is a fault, since an empty list would say closed', () => {
  for (const mo of [[null], [{}], [' ', { from: '' }]]) {
    assert.deepEqual(pointers(body({ openHours: [{ days: { mo } }] })), ['/openHours/0/days/mo'])
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

test('D19, D23: a coordinate that is null is a fault, and not two numbers of three elements', () => {
  const geolocation = { type: 'Feature', geometry: { type: 'Point', coordinates: [null, 59] } }
  assert.deepEqual(pointers(body({ geolocation })), ['/geolocation/geometry/coordinates/0'])
  const three = { type: 'Feature', geometry: { type: 'Point', coordinates: [17, null, 59] } }
  assert.ok(pointers(body({ geolocation: three })).length > 0)
})

test('D19: an id that stands twice in categories or tags is kept once', () => {
  const [one, two] = ['5f0c1a52-7f0e-4a57-9d0c-000000000001', '5f0c1a52-7f0e-4a57-9d0c-000000000002']
  const twice = [{ id: one }, { id: two }, { id: ` ${one.toUpperCase()}` }]
  const town = new Town()
  const place = town.create(body({ categories: twice, tags: twice }))
  assert.deepEqual(
    [place.categories, place.tags],
    [
      [{ id: one }, { id: two }],
      [{ id: one }, { id: two }],
    ],
  )
  assert.deepEqual(town.patch(place.id, { tags: [{ id: two }, { id: two }] }).tags, [{ id: two }])
})

test('D19: invisible characters are none at both ends of a text', () => {
  assert.deepEqual(pointers(body({ name: '\u200b' })), ['/name'])
  assert.deepEqual(pointers(body({ name: ' \u00ad\u2060\ufeff\0\u{e0020}\n' })), ['/name'])
  const place = created({ name: '\u200e\u200bA\u200dB\u00ad ', visitingInfo: { city: '\u200b' } })
  assert.equal(place.name, 'A\u200dB')
  assert.ok(!('visitingInfo' in place))
})

test('D19: line breaks and tabs are for texts that may be long, other control characters for none', () => {
  const long = 'a\n\r\n\tb\u2028c'
  const place = created({
    longDescription: long,
    shortDescription: long,
    visitingInfo: { description: long },
    placeDetails: { info: long, accessibility: { info: long } },
    media: { audio: [{ title: 't', url: 'u', description: long }] },
  })
  assert.equal(place.longDescription, long)
  assert.equal(place.media?.audio?.[0]?.description, long)
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

test('D19: in a free object texts stay as they are, null and blank members go, elements of lists stay', () => {
  const free = {
    text: ' A\u030a\n\x07 ',
    blank: ' \u200b',
    none: null,
    list: ['', 1, null, ' b ', { deep: null, kept: ' ', text: ' t ' }, []],
  }
  const kept = { text: ' A\u030a\n\x07 ', list: ['', 1, null, ' b ', { text: ' t ' }, []] }
  const geolocation = { type: 'Feature', geometry: { type: 'Point', coordinates: [17, 59] }, properties: free }
  const town = new Town()
  const place = town.create(body({ geolocation, placeTypes: { cemetery: free } }))
  assert.deepEqual(place.geolocation.properties, kept)
  assert.deepEqual(place.placeTypes, { cemetery: kept })
  const patched = town.patch(place.id, {
    placeTypes: { cemetery: { text: null, list: [null, { x: null }], more: ' m ' } },
  })
  assert.deepEqual(patched.placeTypes, { cemetery: { list: [null, {}], more: ' m ' } })
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

test('D19: a shortDescription equal to the name is not stored', () => {
  assert.ok(!('shortDescription' in created({ shortDescription: ' Domkyrkan ' })))
  assert.equal(created({ shortDescription: 'Gotik' }).shortDescription, 'Gotik')
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
  assert.equal([...created({ name: '😀'.repeat(500) }).name].length, 500)
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

test('D16: ids of categories, tags and parents are UUIDs, kept in lower case', () => {
  const id = '5F0C1A52-7F0E-4A57-9D0C-00000000000A'
  assert.deepEqual(created({ tags: [{ id: ` ${id}` }] }).tags, [{ id: id.toLowerCase() }])
  assert.deepEqual(pointers(body({ tags: [{ id: '5f0c1a527f0e4a579d0c00000000000a' }], parent: { id: 'x' } })), [
    '/parent/id',
    '/tags/0/id',
  ])
})

test('D23: a position is a Feature with a Point of exactly two numbers in range', () => {
  const at = (geometry: JsonObject, type = 'Feature') => pointers(body({ geolocation: { type, geometry } }))
  assert.deepEqual(at({ type: 'Point', coordinates: [180, -90] }, 'Thing'), ['/geolocation/type'])
  assert.deepEqual(at({ type: 'Polygon', coordinates: [[1, 2]] }), [
    '/geolocation/geometry/coordinates',
    '/geolocation/geometry/coordinates/0',
    '/geolocation/geometry/type',
  ])
  assert.deepEqual(at({ type: 'Point', coordinates: [1, 2, 3] }), ['/geolocation/geometry/coordinates'])
  assert.deepEqual(at({ type: 'Point', coordinates: ['1', 2] }), ['/geolocation/geometry/coordinates/0'])
  assert.deepEqual(at({ type: 'Point', coordinates: [180.1, 90.1] }).length, 2)
  const edge = created({ geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [-0, 90] } } })
  assert.ok(Object.is(edge.geolocation.geometry.coordinates[0], 0))
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

test('D45: beyond a thousand faults it is said how many more there are', () => {
  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]))
  const detailOf = (content: JsonObject) => problemOf(() => created(content)).message
  assert.match(detailOf(unknown(1000)), / \(and 999 more\)$/)
  assert.match(detailOf({ ...unknown(1200), name: 5 }), / \(and 1200 more; the first 1000 are listed\)$/)
  const wrong = { media: { links: Array.from({ length: 1000 }, () => ({ title: 1, url: 2 })) } }
  assert.match(detailOf(wrong), / \(and at least 999 more; the first 1000 are listed\)$/)
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

test('D11: the schema of a place type decides on its members', () => {
  const schema: JsonObject = {
    type: 'object',
    required: ['pews'],
    properties: {
      pews: { type: 'integer', minimum: 1 },
      consecrated: { type: 'string', format: 'date-time' },
      tones: { type: 'array', items: { enum: ['a', 'b'] } },
    },
  }
  const town = new Town(createRules(createModel({ placeTypeSchemas: { churchAndChapel: schema } })))
  const typed = (churchAndChapel: JsonObject) => body({ placeTypes: { churchAndChapel } })
  const place = town.create(typed({ pews: 3, consecrated: '1435-01-01', tones: ['a'] }))
  assert.equal(place.placeTypes.churchAndChapel?.consecrated, '1435-01-01T00:00:00.00000Z')
  assert.deepEqual(
    faultsOf(() => town.create(typed({ pews: 0, organ: true, tones: ['c'] }))),
    {
      '/placeTypes/churchAndChapel/organ':
        'is not a known member (the known ones are pews, consecrated, tones): leave it out, or send allowOverposting=true in the query to have it ignored',
      '/placeTypes/churchAndChapel/pews': 'must be >= 1, got 0',
      '/placeTypes/churchAndChapel/tones/0': "must be one of 'a', 'b', got 'c'",
    },
  )
  assert.deepEqual(Object.keys(faultsOf(() => town.create(typed({})))), ['/placeTypes/churchAndChapel/pews'])
})

test('D11: a schema that cannot be used is refused with the reason', () => {
  const of = (schema: unknown, key = 'cemetery') => checkPlaceTypeSchema(key, schema)
  assert.equal(of({ type: 'object', properties: { a: { type: 'string' } } }), undefined)
  assert.equal(of({ type: 'object', additionalProperties: true }), undefined)
  assert.match(of({ type: 'object' }, 'Cemetery') ?? '', /is no place type/)
  assert.match(of({ type: 'array' }) ?? '', /type 'object'/)
  assert.match(of([]) ?? '', /type 'object'/)
  assert.match(
    of({ type: 'object', properties: { aB: { type: 'string' }, ab: { type: 'number' } } }) ?? '',
    /same filter name/,
  )
  assert.match(
    of({
      type: 'object',
      properties: { a_b: { type: 'string' }, a: { type: 'object', properties: { b: { type: 'string' } } } },
    }) ?? '',
    /same filter name, placetypes_cemetery_a_b/,
  )
  assert.match(of({ type: 'object', properties: { a: { type: 'string', pattern: '[' } } }) ?? '', /cannot be compiled/)
  assert.match(of({ type: 'object', properties: { a: { type: 'text' } } }) ?? '', /unknown type 'text'/)
  assert.match(of({ type: 'object', properties: { a: { $ref: '#' } } }) ?? '', /\$ref/)
  assert.match(of({ type: 'object', properties: { a: 5 } }) ?? '', /must be a schema/)
  assert.match(of({ type: 'object', properties: 5 }) ?? '', /must be an object/)
})

test('D8: a small body is cleaned and checked in the same way', () => {
  const schema = Type.Object({
    name: Type.String({ maxLength: 5 }),
    expires: Type.Optional(Type.String({ format: 'date-time' })),
    permissions: Type.Array(Type.Union([Type.Literal('read'), Type.Literal('admin')])),
  })
  assert.deepEqual(checkBody(schema, { name: ' a ', expires: '2026-01-01', permissions: ['read'] }), {
    name: 'a',
    expires: '2026-01-01T00:00:00.00000Z',
    permissions: ['read'],
  })
  const faults = faultsOf(() => checkBody(schema, { name: 'abcdef', expires: 'x', other: 1, permissions: ['all'] }))
  assert.deepEqual(Object.keys(faults).sort(), ['/expires', '/name', '/other', '/permissions/0'])
  assert.equal(faults['/permissions/0'], "must be one of 'read', 'admin', got 'all'")
  assert.deepEqual(Object.keys(faultsOf(() => checkBody(schema, [1]))), [''])
  assert.deepEqual(Object.keys(faultsOf(() => checkBody(schema, {}))).sort(), ['/name', '/permissions'])
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

test('D11: a type schema cannot make a member restricted, since nothing would hide it', () => {
  for (const hidden of [{ restricted: true }, { visibility: 'media' }]) {
    const schema = { type: 'object', properties: { secret: { type: 'string', ...hidden } } }
    assert.match(checkPlaceTypeSchema('cemetery', schema) ?? '', /everything in a place type is public/)
  }
})

test('D17: the name of an over-posted member is cut in the answer when it is long', () => {
  const body = { name: 'x', ['~'.repeat(100_000)]: 1 }
  assert.throws(
    () => checkBody(Type.Object({ name: Type.String() }), body),
    (error: unknown) => error instanceof Problem && JSON.stringify(error.toValue()).length < 2_000,
  )
})
