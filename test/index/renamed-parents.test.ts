import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runToCompletion } from '../../src/index/in-turns.ts'
import type { PlaceIndex } from '../../src/index/place-index.ts'
import { createModel } from '../../src/place/model.ts'
import type { Place } from '../../src/place/place.ts'
import { fold } from '../../src/query/text/folded-text.ts'
import { storedForm } from '../../src/service/search-engine.ts'
import { everyPlace, placeIdOf, plainPlace } from '../support/pools.ts'
import { runs } from '../support/runs.ts'
import { IndexWorld } from './index-world.ts'

const model = createModel()
const field = model.fields.get('parent_name')!
/** Places that may wait in a memtable; those are rebuilt at once. */
const flushPlaces = 512
const now = Date.UTC(2026, 0, 1)
const narrowed = { narrowed: true, includeDeleted: false, includeNonPublished: false } as const
const states = [{ published: undefined }, { deleted: '2025-01-01T00:00:00Z' }] as unknown as Partial<Place>[]
const [draft, deleted] = states.map((state) => ({ name: 'Before', ...state }))

/** A parent, which is place 0, with so many children. */
function worldOf(count: number, options: Partial<ConstructorParameters<typeof IndexWorld>[0]> = {}): IndexWorld {
  const onError = (error: Error) => assert.fail(error)
  const world = new IndexWorld({ model, compaction: 'worker', onError, ...options })
  world.put(plainPlace(0, { name: 'Before' }))
  for (let number = 1; number <= count; number++) world.put(childOf(0, number))
  return world
}

function childOf(parent: number, number: number, given: Partial<Place> = {}): Place {
  return plainPlace(number, { parent: { id: placeIdOf(parent) }, ...given })
}

/** The ids of the children that are found under this name of their parent; their documents have it too. */
function idsUnder(index: PlaceIndex, name: string): string[] {
  const anyOf = [{ negated: false, test: { is: 'equal' as const, value: fold(name) } }]
  const query = { ...everyPlace(model), filters: [{ field, anyOf }], limit: 10_000 }
  const page = runToCompletion(index.paging(runToCompletion(index.searching(query, now)), storedForm))
  return Array.from(page, (bytes) => {
    const { id, parent } = JSON.parse(String(bytes)) as { id: string; parent: { name?: string } }
    assert.equal(parent.name, name, `the document of ${id}`)
    return id
  })
}

function publicPlaces(index: PlaceIndex): number {
  return runToCompletion(index.searching(everyPlace(model, narrowed), now)).total
}

test('D44: the new name of a parent of many children is shown in batches, and each child shows one name', async () => {
  const count = 1_000
  const world = worldOf(count)
  const { index } = world
  try {
    await index.settle()
    world.put(plainPlace(0, { name: 'After' }))
    assert.ok(index.stats().outdatedPlaces >= count - flushPlaces)
    await index.renamed([{ kind: 'parents', id: placeIdOf(0) }], 100)
    assert.notEqual(index.renaming, undefined, 'who does not wait for so many places goes on at once')
    world.put(childOf(0, 7, { name: 'Written meanwhile' }))
    while (index.renaming !== undefined) {
      const [before, after] = [idsUnder(index, 'Before'), idsUnder(index, 'After')]
      assert.equal(new Set([...before, ...after]).size, count)
      await new Promise(setImmediate)
    }
    assert.equal(idsUnder(index, 'After').length, count)
    world.check(everyPlace(model), now)
  } finally {
    await index.close()
  }
})

test('D50: children are hidden and shown with their parent at once, however many they are', async () => {
  const count = 2_000
  const world = worldOf(count)
  const { index } = world
  const settled = () => index.settle()
  try {
    await settled()
    const before = index.stats().memtablePlaces
    for (const step of [settled, async () => {}]) {
      for (const hidden of [draft, deleted]) {
        world.put(plainPlace(0, hidden))
        assert.equal(publicPlaces(index), 0)
        assert.equal(index.findPublic(placeIdOf(9), now), undefined)
        await step()
        world.put(plainPlace(0, { name: 'Before' }))
        assert.equal(publicPlaces(index), count + 1)
        await step()
        assert.equal(publicPlaces(index), count + 1)
      }
    }
    assert.ok(index.stats().memtablePlaces < before + 500, 'the children are not written again')
    await settled()
    // Children are on their way into another segment when the parent is hidden.
    world.put(plainPlace(0, { name: 'After' }))
    assert.notEqual(index.renaming, undefined)
    world.put(plainPlace(0, { ...draft, name: 'After' }))
    assert.equal(publicPlaces(index), 0)
    await settled()
    assert.equal(publicPlaces(index), 0)
  } finally {
    await index.close()
  }
})

test('D44, D50: what children show of their parents survives a snapshot', async () => {
  const world = worldOf(1_000)
  const { index } = world
  const next = new IndexWorld({ model, compaction: 'inline' })
  try {
    await index.settle()
    world.put(plainPlace(0, { ...draft, name: 'After' }))
    const state = index.state()
    assert.ok(state && index.renaming !== undefined)
    next.index.restore(state)
    assert.equal(idsUnder(next.index, 'After').length, 1_000)
    assert.equal(publicPlaces(next.index), 0)
  } finally {
    await index.close()
  }
})

test('D44, D50: children show what their parents are, whatever is written, flushed and compacted', () => {
  const parent = fc.record({
    kind: fc.constant('parent' as const),
    number: fc.nat(1),
    given: fc.record({
      name: fc.constantFrom('One', 'Two', 'one'),
      published: fc.constantFrom(undefined, '2020-01-01T00:00:00Z', '2027-01-01T00:00:00Z'),
      depublished: fc.constantFrom(undefined, '2025-06-01T00:00:00Z', '2028-01-01T00:00:00Z'),
      deleted: fc.constantFrom(undefined, undefined, '2025-01-01T00:00:00Z'),
    }),
  })
  const child = fc.record({
    kind: fc.constant('child' as const),
    number: fc.integer({ min: 2, max: 400 }),
    of: fc.nat(2),
  })
  const step = fc.oneof(parent, child, fc.record({ kind: fc.constant('purge' as const), number: fc.nat(400) }))
  const at = fc.constantFrom(Date.UTC(2019, 0), now, Date.UTC(2027, 6), Date.UTC(2029, 0))
  const others = [{}, { depublished: '2026-06-01T00:00:00Z' }, { published: '2027-03-01T00:00:00Z' }, ...states]
  fc.assert(
    fc.property(fc.array(fc.tuple(step, at), { minLength: 1, maxLength: 20 }), (steps) => {
      const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces: 150, smallPlaces: 200 } })
      // One parent has more children than are rebuilt at once, the other one fewer.
      for (let number = 2; number <= 402; number++) {
        const given = others[number % others.length]!
        world.put(childOf(number % 4 === 0 ? 1 : 0, number, given))
      }
      for (const [taken, instant] of steps) {
        if (taken.kind === 'purge') world.purge(placeIdOf(taken.number))
        else if (taken.kind === 'child') world.put(childOf(taken.of, taken.number))
        else world.put(JSON.parse(JSON.stringify({ ...plainPlace(taken.number), ...taken.given })))
        world.check({ ...everyPlace(model, narrowed), facets: [{ by: 'field', field }] }, instant)
        world.check({ ...everyPlace(model), facets: [{ by: 'field', field }] }, instant)
      }
    }),
    { numRuns: runs(10) },
  )
})
