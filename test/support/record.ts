import { hash } from 'node:crypto'
import { createDatabase, databaseOf } from './postgres/databases.ts'

/** Databases that are there, by their data folder. */
const made = new Set<string>()

/** With this in the environment the services of the tests have a database each, whose names begin with it. */
export const databasePrefix = 'TEST_DATABASE_PREFIX'

/** Where the services with such a database search, as `SEARCH` says it. */
export const searchPlace = 'TEST_SEARCH'

/**
 * What the environment of a service says of its record: nothing, since it is in the data folder; or, where the tests run
 * on PostgreSQL, the address of a database that stands for this folder, which is made when it is asked for first.
 */
export async function recordOf(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const { TEST_DATABASE_URL: server, [databasePrefix]: prefix } = process.env
  if (!server || !prefix) return {}
  const name = `${prefix}${hash('sha1', dataDir).slice(0, 16)}`
  if (!made.has(name)) await createDatabase(server, name)
  made.add(name)
  const { [searchPlace]: search } = process.env
  return { DATABASE_URL: databaseOf(server, name), ...(search && { SEARCH: search }) }
}
