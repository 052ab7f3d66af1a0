import { setTimeout } from 'node:timers/promises'
import type { Position } from '../place/journal.ts'
import { rowIdsOf } from '../query/appearance.ts'
import type { SessionSource } from '../store/postgres/dialect.ts'
import type { Session } from '../store/postgres/session.ts'
import { inTransaction, withSession } from '../store/postgres/transaction.ts'
import { type Followed, lockFollowed, setFollowed } from './followed.ts'
import { putReferences, putRows, removeRows } from './put-rows.ts'
import {
  changedPlaces,
  childrenOf,
  endOfRecord,
  type Present,
  purgedPlaces,
  type RevisionRange,
  withParents,
} from './recorded.ts'
import type { createRowMaker } from './row.ts'
import { createIndex, emptySearchTables, type SearchIndex, searchIndexes } from './schema.ts'
import type { SearchTables } from './statement.ts'
import { countTotals } from './text-totals.ts'

/** Places of a transaction, and transactions that are under way at a time. */
const limits = { batchSize: 500, batches: 3 } as const
/** So often those who do not fill themselves look whether it is done. */
const pauseMillis = 200

/**
 * Fills empty tables from the record: one process does, the others wait for it, and where it ends early another goes on.
 * Nobody who writes to the record waits for it. Indexes are made when the rows are there.
 */
export class Filling {
  readonly #tables: SearchTables
  readonly #rowsOf: ReturnType<typeof createRowMaker>

  constructor(tables: SearchTables, rowsOf: ReturnType<typeof createRowMaker>) {
    this.#tables = tables
    this.#rowsOf = rowsOf
  }

  /** Resolves when the tables are filled, by this process or by another, or there is a chance of it being done by this one. */
  async fill(sessions: SessionSource): Promise<void> {
    const isDone = await withSession(sessions, async (session) => {
      const { rows } = await session.query<{ mine: boolean }>(`select pg_try_advisory_lock(${this.#lock}) as mine`)
      if (!rows[0]?.mine) return false
      try {
        await this.#fillAll(session, sessions)
      } finally {
        if (!session.lost) await session.query(`select pg_advisory_unlock(${this.#lock})`)
      }
      return true
    })
    if (!isDone) await setTimeout(pauseMillis)
  }

  get #lock(): string {
    return `hashtextextended('${this.#tables.followed}', 0)`
  }

  async #fillAll(session: Session, sessions: SessionSource): Promise<void> {
    const begun = await inTransaction(session, () => this.#begin(session))
    if (begun.complete) return
    await this.#writeRows(session, sessions, begun)
    await this.#finishTables(session, sessions)
    await inTransaction(session, async () => {
      const before = await lockFollowed(session, this.#tables)
      const { history, markThere } = await endOfRecord(session, begun.revision)
      // Else the record was replaced meanwhile, and the tables are filled again.
      const complete = history === begun.history && markThere === begun.mark
      await setFollowed(session, this.#tables, { ...before, ...(complete ? begun : { history: '' }), complete })
    })
  }

  /** What is to be filled: up to where of which history, and from where on. */
  async #begin(session: Session): Promise<Followed & { readonly from: number }> {
    const before = await lockFollowed(session, this.#tables)
    const { markThere, ...end } = await endOfRecord(session, before.revision)
    const isOfHistory = before.history === end.history && before.mark === markThere
    // Where nothing was noted there may be rows all the same, of places that were purged since.
    const isNoted = before.complete || before.revision > 0
    if (isOfHistory && isNoted) return { ...end, complete: before.complete, from: before.revision }
    await emptySearchTables(session, this.#tables)
    await setFollowed(session, this.#tables, { history: end.history, revision: 0, mark: 0, complete: false })
    return { ...end, complete: false, from: 0 }
  }

  /** Several batches are written at a time; where all before a place are written is noted, to go on from there. */
  async #writeRows(session: Session, sessions: SessionSource, begun: Begun): Promise<void> {
    const { batchSize, batches } = limits
    const { history, revision: until, from } = begun
    const writing: Promise<Position>[] = []
    const settleFirst = async () => {
      const { revision, mark } = (await writing.shift())!
      await setFollowed(session, this.#tables, { history, revision, mark, complete: false })
    }
    try {
      for (let after = from; after < until; ) {
        const places = await changedPlaces(session, { after, until, limit: batchSize })
        const last = places.length < batchSize ? begun : places.at(-1)!
        if (from > 0) await this.#removePurged(session, { after, until: last.revision })
        if (writing.length >= batches) await settleFirst()
        const written = this.#writeBatch(sessions, places, from).then(() => last)
        written.catch(() => {})
        writing.push(written)
        after = last.revision
      }
      while (writing.length > 0) await settleFirst()
    } finally {
      await Promise.allSettled(writing)
    }
  }

  #writeBatch(sessions: SessionSource, places: readonly Present[], from: number): Promise<void> {
    return withSession(sessions, async (session) => {
      const children = from > 0 ? await this.#childrenBefore(session, places, from) : []
      const rows = (await withParents(session, [...places, ...children])).flatMap(this.#rowsOf)
      // By themselves: several batches have the same ones, and would wait for each other until they end.
      await putReferences(session, this.#tables, rows)
      await inTransaction(session, async () => {
        // What a crash of the server takes is read again: where to go on is noted later, and so lost too.
        await session.query('set local synchronous_commit = off')
        await putRows(session, this.#tables, rows)
      })
    })
  }

  /** What an earlier filling has written may have been purged since. */
  async #removePurged(session: Session, range: RevisionRange): Promise<void> {
    const ids = await purgedPlaces(session, range)
    if (ids.length > 0) await removeRows(session, this.#tables, ids.flatMap(rowIdsOf))
  }

  /** Children of these places that an earlier filling has written: they may show another name of their parent. */
  async #childrenBefore(session: Session, places: readonly Present[], from: number): Promise<Present[]> {
    const ids = places.map(({ id }) => id)
    return (await childrenOf(session, ids)).filter(({ revision }) => revision <= from)
  }

  /** Indexes and totals. The index of lexemes takes as long as all else, so it is made beside that. */
  async #finishTables(session: Session, sessions: SessionSource): Promise<void> {
    const { lexemes, others, ofTotals } = searchIndexes(this.#tables)
    const { place, detail, document, name } = this.#tables
    // Else the server does not know how many rows there are, and counts them without the indexes that are made for it.
    await this.#unlimited(session, [`analyze ${place}`])
    const making = this.#createIndexes(session, [lexemes])
    making.catch(() => {})
    await withSession(sessions, async (beside) => {
      await this.#createIndexes(beside, others)
      await countTotals(beside, this.#tables)
      await this.#createIndexes(beside, ofTotals)
    })
    await making
    // Else indexes could not answer by themselves until the server does this of its own accord.
    await this.#unlimited(
      session,
      [place, detail, document, name].map((table) => `vacuum (analyze) ${table}`),
    )
  }

  async #unlimited(session: Session, statements: readonly string[]): Promise<void> {
    await session.query('set statement_timeout = 0; set lock_timeout = 0')
    for (const statement of statements) await session.queryUnlimited(statement)
    await session.query('reset statement_timeout; reset lock_timeout')
  }

  async #createIndexes(session: Session, indexes: readonly SearchIndex[]): Promise<void> {
    for (const index of indexes) await inTransaction(session, () => createIndex(session, index), { patient: true })
  }
}

type Begun = Followed & { readonly from: number }
