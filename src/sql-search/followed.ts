import type { Position } from '../place/journal.ts'
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

/** Up to where the tables have all of a history, as a server has them now; undefined where they have not, or are missing. */
export async function completeUpTo(
  session: Session,
  { followed }: SearchTables,
  historyId: string,
): Promise<Position | undefined> {
  const made = await session.query<{ found: boolean }>('select to_regclass($1) is not null as found', [followed])
  if (!made.rows[0]?.found) return undefined
  const { rows } = await session.query<Position>(
    `select revision, mark from ${followed} f where complete and history = $1
       and (revision = 0 or exists (select from journal j where j.revision = f.revision and j.mark = f.mark))`,
    [historyId],
  )
  return rows[0]
}
