import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRemoteDirectory } from '../../src/directory/remote-directory.ts'
import { freePort } from '../support/ports.ts'
import { stopTimeouts } from '../support/timeouts.ts'
import { until } from '../support/until.ts'
import { type Answer, send, startDirectoryServer } from './directory-server.ts'
import { atOnce, changeContacts, emailOf, never, open } from './remote-bench.ts'

const endless: Answer = (_request, response) => {
  response.writeHead(200)
  const more = () => {
    while (response.write('x'.repeat(65_536)));
  }
  response.on('drain', more)
  more()
}
const text =
  (body: string | Buffer): Answer =>
  (_request, response) =>
    response.writeHead(200).end(body)
const json = (body: unknown): Answer => text(JSON.stringify(body))

const wrong: [what: string, kind: string, answer: Answer][] = [
  ['is an error', 'status', (_request, response) => send(response, 500, { id: 'a', name: 'Wrong' })],
  ['is refused', 'status', (_request, response) => send(response, 401, {})],
  ['finds fault with the id', 'refused', (_request, response) => send(response, 400, {})],
  ['is too many requests', 'status', (_request, response) => send(response, 429, {})],
  ['is no content', 'status', (_request, response) => response.writeHead(204).end()],
  ['is not JSON', 'wrong-answer', text('<html>')],
  ['is not UTF-8', 'wrong-answer', text(Buffer.from('{"id":"a","name":"\xe5"}', 'latin1'))],
  ['is a list', 'wrong-answer', json([])],
  ['has no name', 'wrong-answer', json({ id: 'a' })],
  ['has a blank name', 'wrong-answer', json({ id: 'a', name: ' ' })],
  ['has too long a name', 'wrong-answer', json({ id: 'a', name: 'n'.repeat(501) })],
  ['has other contact details', 'wrong-answer', json({ id: 'a', name: 'A', contactInfo: { phone: '0123' } })],
  ['is about another owner', 'wrong-answer', json({ id: 'b', name: 'B' })],
  [
    'is cut off',
    'unreachable',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{')
      setTimeout(() => response.destroy(), 5)
    },
  ],
  [
    'is encoded, which was not asked for',
    'unreachable',
    (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(JSON.stringify({ id: 'a', name: 'A' })),
  ],
  ['is reset', 'unreachable', (request) => request.socket.destroy()],
  ['never comes', 'timeout', never],
  ['never ends', 'too-large', endless],
  ['is large', 'too-large', json({ id: 'a', name: 'A', more: 'x'.repeat(300_000) })],
]

for (const [what, kind, answer] of wrong) {
  test(`an answer that ${what} is a failure, and what is known stays`, async (t) => {
    const { server, directory, failures, kinds, advance } = await open(t, { requestMillis: 60_000 })
    server.instead.set('/owners/a', answer)
    changeContacts(server, '2')
    const { version } = directory
    advance(1000)
    const pass = stopTimeouts(t)
    const refreshed = directory.refresh(['a', 'b'])
    await until('the other is answered', () => emailOf(directory, 'b') === 'b@2')
    if (kind === 'timeout') pass(60_000)
    await refreshed
    assert.deepEqual(kinds(), [kind], JSON.stringify(failures))
    assert.match(failures[0]?.[1] ?? '', /^GET \/owners\/a: /)
    assert.deepEqual([emailOf(directory, 'a'), emailOf(directory, 'b')], ['a@1', 'b@2'])
    assert.equal(directory.version, version)
    server.instead.clear()
    advance(100)
    await directory.refresh(['a'])
    assert.equal(emailOf(directory, 'a'), 'a@2')
  })
}

test('a refusal names the variable of the key', async (t) => {
  const { server, directory, failures, advance } = await open(t)
  server.instead.set('/owners/a', (_request, response) => send(response, 401, {}))
  advance(1000)
  await directory.refresh(['a'])
  assert.equal(failures[0]?.[1], 'GET /owners/a: DIRECTORY_KEY must be a key that may read, got 401')
})

test('a redirect is a failure and is not followed, so the key stays here', async (t) => {
  const elsewhere = await startDirectoryServer()
  t.after(() => elsewhere.close())
  const { server, directory, kinds, advance } = await open(t)
  server.instead.set('/owners/a', (_request, response) =>
    response.writeHead(302, { location: `${elsewhere.url}/owners/a` }).end(),
  )
  advance(1000)
  await directory.refresh(['a'])
  assert.deepEqual(kinds(), ['redirect'])
  assert.deepEqual(elsewhere.requests, [])
})

test('unknown and empty members of an answer are passed over', async (t) => {
  const { server, directory } = await open(t)
  const contactInfo = { email: ' x@y ', url: null, city: '', fax: 1, fetchAutomatically: true }
  server.instead.set('/owners/x', json({ id: 'x', name: ' X ', type: null, contactInfo, revision: 7 }))
  await directory.refresh(['x'])
  assert.deepEqual(directory.entry('owners', 'x'), { id: 'x', name: 'X', contactInfo: { email: 'x@y' } })
})

test('a directory that finds fault with many ids is not left alone', async (t) => {
  const { server, directory, kinds, advance } = await open(t)
  server.instead.set('/owners/odd', (_request, response) => send(response, 414, {}))
  changeContacts(server, '2')
  advance(1000)
  for (const id of ['odd1', 'odd2', 'odd3', 'odd4']) await directory.refresh([id])
  await directory.refresh(['a'])
  assert.deepEqual(kinds(), ['refused', 'refused', 'refused', 'refused'])
  assert.equal(emailOf(directory, 'a'), 'a@2')
})

test('a dead directory is left alone after some failures, asked once in each pause, and relied on again', async (t) => {
  const { server, directory, kinds, advance } = await open(t, { firstPauseMillis: 1000, pauseMaxMillis: 3000 })
  server.instead.set('/', (request) => request.socket.destroy())
  advance(1000)
  for (const id of ['a', 'b', 'c']) await directory.refresh([id])
  assert.deepEqual(kinds(), ['unreachable', 'unreachable', 'unreachable', 'suspended'])
  const asked = () => server.paths('/owners/').length
  assert.equal(asked(), 3)
  advance(999)
  await directory.refresh(['a', 'b', 'c', 'd'])
  assert.equal(asked(), 3)
  for (const [pause, expected] of [
    [1, 4],
    [1999, 4],
    [1, 5],
    [2999, 5],
    [1, 6],
    [3000, 7],
  ] as const) {
    advance(pause)
    await directory.refresh(['a', 'b', 'c', 'd'])
    await until(`${expected} requests`, () => asked() >= expected)
    await until('they have failed', () => kinds().length === expected + 1)
    assert.equal(asked(), expected)
  }
  assert.equal(emailOf(directory, 'a'), 'a@1')
  server.instead.clear()
  changeContacts(server, '2')
  advance(3000)
  await directory.refresh(['a'])
  await until('the directory is back', () => emailOf(directory, 'a') === 'a@2')
  await directory.refresh(['b', 'c'])
  assert.deepEqual([emailOf(directory, 'b'), emailOf(directory, 'c')], ['b@2', 'c@2'])
})

test('owners that wait while the directory is given up are not asked for', async (t) => {
  const { server, directory, kinds, advance } = await open(t, { parallelMax: 1 })
  server.instead.set('/owners/', (_request, response) => send(response, 503, {}))
  advance(1000)
  await directory.refresh(Array.from({ length: 50 }, (_, number) => `u${number}`))
  assert.equal(server.paths('/owners/').length, 3)
  assert.deepEqual(kinds(), ['status', 'status', 'status', 'suspended'])
})

test('it starts when the directory is down, and knows the names when that is up', async (t) => {
  const port = await freePort()
  const kinds: string[] = []
  const directory = await createRemoteDirectory({
    url: `http://127.0.0.1:${port}`,
    locale: 'sv',
    onFailure: (kind) => kinds.push(kind),
    clock: Date.now,
    limits: { firstPauseMillis: 10, pauseMaxMillis: 20 },
  })
  t.after(() => directory.close())
  assert.ok(kinds.length > 0 && kinds.every((kind) => kind === 'unreachable' || kind === 'suspended'), `${kinds}`)
  assert.ok(await atOnce(directory.refresh(['a'])))
  const back = await startDirectoryServer(port)
  t.after(() => back.close())
  back.lists.owners = [{ id: 'a', name: 'Unit a' }]
  await until('the names are known', () => directory.entry('owners', 'a')?.name === 'Unit a')
})

test('it starts when the directory never answers', async (t) => {
  const { directory, failures } = await open(t, { startMillis: 20, requestMillis: 60_000 }, ({ instead }) =>
    instead.set('/', never),
  )
  assert.equal(directory.entry('owners', 'a'), undefined)
  assert.deepEqual(failures, [])
})
