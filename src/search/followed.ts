import type { Session } from '../store/postgres/session.ts'
import type { SearchTables } from './statement.ts'

/** Up to where which history was followed, and whether the tables have all of it. */
export interface Followed {
  readonly history: string
  readonly revision: number
  readonly mark: number
  readonly complete: boolean
}

/** What was followed; nobody else follows until the end of the transaction. */
export async function lockFollowed(session: Session, { followed }: SearchTables): Promise<Followed> {
  const { rows } = await session.query<Followed>(
    `select history, revision, mark, complete from ${followed} where one = 1 for update`,
  )
  return rows[0]!
}

/** Says what was followed. */
export async function setFollowed(session: Session, { followed }: SearchTables, now: Followed): Promise<void> {
  await session.query(`update ${followed} set history = $1, revision = $2, mark = $3, complete = $4 where one = 1`, [
    now.history,
    now.revision,
    now.mark,
    now.complete,
  ])
}
