import { test } from 'node:test'
import fc from 'fast-check'
import type { TileAddress } from '../../src/geo/mercator.ts'
import { mercatorCell, mercatorX, mercatorY } from '../../src/geo/mercator.ts'
import type { LonLat } from '../../src/place/place.ts'
import { placeTypes } from '../../src/place/place-types.ts'
import { arbitraryPlace } from '../support/generate.ts'
import { everyPlace, manyKindsModel, placeIdOf } from '../support/pools.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { runs } from '../support/runs.ts'
import { SearchWorld } from './search-world.ts'

const databases = await testDatabases()
const model = manyKindsModel()
const everything = everyPlace(model, { order: [], limit: 0 })

const coordinate = (limit: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.double({ min: -limit, max: limit, noNaN: true }) },
    // The edges of tiles, and what is next to them.
    { weight: 2, arbitrary: fc.integer({ min: -16, max: 16 }).map((step) => (step * limit) / 16) },
    { weight: 1, arbitrary: fc.integer({ min: -15, max: 15 }).map((step) => (step * limit) / 16 - 1e-13) },
  )
/** Heaps, so that some cells are clusters. */
const heap = fc
  .tuple(coordinate(180), coordinate(90), fc.integer({ min: 1, max: 20 }), fc.constantFrom(0, 1e-9, 1e-4, 1))
  .map(([longitude, latitude, count, step]) =>
    Array.from(
      { length: count },
      (_, number): LonLat => [Math.min(180, longitude + number * step), Math.max(-90, latitude - number * step)],
    ),
  )
const positions = fc.array(heap, { minLength: 1, maxLength: 8 }).map((heaps) => heaps.flat())

/** The tile of a zoom that has a position. */
function tileWith([longitude, latitude]: LonLat, zoom: number): TileAddress {
  const across = 2 ** zoom
  return { zoom, x: mercatorCell(mercatorX(longitude), across), y: mercatorCell(mercatorY(latitude), across) }
}

if ('missing' in databases) test('tiles from PostgreSQL are what they mean', { skip: databases.missing }, () => {})
else {
  test('PostgreSQL puts every place into the patch of the map that it is in, at every zoom', async () => {
    const world = await SearchWorld.open(model, await databases.create())
    const [template] = fc.sample(arbitraryPlace(placeIdOf(0)), { numRuns: 1, seed: 1 })
    try {
      await fc.assert(
        fc.asyncProperty(positions, fc.nat(), async (all, chosen) => {
          await world.clear()
          await world.put(
            ...all.map((coordinates, number) => ({
              ...template!,
              id: placeIdOf(number),
              slug: `place-${number}`,
              placeTypes: { [placeTypes[number % 3]!.key]: {} },
              geolocation: {
                type: 'Feature' as const,
                geometry: { type: 'Point' as const, coordinates: [...coordinates] as [number, number] },
              },
            })),
          )
          await world.search.follow()
          for (let zoom = 0; zoom <= 22; zoom++) {
            await world.checkTile(everything, tileWith(all[chosen % all.length]!, zoom), 0)
          }
        }),
        { numRuns: runs(20) },
      )
    } finally {
      await world.close()
    }
  })
}
