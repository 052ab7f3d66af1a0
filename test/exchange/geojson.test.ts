import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordBytesMax } from '../../src/exchange/reading/record.ts'
import { bodies, faults, readText } from './support.ts'

const point = { type: 'Point', coordinates: [17.6, 59.8] }
const feature = (id: unknown, properties: unknown) => ({ type: 'Feature', id, geometry: point, properties })
const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', bbox: [1, [2]], features })

test('GeoJSON: properties are columns or nested members, the id of a feature is the key', async () => {
  const text = collection(
    feature('a', { name: 'A', owner_id: 'f1', owner: { type: 'Församling' }, type: 'Cemetery', hasnot: null }),
    feature(7, { name: 'B ]},{ "features":[', 'placeDetails.hasToilet': 'ja', placeDetails: { info: 'x' } }),
  )
  const geolocation = { type: 'Feature', geometry: point }
  for (const pieceSize of [1, 7, 10_000]) {
    assert.deepEqual(await readText(text, { pieceSize }), [
      {
        line: 1,
        body: {
          key: 'a',
          geolocation,
          name: 'A',
          owner: { id: 'f1', type: 'Församling' },
          placeTypes: { cemetery: {} },
        },
      },
      {
        line: 2,
        body: { key: '7', geolocation, name: 'B ]},{ "features":[', placeDetails: { hasToilet: true, info: 'x' } },
      },
    ])
  }
})

test('GeoJSON: an unknown property is kept, so that the rules refuse it with all other faults', async () => {
  const [record] = bodies(await readText(collection(feature('a', { nmae: 'A' }))))
  assert.equal(record?.nmae, 'A')
})

test('GeoJSON: what can be nothing in its column is refused with the key of the feature', async () => {
  const text = collection(
    feature('a', { phone: '08-465 004 04' }),
    feature('b', { phone: '08-465 004 04 ankn 2', type: 'Church' }),
  )
  const records = await readText(text)
  assert.deepEqual(bodies(records)[0]?.contactInfo, { phone: { CountryCode: 46, AreaCode: 8, Number: 46500404 } })
  const [refused] = faults(records)
  assert.equal(refused?.key, 'b')
  assert.match(refused?.fault ?? '', /^phone must have digits alone, .*; type must be a place type, got 'Church'/)
})

test('GeoJSON: a blank text says nothing, and two numbers of a place are not put together to a third', async () => {
  const text = collection(
    feature('a', { name: 'A', phone: '', lat: ' ' }),
    feature('b', { phone: '+44 20 7723 5681', telefon: '08-465 004 04' }),
    feature('c', { contactInfo_phone_AreaCode: 18, phone: '08-465 004 04', telefon: '' }),
  )
  const records = await readText(text)
  assert.deepEqual(
    bodies(records).map(({ name, contactInfo }) => [name, contactInfo]),
    [['A', undefined]],
  )
  assert.deepEqual(faults(records), [
    { line: 2, fault: "columns 'phone' and 'telefon' give the same member: keep one", key: 'b' },
    { line: 3, fault: "columns 'phone' and 'contactInfo_phone_AreaCode' give the same member: keep one", key: 'c' },
  ])
})

test('GeoJSON: features that cannot be read are faults of their own', async () => {
  const long = feature('long', { name: 'x'.repeat(recordBytesMax) })
  const text = `{"features":[{"type":"Point"}, 1, {bad}, ${JSON.stringify(long)}, ${JSON.stringify(feature('e', {}))}]}`
  const records = await readText(text, { name: 'a.geojson' })
  assert.deepEqual(
    faults(records).map(({ line }) => line),
    [1, 2, 3, 4],
  )
  assert.deepEqual(
    bodies(records).map(({ key }) => key),
    ['e'],
  )
})

test('GeoJSON: an empty collection gives nothing, a lone Feature one record', async () => {
  assert.deepEqual(await readText(collection()), [])
  assert.equal(bodies(await readText(JSON.stringify(feature('a', { name: 'A' })))).length, 1)
})

test('GeoJSON: a file that breaks off, or is something else, says so', async () => {
  const cut = await readText(collection(feature('a', {}), feature('b', {})).slice(0, -30))
  assert.equal(bodies(cut).length, 1)
  assert.match(faults(cut)[0]!.fault, /ends inside the list of features/)
  const other = await readText('{"places":[]}', { format: 'geojson' })
  assert.match(faults(other)[0]!.fault, /no FeatureCollection/)
})

test('GeoJSON: a name of members that is not on the first level does not open the list', async () => {
  const text = `{"x":{"features":[1,2]},"y":"features","type":"FeatureCollection","features":[]}`
  assert.deepEqual(await readText(text), [])
})
