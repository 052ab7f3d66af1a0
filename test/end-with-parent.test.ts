import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { kept, startNode } from './support/child.ts'
import { temporaryFolder } from './support/process.ts'
import { until } from './support/until.ts'

/** Whether a process runs; one that has ended may wait for a parent that asks for its status. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) [ZX] \S+/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('all processes that a test file has started end with its runner, be that killed', async (context) => {
  const env = { ...kept(), FAMILY: temporaryFolder(context) }
  const runner = startNode(['--test', join(import.meta.dirname, 'support/family.ts')], { env })
  const [, text = ''] = await runner.printed(/family (\[.*\])/)
  const family = JSON.parse(text) as number[]
  context.after(() => {
    for (const pid of family.filter(isRunning)) process.kill(pid, 'SIGKILL')
  })
  assert.ok(family.length >= 5)
  assert.deepEqual(family.filter(isRunning), family)
  await runner.end('SIGKILL')
  await until('all of them have ended', () => !family.some(isRunning), { saw: () => family.map(isRunning) })
})
