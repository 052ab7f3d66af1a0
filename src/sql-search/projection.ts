import { setTimeout } from 'node:timers/promises'
import type { Position } from '../place/journal.ts'
import type { Model } from '../place/model.ts'
import type { Place, PlaceId } from '../place/place.ts'
import { inTransaction, type Session, type SessionSource, withSession } from '../store/postgres/session.ts'
import { createRowMaker, type RecordedPlace } from './search-row.ts'
import { areMade, emptySearchTables, finishSearchTables, type SearchTables } from './tables.ts'
import { forgetWords, putRows, removeRows, wordsOf } from './write-rows.ts'

/** Places that one transaction takes in. */
const batchSize = 500
/** How often a process that waits for the backfill of another checks whether it is done. */
const pauseMillis = 200

/** The position of the tables, of which history it is, and whether they are complete up to it. */
interface TablesPosition extends Position {
  readonly history: string
  readonly complete: boolean
}

/** What one transaction took in: up to where, and whether the record ends there. */
interface Step {
  readonly position: Position
  readonly isEnd: boolean
}

/** A place of the record as it is now. */
interface Present extends Position {
  readonly id: string
  readonly parent_id: string | null
  readonly document: string
}

/** Where the record ends, and whether the position of the tables is in its history. */
interface RecordEnd extends Position {
  readonly history: string
  readonly isOfHistory: boolean
}

/** Keeps the tables of the search as the record is: they follow from it, and can be thrown away. */
export class Projection {
  readonly #tables: SearchTables
  readonly #rowOf: ReturnType<typeof createRowMaker>

  constructor(tables: SearchTables, model: Model) {
    this.#tables = tables
    this.#rowOf = createRowMaker(model)
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
   * The backfill of tables that are not complete: one process does it, the others wait for it, and where it ends early another goes
   * on. Nobody who writes to the record waits for it. Indexes are made when the rows are there.
   */
  async #backfill(session: Session): Promise<void> {
    const lock = `hashtextextended('${this.#tables.position}', 0)`
    const { rows } = await session.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lock}) as mine`)
    if (!rows[0]?.mine) {
      await setTimeout(pauseMillis)
      return
    }
    try {
      if (!(await inTransaction(session, () => this.#begin(session)))) return
      let step: Step | undefined
      do step = await inTransaction(session, () => this.#takeIn(session, false))
      while (step && !step.isEnd)
      if (!step) return
      await finishSearchTables(session, this.#tables)
      await session.query(`update ${this.#tables.position} set complete = true where one = 1`)
    } finally {
      if (!session.lost) await session.query(`select pg_advisory_unlock(${lock})`)
    }
  }

  /** Goes on with tables that have some of this history; others are emptied. False where they are complete by now. */
  async #begin(session: Session): Promise<boolean> {
    const before = await this.#lockPosition(session)
    const { history, isOfHistory } = await endOfRecord(session, before)
    if (isOfHistory && before.complete) return false
    // Where nothing was noted there may be rows all the same, of places that were purged since.
    if (!isOfHistory || before.revision === 0) {
      await emptySearchTables(session, this.#tables)
      await this.#setPosition(session, { history, revision: 0, transactionId: 0, complete: false })
    }
    return true
  }

  /** Takes in some of what has changed; undefined where the tables are not of this history, or not as complete as wanted. */
  async #takeIn(session: Session, complete: boolean): Promise<Step | undefined> {
    const before = await this.#lockPosition(session)
    const end = await endOfRecord(session, before)
    // What is there may be of a history that diverged, such as by the restore of a backup.
    if (!end.isOfHistory || before.complete !== complete) return undefined
    const after = before.revision
    if (end.revision === after) return { position: end, isEnd: true }
    // What a crash of the server takes of a backfill is written again.
    if (!complete) await session.query('set local synchronous_commit = off')
    // No further than the end of a moment ago would leave out, old as it is here, whatever was changed once more since.
    // The journal is told the range too, else the server may read it from its beginning to join the two.
    const { rows: changed } = await session.query<Present>(
      `${presentSql} where place.revision > $1 and journal.revision > $1 order by place.revision limit ${batchSize}`,
      [after],
      'search-changed',
    )
    const isEnd = changed.length < batchSize
    const { revision, transactionId } = isEnd ? end : changed.at(-1)!
    const { rows: purged } = await session.query<{ id: PlaceId }>(
      `select id from journal where revision > $1 and revision <= $2 and kind = 'place' and action = 'purge'`,
      [after, isEnd ? Number.MAX_SAFE_INTEGER : revision],
      'search-purged',
    )
    const purgedIds = purged.map(({ id }) => id)
    const words = await wordsOf(session, this.#tables, purgedIds)
    const places = await withChildren(session, changed, purgedIds, after)
    await removeRows(session, this.#tables, [...purgedIds, ...places.map(({ place }) => place.id)])
    await putRows(session, this.#tables, places.map(this.#rowOf))
    await forgetWords(session, this.#tables, words)
    await this.#setPosition(session, { ...before, revision, transactionId })
    return { position: { revision, transactionId }, isEnd }
  }

  /** The position of the tables; nobody else moves it until the end of the transaction. */
  async #lockPosition(session: Session): Promise<TablesPosition> {
    const { rows } = await session.query<TablesPosition>(
      `select history, revision, transaction_id as "transactionId", complete from ${this.#tables.position} where one = 1 for update`,
    )
    return rows[0]!
  }

  async #setPosition(session: Session, { history, revision, transactionId, complete }: TablesPosition): Promise<void> {
    await session.query(
      `update ${this.#tables.position} set history = $1, revision = $2, transaction_id = $3, complete = $4 where one = 1`,
      [history, revision, transactionId, complete],
    )
  }
}

async function endOfRecord(session: Session, { history, revision, transactionId }: TablesPosition): Promise<RecordEnd> {
  const { rows } = await session.query<RecordEnd>(
    `select value as history, journal_end.revision, journal_end.mark as "transactionId",
       value = $1 and ($2::bigint = 0 and $3::bigint = 0 or exists (
         select from journal where journal.revision = $2::bigint and journal.mark = $3::bigint)) as "isOfHistory"
     from meta, journal_end where name = 'history_id'`,
    [history, revision, transactionId],
    'search-end',
  )
  return rows[0]!
}

const presentSql = `select place.id, place.revision, place.parent_id, journal.document, journal.mark as "transactionId"
  from place join journal on journal.revision = place.revision`

/**
 * Places that have changed and, as far as they are there, the children of these and of the purged: they show the
 * names of their parents, and when they are published.
 */
async function withChildren(
  session: Session,
  changed: readonly Present[],
  purgedIds: readonly PlaceId[],
  after: number,
): Promise<RecordedPlace[]> {
  const { rows: children } = await session.query<Present>(
    `${presentSql} where place.parent_id = any($1) and place.revision <= $2`,
    [[...purgedIds, ...changed.map(({ id }) => id)], after],
    'search-children',
  )
  const places = [...new Map([...children, ...changed].map((present) => [present.id, present])).values()]
  const ids = [...new Set(places.flatMap(({ parent_id }) => parent_id ?? []))]
  const { rows } = await session.query<Present>(`${presentSql} where place.id = any($1)`, [ids], 'search-parents')
  const parents = new Map(rows.map(({ id, document }) => [id, JSON.parse(document) as Place]))
  return places.map(({ document, revision, parent_id }) => ({
    place: JSON.parse(document) as Place,
    revision,
    parent: parent_id === null ? undefined : parents.get(parent_id),
  }))
}

/** Up to where the tables have all of a history, as a server has them now; undefined where they have not, or are missing. */
export async function completeUpTo(
  session: Session,
  tables: SearchTables,
  historyId: string,
): Promise<Position | undefined> {
  if (!(await areMade(session, tables))) return undefined
  const { rows } = await session.query<Position>(
    `select revision, transaction_id as "transactionId" from ${tables.position} p where complete and history = $1
       and (revision = 0 or exists (
         select from journal j where j.revision = p.revision and j.mark = p.transaction_id))`,
    [historyId],
  )
  return rows[0]
}
