import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runToCompletion } from '../../src/index/in-turns.ts'
import { permute, walk } from '../../src/index/order/permutation.ts'
import { createBitset, setBit } from '../../src/index/sets/bitset.ts'
import type { Place } from '../../src/place/place.ts'
import { parseSearch } from '../../src/query/parse/parse.ts'
import { manyKindsModel, plainPlace } from '../support/pools.ts'
import { IndexWorld } from './index-world.ts'

const model = manyKindsModel()
const count = 600

/** A place whose slug comes before all slugs of the other kind of places. */
function placeOf(number: number): Place {
  const name = number % 3 === 0 ? 'near' : 'far'
  return plainPlace(number, {
    slug: `${name === 'near' ? 'a' : 'z'}-${(number * 37) % count}`,
    name: `${name} ${number % 7}`,
    owner: { id: `owner-${number % 5}`, type: 'external' },
  })
}

test('D33: hits that lie far from where an order begins come in that order, as near ones do', async () => {
  const world = new IndexWorld({ model, compaction: 'inline' })
  for (let number = 0; number < count; number++) world.entry(placeOf(number))
  const index = await world.rebuilt()
  // Of several conditions it is judged beforehand how far they lie.
  for (const conditions of ['name=^near', 'name=^far', 'name=^near&slug=^a', 'name=^far&slug=^z']) {
    for (const order of ['slug', 'slug-', 'owner_id,slug-', 'visitinginfo_city,slug', 'shortdescription-,slug']) {
      for (const page of ['limit=1', 'limit=5&offset=3', 'limit=20&offset=200']) {
        const { query } = parseSearch(`${conditions}&orderby=${order}&${page}`, { model, sees: 'public' })
        world.check(query, Date.parse('2025-01-01T00:00:00Z'), index)
      }
    }
  }
})

test('a walk along a permutation has hits by rank, then by id or as they are sorted, and ends where it passes too many', () => {
  const size = 1000
  // Every tenth place has no value, and five of the others have the same.
  const rankOf = (ordinal: number) => (ordinal % 10 === 0 ? 0 : 1 + Math.floor(ordinal / 5))
  const byId = Uint32Array.from({ length: size }, (_, at) => (at * 7) % size)
  const permutation = runToCompletion(permute({ rankMax: 200, rankOf, keyOf: rankOf }, byId, { isDue: false }))
  const ordinals = [901, 902, 903, 910, 997, 999]
  const hits = createBitset(size)
  for (const ordinal of ordinals) setBit(hits, ordinal)
  const idRank = (ordinal: number) => byId.indexOf(ordinal)
  const wantedOf = (descending: boolean, compare: (a: number, b: number) => number) =>
    ordinals.toSorted((a, b) => {
      const [one, other] = [a, b].map((ordinal) => rankOf(ordinal) || Number.POSITIVE_INFINITY)
      if (one === other) return compare(a, b)
      return Number.isFinite(one) && Number.isFinite(other) && descending ? other! - one! : one! - other!
    })
  const downwards = function* (group: Uint32Array): Generator<void, Uint32Array> {
    return group.toSorted((a, b) => b - a)
  }
  for (const descending of [false, true]) {
    for (let atMost = 0; atMost <= ordinals.length; atMost++) {
      const walked = { hits, descending, atMost, passedMax: 10 * size, pace: { isDue: false } }
      const byIds = wantedOf(descending, (a, b) => idRank(a) - idRank(b))
      assert.deepEqual([...(runToCompletion(walk(permutation, walked)) ?? [])], byIds.slice(0, atMost))
      const bySort = wantedOf(descending, (a, b) => b - a)
      assert.deepEqual([...(runToCompletion(walk(permutation, walked, downwards)) ?? [])], bySort.slice(0, atMost))
    }
  }
  const early = { hits, descending: false, atMost: 1, passedMax: 100, pace: { isDue: false } }
  assert.equal(runToCompletion(walk(permutation, early)), undefined)
})
