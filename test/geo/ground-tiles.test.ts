import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { classifyRings, VectorTile } from '@mapbox/vector-tile'
import earcut, { deviation, flatten } from 'earcut'
import type { Polygon } from 'geojson'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { type Point, signedArea } from '../../src/geo/clip.ts'
import { splitToFill } from '../../src/geo/fillable-areas.ts'
import { groundTiles } from '../../src/geo/ground-tiles.ts'
import { groundFile } from '../../src/geo/map-file.ts'
import { mercatorX, mercatorY } from '../../src/geo/mercator.ts'
import { box } from '../support/boundaries.ts'

const polygon = (...coordinates: number[][][]): Polygon => ({ type: 'Polygon', coordinates })

/** Two countries side by side, and the western one again as a territory by itself. */
const countries = [polygon(box(0, 0, 5, 5)), polygon(box(5, 0, 10, 5)), polygon(box(0, 0, 5, 5))]
const seas = [polygon(box(-20, -20, 20, 0), box(-2, -4, 2, -2))]
const lake = polygon(box(2, 2, 3, 3))
const speck = polygon(box(7, 2, 7.001, 2.001))

type Address = readonly [zoom: number, x: number, y: number]

/** Returns a function that reads the layers of a tile; undefined if there is none. */
function readerOf(file: Buffer) {
  const bytes = new Uint8Array(file)
  const archive = new PMTiles({
    getKey: () => 'test',
    getBytes: async (offset, length) => ({ data: bytes.slice(offset, offset + length).buffer }),
  })
  return async (...address: Address) => {
    const tile = await archive.getZxy(...address)
    return tile && new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers
  }
}

const read = (file: Buffer, ...address: Address) => readerOf(file)(...address)

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

test('a sea whose shore crosses itself has no band of water across the land', async () => {
  // A fjord with many arms, of which each ends in a loop that goes over the shore.
  const arms = Array.from({ length: 200 }, (_, nth) => {
    const x = -18 + nth * 0.18
    return [
      [x, 0],
      [x + 0.16, 9],
      [x + 0.02, 9],
      [x + 0.17, 0],
    ]
  }).flat()
  const sea = polygon([[-20, -20], [-20, 0], ...arms, [20, 0], [20, -20], [-20, -20]])
  const file = groundTiles({ seas: [sea], inland: [], countries: [] }, [-20, -20, 20, 20])
  const addresses: Address[] = [
    [0, 0, 0],
    [3, 3, 3],
    [3, 4, 3],
    [5, 15, 15],
  ]
  for (const address of addresses) assert.ok(fillError(await read(file, ...address)) <= fillErrorMax, address.join('/'))
})

test('a sea with more islands than MapLibre fills around is split, and keeps them all', () => {
  const ring = (x: number, y: number, side: number): Point[] =>
    box(x, y, x + side, y + side).map(([x = 0, y = 0]) => [x, y])
  const islands = Array.from({ length: 900 }, (_, nth) =>
    ring((nth % 30) * 100 + 20, Math.floor(nth / 30) * 100 + 20, 60).toReversed(),
  )
  const parts = splitToFill([ring(0, 0, 3000), ...islands])
  assert.equal(
    parts.reduce((sum, part) => sum + signedArea(part), 0),
    3000 ** 2 - 900 * 60 ** 2,
  )
  const holes = parts.map((part) => (signedArea(part) > 0 ? ',' : 'o')).join('')
  assert.ok(holes.split(',').every((of) => of.length < 500))
})

test('the file of the ground has no bands of water across the Nordic countries', async () => {
  const readTile = readerOf(readFileSync(groundFile))
  const wrong: string[] = []
  for (let zoom = 0; zoom <= 7; zoom++) {
    const range = (from: number, to: number) => {
      const [first, last] = [from, to].map((share) => Math.floor(share * 2 ** zoom)) as [number, number]
      return Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
    }
    for (const x of range(mercatorX(4), mercatorX(32))) {
      for (const y of range(mercatorY(72), mercatorY(54))) {
        const error = fillError(await readTile(zoom, x, y))
        if (error > fillErrorMax) wrong.push(`${zoom}/${x}/${y}: ${error}`)
      }
    }
  }
  assert.deepEqual(wrong, [])
})

/** A square pixel where a map draws a tile with 512. */
const fillErrorMax = 64

/** The largest error of the triangles that fill the areas of a tile, in square units; a tile has 4096 units in a row. */
function fillError(layers: Awaited<ReturnType<typeof read>>): number {
  const water = layers?.water
  const features = Array.from({ length: water?.length ?? 0 }, (_, at) => water!.feature(at).loadGeometry())
  const errors = features.flatMap((rings) =>
    classifyRings(rings).map((polygon) => {
      const { vertices, holes } = flatten(polygon.map((ring) => ring.map(({ x, y }) => [x, y])))
      const size = polygon.reduce(
        (sum, ring, at) => sum + (at === 0 ? 1 : -1) * Math.abs(signedArea(ring.map(({ x, y }): Point => [x, y]))),
        0,
      )
      return Math.abs(size) * deviation(vertices, holes, 2, earcut(vertices, holes))
    }),
  )
  return Math.max(0, ...errors)
}

function metadataOf(file: Buffer): Buffer {
  const [offset, length] = [file.readBigUInt64LE(24), file.readBigUInt64LE(32)].map(Number) as [number, number]
  return file.subarray(offset, offset + length)
}
