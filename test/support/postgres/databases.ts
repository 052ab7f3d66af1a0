import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { type Found, findOrInstall } from './install.ts'
import { type PostgresServer, startServer } from './server.ts'

/** Databases for the tests of one file, on one server. */
export interface TestDatabases {
  /** Makes an empty database and gives its address; it is dropped after the tests of the file. */
  create(): Promise<string>
}

/**
 * The server of the whole run (`TEST_DATABASE_URL`, which the run's global setup sets where nobody did), else one for
 * this file; or why there is none. To be called once in a file, outside its tests.
 */
export async function testDatabases(): Promise<TestDatabases | { readonly missing: string }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return databasesOn(given)
  const server = await startTestServer()
  if ('missing' in server) return server
  const databases = databasesOn(server.url())
  after(() => server.remove())
  return databases
}

/** A server of its own on this machine, or why there is none. */
export async function startTestServer(): Promise<PostgresServer | { readonly missing: string }> {
  const found: Found = findOrInstall()
  return 'missing' in found ? found : startServer(found)
}

function databasesOn(url: string): TestDatabases {
  const made: string[] = []
  after(async () => {
    for (const name of made) await administer(url, `drop database if exists "${name}" with (force)`)
  })
  return {
    async create() {
      const name = `gazetteer_test_${randomUUID().slice(0, 8)}`
      await administer(url, `create database "${name}"`)
      made.push(name)
      const address = new URL(url)
      address.pathname = `/${name}`
      return address.href
    },
  }
}

/** Runs one statement on a connection of its own. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
