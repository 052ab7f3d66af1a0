import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DirectoryKind, directoryKinds } from '../../src/place/directory-kinds.ts'
import { readFilter } from '../../src/query/parse/parse-filter.ts'
import { createSortKey } from '../../src/query/text/sort-key.ts'
import { tablesOf } from '../../src/sql-search/edition.ts'
import { filterSql } from '../../src/sql-search/filter.ts'
import { References } from '../../src/sql-search/references.ts'
import { Parameters } from '../../src/sql-search/statement.ts'
import { numberedFields } from '../../src/sql-search/tables.ts'
import { manyKindsModel } from '../support/pools.ts'

const model = manyKindsModel()
const tables = tablesOf(model)
const fields = numberedFields(model)
const count = 100
const statements = 4
const alternatives = (write: (number: number) => string) => Array.from({ length: 500 }, (_, at) => write(at)).join(',')

/** What the statements of a request read and send for a filter on the names of a hundred references. */
async function asked(kind: DirectoryKind, name: string, value: string) {
  let read = 0
  const entry = (_: DirectoryKind, id: string) => {
    read++
    return { id, name: `Kyrkan Nummer${id}` }
  }
  const references = new References({ version: 1, entry }, createSortKey('sv'))
  const keyOf = (id: string) => (kind === 'owners' ? `${id.length}:${id}` : id)
  references.add(
    undefined,
    Array.from({ length: count }, (_, at) => ({ kind, key: keyOf(String(at)), whole: null, number: at + 1 })),
  )
  await references.refreshNames()
  const filter = readFilter(model.fields.get(name)!, value, { values: 0, words: 0 })
  const decidingKeys = new Map()
  const sent = Array.from({ length: statements }, () => {
    const parameters = new Parameters()
    filterSql(filter, { tables, parameters, fields, references, decidingKeys })
    return parameters.values as string[][]
  })
  return { read, sent }
}

test('the names of references are read once for all values of a filter and all statements of a request', async () => {
  for (const value of [alternatives((at) => `kyrkan nummer${at}`), alternatives((at) => `~kyr !nummer${at}`)]) {
    for (const kind of directoryKinds) {
      const name = kind === 'owners' ? 'owner_name' : `${kind}_name`
      assert.equal((await asked(kind, name, value)).read, count, `${kind} ${value.slice(0, 20)}`)
    }
  }
})

test('values of a filter on names are asked for with one list of references, as far as one decides', async () => {
  const lists = async (kind: DirectoryKind, name: string, value: string) =>
    (await asked(kind, name, value)).sent.map((values) => values.map(({ length }) => length))
  const each = (...lengths: number[]) => Array.from({ length: statements }, () => lengths)
  const without = alternatives((at) => `~kyr !nummer${at}`)
  assert.deepEqual(await lists('tags', 'tags_name', without), each(count))
  assert.deepEqual(await lists('tags', 'tags_name', '^kyrkan nummer9,kyrkan nummer5,nobody'), each(12))
  assert.deepEqual(await lists('tags', 'tags_name', '!,kyrkan nummer5'), each(count))
  assert.deepEqual(await lists('owners', 'owner_name', without), each(count))
  assert.deepEqual(
    await lists(
      'owners',
      'owner_name',
      alternatives((at) => `!~!nummer${at % 10}`),
    ),
    each(),
  )
  assert.deepEqual(await lists('owners', 'owner_name', '!^kyrkan,!~nummer9'), each(11))
  assert.deepEqual(await lists('owners', 'owner_name', '!^kyrkan,!~nummer9,kyrkan nummer1'), each(1, 11))
})
