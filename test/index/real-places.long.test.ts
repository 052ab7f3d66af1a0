import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { runToCompletion } from '../../src/index/in-turns.ts'
import { formatInstant, parseInstant } from '../../src/place/dates.ts'
import { createModel } from '../../src/place/model.ts'
import type { Place } from '../../src/place/place.ts'
import { parseSearch } from '../../src/query/parse/parse.ts'
import type { DirectoryRecord } from '../support/generate.ts'
import { placeSource } from '../support/place-source.ts'
import { placeIdOf } from '../support/pools.ts'
import { IndexWorld } from './index-world.ts'

const folder = join(import.meta.dirname, '../../../shared/data')
const skip = !existsSync(join(folder, 'places-nordic.ndjson.gz')) && 'needs ../shared/data/places-nordic.ndjson.gz'
/** Every so many records, so that the oracle, which looks at each place, stays quick. */
const every = 5
const now = Date.UTC(2023, 0, 1)
const model = createModel()

function readRecords(file: string): Record<string, unknown>[] {
  const text = gunzipSync(readFileSync(join(folder, file))).toString()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** The stored place that an import of the record would make, near enough for searches. */
function placeOf(record: Record<string, unknown>, number: number, idOfKey: ReadonlyMap<unknown, string>): Place {
  const { key: _, parentKey, published, ...rest } = record
  const parent = parentKey === undefined ? undefined : idOfKey.get(parentKey)
  return {
    ...rest,
    id: placeIdOf(number),
    slug: `place-${number}`,
    ...(parent !== undefined && { parent: { id: parent } }),
    created: formatInstant(now),
    createdBy: 'import',
    updated: formatInstant(now + number),
    ...(typeof published === 'string' && { published: formatInstant(parseInstant(published) ?? 0) }),
  } as unknown as Place
}

describe('real places of Sweden and Denmark', { skip }, () => {
  const world = new IndexWorld({ model, compaction: 'inline' })

  before(async () => {
    const records = readRecords('places-nordic.ndjson.gz')
    const idOfKey = new Map(records.map(({ key }, number) => [key, placeIdOf(number)]))
    const parents = new Set(records.map(({ parentKey }) => parentKey))
    const chosen = [...records.entries()].filter(([number, { key }]) => number % every === 0 || parents.has(key))
    const kinds = { owner: 'owners', category: 'categories', tag: 'tags' } as const
    world.names.replaceAll(
      readRecords('directory-nordic.ndjson.gz').map(({ kind, ...entry }): DirectoryRecord => {
        return { kind: kinds[kind as keyof typeof kinds], entry: entry as unknown as DirectoryRecord['entry'] }
      }),
    )
    const entries = chosen.map(([number, record]) => world.entry(placeOf(record, number, idOfKey)))
    await world.index.load(placeSource(entries), entries.length, [])
    world.put(
      ...world.places.filter((_, number) => number % 97 === 0).map((place) => ({ ...place, name: `${place.name} ny` })),
    )
  })

  for (const question of [
    'limit=500',
    'offset=3000&limit=100',
    'q=kyrka',
    'q=vall goteborg',
    'q=uppsala&orderby=updated-',
    'name=~kyrkogård&orderby=name-',
    'visitinginfo_city=Uppsala&is=*',
    'visitinginfo_city=^st&orderby=visitinginfo_city-,name',
    'owner_name=~karlshamn',
    'categories_name=Val 2022&is=*&orderby=owner_name,slug-',
    'is=Partial&limit=500',
    'parent_name=!&is=*&orderby=parent_name',
    'contactinfo_phone_areacode=18&orderby=contactinfo_phone_number-',
    'placedetails_accessibility_hasramp=!',
    'visitinginfo_description=!~restaurang&q=skola',
    'nearby=17.6389,59.8586&nearbyradius=10000',
    'nearby=18.07,59.33&q=begravningsplats',
    'nearby=12.57,55.68&limit=50',
    'bbox=11,57,13,58&orderby=visitinginfo_address',
    'published=2022-08-01&openhours_validfrom=2022-09-11&is=*',
    'facets=is,state,owner_id,owner_name,categories_id,visitinginfo_city,contactinfo_phone_areacode&include=non-published&is=*',
    'q=kyrka&facets=name,shortdescription,owner_type,placedetails_hastoilet&limit=0',
  ]) {
    test(question, () => {
      const { query } = parseSearch(question.replaceAll(' ', '%20'), { model, sees: 'public' })
      world.check(query, now)
    })
  }

  test('the questions find something', () => {
    const { query } = parseSearch('q=kyrka', { model, sees: 'public' })
    assert.ok(runToCompletion(world.index.searching(query, now)).total > 10)
  })
})
