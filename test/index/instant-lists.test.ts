import { test } from 'node:test'
import type { Place } from '../../src/place/place.ts'
import type { PlaceQuery } from '../../src/query/query.ts'
import { everyPlace, instants, instantTexts, manyKindsModel, plainPlace } from '../support/pools.ts'
import { IndexWorld } from './index-world.ts'

const model = manyKindsModel()
const inspected = model.fields.get('placetypes_cemetery_inspected')!

/** Place `number` was inspected at three of the instants, one of which it says twice. */
function inspectedPlace(number: number): Place {
  const times = [0, 0, 1, 4].map((step) => instantTexts[(number + step) % instantTexts.length]!)
  return plainPlace(number, { placeTypes: { cemetery: { inspected: times } } })
}

function between(from: number, to: number): PlaceQuery {
  const test = { is: 'between', from, to } as const
  return everyPlace(model, { filters: [{ field: inspected, anyOf: [{ negated: false, test }] }] })
}

test('D28: a place is found by each of its instants, in whatever range these are, flushed at once and compacted', () => {
  for (const flushPlaces of [40, 5, 1]) {
    const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces, smallPlaces: 100 } })
    for (let number = 0; number < 40; number++) world.put(inspectedPlace(number))
    for (const [at, from] of instants.entries()) {
      for (const to of instants.slice(at)) world.check(between(from, to), instants[0]!)
    }
  }
})
