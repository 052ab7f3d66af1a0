import { setImmediate } from 'node:timers/promises'
import { parseInstant } from '../../place/dates.ts'
import type { EntryCaller, JournalEntry, Position, PresentKind, Revision } from '../../place/journal.ts'
import type { Place, PlaceId } from '../../place/place.ts'
import { isPlaceId } from '../../place/source.ts'
import { HistoryDiverged, type Store } from '../store.ts'
import type { DeadLetter, StoredCursor, WebhookDelivery } from '../webhook-state.ts'
import { actReads } from './act-reads.ts'
import { type Database, queryList, queryPairs, storable } from './database.ts'
import {
  type JournalTable,
  journalColumns,
  type PlaceTable,
  type WebhookLogTable,
  webhookLogOrder,
} from './record-tables.ts'

/** The reading half of a store, the same on every database. */
export interface Reads
  extends Pick<
    Store,
    | ('lastRevision' | 'changes' | 'follow' | 'history' | 'historyLength' | 'entry' | 'present')
    | ('formerSlugs' | 'childrenAt' | 'writeAround' | 'importedPlaces' | 'sourcesOf')
    | ('acts' | 'act' | 'actPlaces' | 'actRuns' | 'revisionAt')
    | ('nextPublication' | 'webhookCursors' | 'webhookDeliveries' | 'deadLetters')
  > {
  /** Returns the position at the end of the journal. */
  end(): Promise<Position>
}

/** The part of a database that single statements need. */
export type Queryable = Pick<Database, 'traits' | 'query'>

/** Maximum number of former holders of a slug that are considered. */
const formerOwnersMax = 100

/** Number of entries read at once: some milliseconds of the reading thread. */
const batchSize = 500
/** Most places that changed since a revision and are examined for a former parent. */
const movedMax = 2_000

const documentOrPlace = `case when kind <> 'publication' then document else (
  select place.document from journal place
  where place.kind = 'place' and place.id = journal.id and place.revision < journal.revision
  order by place.revision desc limit 1) end`
/** The columns of an entry; that of a publication gets the document of its place. */
const entryColumns = journalColumns
  .map((column) => (column === 'document' ? `${documentOrPlace} as document` : column))
  .join(', ')

const ofPlace = `from journal where kind = 'place' and id = ?`

/** Creates the reads of a record through this connection. */
export function createReads(db: Queryable): Reads {
  const end = async (): Promise<Position> => {
    const [last] = await db.query<Position>(db.traits.readEnd)
    return { revision: last?.revision ?? 0, transactionId: last?.transactionId ?? 0 }
  }
  const entries = async (text: string, values: readonly unknown[]) =>
    (await db.query<JournalTable>(text, values)).map(entryOf)
  return {
    end,
    lastRevision: async () => (await end()).revision,
    changes: (after, limit) =>
      entries(`select ${entryColumns} from journal where revision > ? order by revision limit ?`, [after, limit]),
    async follow(after, limit) {
      // A single statement, so that nothing can come between the check of `after` and the read of what follows.
      const found = await entries('select * from journal where revision >= ? order by revision limit ?', [
        after.revision,
        limit + 1,
      ])
      if (after.revision === 0) return found.slice(0, limit)
      const [seen, ...later] = found
      if (seen?.revision !== after.revision || (seen.transactionId ?? 0) !== after.transactionId)
        throw new HistoryDiverged(after)
      return later
    },
    history: (id, { offset, limit, before = Number.MAX_SAFE_INTEGER }) =>
      entries(`select * ${ofPlace} and revision < ? order by revision desc limit ? offset ?`, [
        ...[storable(id), before],
        ...[limit, offset],
      ]),
    async historyLength(id) {
      const [counted] = await db.query<{ total: number }>(`select count(*) as total ${ofPlace}`, [storable(id)])
      return counted?.total ?? 0
    },
    async entry(id, revision) {
      const [found] = await entries('select * from journal where revision = ?', [revision])
      return found?.kind === 'place' && found.id === id ? found : undefined
    },
    present: (kind) => present(db, kind),
    async formerSlugs(slug) {
      const rows = await db.query<{ id: PlaceId }>(
        `select place.id from former_slug join place on place.id = former_slug.place_id
         where former_slug.slug = ? and place.deleted = 0 order by former_slug.revision desc limit ?`,
        [storable(slug), formerOwnersMax],
      )
      return rows.map(({ id }) => id)
    },
    ...familyReads(db),
    ...actReads(db),
    ...sourceReads(db),
    async nextPublication() {
      const [row] = await db.query<{ due: string }>('select due from place where due is not null order by due limit 1')
      return row && parseInstant(row.due)
    },
    ...webhookReads(db),
  }
}

/** Number of keys that are looked for in all sources. */
const sampleMax = 1_000

/** The reads that find places by the keys of their imports (D49). */
function sourceReads(db: Queryable): Pick<Store, 'importedPlaces' | 'sourcesOf'> {
  type Row = Pick<PlaceTable, 'id' | 'revision' | 'import_key' | 'source'> & { readonly document: string }
  const text = `select place.id, place.revision, place.import_key, place.source, journal.document
    from place join journal on journal.revision = place.revision where`
  return {
    async importedPlaces(keys) {
      const pairs = keys.map(({ source, key }) => [storable(key), storable(source)] as const)
      const ids = keys.map(({ key }) => key).filter(isPlaceId)
      const imported = await queryPairs<Row>(db, `${text} (place.import_key, place.source) in`, pairs)
      const named = await queryList<Row>(db, `${text} place.id in`, ids)
      const byKey = new Map(imported.map((row) => [JSON.stringify([row.import_key, row.source]), row]))
      const byId = new Map(named.map((row) => [row.id, row]))
      return pairs.map((pair) => {
        const row = byKey.get(JSON.stringify(pair)) ?? byId.get(pair[0])
        return row && { place: JSON.parse(row.document) as Place, revision: row.revision }
      })
    },
    async sourcesOf(keys) {
      const step = Math.max(1, keys.length / sampleMax)
      const sample = Array.from({ length: Math.min(keys.length, sampleMax) }, (_, at) => keys[Math.floor(at * step)]!)
      const rows = await queryList<{ source: string }>(db, 'select source from place where import_key in', [
        ...new Set(sample.map(storable)),
      ])
      const counts = Map.groupBy(rows, ({ source }) => source)
      return [...counts]
        .map(([source, { length }]) => ({ source, known: length }))
        .sort((a, b) => b.known - a.known || (a.source < b.source ? -1 : 1))
    },
  }
}

/** Reads the cursors of webhooks, and the logs of their events. */
function webhookReads(db: Queryable): Pick<Store, 'webhookCursors' | 'webhookDeliveries' | 'deadLetters'> {
  return {
    async webhookCursors() {
      const rows = await db.query<{ id: string; epoch: Revision; document: string }>(
        'select webhook_id as id, epoch, document from webhook_cursor',
      )
      return rows.map(({ document, ...row }): StoredCursor => ({ ...row, ...JSON.parse(document) }))
    },
    webhookDeliveries: (id, limit) => documentsOf<WebhookDelivery>(db, 'webhook_delivery', [id, limit]),
    deadLetters: (id, limit) => documentsOf<DeadLetter>(db, 'webhook_dead_letter', [id, limit]),
  }
}

/** The reads that find a parent with its children, as they were. */
function familyReads(db: Queryable): Pick<Store, 'childrenAt' | 'writeAround'> {
  return {
    async childrenAt(id, revision) {
      const present = await db.query<{ id: PlaceId }>('select id from place where parent_id = ?', [storable(id)])
      const changed = await db.query<{ id: PlaceId }>(
        "select distinct id from journal where revision > ? and kind = 'place' limit ?",
        [revision, movedMax + 1],
      )
      const candidates = changed.length > movedMax ? present : [...present, ...changed]
      return [...new Set(candidates.map((row) => row.id))].sort()
    },
    async writeAround({ revision, time, transactionId = 0 }) {
      // SQLite has no transaction ids, and would read whole documents to reach the column.
      const [other, values] = db.traits.sharedWriting
        ? ['(time <> ? or mark <> ?)', [time, transactionId]]
        : ['time <> ?', [time]]
      const [[before], [after]] = await Promise.all([
        db.query<{ revision: Revision }>(
          `select revision from journal where revision < ? and ${other} order by revision desc limit 1`,
          [revision, ...values],
        ),
        db.query<{ revision: Revision }>(
          `select revision from journal where revision > ? and ${other} order by revision limit 1`,
          [revision, ...values],
        ),
      ])
      const last = after ? after.revision - 1 : Number.MAX_SAFE_INTEGER - 1
      return { first: (before?.revision ?? 0) + 1, last }
    },
  }
}

const presentTables = { place: 'place', directory: 'directory_entry', key: 'access_key', webhook: 'webhook' } as const

/**
 * Yields the present entries. Each batch is a read of its own, since a long read would hold back the log; entries that
 * change meanwhile come later.
 */
async function* present(db: Queryable, kind: PresentKind): AsyncGenerator<readonly JournalEntry[]> {
  const text = `select journal.* from ${presentTables[kind]} present join journal on journal.revision = present.revision
    where present.revision > ? order by present.revision limit ?`
  let after: Revision = 0
  while (true) {
    const rows = await db.query<JournalTable>(text, [after, batchSize])
    if (rows.length > 0) yield rows.map(entryOf)
    after = rows.at(-1)?.revision ?? after
    if (rows.length < batchSize) return
    await setImmediate()
  }
}

/** Returns documents of the log of a webhook, newest first. */
async function documentsOf<Document>(
  db: Queryable,
  table: WebhookLogTable,
  [id, limit]: readonly [id: string, limit: number],
): Promise<readonly Document[]> {
  const text = `select document from ${table} where webhook_id = ? order by ${webhookLogOrder(table)} limit ?`
  const rows = await db.query<{ document: string }>(text, [storable(id), limit])
  return rows.map(({ document }) => JSON.parse(document) as Document)
}

function entryOf({ document, import_key, source, mark, caller, act, ...entry }: JournalTable): JournalEntry {
  return {
    ...entry,
    ...(document !== null && { document }),
    ...(import_key !== null && { sourceKey: { source, key: import_key } }),
    ...(mark !== 0 && { transactionId: mark }),
    ...(caller !== null && { caller: JSON.parse(caller) as EntryCaller }),
    ...(act !== null && { act }),
  }
}
