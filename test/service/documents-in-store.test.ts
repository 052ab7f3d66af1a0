import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { documentPlace } from '../support/record.ts'
import { runTests } from '../support/run-tests.ts'

const root = resolve(import.meta.dirname, '../..')
/** Those that read documents, and those that change what documents show. */
const wanted =
  /(?:children|contact|deletion|etag|facets|history|import|names|restricted|search-fields|snapshot|suggest|tiles)/
const files = globSync('test/api/*.test.ts', { cwd: root }).filter((file) => wanted.test(file))

test('the interface passes its tests with documents that stay in the store', async () => {
  const { status, passed, told } = await runTests(files, { [documentPlace]: 'store' })
  assert.equal(status, 0, told)
  assert.ok(passed > 120, told.slice(-500))
})
