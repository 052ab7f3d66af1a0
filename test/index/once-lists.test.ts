import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runToCompletion } from '../../src/index/in-turns.ts'
import type { PlaceQuery, Test } from '../../src/query/query.ts'
import { everyPlace, instants, instantTexts, manyKindsModel, plainPlace } from '../support/pools.ts'
import { IndexWorld, idOf, refsOf } from './index-world.ts'

const model = manyKindsModel()
const keeper = model.fields.get('placetypes_cemetery_keeper')!
const opened = model.fields.get('placetypes_cemetery_opened')!
const count = 24
const everything = everyPlace(model)

/** Places of which every fourth was stored when two keepers, and two instants, were allowed. */
function oldWorld(flushPlaces: number): IndexWorld {
  const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces, smallPlaces: 0 } })
  for (let number = 0; number < count; number++) {
    const now = { keeper: `Berit ${number}`, opened: instantTexts[number % 8]! }
    const once = { keeper: [`Anna ${number}`, `Zeb ${number}`], opened: [instantTexts[0]!, instantTexts[7]!] }
    world.put(plainPlace(number, { placeTypes: { cemetery: number % 4 === 0 ? once : now } }))
  }
  return world
}

for (const [where, flushPlaces] of [
  ['in segments', count],
  ['in the memtable', 1000],
] as const) {
  test(`${where}: a place with a list where its schema has a single value is in one page of an order, once, as if it had none`, () => {
    const world = oldWorld(flushPlaces)
    for (const field of [keeper, opened]) {
      for (const descending of [false, true]) {
        const ids: string[] = []
        for (let offset = 0; offset < count; offset += 5) {
          const query = { ...everything, order: [{ by: 'field', field, descending }], offset, limit: 5 } as const
          world.check(query, instants[0]!)
          const hits = runToCompletion(world.index.searching(query, instants[0]!))
          ids.push(...refsOf(hits).map(idOf))
        }
        assert.deepEqual([ids.length, new Set(ids).size], [count, count])
      }
    }
  })

  test(`${where}: no filter finds such a list by an element, but a full text does`, () => {
    const world = oldWorld(flushPlaces)
    const total = (given: Partial<PlaceQuery>) => {
      world.check({ ...everything, ...given }, instants[0]!)
      return runToCompletion(world.index.searching({ ...everything, ...given }, instants[0]!)).total
    }
    const filtered = (field: typeof keeper, asked: Test) =>
      total({ filters: [{ field, anyOf: [{ negated: false, test: asked }] }] })
    assert.equal(filtered(keeper, { is: 'equal', value: 'anna 4' }), 0)
    assert.equal(filtered(keeper, { is: 'equal', value: 'berit 5' }), 1)
    assert.equal(filtered(keeper, { is: 'missing' }), count / 4)
    assert.equal(filtered(opened, { is: 'missing' }), count / 4)
    assert.equal(filtered(opened, { is: 'between', from: instants[0]!, to: instants[7]! }), (count * 3) / 4)
    assert.equal(total({ fullText: { terms: [['zeb']], sees: 'public' } }), count / 4)
    assert.equal(total({ facets: [{ by: 'field', field: keeper }] }), count)
  })
}
