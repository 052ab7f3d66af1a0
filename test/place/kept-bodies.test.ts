import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { writes } from './support.ts'

const ids = Array.from({ length: 1000 }, (_, at) => `5f0c1a52-7f0e-4a57-9d0c-${at.toString(16).padStart(12, '0')}`)
const [one, two] = ids as [string, string]
const nil = '00000000-0000-0000-0000-000000000000'
const lines = 'a\n\r\n\tb\u2028c'
/** What goes and what stays in an object that no schema describes, and in that of `geolocation.properties`. */
const free = {
  text: ' A\u030a\n\x07 ',
  blank: ' \u200b',
  none: null,
  Built: 1350,
  constructor: 'x',
  list: ['', 1, null, ' b ', { deep: null, kept: ' ', text: ' t ' }, [1, { a: true }]],
}
const keptFree = {
  text: ' A\u030a\n\x07 ',
  Built: 1350,
  constructor: 'x',
  list: ['', 1, null, ' b ', { text: ' t ' }, [1, { a: true }]],
}

/** A body and what is kept of it; `undefined`: no such member. */
type Kept = readonly [more: JsonObject, kept: Readonly<Record<string, unknown>>]
/** Bodies that are kept as they are. */
const asSent = (...bodies: readonly JsonObject[]): Kept[] => bodies.map((more) => [more, more])
const wide = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`n${index}`, 1]))
const long = (length: number) => 'å'.repeat(length)

const kept: Readonly<Record<string, readonly Kept[]>> = {
  'D19: texts are trimmed and in NFC': [
    [{ name: '  Va\u0308sterås ' }, { name: 'Västerås' }],
    [{ visitingInfo: { city: '\u00a0Malmo\u0308 \n' } }, { visitingInfo: { city: 'Malmö' } }],
    [{ name: '\u200e\u200bA\u200dB\u00ad ' }, { name: 'A\u200dB' }],
  ],
  'D19: blank is null, null members and what is left empty go': [
    [{ longDescription: ' \n\t ' }, { longDescription: undefined }],
    [{ shortDescription: '' }, { shortDescription: undefined }],
    [{ visitingInfo: { city: '', address: 'A', description: null } }, { visitingInfo: { address: 'A' } }],
    [{ visitingInfo: { city: '\u200b' } }, { visitingInfo: undefined }],
    [{ visitingInfo: {} }, { visitingInfo: undefined }],
    [{ contactInfo: { email: null, phone: { CountryCode: null } } }, { contactInfo: undefined }],
    [{ placeDetails: { accessibility: { info: ' ' } } }, { placeDetails: undefined }],
    [{ media: { links: [], audio: null } }, { media: undefined }],
    [
      { categories: [], tags: [] },
      { categories: undefined, tags: undefined },
    ],
    [{ openHours: [] }, { openHours: undefined }],
    [{ parent: { id: '' } }, { parent: undefined }],
  ],
  'D19: false and 0 are values': asSent(
    { placeDetails: { hasWifi: false } },
    { contactInfo: { phone: { AreaCode: 0 } } },
  ),
  'D19: an element that is null, blank or left empty is dropped, and an opening period stays': [
    [{ openHours: [{}] }, { openHours: [{}] }],
    [
      { media: { links: [{ tags: ['a', ' ', '\u200b', null, 'b'] }, { title: null, tags: [''] }, null] } },
      { media: { links: [{ tags: ['a', 'b'] }] } },
    ],
    [{ media: { links: [{}, { url: 'u' }] } }, { media: { links: [{ url: 'u' }] } }],
    [
      {
        openHours: [
          { days: {}, validTo: '2025-12-31' },
          { days: { mo: null }, validFrom: '2026-01-01', validTo: '2026-01-01' },
          { days: { mo: [{ from: '08:00', to: '12:00' }, {}] }, validFrom: '2026-01-02' },
        ],
      },
      {
        openHours: [
          { validTo: '2025-12-31' },
          { validFrom: '2026-01-01', validTo: '2026-01-01' },
          { validFrom: '2026-01-02', days: { mo: [{ from: '08:00', to: '12:00' }] } },
        ],
      },
    ],
  ],
  'D19: a weekday without spans stays, and says closed': [
    [
      { openHours: [{ days: { mo: [], tu: null, we: [{ from: '10:00', to: '12:00' }] } }] },
      { openHours: [{ days: { mo: [], we: [{ from: '10:00', to: '12:00' }] } }] },
    ],
  ],
  'D16, D19: ids are kept once, in lower case, of any version': [
    [
      { categories: [{ id: one }, { id: two }, { id: ` ${one.toUpperCase()}` }] },
      { categories: [{ id: one }, { id: two }] },
    ],
    [{ tags: [{ id: two }, { id: two }] }, { tags: [{ id: two }] }],
    [
      { tags: [{ id: 'ABCDEF01-2345-F789-0ABC-DEF012345678' }, { id: nil }] },
      { tags: [{ id: 'abcdef01-2345-f789-0abc-def012345678' }, { id: nil }] },
    ],
  ],
  'D12: without a type a place is external, and types that are null do not count': [
    ...[null, {}, { cemetery: null }, { cemetery: null, parishHome: null }].map(
      (placeTypes): Kept => [{ placeTypes }, { placeTypes: { external: {} } }],
    ),
    [{ placeTypes: { cemetery: { graves: 2 }, partial: null } }, { placeTypes: { cemetery: { graves: 2 } } }],
  ],
  'D11, D12, D17, D19: free objects keep all but null and blank members, a place type its empty ones': [
    [{ placeTypes: { cemetery: free } }, { placeTypes: { cemetery: keptFree } }],
    [{ placeTypes: { cemetery: { empty: {}, list: [] } } }, { placeTypes: { cemetery: { empty: {}, list: [] } } }],
    [{ placeTypes: { cemetery: {} } }, { placeTypes: { cemetery: {} } }],
    [
      { geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [17, 59] }, properties: free } },
      { geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [17, 59] }, properties: keptFree } },
    ],
  ],
  'D19: a shortDescription equal to the name is not stored': [
    [{ shortDescription: ' Domkyrkan ' }, { shortDescription: undefined }],
    [{ shortDescription: 'Gotik' }, { shortDescription: 'Gotik' }],
  ],
  'D19: texts that may be long have line breaks and tabs': asSent(
    { longDescription: lines },
    { shortDescription: lines },
    { visitingInfo: { description: lines } },
    { placeDetails: { info: lines, accessibility: { info: lines } } },
    { media: { audio: [{ title: 't', url: 'u', description: lines }] } },
  ),
  'D20: texts hold so many characters, which are code points, and lists so many elements': asSent(
    { name: long(500) },
    { name: '😀'.repeat(500) },
    { shortDescription: long(10_000) },
    { longDescription: long(100_000) },
    { visitingInfo: { description: long(10_000), city: long(2_000) } },
    { placeDetails: { info: long(10_000), accessibility: { info: long(10_000) } } },
    { contactInfo: { email: long(2_000) } },
    { updatedBy: long(2_000) },
    { media: { links: [{ title: long(2_000) }] } },
    { media: { images: [{ url: 'u', title: 't', description: long(10_000) }] } },
    { tags: ids.map((id) => ({ id })) },
    { placeTypes: { cemetery: wide(5_000) } },
    { placeTypes: { cemetery: { a: wide(4_000), list: Array.from({ length: 1_000 }, () => [1]) } } },
  ),
  'D22, media: a medium has url, or provider and providerRef, and what belongs to its kind': asSent(
    ...['audio', 'video', 'images'].flatMap((kind) =>
      [{ url: 'u' }, { provider: 'p', providerRef: 'r' }, { provider: 'p', url: 'u' }].map((more) => ({
        media: { [kind]: [{ title: 't', ...more }] },
      })),
    ),
    { media: { video: [{ title: 't', url: 'u', descriptionType: 'x' }] } },
    { media: { images: [{ title: 't', url: 'u', alternateDescription: 'x' }] } },
  ),
  'D23: a position may be at the ends of the globe, and -0 is 0': [
    [
      { geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [180, -90] } } },
      { geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [180, -90] } } },
    ],
    [
      { geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [-0, 90] } } },
      { geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [0, 90] } } },
    ],
  ],
}

for (const [rule, cases] of Object.entries(kept)) {
  for (const [name, write] of Object.entries(writes)) {
    test(`${rule}: in a ${name}`, () => {
      for (const [more, wanted] of cases) {
        const place = write(more)
        for (const [member, value] of Object.entries(wanted)) {
          const what = `${member} of ${JSON.stringify(more).slice(0, 300)}`
          assert.deepEqual(place[member as keyof typeof place], value, what)
          assert.equal(member in place, value !== undefined, what)
        }
      }
    })
  }
}
