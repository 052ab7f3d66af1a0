import assert from 'node:assert/strict'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runningServer } from '../../src/store/data-folder.ts'
import { findDamage } from '../../src/store/sqlite/integrity.ts'
import { client, refused } from '../support/client.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

/** Where the head of a file says how many pages are free (SQLite, file format, 1.3.6). */
const freePages = 36
const pageBytes = 4096
const now = Date.parse('2026-06-15T12:00:00Z')

/** A service that looks often whether its record has to be checked. */
function start(dataDir: string, instant: number) {
  return startService({ dataDir, now: instant, limits: { integrity: { lookMillis: 10 } } })
}

/** A figure of its metrics; undefined where it has none. */
async function figure(service: Awaited<ReturnType<typeof start>>, name: string): Promise<number | undefined> {
  const { text } = await client(service.url, service.adminKey).get('/metrics')
  const value = new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]
  return value === undefined ? undefined : Number(value)
}

function damage(file: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file)
  change(bytes)
  writeFileSync(file, bytes)
}

test('a damaged record is reported in log and metrics, and no backup is made of it', async (context) => {
  const folder = temporaryFolder(context)
  const sound = await startService({ dataDir: folder, now })
  await sound.close()
  const file = join(folder, 'gazetteer.db')
  damage(file, (bytes) => bytes.writeUInt32BE(bytes.readUInt32BE(freePages) + 1, freePages))
  const service = await start(folder, now)
  context.after(() => service.close())
  await until('the damage is found', async () => ((await figure(service, 'gazetteer_record_faults')) ?? 0) > 0)
  assert.match(service.logged.join(''), /the record is damaged, by its check at 2026-06-15T12:00:00/)
  const target = join(folder, 'copy.db')
  const local = client(service.url, runningServer(folder)?.secret)
  const answer = await local.post('/backup', { file: target })
  refused(answer, 503, /the record is damaged \(.+\); no backup was written/)
  assert.equal(existsSync(target), false)
})

test('a start on a record that cannot be read says that it is damaged, and what to do', async (context) => {
  const folder = temporaryFolder(context)
  await (await startService({ dataDir: folder, now })).close()
  const whole = readFileSync(join(folder, 'gazetteer.db'))
  const pages = whole.length / pageBytes
  let failed = 0
  for (let page = 1; page < pages; page += Math.ceil(pages / 8)) {
    damage(join(folder, 'gazetteer.db'), (bytes) => {
      whole.copy(bytes)
      bytes[page * pageBytes] = 0
    })
    rmSync(join(folder, 'index'), { recursive: true, force: true })
    const started = await startService({ dataDir: folder, now }).catch((error: Error) => error)
    if (!(started instanceof Error)) await started.close()
    else {
      failed++
      assert.match(started.message, /^the record in .+ is damaged \(.+\): restore a backup/, `page ${page}`)
    }
  }
  assert.ok(failed > 0)
})

test('a record is checked once a day, however often the service is started', async (context) => {
  const folder = temporaryFolder(context)
  const checked = async (instant: number) => {
    const service = await start(folder, instant)
    const seconds = () => figure(service, 'gazetteer_record_checked_seconds')
    return { service, seconds }
  }
  const first = await checked(now)
  await until('it is checked', async () => (await first.seconds()) === now / 1000)
  assert.equal(await figure(first.service, 'gazetteer_record_faults'), 0)
  await first.service.close()
  const again = await checked(now + 86_399_000)
  context.after(() => again.service.close())
  assert.equal(await again.seconds(), now / 1000)
  again.service.setNow(now + 86_400_000)
  await until('it is checked a day later', async () => (await again.seconds()) === now / 1000 + 86_400)
})

test('a check that was kept counts for its own record only, and what is no check is passed over', async (context) => {
  const folder = temporaryFolder(context)
  await (await startService({ dataDir: folder, now })).close()
  const kept = join(folder, 'integrity.json')
  const checks = [
    '{}',
    'null',
    `{"at":${now},"damage":["x"]}`,
    `{"at":${now},"damage":["x"],"historyId":"of another record"}`,
  ]
  for (const check of checks) {
    writeFileSync(kept, check)
    const service = await start(folder, now)
    await until(
      `${check} is passed over`,
      async () => (await figure(service, 'gazetteer_record_checked_seconds')) !== undefined,
    )
    assert.equal(await figure(service, 'gazetteer_record_faults'), 0)
    await service.close()
    assert.doesNotMatch(service.logged.join(''), /damaged/)
  }
  // A clock that was a year ahead.
  const own = JSON.parse(readFileSync(kept, 'utf8'))
  writeFileSync(kept, JSON.stringify({ ...own, at: now + 365 * 86_400_000 }))
  const service = await start(folder, now)
  context.after(() => service.close())
  await until(
    'it is checked all the same',
    async () => (await figure(service, 'gazetteer_record_checked_seconds')) === now / 1000,
  )
})

test('a record that cannot be checked is not called damaged', async (context) => {
  const folder = temporaryFolder(context)
  await assert.rejects(findDamage(join(folder, 'nothing.db')), /nothing\.db: unable to open database file/)
  writeFileSync(join(folder, 'text.db'), 'no database '.repeat(1000))
  assert.deepEqual(await findDamage(join(folder, 'text.db')), ['file is not a database'])
})

test('damage that the copy meets, and a record that is gone, are told as such', async (context) => {
  const service = await startService({ now })
  context.after(() => service.close())
  const local = client(service.url, runningServer(service.dataDir)?.secret)
  const backup = () => local.post('/backup', { file: join(service.dataDir, 'copy.db') })
  const file = join(service.dataDir, 'gazetteer.db')
  renameSync(file, `${file}.away`)
  refused(await backup(), 503, /the record cannot be opened: its file is gone/)
  writeFileSync(file, 'no database '.repeat(1000))
  refused(await backup(), 503, /the record is damaged; no backup was written/)
})
