import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createModel } from '../../src/place/model.ts'
import { sampleSearchRows, tablesOf } from '../../src/sql-search/edition.ts'
import type { SearchRow } from '../../src/sql-search/search-row.ts'
import { definitionOf } from '../../src/sql-search/tables.ts'

const model = createModel()

test('a model has the same tables every time', () => {
  assert.deepEqual(tablesOf(createModel()), tablesOf(model))
})

test('a row with another member belongs into other tables', () => {
  const rows = sampleSearchRows(model)
  for (const table of ['place', 'detail', 'document'] as const) {
    const widened = rows.map((row) => ({ ...row, [table]: { ...row[table], rank: 1 } }) as SearchRow)
    assert.notEqual(tablesOf(model, widened)[table], tablesOf(model)[table])
  }
})

test('a field of another kind belongs into other tables', () => {
  for (const name of ['visitinginfo_city', 'longdescription', 'published', 'contactinfo_fetchautomatically']) {
    const field = model.fields.get(name)!
    const kind = field.kind === 'string' ? 'text' : 'string'
    const changed = { ...model, fields: new Map(model.fields).set(name, { ...field, kind }) }
    assert.notEqual(tablesOf(changed).place, tablesOf(model).place, `${name} as ${kind}`)
  }
})

test('the sample fills every column of the tables that hold a row for each place', () => {
  const rows = sampleSearchRows(model)
  const tables = tablesOf(model)
  for (const table of ['place', 'detail', 'document'] as const) {
    const statement = definitionOf(tables).find((one) => one.startsWith(`create table ${tables[table]} (`))!
    const columns = [...statement.matchAll(/[(,]\s*([a-z_]+[0-9]*) (?:text|bigint|float8|int|geo|bool|ts|uuid|jsonb)/g)]
    const filled = rows.flatMap((row) =>
      Object.entries(row[table]).flatMap(([name, value]) => (value === null ? [] : name)),
    )
    assert.deepEqual([...new Set(filled)].sort(), columns.map(([, name]) => name).sort(), table)
  }
})
