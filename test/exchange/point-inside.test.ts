import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pointInside } from '../../src/exchange/reading/point-inside.ts'
import type { JsonObject, JsonValue } from '../../src/place/json.ts'
import { runs } from '../support/runs.ts'

const square = (west: number, south: number, size: number) => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
]

test('a geometry that is no point has a point of it', () => {
  const cases: [JsonObject, JsonValue | undefined][] = [
    [{ type: 'Polygon', coordinates: [square(0, 0, 4)] }, [2, 2]],
    [{ type: 'Polygon', coordinates: [square(0, 0, 4), square(1, 1, 2)] }, [0.5, 2]],
    [{ type: 'MultiPolygon', coordinates: [[square(0, 0, 1)], [square(10, 10, 2)]] }, [11, 11]],
    [
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [0, 2],
          [4, 2],
        ],
      },
      [1, 2],
    ],
    [
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [0, 0],
            [1, 0],
          ],
          [
            [5, 5],
            [5, 9],
          ],
        ],
      },
      [5, 7],
    ],
    [
      {
        type: 'MultiPoint',
        coordinates: [
          [3, 4, 100],
          [5, 6],
        ],
      },
      [3, 4],
    ],
    [{ type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [7, 8] }] }, [7, 8]],
    [
      {
        type: 'LineString',
        coordinates: [
          [1, 1],
          [1, 1],
        ],
      },
      [1, 1],
    ],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [1, 1],
            [2, 1],
            [1, 1],
          ],
        ],
      },
      [1, 1],
    ],
    [{ type: 'Polygon', coordinates: [] }, undefined],
    [{ type: 'Polygon', coordinates: [[['a', 1]]] }, undefined],
    [{ type: 'LineString', coordinates: 'x' }, undefined],
    [{ type: 'Circle', coordinates: [1, 1] }, undefined],
  ]
  for (const [geometry, expected] of cases) assert.deepEqual(pointInside(geometry), expected, JSON.stringify(geometry))
})

/** A polygon around a centre that is seen from everywhere in it: it may be as thin and jagged as one likes. */
const star = fc.array(fc.double({ min: 0.001, max: 50, noNaN: true }), { minLength: 3, maxLength: 40 }).map((radii) => {
  const ring = radii.map((radius, index) => {
    const angle = (2 * Math.PI * index) / radii.length
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const
  })
  return [...ring, ring[0]!]
})

test('the point of a polygon is inside it', () => {
  fc.assert(
    fc.property(star, (ring) => {
      const [x, y] = pointInside({ type: 'Polygon', coordinates: [ring] })!
      // The angles under which the edges are seen from inside add up to a whole turn.
      const turn = ring.slice(1).reduce((sum, to, index) => {
        const [a, b] = [ring[index]!, to].map(([px, py]) => Math.atan2(py - y, px - x)) as [number, number]
        const angle = b - a
        return sum + (angle > Math.PI ? angle - 2 * Math.PI : angle < -Math.PI ? angle + 2 * Math.PI : angle)
      }, 0)
      assert.ok(Math.abs(Math.abs(turn) - 2 * Math.PI) < 1e-3, `${x}, ${y}`)
    }),
    { numRuns: runs(500) },
  )
})
