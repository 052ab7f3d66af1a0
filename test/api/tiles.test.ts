import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, pointAt, refused } from '../support/client.ts'
import { type ReadPoint, readTile } from '../support/read-tile.ts'
import { suite } from '../support/suite.ts'

const api = suite()

async function tile(address: string, query = '', client: Client = api.admin) {
  const response = await fetch(`${client.url}/v4/place/tiles/${address}.mvt?${query}`, {
    headers: { authorization: `Bearer ${client.key}` },
  })
  assert.equal(response.status, 200, await (response.ok ? '' : response.text()))
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { headers: response.headers, layers: readTile(bytes), bytes }
}

const namesIn = (points: readonly ReadPoint[] = []) => points.map(({ properties }) => properties.name).sort()
const countOf = ({ places = [], clusters = [] }: Record<string, ReadPoint[]>) =>
  clusters.reduce((sum, { properties }) => sum + Number(properties.count), places.length)

test('a tile has the places of the search that lie in it, with what a map shows of them', async () => {
  const here = api.scene()
  const uppsala = await here.add({ name: 'Ärkebiskopens äng', geolocation: pointAt(17.6333, 59.8581) })
  await here.addAll({ name: 'Paris', geolocation: pointAt(2.35, 48.85) })
  const { headers, layers } = await tile('17/71956/38166', `owner_id=${here.owner}`)
  assert.equal(headers.get('content-type'), 'application/vnd.mapbox-vector-tile')
  const properties = { id: uppsala.id, name: 'Ärkebiskopens äng', type: 'ChurchAndChapel', state: 'published' }
  assert.deepEqual(layers, { places: [{ x: 363, y: 1513, properties }] })
  assert.deepEqual(namesIn((await tile('0/0/0', `owner_id=${here.owner}`)).layers.places), [
    'Paris',
    'Ärkebiskopens äng',
  ])
})

test('a few places in one spot are numbered, so that a map can draw them beside each other', async () => {
  const here = api.scene()
  for (const name of ['ett', 'två']) await here.add({ name, geolocation: pointAt(-40, 10) })
  await here.add({ name: 'för sig', geolocation: pointAt(-80, 10) })
  const { places = [] } = (await tile('0/0/0', `owner_id=${here.owner}`)).layers
  assert.deepEqual(
    places.map(({ properties: { name, nth } }) => [name, nth]),
    [
      ['ett', 0],
      ['två', 1],
      ['för sig', undefined],
    ],
  )
})

test('many places in one spot are a cluster with their exact number, at every zoom', async () => {
  const here = api.scene()
  for (let number = 0; number < 9; number++) await here.add({ name: `rum ${number}`, geolocation: pointAt(25, 65) })
  const query = `owner_id=${here.owner}`
  for (const zoom of [0, 5, 22]) {
    const x = Math.floor(((25 + 180) / 360) * 2 ** zoom)
    const y = Math.floor(((1 - Math.asinh(Math.tan((65 * Math.PI) / 180)) / Math.PI) / 2) * 2 ** zoom)
    const { layers } = await tile(`${zoom}/${x}/${y}`, query)
    assert.deepEqual(
      layers.clusters?.map(({ properties }) => properties),
      [{ count: 9, ChurchAndChapel: 9 }],
    )
    assert.equal(layers.places, undefined)
  }
  const fewer = await tile('0/0/0', `${query}&name=!rum 3`)
  assert.equal(fewer.layers.clusters, undefined)
  assert.equal(fewer.layers.places?.length, 8)
})

test('a cluster tells how many of its places are of each type', async () => {
  const here = api.scene()
  const geolocation = pointAt(-30, -30)
  const graves = Array.from({ length: 9 }, () => ({ geolocation, placeTypes: { cemetery: {} } }))
  await here.addAll({ geolocation }, { geolocation }, ...graves)
  const told = async (query: string) =>
    (await tile('0/0/0', `owner_id=${here.owner}&${query}`)).layers.clusters?.map(({ properties }) => properties)
  assert.deepEqual(await told(''), [{ count: 11, ChurchAndChapel: 2, Cemetery: 9 }])
  assert.deepEqual(await told('is=Cemetery'), [{ count: 9, Cemetery: 9 }])
})

test('the tiles of a zoom have all that the search has, at the poles and the antimeridian too', async () => {
  const here = api.scene()
  const spots = [
    [180, 0],
    [-180, 0.1],
    [0, 90],
    [0, -90],
    [179.9, 66],
    [0, 0],
    [90, 85.2],
  ] as const
  for (const [longitude, latitude] of spots) await here.add({ geolocation: pointAt(longitude, latitude) })
  let count = 0
  for (const x of [0, 1, 2, 3]) {
    for (const y of [0, 1, 2, 3]) count += countOf((await tile(`2/${x}/${y}`, `owner_id=${here.owner}`)).layers)
  }
  assert.equal(count, spots.length)
})

test('an empty tile has no bytes', async () => {
  const here = api.scene()
  const { bytes } = await tile('3/0/0', `owner_id=${here.owner}`)
  assert.equal(bytes.length, 0)
})

test('a tile takes what a search takes: filters, full text, types, areas and states', async () => {
  const here = api.scene()
  const church = await here.add({ name: 'kyrka' })
  await here.addAll(
    { name: 'rum', parent: { id: church.id } },
    { name: 'grav', placeTypes: { cemetery: {} }, geolocation: pointAt(10, 50) },
    { name: 'utkast', published: null },
  )
  const names = async (query: string) => namesIn((await tile('0/0/0', `owner_id=${here.owner}&${query}`)).layers.places)
  assert.deepEqual(await names(''), ['grav', 'kyrka'])
  assert.deepEqual(await names('is=*'), ['grav', 'kyrka', 'rum'])
  assert.deepEqual(await names('is=Cemetery'), ['grav'])
  assert.deepEqual(await names('q=kyrk'), ['kyrka'])
  assert.deepEqual(await names('name=^g,^k&bbox=9,49,11,51'), ['grav'])
  assert.deepEqual(await names('nearby=10,50&nearbyRadius=10'), ['grav'])
  assert.deepEqual(await names('limit=1&offset=1&orderby=name-&expand=owner&facets=is'), ['grav', 'kyrka'])
  const { layers } = await tile('0/0/0', `owner_id=${here.owner}&include=non-published&published=`)
  assert.deepEqual(
    layers.places?.map(({ properties }) => [properties.name, properties.state]),
    [['utkast', 'draft']],
  )
})

test('D43: a tile has an entity tag, which changes with what is found', async () => {
  const here = api.scene()
  const { id } = await here.add({ name: 'a', depublished: '2026-06-20' })
  const path = `/place/tiles/0/0/0.mvt?owner_id=${here.owner}`
  const first = await api.admin.get(path)
  const etag = first.headers.get('etag') ?? ''
  assert.match(etag, /^W\/"/)
  assert.equal(first.headers.get('cache-control'), 'private, no-cache')
  assert.equal((await api.admin.get(path, { 'if-none-match': etag })).status, 304)
  await here.patch(id, { name: 'b' })
  const second = await api.admin.get(path, { 'if-none-match': etag })
  assert.equal(second.status, 200)
  const newer = second.headers.get('etag') ?? ''
  api.setNow('2026-06-21T00:00:00Z')
  assert.equal((await api.admin.get(path, { 'if-none-match': newer })).status, 200, 'the place is unpublished now')
  api.setNow('2026-06-15T12:00:00Z')
})

test('D43: tiles of different searches have different entity tags, which maps compare', async () => {
  const tagOf = async (query: string) => (await api.admin.get(`/place/tiles/0/0/0.mvt?${query}`)).headers.get('etag')
  assert.notEqual(await tagOf('q=kyrka'), await tagOf('q=kapell'))
  assert.equal(await tagOf('q=kyrka'), await tagOf('q=kyrka'))
})

test('restricted: who may not see a field does not filter a tile by it', async () => {
  const reader = await api.keyed(['read'])
  refused(await reader.get('/place/tiles/0/0/0.mvt?updatedby=tester'), 403, /permission read-restricted/)
  assert.equal((await api.admin.get('/place/tiles/0/0/0.mvt?updatedby=tester')).status, 200)
  refused(await api.nobody.get('/place/tiles/0/0/0.mvt'), 401)
  refused(await (await api.keyed(['create'])).get('/place/tiles/0/0/0.mvt'), 403, /'read-published'/)
})

test('an address that is no tile is 400 and says which would be', async () => {
  const wrong = async (address: string, says: RegExp) =>
    refused(await api.admin.get(`/place/tiles/${address}.mvt`), 400, says)
  await wrong('23/0/0', /the z of a tile must be a whole number from 0 to 22, got '23'; the nearest is 22/)
  await wrong('2/4/0', /the x of a tile must be a whole number from 0 to 3 at zoom 2, got '4'; the nearest is 3/)
  await wrong('2/0/99999999999', /the y of a tile/)
  await wrong('2/-1/0', /the x of a tile .* got '-1'/)
  await wrong('1.5/0/0', /the z of a tile .* got '1.5'/)
  await wrong('0/0/%20', /the y of a tile/)
  refused(await api.admin.get('/place/tiles/0/0/0'), 404)
  refused(await api.admin.post('/place/tiles/0/0/0.mvt'), 405)
  refused(await api.admin.get('/place/tiles/0/0/0.mvt?nmae=x'), 400, /did you mean 'name'/)
})

test('D37: with test=true any valid key gets a tile of sample places', async () => {
  const { layers } = await tile('0/0/0', 'test=true&limit=3', await api.keyed(['create']))
  assert.equal(countOf(layers), 3)
  assert.equal((await tile('1/0/1', 'test=true')).bytes.length, 0)
})
