import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NameReader } from '../../src/index/columns/name-reader.ts'
import { SegmentColumns } from '../../src/index/segment/segment-columns.ts'
import { SegmentUnions } from '../../src/index/segment/segment-unions.ts'
import type { Place } from '../../src/place/place.ts'
import { createMeaning } from '../../src/query/matches.ts'
import { parseSearch } from '../../src/query/parse.ts'
import { manyKindsModel, plainPlace } from '../support/pools.ts'
import { IndexWorld } from './index-world.ts'

const model = manyKindsModel()
const now = Date.parse('2025-01-01T00:00:00Z')
const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const words = ['service', 'services', 'serving', 'sale', 'Åby', 'by', 'se']

/** A place that is found by the names of others only, and by a word of its own for callers with rights. */
function placeOf(number: number): Place {
  const idAt = (step: number) => ids[(number * step) % ids.length]!
  return plainPlace(number, {
    name: `${number % 4 === 0 ? 'Selma' : 'Bo'} ${number % 5}`,
    owner: { id: idAt(1), type: 'external' },
    categories: [{ id: idAt(2) }, ...(number % 3 === 0 ? [{ id: idAt(3) }] : [])],
  })
}

const name = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((chosen) => chosen.join(' '))
const kind = fc.constantFrom('owners' as const, 'categories' as const)
const rename = fc.record({ kind, id: fc.constantFrom(...ids), name })
const step = fc.oneof(
  { weight: 3, arbitrary: rename.map((renamed) => ({ is: 'rename' as const, renamed })) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 60 }).map((steps) => ({ is: 'prepare' as const, steps })) },
  { weight: 1, arbitrary: fc.nat(30).map((number) => ({ is: 'put' as const, number })) },
  {
    weight: 4,
    arbitrary: fc.constantFrom('s', 'se', 'serv', 'service', 'services', 'sa', 'a', 'b', 'se+by').map((q) => ({
      is: 'ask' as const,
      q,
    })),
  },
)

test('a search finds what names have now, before, between and after the steps that unite what they find', () => {
  fc.assert(
    fc.property(fc.array(rename, { maxLength: 14 }), fc.array(step, { maxLength: 30 }), (first, steps) => {
      const limits = { sealPlaces: 16, smallPlaces: 20, unitePlaces: 0 }
      const world = new IndexWorld({ model, sealing: 'inline', limits })
      for (const { kind: list, id, name: text } of first) world.names.put(list, { id, name: text })
      world.put(...Array.from({ length: 32 }, (_, number) => placeOf(number)))
      for (const taken of steps) {
        if (taken.is === 'rename')
          world.names.put(taken.renamed.kind, { id: taken.renamed.id, name: taken.renamed.name })
        else if (taken.is === 'put') world.put(placeOf(taken.number))
        else if (taken.is === 'prepare') for (let left = taken.steps; left > 0 && world.index.prepare(); ) left--
        else {
          for (const sees of ['public', 'media', 'restricted'] as const) {
            world.check(parseSearch(`q=${taken.q}`, { model, sees }).query, now)
          }
        }
      }
    }),
    { numRuns: 150 },
  )
})

test('the steps come to an end, what they keep is bounded, and they begin anew when a name of the segment changes', () => {
  const world = new IndexWorld({ model, sealing: 'inline', limits: { sealPlaces: 200, smallPlaces: 0 } })
  for (const [at, id] of ids.entries()) world.names.put('categories', { id, name: `${words[at]} ${words[at % 3]}` })
  world.put(...Array.from({ length: 200 }, (_, number) => placeOf(number)))
  const [segment] = world.index.state()!.segments
  const { sortKey } = createMeaning(model)
  const context = { model, names: world.names, reader: new NameReader(), sortKey }
  const columns = new SegmentColumns(segment!.data, context, () => undefined)
  const unions = new SegmentUnions(columns.named, 200)
  const finish = () => {
    let steps = 1
    while (unions.step()) assert.ok(++steps < 1000, 'the steps come to an end')
    return steps
  }
  const { categories } = columns.directory
  assert.deepEqual(categories!.listsBegun('serv').sets, [])
  assert.ok(finish() > 1)
  const whole = categories!.listsBegun('serv')
  assert.ok(whole.sets.length > 0 && whole.rest.length === 0, 'all that `serv` finds is united')
  const bytes = columns.named.reduce((sum, { united }) => sum + united.bytes, 0)
  assert.ok(bytes > 0 && bytes <= 12 * 200, `at most 12 bytes a place, got ${bytes} for 200`)
  assert.equal(finish(), 1)

  world.names.put('categories', { id: 'unknown', name: 'service' })
  finish()
  assert.equal(categories!.generation, 1)
  world.names.put('categories', { id: 'a', name: 'Sale' })
  assert.ok(categories!.listsBegun('serv').rest.length > 0, 'no union with what is found no longer')
  assert.ok(finish() > 1)
  assert.equal(categories!.listsBegun('serv').rest.length, 0)
})
