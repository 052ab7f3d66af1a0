import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { accepted, client, validPlace } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'
import { nextEvent, until } from '../support/until.ts'
import { begin, exchange, expecting, openSocket, problemOf, readToEnd } from './raw.ts'

/** Short for the tests that wait until they have passed. */
const shortLimits = {
  headMillis: 500,
  bodyMillis: 500,
  idleMillis: 700,
  checkMillis: 50,
  keepAliveMillis: 600,
  drainMillis: 1_000,
}
const adminKey = 'test-admin-key'
let service: TestService
/** A service that soon loses patience. */
let hasty: TestService

before(async () => {
  service = await startService()
  hasty = await startService({ limits: { http: shortLimits } })
})
after(async () => {
  await service.close()
  await hasty.close()
})

const head = (line: string, ...fields: string[]) => [line, 'Host: x', ...fields, '', ''].join('\r\n')
const keyed = `X-API-Key: ${adminKey}`

/** Asks the hasty service until its head came in time, which it may not where this process stands still for long. */
async function answerInTime(...pieces: readonly string[]): Promise<string> {
  let answer = ''
  await until('the head comes in time', async () => {
    answer = await exchange(hasty.url, ...pieces)
    return answer !== '' && !answer.startsWith('HTTP/1.1 408')
  })
  return answer
}

test('a head that never ends is 408, and the connection is closed', async () => {
  const { status, problem } = problemOf(await exchange(hasty.url, 'GET /health/live HTTP/1.1\r\nHost: x\r\n'))
  assert.deepEqual([status, problem.type], [408, '/docs/errors#request-timeout'])
})

test('a connection that says nothing is closed', async () => {
  const socket = openSocket(hasty.url)
  await nextEvent(socket, 'connect')
  await readToEnd(socket)
})

test('a connection that has been answered is closed when nothing more comes', async () => {
  assert.match(await answerInTime(head('GET /health/live HTTP/1.1')), /^HTTP\/1\.1 200/)
})

test('a body that comes too slowly is 408', async () => {
  const request = head(
    'PUT /place HTTP/1.1',
    keyed,
    'Content-Type: application/json',
    'Content-Length: 100',
    'Connection: close',
  )
  const { status, problem } = problemOf(await exchange(hasty.url, request, '{"name"'))
  assert.deepEqual([status, problem.type], [408, '/docs/errors#request-timeout'])
})

test('an import that pauses for too long ends with a line that says so', async () => {
  const request = head(
    'POST /import HTTP/1.1',
    keyed,
    'Content-Type: application/x-ndjson',
    'Transfer-Encoding: chunked',
    'Connection: close',
  )
  const answer = await answerInTime(request, '5\r\n{"a":\r\n')
  assert.match(answer, /^HTTP\/1\.1 200/)
  assert.match(answer, /"status":"refused".*paused for more than/)
})

test('D20: a head of more than 32 KiB is a problem with 431, and so is one that Node gives up on', async () => {
  for (const kibibytes of [33, 63, 70, 300]) {
    const request = head('GET /health/live HTTP/1.1', `X-Filler: ${'x'.repeat(kibibytes * 1024)}`, 'Connection: close')
    const { status, problem } = problemOf(await exchange(service.url, request))
    assert.deepEqual([status, problem.type], [431, '/docs/errors#head-too-large'], `${kibibytes} KiB`)
  }
  const fitting = head('GET /health/live HTTP/1.1', `X-Filler: ${'x'.repeat(31 * 1024)}`, 'Connection: close')
  assert.match(await exchange(service.url, fitting), /^HTTP\/1\.1 200/)
})

test('what is no HTTP is 400 as a problem', async () => {
  for (const request of [
    'nonsense\r\n\r\n',
    'GET / HTTP/1.1\r\nbad header\r\n\r\n',
    'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  ]) {
    const { status, problem } = problemOf(await exchange(service.url, request))
    assert.deepEqual([status, problem.status], [400, 400], request)
  }
})

test('two lengths of one body are refused, so that nobody behind a proxy reads another request', async () => {
  const both = head('PUT /place HTTP/1.1', keyed, 'Content-Length: 4', 'Transfer-Encoding: chunked')
  assert.equal(problemOf(await exchange(service.url, both, '0\r\n\r\n')).status, 400)
  const twice = head('PUT /place HTTP/1.1', keyed, 'Content-Length: 4', 'Content-Length: 5')
  assert.equal(problemOf(await exchange(service.url, twice, 'abcd')).status, 400)
})

test('a refusal arrives although the caller sends its whole body first, on a connection that is closed after it', async () => {
  const json = 'Content-Type: application/json'
  const refusals = [
    [401, 'HTTP/1.0', 'X-API-Key: wrong', json],
    [401, 'HTTP/1.1', 'X-API-Key: wrong', json, 'Connection: close'],
    [413, 'HTTP/1.0', keyed, json],
    [415, 'HTTP/1.0', keyed, 'Content-Type: text/plain'],
  ] as const
  const piece = 'x'.repeat(100_000)
  for (const [status, version, ...fields] of refusals) {
    const socket = openSocket(service.url).pause()
    const failures: Error[] = []
    socket.on('error', (error) => failures.push(error))
    socket.write(head(`PUT /v4/place ${version}`, ...fields, 'Content-Length: 3000000'))
    for (let sent = 0; sent < 3_000_000; sent += piece.length) {
      await delay(10)
      socket.write(piece)
    }
    assert.equal(problemOf(await readToEnd(socket.resume())).status, status)
    assert.deepEqual(failures, [])
  }
})

test('a caller that never ends a refused body is cut off', async () => {
  const socket = openSocket(service.url)
  socket.allowHalfOpen = true
  socket.on('error', () => {})
  const sending = setInterval(() => socket.writableLength > 0 || socket.write('x'.repeat(1_000_000)), 1)
  socket.write(head('PUT /v4/place HTTP/1.0', 'X-API-Key: wrong', 'Content-Length: 999999999999'))
  assert.match(await readToEnd(socket), /^HTTP\/1\.1 401 /)
  clearInterval(sending)
})

test('requests in a row on one connection are answered in a row', async () => {
  const one = head('GET /placetype HTTP/1.1', keyed)
  const last = head('GET /placetype HTTP/1.1', keyed, 'Connection: close')
  const answer = await exchange(service.url, one + one + last)
  assert.equal(answer.split('HTTP/1.1 200').length - 1, 3)
})

test('a caller that has gone is logged with 499 and does not keep the service waiting', async () => {
  const socket = openSocket(service.url)
  await begin(socket, head('GET /changes?after=0&wait=60 HTTP/1.1', keyed, 'X-Request-Id: went-away', expecting))
  socket.resetAndDestroy()
  await until('it is logged', () => /"id":"went-away".*"status":499/.test(service.logged.join('')))
})

test('a caller who closes its side gets the answers to all that it asked before', async () => {
  const place = JSON.stringify(validPlace())
  const create = head(
    'PUT /place HTTP/1.1',
    keyed,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(place)}`,
  )
  const search = head('GET /place?limit=10 HTTP/1.1', keyed)
  const unknown = head('GET /nowhere HTTP/1.1', keyed)
  const socket = openSocket(service.url)
  socket.end(search.repeat(10) + unknown + create + place + search)
  const statuses = [...(await readToEnd(socket)).matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
  assert.deepEqual(statuses, [...Array(10).fill('200'), '404', '201', '200'])
})

test('a wait for changes ends when the caller closes its side', async () => {
  const socket = openSocket(service.url)
  const answer = readToEnd(socket)
  const last = await (
    await fetch(`${service.url}/changes?limit=500`, { headers: { 'x-api-key': 'test-admin-key' } })
  ).json()
  socket.end(head(`GET /changes?after=${(last as { Revision: number }).Revision}&wait=60 HTTP/1.1`, keyed))
  assert.match(await answer, /^HTTP\/1\.1 200 /)
})

test('no more connections are kept open than the limit says', async () => {
  const small = await startService({ limits: { http: { connectionsMax: 2 } } })
  try {
    const sockets = [openSocket(small.url), openSocket(small.url)]
    await Promise.all(sockets.map((socket) => nextEvent(socket, 'connect')))
    assert.equal(await exchange(small.url, head('GET /health/live HTTP/1.1', 'Connection: close')), '')
    for (const socket of sockets) socket.destroy()
  } finally {
    await small.close()
  }
})

test('a stop finishes what is being answered, refuses what is new, and is bounded', async () => {
  const stopping = await startService({ limits: { http: { drainMillis: 60_000, bodyMillis: 60_000 } } })
  const [waiting, kept] = [openSocket(stopping.url), openSocket(stopping.url)]
  const waited = readToEnd(waiting)
  const answers = readToEnd(kept)
  await begin(waiting, head('GET /changes?after=0&wait=50 HTTP/1.1', keyed, expecting))
  const json = ['Content-Type: application/json', 'Content-Length: 9']
  await begin(kept, head('PUT /place HTTP/1.1', keyed, ...json, expecting))
  const closed = stopping.close()
  const woken = await waited
  assert.match(woken, /^HTTP\/1\.1 200 /m, 'what waits is answered at once')
  assert.match(woken, /^connection: close/im, 'and says that nothing is read behind it')
  kept.write(`{"no": 1}${head('GET /placetype HTTP/1.1', keyed)}`)
  await closed
  const [first = '', second = ''] = (await answers).replace(/^.*100 Continue\s+/, '').split(/(?<=})(?=HTTP)/)
  assert.match(first, /^HTTP\/1\.1 400.*connection: close/is)
  assert.ok(second === '' || /^HTTP\/1\.1 503.*connection: close/is.test(second), second)
  await assert.rejects(fetch(`${stopping.url}/health/live`))
})

test('a stop does not wait for a caller that never finishes', async () => {
  const stopping = await startService({ limits: { http: { drainMillis: 200, bodyMillis: 60_000 } } })
  const socket = openSocket(stopping.url)
  const end = readToEnd(socket)
  socket.on('error', () => {})
  const json = ['Content-Type: application/json', 'Content-Length: 100']
  await begin(socket, head('PUT /place HTTP/1.1', keyed, ...json, expecting))
  await stopping.close()
  await end
})

test('a caller that does not read its answers is cut off', async () => {
  const socket = openSocket(hasty.url)
  socket.on('error', () => {})
  socket.pause()
  const request = head('GET /place?test=true&limit=500 HTTP/1.1', keyed, 'X-Request-Id: reads-nothing')
  socket.write(request.repeat(30))
  await until('it is logged', () => /"id":"reads-nothing".*"status":499/.test(hasty.logged.join('')))
  socket.destroy()
})

test('a request with two Hosts or none is refused', async () => {
  for (const path of ['/v4/place?limit=0', '/health/live']) {
    for (const hosts of [['Host: x', 'Host: y'], []]) {
      const lines = [`GET ${path} HTTP/1.1`, ...hosts, keyed, 'Connection: close', '', '']
      const { status, problem } = problemOf(await exchange(service.url, lines.join('\r\n')))
      assert.deepEqual([status, problem.detail], [400, 'a request has one Host, not none or several'])
    }
    assert.match(await exchange(service.url, `GET ${path} HTTP/1.0\r\n${keyed}\r\n\r\n`), /^HTTP\/1\.1 200 /)
  }
})

test('an address that a page cannot stand at is no failure of ours', async () => {
  for (const target of ['ftp://x', 'x', '*']) {
    const answer = await exchange(service.url, head(`GET ${target} HTTP/1.1`, 'Accept: text/html', 'Connection: close'))
    assert.match(answer, /^HTTP\/1\.1 [2-4]\d\d /)
  }
})

test('an expectation that is not known is ignored', async () => {
  const answer = await exchange(service.url, head('GET /health/live HTTP/1.1', 'Expect: wonders', 'Connection: close'))
  assert.match(answer, /^HTTP\/1\.1 200 .*x-request-id/is)
})

const unreadRequests = {
  pages: head('GET /place?include=non-published HTTP/1.1', keyed),
  'pages asked for with an empty body': head('GET /place?include=non-published HTTP/1.1', keyed, 'Content-Length: 0'),
  'the script of the reference': head('GET /docs/js/scalar.js HTTP/1.1'),
}

for (const [what, request] of Object.entries(unreadRequests)) {
  test(`when ${what} that nobody reads take too much memory, who has been reading longest is cut off`, async () => {
    await cutsOff(request)
  })
}

async function cutsOff(request: string): Promise<void> {
  const small = await startService({ limits: { http: { unreadBytesMax: 20 * 1024 * 1024 } } })
  const admin = client(small.url, small.adminKey)
  try {
    const longDescription = 'x'.repeat(100_000)
    for (let n = 0; n < 120; n++) accepted(await admin.put('/place', validPlace({ longDescription })), 201)
    const readers = Array.from({ length: 8 }, () => openSocket(small.url))
    const closed: number[] = []
    for (const [index, reader] of readers.entries()) {
      reader.on('error', () => {})
      reader.once('close', () => closed.push(index))
      // Each reads the beginning of its answer, so that they are answered in this order, and no more.
      reader.write(request)
      await nextEvent(reader, 'data')
      reader.pause()
    }
    const open = readers.filter(({ readyState }) => readyState === 'open')
    for (const reader of readers) reader.resume()
    await until('the first is cut off', () => closed.includes(0))
    assert.ok(!closed.includes(7), 'the last was not')
    assert.ok(open.length > 0)
    accepted(await client(small.url).get('/health/live'))
    for (const reader of readers) reader.destroy()
  } finally {
    await small.close()
  }
}
