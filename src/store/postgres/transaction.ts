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

/**
 * The result of what is done in one transaction, of which all or nothing is kept. With `patient` its commit takes as long
 * as it takes, since what was done has taken longer.
 */
export async function inTransaction<Result>(
  session: Session,
  work: () => Promise<Result>,
  { patient = false }: { readonly patient?: boolean } = {},
): Promise<Result> {
  await session.query('begin')
  try {
    const result = await work()
    await (patient ? session.queryUnlimited('commit') : session.query('commit'))
    return result
  } catch (error) {
    if (!session.lost) await session.query('rollback')
    throw error
  }
}
