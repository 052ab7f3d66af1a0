import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'
import { nextEvent } from '../support/until.ts'
import { begin, exchange, expecting, openSocket, problemOf, readToEnd } from './raw.ts'

const api = sharedSuite()

const members = (count: number) => Array.from({ length: count }, (_, index) => `"${index.toString(36)}":1`).join()
const wide = (count: number) => JSON.parse(`{${members(count)}}`) as JsonObject

const headOf = (route: string, key: string | undefined, ...more: readonly string[]) =>
  [`${route} HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`, 'Content-Type: application/json', ...more, '', ''].join('\r\n')

/** What is answered to the beginning of a body of a megabyte, of which no more comes. */
async function answerToStart(route: string, key: string | undefined, start: string) {
  return problemOf(await exchange(api.url, headOf(route, key, 'Content-Length: 1048576', 'Connection: close'), start))
}

test('D20: members and elements are counted while a body is read', async () => {
  const told = async (start: string) => {
    const { status, problem } = await answerToStart('PUT /place', api.admin.key, start)
    return [status, problem.detail]
  }
  const beyond = 'the body of this request may have 100000'
  assert.deepEqual(await told(`{"a":{${members(100_000)}`), [413, `${beyond} members (names in objects of any depth)`])
  assert.deepEqual(await told(`{"a":[${'[],'.repeat(50_001)}`), [413, `${beyond} elements (of all its lists)`])
  assert.deepEqual(await told(`{"a":${'['.repeat(64)}`), [400, 'the body is nested deeper than 64 levels'])
  const most = await api.admin.put<JsonObject>('/place', `{${members(100_000)}}`)
  refused(most, 400, /\(and at least 1000 more; the first 1000 are listed\)/)
  assert.equal((most.body.errors as readonly unknown[]).length, 1000)
  const written = `"a\\\\":1,${'\\"{[:,'.repeat(5)}`
  refused(
    await api.admin.put('/place', { [written.repeat(10_000)]: written.repeat(10_000) }),
    400,
    /not a known member/,
  )
})

test('D20: an imported record has as many members as a body', async () => {
  const result = async (body: JsonObject) => {
    const answer = await api.admin.post('/import', JSON.stringify(body), { 'content-type': 'application/x-ndjson' })
    return JSON.parse(answer.text) as { readonly errors: readonly { readonly detail: string }[] }
  }
  const here = api.scene()
  const [{ detail } = { detail: '' }] = (await result({ ...here.body(), ...wide(100_000) })).errors
  assert.match(detail, /^must have at most 100000 members/)
  const [free] = (await result(here.body({ placeTypes: { cemetery: wide(5_001) } }))).errors
  assert.match(free?.detail ?? '', /^must have at most 5000 members/)
})

test('D20: a message of an assistant has 5,000 members, and a place in it as many as any', async () => {
  const reader = await api.keyed(['read-published'])
  const message = (name: string, given: JsonObject, more: JsonObject = {}) =>
    ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given, ...more } }) as const
  const start = JSON.stringify(message('search_places', {}, wide(5_000))).slice(0, -3)
  assert.equal((await answerToStart('POST /mcp', reader.key, start)).status, 413)
  const { id } = await api.scene().add()
  const post = (body: JsonObject) =>
    api.admin.post<string>('/mcp', body, { accept: 'application/json, text/event-stream' })
  const change = { updatedBy: 'a', placeTypes: { cemetery: wide(5_001) } }
  const judged = await post(message('propose_change', { id, change }))
  assert.match(judged.text, /must have at most 5000 members at any depth, got 5001/)
  const beside = [
    message('propose_change', { id, change: {}, more: wide(5_000) }),
    message('search_places', { change: wide(5_000) }),
    message('propose_change', { id, change }, wide(5_000)),
  ]
  for (const body of beside) refused(await post(body), 413, /5000 members/)
})

/** The most answers that are sent in one turn of the event loop while this goes on. */
async function mostInTurn(work: () => Promise<unknown>): Promise<number> {
  const inTurns = [0]
  const onFinish = () => void inTurns.push(inTurns.pop()! + 1)
  subscribe('http.server.response.finish', onFinish)
  try {
    const all = work()
    for (let done = false; !done; done = await Promise.race([all.then(() => true), setImmediate(false)]))
      inTurns.push(0)
    await all
  } finally {
    unsubscribe('http.server.response.finish', onFinish)
  }
  return Math.max(...inTurns)
}

/** Sends a body on many connections, the end of all at once; gives what is answered. */
async function sendAtOnce(count: number, body: string): Promise<readonly string[]> {
  const head = headOf('POST /keys', api.admin.key, `Content-Length: ${body.length}`, 'Connection: close', expecting)
  const sockets = Array.from({ length: count }, () => openSocket(api.url))
  for (const socket of sockets) await begin(socket, head)
  const answers = sockets.map(readToEnd)
  for (const socket of sockets) socket.write(body.slice(0, -1))
  await setImmediate()
  for (const socket of sockets) socket.write(body.slice(-1))
  return Promise.all(answers)
}

test('large bodies are worked on one after the other, whatever makes them large', async () => {
  for (const body of [`{${members(1_001)}}`, `{"n":"${'x'.repeat(130 * 1024)}"}`]) {
    const most = await mostInTurn(async () => {
      for (const answer of await sendAtOnce(12, body)) assert.match(answer, /^HTTP\/1\.1 400 /)
    })
    assert.equal(most, 1)
  }
})

test('a large body is begun once the one before is answered, and one whose caller leaves keeps no other waiting', async () => {
  const here = api.scene()
  const place = JSON.stringify(here.body({ placeTypes: { cemetery: wide(1_001) } }))
  const head = (...more: readonly string[]) =>
    headOf('PUT /place', api.admin.key, `Content-Length: ${Buffer.byteLength(place)}`, ...more)
  const sockets = Array.from({ length: 9 }, () => openSocket(api.url))
  for (const socket of sockets) await begin(socket, head(expecting))
  const last = sockets.pop()!
  for (const socket of sockets) socket.write(place)
  for (let turn = 0; turn < 2; turn++) await setImmediate()
  for (const socket of sockets) socket.destroy()
  last.write(place)
  const [answer] = await nextEvent(last, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 201 /)
  last.destroy()
  accepted(await here.search())
})

test('a large body waits for one of each other caller at most, however many those have sent', async () => {
  const body = `{${members(1_001)}}`
  const other = await api.keyed(['admin'])
  const order: string[] = []
  const ask = async (name: string, key: string | undefined) => {
    const head = headOf('POST /keys', key, `Content-Length: ${body.length}`, 'Connection: close', expecting)
    const socket = openSocket(api.url)
    await begin(socket, head)
    return { socket, answered: readToEnd(socket).then((answer) => order.push(`${name} ${answer.slice(9, 12)}`)) }
  }
  const calls = []
  for (let n = 0; n < 30; n++) calls.push(await ask('many', api.admin.key))
  const one = await ask('one', other.key)
  for (const { socket } of calls) socket.write(body)
  for (let turn = 0; turn < 2; turn++) await setImmediate()
  one.socket.write(body)
  await Promise.all([...calls, one].map(({ answered }) => answered))
  const place = order.indexOf('one 400')
  assert.ok(place >= 0 && place < 15, order.join())
})

test('bodies that are not large and end all at once are worked on a few in a turn', async () => {
  const most = await mostInTurn(async () => {
    for (const answer of await sendAtOnce(100, `{${members(500)}}`)) assert.match(answer, /^HTTP\/1\.1 400 /)
  })
  assert.ok(most <= 33, `${most} in a turn`)
})
