import { createReadStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startServer } from '../../support/processes.ts'
import { isShown, type Row, readRows } from '../corpus.ts'
import { indexes, schema } from '../servers/sqlite-search.ts'
import { unitVector } from '../servers/unit-vector.ts'
import { foundInPage, type Materials, type System } from '../system.ts'
import { requestByParameters } from './request.ts'

const script = join(import.meta.dirname, '../servers/sqlite-server.ts')

/**
 * SQLite with FTS5 and R*Tree behind node:http, in process. It is laid out for reading alone, as fast as it can be: its
 * rowids are the ranks of names, and what is not visible is left out.
 */
export function sqlite(): System {
  return {
    name: 'sqlite',
    about: () => `SQLite ${process.versions.sqlite} with FTS5 and R*Tree, in process behind node:http`,
    missing: () => undefined,
    async load(materials) {
      const file = fileOf(materials)
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
      const database = new DatabaseSync(file)
      database.exec(schema)
      await insertAll(database, readRows(materials.corpus.rows))
      database.exec(indexes)
      database.close()
    },
    async start(materials) {
      await readThrough(fileOf(materials))
      const environment = { DATABASE: fileOf(materials) }
      return { ...(await startServer({ script: [script], environment, readyPath: '/ready' })), headers: {} }
    },
    lacks: { writing: 'it is laid out for reading alone here: its rowids are the ranks of names' },
    requestOf: requestByParameters,
    found: foundInPage,
  }
}

const fileOf = ({ folder }: Materials) => join(folder, 'sqlite.db')

/** So that nothing is asked of the disk. */
async function readThrough(file: string): Promise<void> {
  for await (const _ of createReadStream(file, { highWaterMark: 2 ** 20 }));
}

async function insertAll(database: DatabaseSync, rows: AsyncIterable<Row>): Promise<void> {
  const place = database.prepare('insert into place values (?, ?, ?, ?, ?, ?, ?)')
  const document = database.prepare('insert into document values (?, ?, ?)')
  const words = database.prepare('insert into search (rowid, words, name) values (?, ?, ?)')
  const position = database.prepare('insert into position values (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const now = Date.now()
  let rank = 0
  database.exec('begin')
  for await (const row of rows) {
    if (!isShown(row, now)) continue
    const { longitude, latitude } = row
    rank++
    place.run(rank, row.id, row.slug, row.name, row.city ?? null, row.type, row.published ?? 0)
    document.run(rank, row.document, row.named)
    words.run(rank, row.words.join(' '), row.nameWords.join(' '))
    position.run(rank, longitude, longitude, latitude, latitude, row.id, ...unitVector(longitude, latitude))
  }
  database.exec('commit')
}
