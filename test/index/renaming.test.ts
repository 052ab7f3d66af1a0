import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runToCompletion } from '../../src/index/in-turns.ts'
import { createModel } from '../../src/place/model.ts'
import { cutWords, fold } from '../../src/query/text/folded-text.ts'
import { everyPlace, placeIdOf, plainPlace } from '../support/pools.ts'
import { runs } from '../support/runs.ts'
import { IndexWorld } from './index-world.ts'

const model = createModel()
const owner = (id: string) => ({ id, type: 'external' })
const withWords = (text: string) => ({
  ...everyPlace(model),
  fullText: { terms: cutWords(fold(text)).map((word) => [word]), sees: 'public' as const },
})

const letters = [
  'a',
  'b',
  'A',
  'å',
  'É',
  'İ',
  'ø',
  'Σ',
  '\u0301',
  '\u0903',
  'क',
  '𝒳',
  '1',
  ' ',
  '-',
  "'",
  '\n',
  '\u00a0',
]
const name = fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 }).filter((text) => text.trim() !== '')

test('D25: owners are found by how the words of their names begin, before and after they are renamed', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, name), { maxLength: 10 }), name, (list, text) => {
      const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces: 3, smallPlaces: 0 } })
      for (const [at, [first]] of list.entries()) {
        world.names.put('owners', { id: `${at}`, name: first })
        world.put(plainPlace(at, { owner: owner(`${at}`) }))
      }
      world.check(withWords(text), 0)
      for (const [at, [, second]] of list.entries()) world.names.put('owners', { id: `${at}`, name: second })
      world.check(withWords(text), 0)
    }),
    { numRuns: runs(300) },
  )
})

/** The names of the owner that the places of an index show. */
function shownNames({ index }: IndexWorld, count: number): Set<string> {
  const form = { sees: 'public', owner: true, categories: false, tags: false, distance: false } as const
  return new Set(
    Array.from({ length: count }, (_, number) => {
      const { owner } = JSON.parse(String(index.document(index.find(placeIdOf(number))!, form)))
      return owner.name as string
    }),
  )
}

/** The number of places that a search by the name of the owner finds. */
function foundUnder({ index }: IndexWorld, name: string): number {
  const field = model.fields.get('owner_name')!
  const anyOf = [{ negated: false, test: { is: 'equal' as const, value: fold(name) } }]
  return runToCompletion(index.searching({ ...everyPlace(model), filters: [{ field, anyOf }] }, 0)).total
}

test('D44: a name that many places show is changed in batches, and each place shows one name everywhere', async () => {
  const count = 3_000
  const world = new IndexWorld({ model, compaction: 'worker', onError: (error) => assert.fail(error) })
  try {
    world.names.put('owners', { id: 'o', name: 'Before' })
    for (let number = 0; number < count; number++) world.put(plainPlace(number, { owner: owner('o') }))
    await world.index.settle()
    const renamed = { kind: 'owners', id: 'o' } as const
    world.names.put('owners', { id: 'o', name: 'After' })
    assert.equal(world.index.stats().outdatedPlaces, count)
    assert.notEqual(world.index.renaming, undefined)
    await world.index.renamed([renamed], 100)
    assert.notEqual(world.index.renaming, undefined, 'who does not wait for so many places goes on at once')
    world.put(plainPlace(7, { owner: owner('o'), name: 'Written meanwhile' }))
    while (world.index.renaming !== undefined) {
      assert.equal(foundUnder(world, 'Before') + foundUnder(world, 'After'), count)
      await new Promise(setImmediate)
    }
    await world.index.renamed([renamed])
    assert.deepEqual(shownNames(world, count), new Set(['After']))
    assert.equal(foundUnder(world, 'After'), count)
    assert.equal(world.index.stats().outdatedPlaces, 0)
    world.check(everyPlace(model), 0)
  } finally {
    await world.index.close()
  }
})

test('D44: a name that changes while its places are rebuilt ends as the last one', async () => {
  const count = 1_000
  const world = new IndexWorld({ model, compaction: 'worker', onError: (error) => assert.fail(error) })
  try {
    for (let number = 0; number < count; number++) world.put(plainPlace(number, { owner: owner('o') }))
    for (let version = 0; version < 20; version++) {
      world.names.put('owners', { id: 'o', name: `Name ${version}` })
      await new Promise(setImmediate)
    }
    world.purge(placeIdOf(5))
    await world.index.settle()
    assert.equal(foundUnder(world, 'Name 19'), count - 1)
  } finally {
    await world.index.close()
  }
})

test('D44: what was not renamed before an index was closed is renamed when its state is restored', async () => {
  const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces: 50, smallPlaces: 0 } })
  for (let number = 0; number < 120; number++) world.put(plainPlace(number, { owner: owner(`${number % 2}`) }))
  const state = world.index.state()
  assert.ok(state)
  const next = new IndexWorld({ model, compaction: 'inline' })
  next.names.put('owners', { id: '1', name: 'Renamed while it was closed' })
  next.index.restore(JSON.parse(JSON.stringify(state.rows)) && state)
  assert.equal(foundUnder(next, 'Renamed while it was closed'), 60)
  assert.equal(foundUnder(next, '0'), 60)
})

test('D16: a place with two references of one name counts once in a facet, in segments and in the memtable', () => {
  const [song, choir] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  for (const flushPlaces of [4, 1000]) {
    const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces, smallPlaces: 0 } })
    world.names.put('categories', { id: song, name: 'Sång' })
    world.names.put('categories', { id: choir, name: 'sång' })
    for (let number = 0; number < 8; number++) {
      const categories = number % 2 === 0 ? [{ id: song }, { id: choir }] : [{ id: choir }]
      world.put(plainPlace(number, { categories }))
    }
    const field = model.fields.get('categories_name')!
    world.check({ ...everyPlace(model), facets: [{ by: 'field', field }] }, 0)
  }
})
