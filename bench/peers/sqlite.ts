import { createReadStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readRows, unitVector } from '../corpus.ts'
import { peerRequest } from '../operation.ts'
import { startServer } from '../support/processes.ts'
import type { World } from '../world.ts'
import type { Peer } from './peer.ts'
import { indexes, schema } from './sqlite-search.ts'

const fileOf = ({ folder }: World) => join(folder, 'sqlite.db')

/** SQLite with FTS5 and R*Tree behind `node:http`, in process. Its rowids are the ranks of names. */
export const sqlite: Peer = {
  name: 'sqlite',
  writes: false,
  dataOf: fileOf,
  load,
  async start(file) {
    // Reads the file into the page cache, so that measuring never waits for the disk.
    for await (const _ of createReadStream(file, { highWaterMark: 2 ** 20 }));
    const script = [join(import.meta.dirname, 'sqlite-server.ts')]
    const server = await startServer({ script, environment: { DATABASE: file }, readyPath: '/ready' })
    return { ...server, requestOf: peerRequest }
  },
}

async function load(world: World): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) rmSync(fileOf(world) + suffix, { force: true })
  const database = new DatabaseSync(fileOf(world))
  database.exec(schema)
  const insert = Object.entries({ place: 7, document: 3, position: 9 }).map(([table, columns]) =>
    database.prepare(`insert into ${table} values (${Array.from({ length: columns }, () => '?').join()})`),
  )
  const search = database.prepare('insert into search (rowid, words, name) values (?, ?, ?)')
  let rank = 0
  database.exec('begin')
  for await (const row of readRows(world.rows)) {
    rank++
    const { id, slug, name, city = null, type, published, longitude, latitude } = row
    insert[0]!.run(rank, id, slug, name, city, type, published)
    insert[1]!.run(rank, row.document, row.named)
    insert[2]!.run(rank, longitude, longitude, latitude, latitude, id, ...unitVector(longitude, latitude))
    search.run(rank, row.words.join(' '), row.nameWords.join(' '))
  }
  database.exec('commit')
  database.exec(indexes)
  database.close()
}
