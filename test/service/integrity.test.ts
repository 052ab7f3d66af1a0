import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runningServer } from '../../src/store/data-folder.ts'
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
