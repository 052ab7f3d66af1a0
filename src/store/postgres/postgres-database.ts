import { type Database, postgresTraits, useOnce } from '../sql/database.ts'
import { checkSchema, migrate } from '../sql/migrate.ts'
import type { DatabaseAddress } from './address.ts'
import {
  inTransaction,
  openSession,
  type Session,
  type SessionOptions,
  type SessionSource,
  withSession,
} from './session.ts'

/** Adapts sessions with PostgreSQL to a Database. Statements are prepared once and kept, since they are few. */
export function postgresDatabase(source: SessionSource): Database {
  const statements = new Map<string, { readonly text: string; readonly name: string }>()
  const prepare = (text: string) => {
    let values = 0
    return { text: text.replaceAll('?', () => `$${++values}`), name: `s${statements.size}` }
  }
  const query = async <Row>(session: Session, given: string, values: readonly unknown[] = []) => {
    const { text, name } = statements.getOrInsertComputed(given, prepare)
    return (await session.query<Row & object>(text, values, name)).rows
  }
  const commit = source.commit?.bind(source)
  const within = (session: Session): Database => ({
    ...db,
    query: (text, values) => query(session, text, values),
  })
  const db: Database = {
    traits: postgresTraits,
    query: (text, values) => withSession(source, (session) => query(session, text, values)),
    transaction: (work) =>
      withSession(source, (session) => inTransaction(session, () => work(within(session)), commit)),
    close: () => source.close(),
  }
  return db
}

/**
 * Brings the schema of a database to what this program knows, once even if many replicas start together. Returns the
 * identity of its history.
 */
export async function prepareDatabase(address: DatabaseAddress): Promise<string> {
  return useOnce(await openOne(address, { purpose: 'write', unlimited: true }), migrate)
}

/** Returns the history id of a database that cannot be written now; its schema must be the newest. */
export async function readHistoryId(address: DatabaseAddress): Promise<string> {
  return useOnce(await openOne(address, { purpose: 'read' }), checkSchema)
}

/** Opens a database over a single session. */
export async function openOne(address: DatabaseAddress, options: SessionOptions): Promise<Database> {
  const session = await openSession(address, options)
  return postgresDatabase({ acquire: async () => session, release: () => {}, close: () => session.end() })
}
