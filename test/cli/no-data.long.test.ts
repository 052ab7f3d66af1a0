import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { kept, runNode } from '../support/child.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'

const program = resolve(import.meta.dirname, '../../src/main.ts')

test('a mistyped DATA_DIR is said, and nothing is made there', async (context) => {
  const folder = temporaryFolder(context)
  const missing = join(folder, 'nothere')
  for (const args of [['backup', join(folder, 'b')], ['export', join(folder, 'x')], ['keys', 'list'], ['geolocate']]) {
    const { status, stdout, stderr } = await runNode([program, ...args], { env: { ...kept(), DATA_DIR: missing } })
    assert.equal(status, 2, stdout + stderr)
    assert.match(stdout + stderr, /there is no data in DATA_DIR .*nothere/)
  }
  assert.equal(existsSync(missing), false)
  assert.equal(existsSync(join(folder, 'b')), false)
})

test('after a clean stop everything is in one file, which can be copied', async (context) => {
  const folder = temporaryFolder(context)
  const service = await startProcess(context, folder, { ADMIN_KEY: 'test-admin-key', DATA_DIR: join(folder, 'data') })
  assert.equal(await service.end('SIGTERM'), 0)
  const files = readdirSync(join(folder, 'data')).filter((name) => name.startsWith('gazetteer.db'))
  assert.deepEqual(files, ['gazetteer.db'])
})
