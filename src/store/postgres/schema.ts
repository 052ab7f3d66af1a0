import type { Database } from '../sql/database.ts'
import { checkSchema, migrate } from '../sql/migrate.ts'
import type { DatabaseAddress } from './address.ts'
import { postgresDatabase } from './database.ts'
import { openSession, type SessionOptions } from './session.ts'

/**
 * Brings the schema of a database to what this program knows, once however many copies start together, and gives the
 * identity of its history.
 */
export async function prepareDatabase(address: DatabaseAddress): Promise<string> {
  const db = await openOne(address, { purpose: 'write', unlimited: true })
  try {
    return await migrate(db)
  } finally {
    await db.close()
  }
}

/** The identity of the history of a database that nothing can be written to now, whose schema must be the newest. */
export async function readHistoryId(address: DatabaseAddress): Promise<string> {
  const db = await openOne(address, { purpose: 'read' })
  try {
    return await checkSchema(db)
  } finally {
    await db.close()
  }
}

/** A database over one session. */
export async function openOne(address: DatabaseAddress, options: SessionOptions): Promise<Database> {
  const session = await openSession(address, options)
  return postgresDatabase({ acquire: async () => session, release: () => {}, close: () => session.end() })
}
