import type { SessionSource } from './dialect.ts'
import type { Session } from './session.ts'

/** The result of what is done with a session, which is given back. */
export async function withSession<Result>(
  source: SessionSource,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await source.acquire()
  try {
    return await use(session)
  } finally {
    source.release(session)
  }
}

/** The result of what is done in one transaction, of which all or nothing is kept. */
export async function inTransaction<Result>(session: Session, work: () => Promise<Result>): Promise<Result> {
  await session.query('begin')
  try {
    const result = await work()
    await session.query('commit')
    return result
  } catch (error) {
    if (!session.lost) await session.query('rollback')
    throw error
  }
}
