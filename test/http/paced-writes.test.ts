import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { PacedWrites } from '../../src/http/paced-writes.ts'
import { validPlace } from '../support/client.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { exchange, openSocket, readToEnd } from './raw.ts'

const key = 'test-admin-key'
const burst = 64
const present = { destroyed: false } as ServerResponse

/** Lets as many writes come at once, and gives the numbers of those that have begun, and how many more with each turn. */
async function turnsOf(writes: PacedWrites, count: number): Promise<{ begun: number[]; turns: number[] }> {
  const begun: number[] = []
  for (let number = 0; number < count; number++) writes.take({ method: 'PATCH' }, present, () => begun.push(number))
  const turns = [begun.length]
  while (begun.length < count) {
    const before = begun.length
    await setImmediate()
    turns.push(begun.length - before)
  }
  return { begun, turns }
}

test('writes begin in the order in which they came, a few in a turn', async () => {
  const { begun, turns } = await turnsOf(new PacedWrites(() => 0), burst)
  assert.deepEqual(
    begun,
    Array.from({ length: burst }, (_, number) => number),
  )
  assert.equal(turns[0], 4)
  assert.ok(
    turns.every((few) => few <= 4),
    `${turns}`,
  )
})

test('writes that have waited for long begin more at a time, and not all of them', async () => {
  let now = 0
  const { begun, turns } = await turnsOf(new PacedWrites(() => (now += 1)), 1_000)
  assert.equal(begun.length, 1_000)
  assert.equal(Math.max(...turns), 32)
})

test('what reads begins at once, whatever waits', async () => {
  const writes = new PacedWrites(() => 0)
  const begun: string[] = []
  for (const method of [...Array(burst).fill('PUT'), 'GET', 'HEAD', 'OPTIONS']) {
    writes.take({ method }, present, () => begun.push(method))
  }
  assert.deepEqual(begun, ['PUT', 'PUT', 'PUT', 'PUT', 'GET', 'HEAD', 'OPTIONS'])
})

test('the write of a caller who has left does not begin, and takes nobody the turn', async () => {
  const writes = new PacedWrites(() => 0)
  const begun: number[] = []
  const left = { destroyed: true } as ServerResponse
  for (let number = 0; number < 100; number++) {
    writes.take({ method: 'POST' }, number > 3 && number < 96 ? left : present, () => begun.push(number))
  }
  await setImmediate()
  assert.deepEqual(begun, [0, 1, 2, 3, 96, 97, 98, 99])
})

async function listening(listener: RequestListener) {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a read that is sent behind a burst of writes of others begins before most of them', async () => {
  const writes = new PacedWrites(() => 0)
  const begun: (string | undefined)[] = []
  const { server, url } = await listening((request: IncomingMessage, response) =>
    writes.take(request, response, () => {
      begun.push(request.method)
      response.end()
    }),
  )
  const sockets = Array.from({ length: burst + 1 }, () => openSocket(url))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await until('all are connected', () =>
    new Promise<number>((resolve) => server.getConnections((_, n) => resolve(n))).then((n) => n === burst + 1),
  )
  const answered = Promise.all(sockets.map((socket) => once(socket, 'data')))
  for (const [number, socket] of sockets.entries()) {
    const head = number < burst ? 'PATCH / HTTP/1.1\r\nContent-Length: 0' : 'GET / HTTP/1.1'
    socket.write(`${head}\r\nHost: x\r\n\r\n`)
  }
  await answered
  for (const socket of sockets) socket.destroy()
  server.close()
  assert.equal(begun.length, burst + 1)
  assert.ok(begun.indexOf('GET') < burst / 2, `the read was number ${begun.indexOf('GET')}`)
})

const fields = ['Host: x', `X-API-Key: ${key}`, 'Content-Type: application/json']
const sent = (line: string, body: string, ...more: string[]) =>
  [line, ...fields, ...more, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n')
const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

test('on each of many connections, reads see the writes that came before them', async () => {
  const service = await startService()
  try {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const ids = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const body = JSON.stringify(validPlace())
        const answer = await fetch(`${service.url}/place`, { method: 'PUT', headers, body })
        return ((await answer.json()) as { id: string }).id
      }),
    )
    const answers = await Promise.all(
      ids.map((id) => {
        const step = (name: string, ...more: string[]) => {
          const patch = sent(`PATCH /place/${id} HTTP/1.1`, JSON.stringify({ name, updatedBy: 'a' }))
          return patch + sent(`GET /place/${id} HTTP/1.1`, '', ...more)
        }
        return exchange(service.url, step('First') + step('Second') + step('Third', 'Connection: close'))
      }),
    )
    for (const answer of answers) {
      assert.deepEqual(statuses(answer), [204, 200, 204, 200, 204, 200])
      const names = [...answer.matchAll(/"name":"(First|Second|Third)"/g)].map(([, name]) => name)
      assert.deepEqual(names, ['First', 'Second', 'Third'])
    }
  } finally {
    await service.close()
  }
})

test('a stop answers writes that wait for their turn, and keeps those that it says it has made', async (context) => {
  const dataDir = temporaryFolder(context)
  const service = await startService({ dataDir })
  const sockets = Array.from({ length: burst }, () => openSocket(service.url))
  const answers = sockets.map(readToEnd)
  for (const socket of sockets) socket.write(`GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n`)
  await Promise.all(sockets.map((socket) => once(socket, 'data')))
  for (const socket of sockets) socket.write(sent('PUT /place HTTP/1.1', JSON.stringify(validPlace())))
  // This turn of the event loop ends, and in the next one all of them are read, of which a few begin.
  await setImmediate()
  await setImmediate()
  await service.close()
  const ends = (await Promise.all(answers)).map((answer) => statuses(answer).at(-1))
  const made = ends.filter((status) => status === 201).length
  assert.equal(ends.filter((status) => status === 201 || status === 503).length, burst, `${ends}`)
  const again = await startService({ dataDir })
  try {
    const page = await fetch(`${again.url}/place?limit=0`, { headers: { 'x-api-key': key } })
    assert.equal(((await page.json()) as { TotalHits: number }).TotalHits, made)
  } finally {
    await again.close()
  }
})
