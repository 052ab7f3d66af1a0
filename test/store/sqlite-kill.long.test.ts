import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { startNode } from '../support/child.ts'
import { assertWhole } from './assert-whole.ts'
import { openSimpleStore, temporaryFolder } from './commands.ts'

const rounds = 3
const longestDelayMillis = 120

/** The same delays in every run: a linear congruential generator (Numerical Recipes). */
function seededDelays(seed: number): number[] {
  let state = seed
  return Array.from({ length: rounds }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return 1 + (state % longestDelayMillis)
  })
}

/** Writes under load in another process, kills it after the delay, and gives the revisions that it had acknowledged. */
async function writeAndKill(folder: string, delayMillis: number): Promise<readonly { id: string; revision: number }[]> {
  const child = startNode([join(import.meta.dirname, 'endless-writer.ts'), folder])
  await child.printed(/ \.\n/)
  await setTimeout(delayMillis)
  const status = await child.end()
  const { stdout, stderr } = child.output()
  assert.equal(status, null, `the writer ended by itself: ${stderr}`)
  return [...stdout.matchAll(/^(\S+) (\d+) \.$/gm)].map(([, id, revision]) => ({
    id: id!,
    revision: Number(revision),
  }))
}

test('D44: killed again and again under load, every acknowledged write is there and the record is whole', async (context) => {
  const seed = 20_260_101
  context.diagnostic(`seed ${seed}`)
  const folder = temporaryFolder(context)
  let total = 0
  for (const delay of seededDelays(seed)) {
    const acknowledged = await writeAndKill(folder, delay)
    assert.ok(acknowledged.length > 0)
    const store = await openSimpleStore(folder)
    try {
      for (const { id, revision } of acknowledged) assert.ok(await store.entry(id, revision), `${id} ${revision}`)
      await assertWhole(store)
    } finally {
      await store.close()
    }
    total += acknowledged.length
  }
  context.diagnostic(`${total} acknowledged writes`)
  const database = new DatabaseSync(join(folder, 'gazetteer.db'), { readOnly: true })
  assert.deepEqual({ ...database.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' })
  database.close()
})
