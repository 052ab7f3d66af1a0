import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { accepted, client, validPlace } from '../support/client.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService } from '../support/service.ts'

const secret = 'zanzibarsecret'

/** Whether a file of the snapshot has a text; files come and go while the service runs. */
async function holdsText(dataDir: string, text: string): Promise<boolean> {
  const folder = join(dataDir, 'index')
  for (const name of await readdir(folder).catch(() => [])) {
    const bytes = await readFile(join(folder, name)).catch(() => undefined)
    if (bytes?.includes(text)) return true
  }
  return false
}

const snapshots = { changesMin: 1, pauseMillis: 0, stopMillis: 60_000 }

test('a service that is started again reads its index from a snapshot, which no purged text survives', async (context) => {
  const dataDir = temporaryFolder(context)
  const first = await startService({ dataDir, limits: { snapshots } })
  const writer = client(first.url, first.adminKey)
  for (let number = 0; number < 20; number++)
    accepted(await writer.put('/place', validPlace({ name: `Place ${number}` })), 201)
  const { body } = await writer.put('/place', validPlace({ name: secret }))
  const searched = (await writer.get('/place?limit=50')).text
  await first.close()
  assert.ok(await holdsText(dataDir, secret))

  const second = await startService({ dataDir, limits: { snapshots } })
  context.after(() => second.close())
  assert.match(second.logged.join(''), /the index was read from its snapshot/)
  const admin = client(second.url, second.adminKey)
  assert.equal((await admin.get('/place?limit=50')).text, searched)
  accepted(await admin.post(`/place/${body.id}/purge?confirm=${body.id}`), 204)
  assert.ok(!(await holdsText(dataDir, secret)), 'nothing is left once the purge is answered')
})
