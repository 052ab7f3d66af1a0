import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { tablesOf } from '../../src/sql-search/edition.ts'
import { createSearchTables } from '../../src/sql-search/tables.ts'
import { parseDatabaseAddress } from '../../src/store/postgres/address.ts'
import { openSession } from '../../src/store/postgres/session.ts'
import { arbitraryQuery, arbitraryWorld } from '../support/generate.ts'
import { instants, manyKindsModel } from '../support/pools.ts'
import { rowsOf, testDatabases } from '../support/postgres/databases.ts'
import { runs } from '../support/runs.ts'
import { SearchWorld } from './search-world.ts'

/** The address of an empty database of a cluster that has the extensions citus and postgis. */
const { CITUS_URL: cluster } = process.env
const noCluster = cluster ? false : 'CITUS_URL names no cluster, so nothing was run on Citus'
const databases = await testDatabases()
const noServer = 'missing' in databases && databases.missing
const model = manyKindsModel()
const tables = tablesOf(model)
const distributed = [tables.place, tables.detail, tables.document]

/** What stands for the extension where there is none: it notes what it is asked for, and refuses what Citus refuses. */
const standIn = `
  create table asked (number serial, relation text, distribution_column text, colocated_with text);
  create function create_distributed_table(relation regclass, distribution_column text, colocate_with text default 'default')
  returns void language plpgsql as $$ begin
    if exists (
      select from pg_index i where i.indrelid = relation and i.indisunique and not exists (
        select from pg_attribute a where a.attrelid = relation and a.attname = distribution_column
          and a.attnum = any (i.indkey)))
    then raise exception 'cannot create constraint on "%": it lacks the distribution column', relation; end if;
    if exists (select from pg_constraint c where c.contype = 'f' and relation in (c.conrelid, c.confrelid))
    then raise exception 'cannot distribute "%": it has a foreign key', relation; end if;
    insert into asked (relation, distribution_column, colocated_with)
      values (relation::text, distribution_column, colocate_with);
  end $$;
  create function create_reference_table(relation regclass) returns void language sql as
  $$ insert into asked (relation) values (relation::text) $$`

async function makeTables(url: string): Promise<void> {
  const session = await openSession(parseDatabaseAddress(url), { purpose: 'write' })
  try {
    await createSearchTables(session, tables)
  } finally {
    await session.end()
  }
}

test('where tables can be distributed, those of the search are by the id of the place, with what Citus allows', {
  skip: noServer,
}, async () => {
  assert.ok(!('missing' in databases))
  const url = await databases.create()
  await rowsOf(url, standIn)
  await makeTables(url)
  await makeTables(url)
  const asked = await rowsOf(url, 'select relation, distribution_column, colocated_with from asked order by number')
  assert.deepEqual(asked, [
    { relation: tables.place, distribution_column: 'id', colocated_with: 'default' },
    { relation: tables.detail, distribution_column: 'id', colocated_with: tables.place },
    { relation: tables.document, distribution_column: 'id', colocated_with: tables.place },
    { relation: tables.schedule, distribution_column: null, colocated_with: null },
  ])
})

test('the indexes that are made when the tables are full are none that Citus would refuse', {
  skip: noServer,
}, async () => {
  assert.ok(!('missing' in databases))
  const url = await databases.create()
  const world = await SearchWorld.open(model, url)
  try {
    await world.search.follow()
    const refused = await rowsOf(
      url,
      `select indexrelid::regclass::text from pg_index i
       where indrelid = any($1::regclass[]) and indisunique
         and not (select attnum from pg_attribute where attrelid = indrelid and attname = 'id') = any (i.indkey)`,
      [distributed],
    )
    assert.deepEqual(refused, [])
    const keys = await rowsOf(url, 'select from pg_constraint where contype = $1 and conrelid = any($2::regclass[])', [
      'f',
      distributed,
    ])
    assert.deepEqual(keys, [])
    const made = await rowsOf(url, 'select from pg_index where indrelid = any($1::regclass[])', [distributed])
    assert.ok(made.length > 15, 'there are indexes')
  } finally {
    await world.close()
  }
})

test('without the extension nothing is distributed', { skip: noServer }, async () => {
  assert.ok(!('missing' in databases))
  const url = await databases.create()
  await makeTables(url)
  const kinds = await rowsOf(url, 'select distinct relkind from pg_class where oid = any($1::regclass[])', [
    distributed,
  ])
  assert.deepEqual(kinds, [{ relkind: 'r' }])
})

test('Citus: tables are distributed together by the id of the place, and searches mean what they say', {
  skip: noCluster,
}, async () => {
  const world = await SearchWorld.open(model, cluster!)
  try {
    const placed = await rowsOf<{ relation: string; groups: string; column: string }>(
      cluster!,
      `select logicalrelid::text as relation, colocationid::text as groups,
         column_to_column_name(logicalrelid, partkey) as column
       from pg_dist_partition where logicalrelid = any($1::regclass[]) order by 1`,
      [distributed],
    )
    assert.deepEqual(
      placed.map(({ relation }) => relation),
      distributed.toSorted(),
    )
    assert.deepEqual([...new Set(placed.map(({ column }) => column))], ['id'])
    assert.equal(new Set(placed.map(({ groups }) => groups)).size, 1, 'the rows of a place are together')
    const asked = fc.array(fc.tuple(arbitraryQuery(model), fc.constantFrom(...instants)), {
      minLength: 8,
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(arbitraryWorld(), asked, async ({ places, directory }, questions) => {
        await world.clear()
        world.names.replaceAll(directory)
        await world.put(...places)
        await world.search.follow()
        for (const [question, at] of questions) await world.check(question, at)
      }),
      { numRuns: runs(20) },
    )
  } finally {
    await world.close()
  }
})
