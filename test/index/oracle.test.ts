import { test } from 'node:test'
import fc from 'fast-check'
import { arbitraryDirectory, arbitraryPlace, arbitraryQuery, arbitraryWorld } from '../support/generate.ts'
import { instants, manyKindsModel, placeIdOf } from '../support/pools.ts'
import { IndexWorld, smallLimits } from './index-world.ts'

const model = manyKindsModel()
const query = arbitraryQuery(model)
const now = fc.constantFrom(...instants)
const questions = fc.array(fc.tuple(query, now), { minLength: 4, maxLength: 12 })
const inline = { model, sealing: 'inline', limits: smallLimits } as const

test('finds what the meaning of a query says, in its order, in one sealed segment', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryWorld(), questions, async ({ places, directory }, asked) => {
      const world = new IndexWorld(inline)
      world.names.replaceAll(directory)
      for (const place of places) world.entry(place)
      const index = await world.rebuilt()
      for (const [question, at] of asked) world.check(question, at, index)
    }),
    { numRuns: 150 },
  )
})

const roots = Array.from({ length: 6 }, (_, number) => placeIdOf(2 * number))
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.nat(11).chain((number) =>
      fc
        .tuple(arbitraryPlace(placeIdOf(number)), fc.option(fc.constantFrom(...roots), { nil: undefined }))
        .map(([place, parent]) => ({
          kind: 'put' as const,
          place: parent !== undefined && number % 2 === 1 ? { ...place, parent: { id: parent } } : place,
        })),
    ),
  },
  { weight: 1, arbitrary: fc.nat(11).map((number) => ({ kind: 'purge' as const, id: placeIdOf(number) })) },
  { weight: 1, arbitrary: arbitraryDirectory.map((directory) => ({ kind: 'names' as const, directory })) },
  { weight: 4, arbitrary: fc.tuple(query, now).map(([question, at]) => ({ kind: 'ask' as const, question, at })) },
)

test('stays right while places are written, purged, sealed and merged, names change and time goes back and forth', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const world = new IndexWorld(inline)
      for (const taken of steps) {
        if (taken.kind === 'put') world.put(taken.place)
        else if (taken.kind === 'purge') world.purge(taken.id)
        else if (taken.kind === 'names') world.names.replaceAll(taken.directory)
        else world.check(taken.question, taken.at)
      }
    }),
    { numRuns: 300 },
  )
})
