import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Position, Revision } from '../../place/journal.ts'
import type { PlaceId } from '../../place/place.ts'
import { type Prepared, prepare, prepareForList, prepareForRows } from './prepared.ts'
import type { FormerSlugTable, JournalTable, PlaceTable, PresentTable, SlugBaseTable, Tables } from './tables.ts'
import type { DatabaseTraits } from './traits.ts'

/** A row of `place` with its present document. */
export type PresentRow = PlaceTable & Pick<JournalTable, 'document'>

/** A row of `journal` to be written, its document as a text or in UTF-8. */
export type JournalRow = Omit<JournalTable, 'document'> & { readonly document: string | Uint8Array | null }

const anyText = ''
const anyNumber = 0

/** The statements of a writing transaction, compiled once for a database. */
export type Statements = ReturnType<typeof createStatements>

/** Compiles the statements of a writing transaction; each then takes its values. */
export function createStatements(db: Kysely<Tables>, traits: DatabaseTraits) {
  const { pipelines, sharedWriting, indexesLongTexts } = traits
  const end = sharedWriting ? sharedEnd(db) : ownEnd(db)
  return {
    pipelines,
    rowId: indexesLongTexts ? unchanged : shortened,
    ...end,
    ...placeStatements(db, traits),
    ...slugStatements(db),
    ...journalStatements(db, traits),
  }
}

/** For indexes that take texts of any length. */
export const unchanged = (id: string) => id
/** An id in this many bytes can be in an index everywhere. */
const indexedBytesMax = 2_000

/** What stands for the id of a directory entry in an index that takes no long texts. */
export function shortened(id: string): string {
  return Buffer.byteLength(id) <= indexedBytesMax ? id : `sha256:${hash('sha256', id)}`
}

/** How a writing transaction learns where the journal ends, and says where it ends now. */
interface EndStatements {
  takeEnd: Prepared<[], Position>
  /** Absent: the journal itself tells. */
  moveEnd?: Prepared<[revision: Revision, mark: number, told: string], unknown>
}

/** What is told to those who listen at the commit of a transaction: the last revision. */
export const journalChannel = 'gazetteer_journal'

/** Until the end of the transaction nobody else gets a number. */
function sharedEnd(db: Kysely<Tables>): EndStatements {
  return {
    takeEnd: prepare(
      db.selectFrom('journal_end').select(['revision', 'mark']).where('one', '=', sql.lit(1)).forUpdate(),
    ),
    moveEnd: prepare(
      db
        .updateTable('journal_end')
        .set({ revision: anyNumber, mark: anyNumber })
        .where('one', '=', sql.lit(1))
        .returning(sql`pg_notify(${sql.lit(journalChannel)}, ${anyText})`.as('told')),
    ),
  }
}

function ownEnd(db: Kysely<Tables>): EndStatements {
  return {
    takeEnd: prepare(
      db.selectFrom('journal').select(['revision', 'mark']).orderBy('revision', 'desc').limit(sql.lit(1)),
    ),
  }
}

/** Rows that are new; one that is there already is an error that nobody goes on after. */
function insertion<Table extends 'place' | 'journal'>(
  db: Kysely<Tables>,
  table: Table,
  { insertsEndTransaction }: DatabaseTraits,
) {
  const insert = db.insertInto(table)
  return insertsEndTransaction ? insert.orRollback() : insert
}

function placeStatements(db: Kysely<Tables>, traits: DatabaseTraits) {
  const present = db
    .selectFrom('place')
    .innerJoin('journal', 'journal.revision', 'place.revision')
    .select(['place.id', 'place.revision', 'place.slug', 'place.parent_id', 'place.import_key', 'place.deleted'])
    .select('journal.document')
  return {
    placesById: prepareForList<PresentRow>((ids) => present.where('place.id', 'in', ids)),
    placesByKey: prepareForList<PresentRow>((keys) => present.where('place.import_key', 'in', keys)),
    placesByParent: prepareForList<PresentRow>((ids) => present.where('place.parent_id', 'in', ids)),
    insertPlaces: prepareForRows<PlaceTable>(
      (rows) => insertion(db, 'place', traits).values(rows),
      (row) => [row.id, row.revision, row.slug, row.parent_id, row.import_key, row.deleted],
    ),
    updatePlace: prepare<
      [revision: Revision, slug: string, parent: PlaceId | null, key: string | null, deleted: number, id: PlaceId]
    >(
      db
        .updateTable('place')
        .set({ revision: anyNumber, slug: anyText, parent_id: anyText, import_key: anyText, deleted: anyNumber })
        .where('id', '=', anyText),
    ),
    movePlace: prepare<[revision: Revision, id: PlaceId]>(
      db.updateTable('place').set({ revision: anyNumber }).where('id', '=', anyText),
    ),
    deletePlace: prepare<[id: PlaceId]>(db.deleteFrom('place').where('id', '=', anyText)),
  }
}

function slugStatements(db: Kysely<Tables>) {
  return {
    slugHolders: prepareForList<Pick<PlaceTable, 'slug' | 'id'>>((slugs) =>
      db.selectFrom('place').select(['slug', 'id']).where('slug', 'in', slugs),
    ),
    /** The first slug of a range, bounds included. */
    firstSlugBetween: prepare<[from: string, to: string], { slug: string | null }>(
      db
        .selectFrom('place')
        .select((row) => row.fn.min('slug').as('slug'))
        .where('slug', '>=', anyText)
        .where('slug', '<=', anyText),
    ),
    slugNumbers: prepareForList<SlugBaseTable>((bases) =>
      db.selectFrom('slug_base').select(['base', 'next']).where('base', 'in', bases),
    ),
    keepSlugNumbers: prepareForRows<SlugBaseTable>(
      (rows) =>
        db
          .insertInto('slug_base')
          .values(rows)
          .onConflict((conflict) => conflict.column('base').doUpdateSet((row) => ({ next: row.ref('excluded.next') }))),
      (row) => [row.base, row.next],
    ),
    deleteSlugBase: prepare<[base: string]>(db.deleteFrom('slug_base').where('base', '=', anyText)),
    rememberSlugs: prepareForRows<FormerSlugTable>(
      (rows) =>
        db
          .insertInto('former_slug')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['slug', 'place_id']).doUpdateSet((row) => ({ revision: row.ref('excluded.revision') })),
          ),
      (row) => [row.slug, row.place_id, row.revision],
    ),
    formerSlugsOf: prepare<[id: PlaceId], Pick<FormerSlugTable, 'slug'>>(
      db.selectFrom('former_slug').select('slug').where('place_id', '=', anyText),
    ),
    deleteFormerSlugs: prepare<[id: PlaceId]>(db.deleteFrom('former_slug').where('place_id', '=', anyText)),
  }
}

function journalStatements(db: Kysely<Tables>, traits: DatabaseTraits) {
  const presentOf = (table: 'directory_entry' | 'access_key') => ({
    read: prepare<[id: string], Pick<JournalTable, 'document'>>(
      db
        .selectFrom(table)
        .innerJoin('journal', 'journal.revision', `${table}.revision`)
        .select('journal.document')
        .where(`${table}.id`, '=', anyText),
    ),
    put: prepareForRows<PresentTable>(
      (rows) =>
        db
          .insertInto(table)
          .values(rows)
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet((row) => ({ revision: row.ref('excluded.revision') })),
          ),
      (row) => [row.id, row.revision],
    ),
    remove: prepare<[id: string]>(db.deleteFrom(table).where('id', '=', anyText)),
  })
  return {
    insertEntries: prepareForRows<JournalRow>(
      (rows) =>
        insertion(db, 'journal', traits).values(
          rows.map((row) => ({ ...row, document: sql<string | null>`cast(${row.document} as text)` })),
        ),
      (row) => [row.revision, row.kind, row.id, row.action, row.time, row.who, row.document, row.import_key, row.mark],
    ),
    /** Takes everything out of the entries of a place that tells of it or of people; their numbers stay. */
    blankEntries: prepare<[id: PlaceId]>(
      db
        .updateTable('journal')
        .set({ who: sql.lit(''), document: sql.lit(null), import_key: sql.lit(null) })
        .where('kind', '=', sql.lit('place'))
        .where('id', '=', anyText),
    ),
    directory: presentOf('directory_entry'),
    keys: presentOf('access_key'),
  }
}
