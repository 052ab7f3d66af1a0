import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { createKeyRing } from '../../src/access/key-ring.ts'
import { hashSecret } from '../../src/access/secret.ts'
import { Problem } from '../../src/common/problem.ts'
import { createLocalDirectory } from '../../src/directory/local-directory.ts'
import { buildApp } from '../../src/http/app.ts'
import { createMetrics } from '../../src/http/metrics.ts'
import type { HttpParts } from '../../src/http/parts.ts'
import { createModel } from '../../src/place/model.ts'
import { client, refused } from '../support/client.ts'

test('a search that the database cannot answer now is asked of it once', async (context) => {
  const key = 'some-key'
  const hash = hashSecret(key)
  const metrics = createMetrics(() => undefined)
  let asked = 0
  const search = () => {
    asked++
    return Promise.reject(new Problem('unavailable', 'the database took too long'))
  }
  const parts = {
    keys: createKeyRing([{ id: 'admin', name: 'admin', hash, permissions: ['admin'], created: 0 }]),
    metrics,
    model: createModel(),
    directory: createLocalDirectory({ locale: 'sv' }),
    clock: Date.now,
    logger: pino({ level: 'silent' }),
    writeAccessLog: () => {},
    readiness: () => ({ ready: true }),
    revisions: { shared: true, seen: () => ({ revision: 0, text: '0' }) },
    places: { search, searchTag: () => undefined },
    config: { version: '0', corsOrigins: [] },
    secrets: [],
  } as unknown as HttpParts
  const app = buildApp(parts)
  await app.listen({ host: '127.0.0.1', port: 0 })
  context.after(async () => {
    await app.close()
    metrics.close()
  })
  const { get } = client(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, key)
  refused(await get('/place?limit=1'), 503, /took too long/)
  assert.equal(asked, 1)
})
