import { createReadStream, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startServer } from '../../support/processes.ts'
import { type CorpusFiles, type DirectoryNames, isShown, readRows } from '../corpus.ts'
import { copyOf, removeFolder } from '../scratch.ts'
import { indexes, schema } from '../servers/sqlite-search.ts'
import { placeTables, rankGap } from '../servers/sqlite-writes.ts'
import { foundInPage, type Materials, type System } from '../system.ts'
import { requestByParameters } from './request.ts'

const script = join(import.meta.dirname, '../servers/sqlite-server.ts')

/** SQLite with FTS5 and R*Tree behind node:http, in process. Its rowids are the ranks of names, and only what is visible is in it. */
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
      database.exec('begin')
      await insertAll(database, materials.corpus)
      database.exec('commit')
      database.exec(indexes)
      database.close()
    },
    async start(materials, scratch) {
      const file = scratch ? copyOf(fileOf(materials)) : fileOf(materials)
      await readThrough(file)
      const server = await startServer({ script: [script], environment: { DATABASE: file }, readyPath: '/ready' })
      return {
        ...server,
        headers: {},
        async stop() {
          await server.stop()
          if (scratch) removeFolder(file)
        },
      }
    },
    lacks: {},
    requestOf: requestByParameters,
    found: foundInPage,
  }
}

const fileOf = ({ folder }: Materials) => join(folder, 'sqlite.db')

/** So that nothing is asked of the disk. */
async function readThrough(file: string): Promise<void> {
  for await (const _ of createReadStream(file, { highWaterMark: 2 ** 20 }));
}

async function insertAll(database: DatabaseSync, corpus: CorpusFiles): Promise<void> {
  const names = JSON.parse(readFileSync(corpus.names, 'utf8')) as DirectoryNames
  const directory = database.prepare('insert into directory values (?, ?)')
  for (const [id, name] of Object.entries(names)) directory.run(id, name)
  const tables = placeTables(database)
  const now = Date.now()
  let rank = 0
  for await (const row of readRows(corpus.rows)) {
    if (!isShown(row, now)) continue
    rank += rankGap
    tables.insert(rank, row)
  }
}
