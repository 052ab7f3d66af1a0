import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownEpsg, knownSystems, toDegrees } from '../../src/geo/coordinate-systems.ts'

/** Control points: EPSG code, coordinates, and degrees of WGS 84. */
const points: readonly (readonly [epsg: number, at: readonly [number, number], longitude: number, latitude: number])[] =
  [
    [4326, [17.64, 59.86], 17.64, 59.86],
    [3006, [356083.438, 6097106.672], 12.75, 55],
    [3021, [1628293, 6580994], 18.05918, 59.33023],
    [3857, [1963689, 8369964], 17.64, 59.866],
    [25832, [565000, 5930000], 9.98, 53.515],
    [3067, [385000, 6672000], 24.9275, 60.1687],
    [27700, [530000, 180000], -0.1283, 51.504],
    [2154, [652000, 6862000], 2.3458, 48.8562],
  ]

for (const [epsg, at, longitude, latitude] of points) {
  test(`EPSG:${epsg} is converted to degrees`, () => {
    const found = toDegrees(epsg, at)
    assert.ok(found)
    assert.ok(Math.abs(found[0] - longitude) < 0.002 && Math.abs(found[1] - latitude) < 0.002, String(found))
  })
}

test('every system that may be chosen converts, and none takes what lies outside of it', () => {
  for (const { epsg } of knownSystems) {
    assert.equal(knownEpsg(epsg), epsg)
    assert.equal(toDegrees(epsg, [1e9, 1e9]), undefined)
  }
  assert.equal(knownEpsg(32633), 25833)
  assert.equal(toDegrees(9999, [1, 1]), undefined)
})
