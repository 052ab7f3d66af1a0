import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { type Client, client, validPlace } from '../support/client.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { openToVisitors } from '../support/visitors.ts'
import { begin, expecting, openSocket } from './raw.ts'

const pieceBytes = 16 * 1024
const endings = new AsyncDisposableStack()
let service: TestService
let admin: Client
let other: Client
let publicKey: string

before(async () => {
  const dataDir = temporaryFolder({ after: (end) => endings.defer(async () => void (await end())) })
  const { env, ...options } = await openToVisitors(async () => {}, { dataDir })
  publicKey = env?.PUBLIC_KEY ?? ''
  service = await startService({
    ...options,
    env: { ...env, TRUST_PROXY: 'loopback' },
    // Of these 64 pieces callers with keys have 48, and visitors 16.
    limits: { http: { bodiesBytesMax: 64 * pieceBytes } },
  })
  endings.defer(() => service.close())
  admin = client(service.url, service.adminKey)
  const { body } = await admin.post<{ key: string }>('/keys', { name: 'other', permissions: ['create'] })
  other = client(service.url, body.key)
})
after(() => endings.disposeAsync())

interface Sender {
  readonly route: 'PUT /place' | 'POST /mcp'
  readonly key: string
  readonly address?: string
}

/** A request that announces a megabyte, of which nothing has come yet. */
async function announced({ route, key, address = '192.0.2.1' }: Sender): Promise<Socket> {
  const socket = openSocket(service.url)
  socket.on('error', () => {})
  endings.defer(() => void socket.destroy())
  const fields = [`X-API-Key: ${key}`, `X-Forwarded-For: ${address}`, 'Content-Type: application/json']
  await begin(
    socket,
    [`${route} HTTP/1.1`, 'Host: x', ...fields, 'Content-Length: 1048576', expecting, '', ''].join('\r\n'),
  )
  return socket
}

/** Begins 40 bodies, a piece of each; resolves with the sockets of those that are not refused, which are as many as wanted. */
async function begun(sender: Sender, wanted: number): Promise<Socket[]> {
  const sockets = await Promise.all(Array.from({ length: 40 }, () => announced(sender)))
  const refused = new Set<Socket>()
  for (const socket of sockets) {
    socket.once('data', (answer) => {
      assert.match(String(answer), /^HTTP\/1\.1 503 .*retry-after: 1/is)
      refused.add(socket)
    })
    socket.write(' '.repeat(pieceBytes))
  }
  await until('the others are refused', () => refused.size === sockets.length - wanted, { saw: () => refused.size })
  return sockets.filter((socket) => !refused.has(socket))
}

const create = async (caller: Client) => (await caller.put('/place', validPlace())).status

test('D20: bodies that are announced and do not come keep nobody from writing', async () => {
  const senders = [
    { route: 'PUT /place', key: service.adminKey },
    { route: 'POST /mcp', key: publicKey },
  ] as const
  const idle = await Promise.all(senders.flatMap((sender) => Array.from({ length: 70 }, () => announced(sender))))
  assert.deepEqual([await create(admin), await create(other)], [201, 201])
  for (const socket of idle) socket.destroy()
})

test('of the memory of bodies each caller has a share, and who has no key of its own takes nobody else any', async () => {
  const visitor = (address: string) => ({ route: 'POST /mcp', key: publicKey, address }) as const
  await begun(visitor('192.0.2.1'), 8)
  await begun(visitor('192.0.2.2'), 4)
  await begun(visitor('2001:db8::1'), 2)
  const held = await begun({ route: 'PUT /place', key: service.adminKey }, 24)
  assert.deepEqual([await create(admin), await create(other)], [503, 201])
  held[0]!.destroy()
  await until('there is memory again', async () => (await create(admin)) === 201)
})
