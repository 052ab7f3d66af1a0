import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Problem } from '../../src/common/problem.ts'
import { formatInstant } from '../../src/place/dates.ts'
import { startNode } from '../support/child.ts'
import { mountSmallDisk, unmountDisk } from '../support/small-disk.ts'
import { assertWhole } from './assert-whole.ts'
import { allChanges, create, now, openSimpleStore, temporaryFolder, write } from './commands.ts'

test('a backup under write load is whole, holds what was acknowledged before, and opens as a record', async (context) => {
  const folder = temporaryFolder(context)
  const store = await openSimpleStore(join(folder, 'data'))
  context.after(() => store.close())
  await store.write(
    Array.from({ length: 2_000 }, (_, index) => create({ name: `p${index}`, longDescription: 'x'.repeat(500) })),
  )
  // Time has told of one of them, and has the rest to tell.
  const soon = (minutes: number) => formatInstant(now + minutes * 60_000)
  await write(store, create({ name: 'due', published: soon(10), depublished: soon(20) }))
  await write(store, { kind: 'publications', now: now + 15 * 60_000 })
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
  assert.notEqual(restored.historyId, store.historyId)
  const copied = await allChanges(restored)
  assert.ok(copied.length >= before)
  assert.deepEqual(copied, await store.changes(0, copied.length))
  await assertWhole(restored)
  assert.equal(await restored.nextPublication(), now + 20 * 60_000)
  await write(restored, { kind: 'publications', now: now + 30 * 60_000 })
  const told = (await allChanges(restored)).filter(({ kind }) => kind === 'publication')
  assert.deepEqual(
    told.map(({ action }) => action),
    ['publish', 'unpublish'],
  )
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

test('a backup that the disk has no room for says so, and leaves nothing behind', async (context) => {
  const folder = temporaryFolder(context)
  const store = await openSimpleStore(join(folder, 'data'))
  context.after(() => store.close())
  await store.write(Array.from({ length: 30 }, () => create({ name: 'p', longDescription: 'x'.repeat(100_000) })))
  const disk = mountSmallDisk(folder, 1)
  if (disk === undefined) return context.skip('needs the right to mount a small disk')
  try {
    await assert.rejects(store.backup(join(disk, 'copy.db')), {
      code: 'unavailable',
      message: 'the disk of the backup file is full; no backup was written',
    })
    assert.deepEqual(readdirSync(disk), [])
  } finally {
    unmountDisk(disk)
  }
})

/** A program that runs prlimit with the arguments of each message, and answers whether it could. */
const limiting = `
  const { spawnSync } = require('node:child_process')
  process.on('message', (args) => process.send(spawnSync('prlimit', args).status === 0))
  process.send('running')`

test('a backup at the limit of open files says so, and leaves nothing behind', async (context) => {
  const folder = temporaryFolder(context)
  const store = await openSimpleStore(join(folder, 'data'))
  context.after(() => store.close())
  const copies = join(folder, 'copies')
  mkdirSync(copies)
  // It runs already when this process can open nothing more.
  const limiter = startNode(['-e', limiting])
  context.after(() => limiter.end())
  await limiter.message('it runs')
  const limitFiles = (soft: number | string) => {
    limiter.process.send(['--pid', String(process.pid), `--nofile=${soft}:`])
    return limiter.message<boolean>('the files of this process are limited')
  }
  const usual = /open files +(\S+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  if (usual === undefined || !(await limitFiles(usual))) return context.skip('needs prlimit of Linux')
  // With less nothing more can be opened either.
  const first = readdirSync('/proc/self/fd').length - 2
  let refusals = 0
  for (let limit = first; refusals === limit - first; limit++) {
    await limitFiles(limit)
    const refusal = await store.backup(join(copies, 'copy.db')).catch((error: unknown) => error)
    await limitFiles(usual)
    if (refusal === undefined) break
    assert.ok(refusal instanceof Problem && refusal.code === 'unavailable', String(refusal))
    assert.match(refusal.message, /as many files and connections open as it may/)
    assert.deepEqual(readdirSync(copies), [])
    refusals++
  }
  assert.ok(refusals > 1)
  assert.deepEqual(readdirSync(copies), ['copy.db'])
})
