import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type Pace, Pacer } from '../../src/http/connections/backpressure.ts'
import { accepted, validPlace } from '../support/client.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService } from '../support/service.ts'
import { sharedSuite } from '../support/suite.ts'
import { nextEvent, until } from '../support/until.ts'
import { exchange, openSocket, readToEnd } from './raw.ts'

const key = 'test-admin-key'
const api = sharedSuite()
const burst = 64
const pace: Pace = { concurrent: 4, concurrentMax: 32 }
const present = { destroyed: false }

/** Lets as much work come at once, and gives the numbers of what has begun, and how much more with each turn. */
async function turnsOf(work: Pacer, count: number): Promise<{ begun: number[]; turns: number[] }> {
  const begun: number[] = []
  for (let number = 0; number < count; number++) work.take(present, () => begun.push(number))
  const turns = [begun.length]
  while (begun.length < count) {
    const before = begun.length
    await setImmediate()
    turns.push(begun.length - before)
  }
  return { begun, turns }
}

test('work begins in the order in which it came, a little in a turn', async () => {
  const { begun, turns } = await turnsOf(new Pacer(pace, () => 0), burst)
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

test('what has waited for long begins more at a time, and not all of it', async () => {
  let now = 0
  const { begun, turns } = await turnsOf(new Pacer(pace, () => (now += 1)), 1_000)
  assert.equal(begun.length, 1_000)
  assert.equal(Math.max(...turns), 32)
})

test('in a turn that has had its time nothing more begins', async () => {
  let now = 0
  const { begun, turns } = await turnsOf(new Pacer({ ...pace, millis: 2 }, () => (now += 1)), 16)
  assert.equal(begun.length, 16)
  assert.ok(Math.max(...turns) <= 2, `${turns}`)
})

test('the work of a caller who has left does not begin, and takes nobody the turn', async () => {
  const writes = new Pacer(pace, () => 0)
  const begun: number[] = []
  const left = { destroyed: true }
  for (let number = 0; number < 100; number++) {
    writes.take(number > 3 && number < 96 ? left : present, () => begun.push(number))
  }
  await setImmediate()
  assert.deepEqual(begun, [0, 1, 2, 3, 96, 97, 98, 99])
})

test('a read that is sent behind a burst of writes of others is answered before most of them', async () => {
  const sockets = Array.from({ length: burst + 1 }, () => openSocket(api.url))
  const answers = sockets.map(readToEnd)
  const live = (more = '') => `GET /health/live HTTP/1.1\r\nHost: x\r\n${more}\r\n`
  for (const socket of sockets) socket.write(live())
  await Promise.all(sockets.map((socket) => nextEvent(socket, 'data')))
  const told: string[] = []
  for (const [number, socket] of sockets.entries()) {
    const method = number < burst ? 'PATCH' : 'GET'
    socket.once('data', () => told.push(method))
    socket.write(
      method === 'GET' ? live('Connection: close\r\n') : sent('PATCH /place/none HTTP/1.1', '{}', 'Connection: close'),
    )
  }
  await Promise.all(answers)
  assert.equal(told.length, burst + 1)
  assert.ok(told.indexOf('GET') < burst / 2, `the read was number ${told.indexOf('GET')}`)
})

/** Requests that wait for the next change, and what their answers say. */
const waiting = {
  'the next change': {
    count: 90,
    request: (after: number) =>
      sent(`GET /changes?after=${after}&wait=50&brief=true HTTP/1.1`, '', 'Connection: close'),
    told: '"action":"create"',
  },
  'its revision': {
    count: 300,
    request: (after: number) =>
      sent('GET /placetype HTTP/1.1', '', `Gazetteer-Revision: ${after + 1}`, 'Connection: close'),
    told: 'ChurchAndChapel',
  },
}

for (const [what, { count, request, told }] of Object.entries(waiting))
  test(`answers to many who wait for ${what} are sent a few in a turn`, async () => {
    const { Revision } = accepted(await api.admin.get<{ Revision: number }>('/changes?latest=true&limit=1'))
    await answeredInTurns(count, request(Revision), told)
  })

async function answeredInTurns(count: number, request: string, told: string): Promise<void> {
  let begun = 0
  const inTurns = [0]
  const onBegin = () => void begun++
  const onFinish = () => void inTurns.push(inTurns.pop()! + 1)
  subscribe('http.server.request.start', onBegin)
  subscribe('http.server.response.finish', onFinish)
  try {
    const sockets = Array.from({ length: count }, () => openSocket(api.url))
    const answers = sockets.map(readToEnd)
    for (const socket of sockets) socket.write(request)
    await until('all wait', () => begun === sockets.length)
    const all = Promise.all([api.scene().add(), ...answers])
    for (let answered = false; !answered; answered = await Promise.race([all.then(() => true), setImmediate(false)])) {
      inTurns.push(0)
    }
    const [, ...texts] = await all
    assert.ok(texts.every((text) => text.includes(told)))
    assert.ok(Math.max(...inTurns) <= 33, `${Math.max(...inTurns)} in a turn`)
  } finally {
    unsubscribe('http.server.request.start', onBegin)
    unsubscribe('http.server.response.finish', onFinish)
  }
}

test('large pages for which many ask at once are answered a few in a turn, and a small one before most of them', async () => {
  const inTurns = [0]
  const onFinish = () => void inTurns.push(inTurns.pop()! + 1)
  try {
    const sockets = Array.from({ length: burst + 1 }, () => openSocket(api.url))
    const answers = sockets.map(readToEnd)
    for (const socket of sockets) socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
    await Promise.all(sockets.map((socket) => nextEvent(socket, 'data')))
    subscribe('http.server.response.finish', onFinish)
    const told: number[] = []
    for (const [limit, socket] of [...Array<number>(burst).fill(500), 1].map(
      (limit, at) => [limit, sockets[at]!] as const,
    )) {
      socket.once('data', () => told.push(limit))
      socket.write(sent(`GET /place?owner_id=none&limit=${limit} HTTP/1.1`, '', 'Connection: close'))
    }
    const all = Promise.all(answers)
    for (let answered = false; !answered; answered = await Promise.race([all.then(() => true), setImmediate(false)])) {
      inTurns.push(0)
    }
    assert.deepEqual(statuses((await all).join('')), Array(2 * burst + 2).fill(200))
    assert.ok(told.indexOf(1) < burst / 2, `the small page was number ${told.indexOf(1)}`)
    assert.ok(Math.max(...inTurns) <= 9, `${Math.max(...inTurns)} in a turn`)
  } finally {
    unsubscribe('http.server.response.finish', onFinish)
  }
})

const fields = ['Host: x', `X-API-Key: ${key}`, 'Content-Type: application/json']
const sent = (line: string, body: string, ...more: string[]) =>
  [line, ...fields, ...more, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n')
const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

test('on each of many connections, reads see the writes that came before them', async () => {
  const here = api.scene()
  const places = await Promise.all(Array.from({ length: 16 }, () => here.add()))
  const answers = await Promise.all(
    places.map(({ id }) => {
      const step = (name: string, ...more: string[]) => {
        const patch = sent(`PATCH /place/${id} HTTP/1.1`, JSON.stringify({ name, updatedBy: 'a' }))
        return patch + sent(`GET /place/${id} HTTP/1.1`, '', ...more)
      }
      return exchange(api.url, step('First') + step('Second') + step('Third', 'Connection: close'))
    }),
  )
  for (const answer of answers) {
    assert.deepEqual(statuses(answer), [204, 200, 204, 200, 204, 200])
    const names = [...answer.matchAll(/"name":"(First|Second|Third)"/g)].map(([, name]) => name)
    assert.deepEqual(names, ['First', 'Second', 'Third'])
  }
})

test('a stop answers writes that wait for their turn, and keeps those that it says it has made', async (context) => {
  const dataDir = temporaryFolder(context)
  const service = await startService({ dataDir })
  const sockets = Array.from({ length: burst }, () => openSocket(service.url))
  const answers = sockets.map(readToEnd)
  for (const socket of sockets) socket.write(`GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n`)
  await Promise.all(sockets.map((socket) => nextEvent(socket, 'data')))
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
