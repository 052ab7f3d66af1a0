import { once } from 'node:events'
import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findPrograms } from '../../test/support/postgres/install.ts'
import { startServer as startPostgres, superuser } from '../../test/support/postgres/server.ts'
import { type Row, readRows } from '../corpus.ts'
import { peerRequest } from '../operation.ts'
import { cpuSecondsOf, pinProcess, startServer } from '../support/processes.ts'
import type { World } from '../world.ts'
import type { Peer } from './peer.ts'
import { indexes, placeValues, schema, settled } from './postgres-schema.ts'

const programs = findPrograms() ?? ''

/** Everything in memory, without parallel workers on one core, with full durability. */
const settings = {
  fsync: 'on',
  full_page_writes: 'on',
  shared_buffers: '6GB',
  effective_cache_size: '10GB',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  random_page_cost: '1.0',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_wal_size: '8GB',
  wal_compression: 'off',
  update_process_title: 'off',
}

const folderOf = ({ folder }: World) => join(folder, 'postgres')

/** PostgreSQL with PostGIS behind `node:http` and pg, over its socket. */
export const postgres: Peer = {
  name: 'postgres',
  ...(programs === '' && { missing: 'PostgreSQL with PostGIS is not installed' }),
  writes: true,
  dataOf: folderOf,
  load,
  start,
}

async function load(world: World): Promise<void> {
  rmSync(folderOf(world), { recursive: true, force: true })
  await using database = await startDatabase(folderOf(world))
  await fill(database.url, world)
}

async function start(folder: string): ReturnType<Peer['start']> {
  await using opening = new AsyncDisposableStack()
  const database = opening.use(await startDatabase(folder))
  pinProcess(database.pid())
  await withClient(database.url, async (client) => {
    await client.query(`select pg_prewarm(oid) from pg_class
      where relkind in ('r', 'i', 't') and relnamespace = 'public'::regnamespace`)
  })
  const script = [join(import.meta.dirname, 'postgres-server.ts')]
  const environment = { DATABASE_URL: database.url }
  const server = opening.use(await startServer({ script, environment, readyPath: '/ready' }))
  const open = opening.move()
  return {
    url: server.url,
    requestOf: peerRequest,
    cpuSeconds: () => server.cpuSeconds() + cpuSecondsOf(database.pid()),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Starts a server that is queried over its Unix socket. */
async function startDatabase(folder: string) {
  const server = await startPostgres({ programs, settings, folder })
  return {
    url: `postgres://${superuser}@localhost:${server.port}/postgres?host=${encodeURIComponent(folder)}`,
    pid: () => server.pid(),
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client).finally(() => client.end())
}

async function fill(url: string, world: World): Promise<void> {
  const file = join(world.folder, 'postgres.tsv')
  const out = createWriteStream(file)
  const names = new Map<string, string>()
  for await (const row of readRows(world.rows)) {
    const { owner, categories = [], tags = [] } = JSON.parse(row.named) as Named
    for (const { id, name } of [owner, ...categories, ...tags]) if (name !== undefined) names.set(id, name)
    if (!out.write(`${lineOf(row)}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
  await withClient(url, async (client) => {
    await client.query(schema)
    await client.query(`copy arriving from '${file.replaceAll("'", "''")}'`)
    await client.query(settled)
    const entries = [[...names.keys()], [...names.values()]]
    await client.query('insert into directory select * from unnest($1::text[], $2::text[])', entries)
    for (const statement of indexes.split(';').filter((text) => text.trim() !== '')) await client.query(statement)
  })
  rmSync(file)
}

type Entry = { readonly id: string; readonly name?: string }
type Named = { readonly owner: Entry; readonly categories?: readonly Entry[]; readonly tags?: readonly Entry[] }

/** A row in the text format of COPY. */
function lineOf(row: Row): string {
  return [...placeValues(row), row.document, row.named].map(cellOf).join('\t')
}

function cellOf(value: unknown): string {
  if (value === null) return '\\N'
  return String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}
