import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject, JsonValue } from '../../src/place/json.ts'
import { body, faultsOf, Town } from './support.ts'

const pointers = (more: JsonObject) => Object.keys(faultsOf(() => new Town().create(body(more)))).sort()
const at = (coordinates: JsonValue, more: JsonObject = {}) => ({
  geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates }, ...more },
})

test('D45, D22: a fault in openHours hides no rule of another weekday or entry', () => {
  const openHours = [
    { validTo: '2026-01-01' },
    {
      days: {
        mo: [
          { from: '10:00', to: '12:00' },
          { from: '11:00', to: '13:00' },
        ],
        tu: [{ from: '1:00', to: 'x' }],
      },
    },
    { validFrom: '2025-01-01', validTo: '2024-01-01' },
  ]
  assert.deepEqual(pointers({ openHours }), [
    '/openHours/1/days/mo/1',
    '/openHours/1/days/tu/0/from',
    '/openHours/1/days/tu/0/to',
    '/openHours/1/validFrom',
    '/openHours/1/validTo',
    '/openHours/2/validTo',
  ])
})

test('D45, D22: spans beside one at fault are judged, and it is not blamed twice', () => {
  const span = (from: JsonValue, to: JsonValue) => ({ from, to })
  const mo = [span('13:00', '15:00'), span('1:00', '16:00'), span('08:00', '09:00'), 5, span('14:00', '16:00')]
  assert.deepEqual(pointers({ openHours: [{ days: { mo } }] }), [
    '/openHours/0/days/mo/1/from',
    '/openHours/0/days/mo/3',
    '/openHours/0/days/mo/4',
  ])
})

test('D45, D22: a day that does not exist is one fault, not also a missing one', () => {
  const openHours = [
    { validFrom: '2026-01-01', validTo: '2026-02-30' },
    { validFrom: '2026-13-01', validTo: 5 },
    'x',
    { validFrom: '2025-01-01' },
  ]
  assert.deepEqual(pointers({ openHours }), [
    '/openHours/0/validTo',
    '/openHours/1/validFrom',
    '/openHours/1/validTo',
    '/openHours/2',
  ])
})

test('D45: a medium at fault hides no rule of another', () => {
  const media = {
    audio: [{ url: 5, title: 't' }, {}, { title: 't', provider: 'p' }],
    video: [{ title: 't', providerRef: 'p' }, { title: 'a\0b' }],
    images: 'x',
  }
  assert.deepEqual(pointers({ media }), [
    '/media/audio/0/url',
    '/media/audio/2',
    '/media/images',
    '/media/video/0',
    '/media/video/1',
    '/media/video/1/title',
  ])
  const refused = [
    { title: 't', url: 'a\0b' },
    { title: 't', provider: 'a\0b', providerRef: 'r' },
  ]
  assert.deepEqual(pointers({ media: { images: refused } }), ['/media/images/0/url', '/media/images/1/provider'])
})

test('D45, D23: each coordinate is judged, whatever else of the geolocation is at fault', () => {
  assert.deepEqual(pointers(at([200, 95], { x: 1 })), [
    '/geolocation/geometry/coordinates/0',
    '/geolocation/geometry/coordinates/1',
    '/geolocation/x',
  ])
  assert.deepEqual(pointers(at([200, 'x'], { type: 'Thing' })), [
    '/geolocation/geometry/coordinates/0',
    '/geolocation/geometry/coordinates/1',
    '/geolocation/type',
  ])
})

test('D45, D12: a place type at fault does not hide that there are two', () => {
  assert.deepEqual(pointers({ placeTypes: { cemetery: {}, external: {}, zz: {} } }), ['/placeTypes', '/placeTypes/zz'])
  const typed = { pollingStation: { canPrintDubblettrostkort: 'no' }, external: {} }
  assert.deepEqual(pointers({ placeTypes: typed }), [
    '/placeTypes',
    '/placeTypes/pollingStation/canPrintDubblettrostkort',
  ])
})

test('D45, D17: what may not be sent hides nothing of what is missing', () => {
  assert.deepEqual(pointers({ owner: { x: 1 }, categories: [{ name: 'x' }] }), [
    '/categories/0/id',
    '/categories/0/name',
    '/owner/id',
    '/owner/type',
    '/owner/x',
  ])
  assert.deepEqual(pointers({ owner: { id: 'a\0b' } }), ['/owner/id', '/owner/type'])
})

test('D45: a patch tells all faults at once too', () => {
  const town = new Town()
  const { id } = town.create()
  const faults = faultsOf(() =>
    town.patch(id, {
      placeTypes: { cemetery: {}, parishHome: {}, zz: {} },
      geolocation: { geometry: { coordinates: [200, 59] }, x: 1 },
      media: { audio: [{ title: 't', slug: 1 }] },
    }),
  )
  assert.deepEqual(Object.keys(faults).sort(), [
    '/geolocation/geometry/coordinates/0',
    '/geolocation/x',
    '/media/audio/0',
    '/media/audio/0/slug',
    '/placeTypes',
    '/placeTypes/zz',
  ])
})

test('D45: more faults than an answer lists leave no rule to stumble over what nobody judged', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, 1]))
  const tags = Array.from({ length: 1000 }, () => 5)
  for (const odd of [5, 'x', { a: 1 }, [5], [{ days: 5 }], [{ days: { mo: 'x' } }], [{ days: { mo: [null, 5] } }]]) {
    const parts = { openHours: odd, placeTypes: 'x', media: { audio: odd }, geolocation: { geometry: odd } }
    for (const more of [
      { ...many, ...parts },
      { tags, ...parts },
    ]) {
      assert.ok(pointers(more as JsonObject).length >= 1000)
    }
  }
})
