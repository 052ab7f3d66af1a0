import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { distanceMetres, inBox } from '../../src/geo/sphere.ts'
import { sealPoints, selectBox, selectCircle } from '../../src/index/columns/point-column.ts'
import { listSelection } from '../../src/index/sets/selection.ts'
import type { BBox, LonLat } from '../../src/place/place.ts'
import { boxes, positions } from '../support/pools.ts'

const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.constantFrom(-180, 180, 0, 90, -90, 179.9999999, -179.9999999, 45, -1e-17),
)
const latitude = fc.oneof(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.constantFrom(-90, 90, 0, 45, 89.9999999, -89.9999999, 1e-17),
)
const near = fc.tuple(
  fc.double({ min: -0.01, max: 0.01, noNaN: true }),
  fc.double({ min: -0.01, max: 0.01, noNaN: true }),
)
const point: fc.Arbitrary<LonLat> = fc.oneof(
  fc.tuple(longitude, latitude),
  fc.constantFrom(...positions),
  near.map(([east, north]): LonLat => [17.6 + east, 59.8 + north]),
)
const points = fc.array(point, { maxLength: 200 })
const radius = fc.oneof(
  fc.double({ min: 1e-3, max: 2.1e7, noNaN: true }),
  fc.constantFrom(1, 100, 1000, 20_000, 1e6, 1.0e7, 2.0015115e7, 3e7),
)
const box: fc.Arbitrary<BBox> = fc.oneof(
  fc.constantFrom(...boxes),
  fc
    .tuple(longitude, latitude, longitude, latitude)
    .map(([west, south, east, north]): BBox => [west, Math.min(south, north), east, Math.max(south, north)]),
)

const seal = (made: readonly LonLat[]) => sealPoints(Float64Array.from(made.flat()))
const where = (made: readonly LonLat[], holds: (position: LonLat) => boolean) =>
  [...made.keys()].filter((ordinal) => holds(made[ordinal]!))

test('D34: a circle holds exactly the points at most its radius away, at the poles and the antimeridian too', () => {
  fc.assert(
    fc.property(points, point, radius, fc.nat(), (made, center, random, pick) => {
      // Sometimes the radius is exactly the distance of one of the points.
      const rim = made[pick % (made.length * 2 || 1)]
      const metres = rim ? distanceMetres(center, rim) : random
      const found = listSelection(selectCircle(seal(made), center, metres))
      assert.deepEqual(
        [...found],
        where(made, (position) => distanceMetres(center, position) <= metres),
      )
    }),
    { numRuns: 500 },
  )
})

test('D35: a box holds exactly the points within its edges, across the antimeridian too', () => {
  fc.assert(
    fc.property(points, box, fc.nat(), (made, random, pick) => {
      const corner = made[pick % (made.length * 2 || 1)]
      const wanted: BBox = corner ? [corner[0], Math.min(corner[1], random[3]), random[2], random[3]] : random
      const found = listSelection(selectBox(seal(made), wanted))
      assert.deepEqual(
        [...found],
        where(made, (position) => inBox(position, wanted)),
      )
    }),
    { numRuns: 500 },
  )
})

test('many points on one spot, more than a leaf of the tree holds, are all found', () => {
  const made = Array.from({ length: 5000 }, (_, number): LonLat => [number % 2 === 0 ? 18 : 18.1, 59])
  assert.equal(listSelection(selectCircle(seal(made), [18, 59], 10)).length, 2500)
  assert.equal(listSelection(selectBox(seal(made), [17, 58, 19, 60])).length, 5000)
})
