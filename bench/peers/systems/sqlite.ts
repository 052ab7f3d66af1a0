import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startServer } from '../../support/processes.ts'
import { type Row, readCorpus } from '../corpus.ts'
import { indexes, schema } from '../servers/sqlite-sql.ts'
import { type System, together } from '../system.ts'

const script = join(import.meta.dirname, '../servers/sqlite-server.ts')

/** SQLite with FTS5 and R*Tree behind node:http, in process. */
export function sqlite(): System {
  const file = join(mkdtempSync(join(tmpdir(), 'gazetteer-peer-')), 'places.db')
  return {
    name: 'sqlite',
    missing: () => undefined,
    async load(corpus) {
      const started = performance.now()
      const database = new DatabaseSync(file)
      database.exec(schema)
      await insertAll(database, readCorpus(corpus))
      database.exec(indexes)
      database.close()
      return (performance.now() - started) / 1000
    },
    async start() {
      return together(await startServer({ script: [script], environment: { DATABASE: file }, readyPath: '/ready' }))
    },
    pathOf: (asked) => `/place?asked=${encodeURIComponent(JSON.stringify(asked))}`,
  }
}

async function insertAll(database: DatabaseSync, rows: AsyncIterable<Row>): Promise<void> {
  const place = database.prepare('insert into place values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const words = database.prepare('insert into search (rowid, words, name) values (?, ?, ?)')
  const position = database.prepare('insert into position values (?, ?, ?, ?, ?)')
  database.exec('begin')
  for await (const row of rows) {
    const { rank, longitude, latitude } = row
    const shown = !row.partial && !row.deleted && row.published !== undefined
    place.run(
      rank,
      row.id,
      row.document,
      row.slug,
      row.name,
      row.city ?? null,
      row.ownerId,
      row.types.join(),
      Number(shown),
      row.published ?? null,
      row.depublished ?? null,
      `${longitude},${latitude}`,
    )
    words.run(rank, row.words.join(' '), row.nameWords.join(' '))
    position.run(rank, longitude, longitude, latitude, latitude)
  }
  database.exec('commit')
}
