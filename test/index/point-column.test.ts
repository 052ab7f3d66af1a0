import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createRandom } from '../../src/demo/template.ts'
import { distanceMetres, earthRadiusMetres, haversineFrom, inBox } from '../../src/geo/sphere.ts'
import { type Area, boxArea, circleArea, commonArea } from '../../src/index/columns/area.ts'
import { buildPoints, PointColumn } from '../../src/index/columns/point-column.ts'
import { createBitset, setBit } from '../../src/index/sets/bitset.ts'
import {
  everything,
  intersection,
  listSelection,
  type Selection,
  selectBits,
  selectList,
} from '../../src/index/sets/selection.ts'
import type { BBox, LonLat } from '../../src/place/place.ts'
import { boxes, positions } from '../support/pools.ts'
import { runs } from '../support/runs.ts'

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

const build = (made: readonly LonLat[]) => new PointColumn(buildPoints(Float64Array.from(made.flat())))
const within = (made: readonly LonLat[], area: Area) => {
  const found: Selection = build(made).within(area, everything(made.length))
  return listSelection(found)
}
const clusteredCount = 12_000
/** Points that lie the closer the nearer they are to the middle, as in a town, up to a degree from it. */
const clustered = ([longitude, latitude]: LonLat, seed: number): LonLat[] => {
  const random = createRandom(seed)
  const offset = () => (random() - 0.5) * random() ** 3
  const wrapped = (degrees: number) => (degrees > 180 ? degrees - 360 : degrees)
  return Array.from({ length: clusteredCount }, () => [wrapped(longitude + 2 * offset()), latitude + offset()])
}
const where = (made: readonly LonLat[], holds: (position: LonLat) => boolean) =>
  [...made.keys()].filter((ordinal) => holds(made[ordinal]!))

test('D34: a circle holds exactly the points at most its radius away, at the poles and the antimeridian too', () => {
  fc.assert(
    fc.property(points, point, radius, fc.nat(), (made, center, random, pick) => {
      // Sometimes the radius is exactly the distance of one of the points.
      const rim = made[pick % (made.length * 2 || 1)]
      const metres = rim ? distanceMetres(center, rim) : random
      const found = within(made, circleArea(center, metres))
      assert.deepEqual(
        [...found],
        where(made, (position) => distanceMetres(center, position) <= metres),
      )
    }),
    { numRuns: runs(1000) },
  )
})

test('D35: a box holds exactly the points within its edges, across the antimeridian too', () => {
  fc.assert(
    fc.property(points, box, fc.nat(), (made, random, pick) => {
      const corner = made[pick % (made.length * 2 || 1)]
      const wanted: BBox = corner ? [corner[0], Math.min(corner[1], random[3]), random[2], random[3]] : random
      const found = within(made, boxArea(wanted))
      assert.deepEqual(
        [...found],
        where(made, (position) => inBox(position, wanted)),
      )
    }),
    { numRuns: runs(1000) },
  )
})

test('what is selected otherwise is found in an area as by looking at each, as a list and as a set', () => {
  const many = fc.array(point, { minLength: 2500, maxLength: 3000 })
  fc.assert(
    fc.property(many, box, point, radius, fc.integer({ min: 1, max: 12 }), (made, bbox, center, metres, share) => {
      const area = commonArea(boxArea(bbox), circleArea(center, metres))
      const some = Uint32Array.from(made.keys()).filter((ordinal) => (ordinal * 7) % share === 0)
      const bits = createBitset(made.length)
      for (const ordinal of some) setBit(bits, ordinal)
      const inArea = [...some].filter((ordinal) => {
        const [longitude, latitude] = made[ordinal]!
        return inBox([longitude, latitude], bbox) && distanceMetres(center, [longitude, latitude]) <= metres
      })
      const even = createBitset(made.length)
      for (let ordinal = 0; ordinal < made.length; ordinal += 2) setBit(even, ordinal)
      const isEven = (ordinal: number) => ordinal % 2 === 0
      const all = everything(made.length)
      for (const { among, holds } of [
        { among: [selectList(some)], holds: () => true },
        { among: [all, selectBits(bits)], holds: () => true },
        { among: [selectBits(even), selectList(some)], holds: isEven },
        { among: [selectBits(even), selectBits(bits)], holds: isEven },
      ]) {
        const wanted = inArea.filter(holds)
        const found = build(made).within(area, intersection(among, made.length))
        assert.equal(found.count, wanted.length)
        assert.deepEqual(
          [...made.keys()].filter((ordinal) => found.has(ordinal)),
          wanted,
        )
        assert.deepEqual([...listSelection(found)], wanted)
      }
    }),
    { numRuns: runs(50) },
  )
})

test('D34: the nearest of hits are found, whatever the hits were selected by', () => {
  const many = fc.array(point, { minLength: 4500, maxLength: 5000 })
  const wantedCount = fc.constantFrom(1, 20, 100, 700)
  fc.assert(
    fc.property(many, point, radius, box, wantedCount, (made, center, radiusMetres, bbox, wanted) => {
      const data = build(made)
      const circle = circleArea(center, radiusMetres)
      const even = createBitset(made.length)
      for (let ordinal = 0; ordinal < made.length; ordinal += 2) setBit(even, ordinal)
      const all = everything(made.length)
      for (const hits of [
        data.within(circle, selectBits(even)),
        data.within(commonArea(circle, boxArea(bbox)), all),
        data.within(boxArea(bbox), all),
        selectBits(even),
        selectList(Uint32Array.from(made.keys())),
      ]) {
        const metresOf = (ordinal: number) => distanceMetres(center, made[ordinal]!)
        const metres = [...listSelection(hits)].map(metresOf).sort((a, b) => a - b)
        const last = metres[Math.min(wanted, metres.length) - 1] ?? -1
        const found = data.nearest(center, hits, wanted)
        assert.equal(new Set(found).size, found.length)
        assert.ok(found.every((ordinal) => hits.has(ordinal)))
        const near = [...found].map(metresOf).filter((distance) => distance <= last)
        assert.deepEqual(
          near.sort((a, b) => a - b),
          metres.filter((distance) => distance <= last),
        )
      }
    }),
    { numRuns: runs(40) },
  )
})

test('D34: circles among many points close together hold exactly those at most their radius away', () => {
  const somewhere = fc.constantFrom<LonLat>([17.6, 59.8], [-0.1, 0.05], [179.97, -36.9], [25, 89.5], [-70, -80])
  const seeded = fc.record({
    middle: somewhere,
    seed: fc.nat(1e9),
    metres: fc.double({ min: 10, max: 6e4, noNaN: true }),
  })
  const even = createBitset(clusteredCount)
  for (let ordinal = 0; ordinal < clusteredCount; ordinal += 2) setBit(even, ordinal)
  fc.assert(
    fc.property(seeded, fc.nat(clusteredCount - 1), ({ middle, seed, metres }, at) => {
      const made = clustered(middle, seed)
      const center = made[at]!
      const data = build(made)
      const found = listSelection(data.within(circleArea(center, metres), everything(made.length)))
      const wanted = where(made, (position) => distanceMetres(center, position) <= metres)
      assert.deepEqual([...found], wanted)
      const ofEvenHits = selectBits(even)
      const ofEven = data.within(circleArea(center, metres), ofEvenHits)
      const wantedEven = wanted.filter((ordinal) => ordinal % 2 === 0)
      assert.equal(ofEven.count, wantedEven.length)
      // Those that are asked again are counted by runs.
      const again = data.within(circleArea(center, metres), ofEvenHits)
      assert.equal(again.count, wantedEven.length)
      assert.deepEqual([...listSelection(again)], wantedEven)
    }),
    { numRuns: runs(60), endOnFailure: true },
  )
})

test('a haversine is that of the distance, near and far', () => {
  fc.assert(
    fc.property(point, point, fc.double({ min: 0, max: 1, noNaN: true }), (center, other, share) => {
      const nearer: LonLat = [
        center[0] + (other[0] - center[0]) * share ** 4,
        center[1] + (other[1] - center[1]) * share ** 4,
      ]
      for (const [longitude, latitude] of [other, nearer]) {
        const angle = distanceMetres(center, [longitude, latitude]) / earthRadiusMetres
        const wanted = Math.sin(angle / 2) ** 2
        const found = haversineFrom(center)(longitude, latitude)
        assert.ok(Math.abs(found - wanted) <= 1e-11 * wanted + 1e-17, `${found} is not ${wanted}`)
      }
    }),
    { numRuns: runs(2000) },
  )
})

test('many points on one spot, more than a leaf of the tree holds, are all found', () => {
  const made = Array.from({ length: 5000 }, (_, number): LonLat => [number % 2 === 0 ? 18 : 18.1, 59])
  assert.equal(within(made, circleArea([18, 59], 10)).length, 2500)
  assert.equal(within(made, boxArea([17, 58, 19, 60])).length, 5000)
})
