import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { distanceMetres, earthRadiusMetres, inBox } from '../../src/geo/sphere.ts'
import type { BBox, LonLat } from '../../src/place/place.ts'
import { runs } from '../support/runs.ts'

const half = Math.PI * earthRadiusMetres
const degree = half / 180

const coordinate = (limit: number) =>
  fc.oneof(
    fc.double({ min: -limit, max: limit, noNaN: true }),
    fc.constantFrom(-limit, limit, 0),
    fc.double({ min: 1e-12, max: 1e-3, noNaN: true }).map((small) => limit - small),
    fc.double({ min: 1e-12, max: 1e-3, noNaN: true }).map((small) => small - limit),
  )
const position: fc.Arbitrary<LonLat> = fc.tuple(coordinate(180), coordinate(90))

/** The end of a way of `metres` from `start` in the direction of `bearing` (radians): independent of haversines. */
function destination(start: LonLat, metres: number, bearing: number): LonLat {
  const [longitude, latitude] = [start[0] * (Math.PI / 180), start[1] * (Math.PI / 180)]
  const angle = metres / earthRadiusMetres
  const sine = Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(bearing)
  const end = Math.asin(Math.max(-1, Math.min(1, sine)))
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(latitude),
    Math.cos(angle) - Math.sin(latitude) * sine,
  )
  const degrees = ((longitude + turn) * 180) / Math.PI
  return [((((degrees + 180) % 360) + 360) % 360) - 180, (end * 180) / Math.PI]
}

test('D34: known distances on the sphere', () => {
  const close = (a: LonLat, b: LonLat, metres: number, tolerance = 1e-6) =>
    assert.ok(Math.abs(distanceMetres(a, b) - metres) <= tolerance, `${distanceMetres(a, b)} is not ${metres}`)
  close([0, 0], [1, 0], degree)
  close([0, 0], [0, 1], degree)
  close([0, 60], [180, 60], 60 * degree)
  close([179.5, 0], [-179.5, 0], degree)
  close([12, 90], [-70, 89], degree)
  close([0, 90], [77, -90], half)
  close([10, 20], [-170, -20], half)
  // Stockholm to Gothenburg, by the spherical law of cosines.
  close([18.0686, 59.3293], [11.9746, 57.7089], 396_892.966579, 1e-3)
})

test('D34: accurate at a millimetre and a millimetre from the antipode', () => {
  const millimetre = 0.001 / degree
  assert.ok(Math.abs(distanceMetres([18, 0], [18 + millimetre, 0]) - 0.001) < 1e-8)
  assert.ok(Math.abs(distanceMetres([0, 45], [180, -45 + millimetre]) - (half - 0.001)) < 1e-7)
  assert.ok(distanceMetres([0, 45], [180, -45 + millimetre]) < half)
})

test('D34: one point written in two ways is at distance 0 from itself', () => {
  assert.equal(distanceMetres([180, 12], [-180, 12]), 0)
  assert.equal(distanceMetres([0, 90], [123, 90]), 0)
  assert.equal(distanceMetres([5, -90], [-5, -90]), 0)
})

test('D34: distance is symmetric, 0 to itself, and at most half the circumference', () => {
  fc.assert(
    fc.property(position, position, (a, b) => {
      assert.equal(distanceMetres(a, b), distanceMetres(b, a))
      assert.equal(distanceMetres(a, a), 0)
      assert.ok(distanceMetres(a, b) >= 0 && distanceMetres(a, b) <= half)
    }),
    { numRuns: runs(1000) },
  )
})

test('D34: the triangle inequality holds', () => {
  fc.assert(
    fc.property(position, position, position, (a, b, c) => {
      assert.ok(distanceMetres(a, c) <= distanceMetres(a, b) + distanceMetres(b, c) + 1e-6)
    }),
    { numRuns: runs(1000) },
  )
})

test('D34: a way of some length ends at that distance', () => {
  const latitude = fc.double({ min: -80, max: 80, noNaN: true })
  const start: fc.Arbitrary<LonLat> = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), latitude)
  const metres = fc.double({ min: 1, max: half, noNaN: true })
  fc.assert(
    fc.property(start, metres, fc.double({ min: 0, max: 6.3, noNaN: true }), (from, length, bearing) => {
      assert.ok(Math.abs(distanceMetres(from, destination(from, length, bearing)) - length) < 1)
    }),
    { numRuns: runs(1000) },
  )
})

test('D35: edges are inside, and west > east crosses the antimeridian', () => {
  const box: BBox = [10, 50, 20, 60]
  for (const inside of [
    [10, 50],
    [20, 60],
    [15, 55],
    [10, 60],
  ] as const)
    assert.ok(inBox(inside, box), `${inside}`)
  for (const outside of [
    [9.999, 55],
    [20.001, 55],
    [15, 49.999],
    [15, 60.001],
  ] as const) {
    assert.ok(!inBox(outside, box), `${outside}`)
  }
  const crossing: BBox = [170, -10, -170, 10]
  for (const inside of [
    [170, 0],
    [180, 0],
    [-180, 0],
    [-170, 10],
  ] as const)
    assert.ok(inBox(inside, crossing))
  for (const outside of [
    [169.9, 0],
    [-169.9, 0],
    [0, 0],
    [180, 11],
  ] as const)
    assert.ok(!inBox(outside, crossing))
})

test('D35: longitudes -180 and 180 are one meridian in every box', () => {
  const boxes: BBox[] = [
    [170, -1, 180, 1],
    [-180, -1, -170, 1],
    [180, -1, 180, 1],
    [-180, -1, -180, 1],
  ]
  for (const box of [...boxes, [180, -1, -180, 1], [180, -1, -170, 1], [170, -1, -180, 1]] as BBox[]) {
    assert.ok(inBox([180, 0], box) && inBox([-180, 0], box), `${box}`)
    assert.ok(!inBox([0, 0], box) && !inBox([160, 0], box), `${box}`)
  }
  const longitude = coordinate(180)
  fc.assert(
    fc.property(longitude, longitude, (west, east) => {
      assert.equal(inBox([180, 0], [west, -1, east, 1]), inBox([-180, 0], [west, -1, east, 1]))
    }),
    { numRuns: runs(1000) },
  )
})
