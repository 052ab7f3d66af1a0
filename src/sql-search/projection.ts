import { setTimeout } from 'node:timers/promises'
import { noNames } from '../place/directory-entry.ts'
import type { Position } from '../place/journal.ts'
import type { Model } from '../place/model.ts'
import type { Place, PlaceId } from '../place/place.ts'
import { type Row, rowOf } from '../read-model/row.ts'
import { inTransaction, type Session, type SessionSource, withSession } from '../store/postgres/session.ts'
import { createRowMaker } from './search-row.ts'
import { areMade, emptySearchTables, finishSearchTables, type SearchTables } from './tables.ts'
import { forgetWords, putRows, removeRows, wordsOf } from './write-rows.ts'

/** Number of places that one transaction applies. */
const batchSize = 500
/** Interval at which a process checks whether another one's backfill has finished. */
const pauseMillis = 200

/** The position of the tables, its history, and whether they are complete up to it. */
interface TablesPosition extends Position {
  readonly history: string
  readonly complete: boolean
}

/** The result of one transaction: the position reached, and whether the record ends there. */
interface Step {
  readonly position: Position
  readonly isEnd: boolean
}

/** The current version of a place in the record. */
interface Present extends Position {
  readonly id: string
  readonly parent_id: string | null
  readonly document: string
}

/** The end of the record, and whether its history contains the position of the tables. */
interface RecordEnd extends Position {
  readonly history: string
  readonly isOfHistory: boolean
}

/** Keeps the search tables in step with the record: they are derived from it, and can be dropped. */
export class Projection {
  readonly #tables: SearchTables
  readonly #rowOf: ReturnType<typeof createRowMaker>

  constructor(tables: SearchTables, model: Model) {
    this.#tables = tables
    this.#rowOf = createRowMaker(model)
  }

  /**
   * Applies the entries of the record that the tables lack, whoever wrote them. Resolves with the position up to which
   * the tables are complete. Several processes may call it at once: a lock serializes them.
   */
  async follow(sessions: SessionSource): Promise<Position> {
    for (;;) {
      const step = await withSession(sessions, (session) => inTransaction(session, () => this.#takeIn(session, true)))
      if (step === undefined) await withSession(sessions, (session) => this.#backfill(session))
      else if (step.isEnd) return step.position
    }
  }

  /**
   * The backfill of incomplete tables. One process does it and the others wait; if it ends early, another continues.
   * Writers to the record never wait for it. Indexes are created after the rows.
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

  /** Continues tables with part of this history, and empties others. Returns false if they have become complete. */
  async #begin(session: Session): Promise<boolean> {
    const before = await this.#lockPosition(session)
    const { history, isOfHistory } = await endOfRecord(session, before)
    if (isOfHistory && before.complete) return false
    // Even without a position there may be rows, of places that were purged since.
    if (!isOfHistory || before.revision === 0) {
      await emptySearchTables(session, this.#tables)
      await this.#setPosition(session, { history, revision: 0, transactionId: 0, complete: false })
    }
    return true
  }

  /**
   * Applies some changes. Undefined if the tables are not of this history, or not in the expected state of
   * completeness.
   */
  async #takeIn(session: Session, complete: boolean): Promise<Step | undefined> {
    const before = await this.#lockPosition(session)
    const end = await endOfRecord(session, before)
    // The rows may be of a history that diverged, such as by the restore of a backup.
    if (!end.isOfHistory || before.complete !== complete) return undefined
    const after = before.revision
    if (end.revision === after) return { position: end, isEnd: true }
    // If the server crashes, the lost part of a backfill is written again.
    if (!complete) await session.query('set local synchronous_commit = off')
    // No upper limit at the end read before: it would miss places that have changed again since, whose old revision is
    // here. The range also applies to the journal; otherwise the server may read it from its beginning for the join.
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

  /** Locks and reads the position of the tables; nobody else moves it until the transaction ends. */
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
 * Changed places, and the existing children of these and of purged places: their rows contain the name of the parent
 * and the span in which both are published.
 */
async function withChildren(
  session: Session,
  changed: readonly Present[],
  purgedIds: readonly PlaceId[],
  after: number,
): Promise<Row[]> {
  const { rows: children } = await session.query<Present>(
    `${presentSql} where place.parent_id = any($1) and place.revision <= $2`,
    [[...purgedIds, ...changed.map(({ id }) => id)], after],
    'search-children',
  )
  const places = [...new Map([...children, ...changed].map((present) => [present.id, present])).values()]
  const ids = [...new Set(places.flatMap(({ parent_id }) => parent_id ?? []))]
  const { rows } = await session.query<Present>(`${presentSql} where place.id = any($1)`, [ids], 'search-parents')
  const parents = new Map(rows.map(({ id, document }) => [id, JSON.parse(document) as Place]))
  return places.map(({ document, revision, parent_id }) => {
    const parent = parent_id === null ? undefined : parents.get(parent_id)
    return rowOf({ place: JSON.parse(document) as Place, revision }, parent, noNames)
  })
}

/**
 * The position up to which the tables on a server hold all of a history; undefined if they are incomplete or missing.
 */
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
