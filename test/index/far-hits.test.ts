import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RankingWalk } from '../../src/index/columns/ranking-walk.ts'
import { createBitset, setBit } from '../../src/index/sets/bitset.ts'
import { PostingsWriter } from '../../src/index/sets/postings.ts'
import { nothing } from '../../src/index/sets/selection.ts'
import type { Place } from '../../src/place/place.ts'
import { parseSearch } from '../../src/query/parse.ts'
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
  const world = new IndexWorld({ model, sealing: 'inline' })
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

test('a walk that would pass too much ends, and goes on from there when it is asked again', () => {
  const size = 1000
  const writer = new PostingsWriter(size)
  for (let ordinal = 0; ordinal < size; ordinal++) writer.add(Uint32Array.of(ordinal))
  const hits = createBitset(size)
  for (let ordinal = 900; ordinal < size; ordinal++) setBit(hits, ordinal)
  const rankOf = (ordinal: number) => ordinal + 1
  const ranking = {
    postings: writer.finish(),
    lists: undefined,
    ties: undefined,
    positions: size,
    rankOf,
    keyOf: rankOf,
  }
  const ids = { rank: Uint32Array.from({ length: size }, (_, at) => at), order: new Uint32Array(size) }
  const walk = new RankingWalk({ ranking, descending: false, hits, size, ids, missing: () => nothing })
  const sort = () => assert.fail('no two hits have the same key')
  assert.equal(walk.first(2, sort, 1000), undefined)
  assert.deepEqual([...(walk.first(2, sort, 1000) ?? [])], [900, 901])
  assert.deepEqual([...(walk.first(1, sort, 0) ?? [])], [900])
})
