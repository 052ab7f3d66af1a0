import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject, JsonValue } from '../../src/place/json.ts'
import { accepted, pointAt, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const put = (geolocation: JsonValue) => api.admin.put('/place', api.scene().body({ geolocation }))
const point = (coordinates: JsonValue): JsonObject => ({ type: 'Feature', geometry: { type: 'Point', coordinates } })

test('D23: a Feature with a Point is kept, with its properties', async () => {
  const feature = { ...point([-179.999999, 89.5]), properties: { accuracy: 3, nested: { a: [1, 'b'] }, Name: 'x' } }
  assert.deepEqual(accepted(await put(feature), 201).geolocation, feature)
  for (const corner of [
    [180, 90],
    [-180, -90],
    [0, 0],
    [17.123456789012, 59.98765432101],
  ]) {
    assert.deepEqual(accepted(await put(point(corner)), 201).geolocation, point(corner))
  }
})

test('D23: properties may be null, as GeoJSON writes them', async () => {
  const place = accepted(await put({ ...point([17, 59]), properties: null }), 201)
  assert.deepEqual(place.geolocation, point([17, 59]))
})

test('D23: coordinates are exactly two numbers within their bounds', async () => {
  const wrong: JsonValue[] = [
    [180.0001, 0],
    [-181, 0],
    [0, 90.0001],
    [0, -91],
    [17],
    [17, 59, 3],
    [],
    ['17', '59'],
    [null, 59],
    [true, 59],
    [[17, 59]],
    '17,59',
    { lon: 17, lat: 59 },
    17,
  ]
  for (const coordinates of wrong) refused(await put(point(coordinates)), 400, /coordinates/)
})

test('D23: other geometry is 400', async () => {
  refused(await put({ type: 'Feature', geometry: { type: 'LineString', coordinates: [[17, 59]] } }), 400, /geometry/)
  refused(await put({ type: 'Feature', geometry: { type: 'point', coordinates: [17, 59] } }), 400, /geometry/)
  refused(await put({ type: 'Feature', geometry: { coordinates: [17, 59] } }), 400, /type/)
  refused(await put({ type: 'Feature', geometry: null }), 400, /geometry/)
  refused(await put({ type: 'Feature' }), 400, /geometry/)
  refused(await put({ type: 'Point', coordinates: [17, 59] }), 400, /geolocation/)
  refused(await put({ type: 'FeatureCollection', features: [] }), 400, /geolocation/)
  refused(await put({ geometry: { type: 'Point', coordinates: [17, 59] } }), 400, /type/)
  refused(await put([17, 59]), 400, /geolocation/)
})

test('D23: free are only the properties', async () => {
  refused(await put({ ...point([17, 59]), bbox: [17, 59, 17, 59] }), 400, /bbox/)
  refused(await put({ ...point([17, 59]), properties: 'x' }), 400, /properties/)
})

test('D23: a PATCH merges the Feature', async () => {
  const here = api.scene()
  const { id } = await here.add({ geolocation: { ...pointAt(17, 59), properties: { a: 1, b: 2 } } })
  await here.patch(id, { geolocation: { properties: { b: null, c: 3 } } })
  assert.deepEqual((await here.get(id)).geolocation, { ...pointAt(17, 59), properties: { a: 1, c: 3 } })
  await here.patch(id, { geolocation: { geometry: { coordinates: [18, 60] } } })
  assert.deepEqual((await here.get(id)).geolocation, { ...pointAt(18, 60), properties: { a: 1, c: 3 } })
  refused(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', geolocation: { type: 'Polygon' } }), 400, /type/)
})

test('D24: country is derived from the coordinates, and moves with them', async () => {
  const here = api.scene()
  const { id, geolocationInfo } = await here.add({ geolocation: pointAt(18.0686, 59.3293) })
  assert.deepEqual(geolocationInfo, { country: 'SE' })
  await here.patch(id, { geolocation: pointAt(12.5683, 55.6761) })
  assert.deepEqual((await here.get(id)).geolocationInfo, { country: 'DK' })
  assert.deepEqual(await here.names('geolocationinfo_country=dk'), ['Testkyrkan'])
  assert.deepEqual(await here.names('geolocationinfo_country=se'), [])
})

test('D24: on the open sea nothing is known', async () => {
  const place = await api.scene().add({ geolocation: pointAt(-140, 20) })
  assert.equal('geolocationInfo' in place, false)
})
