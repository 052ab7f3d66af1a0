import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import type { Polygon } from 'geojson'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { groundTiles } from '../../src/geo/ground-tiles.ts'
import { box } from '../support/boundaries.ts'

const polygon = (...coordinates: number[][][]): Polygon => ({ type: 'Polygon', coordinates })

/** Two countries side by side, and the western one again as a territory by itself. */
const countries = [polygon(box(0, 0, 5, 5)), polygon(box(5, 0, 10, 5)), polygon(box(0, 0, 5, 5))]
const seas = [polygon(box(-20, -20, 20, 0), box(-2, -4, 2, -2))]
const lake = polygon(box(2, 2, 3, 3))
const speck = polygon(box(7, 2, 7.001, 2.001))

/** The layers of a tile; undefined if there is none. */
async function read(file: Buffer, zoom: number, x: number, y: number) {
  const bytes = new Uint8Array(file)
  const archive = new PMTiles({
    getKey: () => 'test',
    getBytes: async (offset, length) => ({ data: bytes.slice(offset, offset + length).buffer }),
  })
  const tile = await archive.getZxy(zoom, x, y)
  return tile && new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers
}

test('the ground is cut in full where that is wanted, and coarser elsewhere', async () => {
  const file = groundTiles({ seas, inland: [lake, speck], countries }, [1, 1, 8, 4])
  const rings = (layers: NonNullable<Awaited<ReturnType<typeof read>>>, name: string) =>
    Array.from({ length: layers[name]?.length ?? 0 }, (_, at) => layers[name]!.feature(at).loadGeometry()).flat()
  const [whole, full] = [(await read(file, 0, 0, 0))!, (await read(file, 9, 259, 251))!]
  assert.equal(rings(whole, 'water').length, 3, 'the sea, its island and the lake')
  assert.equal(rings(whole, 'borders').length, 1, 'the border once, and no coast')
  assert.ok(full.water!.length > 0)
  const elsewhere = (await read(file, 6, 0, 0))!
  assert.deepEqual(Object.keys(elsewhere), [])
  assert.equal(await read(file, 9, 0, 0), undefined)
  const speckTile = (await read(file, 9, 265, 253))!
  assert.deepEqual(Object.keys(speckTile), [], 'a speck of water has no shape')
})

test('the corners of lakes are rounded, and the shores of the sea are not', async () => {
  const file = groundTiles({ seas: [polygon(box(1, 1, 1.5, 1.5))], inland: [lake], countries: [] }, [0, 0, 4, 4])
  const corners = async (x: number, y: number) =>
    (await read(file, 7, x, y))!.water!.feature(0).loadGeometry()[0]!.length
  assert.equal(await corners(64, 63), 5)
  assert.ok((await corners(64, 62)) > 5)
  const { license } = JSON.parse(gunzipSync(metadataOf(file)).toString())
  assert.equal(license, 'ODbL-1.0')
})

function metadataOf(file: Buffer): Buffer {
  const [offset, length] = [file.readBigUInt64LE(24), file.readBigUInt64LE(32)].map(Number) as [number, number]
  return file.subarray(offset, offset + length)
}
