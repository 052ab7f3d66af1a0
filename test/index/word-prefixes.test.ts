import { test } from 'node:test'
import fc from 'fast-check'
import { runToCompletion } from '../../src/index/in-turns.ts'
import { parseSearch } from '../../src/query/parse/parse.ts'
import { manyKindsModel, plainPlace } from '../support/pools.ts'
import { runs } from '../support/runs.ts'
import { IndexWorld } from './index-world.ts'

const model = manyKindsModel()
const now = Date.parse('2025-01-01T00:00:00Z')
const word = fc.constantFrom('åby', 'aby', 'abc', 'b', 'bi', '7', '78', '日本', 'straße', 'ǆ', 'İzmir', '😀x')
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const asked = fc.array(
  fc.constantFrom('a', 'å', 'ab', 'aby', 'b', 'bi', '7', '78', '日', '日本', 'str', 'i', 'iz', 'x', 'no'),
  { minLength: 1, maxLength: 2 },
)

/** More than the first buffer holds. */
const many = 700

test('D25, D26: places of the memtable are found by prefixes of every length, also once they are many or a name is another', () => {
  const step = fc.record({ number: fc.nat(many), name, owner: name, asked })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces: 10_000 } })
      const check = (words: readonly string[]) => {
        const text = `q=${encodeURIComponent(words.join(' '))}&limit=20`
        world.check(parseSearch(text, { model, sees: 'public' }).query, now)
      }
      for (const [at, { number, name, owner, asked }] of steps.entries()) {
        world.put(plainPlace(number, { name }))
        check(asked)
        if (at === 3) world.names.put('owners', { id: '1', name: owner })
        if (at === 6) world.put(...Array.from({ length: many }, (_, other) => plainPlace(other)))
        check(asked)
      }
    }),
    { numRuns: runs(40) },
  )
})

test('D25: a place is found that is written while or after two searches for words read the same memtable in turns', () => {
  for (const more of [0, many]) {
    const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces: 10_000 } })
    const { query } = parseSearch('q=aby&limit=20', { model, sees: 'public' })
    const put = (from: number, count: number) =>
      world.put(...Array.from({ length: count }, (_, at) => plainPlace(from + at, { name: 'aby' })))
    put(0, 5)
    const other = world.index.searching(query, now, { isDue: true })
    let next = 1000
    world.checkInSteps(query, now, () => {
      other.next()
      if (next < 1000 + more) put(next++, 1)
    })
    runToCompletion(other)
    put(10, 1)
    world.check(query, now)
    put(2000, many)
    world.check(query, now)
  }
})
