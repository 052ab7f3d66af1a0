import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordBytesMax } from '../../src/exchange/reading/record.ts'
import { bodies, faults, readText, unreadCells } from './support.ts'

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
        body: {
          key: '7',
          geolocation,
          name: 'B ]},{ "features":[',
          placeDetails: { hasToilet: true, info: 'x' },
          owner: { id: null },
          placeTypes: null,
        },
      },
    ])
  }
})

test('GeoJSON: an unknown property is kept, so that the rules refuse it with all other faults', async () => {
  const [record] = bodies(await readText(collection(feature('a', { nmae: 'A' }))))
  assert.equal(record?.nmae, 'A')
})

test('GeoJSON: what can be nothing in its column is left out', async () => {
  const text = collection(
    feature('a', { phone: '08-465 004 04' }),
    feature('b', { phone: '08-465 004 04 ankn 2', type: 'Church' }),
  )
  const records = await readText(text)
  assert.deepEqual(bodies(records)[0]?.contactInfo, { phone: { CountryCode: 46, AreaCode: 8, Number: 46500404 } })
  assert.match(
    unreadCells(records).join(),
    /^2,placeTypes,type is left as it is: must be a place type, got 'Church'.*,2,contactInfo\.phone,phone is left as it is/,
  )
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
    [['A', { phone: null }]],
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

test('GeoJSON: a feature on each line, or after each record separator, is a feature as in a list', async () => {
  const features = [feature('a', { name: 'A' }), feature('b', { name: 'B', key2: null })]
  const [a, b] = features.map((one) => JSON.stringify(one)) as [string, string]
  const expected = await readText(collection(...features))
  assert.deepEqual(
    bodies(expected).map(({ name }) => name),
    ['A', 'B'],
  )
  const pretty = JSON.stringify(features[1], null, 2)
  for (const text of [`${a}\n${b}\n`, `\n${a}\r\n\r\n${b}`, `\x1E${a}\n\x1E${b}\n`, `\x1E${a}\n\x1E${pretty}\n`])
    for (const pieceSize of [1, 10_000]) assert.deepEqual(await readText(text, { pieceSize }), expected, text)
  const broken = await readText(`${a}\n{"type":"Feature",\n${b}\n`)
  assert.deepEqual([bodies(broken).length, faults(broken).map(({ line }) => line)], [2, [2]])
})

test('GeoJSON: without a geometry the properties have the position, and an altitude is dropped', async () => {
  const text = collection(
    { type: 'Feature', geometry: null, properties: { name: 'A', lat: 59.86, lon: '17,64' } },
    { type: 'Feature', geometry: { type: 'Point', coordinates: [17.64, 59.86, 35.2] }, properties: { name: 'A' } },
  )
  const geolocation = { type: 'Feature', geometry: { type: 'Point', coordinates: [17.64, 59.86] } }
  assert.deepEqual(bodies(await readText(text)), [
    { name: 'A', geolocation },
    { name: 'A', geolocation },
  ])
})

test('GeoJSON: a coordinate system beside the list is known, and one that is not of longitudes is refused', async () => {
  const named = (name: string) => ({ crs: { type: 'name', properties: { name } } })
  const features = [feature('a', { name: 'A' })]
  const both = (name: string) => [
    JSON.stringify({ type: 'FeatureCollection', ...named(name), features }),
    JSON.stringify({ type: 'FeatureCollection', features, ...named(name) }),
  ]
  for (const name of ['urn:ogc:def:crs:OGC:1.3:CRS84', 'EPSG:4326', 'urn:ogc:def:crs:EPSG::4326'])
    for (const text of both(name)) assert.equal(bodies(await readText(text)).length, 1)
  for (const name of ['urn:ogc:def:crs:EPSG::25832', 'EPSG:25832', 'http://www.opengis.net/def/crs/EPSG/0/25832']) {
    for (const [index, text] of both(name).entries())
      for (const pieceSize of [1, 1000]) {
        const records = await readText(text, { pieceSize })
        assert.equal(bodies(records).length, index)
        assert.match(
          faults(records)[0]?.fault ?? '',
          /in the coordinate system EPSG:25832: import the file with a plan/,
        )
      }
  }
})
