import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { arbitraryQuery, arbitrarySteps, arbitraryWorld } from '../support/generate.ts'
import { instants, manyKindsModel } from '../support/pools.ts'
import { runs } from '../support/runs.ts'
import { IndexWorld, smallLimits } from './index-world.ts'

const model = manyKindsModel()
const query = arbitraryQuery(model)
const now = fc.constantFrom(...instants)
const questions = fc.array(fc.tuple(query, now), { minLength: 4, maxLength: 12 })
const inline = { model, compaction: 'inline', limits: smallLimits } as const

test('finds what the meaning of a query says, in its order, in one segment', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryWorld(), questions, async ({ places, directory }, asked) => {
      const world = new IndexWorld(inline)
      world.names.replaceAll(directory)
      for (const place of places) world.entry(place)
      const index = await world.rebuilt()
      for (const [question, at] of asked) world.check(question, at, index)
    }),
    { numRuns: runs(60) },
  )
})

test('stays right while places are written, purged, flushed and compacted, names change and time goes back and forth', () => {
  fc.assert(
    fc.property(arbitrarySteps(query, now, 60), (steps) => {
      const world = new IndexWorld(inline)
      for (const taken of steps) {
        if (taken.kind === 'put') world.put(taken.place)
        else if (taken.kind === 'purge') world.purge(taken.id)
        else if (taken.kind === 'names') world.names.replaceAll(taken.directory)
        else world.check(taken.question, taken.at)
      }
    }),
    { numRuns: runs(150) },
  )
})

test('a search that is done in steps finds what there was when it began, whatever is written, purged, flushed and compacted between them', () => {
  let most = 0
  fc.assert(
    fc.property(arbitrarySteps(query, now, 60), (steps) => {
      const world = new IndexWorld(inline)
      const write = (taken: (typeof steps)[number]) => {
        if (taken.kind === 'put') world.put(taken.place)
        else if (taken.kind === 'purge') world.purge(taken.id)
      }
      let next = 0
      for (const taken of steps) {
        if (taken.kind === 'names') world.names.replaceAll(taken.directory)
        else if (taken.kind !== 'ask') write(taken)
        else
          most = Math.max(
            most,
            world.checkInSteps(taken.question, taken.at, () => write(steps[next++ % steps.length]!)),
          )
      }
    }),
    { numRuns: runs(50) },
  )
  assert.ok(most > 5, `searches took ${most} steps at the most`)
})
