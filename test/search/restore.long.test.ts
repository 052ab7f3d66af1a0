import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Place } from '../../src/place/place.ts'
import type { PlaceQuery } from '../../src/query/query.ts'
import { arbitraryPlace } from '../support/generate.ts'
import { everyPlace, manyKindsModel, placeIdOf } from '../support/pools.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { SearchWorld } from './search-world.ts'

const databases = await testDatabases()
const skip = 'missing' in databases && databases.missing
const model = manyKindsModel()

/** `count` places that are not those of another seed, each of an owner of its own whom the directory does not know. */
function somePlaces(count: number, seed: number): Place[] {
  const ids = Array.from({ length: count }, (_, number) => placeIdOf(number))
  const drawn = fc.sample(fc.tuple(...ids.map((id) => arbitraryPlace(id))), { numRuns: 1, seed })[0]!
  return drawn.map((place, number) => ({
    ...place,
    name: `${place.name} ${seed}`,
    slug: `place-${number}`,
    owner: { id: `${seed}-${number}`, type: 'Församling', name: `Ägare ${seed}` },
  }))
}

/** Every place, by the name of its owner. */
function everything(filters: PlaceQuery['filters'] = []): PlaceQuery {
  const field = model.fields.get('owner_name')!
  return everyPlace(model, {
    filters,
    order: [{ by: 'field', field, descending: true }],
    limit: 100,
    facets: [{ by: 'field', field }],
  })
}

const ofOwner = (name: string) =>
  everything([
    { field: model.fields.get('owner_name')!, anyOf: [{ negated: false, test: { is: 'equal', value: name } }] },
  ])

/** What becomes of the record: in each it ends with a history that diverges from the one that was followed. */
const restores = {
  'a history that numbers alike': { count: 12, transactionId: 2 },
  'a shorter history': { count: 5, transactionId: 2 },
  'a longer history': { count: 520, transactionId: 2 },
  'another record whose entries are of before there were transaction ids': { count: 12, historyId: 'another' },
  'an empty record': { count: 0, transactionId: 2 },
}

for (const [what, { count, ...other }] of Object.entries(restores)) {
  test(`the tables of the search are rebuilt by themselves after the restore of ${what}`, { skip }, async () => {
    assert.ok(!('missing' in databases))
    const world = await SearchWorld.open(model, await databases.create())
    try {
      await world.put(...somePlaces(12, 1))
      await world.search.follow()
      for (const search of [world.search, world.other]) await world.check(ofOwner('ägare 1'), 0, search)
      await world.restore(somePlaces(count, 2), other)
      await world.search.follow()
      for (const search of [world.other, world.search]) {
        await world.check(everything(), 0, search)
        await world.check(ofOwner('ägare 1'), 0, search)
        await world.check(ofOwner('ägare 2'), 0, search)
        assert.equal((await search.search(everything(), 0)).total, count)
        assert.equal((await search.find(placeIdOf(11))) === undefined, count < 12)
      }
    } finally {
      await world.close()
    }
  })
}

test('while the tables are rebuilt nothing is answered from them, neither too little nor what is gone', {
  skip,
}, async () => {
  assert.ok(!('missing' in databases))
  const world = await SearchWorld.open(model, await databases.create())
  try {
    await world.put(...somePlaces(100, 1))
    await world.search.follow()
    await world.restore(somePlaces(1_300, 2), { transactionId: 2 })
    let [answered, refused, followed] = [0, 0, false]
    const following = world.search.follow().finally(() => {
      followed = true
    })
    const ask = async () => {
      while (!followed) {
        const total = await world.other.search(everything(), 0).then(
          (found) => found.total,
          (error: { code?: string }) => {
            assert.equal(error.code, 'unavailable')
            return undefined
          },
        )
        if (total === undefined) refused++
        else {
          assert.ok(total === 100 || total === 1_300, `${total} places were found`)
          answered++
        }
        const found = await world.other.find(placeIdOf(99)).catch((error: { code?: string }) => error.code)
        assert.ok(found === 'unavailable' || found !== undefined, 'a place is missed that both histories have')
      }
    }
    await Promise.all([following, ask(), ask()])
    assert.ok(answered + refused > 0)
    await world.check(everything(), 0, world.other)
  } finally {
    await world.close()
  }
})
