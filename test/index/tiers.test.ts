import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { TieredHits } from '../../src/index/segment/tiers.ts'
import { copyBits, selectBits, selectList } from '../../src/index/sets/selection.ts'

const size = 3000
/** Every so many ordinals from one on, so that lists of very different lengths meet; or none. */
const ordinals = fc
  .record({ first: fc.nat(200), every: fc.constantFrom(1, 2, 3, 7, 50, 400), asBits: fc.boolean(), none: fc.boolean() })
  .map(({ first, every, asBits, none }) => {
    const list = Uint32Array.from(
      { length: none ? 0 : Math.floor((size - first) / every) },
      (_, at) => first + at * every,
    )
    return { list, selection: asBits ? selectBits(copyBits(selectList(list), size)) : selectList(list) }
  })

test('D32: hits of the best tier come first, then those of the second, then the rest, whatever the sets are', () => {
  fc.assert(
    fc.property(ordinals, ordinals, ordinals, fc.nat(2500), fc.integer({ min: 1, max: 2500 }), (...drawn) => {
      const [hits, best, second, start, limit] = drawn
      const [inBest, inSecond] = [new Set(best.list), new Set(second.list)]
      const tierOf = (ordinal: number) => (inBest.has(ordinal) ? 0 : inSecond.has(ordinal) ? 1 : 2)
      const wanted = [...hits.list].sort((a, b) => tierOf(a) - tierOf(b) || a - b)
      const counts = { count: hits.list.length, size, atMost: 100 }
      const tiered = new TieredHits(hits.selection, [best.selection, second.selection], counts)
      const end = Math.min(start + limit, wanted.length)
      assert.deepEqual([...tiered.slice(0, Math.min(100, wanted.length))], wanted.slice(0, 100))
      if (start < end) assert.deepEqual([...tiered.slice(start, end)], wanted.slice(start, end))
    }),
    { numRuns: 500 },
  )
})
