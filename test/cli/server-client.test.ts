import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callServer, linesOf } from '../../src/cli/server-client.ts'
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
