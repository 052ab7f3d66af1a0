import { setTimeout } from 'node:timers/promises'
import { type EntryAddress, formatAddress, type Names, parseAddress } from '../place/directory-entry.ts'
import type { EntryKind, Position } from '../place/journal.ts'
import type { Model } from '../place/model.ts'
import type { Place, PlaceId } from '../place/place.ts'
import { baseForm, type RenderedDocument, renderedText } from '../read-model/document.ts'
import { noTime, publicationOf } from '../read-model/public-span.ts'
import type { ReferenceAddress } from '../read-model/reference.ts'
import { rowOf } from '../read-model/row.ts'
import { inTransaction, type Session, type SessionSource, withSession } from '../store/postgres/session.ts'
import { hasMorePlaces, noteNames, noteParents, readRenamed, shownNames, takeOutdated } from './references.ts'
import { createRowMaker } from './search-row.ts'
import { areMade, emptySearchTables, finishSearchTables, type SearchTables } from './tables.ts'
import { forgetWords, moveSpans, putRows, removeRows, wordsOf } from './write-rows.ts'

/** Number of places that one transaction applies, and of their children that it rewrites. */
const batchSize = 500
/** Interval at which a process checks whether another one's backfill or renaming has finished. */
const pauseMillis = 200

/** Number of places that one transaction rewrites with a new name; writes wait for it. */
const renamedPerStep = 250
/** Number of entries whose places one transaction rewrites. */
const entriesPerStep = 50
/** Number of renamed entries for whose places a write waits. */
const renamedMax = 1_000

/** The position of the tables, and the number of finished steps of renaming: it grows with every change of a row. */
export interface TablesVersion extends Position {
  readonly renamingSteps: number
}

/** The position of the tables, its history, and whether they are complete up to it. */
interface TablesState extends TablesVersion {
  readonly history: string
  readonly complete: boolean
  /** True if some places do not show the new name of an entry. */
  readonly isRenaming: boolean
}

/** The state after a transaction, and whether nothing is left: no entry of the record, or no place to be renamed. */
interface Step {
  readonly state: TablesState
  readonly isEnd: boolean
}

/** The entries and parents whose places one step rewrites: all that are marked if `entries` is absent. */
interface Renaming {
  readonly entries?: readonly ReferenceAddress[]
  /** Entries to be marked first if the remote directory has another name. */
  readonly noted?: readonly EntryAddress[]
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
  readonly #remote: Names | undefined
  /** Entries with other names in the remote directory that the tables do not know yet. */
  readonly #renamed = new Map<string, EntryAddress>()

  /** Names are those of the remote directory if there is one, else those in the record. */
  constructor(tables: SearchTables, model: Model, remote: Names | undefined) {
    this.#tables = tables
    this.#rowOf = createRowMaker(model)
    this.#remote = remote
  }

  /**
   * Applies the entries of the record that the tables lack, whoever wrote them. Resolves with the state up to which the
   * tables are complete. Several processes may call it at once: a lock serializes them.
   */
  async follow(sessions: SessionSource): Promise<TablesState> {
    for (;;) {
      const step = await withSession(sessions, (session) => inTransaction(session, () => this.#takeIn(session, true)))
      if (step === undefined) await withSession(sessions, (session) => this.#backfill(session))
      else if (step.isEnd) return step.state
    }
  }

  /** Has the places of these entries of the remote directory rewritten by the next `rename` if they show another name. */
  noteRenamed(entries: Iterable<EntryAddress>): void {
    for (const entry of entries) this.#renamed.set(formatAddress(entry), entry)
  }

  /**
   * Rewrites the places that show a former name, until none does, in transactions of some hundred places. A mark in the
   * table of references says up to which place, so any process continues after a kill. One process at a time does it;
   * the others wait. Resolves with the version in which it is done; undefined if the tables cannot be used.
   */
  async rename(sessions: SessionSource): Promise<TablesVersion | undefined> {
    for (;;) {
      const noted = new Map(this.#renamed)
      const step = await withSession(sessions, (session) =>
        inTransaction(session, async () => {
          const lock = `hashtextextended('${this.#tables.position}', 1)`
          const { rows } = await session.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${lock}) as mine`)
          return rows[0]?.mine ? this.#renameSome(session, { noted: [...noted.values()] }) : 'waiting'
        }),
      )
      if (step === 'waiting') await setTimeout(pauseMillis)
      else {
        for (const [key, entry] of noted) if (this.#renamed.get(key) === entry) this.#renamed.delete(key)
        if (step === undefined || step.isEnd) return step?.state
      }
    }
  }

  /**
   * Does the same for entries and parents of at most `placesMax` places, beside whoever rewrites places of others.
   * Undefined also if none of them has a mark and so few.
   */
  async renameFew(
    sessions: SessionSource,
    entries: readonly ReferenceAddress[],
    placesMax: number,
  ): Promise<TablesVersion | undefined> {
    const few: ReferenceAddress[] = []
    await withSession(sessions, async (session) => {
      for (const entry of await readRenamed(session, this.#tables, { entries, limit: renamedMax }))
        if (!(await hasMorePlaces(session, this.#tables, entry, placesMax))) few.push(entry)
    })
    if (few.length === 0) return undefined
    for (;;) {
      const step = await withSession(sessions, (session) =>
        inTransaction(session, () => this.#renameSome(session, { entries: few })),
      )
      if (step === undefined || step.isEnd) return step?.state
    }
  }

  /** Rewrites some places. Undefined if the tables are incomplete or of another history. */
  async #renameSome(session: Session, { noted = [], entries }: Renaming): Promise<Step | undefined> {
    const before = await this.#lockPosition(session)
    const { isOfHistory } = await endOfRecord(session, before)
    if (!isOfHistory || !before.complete) return undefined
    await noteNames(session, this.#tables, noted, this.#remote)
    const renamed = await readRenamed(session, this.#tables, { entries, limit: entriesPerStep })
    if (renamed.length === 0) return { state: before, isEnd: true }
    const ids = new Set<PlaceId>()
    for (const entry of renamed) {
      if (ids.size >= renamedPerStep) break
      for (const id of await takeOutdated(session, this.#tables, entry, renamedPerStep - ids.size)) ids.add(id)
    }
    // Places that have changed since are written with the new names anyway.
    const { rows: places } = await session.query<Present>(
      `${presentSql} where place.id = any($1) and place.revision <= $2`,
      [[...ids], before.revision],
    )
    await this.#putPlaces(session, places)
    const state = { ...before, renamingSteps: before.renamingSteps + 1 }
    await this.#setState(session, state)
    return { state, isEnd: false }
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
      await this.#setState(session, { ...before, history, revision: 0, transactionId: 0, complete: false })
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
    if (end.revision === after) return { state: before, isEnd: true }
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
    const { rows: others } = await session.query<{ kind: EntryKind; id: string }>(
      `select distinct kind, id from journal where revision > $1 and revision <= $2
         and (kind = 'directory' or kind = 'place' and action = 'purge')`,
      [after, isEnd ? Number.MAX_SAFE_INTEGER : revision],
      'search-purged',
    )
    const purgedIds = others.flatMap(({ kind, id }) => (kind === 'place' ? [id as PlaceId] : []))
    const renamed = others.flatMap(({ kind, id }) => (kind === 'directory' ? [parseAddress(id)] : []))
    if (!this.#remote) await noteNames(session, this.#tables, renamed, undefined)
    const words = await wordsOf(session, this.#tables, purgedIds)
    const children = await childrenOf(session, [...purgedIds, ...changed.map(({ id }) => id)], after)
    const areMany = children.length > batchSize
    if (areMany) await this.#followParents(session, changed, purgedIds, after)
    await removeRows(session, this.#tables, purgedIds)
    const written = areMany ? changed : [...children, ...changed]
    await this.#putPlaces(session, [...new Map(written.map((present) => [present.id, present])).values()])
    await forgetWords(session, this.#tables, words)
    const isRenaming = before.isRenaming || renamed.length > 0 || areMany
    const state = { ...before, revision, transactionId, isRenaming }
    await this.#setState(session, state)
    return { state, isEnd }
  }

  /**
   * Moves the spans in which children of changed parents are public (D50), and notes the parents whose children may show
   * another name: where a parent has changed twice, a child written in between may show the name of that moment.
   */
  async #followParents(
    session: Session,
    changed: readonly Present[],
    purgedIds: readonly PlaceId[],
    after: number,
  ): Promise<void> {
    const { rows: children } = await session.query<{ id: string; parent: string }>(
      'select id, parent_id as parent from place where parent_id = any($1)',
      [[...purgedIds, ...changed.map(({ id }) => id)]],
    )
    const byParent = Map.groupBy(children, ({ parent }) => parent)
    const places = new Map(
      changed.flatMap(({ id, document }) => (byParent.has(id) ? [[id, JSON.parse(document) as Place] as const] : [])),
    )
    for (const [parent, own] of byParent) {
      const place = places.get(parent)
      const ids = own.map(({ id }) => id)
      await moveSpans(session, this.#tables, ids, place ? publicationOf(place) : noTime)
    }
    const ids = [...places.keys()]
    const { rows: former } = await session.query<Pick<Present, 'id' | 'document'>>(
      `select id, document from ${this.#tables.document} where id = any($1)`,
      [ids],
    )
    const { rows: twice } = await session.query<Pick<Present, 'id'>>(
      `select id from journal where kind = 'place' and id = any($1) and revision > $2 group by id having count(*) > 1`,
      [ids, after],
    )
    const changedTwice = new Set(twice.map(({ id }) => id))
    const formerName = new Map(former.map(({ id, document }) => [id, nameIn(document)]))
    const renamed = [...places].filter(
      ([id, { name }]) => formerName.has(id) && (changedTwice.has(id) || formerName.get(id) !== name),
    )
    const purged = purgedIds.filter((id) => byParent.has(id))
    await noteParents(session, this.#tables, [...purged, ...renamed.map(([id]) => id)])
  }

  /** Writes the rows of places, with the names of what they refer to. */
  async #putPlaces(session: Session, presents: readonly Present[]): Promise<void> {
    if (presents.length === 0) return
    const parents = await parentsOf(session, presents)
    const places = presents.map(({ document }) => JSON.parse(document) as Place)
    const names = await shownNames(session, this.#tables, places, this.#remote)
    const rows = presents.map(({ revision, parent_id }, at) => {
      const parent = parent_id === null ? undefined : parents.get(parent_id)
      return this.#rowOf(rowOf({ place: places[at]!, revision }, parent, names))
    })
    const ids = places.map(({ id }) => id)
    await removeRows(session, this.#tables, ids)
    await putRows(session, this.#tables, rows)
  }

  /** Locks and reads the position of the tables; nobody else moves it until the transaction ends. */
  async #lockPosition(session: Session): Promise<TablesState> {
    const { position, reference } = this.#tables
    const { rows } = await session.query<TablesState>(
      `select history, ${versionColumns}, complete,
         exists (select from ${reference} where renamed_up_to is not null) as "isRenaming"
       from ${position} where one = 1 for update`,
    )
    return rows[0]!
  }

  async #setState(session: Session, state: TablesState): Promise<void> {
    const { history, revision, transactionId, complete, renamingSteps } = state
    await session.query(
      `update ${this.#tables.position} set history = $1, revision = $2, transaction_id = $3, complete = $4,
         renaming_steps = $5 where one = 1`,
      [history, revision, transactionId, complete, renamingSteps],
    )
  }
}

const versionColumns = 'revision, transaction_id as "transactionId", renaming_steps as "renamingSteps"'

async function endOfRecord(session: Session, { history, revision, transactionId }: TablesState): Promise<RecordEnd> {
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
 * The children of places in the tables, one more than a transaction rewrites at most. Their rows have the name of the
 * parent, and the span in which both are published.
 */
async function childrenOf(session: Session, ids: readonly string[], after: number): Promise<readonly Present[]> {
  const { rows } = await session.query<Present>(
    `${presentSql} where place.parent_id = any($1) and place.revision <= $2 limit ${batchSize + 1}`,
    [ids, after],
    'search-children',
  )
  return rows
}

/** The name of a place in the stored form of its document. */
function nameIn(document: string): string {
  const { name } = JSON.parse(renderedText(JSON.parse(document) as RenderedDocument, baseForm)) as Place
  return name
}

/** The parents of places by id. */
async function parentsOf(session: Session, presents: readonly Present[]): Promise<ReadonlyMap<string, Place>> {
  const ids = [...new Set(presents.flatMap(({ parent_id }) => parent_id ?? []))]
  const { rows } = await session.query<Present>(`${presentSql} where place.id = any($1)`, [ids], 'search-parents')
  return new Map(rows.map(({ id, document }) => [id, JSON.parse(document) as Place]))
}

/**
 * The version of the tables on a server that hold all of a history; undefined if they are incomplete or missing.
 */
export async function completeUpTo(
  session: Session,
  tables: SearchTables,
  historyId: string,
): Promise<TablesVersion | undefined> {
  if (!(await areMade(session, tables))) return undefined
  const { rows } = await session.query<TablesVersion>(
    `select ${versionColumns} from ${tables.position} p where complete and history = $1
       and (revision = 0 or exists (
         select from journal j where j.revision = p.revision and j.mark = p.transaction_id))`,
    [historyId],
  )
  return rows[0]
}
