import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { announceServer, lockDataFolder, runningServer } from '../../src/store/data-folder.ts'
import { startNode } from '../support/child.ts'
import { temporaryFolder } from './commands.ts'

const announcement = { url: 'http://127.0.0.1:1', secret: 's' }

/** Another process that locks the folder, announces itself, and stays until it is killed. */
async function startHolder(folder: string) {
  const script = `
    const { announceServer, lockDataFolder } = await import(${JSON.stringify(new URL('../../src/store/data-folder.ts', import.meta.url).href)})
    const lock = lockDataFolder(${JSON.stringify(folder)})
    if (lock) announceServer(${JSON.stringify(folder)}, ${JSON.stringify(announcement)})
    console.log(lock ? 'locked' : 'refused')
    setInterval(() => lock, 1000)`
  const child = startNode(['--input-type=module', '-e', script])
  const [said] = await child.printed(/locked|refused/)
  return { said, kill: () => child.end() }
}

test('a folder that one process has locked is refused to another, until that is killed', async (context) => {
  const folder = temporaryFolder(context)
  const holder = await startHolder(folder)
  try {
    assert.equal(holder.said, 'locked')
    assert.equal(lockDataFolder(folder), undefined)
    assert.deepEqual(runningServer(folder), announcement)
  } finally {
    await holder.kill()
  }
  assert.equal(runningServer(folder), undefined)
  const lock = lockDataFolder(folder)
  assert.ok(lock)
  const second = await startHolder(folder)
  await second.kill()
  assert.equal(second.said, 'refused')
  lock.release()
})

test('a lock is exclusive inside one process too, and released it can be taken again', async (context) => {
  const folder = temporaryFolder(context)
  const lock = lockDataFolder(folder)
  assert.ok(lock)
  assert.equal(lockDataFolder(folder), undefined)
  const other = await startHolder(folder)
  await other.kill()
  assert.equal(other.said, 'refused', 'who was refused took no lock away')
  lock.release()
  lock.release()
  const again = lockDataFolder(folder)
  assert.ok(again)
  again.release()
})

test('the announcement is for the user alone, and is withdrawn with the lock', (context) => {
  const folder = temporaryFolder(context)
  const lock = lockDataFolder(folder)
  announceServer(folder, announcement)
  assert.equal(statSync(join(folder, 'server.json')).mode & 0o777, 0o600)
  assert.deepEqual(runningServer(folder), announcement)
  lock?.release()
  assert.equal(runningServer(folder), undefined)
})

test('a folder without server, or with an announcement that makes no sense, has no running server', (context) => {
  const folder = temporaryFolder(context)
  assert.equal(runningServer(folder), undefined)
  const lock = lockDataFolder(folder)
  for (const text of ['', '{"url":1}', 'null']) {
    writeFileSync(join(folder, 'server.json'), text)
    assert.equal(runningServer(folder), undefined)
  }
  lock?.release()
})
