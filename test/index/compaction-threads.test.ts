import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runToCompletion } from '../../src/index/in-turns.ts'
import type { Place } from '../../src/place/place.ts'
import { arbitraryPlace, arbitraryQuery, arbitraryWorld } from '../support/generate.ts'
import { placeSource } from '../support/place-source.ts'
import { instants, manyKindsModel, placeIdOf } from '../support/pools.ts'
import { runs } from '../support/runs.ts'
import { IndexWorld, idOf } from './index-world.ts'

const model = manyKindsModel()
const limits = { flushPlaces: 20, smallPlaces: 100 }
const seed = 20_261_121

function samplePlaces(count: number, salt: number): Place[] {
  const made = fc.sample(arbitraryPlace(placeIdOf(0)), { numRuns: count, seed: seed + salt })
  return made.map((place, number) => ({ ...place, id: placeIdOf(number), slug: `slug-${number}` }))
}

function checkMany(world: IndexWorld, count: number, salt: number): void {
  for (const query of fc.sample(arbitraryQuery(model), { numRuns: count, seed: seed + salt })) {
    world.check(query, instants[salt % instants.length]!)
  }
}

test('D44: every search sees every earlier write while threads flush and compact', async () => {
  const world = new IndexWorld({ model, compaction: 'worker', limits, onError: (error) => assert.fail(error) })
  try {
    for (let round = 0; round < runs(8); round++) {
      for (const [number, place] of samplePlaces(120, round).entries()) {
        const parent = number % 2 === 1 && number % 3 === 0 ? { parent: { id: placeIdOf(number - 1) } } : {}
        world.put({ ...place, ...parent })
        if (number % 40 === 39) {
          world.purge(placeIdOf((number + round * 7) % 120))
          await new Promise((resolve) => setTimeout(resolve, 2))
        }
      }
      checkMany(world, 15, round)
    }
    await world.index.settle()
    const { segments, memtablePlaces, places } = world.index.stats()
    assert.equal(places, world.places.length)
    assert.ok(segments >= 1 && segments <= 6, `few segments, got ${segments}`)
    assert.ok(memtablePlaces < limits.flushPlaces, `a small memtable, got ${memtablePlaces}`)
    checkMany(world, 30, 99)
  } finally {
    await world.index.close()
  }
})

test('what is written after the store was loaded is newer than what was loaded', async () => {
  const world = new IndexWorld({ model, compaction: 'worker', limits, onError: (error) => assert.fail(error) })
  try {
    const places = samplePlaces(60, 500)
    const child = (number: number): Place => ({ ...places[number]!, parent: { id: placeIdOf(0) } })
    const loaded = [...places.slice(0, 50), child(51)].map((place) => world.entry(place))
    await world.index.load(placeSource(loaded), 51, [])
    assert.equal(world.index.revision, 51)
    world.put({ ...places[0]!, name: 'Renamed meanwhile' }, child(55))
    world.purge(placeIdOf(1))
    checkMany(world, 40, 7)
    const shape = { sees: 'public', owner: false, categories: false, tags: false, distance: false } as const
    for (const number of [51, 55]) {
      const ref = world.index.find(placeIdOf(number))
      assert.ok(ref)
      assert.equal(JSON.parse(world.index.document(ref, shape).toString()).parent.name, 'Renamed meanwhile')
    }
  } finally {
    await world.index.close()
  }
})

test('an index that is built at once is the one that grew write by write', async () => {
  const grown = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces: 4, smallPlaces: 20 } })
  const { places, directory } = fc.sample(arbitraryWorld(60), { numRuns: 1, seed })[0]!
  grown.names.replaceAll(directory)
  for (const place of [...places, ...places.toReversed()]) grown.put(place)
  const rebuilt = await grown.rebuilt()
  const shape = { sees: 'restricted', owner: true, categories: true, tags: true, distance: false } as const
  for (const query of fc.sample(arbitraryQuery(model), { numRuns: 100, seed })) {
    const [one, other] = [grown.index, rebuilt].map((index) => {
      const hits = runToCompletion(index.searching(query, instants[3]!))
      const { total, facets } = hits
      return { total, facets, places: Array.from(runToCompletion(index.paging(hits, shape)), String) }
    })
    assert.deepEqual(one, other)
  }
})

test('a reference stays good while its leaf is merged away', async () => {
  const world = new IndexWorld({ model, compaction: 'worker', limits, onError: (error) => assert.fail(error) })
  try {
    const places = samplePlaces(60, 900)
    world.put(...places.slice(0, 10))
    const refs = places.slice(0, 10).map(({ id }) => world.index.find(id)!)
    world.put(...places.slice(10))
    await world.index.settle()
    assert.ok(world.index.stats().segments > 0)
    assert.deepEqual(
      refs.map(idOf),
      places.slice(0, 10).map(({ id }) => id),
    )
  } finally {
    await world.index.close()
  }
})

test('work that fails in the background loses nothing, and is told', async () => {
  const told: Error[] = []
  const world = new IndexWorld({ model, compaction: 'worker', limits, onError: (error) => told.push(error) })
  try {
    const broken = { ...samplePlaces(1, 5)[0]!, id: 'not-a-uuid' }
    world.put(broken, ...samplePlaces(30, 6))
    await world.index.settle()
    assert.ok(told.length > 0)
    assert.match(told[0]!.message, /UUID/)
    assert.equal(world.index.stats().places, 31)
    checkMany(world, 10, 3)
  } finally {
    await world.index.close()
  }
})

test('an index that is closed while it loads says so and leaves no thread behind', async () => {
  const world = new IndexWorld({ model, compaction: 'worker', limits, onError: (error) => assert.fail(error) })
  const entries = samplePlaces(30, 40).map((place) => world.entry(place))
  const loading = assert.rejects(world.index.load(placeSource(entries), 30, []), /closed/)
  await world.index.close()
  await loading
})
