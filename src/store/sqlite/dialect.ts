import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** Statements are few and compiled once; the limit only stops a leak of a query that is built anew each time. */
const statementsMax = 500

/** Kysely on Node's own SQLite: one open connection, whose statements are prepared once and kept. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => sqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class TransactionalAdapter extends SqliteAdapter {
  /** Without this, a migration that fails in its middle leaves the first half behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

function sqliteDriver(database: DatabaseSync): Driver {
  const connection = sqliteConnection(database)
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    // IMMEDIATE: a transaction that reads first and writes later must never find that another wrote between.
    beginTransaction: async () => database.exec('begin immediate'),
    commitTransaction: async () => database.exec('commit'),
    // SQLite itself has rolled back after some errors, a full disk among them.
    rollbackTransaction: async () => {
      if (database.isTransaction) database.exec('rollback')
    },
    destroy: async () => database.close(),
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly returnsRows: boolean
}

function sqliteConnection(database: DatabaseSync): DatabaseConnection {
  const statements = new Map<string, Prepared>()
  const prepared = (sql: string): Prepared => {
    const known = statements.get(sql)
    if (known) return known
    if (statements.size >= statementsMax) statements.delete(statements.keys().next().value ?? '')
    const statement = database.prepare(sql)
    const made = { statement, returnsRows: statement.columns().length > 0 }
    statements.set(sql, made)
    return made
  }
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { statement, returnsRows } = prepared(sql)
      const values = parameters as readonly SQLInputValue[]
      if (returnsRows) return { rows: statement.all(...values) as Row[] }
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
    },
    // Not from the kept statements: a second reader of the same query would restart the first.
    async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
      for (const row of database.prepare(sql).iterate(...(parameters as readonly SQLInputValue[]))) {
        yield { rows: [row as Row] }
      }
    },
  }
}
