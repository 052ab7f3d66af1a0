import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { accepted, client, validPlace } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'
import { nextEvent, until } from '../support/until.ts'
import { deliver, exchange, openSocket, readToEnd } from './raw.ts'

const key = 'test-admin-key'
let service: TestService
let id = ''

before(async () => {
  service = await startService()
  const longDescription = 'x'.repeat(100_000)
  const admin = client(service.url, key)
  for (let n = 0; n < 100; n++) {
    id = accepted(await admin.put('/place', validPlace({ longDescription })), 201).id
  }
})
after(() => service.close())

const get = (path: string, ...fields: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`, ...fields, '', ''].join('\r\n')
const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

/** The answers to requests that are sent one after the other, each when the one before it has begun to be answered. */
async function inTurn(requests: readonly string[]): Promise<string> {
  const socket = openSocket(service.url)
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
  })
  for (const [index, request] of requests.entries()) {
    socket.write(request, 'utf8')
    await until('it is answered', () => statuses(text).length > index, { on: [socket, 'data'], saw: () => text })
  }
  socket.end()
  await nextEvent(socket, 'close')
  return text
}

test('a connection goes on behind a request with a body, a fault, or several at once', async () => {
  const body = JSON.stringify(validPlace())
  const create = `PUT /place HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const plain = get('/place?limit=1')
  const unknown = get('/place/01a1fc91-5ff6-7054-96f6-374ea09fb77c')
  assert.deepEqual(statuses(await inTurn([plain, get(`/place/${id}`), create, plain])), [200, 200, 201, 200])
  assert.deepEqual(statuses(await inTurn([plain, unknown, plain])), [200, 404, 200])
  assert.deepEqual(statuses(await inTurn([plain, get('/place?limit=x'), plain])), [200, 400, 200])
  assert.deepEqual(statuses(await inTurn([plain, plain + plain.repeat(2), plain, plain, plain])), Array(7).fill(200))
})

test('a head that comes in parts is read as a whole', async () => {
  const socket = openSocket(service.url)
  const answer = readToEnd(socket)
  const first = get('/place?limit=1')
  const second = get('/place?limit=2')
  socket.write(first)
  await nextEvent(socket, 'data')
  for (const at of [0, 1, 2]) {
    await deliver(socket, second.slice((at * second.length) / 3, ((at + 1) * second.length) / 3))
  }
  socket.end()
  assert.deepEqual(statuses(await answer), [200, 200])
})

test('what comes while a long answer is read is answered behind it', async () => {
  for (const behind of [get('/place?limit=1'), get('/place?limit=1').repeat(2), get('/nowhere')]) {
    const socket = openSocket(service.url)
    socket.write(get('/place?limit=100&include=non-published'))
    const [begun] = (await nextEvent(socket, 'data')) as [Buffer]
    socket.pause()
    await deliver(socket, behind, 'end')
    const rest = readToEnd(socket)
    socket.resume()
    const answers = begun.toString('latin1') + (await rest)
    const wanted = behind.includes('nowhere') ? [404] : Array(behind.split('GET').length - 1).fill(200)
    assert.deepEqual(statuses(answers), [200, ...wanted])
    assert.match(answers, /\}\]\}HTTP\/1\.1 /)
  }
})

test('a caller who closes its side behind a request gets its answer', async () => {
  const socket = openSocket(service.url)
  const answer = readToEnd(socket)
  socket.end(get(`/place/${id}`))
  assert.deepEqual(statuses(await answer), [200])
})

test('a connection that was answered and asks no more is closed, and one whose head stops half-way is 408', async () => {
  const hasty = await startService({ limits: { http: { headMillis: 200, keepAliveMillis: 200, checkMillis: 20 } } })
  try {
    // Where this process stands still for long, the head comes too late.
    let answered: number[] = []
    await until('it is answered, and closed', async () => {
      answered = statuses(await exchange(hasty.url, get('/place?limit=1')))
      return answered.length > 0 && answered[0] !== 408
    })
    assert.deepEqual(answered, [200])
    assert.deepEqual(statuses(await exchange(hasty.url, 'GET /place?limit=1 HT')), [408])
    assert.equal(await exchange(hasty.url), '')
  } finally {
    await hasty.close()
  }
})

test('a caller who leaves before the end of a long answer is logged with 499', async () => {
  const socket = openSocket(service.url)
  socket.write(get('/place?limit=100&include=non-published', 'X-Request-Id: left-early'))
  await nextEvent(socket, 'data')
  socket.resetAndDestroy()
  await until('it is logged', () => /"id":"left-early".*"status":499/.test(service.logged.join('')))
})

test('a stop closes connections on which nothing is asked', async () => {
  const stopping = await startService({ limits: { http: { drainMillis: 3_600_000 } } })
  const [asked, silent] = [openSocket(stopping.url), openSocket(stopping.url)]
  await nextEvent(silent, 'connect')
  asked.write(get('/place?limit=1'))
  await nextEvent(asked, 'data')
  const closed = Promise.all([nextEvent(asked, 'close'), nextEvent(silent, 'close')])
  await stopping.close()
  await closed
})

/** A connection on which the beginning of a long answer has come, and no more is read for now. */
async function readingLittle(url: string, ...before: string[]): Promise<Socket> {
  const socket = openSocket(url)
  for (const request of [...before, get('/place?limit=100&include=non-published')]) {
    socket.write(request)
    await nextEvent(socket, 'data')
  }
  socket.pause()
  return socket
}

test('hundreds of requests behind an answer that is read late are all answered', async () => {
  for (const before of [[], [get('/health/live')]]) {
    const socket = await readingLittle(service.url, ...before)
    const some = get('/place/nothing', `X-A: ${'a'.repeat(1000)}`).repeat(50)
    for (let n = 0; n < 12; n++) {
      await deliver(socket, some)
    }
    const rest = readToEnd(socket)
    socket.end()
    socket.resume()
    assert.deepEqual(statuses(await rest), Array(600).fill(404))
  }
})

test('what is no request is answered behind the others, though the caller closes its side', async () => {
  for (const before of [[], [get('/health/live')]]) {
    const socket = await readingLittle(service.url, ...before)
    await deliver(socket, `${get('/place?limit=1')}${get('/place/nothing')}NO REQUEST\r\n\r\n`, 'end')
    const rest = readToEnd(socket)
    socket.resume()
    assert.deepEqual(statuses(await rest), [200, 404, 400])
    const together = get(`/place/${id}`).repeat(3)
    assert.deepEqual(
      statuses(await inOne(`${before.join('')}${together}NO REQUEST\r\n\r\n`)).slice(-4),
      [200, 200, 200, 400],
    )
  }
})

/** The answers to bytes that are sent at once, with the end of the caller's side. */
async function inOne(bytes: string): Promise<string> {
  const socket = openSocket(service.url)
  const answers = readToEnd(socket)
  socket.end(bytes)
  return answers
}

test('a stop ends a connection behind the answer that was begun before it', async () => {
  const stopping = await startService({ limits: { http: { drainMillis: 3_600_000 } } })
  const admin = client(stopping.url, key)
  for (let n = 0; n < 100; n++) {
    accepted(await admin.put('/place', validPlace({ longDescription: 'x'.repeat(100_000) })), 201)
  }
  const socket = await readingLittle(stopping.url)
  const rest = readToEnd(socket)
  const stopped = stopping.close()
  await until('it takes no more connections', async () => {
    const other = openSocket(stopping.url)
    const isRefused = await nextEvent(other, 'connect').then(
      () => false,
      () => true,
    )
    other.destroy()
    return isRefused
  })
  socket.resume()
  assert.match(await rest, /\}\]\}$/)
  await stopped
})
