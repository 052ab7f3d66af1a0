import assert from 'node:assert/strict'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Problem } from '../../src/common/problem.ts'
import type { Store } from '../../src/store/store.ts'
import { runTool } from '../support/child.ts'
import { mountSmallDisk, unmountDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'
import { assertWhole } from './assert-whole.ts'
import {
  allPresent,
  create,
  openSimpleStore,
  placeOf,
  purging,
  temporaryFolder,
  write,
  writePlace,
} from './commands.ts'

const large = 'x'.repeat(20_000)

/** Writes large places until the disk is full, and gives the problem that said so and what was acknowledged. */
async function fill(store: Store): Promise<{ problem: Problem; ids: string[] }> {
  const ids: string[] = []
  for (let count = 0; count < 10_000; count++) {
    const group = [
      create({ name: `a${count}`, longDescription: large }),
      create({ name: `b${count}`, longDescription: large }),
    ]
    try {
      ids.push(...(await store.write(group)).map((outcome) => placeOf(outcome).place.id))
    } catch (error) {
      assert.ok(error instanceof Problem)
      return { problem: error, ids }
    }
  }
  throw new Error('the disk was never full')
}

async function assertFull(store: Store, { problem, ids }: { problem: Problem; ids: string[] }): Promise<void> {
  assert.equal(problem.code, 'unavailable')
  assert.match(problem.message, /disk .*full/)
  assert.doesNotMatch(problem.message, /[/\\]/)
  assert.ok(Number(problem.headers['Retry-After']) > 0)
  assert.deepEqual(
    (await allPresent(store)).map(({ id }) => id),
    ids,
  )
  await assertWhole(store)
}

test('a full file refuses writes as unavailable and half writes nothing; freed pages take writes again', async (context) => {
  const store = await openSimpleStore(temporaryFolder(context), { maxPages: 200 })
  context.after(() => store.close())
  const full = await fill(store)
  await assertFull(store, full)
  for (const id of full.ids.slice(0, 4)) await write(store, purging(id))
  await write(store, create({ name: 'room again', longDescription: large }))
  await assertWhole(store)
})

test('a full disk refuses writes as unavailable, reads go on, and writes too when there is room', async (context) => {
  const disk = mountSmallDisk(temporaryFolder(context), 8)
  if (disk === undefined) return context.skip('needs the right to mount a small disk')
  try {
    const ballast = join(disk, 'ballast')
    writeFileSync(ballast, Buffer.alloc(2 * 1024 * 1024))
    const store = await openSimpleStore(join(disk, 'data'))
    try {
      await assertFull(store, await fill(store))
      rmSync(ballast)
      await write(store, create({ name: 'room again' }))
      await assertWhole(store)
    } finally {
      await store.close()
    }
  } finally {
    unmountDisk(disk)
  }
})

test('a dead writing thread refuses what it had, says so, and the next write starts another', async (context) => {
  const faults: string[] = []
  const store = await openSimpleStore(temporaryFolder(context), { onFault: (text) => faults.push(text) })
  context.after(() => store.close())
  await write(store, create({ name: 'before' }))
  const writes = [store.write([create({ name: 'deadly' })]), store.write([create({ name: 'behind' })])]
  const settled = await Promise.allSettled(writes)
  for (const result of settled) {
    assert.ok(result.status === 'rejected' && result.reason instanceof Problem && result.reason.code === 'unavailable')
  }
  assert.ok(faults.some((text) => text.includes('ended')))
  await write(store, create({ name: 'after' }))
  assert.equal(await store.lastRevision(), 2)
})

/** How many entries the journal has for SQLite's own program; undefined where that is not on the machine. */
function entriesElsewhere(folder: string): number | undefined {
  const args = [join(folder, 'gazetteer.db'), 'select count(*) from journal']
  const { error, stdout, stderr } = runTool('sqlite3', args)
  if (error) return undefined
  assert.equal(stderr, '')
  return Number(stdout)
}

test('another program that opens the record and closes it takes nothing away, also after the writing thread died', async (context) => {
  const folder = temporaryFolder(context)
  const store = await openSimpleStore(folder)
  context.after(() => store.close())
  await write(store, create({ name: 'before' }))
  assert.equal(await store.lastRevision(), 1)
  await assert.rejects(store.write([create({ name: 'deadly' })]), { code: 'unavailable' })
  await write(store, create({ name: 'after' }))
  const seen = entriesElsewhere(folder)
  if (seen === undefined) return context.skip('needs sqlite3')
  assert.equal(seen, 2)
  await write(store, create({ name: 'later' }))
  assert.equal(entriesElsewhere(folder), 3)
})

test('nothing of a purged place is left in the files', async (context) => {
  const folder = temporaryFolder(context)
  const store = await openSimpleStore(folder)
  const marker = 'Voldemort'
  const place = await writePlace(
    store,
    create({ name: marker, updatedBy: `${marker}-author`, longDescription: marker.repeat(3_000) }),
  )
  const namesake = await writePlace(store, create({ name: marker }))
  const contents = () =>
    ['gazetteer.db', 'gazetteer.db-wal'].map((name) => readFileSync(join(folder, name)).includes(marker))
  assert.ok(contents().includes(true))
  await store.write([purging(place.id), purging(namesake.id)])
  await write(store, create({ name: 'later' }))
  assert.deepEqual(contents(), [false, false])
  await store.close()
})

test('nobody waits for a long read after a purge, and when that has ended nothing is left of what was purged', {
  // Less than a statement waits for the locks of others.
  timeout: 60_000,
}, async (context) => {
  const folder = temporaryFolder(context)
  const store = await openSimpleStore(folder, { limits: { busyMillis: 90_000, retryMillis: 50 } })
  context.after(() => store.close())
  const marker = 'Voldemort'
  const { id } = await writePlace(store, create({ name: marker }))
  const reader = new DatabaseSync(join(folder, 'gazetteer.db'), { readOnly: true })
  context.after(() => reader.close())
  reader.exec('begin; select count(*) from journal')
  await write(store, purging(id))
  await write(store, create({ name: 'later' }))
  reader.exec('commit')
  const isLeft = () =>
    ['gazetteer.db', 'gazetteer.db-wal'].some((name) => readFileSync(join(folder, name)).includes(marker))
  await until('the log is emptied although nothing more is written', () => !isLeft())
})

test('the log goes into the file when nothing is written for a while', async (context) => {
  const folder = temporaryFolder(context)
  const store = await openSimpleStore(folder, { limits: { idleMillis: 50, retryMillis: 50 } })
  context.after(() => store.close())
  // While somebody reads, the log stays.
  const reader = new DatabaseSync(join(folder, 'gazetteer.db'), { readOnly: true })
  context.after(() => reader.close())
  reader.exec('begin; select count(*) from journal')
  await store.write(Array.from({ length: 30 }, () => create({ name: 'p', longDescription: large })))
  const log = join(folder, 'gazetteer.db-wal')
  assert.ok(statSync(log).size > 100_000)
  reader.exec('commit')
  await until('the log is empty', () => statSync(log).size === 0)
  assert.equal(await store.lastRevision(), 30)
})

test('the record is readable by its owner only', async (context) => {
  const folder = temporaryFolder(context)
  const store = await openSimpleStore(folder)
  await write(store, create({ name: 'a' }))
  assert.equal(statSync(join(folder, 'gazetteer.db')).mode & 0o777, 0o600)
  assert.equal(statSync(join(folder, 'gazetteer.db-wal')).mode & 0o777, 0o600)
  await store.close()
})

test('a file that is no database, and the schema of a newer version, stop the start with the reason', async (context) => {
  const folder = temporaryFolder(context)
  writeFileSync(join(folder, 'gazetteer.db'), 'no database at all, but long enough to be read as a header of one')
  await assert.rejects(openSimpleStore(folder), /not a database/)
  const newer = temporaryFolder(context)
  await (await openSimpleStore(newer)).close()
  const database = new DatabaseSync(join(newer, 'gazetteer.db'))
  database.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')")
  database.close()
  await assert.rejects(openSimpleStore(newer), /newer version.*9999-later/)
})
