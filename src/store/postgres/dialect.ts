import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Session } from './session.ts'

/** Statements are few and built once; the limit only stops a leak of one that is built anew each time. */
const statementsMax = 500

/** Where sessions come from, and go back to. */
export interface SessionSource {
  acquire(): Promise<Session>
  release(session: Session): void
  /** Commits; in place of the plain statement where more is to be done. */
  commit?(session: Session): Promise<void>
  close(): Promise<void>
}

/** Kysely on sessions with PostgreSQL, whose statements are prepared once and kept. */
export function postgresDialect(source: SessionSource): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => postgresDriver(source),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class Connection implements DatabaseConnection {
  readonly session: Session
  readonly #names: Map<string, string>

  constructor(session: Session, names: Map<string, string>) {
    this.session = session
    this.#names = names
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.session.query<Row & object>(sql, parameters, this.#nameOf(sql))
    return { rows, ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
  }

  // biome-ignore lint/correctness/useYield: nothing of ours streams; what is long is read in batches.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('rows of PostgreSQL are read in batches, not streamed')
  }

  #nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= statementsMax) return known
    const name = `s${this.#names.size}`
    this.#names.set(sql, name)
    return name
  }
}

function postgresDriver(source: SessionSource): Driver {
  const names = new Map<string, string>()
  const sessionOf = (connection: DatabaseConnection) => (connection as Connection).session
  const run = async (connection: DatabaseConnection, statement: string) => {
    await sessionOf(connection).query(statement)
  }
  return {
    init: async () => {},
    acquireConnection: async () => new Connection(await source.acquire(), names),
    releaseConnection: async (connection) => source.release(sessionOf(connection)),
    beginTransaction: (connection) => run(connection, 'begin'),
    commitTransaction: (connection) => source.commit?.(sessionOf(connection)) ?? run(connection, 'commit'),
    // A session that was lost has lost its transaction too.
    rollbackTransaction: async (connection) => {
      if (!sessionOf(connection).lost) await run(connection, 'rollback')
    },
    destroy: () => source.close(),
  }
}
