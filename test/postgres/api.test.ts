import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, test } from 'node:test'
import { dropAll, testServer } from '../support/postgres/databases.ts'
import { databasePrefix, searchPlace } from '../support/record.ts'
import { runMillisMax, runTests } from '../support/run-tests.ts'
import { everything } from '../support/runs.ts'

const root = resolve(import.meta.dirname, '../..')
/**
 * Those that the record matters to; the others ask what is checked or kept in memory, or are run with the search below,
 * which has the same record. All of them run here where everything is asked for.
 */
const aboutTheRecord =
  /\/(?:children|deletion|directory|event-rights|history|import|keys|patch|publications|slugs|snapshot|webhooks|write-rules)\./
/** Those that the search matters to, wherever it is carried out, and who may find what. */
const aboutTheSearch =
  /\/(?:assistants|etag|event-stream|facets|full-text|hours|key-owners|names|published|restricted|search-.*|states|suggest|tiles)\./
/**
 * These start programs of their own, on a data folder, or ask for what there is none of where the database searches: a
 * snapshot, figures of the index, and answers to a thousand words within its 2 s.
 */
const others = { record: /process|webhooks-killed/, search: /hostile|operations|process|snapshot|webhooks-killed/ }
const server = await testServer()
const skip = 'missing' in server && server.missing
after(() => ('missing' in server ? undefined : server.end()))

test('the interface passes its tests on PostgreSQL', { skip, timeout: runMillisMax }, () =>
  passes({ wanted: aboutTheRecord, others: others.record, passed: 100 }),
)

test('the interface passes its tests where the database searches', { skip, timeout: runMillisMax }, () =>
  passes({ wanted: aboutTheSearch, others: others.search, passed: 200, env: { [searchPlace]: 'database' } }),
)

interface Suites {
  readonly wanted: RegExp
  readonly others: RegExp
  /** So many tests at least are in them. */
  readonly passed: number
  readonly env?: NodeJS.ProcessEnv
}

async function passes({ wanted, others, passed, env }: Suites): Promise<void> {
  assert.ok(!('missing' in server))
  const prefix = `gazetteer_api_${randomUUID().slice(0, 8)}_`
  const chosen = globSync('test/api/*.test.ts', { cwd: root }).filter(
    (file) => (everything || wanted.test(file)) && !others.test(file),
  )
  try {
    const {
      status,
      passed: done,
      told,
    } = await runTests(chosen, {
      ...env,
      TEST_DATABASE_URL: server.url,
      [databasePrefix]: prefix,
    })
    assert.equal(status, 0, told)
    assert.ok(done > passed, told.slice(-500))
  } finally {
    await dropAll(server.url, prefix)
  }
}
