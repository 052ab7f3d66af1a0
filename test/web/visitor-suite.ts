import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type Client, client } from '../support/client.ts'
import { type StartOptions, startService } from '../support/service.ts'
import { type WebTest, webSuite } from '../support/web.ts'

interface VisitorOptions extends StartOptions {
  /** Permissions of the key of visitors. */
  readonly permissions?: readonly string[]
}

/**
 * Tests of a service that is open to visitors. A first service makes the key of visitors and prepares the data; the service
 * of the tests starts with both.
 */
export function visitorSuite(prepare: (admin: Client) => Promise<void>, given: VisitorOptions = {}): WebTest {
  const { permissions = ['read'], ...options } = given
  const dataDir = mkdtempSync(join(tmpdir(), 'gazetteer-visitors-'))
  const web = webSuite(async () => {
    const service = await startService({ ...options, dataDir })
    const admin = client(service.url, service.adminKey)
    await prepare(admin)
    const { body } = await admin.post<{ key: string }>('/v4/keys', { name: 'visitors', permissions })
    await service.close()
    return { ...options, dataDir, env: { ...options.env, PUBLIC_KEY: body.key } }
  })
  after(() => rmSync(dataDir, { recursive: true, force: true }))
  return web
}
