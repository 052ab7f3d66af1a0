import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { mercatorX, mercatorY } from '../../src/geo/mercator.ts'
import { box, collection, feature } from '../support/boundaries.ts'
import { client } from '../support/client.ts'
import { pmtilesOf, townLayers } from '../support/pmtiles.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const bounds = [17.4, 59.7, 17.9, 60] as const
const town = townLayers([17.64, 59.86], { name: 'Uppsala' })
const archive = pmtilesOf(town, { bounds, maxZoom: 12 })

function fileOf(context: TestContext, bytes: Uint8Array): string {
  const file = join(temporaryFolder(context), 'map.pmtiles')
  writeFileSync(file, bytes)
  return file
}

/** What the page is told of each file of its map. */
async function mapSettings({ url }: TestService) {
  const page = await (await fetch(url)).text()
  const settings = JSON.parse(/name="settings" content="([^"]+)"/.exec(page)![1]!.replaceAll('&quot;', '"'))
  return settings.map as Record<string, { readonly version: string; readonly maxZoom: number }>
}

test('D47: the tiles of MAP_TILES are served to everybody, for ever under their version', async (context) => {
  const service = await startService({ env: { MAP_TILES: fileOf(context, archive) } })
  context.after(() => service.close())
  const { version, ...told } = (await mapSettings(service)).streets!
  assert.deepEqual(told, { maxZoom: 12, bounds: [...bounds] })
  const tile = await fetch(`${service.url}/map/streets/12/2248/1191.mvt?${version}`)
  assert.equal(tile.status, 200)
  assert.equal(tile.headers.get('content-type'), 'application/vnd.mapbox-vector-tile')
  assert.match(tile.headers.get('cache-control')!, /immutable/)
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(await tile.arrayBuffer())))
  assert.ok(layers.earth && layers.roads, Object.keys(layers).join())
  const former = await fetch(`${service.url}/map/streets/12/2248/1191.mvt?former`)
  assert.equal(former.headers.get('cache-control'), 'no-cache')
  for (const nothing of ['12/0/0', '13/4496/2388', '22/0/0'])
    assert.equal((await fetch(`${service.url}/map/streets/${nothing}.mvt`)).status, 204, nothing)
  for (const wrong of ['12/4096/0', '23/0/0', '1/-1/0', 'a/b/c'])
    assert.equal((await fetch(`${service.url}/map/streets/${wrong}.mvt`)).status, 400, wrong)
})

test('a service without a file for the ground and without MAP_TILES has towns alone', async (context) => {
  const service = await startService({ ground: '/nowhere/ground.pmtiles' })
  context.after(() => service.close())
  assert.deepEqual(Object.keys(await mapSettings(service)), ['towns'])
  const admin = client(service.url, service.adminKey)
  for (const none of ['streets', 'ground', 'municipalities', 'x'])
    assert.equal((await admin.get(`/map/${none}/0/0/0.mvt`)).status, 404, none)
  // Land of the page's build, as before.
  const { text } = await admin.get('/map/59.86,17.64.svg')
  assert.match(text, /class="water".*class="ground".*>Uppsala<.*Natural Earth, GeoNames/s)
})

/** Whether the water of a tile covers a position, and the features of a layer there. */
async function readTile({ url }: TestService, [lon, lat]: readonly [number, number], zoom: number) {
  const [x, y] = [mercatorX(lon) * 2 ** zoom, mercatorY(lat) * 2 ** zoom]
  const answer = await fetch(`${url}/map/ground/${zoom}/${Math.floor(x)}/${Math.floor(y)}.mvt`)
  assert.equal(answer.status, 200)
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(await answer.arrayBuffer())))
  const at = [(x % 1) * 4096, (y % 1) * 4096] as const
  const water = layers.water
  const rings = Array.from({ length: water?.length ?? 0 }, (_, nth) => water!.feature(nth).loadGeometry())
  const crossings = (ring: readonly { readonly x: number; readonly y: number }[]) =>
    ring.filter((to, nth) => {
      const from = ring.at(nth - 1)!
      return from.y > at[1] !== to.y > at[1] && at[0] < from.x + ((at[1] - from.y) / (to.y - from.y)) * (to.x - from.x)
    }).length
  const isWater = rings.some((feature) => feature.reduce((sum, ring) => sum + crossings(ring), 0) % 2 === 1)
  return { isWater, layers }
}

const places: readonly [name: string, position: readonly [number, number], isWater: boolean][] = [
  ['Vättern', [14.55, 58.3], true],
  ['Visingsö, an island in it', [14.34, 58.05], false],
  ['Mälaren', [17.35, 59.42], true],
  ['Riddarfjärden', [18.05, 59.326], true],
  ['Uppsala', [17.64, 59.86], false],
  ['Kattegat', [11.5, 57.5], true],
  ['Gotland', [18.5, 57.5], false],
  ['Åland', [19.95, 60.2], false],
  ['the Atlantic, where the rest of the world is coarser', [-40, 30], true],
  ['Madrid, there too', [-3.7, 40.4], false],
]

test('the ground has water where there is water at every zoom, and land in it', async (context) => {
  const service = await startService()
  context.after(() => service.close())
  const { version, maxZoom } = (await mapSettings(service)).ground!
  assert.equal(maxZoom, 9)
  for (const zoom of [7, 8, maxZoom, 13])
    for (const [name, position, isWater] of places)
      assert.equal((await readTile(service, position, zoom)).isWater, isWater, `${name} at zoom ${zoom}`)
  const { layers } = await readTile(service, [12.2, 61], 6)
  assert.ok((layers.borders?.length ?? 0) > 0, 'the border of Sweden and Norway')
  const tile = await fetch(`${service.url}/map/ground/9/281/150.mvt?${version}`)
  assert.match(tile.headers.get('cache-control')!, /immutable/)
})

test('the borders of configured municipalities are tiles, and those between their districts are not', async (context) => {
  const file = join(temporaryFolder(context), 'municipalities.geojson')
  const districts = [
    feature({ municipality: 'West' }, box(16, 59, 17, 60)),
    feature({ municipality: 'West' }, box(17, 59, 18, 60)),
    feature({ municipality: 'East' }, box(18, 59, 19, 60)),
  ]
  writeFileSync(file, JSON.stringify(collection(...districts)))
  const service = await startService({ env: { BOUNDARIES: file } })
  context.after(() => service.close())
  await until('they are cut', async () => 'municipalities' in (await mapSettings(service)))
  const columns = async (longitude: number) => {
    const [x, y] = [mercatorX(longitude) * 2 ** 9, mercatorY(59.5) * 2 ** 9].map(Math.floor)
    const tile = await fetch(`${service.url}/map/municipalities/9/${x}/${y}.mvt`)
    const layer = new VectorTile(new PbfReader(new Uint8Array(await tile.arrayBuffer()))).layers.municipalities
    return layer?.length ?? 0
  }
  assert.ok((await columns(18)) > 0, 'between two municipalities')
  assert.equal(await columns(17), 0, 'between two districts of one')
})

const damaged = Buffer.from(archive)
damaged.writeBigUInt64LE(2n ** 40n, 32)
const wrongFiles: readonly [what: string, bytes: Uint8Array, reason: RegExp][] = [
  ['is empty', Buffer.alloc(0), /\(.+\)$/],
  ['is something else', Buffer.from('PK'.padEnd(200)), /Wrong magic number/],
  ['is cut off', archive.subarray(0, 140), /\(.+\)$/],
  ['says lengths that it cannot have', damaged, /1099511627776 bytes/],
  ['has pictures', pmtilesOf(town, { bounds, maxZoom: 2, tileType: 2 }), /not vector tiles/],
  ['has other layers', pmtilesOf({ water: town.water! }, { bounds, maxZoom: 2 }), /has no layer earth, roads/],
]
for (const [what, bytes, reason] of wrongFiles) {
  test(`D47: a MAP_TILES that ${what} stops the start with one line`, async (context) => {
    await assertRefused(fileOf(context, bytes), reason)
  })
}

test('D47: a MAP_TILES that is not there stops the start with one line', async () => {
  await assertRefused('/nowhere/map.pmtiles', /ENOENT/)
})

async function assertRefused(file: string, reason: RegExp): Promise<void> {
  await assert.rejects(startService({ env: { MAP_TILES: file } }), ({ name, message }: Error) => {
    assert.equal(name, 'ConfigError')
    assert.match(message, /^MAP_TILES must be a PMTiles file [^\n]+$/)
    assert.match(message, reason)
    return true
  })
}
