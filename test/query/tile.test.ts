import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { TileAddress } from '../../src/geo/mercator.ts'
import { samplePlace } from '../../src/place/sample.ts'
import { TileGrid, tileLimits, tileOf } from '../../src/query/results/tile.ts'
import { runs } from '../support/runs.ts'

const coordinate = (limit: number) =>
  fc.oneof(fc.double({ min: -limit, max: limit, noNaN: true }), fc.constantFrom(-limit, limit, 0, limit / 2))
const position = fc.tuple(coordinate(180), coordinate(90))

function tilesOf(zoom: number): TileAddress[] {
  const numbers = Array.from({ length: 2 ** zoom }, (_, number) => number)
  return numbers.flatMap((x) => numbers.map((y) => ({ zoom, x, y })))
}

function placeAt(longitude: number, latitude: number, number = 1) {
  const { deleted: _, ...place } = samplePlace(`01890a5d-ac96-7000-8000-${String(number).padStart(12, '0')}`)
  return {
    ...place,
    geolocation: {
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] as [number, number] },
    },
  }
}

const now = Date.UTC(2026, 5, 1)
const world = { zoom: 0, x: 0, y: 0 }

test('every position is in exactly one tile of a zoom, the poles and both sides of the antimeridian included', () => {
  fc.assert(
    fc.property(position, fc.integer({ min: 0, max: 4 }), (at, zoom) => {
      const having = tilesOf(zoom).filter((address) => new TileGrid(address).patchOf(...at) >= 0)
      assert.equal(having.length, 1)
      const { x, y } = new TileGrid(having[0]!).pointOf(...at)
      assert.ok(x >= 0 && x <= tileLimits.extent && y >= 0 && y <= tileLimits.extent)
    }),
    { numRuns: runs(300) },
  )
})

test('a position in a tile is in one of its quarters, down to the deepest zoom', () => {
  fc.assert(
    fc.property(position, (at) => {
      let address: TileAddress = world
      while (address.zoom < tileLimits.zoomMax) {
        const { zoom, x, y } = address
        const quarters = [0, 1, 2, 3].map((n) => ({ zoom: zoom + 1, x: 2 * x + (n & 1), y: 2 * y + (n >> 1) }))
        const having = quarters.filter((quarter) => new TileGrid(quarter).patchOf(...at) >= 0)
        assert.equal(having.length, 1)
        address = having[0]!
      }
    }),
    { numRuns: runs(90) },
  )
})

test('the clusters and the places of all tiles of a zoom are all places', () => {
  fc.assert(
    fc.property(fc.array(position, { maxLength: 60 }), fc.integer({ min: 0, max: 3 }), (positions, zoom) => {
      const places = positions.map((at, number) => placeAt(...at, number))
      const tiles = tilesOf(zoom).map((address) => tileOf(places, address, now))
      const ids = tiles.flatMap((tile) => tile.places.map(({ id }) => id))
      const clustered = tiles.flatMap(({ clusters }) => clusters.map(({ count }) => count))
      assert.equal(new Set(ids).size, ids.length)
      assert.equal(ids.length + clustered.reduce((sum, count) => sum + count, 0), places.length)
    }),
    { numRuns: runs(120) },
  )
})

test('up to eight places in a cell are shown each, more as one in their middle', () => {
  const near = Array.from({ length: 9 }, (_, number) => ({
    ...placeAt(17 + number / 10, 59.5, number),
    placeTypes: number < 3 ? { cemetery: {} } : { parishHome: {} },
  }))
  const { clusters, places } = tileOf(near.slice(0, 8), world, now)
  assert.deepEqual([clusters, places.length], [[], 8])
  const many = tileOf(near, world, now)
  assert.deepEqual(many.places, [])
  assert.equal(many.clusters.length, 1)
  const [{ x, y, ...told }] = many.clusters as [(typeof many.clusters)[number]]
  const middle = new TileGrid(world).pointOf(17.4, 59.5)
  assert.deepEqual(told, { count: 9, ParishHome: 6, Cemetery: 3 })
  assert.ok(
    Math.abs(x - middle.x) <= 32 && Math.abs(y - middle.y) <= 32,
    `${x} ${y} is not at ${JSON.stringify(middle)}`,
  )
})

test('clusters keep a distance from each other, wherever in their cells the places are', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(position, fc.integer({ min: 9, max: 12 })), { maxLength: 8 }), (heaps) => {
      const places = heaps.flatMap(([at, count], heap) =>
        Array.from({ length: count }, (_, number) => placeAt(...at, heap * 20 + number)),
      )
      const { clusters } = tileOf(places, world, now)
      for (const [index, one] of clusters.entries()) {
        for (const other of clusters.slice(index + 1)) {
          assert.ok(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) >= 256)
        }
      }
    }),
    { numRuns: runs(300) },
  )
})

test('a place in a tile has its id, its name, its type and its state at the moment', () => {
  const place = { ...placeAt(17.6333, 59.8581), placeTypes: { cemetery: {} } }
  assert.deepEqual(tileOf([place], { zoom: 17, x: 71956, y: 38166 }, now).places, [
    { x: 363, y: 1513, id: place.id, name: 'Sample place', type: 'Cemetery', state: 'published' },
  ])
  assert.equal(tileOf([place], world, Date.UTC(2020)).places[0]?.state, 'scheduled')
  assert.equal(tileOf([place], world, Date.UTC(2030)).places[0]?.state, 'unpublished')
})
