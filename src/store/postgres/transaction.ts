import type { Session } from './session.ts'

/** Where sessions come from, and go back to. */
export interface SessionSource {
  acquire(): Promise<Session>
  release(session: Session): void
  /** Commits; in place of the plain statement where more is to be done. */
  commit?(session: Session): Promise<void>
  close(): Promise<void>
}

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
 * as it takes, since what was done has taken longer; `commit` stands in for the plain statement.
 */
export async function inTransaction<Result>(
  session: Session,
  work: () => Promise<Result>,
  { patient = false, commit }: { readonly patient?: boolean; readonly commit?: SessionSource['commit'] } = {},
): Promise<Result> {
  await session.query('begin')
  try {
    const result = await work()
    if (commit) await commit(session)
    else await (patient ? session.queryUnlimited('commit') : session.query('commit'))
    return result
  } catch (error) {
    // A session that was lost has lost its transaction too.
    if (!session.lost) await session.query('rollback')
    throw error
  }
}
