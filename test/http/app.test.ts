import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { KeyRing } from '../../src/access/key-ring.ts'
import { hashSecret } from '../../src/access/secret.ts'
import { Problem } from '../../src/common/problem.ts'
import { createLocalDirectory } from '../../src/directory/local-directory.ts'
import { buildApp } from '../../src/http/app.ts'
import { createMetrics } from '../../src/http/observability/metrics.ts'
import type { HttpParts } from '../../src/http/route-parts.ts'
import { createModel } from '../../src/place/model.ts'
import { DocumentList } from '../../src/read-model/document-list.ts'
import { accepted, client, refused } from '../support/client.ts'

const key = 'some-key'

/** An app over a search alone, listening, and a client of it. */
async function serve(context: TestContext, search: () => unknown, header?: string) {
  const hash = hashSecret(key)
  const metrics = createMetrics()
  const parts = {
    keys: new KeyRing([{ id: 'admin', name: 'admin', hash, permissions: ['admin'], created: 0 }]),
    metrics,
    model: createModel(),
    directory: createLocalDirectory({ locale: 'sv' }),
    clock: Date.now,
    logger: pino({ level: 'silent' }),
    writeAccessLog: () => {},
    replica: { readiness: { ready: true }, watermark: { revision: 0, text: '0' } },
    engine: { search, searchTag: () => undefined },
    config: { version: '0', corsOrigins: [], mcp: true },
    secrets: [],
  } as unknown as HttpParts
  const app = buildApp(parts)
  if (header !== undefined) {
    app.addHook('onSend', async (_request, reply) => {
      reply.header(header, 'yes')
    })
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  context.after(async () => {
    await app.close()
    metrics.close()
  })
  return client(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, key)
}

test('a search that the database cannot answer now is asked of it once', async (context) => {
  let asked = 0
  const { get } = await serve(context, () => {
    asked++
    return Promise.reject(new Problem('unavailable', 'the database took too long'))
  })
  refused(await get('/place?limit=1'), 503, /took too long/)
  assert.equal(asked, 1)
})

test('a page passes the hooks that see every other answer', async (context) => {
  const bytes = Buffer.from('{"TotalHits":1,"Results":[{}]}')
  const found = () => ({ total: 1, documents: DocumentList.of(['{}']), etag: 'W/"a"' })
  const { get, send } = await serve(context, found, 'x-of-a-hook')
  const answer = await get('/place', { 'accept-encoding': 'identity' })
  assert.deepEqual(accepted(answer), { TotalHits: 1, Results: [{}] })
  assert.equal(answer.headers.get('x-of-a-hook'), 'yes')
  assert.equal(answer.headers.get('content-length'), String(bytes.length))
  assert.equal((await send('HEAD', '/place')).headers.get('x-of-a-hook'), 'yes')
})
