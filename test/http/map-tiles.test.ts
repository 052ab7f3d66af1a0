import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { client } from '../support/client.ts'
import { pmtilesOf, townLayers } from '../support/pmtiles.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService } from '../support/service.ts'

const bounds = [17.4, 59.7, 17.9, 60] as const
const town = townLayers([17.64, 59.86], { name: 'Uppsala' })
const archive = pmtilesOf(town, { bounds, maxZoom: 12 })

function fileOf(context: TestContext, bytes: Uint8Array): string {
  const file = join(temporaryFolder(context), 'map.pmtiles')
  writeFileSync(file, bytes)
  return file
}

test('D47: the tiles of MAP_TILES are served to everybody, for ever under their version', async (context) => {
  const service = await startService({ env: { MAP_TILES: fileOf(context, archive) } })
  context.after(() => service.close())
  const page = await (await fetch(service.url)).text()
  const settings = JSON.parse(/name="settings" content="([^"]+)"/.exec(page)![1]!.replaceAll('&quot;', '"'))
  const { version, ...told } = settings.mapTiles
  assert.deepEqual(told, { maxZoom: 12, bounds: [...bounds] })
  const tile = await fetch(`${service.url}/map/12/2248/1191.mvt?${version}`)
  assert.equal(tile.status, 200)
  assert.equal(tile.headers.get('content-type'), 'application/vnd.mapbox-vector-tile')
  assert.match(tile.headers.get('cache-control')!, /immutable/)
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(await tile.arrayBuffer())))
  assert.ok(layers.earth && layers.roads, Object.keys(layers).join())
  const former = await fetch(`${service.url}/map/12/2248/1191.mvt?former`)
  assert.equal(former.headers.get('cache-control'), 'no-cache')
  for (const nothing of ['12/0/0', '13/4496/2388', '22/0/0'])
    assert.equal((await fetch(`${service.url}/map/${nothing}.mvt`)).status, 204, nothing)
  for (const wrong of ['12/4096/0', '23/0/0', '1/-1/0', 'a/b/c'])
    assert.equal((await fetch(`${service.url}/map/${wrong}.mvt`)).status, 400, wrong)
})

test('D47: a service without MAP_TILES has no such address', async (context) => {
  const service = await startService()
  context.after(() => service.close())
  assert.equal((await client(service.url, service.adminKey).get('/map/0/0/0.mvt')).status, 404)
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
