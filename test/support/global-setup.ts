import { startTestServer } from './postgres/databases.ts'
import type { PostgresServer } from './postgres/server.ts'

let server: PostgresServer | undefined

/** Starts the one PostgreSQL of a run, where the environment names none. */
export async function globalSetup(): Promise<void> {
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
