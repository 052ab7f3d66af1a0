import type { Position } from '../place/journal.ts'
import type { Model } from '../place/model.ts'
import { rowIdsOf } from '../query/appearance.ts'
import type { SessionSource } from '../store/postgres/dialect.ts'
import type { Session } from '../store/postgres/session.ts'
import { inTransaction, withSession } from '../store/postgres/transaction.ts'
import { Filling } from './filling.ts'
import { lockFollowed, setFollowed } from './followed.ts'
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
import { createRowMaker } from './row.ts'
import type { SearchTables } from './statement.ts'
import { changeTotals, forgetWords } from './text-totals.ts'

/** So many places are taken in by one transaction. */
const batchSize = 500

/** Keeps the tables of the search as the record is: they follow from it, and can be thrown away. */
export class Projection {
  readonly #tables: SearchTables
  readonly #rowsOf: ReturnType<typeof createRowMaker>
  readonly #filling: Filling

  constructor(tables: SearchTables, model: Model) {
    this.#tables = tables
    this.#rowsOf = createRowMaker(model)
    this.#filling = new Filling(tables, this.#rowsOf)
  }

  /**
   * Takes in what the record has beyond what was taken in, whoever has written it, and gives up to where the tables are
   * complete. Several processes may do so at once: a lock lets one after the other.
   */
  async follow(sessions: SessionSource): Promise<Position> {
    for (;;) {
      const step = await withSession(sessions, (session) => inTransaction(session, () => this.#takeIn(session)))
      if (step === 'unfilled') await this.#filling.fill(sessions)
      else if (step.isEnd) return step.position
    }
  }

  /** Takes in some of what has changed, where the tables are complete. */
  async #takeIn(session: Session): Promise<Step | 'unfilled'> {
    const before = await lockFollowed(session, this.#tables)
    const end = await endOfRecord(session, before.revision)
    // What is there may follow from another history, such as that of before a backup was restored.
    if (!before.complete || before.history !== end.history || before.mark !== end.markThere) return 'unfilled'
    const after = before.revision
    if (end.revision === after) return { position: end, isEnd: true }
    // No further than the end of a moment ago would leave out, old as it is here, whatever was changed once more since.
    const changed = await changedPlaces(session, { after, limit: batchSize })
    const isEnd = changed.length < batchSize
    const { revision, mark } = isEnd ? end : changed.at(-1)!
    await this.#removePurged(session, isEnd ? { after } : { after, until: revision })
    await this.#put(session, changed)
    await setFollowed(session, this.#tables, { ...before, revision, mark })
    return { position: { revision, mark }, isEnd }
  }

  async #removePurged(session: Session, range: RevisionRange): Promise<void> {
    const ids = await purgedPlaces(session, range)
    if (ids.length === 0) return
    const rowIds = ids.flatMap(rowIdsOf)
    const { removed } = await changeTotals(session, this.#tables, { ids: rowIds, rows: [] })
    await forgetWords(session, this.#tables, removed)
    await removeRows(session, this.#tables, rowIds)
    await this.#put(session, await childrenOf(session, ids))
  }

  /** Writes places, and their children, which show their names and when they are published. */
  async #put(session: Session, changed: readonly Present[]): Promise<void> {
    if (changed.length === 0) return
    const ids = changed.map(({ id }) => id)
    const children = await childrenOf(session, ids)
    const all = [...new Map([...changed, ...children].map((present) => [present.id, present])).values()]
    const rows = (await withParents(session, all)).flatMap(this.#rowsOf)
    await putReferences(session, this.#tables, rows)
    await changeTotals(session, this.#tables, { ids: all.flatMap(({ id }) => rowIdsOf(id)), rows })
    await putRows(session, this.#tables, rows)
  }
}

/** What one transaction took in: up to where, and whether the record ends there. */
interface Step {
  readonly position: Position
  readonly isEnd: boolean
}
