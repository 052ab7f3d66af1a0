import { setTimeout } from 'node:timers/promises'
import type { Position } from '../place/journal.ts'
import type { Model } from '../place/model.ts'
import { rowIdsOf } from '../query/appearance.ts'
import type { Session } from '../store/postgres/session.ts'
import type { SessionSource } from '../store/postgres/transaction.ts'
import { inTransaction, withSession } from '../store/postgres/transaction.ts'
import { forgetWords, putRows, removeRows } from './put-rows.ts'
import { changedPlaces, childrenOf, endOfRecord, type Present, purgedPlaces, withParents } from './record.ts'
import { createRowMaker } from './row.ts'
import { emptySearchTables, finishSearchTables, type SearchTables } from './schema.ts'

/** So many places are taken in by one transaction. */
const batchSize = 500
/** So often those who do not fill themselves look whether it is done. */
const pauseMillis = 200

/** Up to where which history was followed, and whether the tables have all of it. */
interface Followed {
  readonly history: string
  readonly revision: number
  readonly mark: number
  readonly complete: boolean
}

/** What one transaction took in: up to where, and whether the record ends there. */
interface Step {
  readonly position: Position
  readonly isEnd: boolean
}

/** Keeps the tables of the search as the record is: they follow from it, and can be thrown away. */
export class Projection {
  readonly #tables: SearchTables
  readonly #rowsOf: ReturnType<typeof createRowMaker>

  constructor(tables: SearchTables, model: Model) {
    this.#tables = tables
    this.#rowsOf = createRowMaker(model)
  }

  /**
   * Takes in what the record has beyond what was taken in, whoever has written it, and gives up to where the tables are
   * complete. Several processes may do so at once: a lock lets one after the other.
   */
  async follow(sessions: SessionSource): Promise<Position> {
    for (;;) {
      const step = await withSession(sessions, (session) => inTransaction(session, () => this.#takeIn(session, true)))
      if (step === undefined) await withSession(sessions, (session) => this.#backfill(session))
      else if (step.isEnd) return step.position
    }
  }

  /**
   * Fills tables that are not complete: one process does, the others wait for it, and where it ends early another goes
   * on. Nobody who writes to the record waits for it. Indexes are made when the rows are there.
   */
  async #backfill(session: Session): Promise<void> {
    const lock = `hashtextextended('${this.#tables.followed}', 0)`
    const { rows } = await session.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lock}) as mine`)
    if (!rows[0]?.mine) {
      await setTimeout(pauseMillis)
      return
    }
    try {
      let step = await inTransaction(session, () => this.#begin(session))
      while (step && !step.isEnd) step = await inTransaction(session, () => this.#takeIn(session, false))
      if (!step) return
      await finishSearchTables(session, this.#tables)
      await inTransaction(session, async () => {
        const followed = await this.#lockFollowed(session)
        await this.#setFollowed(session, { ...followed, complete: true })
      })
    } finally {
      if (!session.lost) await session.query(`select pg_advisory_unlock(${lock})`)
    }
  }

  /** Goes on with tables that have some of this history; others are emptied. Undefined where they are complete by now. */
  async #begin(session: Session): Promise<Step | undefined> {
    const before = await this.#lockFollowed(session)
    const { history, mark, markThere } = await endOfRecord(session, before.revision)
    const isOfHistory = before.history === history && before.mark === markThere
    if (isOfHistory && before.complete) return undefined
    // Where nothing was noted there may be rows all the same, of places that were purged since.
    if (!isOfHistory || before.revision === 0) {
      await emptySearchTables(session, this.#tables)
      await this.#setFollowed(session, { history, revision: 0, mark: 0, complete: false })
    }
    return { position: { revision: before.revision, mark }, isEnd: false }
  }

  /** Takes in some of what has changed; undefined where the tables are not of this history, or not as complete as wanted. */
  async #takeIn(session: Session, complete: boolean): Promise<Step | undefined> {
    const before = await this.#lockFollowed(session)
    const end = await endOfRecord(session, before.revision)
    // What is there may follow from another history, such as that of before a backup was restored.
    const isOfHistory = before.history === end.history && before.mark === end.markThere
    if (!isOfHistory || before.complete !== complete) return undefined
    const after = before.revision
    if (end.revision === after) return { position: end, isEnd: true }
    // What a crash of the server takes of a backfill is written again.
    if (!complete) await session.query('set local synchronous_commit = off')
    // No further than the end of a moment ago would leave out, old as it is here, whatever was changed once more since.
    const changed = await changedPlaces(session, after, batchSize)
    const isEnd = changed.length < batchSize
    const { revision, mark } = isEnd ? end : changed.at(-1)!
    const purged = await purgedPlaces(session, after, isEnd ? Number.MAX_SAFE_INTEGER : revision)
    const removed = await removeRows(session, this.#tables, purged.flatMap(rowIdsOf))
    await this.#put(session, changed, [...purged, ...changed.map(({ id }) => id)], after)
    await forgetWords(session, this.#tables, removed)
    await this.#setFollowed(session, { ...before, revision, mark })
    return { position: { revision, mark }, isEnd }
  }

  /** Writes places, and the children of some, which show their names and when they are published, as far as they are there. */
  async #put(session: Session, changed: readonly Present[], parents: readonly string[], after: number): Promise<void> {
    if (parents.length === 0) return
    const children = await childrenOf(session, parents, after)
    const all = [...new Map([...children, ...changed].map((present) => [present.id, present])).values()]
    await putRows(session, this.#tables, (await withParents(session, all)).flatMap(this.#rowsOf))
  }

  /** What was followed; nobody else follows until the end of the transaction. */
  async #lockFollowed(session: Session): Promise<Followed> {
    const { rows } = await session.query<Followed>(
      `select history, revision, mark, complete from ${this.#tables.followed} where one = 1 for update`,
    )
    return rows[0]!
  }

  async #setFollowed(session: Session, { history, revision, mark, complete }: Followed): Promise<void> {
    await session.query(
      `update ${this.#tables.followed} set history = $1, revision = $2, mark = $3, complete = $4 where one = 1`,
      [history, revision, mark, complete],
    )
  }
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
