import { Kysely } from 'kysely'
import { migrate } from '../sql/migrate.ts'
import type { Tables } from '../sql/tables.ts'
import { postgresTraits } from '../sql/traits.ts'
import type { DatabaseAddress } from './address.ts'
import { postgresDialect } from './dialect.ts'
import { openSession } from './session.ts'

/**
 * Brings the schema of a database to what this program knows, once however many copies start together, and gives the
 * identity of its history.
 */
export async function prepareDatabase(address: DatabaseAddress): Promise<string> {
  const session = await openSession(address, { purpose: 'write', unlimited: true })
  const source = { acquire: async () => session, release: () => {}, close: () => session.end() }
  const db = new Kysely<Tables>({ dialect: postgresDialect(source) })
  try {
    return await migrate(db, postgresTraits)
  } finally {
    await db.destroy()
  }
}
