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

/** Where tests may make databases. */
export interface TestServer {
  readonly url: string
  /** To be called when nobody needs it any more. */
  end(): Promise<void>
}

/**
 * Databases on the server of the whole run (`TEST_DATABASE_URL`, which the run's global setup sets where nobody did), else
 * on one for this file; or why there is none. To be called once in a file, outside its tests.
 */
export async function testDatabases(): Promise<TestDatabases | { readonly missing: string }> {
  const server = await testServer()
  return 'missing' in server ? server : databasesOn(server)
}

/** The server of the whole run, or one of its own. */
export async function testServer(): Promise<TestServer | { readonly missing: string }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, end: async () => {} }
  const server = await startTestServer()
  return 'missing' in server ? server : { url: server.url(), end: () => server.remove() }
}

/** A server of its own on this machine, or why there is none. */
export async function startTestServer(): Promise<PostgresServer | { readonly missing: string }> {
  const found: Found = findOrInstall()
  if ('missing' in found) return found
  const server = await startServer(found)
  // Every database is a copy of it; the extension takes half a second to make, and hundreds of databases need it.
  await administer(server.url('template1'), 'create extension postgis')
  return server
}

function databasesOn({ url, end }: TestServer): TestDatabases {
  const made: string[] = []
  after(async () => {
    for (const name of made) await administer(url, `drop database if exists "${name}" with (force)`)
    await end()
  })
  return {
    async create() {
      const name = `gazetteer_test_${randomUUID().slice(0, 8)}`
      await createDatabase(url, name)
      made.push(name)
      return databaseOf(url, name)
    },
  }
}

/** Makes an empty database; copied as files it takes a third of the time that it takes by way of the log. */
export async function createDatabase(url: string, name: string): Promise<void> {
  await administer(url, `create database "${name}" strategy file_copy`)
}

/** The address of another database on the same server. */
export function databaseOf(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Drops the databases of the tests whose names begin so. */
export async function dropAll(url: string, prefix: string): Promise<void> {
  const wanted = 'select datname from pg_database where starts_with(datname, $1)'
  for (const { datname } of await rowsOf<{ datname: string }>(url, wanted, [prefix])) {
    await administer(url, `drop database "${datname}" with (force)`)
  }
}

/** Runs one statement on a connection of its own. */
export async function administer(url: string, statement: string): Promise<void> {
  await rowsOf(url, statement)
}

/** The rows of one statement on a connection of its own. */
export async function rowsOf<Row extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row & pg.QueryResultRow>(text, [...values])).rows
  } finally {
    await client.end()
  }
}
