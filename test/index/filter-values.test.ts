import { test } from 'node:test'
import fc from 'fast-check'
import { runToCompletion } from '../../src/index/in-turns.ts'
import { parseSearch } from '../../src/query/parse/parse.ts'
import { manyKindsModel, plainPlace } from '../support/pools.ts'
import { runs } from '../support/runs.ts'
import { IndexWorld } from './index-world.ts'

const model = manyKindsModel()
const now = Date.parse('2025-01-01T00:00:00Z')
const places = 12
const name = fc.constantFrom('Åby kyrka', 'aby', 'ABY', 'Straße 7', 'Öja kapell', 'Öja')
const id = fc.nat(places).map((number) => plainPlace(number).id)
/** More than are united at once. */
const manyNames = ['^Öja', ...Array.from({ length: 70 }, (_, at) => (at === 50 ? 'aby' : `~kyr !${at}`))].join(',')
const filter = fc.oneof(
  fc.constantFrom('name=^Åby', 'name=!^ab', 'name=~kyr', 'name=~!kyr', 'name=!aby,Öja', 'name=aby,öja,straße 7'),
  fc.constant(`name=${manyNames}`),
  fc.constantFrom('owner_name=Öja,aby', 'owner_name=!Öja', 'owner_name=~kap', 'owner_name=', 'owner_name=!'),
  fc.array(id, { minLength: 1, maxLength: 4 }).map((ids) => `id=${ids.join(',')}`),
)

test('D24, D25, D26: places of the memtable pass filters as they are now, also of fields asked for late and of names that change', () => {
  const write = fc.record({ number: fc.nat(places), name, owner: fc.option(name) })
  const step = fc.record({ write, asked: fc.uniqueArray(filter, { minLength: 1, maxLength: 2, selector: fieldOf }) })
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 15 }),
      fc.integer({ min: 3, max: 20 }),
      (steps, flushPlaces) => {
        const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces } })
        for (const { write, asked } of steps) {
          world.put(plainPlace(write.number, { name: write.name }))
          if (write.owner !== null) world.names.put('owners', { id: '1', name: write.owner })
          const text = asked.map(encoded).join('&')
          world.check(parseSearch(`${text}&limit=20`, { model, sees: 'public' }).query, now)
        }
      },
    ),
    { numRuns: runs(300) },
  )
})

test('D24: a place passes a filter that is written after two such searches read the same memtable in turns', () => {
  for (const filter of ['name=aby', 'owner_name=aby']) {
    for (const isRenamed of [false, true]) {
      const world = new IndexWorld({ model, compaction: 'inline' })
      const { query } = parseSearch(`${filter}&limit=20`, { model, sees: 'public' })
      const rename = () => world.names.put('owners', { id: '1', name: 'aby' })
      rename()
      for (let number = 0; number < 5; number++) world.put(plainPlace(number, { name: 'aby' }))
      const other = world.index.searching(query, now, { isDue: true })
      let steps = 0
      world.checkInSteps(query, now, () => {
        if (isRenamed && ++steps === 2) {
          rename()
          world.index.searching(query, now, { isDue: true }).next()
        }
        other.next()
      })
      runToCompletion(other)
      world.put(plainPlace(10, { name: 'aby' }))
      world.check(query, now)
    }
  }
})

function fieldOf(filter: string): string {
  return filter.slice(0, filter.indexOf('='))
}

function encoded(filter: string): string {
  const field = fieldOf(filter)
  return `${field}=${encodeURIComponent(filter.slice(field.length + 1))}`
}
