import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { startProcess, temporaryFolder } from '../support/process.ts'

const program = resolve(import.meta.dirname, '../../src/main.ts')

function run(args: readonly string[], dataDir: string): Promise<{ status: number | null; said: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env: { ...process.env, DATA_DIR: dataDir } },
      (_, out, err) => done({ status: child.exitCode, said: out + err }),
    )
  })
}

test('a mistyped DATA_DIR is said, and nothing is made there', async (context) => {
  const folder = temporaryFolder(context)
  const missing = join(folder, 'nothere')
  for (const args of [['backup', join(folder, 'b')], ['export', join(folder, 'x')], ['keys', 'list'], ['geolocate']]) {
    const { status, said } = await run(args, missing)
    assert.equal(status, 2, said)
    assert.match(said, /there is no data in DATA_DIR .*nothere/)
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
