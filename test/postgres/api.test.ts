import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { dropAll, testServer } from '../support/postgres/databases.ts'
import { databasePrefix } from '../support/record.ts'

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
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  try {
    const { status, told } = await run({ ...environment, TEST_DATABASE_URL: server.url, [databasePrefix]: prefix })
    assert.equal(status, 0, told)
    assert.ok(Number(/^# pass (\d+)$/m.exec(told)?.[1]) > 200, told.slice(-500))
  } finally {
    await dropAll(server.url, prefix)
    await server.end()
  }
})

async function run(env: NodeJS.ProcessEnv): Promise<{ status: number | null; told: string }> {
  const args = ['--test', '--test-reporter=tap', '--test-concurrency=2', ...files]
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let told = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  const status = await new Promise<number | null>((ended) => child.once('close', ended))
  return {
    status,
    told: told
      .split('\n')
      .filter((line) => !/^ *(?:ok|#? ?Subtest|---|\.\.\.|duration_ms)/.test(line))
      .join('\n'),
  }
}
