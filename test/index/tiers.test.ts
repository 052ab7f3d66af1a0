import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { firstByTier } from '../../src/index/order/ordered-hits.ts'
import { bitsOf, selectBits, selectList } from '../../src/index/sets/selection.ts'
import { runs } from '../support/runs.ts'

const size = 3000
/** Every so many ordinals from one on, so that lists of very different lengths meet; or none. */
const ordinals = fc
  .record({ first: fc.nat(200), every: fc.constantFrom(1, 2, 3, 7, 50, 400), asBits: fc.boolean(), none: fc.boolean() })
  .map(({ first, every, asBits, none }) => {
    const list = Uint32Array.from(
      { length: none ? 0 : Math.floor((size - first) / every) },
      (_, at) => first + at * every,
    )
    return { list, selection: asBits ? selectBits(bitsOf(selectList(list), size)) : selectList(list) }
  })

test('D32: hits of the best tier come first, then those of the second, then the rest, whatever the sets are', () => {
  fc.assert(
    fc.property(ordinals, ordinals, ordinals, fc.nat(3000), (...drawn) => {
      const [hits, best, second, atMost] = drawn
      const [inBest, inSecond] = [new Set(best.list), new Set(second.list)]
      const tierOf = (ordinal: number) => (inBest.has(ordinal) ? 0 : inSecond.has(ordinal) ? 1 : 2)
      const wanted = [...hits.list].sort((a, b) => tierOf(a) - tierOf(b) || a - b)
      assert.deepEqual(
        [...firstByTier(hits.selection, [best.selection, second.selection], { size, atMost })],
        wanted.slice(0, atMost),
      )
    }),
    { numRuns: runs(1000) },
  )
})
