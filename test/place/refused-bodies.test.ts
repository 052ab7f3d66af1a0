import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { faultsOf, writes } from './support.ts'

const id = '5f0c1a52-7f0e-4a57-9d0c-000000000001'
const at = (geometry: JsonObject | null, more: JsonObject = {}): JsonObject => ({
  geolocation: { type: 'Feature', geometry, ...more },
})
const coordinates = (...coordinates: readonly (number | string | null)[]) => at({ type: 'Point', coordinates })
const wide = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`n${index}`, 1]))
const list = (length: number, element: JsonObject) => Array.from({ length }, () => element)

/** By rule: bodies, and the pointers at which each is refused. */
const refused: Readonly<Record<string, readonly (readonly [more: JsonObject, pointers: readonly string[]])[]>> = {
  'what a place cannot be without': [
    [{ name: null }, ['/name']],
    [{ name: ' \u2003 ' }, ['/name']],
    [{ name: '\u200b' }, ['/name']],
    [{ name: ' \u00ad\u2060\ufeff\0\u{e0020}\n' }, ['/name']],
    [{ updatedBy: null }, ['/updatedBy']],
    [{ updatedBy: '' }, ['/updatedBy']],
    [{ updatedBy: '  ' }, ['/updatedBy']],
    [{ owner: null }, ['/owner/id', '/owner/type']],
    [{ owner: { id: null, type: 'x' } }, ['/owner/id']],
    [{ owner: { id: ' ', type: 'x' } }, ['/owner/id']],
    [{ owner: { id: 'x', type: '' } }, ['/owner/type']],
    [{ geolocation: null }, ['/geolocation/geometry/coordinates', '/geolocation/geometry/type', '/geolocation/type']],
    [at(null), ['/geolocation/geometry/coordinates', '/geolocation/geometry/type']],
    [at({ type: 'Point', coordinates: null }), ['/geolocation/geometry/coordinates']],
  ],
  'D12: a place has one type, that is known, and its value an object': [
    [{ placeTypes: { cemetery: {}, parishHome: {} } }, ['/placeTypes']],
    [{ placeTypes: { cemetery: {}, external: {}, zz: {} } }, ['/placeTypes', '/placeTypes/zz']],
    [{ placeTypes: { castle: {} } }, ['/placeTypes/castle']],
    [{ placeTypes: { ChurchAndChapel: {} } }, ['/placeTypes/ChurchAndChapel']],
    [{ placeTypes: { constructor: {} } }, ['/placeTypes/constructor']],
    ...[1, 'x', true, []].map((cemetery) => [{ placeTypes: { cemetery } }, ['/placeTypes/cemetery']] as const),
    ...[1, 'x', []].map((placeTypes) => [{ placeTypes }, ['/placeTypes']] as const),
  ],
  'D11: a type with a schema takes only what the schema knows': [
    [
      { placeTypes: { pollingStation: { canPrintDubblettrostkort: 'yes' } } },
      ['/placeTypes/pollingStation/canPrintDubblettrostkort'],
    ],
    [{ placeTypes: { pollingStation: { rooms: 3 } } }, ['/placeTypes/pollingStation/rooms']],
    [
      { placeTypes: { pollingStation: { canprintdubblettrostkort: true } } },
      ['/placeTypes/pollingStation/canprintdubblettrostkort'],
    ],
  ],
  'D16: ids of categories, tags and parents are UUIDs, and names are not sent': [
    ...['x', `{${id}}`, id.replaceAll('-', ''), `${id}0`, `g${id.slice(1)}`].flatMap((wrong) => [
      [{ tags: [{ id: wrong }] }, ['/tags/0/id']] as const,
      [{ categories: [{ id }, { id: wrong }] }, ['/categories/1/id']] as const,
    ]),
    [{ parent: { id: 'x' } }, ['/parent/id']],
    [{ tags: [{ name: 'x' }] }, ['/tags/0/id', '/tags/0/name']],
    [{ categories: [{ id, name: 'x' }] }, ['/categories/0/name']],
    [{ parent: { name: 'x' } }, ['/parent/name']],
    [{ owner: { id: 'x', type: 'x', name: 5 } }, ['/owner/name']],
  ],
  'D19: an element without an id, a period that is null, and a list of objects left empty': [
    ...['categories', 'tags'].flatMap((member) =>
      [{}, { id: ' ' }, { id: null }].flatMap((element) => [
        [{ [member]: [element] }, [`/${member}/0/id`]] as const,
        [{ [member]: [{ id }, element] }, [`/${member}/1/id`]] as const,
      ]),
    ),
    ...[null, ' '].flatMap((element) => [
      [{ tags: [{ id }, element] }, ['/tags/1']] as const,
      [{ openHours: [element] }, ['/openHours/0']] as const,
      [{ openHours: [{ validTo: '2026-01-01' }, element] }, ['/openHours/1']] as const,
    ]),
    [{ media: { links: [{}] } }, ['/media/links']],
    [{ media: { links: [null, { url: ' ' }] } }, ['/media/links']],
    [{ media: { images: [{ title: '' }] } }, ['/media/images']],
    ...[[null], [{}], [' ', { from: '' }]].map(
      (mo) => [{ openHours: [{ days: { mo } }] }, ['/openHours/0/days/mo']] as const,
    ),
  ],
  'a number that is not whole': [[{ contactInfo: { phone: { AreaCode: 1.5 } } }, ['/contactInfo/phone/AreaCode']]],
  'a medium needs a title, and url or both provider and providerRef': ['audio', 'video', 'images'].flatMap((kind) => {
    const of = (medium: JsonObject) => ({ media: { [kind]: [medium] } })
    return [
      [of({ url: 'u' }), [`/media/${kind}/0/title`]],
      [of({ title: ' ', url: 'u' }), [`/media/${kind}/0/title`]],
      [of({ title: 't' }), [`/media/${kind}/0`]],
      [of({ title: 't', provider: 'p' }), [`/media/${kind}/0`]],
      [of({ title: 't', providerRef: 'r' }), [`/media/${kind}/0`]],
      [of({ title: 't', url: '', provider: 'p', providerRef: ' ' }), [`/media/${kind}/0`]],
    ] as const
  }),
  'parts of a medium belong to their kind': [
    [{ media: { audio: [{ title: 't', url: 'u', descriptionType: 'x' }] } }, ['/media/audio/0/descriptionType']],
    [{ media: { images: [{ title: 't', url: 'u', descriptionType: 'x' }] } }, ['/media/images/0/descriptionType']],
    [
      { media: { video: [{ title: 't', url: 'u', alternateDescription: 'x' }] } },
      ['/media/video/0/alternateDescription'],
    ],
    [{ media: { audio: [{ title: 't', url: 'u', qr: 'x' }] } }, ['/media/audio/0/qr']],
  ],
  'D17: unknown members at every depth, in case-sensitive names, null ones too': [
    [{ slug: null }, ['/slug']],
    [{ deleted: null }, ['/deleted']],
    [{ nonsense: null }, ['/nonsense']],
    [{ key: 'x' }, ['/key']],
    [{ ShortDescription: 'x' }, ['/ShortDescription']],
    [{ contactInfo: { phone: { countryCode: 46 } } }, ['/contactInfo/phone/countryCode']],
    [{ placeDetails: { hastoilet: true } }, ['/placeDetails/hastoilet']],
    [
      {
        owner: { id: 'x', type: 'y', unit: 1 },
        placeDetails: { accessibility: { lift: true } },
        openHours: [{ days: { mo: [{ from: '08:00', to: '09:00', note: 'x' }], xx: [] } }],
        media: { links: [{ url: 'u', 'a/b~c': 1 }] },
      },
      [
        '/media/links/0/a~1b~0c',
        '/openHours/0/days/mo/0/note',
        '/openHours/0/days/xx',
        '/owner/unit',
        '/placeDetails/accessibility/lift',
      ],
    ],
  ],
  'D20: texts and lists are bounded': [
    [{ updatedBy: 'å'.repeat(2_001) }, ['/updatedBy']],
    [{ contactInfo: { email: 'å'.repeat(2_001) } }, ['/contactInfo/email']],
    [{ visitingInfo: { city: 'å'.repeat(2_001) } }, ['/visitingInfo/city']],
    [{ visitingInfo: { description: 'å'.repeat(10_001) } }, ['/visitingInfo/description']],
    [{ placeDetails: { info: 'å'.repeat(10_001) } }, ['/placeDetails/info']],
    [{ placeDetails: { accessibility: { info: 'å'.repeat(10_001) } } }, ['/placeDetails/accessibility/info']],
    [{ media: { links: [{ title: 'å'.repeat(2_001) }] } }, ['/media/links/0/title']],
    [
      { media: { images: [{ url: 'u', title: 't', description: 'å'.repeat(10_001) }] } },
      ['/media/images/0/description'],
    ],
    [{ tags: list(1_001, { id }) }, ['/tags']],
    [{ media: { links: list(1_001, { url: 'u' }) } }, ['/media/links']],
  ],
  'D20: free objects have at most 5,000 members, at whatever depth they stand': [
    [{ placeTypes: { cemetery: wide(5_001) } }, ['/placeTypes/cemetery']],
    [{ placeTypes: { cemetery: { a: wide(2_500), b: [wide(2_499)] } } }, ['/placeTypes/cemetery']],
    [at({ type: 'Point', coordinates: [17, 59] }, { properties: { a: wide(5_000) } }), ['/geolocation/properties']],
  ],
  'D23: a position is a Feature with a Point of exactly two numbers in range': [
    [coordinates(1, 2, 3), ['/geolocation/geometry/coordinates']],
    [coordinates('1', 2), ['/geolocation/geometry/coordinates/0']],
    [coordinates(180.1, 90.1), ['/geolocation/geometry/coordinates/0', '/geolocation/geometry/coordinates/1']],
    [coordinates(null, 59), ['/geolocation/geometry/coordinates/0']],
    [at({ type: 'Point', coordinates: [180, -90] }, { type: 'Thing' }), ['/geolocation/type']],
    [at({ type: 'Point', coordinates: [17, 59] }, { id: 7 }), ['/geolocation/id']],
  ],
  'D45: all faults are said at once, also beside what may not be sent': [
    [
      {
        openHours: [{ validTo: '2026-01-01' }, { days: { tu: [{ from: '1:00', to: '02:00' }] } }],
        media: { audio: [{ url: 5, title: 't' }], video: [{ title: 't', provider: 'p' }] },
        ...at({ type: 'Point', coordinates: [200, 95] }, { x: 1 }),
        placeTypes: { cemetery: {}, external: {}, zz: {} },
      },
      [
        '/geolocation/geometry/coordinates/0',
        '/geolocation/geometry/coordinates/1',
        '/geolocation/x',
        '/media/audio/0/url',
        '/media/video/0',
        '/openHours/1/days/tu/0/from',
        '/openHours/1/validFrom',
        '/placeTypes',
        '/placeTypes/zz',
      ],
    ],
    [
      { slug: 'x', name: '', published: '2026-13-01', tags: [{ id: 'x' }], geolocation: null },
      [
        '/geolocation/geometry/coordinates',
        '/geolocation/geometry/type',
        '/geolocation/type',
        '/name',
        '/published',
        '/slug',
        '/tags/0/id',
      ],
    ],
  ],
}

for (const [rule, cases] of Object.entries(refused)) {
  for (const [name, write] of Object.entries(writes)) {
    test(`${rule}: a ${name} is refused for it`, () => {
      for (const [more, pointers] of cases) {
        const what = JSON.stringify(more).slice(0, 300)
        assert.deepEqual(Object.keys(faultsOf(() => write(more), what)).sort(), pointers, what)
      }
    })
  }
}
