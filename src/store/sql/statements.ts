import type { Position, Revision } from '../../place/journal.ts'
import type { PlaceId } from '../../place/place.ts'
import { type DatabaseTraits, insertStatement, listStatement, type Statement, statement } from './database.ts'
import type { FormerSlugTable, JournalTable, PlaceTable, PresentTable, SlugBaseTable } from './tables.ts'

/** A row of `place` with its present document. */
export type PresentRow = PlaceTable & Pick<JournalTable, 'document'>

/** A row of `journal` to be written, its document as a text or in UTF-8. */
export type JournalRow = Omit<JournalTable, 'document'> & { readonly document: string | Uint8Array | null }

/** The statements of a writing transaction. */
export type Statements = ReturnType<typeof createStatements>

/** The statements of a writing transaction on a kind of database; each takes its values. */
export function createStatements(traits: DatabaseTraits) {
  return {
    ...(traits.sharedWriting ? sharedEnd : ownEnd),
    ...placeStatements(traits),
    ...slugStatements,
    ...journalStatements(traits),
  }
}

/** How a writing transaction learns where the journal ends, and says where it ends now. */
interface EndStatements {
  takeEnd: Statement<[], Position>
  /** Absent: the journal itself tells. */
  moveEnd?: Statement<[revision: Revision, mark: number, notified: string], unknown>
}

/** The channel of the notification that comes with the commit of a transaction: the last revision. */
export const journalChannel = 'gazetteer_journal'

/** Until the end of the transaction nobody else gets a number. */
const sharedEnd: EndStatements = {
  takeEnd: statement('select revision, mark from journal_end where one = 1 for update'),
  moveEnd: statement(
    `update journal_end set revision = ?, mark = ? where one = 1 returning pg_notify('${journalChannel}', ?)`,
  ),
}

const ownEnd: EndStatements = {
  takeEnd: statement('select revision, mark from journal order by revision desc limit 1'),
}

function placeStatements({ insertOrRollback }: DatabaseTraits) {
  const present = `select place.id, place.revision, place.slug, place.parent_id, place.import_key, place.deleted,
    journal.document from place join journal on journal.revision = place.revision where`
  return {
    placesById: listStatement<PresentRow>(`${present} place.id in`),
    placesByKey: listStatement<PresentRow>(`${present} place.import_key in`),
    placesByParent: listStatement<PresentRow>(`${present} place.parent_id in`),
    /** New rows; one that is there already is an error that nobody goes on after. */
    insertPlaces: insertStatement<PlaceTable>(`${insertOrRollback} place`, [
      'id',
      'revision',
      'slug',
      'parent_id',
      'import_key',
      'deleted',
    ]),
    updatePlace: statement<
      [revision: Revision, slug: string, parent: PlaceId | null, key: string | null, deleted: number, id: PlaceId]
    >('update place set revision = ?, slug = ?, parent_id = ?, import_key = ?, deleted = ? where id = ?'),
    movePlace: statement<[revision: Revision, id: PlaceId]>('update place set revision = ? where id = ?'),
    deletePlace: statement<[id: PlaceId]>('delete from place where id = ?'),
  }
}

const slugStatements = {
  slugHolders: listStatement<Pick<PlaceTable, 'slug' | 'id'>>('select slug, id from place where slug in'),
  /** The first slug of a range, bounds included. */
  firstSlugBetween: statement<[from: string, to: string], { slug: string | null }>(
    'select min(slug) as slug from place where slug >= ? and slug <= ?',
  ),
  slugNumbers: listStatement<SlugBaseTable>('select base, next from slug_base where base in'),
  keepSlugNumbers: insertStatement<SlugBaseTable>(
    'insert into slug_base',
    ['base', 'next'],
    'on conflict (base) do update set next = excluded.next',
  ),
  deleteSlugBase: statement<[base: string]>('delete from slug_base where base = ?'),
  rememberSlugs: insertStatement<FormerSlugTable>(
    'insert into former_slug',
    ['slug', 'place_id', 'revision'],
    'on conflict (slug, place_id) do update set revision = excluded.revision',
  ),
  formerSlugsOf: statement<[id: PlaceId], Pick<FormerSlugTable, 'slug'>>(
    'select slug from former_slug where place_id = ?',
  ),
  deleteFormerSlugs: statement<[id: PlaceId]>('delete from former_slug where place_id = ?'),
}

function journalStatements({ insertOrRollback }: DatabaseTraits) {
  return {
    insertEntries: insertStatement<JournalRow>(`${insertOrRollback} journal`, [
      'revision',
      'kind',
      'id',
      'action',
      'time',
      'who',
      'document',
      'import_key',
      'mark',
    ]),
    /** Takes everything out of the entries of a place that tells of it or of people; their numbers stay. */
    blankEntries: statement<[id: PlaceId]>(
      `update journal set who = '', document = null, import_key = null where kind = 'place' and id = ?`,
    ),
    directory: presentStatements('directory_entry'),
    keys: presentStatements('access_key'),
  }
}

function presentStatements(table: 'directory_entry' | 'access_key') {
  return {
    read: statement<[id: string], Pick<JournalTable, 'document'>>(
      `select journal.document from ${table} present join journal on journal.revision = present.revision
       where present.id = ?`,
    ),
    put: insertStatement<PresentTable>(
      `insert into ${table}`,
      ['id', 'revision'],
      'on conflict (id) do update set revision = excluded.revision',
    ),
    remove: statement<[id: string]>(`delete from ${table} where id = ?`),
  }
}
