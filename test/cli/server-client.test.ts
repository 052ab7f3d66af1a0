import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { callServer, linesOf } from '../../src/cli/server-client.ts'

test('a long body goes on while its answer is read, to the end of both', async (context) => {
  const server = createServer(async (request, response) => {
    for await (const chunk of request) response.write(`${(chunk as Buffer).length}\n`)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const piece = 'x'.repeat(64 * 1024)
  const pieces = 400
  async function* body() {
    for (let sent = 0; sent < pieces; sent++) yield piece
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = { method: 'POST', path: '/', body: { type: 'text/plain', text: body() } } as const
  let received = 0
  for await (const length of linesOf<number>(await callServer({ url, secret: 'x' }, call))) received += length
  assert.equal(received, pieces * piece.length)
})
