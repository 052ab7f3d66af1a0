import { resolve } from 'node:path'
import { startTestServer } from './postgres/databases.ts'
import type { PostgresServer } from './postgres/server.ts'

let server: PostgresServer | undefined

/** Where the processes of all runs find what another has compiled; hundreds of them load the same files. */
const compiled = resolve(import.meta.dirname, '../../node_modules/.cache/compiled')

/** Starts the one PostgreSQL of a run, where the environment names none. */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= compiled
  if (process.env.TEST_DATABASE_URL) return
  const started = await startTestServer()
  if ('missing' in started) process.stderr.write(`Suites on PostgreSQL will not run: ${started.missing}.\n`)
  else {
    server = started
    process.env.TEST_DATABASE_URL = server.url()
  }
}

export async function globalTeardown(): Promise<void> {
  await server?.remove()
}
