import type { JournalEntry, Position, Revision } from '../../place/journal.ts'
import type { InstantText, Place, PlaceId } from '../../place/place.ts'
import type { PresentPlace } from '../../place/request.ts'
import { defaultSource, type SourceKey } from '../../place/source.ts'
import {
  type Database,
  type InsertOptions,
  insertRows,
  journalChannel,
  queryList,
  queryPairs,
  storable,
} from '../sql/database.ts'
import {
  type FormerSlugTable,
  type JournalTable,
  journalColumns,
  ownerColumn,
  type PlaceTable,
  placeColumns,
  type SlugBaseTable,
} from '../sql/record-tables.ts'
import { OpenActs } from './open-acts.ts'

/** A row of `place` with its present document. */
type PresentRow = PlaceTable & { readonly document: string }

/** A row of `journal` to be written; its document is a text or UTF-8. */
type JournalRow = Omit<JournalTable, 'document'> & { readonly document: WrittenDocument | null }

const present = `select ${placeColumns.map((column) => `place.${column}`).join(', ')}, journal.document
  from place join journal on journal.revision = place.revision where`

/** JSON as a text or as UTF-8. */
type WrittenDocument = string | Uint8Array

const utf8 = new TextDecoder()

/** A place as the transaction sees it; its document is parsed at first use. */
export class Present implements PresentPlace {
  /** The columns of the place beside the document. */
  readonly row: PlaceTable
  readonly #document: WrittenDocument
  #place: Place | undefined

  constructor(row: PlaceTable, document: WrittenDocument) {
    this.row = row
    this.#document = document
  }

  get revision(): Revision {
    return this.row.revision
  }

  get sourceKey(): SourceKey | undefined {
    const { import_key: key, source } = this.row
    return key === null ? undefined : { source, key }
  }

  /** Returns the same place with this as the next instant of publication to record. */
  dueAt(due: InstantText | null): Present {
    return new Present({ ...this.row, due }, this.#document)
  }

  get place(): Place {
    this.#place ??= parseDocument<Place>(this.#document)
    return this.#place
  }
}

/** Parses a document. */
export function parseDocument<Value>(document: WrittenDocument): Value {
  const text = typeof document === 'string' ? document : utf8.decode(document)
  return JSON.parse(text) as Value
}

const formerSlugInsert: InsertOptions<FormerSlugTable> = {
  into: 'insert into former_slug',
  columns: ['slug', 'place_id', 'revision'],
  after: 'on conflict (slug, place_id) do update set revision = excluded.revision',
}

const slugBaseInsert: InsertOptions<SlugBaseTable> = {
  into: 'insert into slug_base',
  columns: ['base', 'next'],
  after: 'on conflict (base) do update set next = excluded.next',
}

/** An entry without a number yet. */
type NewEntry = Omit<JournalEntry, 'revision' | 'transactionId'>

/**
 * The record as one writing transaction sees it: the rows that it has read, and its own changes, which its later
 * commands already see. `flush` writes all changes, many rows in a statement.
 */
export class Workspace {
  readonly db: Database
  readonly acts: OpenActs
  #revision: Revision
  /** Undefined: there is no such place. */
  readonly #places = new Map<PlaceId, Present | undefined>()
  /** By source and key. */
  readonly #idsByKey = new Map<string, Map<string, PlaceId | undefined>>()
  /** By source and owners: the answers of `hasOthers`. */
  readonly #foreignSources = new Map<string, boolean>()
  readonly #childIds = new Map<PlaceId, Set<PlaceId>>()
  readonly #childrenRead = new Set<PlaceId>()
  readonly #slugHolders = new Map<string, PlaceId | undefined>()
  readonly #slugNumbers = new Map<string, number>()
  #entries: JournalRow[] = []
  /** The places to write, each with its state in the database; undefined: it is new. */
  readonly #changed = new Map<PlaceId, Present | undefined>()
  readonly #freedSlugs = new Set<string>()
  readonly #formerSlugs = new Map<string, FormerSlugTable>()
  readonly #changedNumbers = new Set<string>()
  readonly #transactionId: number

  /** `end` has the last revision of the journal and the id of this transaction. */
  constructor(db: Database, end: Position) {
    this.db = db
    this.acts = new OpenActs(db)
    this.#revision = end.revision
    this.#transactionId = end.transactionId
  }

  /** Reads in a few statements what many commands will look up. */
  async readAhead(wanted: { ids: Iterable<PlaceId>; keys: Iterable<SourceKey>; parents: Iterable<PlaceId> }) {
    // An id that no database can store belongs to no place and needs no query.
    const storableIds = [...wanted.ids].filter((id) => id === storable(id))
    const ids = unread(this.#places, storableIds, undefined)
    this.#keep(await queryList<PresentRow>(this.db, `${present} place.id in`, ids))
    const pairs: (readonly [string, string])[] = []
    for (const { source, key } of wanted.keys) {
      const known = this.#idsOf(source)
      if (known.has(key)) continue
      known.set(key, undefined)
      pairs.push([key, source])
    }
    this.#keep(await queryPairs<PresentRow>(this.db, `${present} (place.import_key, place.source) in`, pairs))
    await this.#readChildren([...new Set(wanted.parents)])
  }

  /** Reads in a few statements the holders of these slugs, and the numbers to try where slugs are taken. */
  async readAheadSlugs(bases: readonly string[]): Promise<void> {
    await this.#readSlugHolders(bases)
    const uses = new Map<string, number>()
    for (const base of bases) uses.set(base, (uses.get(base) ?? 0) + 1)
    const taken = [...uses].filter(([base, count]) => count > 1 || this.#slugHolders.get(base) !== undefined)
    await this.#readSlugNumbers(taken.map(([base]) => base))
    const numbered = taken.flatMap(([base, count]) => {
      const next = this.#slugNumbers.get(base) ?? 2
      return Array.from({ length: count }, (_, index) => `${base}-${next + index}`)
    })
    await this.#readSlugHolders(numbered)
  }

  /** Returns the place, or undefined if there is none. */
  async place(id: PlaceId): Promise<Present | undefined> {
    if (!this.#places.has(id)) await this.readAhead({ ids: [id], keys: [], parents: [] })
    return this.#places.get(id)
  }

  /** Returns the place that was imported under this key of its source, or undefined. */
  async placeOfKey(pair: SourceKey): Promise<Present | undefined> {
    const ids = this.#idsOf(pair.source)
    if (!ids.has(pair.key)) await this.readAhead({ ids: [], keys: [pair], parents: [] })
    const id = ids.get(pair.key)
    return id === undefined ? undefined : this.#places.get(id)
  }

  /**
   * Returns true if the database has places in this source of other owners than these. Their number does not matter: the
   * gaps between the owners are looked into one by one.
   */
  async hasOthers(source: string, owners: readonly string[]): Promise<boolean> {
    const sorted = [...new Set(owners.map(ownerColumn))].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    const key = JSON.stringify([source, sorted])
    const known = this.#foreignSources.get(key)
    if (known !== undefined) return known
    const text = 'select id from place where import_key is not null and source = ?'
    let found = false
    for (let at = 0; at <= sorted.length && !found; at++) {
      const [after, before] = [sorted[at - 1], sorted[at]]
      const bounds = [after, before].filter((bound) => bound !== undefined)
      const gap = `${after === undefined ? '' : ' and owner_id > ?'}${before === undefined ? '' : ' and owner_id < ?'}`
      const rows = await this.db.query(`${text}${gap} limit 1`, [storable(source), ...bounds])
      found = rows.length > 0
    }
    this.#foreignSources.set(key, found)
    return found
  }

  /** Returns the children of a place, including deleted ones, in the order of their ids. */
  async children(id: PlaceId): Promise<readonly Present[]> {
    if (!this.#childrenRead.has(id)) await this.#readChildren([id])
    const ids = [...(this.#childIds.get(id) ?? [])].sort()
    return ids.map((child) => this.#places.get(child)).filter((child) => child?.row.parent_id === id) as Present[]
  }

  /** Returns the place that has this slug now, or undefined. */
  async slugHolder(slug: string): Promise<PlaceId | undefined> {
    if (!this.#slugHolders.has(slug)) await this.#readSlugHolders([slug])
    return this.#slugHolders.get(slug)
  }

  /** Returns the next number to try behind a slug that is taken. */
  async slugNumber(base: string): Promise<number> {
    if (!this.#slugNumbers.has(base)) await this.#readSlugNumbers([base])
    return this.#slugNumbers.get(base) ?? 2
  }

  setSlugNumber(base: string, next: number): void {
    this.#slugNumbers.set(base, next)
    this.#changedNumbers.add(base)
  }

  /** Appends an entry to the journal and returns it with its number; `document` replaces the entry's own document. */
  append(entry: NewEntry, document: WrittenDocument | undefined = entry.document): JournalEntry {
    const numbered = { revision: ++this.#revision, ...entry, transactionId: this.#transactionId }
    const columns = {
      document: document ?? null,
      import_key: entry.sourceKey?.key ?? null,
      source: entry.sourceKey?.source ?? defaultSource,
      mark: this.#transactionId,
      caller: entry.caller ? JSON.stringify(entry.caller) : null,
      act: entry.act ?? null,
    }
    this.#entries.push({ ...numbered, ...columns })
    return numbered
  }

  /** Makes this the present state of a place; its slug must be free or its own. */
  async put(present: Present): Promise<void> {
    const { id, slug, parent_id } = present.row
    const before = await this.place(id)
    if (before?.row.slug !== slug) await this.#moveSlug(before?.row, present.row)
    this.#replace(before, present)
    if (parent_id !== null) this.#addChild(parent_id, id)
  }

  /** Returns true if it is known, without a query, that no place has the slug or the key, if there is one. */
  isUnused(pair: SourceKey | undefined, slug: string): boolean {
    const ids = pair && this.#idsOf(pair.source)
    const hasNoKey = !ids || (ids.get(pair.key) === undefined && ids.has(pair.key))
    const isFree = this.#slugHolders.get(slug) === undefined && this.#slugHolders.has(slug)
    return hasNoKey && isFree && !this.#freedSlugs.has(slug)
  }

  /** Adds a place without a parent that was unknown so far, and whose key and slug are unused. */
  addUnknown(present: Present): void {
    this.#slugHolders.set(present.row.slug, present.row.id)
    this.#replace(undefined, present)
  }

  /** Records, without a query, that no place has a newly drawn id. */
  markUnused(id: PlaceId): void {
    if (!this.#places.has(id)) this.#places.set(id, undefined)
  }

  /** Forgets a place whose rows were deleted; none of its changes may be waiting to be written. */
  drop({ row, sourceKey }: Present): void {
    this.#places.set(row.id, undefined)
    this.#slugHolders.clear()
    this.#slugNumbers.clear()
    if (sourceKey) this.#idsOf(sourceKey.source).set(sourceKey.key, undefined)
  }

  /** Writes the changes since the last flush. */
  async flush(): Promise<void> {
    const { db } = this
    const { insertOrRollback, sharedWriting } = db.traits
    const entries = this.#entries
    const rows = [...this.#changed].map(([id, before]) => ({ before: before?.row, row: this.#places.get(id)!.row }))
    const added = rows.filter(({ before }) => !before).map(({ row }) => row)
    const formerSlugs = [...this.#formerSlugs.values()]
    const numbers = [...this.#changedNumbers].map((base) => ({ base, next: this.#slugNumbers.get(base) ?? 2 }))
    this.#entries = []
    await this.acts.flush()
    for (const waiting of [this.#changed, this.#freedSlugs, this.#formerSlugs, this.#changedNumbers]) waiting.clear()
    await this.#inOrder([
      () => insertRows<JournalRow>(db, entries, { into: `${insertOrRollback} journal`, columns: journalColumns }),
      // Changed rows before new ones: they take only slugs that no row has (see #moveSlug), and may free some.
      ...rows.flatMap(({ before, row }) => (before ? [() => this.#update(before, row)] : [])),
      () => insertRows<PlaceTable>(db, added, { into: `${insertOrRollback} place`, columns: placeColumns }),
      () => insertRows(db, formerSlugs, formerSlugInsert),
      () => insertRows(db, numbers, slugBaseInsert),
      async () => entries.length > 0 && sharedWriting && this.#moveEnd(),
    ])
  }

  #moveEnd(): Promise<unknown> {
    const text = `update journal_end set revision = ?, mark = ? returning pg_notify('${journalChannel}', ?)`
    return this.db.query(text, [this.#revision, this.#transactionId, String(this.#revision)])
  }

  /** Names only the revision in most updates: a named column is written to its index even if its value is the same. */
  #update(before: PlaceTable, row: PlaceTable): Promise<unknown> {
    const isMoved = placeColumns.some((column) => column !== 'revision' && before[column] !== row[column])
    const columns = isMoved ? placeColumns.filter((column) => column !== 'id') : (['revision'] as const)
    const text = `update place set ${columns.map((column) => `${column} = ?`).join(', ')} where id = ?`
    return this.db.query(text, [...columns.map((column) => row[column]), row.id])
  }

  /** Runs the statements in order, without waiting for each one where the database allows that. */
  async #inOrder(statements: readonly (() => Promise<unknown>)[]): Promise<void> {
    if (this.db.traits.pipelines) await Promise.all(statements.map((run) => run()))
    else for (const run of statements) await run()
  }

  async #readSlugHolders(slugs: readonly string[]): Promise<void> {
    const asked = unread(this.#slugHolders, slugs, undefined)
    const text = 'select slug, id from place where slug in'
    const rows = await queryList<Pick<PlaceTable, 'slug' | 'id'>>(this.db, text, asked)
    for (const { slug, id } of rows) this.#slugHolders.set(slug, id)
  }

  async #readSlugNumbers(bases: readonly string[]): Promise<void> {
    const asked = unread(this.#slugNumbers, bases, 2)
    const rows = await queryList<SlugBaseTable>(this.db, 'select base, next from slug_base where base in', asked)
    for (const { base, next } of rows) this.#slugNumbers.set(base, next)
  }

  #replace(before: Present | undefined, present: Present): void {
    const { id } = present.row
    const { sourceKey } = present
    if (!this.#changed.has(id)) this.#changed.set(id, before)
    this.#places.set(id, present)
    if (sourceKey) this.#idsOf(sourceKey.source).set(sourceKey.key, id)
  }

  async #moveSlug(before: PlaceTable | undefined, { id, slug, revision }: PlaceTable): Promise<void> {
    // In the database, another row still has the slug; it must be written before this one takes the slug.
    if (this.#freedSlugs.has(slug)) await this.flush()
    this.#slugHolders.set(slug, id)
    if (!before) return
    this.#slugHolders.set(before.slug, undefined)
    this.#freedSlugs.add(before.slug)
    const former = { slug: before.slug, place_id: id, revision }
    this.#formerSlugs.set(JSON.stringify([former.slug, former.place_id]), former)
  }

  async #readChildren(parents: readonly PlaceId[]): Promise<void> {
    const asked = parents.filter((id) => !this.#childrenRead.has(id))
    for (const id of asked) this.#childrenRead.add(id)
    this.#keep(await queryList<PresentRow>(this.db, `${present} place.parent_id in`, asked))
  }

  /** Stores rows as they were read, except where this transaction has changed them. */
  #keep(rows: readonly PresentRow[]): void {
    for (const { document, ...row } of rows) {
      if (this.#places.get(row.id) === undefined) this.#places.set(row.id, new Present(row, document))
      if (row.import_key !== null) this.#idsOf(row.source).set(row.import_key, row.id)
      if (row.parent_id !== null) this.#addChild(row.parent_id, row.id)
      if (!this.#slugHolders.has(row.slug)) this.#slugHolders.set(row.slug, row.id)
    }
  }

  /** The ids of the places of a source, by their keys as far as they were read. */
  #idsOf(source: string): Map<string, PlaceId | undefined> {
    return this.#idsByKey.getOrInsertComputed(source, () => new Map())
  }

  #addChild(parent: PlaceId, child: PlaceId): void {
    this.#childIds.getOrInsertComputed(parent, () => new Set()).add(child)
  }
}

/** Returns the unknown keys, each once, and sets them to `absent`, the value if the database has no row for them. */
function unread<Value>(known: Map<string, Value>, keys: Iterable<string>, absent: Value): readonly string[] {
  const missing: string[] = []
  for (const key of keys) {
    if (known.has(key)) continue
    known.set(key, absent)
    missing.push(key)
  }
  return missing
}
