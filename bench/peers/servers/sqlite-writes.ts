import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { isShown, type Row } from '../corpus.ts'
import type { PlaceRows } from './place-rows.ts'
import { unitVector } from './unit-vector.ts'

/** A rank in so many is taken when the places are loaded, so that others find room between them. */
export const rankGap = 64

/** The places of a database, by their ranks. */
export interface PlaceTables {
  insert(rank: number, row: Row): void
  remove(rank: number): void
  /** The same place with the same rank. */
  replace(rank: number, row: Row): void
}

/** Tables of `schema`, whose statements are prepared once. */
export function placeTables(database: DatabaseSync): PlaceTables {
  const insert = {
    place: database.prepare('insert into place values (?, ?, ?, ?, ?, ?, ?, ?)'),
    document: database.prepare('insert into document values (?, ?, ?)'),
    search: database.prepare('insert or replace into search (rowid, words, name) values (?, ?, ?)'),
    position: database.prepare('insert into position values (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  }
  const remove = ['place', 'document', 'search', 'position'].map((table) =>
    database.prepare(`delete from ${table} where ${table === 'search' ? 'rowid' : 'rank'} = ?`),
  )
  // The last row that FTS5 writes has a number of its own, beyond what is safe.
  for (const statement of remove) statement.setReadBigInts(true)
  const update = {
    place: database.prepare('update place set slug = ?, name = ?, city = ?, type = ?, published = ? where rank = ?'),
    document: database.prepare('update document set body = ?, named = ? where rank = ?'),
    position: database.prepare(
      'update position set west = ?, east = ?, south = ?, north = ?, x = ?, y = ?, z = ? where rank = ?',
    ),
  }
  const read = {
    place: database.prepare('select slug, name, city, type, published from place where rank = ?'),
    position: database.prepare('select x, y, z from position where rank = ?'),
  }
  const searched = ({ slug, name, city, type, published }: Row) => [slug, name, city ?? null, type, published ?? 0]
  const box = ({ longitude, latitude }: Row) => [longitude, longitude, latitude, latitude]
  const isAs = (statement: StatementSync, rank: number, values: readonly unknown[]) =>
    Object.values(statement.get(rank) ?? {}).every((value, at) => value === values[at])
  return {
    insert(rank, row) {
      insert.place.run(rank, row.id, row.nameKey, ...searched(row))
      insert.document.run(rank, row.document, row.named)
      insert.search.run(rank, row.words.join(' '), row.nameWords.join(' '))
      insert.position.run(rank, ...box(row), row.id, ...unitVector(row.longitude, row.latitude))
    },
    remove(rank) {
      for (const statement of remove) statement.run(rank)
    },
    replace(rank, row) {
      // What did not change leaves its indexes alone.
      const vector = unitVector(row.longitude, row.latitude)
      if (!isAs(read.place, rank, searched(row))) update.place.run(...searched(row), rank)
      if (!isAs(read.position, rank, vector)) update.position.run(...box(row), ...vector, rank)
      update.document.run(row.document, row.named, rank)
      insert.search.run(rank, row.words.join(' '), row.nameWords.join(' '))
    },
  }
}

/**
 * Writes places with their entries in the journal. Those that come within a turn of the event loop are one transaction,
 * which is durable before any of them is answered, and readers wait meanwhile: one thread does all.
 */
export class PlaceWriter {
  readonly #database: DatabaseSync
  readonly #rows: PlaceRows
  readonly #tables: PlaceTables
  readonly #select: Readonly<Record<'before' | 'after' | 'body' | 'slug' | 'written', StatementSync>>
  readonly #count: StatementSync
  readonly #note: StatementSync
  #group: Waiting[] = []

  constructor(database: DatabaseSync, rows: PlaceRows) {
    this.#database = database
    this.#rows = rows
    this.#tables = placeTables(database)
    const nextRank = (than: '<' | '>', order: 'asc' | 'desc') =>
      database.prepare(
        `select rank from place where (name_key, id) ${than} (?, ?) order by name_key ${order}, id ${order} limit 1`,
      )
    this.#select = {
      before: nextRank('<', 'desc'),
      after: nextRank('>', 'asc'),
      body: database.prepare('select body from document where rank = ?'),
      slug: database.prepare('select 1 from place where slug = ?'),
      written: database.prepare('select rank, name_key, body from place join document using (rank) where id = ?'),
    }
    this.#count = database.prepare('update total set places = places + 1')
    this.#note = database.prepare('insert into journal (place, action, at, body) values (?, ?, ?, ?)')
  }

  /** Gives the body of the answer. */
  create(body: Readonly<Record<string, unknown>>): Promise<string> {
    return this.#inGroup(() => {
      const at = new Date().toISOString()
      for (const row of this.#rows.created(body, at)) {
        if (this.#select.slug.get(row.slug) !== undefined) continue
        assertShown(row)
        this.#tables.insert(this.#rankFor(row), row)
        this.#count.run()
        this.#note.run(row.id, 'create', at, row.document)
        return row.named
      }
      throw new Error('there is always another slug')
    })
  }

  /** Gives whether there is such a place. */
  patch(id: string, change: Readonly<Record<string, unknown>>): Promise<boolean> {
    return this.#inGroup(() => {
      const written = this.#select.written.get(id) as { rank: number; name_key: string; body: string } | undefined
      if (written === undefined) return false
      const at = new Date().toISOString()
      const row = this.#rows.changed(written.body, change, at)
      assertShown(row)
      if (row.nameKey === written.name_key) this.#tables.replace(written.rank, row)
      else {
        this.#tables.remove(written.rank)
        this.#tables.insert(this.#rankFor(row), row)
      }
      this.#note.run(id, 'patch', at, row.document)
      return true
    })
  }

  /** A free rank between its neighbours. */
  #rankFor({ nameKey, id }: Row): number {
    const before = Number(this.#select.before.get(nameKey, id)?.rank ?? 0)
    const after = Number(this.#select.after.get(nameKey, id)?.rank ?? before + 2 * rankGap)
    const middle = Math.floor((before + after) / 2)
    if (middle > before) return middle
    this.#makeRoom(after)
    return after
  }

  /** Moves a place one up, and before it those that are in its way. */
  #makeRoom(rank: number): void {
    const body = this.#select.body.get(rank)?.body
    if (body === undefined) return
    this.#makeRoom(rank + 1)
    this.#tables.remove(rank)
    this.#tables.insert(rank + 1, this.#rows.read(String(body)))
  }

  #inGroup<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        carryOut() {
          const result = work()
          waiting.answer = () => resolve(result)
        },
        answer: () => reject(new Error('it was not carried out')),
        fail: reject,
      }
      if (this.#group.push(waiting) === 1) setImmediate(() => this.#commit())
    })
  }

  #commit(): void {
    const group = this.#group
    this.#group = []
    try {
      this.#database.exec('begin immediate')
      for (const waiting of group) waiting.carryOut()
      this.#database.exec('commit')
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback')
      for (const { fail } of group) fail(error)
      return
    }
    for (const { answer } of group) answer()
  }
}

interface Waiting {
  carryOut(): void
  answer(): void
  fail(error: unknown): void
}

/** Places that are to be seen later would need a table of their own, which nothing here asks for. */
function assertShown(row: Row): void {
  if (!isShown(row, Date.now())) throw new Error(`${row.id} is not visible, and only what is visible is kept here`)
}
