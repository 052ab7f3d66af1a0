import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createModel } from '../../src/place/model.ts'
import { readFilter } from '../../src/query/parse/parse-filter.ts'
import { fold } from '../../src/query/text/folded-text.ts'
import { arbitraryPlace, arbitraryQuery, arbitrarySteps, arbitraryWorld } from '../support/generate.ts'
import {
  categoryIds,
  everyPlace,
  instants,
  manyKindsModel,
  ownerIds,
  placeIdOf,
  plainPlace,
  tagIds,
} from '../support/pools.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { runs } from '../support/runs.ts'
import { SearchWorld } from './search-world.ts'

const databases = await testDatabases()
const model = manyKindsModel()
const query = arbitraryQuery(model)
const everything = everyPlace(model, { limit: 10 })
/**
 * Matches are few of so many places, and are ordered after they were found; of a handful some of an order is walked first,
 * and of unknown many all of it.
 */
const takenFor = [1_000_000, 6, -1] as const
const now = fc.constantFrom(...instants)
const questions = fc.array(fc.tuple(query, now), { minLength: 8, maxLength: 20 })

if ('missing' in databases) test('search in PostgreSQL is what queries mean', { skip: databases.missing }, () => {})
else {
  test('PostgreSQL finds what the meaning of a query says, in its order', async () => {
    const world = await SearchWorld.open(model, await databases.create())
    try {
      await fc.assert(
        fc.asyncProperty(arbitraryWorld(), questions, async ({ places, directory }, asked) => {
          await world.clear()
          world.names.replaceAll(directory)
          await world.put(...places)
          await world.search.follow()
          for (const [number, [question, at]] of asked.entries()) {
            await world.pretend(takenFor[number % takenFor.length]!)
            await world.check(question, at)
          }
        }),
        { numRuns: runs(40) },
      )
    } finally {
      await world.close()
    }
  })

  test('matches that are at the end of an order are found there, on every page', async () => {
    const world = await SearchWorld.open(model, await databases.create())
    try {
      const [place] = fc.sample(arbitraryPlace(placeIdOf(0)), { numRuns: 1, seed: 1 })
      const named = (number: number) => `${number < 40 ? 'Alvik' : 'Zinkgruvan'} ${number}`
      const places = Array.from({ length: 60 }, (_, number) => ({
        ...place!,
        id: placeIdOf(number),
        slug: `place-${number}`,
        name: named(number),
      }))
      await world.put(...places)
      await world.search.follow()
      const field = model.fields.get('name')!
      const test = { is: 'prefix' as const, value: 'zink' }
      const asked = { ...everything, filters: [{ field, anyOf: [{ negated: false, test }] }], limit: 2 }
      for (const order of ['name', 'slug', 'updated']) {
        for (const offset of [0, 10, 19, 20]) {
          await world.pretend(places.length)
          const by = { by: 'field' as const, field: model.fields.get(order)!, descending: false }
          await world.check({ ...asked, order: [by], offset }, 0)
        }
      }
    } finally {
      await world.close()
    }
  })

  test('D35: the nearest places of a point that can be written in two ways are found, however they write theirs', async () => {
    const world = await SearchWorld.open(model, await databases.create())
    const positions: [longitude: number, latitude: number][] = [
      [-180, 10],
      [180, 10],
      [0, 90],
      [50, 90],
      [0, -90],
      [-120, -90],
      [17.6389, 59.8586],
      [-180, 0],
    ]
    try {
      const [place] = fc.sample(arbitraryPlace(placeIdOf(0)), { numRuns: 1, seed: 1 })
      const places = positions.map((coordinates, number) => ({
        ...place!,
        id: placeIdOf(number),
        slug: `place-${number}`,
        geolocation: { type: 'Feature' as const, geometry: { type: 'Point' as const, coordinates } },
      }))
      await world.put(...places)
      await world.search.follow()
      await world.pretend(-1)
      for (const center of positions) {
        await world.check({ ...everything, nearby: { center }, order: [{ by: 'distance', descending: false }] }, 0)
      }
    } finally {
      await world.close()
    }
  })

  test('D28: words of a filter on a list must be in one element, however long they are', async () => {
    const world = await SearchWorld.open(model, await databases.create())
    const long = 'å'.repeat(200)
    try {
      const [place] = fc.sample(arbitraryPlace(placeIdOf(0)), { numRuns: 1, seed: 1 })
      const links = (id: number, titles: readonly string[]) => ({
        ...place!,
        id: placeIdOf(id),
        slug: `place-${id}`,
        media: { links: titles.map((title) => ({ title, url: 'https://example.org/' })) },
      })
      await world.put(links(0, ['röda', 'korset']), links(1, ['röda korset', 'x']), links(2, [`${long} korset`, long]))
      await world.search.follow()
      const field = model.fields.get('media_links_title')!
      const ask = async (present: readonly string[], absent: readonly (readonly string[])[] = [], negated = false) => {
        const filters = [{ field, anyOf: [{ negated, test: { is: 'words' as const, present, absent } }] }]
        const asked = { ...everything, filters }
        await world.check(asked, 0)
        return (await world.search.search(asked, 0)).total
      }
      assert.equal(await ask(['röda', 'kors']), 1)
      assert.equal(await ask(['röda'], [['korset']]), 1)
      assert.equal(await ask(['röda', 'kors'], [], true), 2)
      assert.equal(await ask([long]), 1)
      assert.equal(await ask([`${long}å`]), 0)
      assert.equal(await ask([long.slice(0, 64)]), 1)
      assert.equal(await ask([], [[long]]), 2)
    } finally {
      await world.close()
    }
  })

  test('D28: alternatives of a filter on names hold together as each does alone', async () => {
    const world = await SearchWorld.open(model, await databases.create())
    const names = ['Norra kyrkan', 'Södra kyrkan', 'Norra skolan']
    const entriesOf = (kind: 'owners' | 'categories' | 'tags', ids: readonly string[]) =>
      ids.map((id, at) => ({ kind, entry: { id, name: names[at]! } }))
    const chosen = (ids: readonly string[], from: number) =>
      ids.filter((_, at) => (from >> at) % 2 === 1).map((id) => ({ id }))
    const values = ['', '!', 'norra kyrkan', '^norra', '~kyr !norra', '!^norra', '!~skol', '!norra kyrkan', 'ghost']
    try {
      world.names.replaceAll([
        ...entriesOf('owners', ownerIds.slice(0, 3)),
        ...entriesOf('categories', categoryIds),
        ...entriesOf('tags', tagIds.slice(0, 1)),
      ])
      const placeOf = (number: number) =>
        plainPlace(number, {
          owner: { id: ownerIds[number % ownerIds.length]!, type: 'external' },
          categories: chosen(categoryIds, number),
          tags: chosen(tagIds, number),
        })
      await world.put(...Array.from({ length: 8 }, (_, number) => placeOf(number)))
      await world.search.follow()
      for (const name of ['owner_name', 'categories_name', 'tags_name']) {
        for (const value of values.flatMap((one, at) => values.slice(at).map((other) => `${one},${other}`))) {
          const filter = readFilter(model.fields.get(name)!, value, { values: 0, words: 0 })
          await world.check({ ...everything, filters: [filter] }, 0)
        }
      }
    } finally {
      await world.close()
    }
  })

  test('owners whose long names begin alike are found and counted apart', async () => {
    const world = await SearchWorld.open(model, await databases.create())
    // At these lengths, the column of names decides, or is truncated within a character or between two.
    const names = [253, 254, 255, 256, 257, 500].flatMap((length) =>
      ['x', 'y', '𝒳'].map((end) => 'å'.repeat(length - 1) + end),
    )
    try {
      await world.put(...names.map((id, at) => plainPlace(at, { owner: { id, type: 'external' } })))
      await world.search.follow()
      const field = model.fields.get('owner_name')!
      await world.check({ ...everything, facets: [{ by: 'field', field }] }, 0)
      for (const value of names.map(fold)) {
        const tests = ['equal', 'prefix'].map((is) => ({ negated: false, test: { is: is as 'equal', value } }))
        for (const anyOf of [...tests.map((one) => [one]), [tests[0]!, { ...tests[0]!, negated: true }]])
          await world.check({ ...everything, filters: [{ field, anyOf }] }, 0)
      }
    } finally {
      await world.close()
    }
  })

  test('numbers are found and counted as JavaScript writes them, with an exponent or without', async () => {
    const numbers = { type: 'array', items: { type: 'number' } }
    const schema = { type: 'object', properties: { area: { type: 'number' }, depths: numbers } }
    const described = createModel({ placeTypeSchemas: { cemetery: schema } })
    const world = await SearchWorld.open(described, await databases.create())
    const large = [1e20, 1e21, -1.25e21, 1e23, Number.MAX_VALUE]
    const small = [0, 1e-6, 1e-7, 1.5e-7, -2.25e-10, 1.2345678901234567e-8, Number.MIN_VALUE]
    // All are as frequent as each other, and more than a facet answers.
    const areas = [...large, ...small, ...Array.from({ length: 20 }, (_, number) => number * 3.5 + 1)]
    try {
      // Where a word is longer than its lexeme, the lexemes of a place do not tell everything.
      for (const name of ['kort', 'å'.repeat(100)]) {
        const cemetery = (area: number) => ({ area, depths: [area, 2 * area, 1e-7] })
        const placeOf = (area: number, at: number) =>
          plainPlace(at, { name: `${name} ${at}`, placeTypes: { cemetery: cemetery(area) } })
        await world.put(...areas.map(placeOf))
        await world.search.follow()
        for (const member of ['area', 'depths']) {
          const field = described.fields.get(`placetypes_cemetery_${member}`)!
          await world.check({ ...everything, facets: [{ by: 'field', field }] }, 0)
          for (const value of [...large, ...small]) {
            const filter = (negated: boolean) => ({
              field,
              anyOf: [{ negated, test: { is: 'equal' as const, value } }],
            })
            await world.check({ ...everything, filters: [filter(false)], limit: 100 }, 0)
            await world.check({ ...everything, filters: [filter(true)], limit: 100 }, 0)
          }
        }
      }
    } finally {
      await world.close()
    }
  })

  test('PostgreSQL stays right while places are written and purged, names change and time goes back and forth', async () => {
    const world = await SearchWorld.open(model, await databases.create())
    try {
      await fc.assert(
        fc.asyncProperty(arbitrarySteps(query, now, 40), async (steps) => {
          await world.clear()
          for (const taken of steps) {
            if (taken.kind === 'put') await world.put(taken.place)
            else if (taken.kind === 'purge') await world.purge(taken.id)
            else if (taken.kind === 'names') world.names.replaceAll(taken.directory)
            else {
              await world.search.follow()
              await world.pretend(takenFor[taken.question.limit % takenFor.length]!)
              await world.check(taken.question, taken.at)
            }
          }
          await world.search.follow()
        }),
        { numRuns: runs(40) },
      )
    } finally {
      await world.close()
    }
  })
}
