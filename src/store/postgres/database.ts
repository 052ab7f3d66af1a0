import { type Database, postgresTraits } from '../sql/database.ts'
import type { Session } from './session.ts'
import { inTransaction, type SessionSource, withSession } from './transaction.ts'

/** Statements are few; the limit only stops a leak of one whose text is another each time. */
const statementsMax = 500

interface Prepared {
  readonly text: string
  readonly name: string | undefined
}

/** Sessions with PostgreSQL as a Database, whose statements are prepared once and kept. */
export function postgresDatabase(source: SessionSource): Database {
  const statements = new Map<string, Prepared>()
  const prepared = (text: string): Prepared => {
    const known = statements.get(text)
    if (known) return known
    let values = 0
    const numbered = text.replaceAll('?', () => `$${++values}`)
    if (statements.size >= statementsMax) return { text: numbered, name: undefined }
    const made = { text: numbered, name: `s${statements.size}` }
    statements.set(text, made)
    return made
  }
  const query = async <Row>(session: Session, given: string, values: readonly unknown[] = []) => {
    const { text, name } = prepared(given)
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
      withSession(source, (session) =>
        inTransaction(session, () => work(within(session)), { ...(commit && { commit }) }),
      ),
    close: () => source.close(),
  }
  return db
}
