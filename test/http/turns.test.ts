import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Pipelines } from '../../src/http/connections/backpressure.ts'
import { sharedSuite } from '../support/suite.ts'
import { nextEvent, until } from '../support/until.ts'
import { exchange, openSocket, readToEnd } from './raw.ts'

let id = ''
const api = sharedSuite({
  prepare: async (opened) => {
    id = (await opened.scene().add()).id
  },
})

const get = (path: string, field = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${api.admin.key}\r\n${field}\r\n`
const last = (path: string) => get(path, 'Connection: close\r\n')
const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

test('requests that come at once are answered in their order', async () => {
  const paths = [`/place/${id}`, '/place/nothing', '/place?limit=1', '/place?limit=x', '/health/live', `/place/${id}`]
  const asked = Array.from({ length: 120 }, (_, n) => paths[n % paths.length]!)
  const answers = await exchange(api.url, asked.map((path) => get(path)).join('') + last('/health/ready'))
  const wanted = [200, 404, 200, 400, 200, 200]
  assert.deepEqual(statuses(answers), [...asked.map((_, n) => wanted[n % wanted.length]), 200])
})

test('what comes behind the last request of a connection takes no answer away', async () => {
  for (const path of [`/place/${id}`, '/place?limit=1', '/health/live', '/place/nothing']) {
    const alone = statuses(await exchange(api.url, last(path)))
    assert.deepEqual(statuses(await exchange(api.url, last(path) + get(path))), alone, path)
  }
})

test('what is no request is answered behind those that came before it', async () => {
  const answers = await exchange(api.url, `${get(`/place/${id}`)}${get('/place?limit=1')}NO REQUEST\r\n\r\n`)
  assert.deepEqual(statuses(answers), [200, 200, 400])
})

test('of a caller who does not read, one answer is made and not more', async () => {
  let carriedOut = 0
  const pipelines = new Pipelines()
  const server = createServer((request, response) =>
    pipelines.take(request, response, () => {
      carriedOut++
      response.end(Buffer.alloc(16 * 1024 * 1024))
    }),
  )
  let taken: Socket | undefined
  server.once('connection', (connection) => {
    taken = connection
  })
  server.listen(0, '127.0.0.1')
  await nextEvent(server, 'listening')
  const socket = openSocket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  socket.pause()
  // As fast as the server takes them, until it takes no more.
  const many = get('/', `X-Pad: ${'x'.repeat(1_000)}\r\n`).repeat(100)
  for (let sent = 0; sent < 200; sent++) socket.write(many)
  await until('the server stops reading', () => carriedOut > 0 && taken?.isPaused() === true)
  for (let turn = 0; turn < 50; turn++) await setImmediate()
  const unread = socket.writableLength
  socket.destroy()
  server.closeAllConnections()
  server.close()
  assert.equal(carriedOut, 1)
  assert.ok(unread > 0, 'the server stopped reading')
})

test('a connection on which hundreds of requests wait is cut off', async () => {
  const socket = openSocket(api.url)
  socket.on('error', () => {})
  socket.pause()
  const ended = readToEnd(socket)
  socket.write('GET /x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000))
  socket.resume()
  await ended
})
