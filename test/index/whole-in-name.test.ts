import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { selectKey } from '../../src/index/columns/inverted.ts'
import { runToCompletion } from '../../src/index/in-turns.ts'
import { listSelection } from '../../src/index/sets/selection.ts'
import type { Place } from '../../src/place/place.ts'
import { parseSearch } from '../../src/query/parse/parse.ts'
import { everyPlace, manyKindsModel, plainPlace } from '../support/pools.ts'
import { runs } from '../support/runs.ts'
import { IndexWorld } from './index-world.ts'

const model = manyKindsModel()
const now = Date.parse('2025-01-01T00:00:00Z')
const someNames = ['Åby', 'aby kyrka', 'Åbyn', 'Västra Åby', 'by', 'Byn', 'Lund']

/** A place that has `åby` in its description, whatever its name. */
function placeOf(name: string, number: number): Place {
  return plainPlace(number, { name, shortDescription: 'Församlingshem i Åby' })
}

test('D32: of a word that most places have, those whose name has it come first, found by the names', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...someNames), { minLength: 40, maxLength: 60 }), async (chosen) => {
      const world = new IndexWorld({ model, compaction: 'inline' })
      // Many places of one name, which are few names.
      for (const [number, name] of chosen.entries()) world.entry(placeOf(number % 2 === 0 ? 'Lund' : name, number))
      const index = await world.rebuilt()
      for (const q of ['åby', 'aby', 'by', 'kyrka+aby', 'lund', 'i']) {
        world.check(parseSearch(`q=${q}&limit=100`, { model, sees: 'public' }).query, now, index)
      }
      const [segment] = index.state()!.segments
      const [{ leaf } = { leaf: undefined }] = runToCompletion(index.searching(everyPlace(model), now)).runs
      for (const word of ['åby', 'aby', 'by', 'nowhere']) {
        const { names, count } = segment!.data
        const found = selectKey(names.words, word, count)
        const places = [...listSelection(found)].map((ordinal) => leaf!.idOf(ordinal))
        const named = world.places.filter(({ name }) => {
          const lower = name.toLowerCase()
          return [...lower.split(' '), ...lower.replace('å', 'a').split(' ')].includes(word)
        })
        assert.deepEqual(
          places.sort(),
          named.map(({ id }) => id),
        )
      }
    }),
    { numRuns: runs(40) },
  )
})
