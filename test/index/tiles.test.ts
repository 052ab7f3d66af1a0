import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { TileAddress } from '../../src/geo/mercator.ts'
import { mercatorCell, mercatorX, mercatorY } from '../../src/geo/mercator.ts'
import { buildPoints } from '../../src/index/columns/point-column.ts'
import { runToCompletion } from '../../src/index/in-turns.ts'
import { createBitset, setBit } from '../../src/index/sets/bitset.ts'
import { selectBits, selectList } from '../../src/index/sets/selection.ts'
import { selectTile } from '../../src/index/tiles/tile-content.ts'
import type { LonLat } from '../../src/place/place.ts'
import { parseSearch } from '../../src/query/parse/parse.ts'
import { addCount, createCounts, TileGrid } from '../../src/query/results/tile.ts'
import { manyKindsModel, plainPlace } from '../support/pools.ts'
import { runs } from '../support/runs.ts'
import { IndexWorld } from './index-world.ts'

const model = manyKindsModel()
const now = Date.parse('2025-01-01T00:00:00Z')

const coordinate = (limit: number) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.double({ min: -limit, max: limit, noNaN: true }) },
    // The edges of cells of the quadtree and of tiles, and what is next to them.
    { weight: 2, arbitrary: fc.integer({ min: -16, max: 16 }).map((step) => (step * limit) / 16) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.integer({ min: -15, max: 15 }), fc.constantFrom(1e-13, -1e-13, 1e-7))
        .map(([step, off]) => (step * limit) / 16 + off),
    },
  )
const position: fc.Arbitrary<LonLat> = fc.tuple(coordinate(180), coordinate(90))
/** Heaps, so that cells of the quadtree are deep and ranges long. */
const heap = fc
  .tuple(position, fc.integer({ min: 1, max: 60 }), fc.constantFrom(0, 1e-9, 1e-3, 1))
  .map(([[longitude, latitude], count, step]) =>
    Array.from(
      { length: count },
      (_, number): LonLat => [
        Math.max(-180, Math.min(180, longitude + number * step)),
        Math.max(-90, Math.min(90, latitude - number * step)),
      ],
    ),
  )
const points = fc.array(heap, { minLength: 1, maxLength: 12 }).map((heaps) => heaps.flat())

/** The tile of a zoom that has a position. */
function tileWith([longitude, latitude]: LonLat, zoom: number): TileAddress {
  const across = 2 ** zoom
  return { zoom, x: mercatorCell(mercatorX(longitude), across), y: mercatorCell(mercatorY(latitude), across) }
}

test('a tile counts and lists the hits that are in it, of few hits and of many', () => {
  fc.assert(
    fc.property(points, fc.nat(22), fc.nat(), fc.nat(6), (positions, zoom, chosen, every) => {
      const address = tileWith(positions[chosen % positions.length]!, zoom)
      const grid = new TileGrid(address)
      const points = buildPoints(Float64Array.from(positions.flat()))
      const data = { ...points, types: Uint8Array.from(points.ordinals, (ordinal) => ordinal % 3) }
      const hits = Uint32Array.from(positions.keys()).filter((ordinal) => every === 0 || ordinal % every !== 0)
      const bits = createBitset(positions.length)
      for (const ordinal of hits) setBit(bits, ordinal)
      const wanted = createCounts()
      const inTile = [...hits].filter((ordinal) => grid.patchOf(...positions[ordinal]!) >= 0)
      for (const ordinal of inTile) addCount(wanted, grid.patchOf(...positions[ordinal]!), ordinal % 3)
      for (const selection of [selectBits(bits), selectList(hits)]) {
        const tile = selectTile(data, selection, grid)
        const counts = createCounts()
        tile.count(counts)
        assert.deepEqual(counts, wanted)
        const isWanted = (patch: number) => wanted.patches[patch]! < 5
        assert.deepEqual(
          [...tile.list(isWanted)].sort((a, b) => a - b),
          inTile.filter((ordinal) => isWanted(grid.patchOf(...positions[ordinal]!))),
        )
      }
    }),
    { numRuns: runs(1000) },
  )
})

test('a cluster of a segment says of how many of its places each type is', async () => {
  const world = new IndexWorld({ model, compaction: 'inline' })
  const types = ['cemetery', 'churchAndChapel', 'external']
  for (let number = 0; number < 30; number++) {
    world.entry(plainPlace(number, { placeTypes: { [types[number % 3]!]: {} } }))
  }
  const index = await world.rebuilt()
  for (const search of ['is=*', 'is=*&slug=^place-1', 'is=Cemetery,External']) {
    const { query } = parseSearch(search, { model, sees: 'public' })
    for (let offset = 0; offset < 4; offset++) world.check({ ...query, offset }, now, index)
  }
  const { query } = parseSearch('is=*', { model, sees: 'public' })
  const [cluster] = runToCompletion(index.tiling(query, { zoom: 0, x: 0, y: 0 }, now)).clusters
  const { x: _, y: __, ...counts } = cluster!
  assert.deepEqual(counts, { count: 30, Cemetery: 10, ChurchAndChapel: 10, External: 10 })
})
