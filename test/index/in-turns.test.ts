import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurns, runToCompletion } from '../../src/index/in-turns.ts'
import type { Place } from '../../src/place/place.ts'
import { parseSearch } from '../../src/query/parse/parse.ts'
import { manyKindsModel, plainPlace } from '../support/pools.ts'
import { IndexWorld } from './index-world.ts'

test('steps are done over several turns, between which others go, and what comes next comes once, at the end', async () => {
  const stepMillis = 0.4
  let done = 0
  function* steps(): Generator<void> {
    for (; done < 20; done++) {
      const until = performance.now() + stepMillis
      while (performance.now() < until);
      yield
    }
  }
  let turns = 0
  let over = false
  const count = () => {
    turns++
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  await new Promise<void>((resolve) => inTurns(steps(), resolve))
  over = true
  assert.equal(done, 20)
  assert.ok(turns >= 5, `others had turns between, got ${turns}`)
})

const model = manyKindsModel()
const now = Date.parse('2025-01-01T00:00:00Z')

function placeOf(number: number): Place {
  return plainPlace(number, { owner: { id: `owner-${number}`, type: 'external' } })
}

test('names that searches look for words in are looked up in a new segment before it is searched, else when they are wanted', () => {
  const flushed = 4
  const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces: flushed, smallPlaces: 100 } })
  const places = (first: number) => Array.from({ length: flushed }, (_, at) => placeOf(first + at))
  for (let number = 0; number < 4 * flushed; number++) {
    world.names.put('owners', { id: `owner-${number}`, name: `Serving ${number}` })
  }
  const entry = world.names.entry.bind(world.names)
  let lookedUp = 0
  world.names.entry = (kind, id) => {
    lookedUp++
    return entry(kind, id)
  }
  const { query } = parseSearch('q=serv', { model, sees: 'public' })
  const lookUpsOf = (act: () => unknown) => {
    const before = lookedUp
    act()
    return lookedUp - before
  }
  const search = () => assert.equal(runToCompletion(world.index.searching(query, now)).total, world.places.length)

  world.put(...places(0))
  assert.equal(world.index.stats().memtablePlaces, 0)
  assert.ok(lookUpsOf(search) > 0, 'nobody had searched')
  world.put(...places(flushed))
  assert.equal(world.index.stats().memtablePlaces, 0)
  assert.equal(lookUpsOf(search), 0)
  world.names.put('owners', { id: 'owner-1', name: 'Service' })
  assert.ok(lookUpsOf(search) > 0, 'a name is another than before')
})

test('names that a search has looked up before it was given up are not looked up again by the next', () => {
  const flushed = 600
  const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces: flushed, smallPlaces: 1000 } })
  const entry = world.names.entry.bind(world.names)
  world.put(...Array.from({ length: flushed }, (_, number) => placeOf(number)))
  assert.equal(world.index.stats().memtablePlaces, 0)
  let lookedUp = 0
  world.names.entry = (kind, id) => {
    lookedUp++
    return entry(kind, id)
  }
  const { query } = parseSearch('q=owner&limit=0', { model, sees: 'public' })
  const givenUp = world.index.searching(query, now, { isDue: true })
  givenUp.next()
  givenUp.next()
  assert.ok(lookedUp > 0 && lookedUp < flushed, `${lookedUp} names were looked up in two steps`)
  assert.equal(runToCompletion(world.index.searching(query, now)).total, flushed)
  assert.equal(lookedUp, flushed)
})
