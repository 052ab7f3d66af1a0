import assert from 'node:assert/strict'
import { test } from 'node:test'
import { client, validPlace } from '../support/client.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'
import { until } from '../support/until.ts'
import { ADMIN_KEY, assertAllCame, env, killUnderWrites, register, writeUntil } from '../support/webhook-kills.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const databases = await testDatabases()
const missing = 'missing' in databases && databases.missing

test('nothing is missing however often the service is killed under writes', async (context) => {
  const written = await killUnderWrites(context, 3, () => {})
  context.diagnostic(`${written} places were written`)
})

test('of three replicas one sends, and another goes on where it was killed', { skip: missing }, async (context) => {
  assert.ok(!('missing' in databases))
  const receiver = await startReceiver(context)
  const shared = { ...env, DATABASE_URL: await databases.create() }
  const start = () => startProcess(context, temporaryFolder(context), shared)
  const servers = [await start(), await start(), await start()]
  const id = await register(servers[0]!.url, receiver)
  const written: string[] = []
  const stopping = new AbortController()
  const sends = async (url: string) =>
    (await client(url, ADMIN_KEY).get('/metrics')).text.includes(`lag_events{webhook="${id}"}`)
  await until('somebody sends', async () => (await Promise.all(servers.map(({ url }) => sends(url)))).includes(true))
  const sending = await Promise.all(servers.map(({ url }) => sends(url)))
  assert.deepEqual(sending.toSorted(), [false, false, true])
  const sender = sending.indexOf(true)
  const writing = servers.map(({ url }) => writeUntil(url, stopping.signal, written))
  await receiver.until((received) => received.length > 20)
  await servers[sender]!.end('SIGKILL')
  const [before, killed] = [receiver.received.length, performance.now()]
  await receiver.until((received) => received.length > before)
  context.diagnostic(`another sends ${Math.round(performance.now() - killed)} ms after the kill`)
  await receiver.until((received) => received.length > before + 50)
  stopping.abort()
  await Promise.all(writing)
  const { body } = await client(servers[(sender + 1) % 3]!.url, ADMIN_KEY).put('/place', validPlace())
  await assertAllCame(receiver, [...written, body.id])
})
