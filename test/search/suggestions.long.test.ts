import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Place } from '../../src/place/place.ts'
import { readSuggest, type SuggestRequest } from '../../src/query/results/suggestion.ts'
import { arbitraryPlace } from '../support/generate.ts'
import { manyKindsModel, placeIdOf } from '../support/pools.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { SearchWorld } from './search-world.ts'

const databases = await testDatabases()
const model = manyKindsModel()

/** Places with these names, that nobody has deleted or hidden. */
function placesNamed(...names: readonly string[]): Place[] {
  const [template] = fc.sample(arbitraryPlace(placeIdOf(0)), { numRuns: 1, seed: 1 })
  const { deleted: _, depublished: __, parent: ___, geolocationInfo: ____, ...place } = template!
  return names.map((name, number) => ({
    ...place,
    id: placeIdOf(number),
    slug: `place-${number}`,
    name,
    published: '2026-01-01T00:00:00.00000Z',
    owner: { id: `owner-${number % 7}`, type: 'Församling', name: `Ägare ${number % 5}` },
  }))
}

const now = Date.UTC(2026, 5, 1)

const equalTo = (value: string) => ({ negated: false, test: { is: 'equal' as const, value } })

function typed(q: string, limit = 10): SuggestRequest {
  const request = readSuggest({ q, limit, is: ['*'], include: [] }, model)
  assert.ok(request)
  return request
}

if ('missing' in databases)
  test('suggestions from PostgreSQL are what they mean', { skip: databases.missing }, () => {})
else {
  test('PostgreSQL counts the names that most places have, though many more fit that nobody may find', async () => {
    const world = await SearchWorld.open(model, await databases.create())
    try {
      const names = Array.from({ length: 400 }, (_, number) => `Kyrka ${(number * number) % 97} ${number % 3}`)
      const places = placesNamed(...names, 'KYRKA 1 1', 'kyrka 4 1', 'Lilla kyrkan')
      // Those of the names that most have are mostly hidden, so that the first to be counted do not suffice.
      await world.put(
        ...places.map((place, number) =>
          number % 97 < 60 && number % 11 !== 0 ? { ...place, deleted: '2026-01-02T00:00:00.00000Z' } : place,
        ),
      )
      await world.search.follow()
      for (const q of [
        'k',
        'kyrka',
        'kyrka 1',
        'kyrka 1 1',
        'äg',
        'ägare 3',
        'agare',
        'kyrkn',
        'kytka 1',
        'lilal',
        'x',
      ]) {
        for (const limit of [1, 2, 3, 10, 20]) await world.checkSuggestions(typed(q, limit), now)
      }
    } finally {
      await world.close()
    }
  })

  test('what was mistyped is found among words that came later, in another process too', async () => {
    const world = await SearchWorld.open(model, await databases.create())
    try {
      await world.put(...placesNamed('Hjälmaren', 'Mälaren'))
      await world.search.follow()
      for (const search of [world.search, world.other]) await world.checkSuggestions(typed('hjalmerna'), now, search)
      const many = Array.from({ length: 2_500 }, (_, number) => `x${number.toString(36)}y`)
      await world.put(...placesNamed('Hjälmaren', 'Mälaren', 'Hjälmerna', 'Hjälmernas vik', ...many))
      await world.search.follow()
      for (const search of [world.search, world.other]) {
        for (const q of ['hjalmernx', 'hjälmenras', 'mälaern', 'hjalmarex', 'xq1z', 'x1zzy']) {
          await world.checkSuggestions(typed(q), now, search)
        }
      }
    } finally {
      await world.close()
    }
  })

  test('long words are suggested by more than what is kept of them', async () => {
    const world = await SearchWorld.open(model, await databases.create())
    const long = 'å'.repeat(90)
    try {
      await world.put(...placesNamed(`${long}a`, `${long}b x`, `vid ${long}b`, 'å'))
      await world.search.follow()
      for (const q of [long, `${long}a`, `${long}b`, `${long}c`, `vid ${'a'.repeat(80)}`, `${'å'.repeat(40)}x`]) {
        await world.checkSuggestions(typed(q), now)
      }
    } finally {
      await world.close()
    }
  })

  test('the longest owner that can be is taken in, found and suggested', async () => {
    const world = await SearchWorld.open(model, await databases.create())
    try {
      // So various that no index makes it shorter.
      const id = Array.from({ length: 2_000 }, (_, at) =>
        String.fromCodePoint(0x4e00 + ((at * at * 7919) % 20_011)),
      ).join('')
      const [first, second] = placesNamed('Kyrkan', 'Kapellet')
      await world.put({ ...first!, owner: { ...first!.owner, id } }, second!)
      await world.search.follow()
      for (const search of [world.search, world.other]) {
        for (const q of ['ägare', 'ägare 0', 'agrae']) await world.checkSuggestions(typed(q), now, search)
        const owner = { field: model.fields.get('owner_name')!, anyOf: [equalTo('ägare 0')] }
        await world.check({ ...typed('x').query, limit: 10, filters: [owner] }, now, search)
      }
    } finally {
      await world.close()
    }
  })

  test('a purge takes the words of a name with it, unless another name has them', async () => {
    const world = await SearchWorld.open(model, await databases.create())
    try {
      await world.put(...placesNamed('Hemliga kapellet', 'Öppna kapellet'))
      await world.search.follow()
      await world.checkSuggestions(typed('hemligaa'), now)
      await world.purge(placeIdOf(0))
      await world.search.follow()
      assert.deepEqual(await world.words(), ['1', 'agare', 'kapellet', 'oppna', 'ägare', 'öppna'])
      await world.checkSuggestions(typed('hemligaa'), now)
      await world.checkSuggestions(typed('kapelet'), now)
    } finally {
      await world.close()
    }
  })
}
