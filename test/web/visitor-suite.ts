import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Client } from '../support/client.ts'
import { openToVisitors, type VisitorOptions } from '../support/visitors.ts'
import { type WebTest, webSuite } from '../support/web.ts'

/** Starts a service that is open to visitors for the tests of the calling file, and ends it after them. */
export function visitorSuite(
  prepare: (admin: Client) => Promise<void>,
  options: Omit<VisitorOptions, 'dataDir'> = {},
): WebTest {
  const dataDir = mkdtempSync(join(tmpdir(), 'gazetteer-visitors-'))
  const web = webSuite(() => openToVisitors(prepare, { ...options, dataDir }))
  after(() => rmSync(dataDir, { recursive: true, force: true }))
  return web
}
