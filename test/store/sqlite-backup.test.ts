import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { allChanges, create, openSimpleStore, temporaryFolder, write } from './commands.ts'
import { assertWhole } from './whole.ts'

test('a backup under write load is whole, holds what was acknowledged before, and opens as a record', async (context) => {
  const folder = temporaryFolder(context)
  const store = await openSimpleStore(join(folder, 'data'))
  context.after(() => store.close())
  await store.write(
    Array.from({ length: 2_000 }, (_, index) => create({ name: `p${index}`, longDescription: 'x'.repeat(500) })),
  )
  let running = true
  const load = (async () => {
    while (running) await write(store, create({ name: 'load' }))
  })()
  const target = join(folder, 'copy.db')
  const before = await store.lastRevision()
  await store.backup(target)
  running = false
  await load
  assert.equal(statSync(target).mode & 0o777, 0o600)
  mkdirSync(join(folder, 'restored'))
  copyFileSync(target, join(folder, 'restored', 'gazetteer.db'))
  const restored = await openSimpleStore(join(folder, 'restored'))
  context.after(() => restored.close())
  assert.equal(restored.historyId, store.historyId)
  const copied = await allChanges(restored)
  assert.ok(copied.length >= before)
  assert.deepEqual(copied, await store.changes(0, copied.length))
  await assertWhole(restored)
})

test('a backup does not overwrite a file, and leaves nothing behind when it fails', async (context) => {
  const folder = temporaryFolder(context)
  const store = await openSimpleStore(join(folder, 'data'))
  context.after(() => store.close())
  const target = join(folder, 'copy.db')
  await store.backup(target)
  await assert.rejects(store.backup(target), { code: 'conflict' })
  await assert.rejects(store.backup(join(folder, 'nowhere', 'copy.db')), { code: 'not-found' })
  // Not even root makes files there.
  if (process.platform === 'linux') await assert.rejects(store.backup('/sys/copy.db'), { code: 'conflict' })
  assert.deepEqual(readdirSync(folder).toSorted(), ['copy.db', 'data'])
  assert.ok(existsSync(target))
})
