import { setImmediate } from 'node:timers/promises'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { EntryKind, JournalEntry, Position, Revision } from '../../place/journal.ts'
import type { Place } from '../../place/place.ts'
import { HistoryDiverged, type Store } from '../store.ts'
import { storable } from './storable.ts'
import type { JournalTable, Tables } from './tables.ts'
import type { DatabaseTraits } from './traits.ts'

/** The half of a store that only reads, the same on every database. */
export interface Reads
  extends Pick<
    Store,
    'lastRevision' | 'changes' | 'follow' | 'history' | 'entry' | 'present' | 'formerSlugs' | 'importedPlace'
  > {
  /** Where the journal ends. */
  end(): Promise<Position>
}

/** So many places are looked at that once had a slug. */
const formerOwnersMax = 100

/** Entries read at once: some milliseconds of the reading thread. */
const batchSize = 500

/** Reads the record through this connection. */
export function createReads(db: Kysely<Tables>, { sharedWriting }: DatabaseTraits): Reads {
  const entries = db.selectFrom('journal').selectAll('journal')
  const end = async (): Promise<Position> => {
    const row = await db
      .selectFrom(sharedWriting ? 'journal_end' : 'journal')
      .select(['revision', 'mark'])
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst()
    return { revision: row?.revision ?? 0, mark: row?.mark ?? 0 }
  }
  return {
    end,
    lastRevision: async () => (await end()).revision,
    async changes(after, limit) {
      const rows = await entries.where('revision', '>', after).orderBy('revision').limit(limit).execute()
      return rows.map(entryOf)
    },
    async follow(after, limit) {
      // One statement, so that nothing can come between the looking back and the reading on.
      const rows = await entries
        .where('revision', '>=', after.revision)
        .orderBy('revision')
        .limit(limit + 1)
        .execute()
      if (after.revision === 0) return rows.slice(0, limit).map(entryOf)
      const [seen, ...later] = rows
      if (seen?.revision !== after.revision || seen.mark !== after.mark) throw new HistoryDiverged(after)
      return later.map(entryOf)
    },
    async history(id, { offset, limit, before }) {
      const ofPlace = db.selectFrom('journal').where('kind', '=', sql.lit('place')).where('id', '=', storable(id))
      const { total } = await ofPlace.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const wanted = before === undefined ? ofPlace : ofPlace.where('revision', '<', before)
      const rows = await wanted.selectAll().orderBy('revision', 'desc').limit(limit).offset(offset).execute()
      return { total, entries: rows.map(entryOf) }
    },
    async entry(id, revision) {
      const row = await entries.where('revision', '=', revision).executeTakeFirst()
      return row?.kind === 'place' && row.id === id ? entryOf(row) : undefined
    },
    present: (kind) => present(db, kind),
    async formerSlugs(slug) {
      const rows = await db
        .selectFrom('former_slug')
        .innerJoin('place', 'place.id', 'former_slug.place_id')
        .select('place.id')
        .where('former_slug.slug', '=', storable(slug))
        .where('place.deleted', '=', 0)
        .orderBy('former_slug.revision', 'desc')
        .limit(formerOwnersMax)
        .execute()
      return rows.map(({ id }) => id)
    },
    async importedPlace(importKey) {
      const row = await db
        .selectFrom('place')
        .innerJoin('journal', 'journal.revision', 'place.revision')
        .select(['place.revision', 'journal.document'])
        .where('place.import_key', '=', storable(importKey))
        .executeTakeFirst()
      if (!row || row.document === null) return undefined
      return { place: JSON.parse(row.document) as Place, revision: row.revision, importKey }
    },
  }
}

/** Each batch is a read of its own, so that no long one holds back the log; what changes meanwhile comes later. */
async function* present(db: Kysely<Tables>, kind: EntryKind): AsyncGenerator<readonly JournalEntry[]> {
  const table = { place: 'place', directory: 'directory_entry', key: 'access_key' } as const
  let after: Revision = 0
  while (true) {
    const rows = await db
      .selectFrom(table[kind])
      .innerJoin('journal', 'journal.revision', `${table[kind]}.revision`)
      .selectAll('journal')
      .where(`${table[kind]}.revision`, '>', after)
      .orderBy(`${table[kind]}.revision`)
      .limit(batchSize)
      .execute()
    if (rows.length > 0) yield rows.map(entryOf)
    after = rows.at(-1)?.revision ?? after
    if (rows.length < batchSize) return
    await setImmediate()
  }
}

function entryOf(row: Selectable<JournalTable>): JournalEntry {
  const { revision, kind, id, action, time, who, document, import_key, mark } = row
  return {
    revision,
    kind,
    id,
    action,
    time,
    who,
    ...(document !== null && { document }),
    ...(import_key !== null && { importKey: import_key }),
    ...(mark !== 0 && { mark }),
  }
}
