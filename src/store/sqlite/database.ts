import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { type Database, sqliteTraits } from '../sql/database.ts'

/** Statements are few; the limit only stops a leak of one whose text is another each time. */
const statementsMax = 500

interface Prepared {
  readonly statement: StatementSync
  readonly returnsRows: boolean
}

/** Node's own SQLite as a Database: one open connection, whose statements are prepared once and kept. */
export function sqliteDatabase(connection: DatabaseSync): Database {
  const statements = new Map<string, Prepared>()
  const prepared = (text: string): Prepared => {
    const known = statements.get(text)
    if (known) return known
    if (statements.size >= statementsMax) statements.delete(statements.keys().next().value ?? '')
    const statement = connection.prepare(text)
    const made = { statement, returnsRows: statement.columns().length > 0 }
    statements.set(text, made)
    return made
  }
  const db: Database = {
    traits: sqliteTraits,
    async query<Row>(text: string, given: readonly unknown[] = []) {
      const { statement, returnsRows } = prepared(text)
      const values = given as readonly SQLInputValue[]
      if (returnsRows) return statement.all(...values) as Row[]
      statement.run(...values)
      return []
    },
    async transaction(work) {
      // IMMEDIATE: a transaction that reads first and writes later must never find that another wrote between.
      connection.exec('begin immediate')
      try {
        const result = await work(db)
        connection.exec('commit')
        return result
      } catch (error) {
        // SQLite itself has rolled back after some errors, a full disk among them.
        if (connection.isTransaction) connection.exec('rollback')
        throw error
      }
    },
    close: async () => connection.close(),
  }
  return db
}
