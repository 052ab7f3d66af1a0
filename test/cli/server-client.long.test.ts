import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { callServer, linesOf, untilReady } from '../../src/cli/remote-backend.ts'
import { validPlace } from '../support/client.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'

const adminKey = 'test-admin-key'

test('a long import through a running service comes to its end', async (context) => {
  const service = await startProcess(context, temporaryFolder(context), { ADMIN_KEY: adminKey })
  const records = 20_000
  async function* lines() {
    for (let key = 0; key < records; key++) {
      yield `${JSON.stringify({ ...validPlace({ name: `Place ${key}`, shortDescription: 'x'.repeat(300) }), key: `${key}` })}\n`
    }
  }
  const server = { url: service.url, secret: adminKey }
  const call = { method: 'POST', path: '/import', body: { type: 'application/x-ndjson', text: lines() } } as const
  let created = 0
  for await (const { status } of linesOf<{ status: string }>(await callServer(server, call))) {
    if (status === 'created') created++
  }
  assert.equal(created, records)
})

/** A server that is ready from the n-th question on. */
async function serverReadyAt(context: TestContext, readyAt: number) {
  let asked = 0
  const server = createServer((_, answer) => {
    asked++
    if (asked >= readyAt) return answer.end('{"status":"ready"}')
    answer.statusCode = 503
    return answer.end(JSON.stringify({ detail: 'not ready: the index is being built' }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  context.after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secret: adminKey, asked: () => asked }
}

test('what needs the index waits until the server has built it, and says so once', async (context) => {
  const server = await serverReadyAt(context, 3)
  const told: string[] = []
  await untilReady(server, (line) => told.push(line))
  assert.equal(server.asked(), 3)
  assert.deepEqual(told, ['waiting for the server: not ready: the index is being built'])
})

test('nobody waits for ever for a server that does not become ready', async (context) => {
  const server = await serverReadyAt(context, Infinity)
  await assert.rejects(
    untilReady(server, () => {}, 0),
    {
      message: 'the server does not become ready: not ready: the index is being built',
    },
  )
})
