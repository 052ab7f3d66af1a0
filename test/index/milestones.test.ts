import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Milestones } from '../../src/index/sets/milestones.ts'
import { PostingsWriter, selectPostings } from '../../src/index/sets/postings.ts'
import { listSelection } from '../../src/index/sets/selection.ts'

const listsMax = 20
/** For each target the list that it is in; some are in none. */
const places = fc.array(fc.option(fc.nat(listsMax - 1), { nil: undefined, freq: 4 }), { maxLength: 300 })

test('any run of lists is found by milestones as by reading it, whatever the lists', () => {
  fc.assert(
    fc.property(places, fc.boolean(), (listOf, crowded) => {
      const writer = new PostingsWriter(listsMax)
      for (let list = 0; list < listsMax; list++) {
        // Most targets in one list, so that it is longer than what lies between two milestones.
        const has = (at: number | undefined) => (crowded && at !== undefined && at > 4 ? 9 : at) === list
        writer.add(Uint32Array.from(listOf.keys()).filter((target) => has(listOf[target])))
      }
      const postings = writer.finish()
      const milestones = new Milestones(postings, listOf.length)
      for (let first = 0; first <= listsMax; first++) {
        for (let end = first; end <= listsMax; end++) {
          const wanted = listSelection(selectPostings(postings, { first, end }, listOf.length))
          assert.deepEqual(listSelection(milestones.select({ first, end })), wanted)
        }
      }
    }),
    { numRuns: 50 },
  )
})
