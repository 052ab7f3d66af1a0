import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { accepted, client, validPlace } from '../support/client.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'
import { until } from '../support/until.ts'
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts'

const databases = await testDatabases()
const missing = 'missing' in databases && databases.missing

const ADMIN_KEY = 'the-admin-key-of-this-test'
const env = {
  ...{ ADMIN_KEY, WEBHOOK_HTTP: 'true', WEBHOOK_ALLOW: '127.0.0.1' },
  SECRETS_KEY: 'a-key-of-the-tests-with-32-characters',
}

async function register(url: string, receiver: Receiver): Promise<string> {
  const admin = client(url, ADMIN_KEY)
  const { id: key } = accepted(await admin.post<{ id: string }>('/keys', { name: 'k', permissions: ['read'] }), 201)
  const body = { url: receiver.url, key }
  const hook = accepted(await admin.post<{ id: string; secret: string }>('/webhooks', body), 201)
  receiver.order({ secrets: [hook.secret] })
  return hook.id
}

/** Creates places until it is aborted, and keeps the ids of those that were answered. */
async function writeUntil(url: string, signal: AbortSignal, written: string[]): Promise<void> {
  const admin = client(url, ADMIN_KEY)
  while (!signal.aborted) {
    const answer = await admin.put('/place', validPlace()).catch(() => undefined)
    if (answer?.status === 201) written.push(answer.body.id)
  }
}

const revisionOf = ({ body }: { readonly body: string }): number => JSON.parse(body).data.revision
const placeOf = ({ body }: { readonly body: string }): string => JSON.parse(body).subject

/** Nothing is missing, what came twice came by the same id, and what came first came in order. */
function assertWhole(receiver: Receiver, written: readonly string[]): void {
  const taken = receiver.received.filter(({ manner }) => manner === 'take')
  assert.ok(taken.every(({ isSigned }) => isSigned))
  const first = [...new Map(taken.toReversed().map((one) => [one.id, one])).values()].toReversed()
  const revisions = first.map(revisionOf)
  assert.deepEqual(
    revisions,
    revisions.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(revisions).size, first.length, 'an event has one id')
  const places = new Set(first.map(placeOf))
  assert.deepEqual(
    written.filter((id) => !places.has(id)),
    [],
  )
}

async function allCame(context: TestContext, receiver: Receiver, written: readonly string[]): Promise<void> {
  context.diagnostic(`${written.length} places were written`)
  await until('the last has come', () => receiver.received.some((one) => placeOf(one) === written.at(-1)))
  assertWhole(receiver, written)
}

test('nothing is missing however often the service is killed under writes', async (context) => {
  const folder = temporaryFolder(context)
  const receiver = await startReceiver(context)
  const written: string[] = []
  for (let kills = 0; kills < 3; kills++) {
    const server = await startProcess(context, folder, env)
    if (kills === 0) await register(server.url, receiver)
    const stopping = new AbortController()
    const [count, received] = [written.length, receiver.received.length]
    const writing = [1, 2, 3].map(() => writeUntil(server.url, stopping.signal, written))
    await until('some have come', () => written.length > count + 30 && receiver.received.length > received + 10)
    await server.end('SIGKILL')
    stopping.abort()
    await Promise.all(writing)
  }
  const server = await startProcess(context, folder, env)
  const { body } = await client(server.url, ADMIN_KEY).put('/place', validPlace())
  await allCame(context, receiver, [...written, body.id])
})

test('of replicas one sends, and another goes on where it was killed', { skip: missing }, async (context) => {
  assert.ok(!('missing' in databases))
  const receiver = await startReceiver(context)
  const shared = { ...env, DATABASE_URL: await databases.create() }
  const start = () => startProcess(context, temporaryFolder(context), shared)
  const servers = [await start(), await start()]
  const id = await register(servers[0]!.url, receiver)
  const written: string[] = []
  const stopping = new AbortController()
  const sends = async (url: string) =>
    (await client(url, ADMIN_KEY).get('/metrics')).text.includes(`lag_events{webhook="${id}"}`)
  await until('somebody sends', async () => (await Promise.all(servers.map(({ url }) => sends(url)))).includes(true))
  const sender = (await sends(servers[0]!.url)) ? 0 : 1
  assert.equal(await sends(servers[1 - sender]!.url), false)
  const writing = servers.map(({ url }) => writeUntil(url, stopping.signal, written))
  await receiver.until((received) => received.length > 20)
  await servers[sender]!.end('SIGKILL')
  const before = receiver.received.length
  await receiver.until((received) => received.length > before + 50)
  stopping.abort()
  await Promise.all(writing)
  await allCame(context, receiver, written.slice(0, -1))
})
