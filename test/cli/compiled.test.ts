import assert from 'node:assert/strict'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { kept, runNode } from '../support/child.ts'
import { temporaryFolder } from '../support/process.ts'

const root = resolve(import.meta.dirname, '../..')
const program = join(root, 'src/main.ts')

test('what one start has compiled, in every thread, the next one need not', async (context) => {
  const { NODE_COMPILE_CACHE: _, ...environment } = kept()
  const env = { ...environment, DATA_DIR: temporaryFolder(context), NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
  // Makes a key, which the thread that writes does.
  const started = async (name: string) =>
    (await runNode([program, 'keys', 'create', name, '--permissions', 'read'], { env })).stderr
  await started('first')
  const told = await started('second')
  for (const file of ['cli/command-line.ts', 'store/thread/writing-worker.ts']) {
    const accepted = `code cache for ESM file://${root}/src/${file} was accepted`
    assert.ok(told.includes(accepted), `${accepted}, got ${told.slice(-2_000)}`)
  }
})
