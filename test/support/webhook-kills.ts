import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { accepted, client, validPlace } from './client.ts'
import { type Ending, startProcess, temporaryFolder } from './process.ts'
import { until } from './until.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

export const ADMIN_KEY = 'the-admin-key-of-this-test'
/** What a service is started with that a receiver of this machine is registered at. */
export const env = {
  ...{ ADMIN_KEY, WEBHOOK_HTTP: 'true', WEBHOOK_ALLOW: '127.0.0.1' },
  SECRETS_KEY: 'a-key-of-the-tests-with-32-characters',
}

/** Registers the receiver at a service; gives the id of its webhook. */
export async function register(url: string, receiver: Receiver): Promise<string> {
  const admin = client(url, ADMIN_KEY)
  const { id: key } = accepted(await admin.post<{ id: string }>('/keys', { name: 'k', permissions: ['read'] }), 201)
  const body = { url: receiver.url, key }
  const hook = accepted(await admin.post<{ id: string; secret: string }>('/webhooks', body), 201)
  await receiver.order({ secrets: [hook.secret] })
  return hook.id
}

/** Creates places until it is aborted, and keeps the ids of those that were answered. */
export async function writeUntil(url: string, signal: AbortSignal, written: string[]): Promise<void> {
  const admin = client(url, ADMIN_KEY)
  while (!signal.aborted) {
    const answer = await admin.put('/place', validPlace()).catch(() => undefined)
    if (answer?.status === 201) written.push(answer.body.id)
    else await setTimeout(20)
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

/** Waits for the last of the places that were written, and asserts that no event of the others is missing. */
export async function assertAllCame(receiver: Receiver, written: readonly string[]): Promise<void> {
  const last = () => receiver.received.some((one) => placeOf(one) === written.at(-1))
  await until('the last has come', last, { saw: () => receiver.received.length })
  assertWhole(receiver, written)
}

/** Kills a service under writes so many times, and asserts that its receiver has everything, in order; gives how many were written. */
export async function killUnderWrites(context: Ending, kills: number, told: (kill: number) => void): Promise<number> {
  const folder = temporaryFolder(context)
  const receiver = await startReceiver(context)
  const written: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const server = await startProcess(context, folder, env)
    if (kill === 0) await register(server.url, receiver)
    const stopping = new AbortController()
    const [count, received] = [written.length, receiver.received.length]
    const writing = [1, 2, 3].map(() => writeUntil(server.url, stopping.signal, written))
    const haveCome = () => written.length > count + 30 && receiver.received.length > received + 10
    await until('some have come', haveCome, {
      saw: () => [written.length - count, receiver.received.length - received],
    })
    await server.end('SIGKILL')
    stopping.abort()
    await Promise.all(writing)
    told(kill + 1)
  }
  const server = await startProcess(context, folder, env)
  const { body } = await client(server.url, ADMIN_KEY).put('/place', validPlace())
  await assertAllCame(receiver, [...written, body.id])
  await server.end('SIGTERM')
  return written.length
}
