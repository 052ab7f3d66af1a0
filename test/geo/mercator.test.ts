import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mercatorCell, mercatorX, mercatorY } from '../../src/geo/mercator.ts'
import { runs } from '../support/runs.ts'

/** The latitude at a coordinate of the map (the inverse Gudermannian), from the formula of the projection. */
const latitudeAt = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI

test('a position is where other maps have it', () => {
  // Uppsala cathedral, by the formula of OpenStreetMap's tile names: (1 - asinh(tan φ) / π) / 2.
  const tile = [mercatorCell(mercatorX(17.6333), 2 ** 17), mercatorCell(mercatorY(59.8581), 2 ** 17)]
  assert.deepEqual(tile, [71956, 38166])
  assert.equal(mercatorX(-180), 0)
  assert.equal(mercatorX(0), 0.5)
  assert.equal(mercatorX(180), 1)
  assert.equal(mercatorY(0), 0.5)
})

test('the square ends at 85.05 degrees, and what is beyond lies on its edge', () => {
  const last = latitudeAt(0)
  assert.ok(Math.abs(last - 85.0511287798066) < 1e-12)
  for (const latitude of [last, last + 1e-9, 89, 90]) {
    assert.ok(mercatorY(latitude) < 1e-15 && mercatorY(latitude) >= 0, String(latitude))
    assert.ok(mercatorY(-latitude) > 1 - 1e-15 && mercatorY(-latitude) <= 1, String(latitude))
    assert.equal(mercatorCell(mercatorY(-latitude), 2 ** 28), 2 ** 28 - 1)
  }
})

test('the latitude at what is given for a latitude is that latitude', () => {
  const latitude = fc.double({ min: -85.05, max: 85.05, noNaN: true })
  fc.assert(
    fc.property(latitude, (degrees) => {
      assert.ok(Math.abs(latitudeAt(mercatorY(degrees)) - degrees) < 1e-9)
    }),
    { numRuns: runs(1000) },
  )
})

test('cells are half open, and the last one has its end', () => {
  assert.equal(mercatorCell(0.25, 4), 1)
  assert.equal(mercatorCell(0.25 - 1e-12, 4), 0)
  assert.equal(mercatorCell(1, 4), 3)
})
