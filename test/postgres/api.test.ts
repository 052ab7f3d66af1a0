import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { dropAll, testServer } from '../support/postgres/databases.ts'
import { databasePrefix } from '../support/record.ts'
import { runTests } from '../support/run-tests.ts'

const root = resolve(import.meta.dirname, '../..')
/** Those that the record matters to; the others ask what is kept in memory, and run here where everything is asked for. */
const aboutTheRecord =
  /(?:children|configuration|deletion|directory|etag|history|import|key|names|patch|place-types|slugs|snapshot|states|write-rules)/
/** These start programs of their own, on a data folder. */
const others = /process/
const wanted = process.env.TEST_ON_POSTGRES === 'everything' ? /./ : aboutTheRecord
const files = globSync('test/api/*.test.ts', { cwd: root }).filter((file) => wanted.test(file) && !others.test(file))
const server = await testServer()
const missing = 'missing' in server && server.missing

test('the interface passes its tests on PostgreSQL', { skip: missing }, async () => {
  assert.ok(!('missing' in server))
  const prefix = `gazetteer_api_${randomUUID().slice(0, 8)}_`
  try {
    const { status, passed, told } = await runTests(files, { TEST_DATABASE_URL: server.url, [databasePrefix]: prefix })
    assert.equal(status, 0, told)
    assert.ok(passed > 200, told.slice(-500))
  } finally {
    await dropAll(server.url, prefix)
    await server.end()
  }
})
