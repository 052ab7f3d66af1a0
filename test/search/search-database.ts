import type { Names } from '../../src/place/directory-entry.ts'
import type { JournalEntry } from '../../src/place/journal.ts'
import type { Model } from '../../src/place/model.ts'
import { DatabaseSearch } from '../../src/sql-search/database-search.ts'
import { tablesOf } from '../../src/sql-search/edition.ts'
import { parseDatabaseAddress } from '../../src/store/postgres/address.ts'
import { SessionPool } from '../../src/store/postgres/pool.ts'
import { prepareDatabase } from '../../src/store/postgres/postgres-database.ts'
import { openSession, type Session } from '../../src/store/postgres/session.ts'

/** Which database, and what its search has to know. */
export interface SearchDatabaseOptions {
  /** An empty database. */
  readonly url: string
  readonly model: Model
  readonly names: Names
}

/** A search inside PostgreSQL over entries of a journal that no service has written. */
export interface SearchDatabase {
  readonly search: DatabaseSearch
  /** Writes entries to the record and has the search take them in. */
  fill(batches: readonly (readonly JournalEntry[])[]): Promise<void>
  close(): Promise<void>
}

/** Opens the search inside a database; `fill` gives it its places. */
export async function openSearchDatabase({ url, model, names }: SearchDatabaseOptions): Promise<SearchDatabase> {
  const address = parseDatabaseAddress(url)
  await prepareDatabase(address)
  const session = await openSession(address, { purpose: 'write', unlimited: true })
  const sessions = new SessionPool({
    open: () => openSession(address, { purpose: 'write' }),
    sessionsMax: 4,
    waitingMax: 100,
    waitMillis: 60_000,
  })
  const search = new DatabaseSearch({ sessions: { primary: sessions }, model, names })
  await search.open()
  const { place, detail, document, reference, word } = tablesOf(model)
  const tables = [place, detail, document, reference, word]
  return {
    search,
    async fill(batches) {
      for (const batch of batches) await record(session, batch)
      await search.follow()
      // What the server does by itself some time after so many writes.
      await session.query(`vacuum analyze ${tables.join(', ')}`)
    },
    async close() {
      await search.close()
      await session.end()
    },
  }
}

async function record(session: Session, entries: readonly JournalEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ document = '', ...entry }) => {
    const { slug, parent } = JSON.parse(document) as { slug: string; parent?: { id: string } }
    return { ...entry, document, slug, parent_id: parent?.id ?? null }
  })
  const read = `json_to_recordset($1::json) as r(
    revision bigint, kind text, id text, action text, time bigint, who text, document text, slug text, parent_id text)`
  const json = [JSON.stringify(rows)]
  await session.query(
    `insert into journal (revision, kind, id, action, time, who, document, mark)
     select revision, kind, id, action, time, who, document, 1 from ${read}`,
    json,
  )
  await session.query(
    `insert into place (id, revision, slug, parent_id, deleted) select id, revision, slug, parent_id, 0 from ${read}`,
    json,
  )
  await session.query('update journal_end set revision = $1, mark = 1', [entries.at(-1)!.revision])
}
