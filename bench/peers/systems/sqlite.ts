import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startServer } from '../../support/processes.ts'
import { isShown, type Row, readRows } from '../corpus.ts'
import { indexes, schema } from '../servers/sqlite-search.ts'
import { foundInPage, type Materials, type System } from '../system.ts'
import { requestByParameters } from './request.ts'

const script = join(import.meta.dirname, '../servers/sqlite-server.ts')

/** SQLite with FTS5 and R*Tree behind node:http, in process. It only reads: its rowids are the ranks of names. */
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
    start: async (materials) => ({
      ...(await startServer({
        script: [script],
        environment: { DATABASE: fileOf(materials) },
        readyPath: '/ready',
      })),
      headers: {},
    }),
    lacks: { writing: 'it only reads here, since its rowids are the ranks of names' },
    requestOf: requestByParameters,
    found: foundInPage,
  }
}

const fileOf = ({ folder }: Materials) => join(folder, 'sqlite.db')

async function insertAll(database: DatabaseSync, rows: AsyncIterable<Row>): Promise<void> {
  const place = database.prepare('insert into place values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const words = database.prepare('insert into search (rowid, words, name) values (?, ?, ?)')
  const position = database.prepare('insert into position values (?, ?, ?, ?, ?)')
  const now = Date.now()
  let rank = 0
  database.exec('begin')
  for await (const row of rows) {
    const { longitude, latitude } = row
    rank++
    place.run(
      rank,
      row.id,
      row.document,
      row.named,
      row.slug,
      row.name,
      row.city ?? null,
      row.type,
      Number(isShown({ ...row, depublished: undefined }, now)),
      row.published ?? null,
      row.depublished ?? null,
      `${longitude},${latitude}`,
    )
    words.run(rank, row.words.join(' '), row.nameWords.join(' '))
    position.run(rank, longitude, longitude, latitude, latitude)
  }
  database.exec('commit')
}
