import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Place } from '../../src/place/place.ts'
import { baseForm, renderedText } from '../../src/read-model/document.ts'
import { arbitraryPlace } from '../support/generate.ts'
import { everyPlace, manyKindsModel, placeIdOf } from '../support/pools.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { SearchWorld } from './search-world.ts'

const databases = await testDatabases()
const skip = 'missing' in databases && databases.missing
const model = manyKindsModel()
const [sample] = fc.sample(arbitraryPlace(placeIdOf(0)), { numRuns: 1, seed: 1 })

/** A place of an owner of its own. */
function placeNamed(number: number, name: string): Place {
  const owner = { id: `owner-${number}`, type: 'Församling', name: `Ägare ${number}` }
  return { ...sample!, id: placeIdOf(number), slug: `place-${number}`, name, owner }
}

const everything = everyPlace(model, {
  limit: 10,
  facets: [{ by: 'field', field: model.fields.get('owner_name')! }],
})

async function withWorld(use: (world: SearchWorld) => Promise<void>): Promise<void> {
  assert.ok(!('missing' in databases))
  const world = await SearchWorld.open(model, await databases.create())
  try {
    await use(world)
  } finally {
    await world.close()
  }
}

const changesMeanwhile: Readonly<Record<string, (world: SearchWorld) => Promise<void>>> = {
  'changes once more': (world) => world.put(placeNamed(0, 'Ytterby')),
  'is purged': (world) => world.purge(placeIdOf(0)),
}
for (const [what, change] of Object.entries(changesMeanwhile)) {
  test(`a place that ${what} while a change of it is taken in is not shown as it was before that`, {
    skip,
  }, async () => {
    await withWorld(async (world) => {
      await world.put(placeNamed(0, 'Alvik'), placeNamed(1, 'Mora'))
      await world.search.follow()
      await world.put(placeNamed(0, 'Nora'))
      await world.whileFollowing(() => change(world))
      await world.check(everything, 0)
      await world.search.follow()
      await world.check(everything, 0)
    })
  })
}

for (const noted of [0, 2, 5]) {
  test(`a backfill that was interrupted at revision ${noted} of 5 goes on with what was purged and renamed since`, {
    skip,
  }, async () => {
    await withWorld(async (world) => {
      const child = { ...placeNamed(1, 'Barn'), parent: { id: placeIdOf(0) } }
      await world.put(placeNamed(0, 'Förr'), child, placeNamed(2, 'Bort'), placeNamed(3, 'Kvar'), placeNamed(4, 'Åter'))
      await world.search.follow()
      await world.interruptBackfill(noted)
      await world.put(placeNamed(0, 'Numera'))
      for (const number of [2, 4]) await world.purge(placeIdOf(number))
      await world.put(placeNamed(4, 'Åter'))
      await world.search.follow()
      await world.check(everything, 0)
      assert.equal(await world.search.find(placeIdOf(2)), undefined)
      const found = await world.search.find(child.id)
      assert.match(renderedText(found!.rendered, baseForm), /"name":"Numera"/)
    })
  })
}
