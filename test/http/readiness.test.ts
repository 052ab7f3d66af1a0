import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { KeyRing } from '../../src/access/key-ring.ts'
import { hashSecret } from '../../src/access/secret.ts'
import { createLocalDirectory } from '../../src/directory/local-directory.ts'
import { buildApp } from '../../src/http/app.ts'
import { createMetrics } from '../../src/http/observability/metrics.ts'
import type { HttpParts } from '../../src/http/route-parts.ts'
import { createModel } from '../../src/place/model.ts'
import { accepted, type Client, client, refused } from '../support/client.ts'

const key = 'some-key'
const keys = new KeyRing([{ id: 'admin', name: 'admin', hash: hashSecret(key), permissions: ['admin'], created: 0 }])
const metrics = createMetrics()

/** What can be there before the index is complete; whatever is missing here must not be reached. */
const parts = {
  keys,
  metrics,
  model: createModel(),
  directory: createLocalDirectory({ locale: 'sv' }),
  clock: Date.now,
  logger: pino({ level: 'silent' }),
  writeAccessLog: () => {},
  replica: {
    readiness: { ready: false, reason: 'the index is being built' },
    watermark: { revision: 0 },
  },
  config: { version: '0', corsOrigins: [], search: 'memory', mcp: true },
  secrets: [],
} as unknown as HttpParts
const app = buildApp(parts)
let admin: Client
let nobody: Client

before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  admin = client(url, key)
  nobody = client(url)
})
after(async () => {
  await app.close()
  metrics.close()
})

test('before the service is ready, searches, reads and writes are 503 with Retry-After', async () => {
  for (const answer of [
    await admin.get('/place'),
    await admin.get('/v4/place/x'),
    await admin.put('/place', {}),
    await admin.delete('/place/x?deletedby=a'),
    await admin.post('/import', '', { 'content-type': 'application/x-ndjson' }),
    await admin.get('/changes'),
  ]) {
    refused(answer, 503, /index is being built/)
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
  }
})

test('before the service is ready, the key still comes first', async () => {
  refused(await nobody.get('/place'), 401)
})

test('/health/live is 200 and /health/ready 503 with the reason; metrics and documents are answered', async () => {
  accepted(await nobody.get('/health/live'))
  refused(await nobody.get('/health/ready'), 503, /index is being built/)
  accepted(await admin.get('/metrics'))
  accepted(await nobody.get('/openapi.json'))
})
