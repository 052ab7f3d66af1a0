import type { Insertable, Kysely } from 'kysely'
import type { JournalTable, Tables } from '../sql/tables.ts'

/** Rows that are read, or written in one statement. */
const batchSize = 500

/** A table as it is copied: its rows in an order that both databases agree on. */
export interface CopiedTable {
  readonly name: keyof Tables
  /** Batches of everything, as plain values in a fixed order of members. */
  read(db: Kysely<Tables>): AsyncIterable<readonly object[]>
  write(db: Kysely<Tables>, rows: readonly object[], rowId: (id: string) => string): Promise<void>
}

/** Entries after a revision, in batches. */
export async function* readJournal(db: Kysely<Tables>, after: number): AsyncGenerator<readonly JournalTable[]> {
  for (let last = after; ; ) {
    const rows = await db
      .selectFrom('journal')
      .select(['revision', 'kind', 'id', 'action', 'time', 'who', 'document', 'import_key', 'mark'])
      .where('revision', '>', last)
      .orderBy('revision')
      .limit(batchSize)
      .execute()
    if (rows.length === 0) return
    yield rows.map((row) => ({ ...row }))
    last = rows.at(-1)!.revision
  }
}

/** What is there now beside the journal. */
export const presentTables: readonly CopiedTable[] = [
  {
    name: 'place',
    read: (db) =>
      paged((last: { revision: number } | undefined) =>
        db
          .selectFrom('place')
          .select(['id', 'revision', 'slug', 'parent_id', 'import_key', 'deleted'])
          .where('revision', '>', last?.revision ?? 0)
          .orderBy('revision')
          .limit(batchSize)
          .execute(),
      ),
    write: (db, rows) => insert(db, 'place', rows as Insertable<Tables['place']>[]),
  },
  {
    name: 'former_slug',
    read: (db) =>
      paged((last: { slug: string; place_id: string } | undefined) => {
        const all = db.selectFrom('former_slug').select(['slug', 'place_id', 'revision'])
        const next = last
          ? all.where(({ eb, refTuple, tuple }) =>
              eb(refTuple('slug', 'place_id'), '>', tuple(last.slug, last.place_id)),
            )
          : all
        return next.orderBy('slug').orderBy('place_id').limit(batchSize).execute()
      }),
    write: (db, rows) => insert(db, 'former_slug', rows as Insertable<Tables['former_slug']>[]),
  },
  {
    name: 'slug_base',
    read: (db) =>
      paged((last: { base: string } | undefined) => {
        const all = db.selectFrom('slug_base').select(['base', 'next'])
        return (last ? all.where('base', '>', last.base) : all).orderBy('base').limit(batchSize).execute()
      }),
    write: (db, rows) => insert(db, 'slug_base', rows as Insertable<Tables['slug_base']>[]),
  },
  newestEntries('directory_entry'),
  newestEntries('access_key'),
]

/** The ids are those of the journal, since a row may have something shorter in its place. */
function newestEntries(name: 'directory_entry' | 'access_key'): CopiedTable {
  return {
    name,
    read: (db) =>
      paged((last: { revision: number } | undefined) =>
        db
          .selectFrom(name)
          .innerJoin('journal', 'journal.revision', `${name}.revision`)
          .select(['journal.id', 'journal.revision'])
          .where(`${name}.revision`, '>', last?.revision ?? 0)
          .orderBy(`${name}.revision`)
          .limit(batchSize)
          .execute(),
      ),
    write(db, rows, rowId) {
      const given = rows as readonly { readonly id: string; readonly revision: number }[]
      return insert(
        db,
        name,
        given.map(({ id, revision }) => ({ id: rowId(id), revision })),
      )
    },
  }
}

/** Adds rows of any table. */
export async function insert<Name extends keyof Tables>(
  db: Kysely<Tables>,
  name: Name,
  rows: readonly Insertable<Tables[Name]>[],
): Promise<void> {
  if (rows.length > 0) await db.insertInto(name).values(rows).execute()
}

async function* paged<Row extends object>(
  next: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined
  while (true) {
    const rows = await next(last)
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)
  }
}
