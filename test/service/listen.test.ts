import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { test } from 'node:test'
import { ConfigError } from '../../src/config.ts'
import { listen } from '../../src/http/serve.ts'
import { nextEvent } from '../support/until.ts'

/** What listens as the application does: it rejects with the error of the system. */
function listenerOf(server: Server) {
  return {
    server,
    async listen(address: { port: number; host: string }) {
      server.listen(address)
      await nextEvent(server, 'listening')
    },
  }
}

test('D47: an address that cannot be listened on is a fault of PORT or of HOST', async (context) => {
  const first = createServer()
  context.after(() => first.close())
  const url = await listen(listenerOf(first), { port: 0, host: '127.0.0.1' })
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
  const { port } = new URL(url)
  await assert.rejects(
    listen(listenerOf(createServer()), { port: Number(port), host: '127.0.0.1' }),
    new ConfigError(`PORT ${port} is taken by another program on 127.0.0.1`),
  )
  // An address that documents use and no machine has (RFC 5737).
  await assert.rejects(
    listen(listenerOf(createServer()), { port: 0, host: '203.0.113.7' }),
    new ConfigError("HOST must be an address of this machine, got '203.0.113.7'"),
  )
})
