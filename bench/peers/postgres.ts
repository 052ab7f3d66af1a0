import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../test/support/ports.ts'
import { findPrograms } from '../../test/support/postgres/install.ts'
import { peerRequest } from '../asked.ts'
import { type Row, readRows } from '../corpus.ts'
import { cpuSecondsOf, pinned, startServer, stop } from '../support/processes.ts'
import type { World } from '../world.ts'
import type { Peer } from './peer.ts'
import { indexes, placeValues, schema, settled } from './postgres-schema.ts'

const programs = findPrograms() ?? ''

/** Everything in memory, no parallel workers on one core; durability as it is by default, which is full. */
const settings = {
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

/** A command that PostgreSQL, which does not run as root, gets as its own user there. */
function unprivileged(command: readonly string[]): readonly string[] {
  if (process.getuid?.() !== 0) return command
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
}

async function load(world: World): Promise<void> {
  const folder = folderOf(world)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  chmodSync(folder, 0o700)
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder])
  const options = ['-D', folder, '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust']
  const [program = '', ...args] = unprivileged([join(programs, 'initdb'), ...options])
  execFileSync(program, args, { stdio: 'ignore', cwd: '/' })
  const database = await startDatabase(folder, true)
  await fill(database.url, world).finally(() => stop(database.child, 'SIGINT'))
}

async function start(folder: string): ReturnType<Peer['start']> {
  const { child, url } = await startDatabase(folder, false)
  try {
    await withClient(url, async (client) => {
      await client.query(`select pg_prewarm(oid) from pg_class
        where relkind in ('r', 'i', 't') and relnamespace = 'public'::regnamespace`)
    })
    const script = [join(import.meta.dirname, 'postgres-server.ts')]
    const server = await startServer({ script, environment: { DATABASE_URL: url }, readyPath: '/ready' })
    return {
      url: server.url,
      headers: {},
      requestOf: peerRequest,
      cpuSeconds: () => server.cpuSeconds() + cpuSecondsOf(child.pid!),
      stop: () => server.stop().finally(() => stop(child, 'SIGINT')),
    }
  } catch (error) {
    await stop(child, 'SIGINT')
    throw error
  }
}

async function startDatabase(folder: string, everyCore: boolean): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort()
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const address = ['-p', String(port), '-k', folder, '-h', '']
  const command = unprivileged([join(programs, 'postgres'), '-D', folder, ...address, ...options])
  const [program, args] = pinned(everyCore ? 'every' : 0, command)
  const child = spawn(program, args, { stdio: 'ignore', cwd: '/' })
  const url = `postgresql://postgres@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`
  for (const until = performance.now() + 60_000; ; ) {
    const isUp = await withClient(url, async () => undefined).then(
      () => true,
      () => false,
    )
    if (isUp) return { child, url }
    if (child.exitCode !== null || performance.now() > until) throw new Error(`PostgreSQL did not start in ${folder}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
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
