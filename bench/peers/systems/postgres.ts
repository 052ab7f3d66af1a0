import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../../test/support/ports.ts'
import { cpuSecondsOf, memoryBytesOf } from '../../support/proc.ts'
import { pinned, startServer } from '../../support/processes.ts'
import { type Row, readRows } from '../corpus.ts'
import { copyOf, removeFolder } from '../scratch.ts'
import { columns, indexes, schema, settled } from '../servers/postgres-schema.ts'
import { unitVector } from '../servers/unit-vector.ts'
import { foundInPage, type Materials, type RunningSystem, type System } from '../system.ts'
import { requestByParameters } from './request.ts'

const programs = '/usr/lib/postgresql/15/bin'
const serverScript = join(import.meta.dirname, '../servers/postgres-server.ts')

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

/** PostgreSQL 15 with PostGIS behind Fastify and pg. */
export function postgres(): System {
  return {
    name: 'postgres',
    about: () => {
      const version = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' })
      return `${version.replace(/^postgres \(PostgreSQL\) ([\d.]+).*/s, 'PostgreSQL $1')}, PostGIS 3, Fastify ${versionOf('fastify')}, pg ${versionOf('pg')}`
    },
    missing: () => (existsSync(join(programs, 'postgres')) ? undefined : 'PostgreSQL 15 is not installed'),
    load,
    start,
    lacks: {},
    requestOf: requestByParameters,
    found: foundInPage,
  }
}

const dataOf = ({ folder }: Materials) => join(folder, 'postgres')

async function load(materials: Materials): Promise<void> {
  const folder = dataOf(materials)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  chmodSync(folder, 0o700)
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder])
  const init = dropped([join(programs, 'initdb'), '-D', folder, '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust'])
  execFileSync(init[0]!, init.slice(1), { stdio: 'ignore', cwd: '/' })
  const database = await startDatabase(folder, true)
  try {
    await fill(database.url, materials)
  } finally {
    await database.stop()
  }
}

async function start(materials: Materials, scratch: boolean): Promise<RunningSystem> {
  const folder = scratch ? copyOf(dataOf(materials)) : dataOf(materials)
  const database = await startDatabase(folder, false)
  try {
    await warm(database.url)
    const server = await startServer({
      script: [serverScript],
      environment: { DATABASE_URL: database.url, NODE_ENV: 'production' },
      readyPath: '/ready',
    })
    return {
      url: server.url,
      headers: {},
      cpuSeconds: () => server.cpuSeconds() + cpuSecondsOf(database.pid),
      memoryBytes: () => server.memoryBytes() + memoryBytesOf(database.pid),
      async stop() {
        await server.stop()
        await database.stop()
        if (scratch) removeFolder(folder)
      },
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

interface Database {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** As root, the server may not run; as somebody else it runs as that. */
function dropped(command: readonly string[]): string[] {
  return process.getuid?.() === 0
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
    : [...command]
}

async function startDatabase(folder: string, everyCore: boolean): Promise<Database> {
  const port = await freePort()
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const address = ['-p', String(port), '-k', folder, '-h', '']
  const command = dropped([join(programs, 'postgres'), '-D', folder, ...address, ...options])
  const [program, args] = everyCore ? [command[0]!, command.slice(1)] : pinned(0, command)
  const child = spawn(program, args, { stdio: 'ignore', cwd: '/' })
  const url = `postgresql://postgres@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`
  await answering(child, url)
  return { url, pid: child.pid!, stop: () => stop(child) }
}

/** SIGINT: connections are ended, and what is written is checkpointed. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
}

const readyMillis = 60_000

async function answering(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + readyMillis
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with status ${child.exitCode} before it answered`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await stop(child)
  throw new Error(`PostgreSQL did not answer within ${readyMillis / 1000} s`)
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

async function fill(url: string, materials: Materials): Promise<void> {
  const file = join(materials.folder, 'postgres.tsv')
  const out = createWriteStream(file)
  for await (const row of readRows(materials.corpus.rows)) if (!out.write(`${lineOf(row)}\n`)) await once(out, 'drain')
  out.end()
  await once(out, 'finish')
  const names = Object.entries(JSON.parse(readFileSync(materials.corpus.names, 'utf8')) as Record<string, string>)
  await withClient(url, async (client) => {
    await client.query(schema)
    await client.query(`copy arriving from ${quoted(file)}`)
    await client.query(settled)
    await client.query('insert into directory select * from unnest($1::text[], $2::text[])', [
      names.map(([id]) => id),
      names.map(([, name]) => name),
    ])
    for (const statement of indexes.split(';').filter((text) => text.trim() !== '')) await client.query(statement)
  })
  rmSync(file)
}

function quoted(file: string): string {
  return `'${file.replaceAll("'", "''")}'`
}

/** A row in the text format of COPY, in the order of `columns`. */
function lineOf(row: Row): string {
  const instant = (millis: number | undefined) => (millis === undefined ? undefined : new Date(millis).toISOString())
  const [x, y, z] = unitVector(row.longitude, row.latitude)
  const cells: Readonly<Record<(typeof columns)[number], unknown>> = {
    id: row.id,
    name_key: row.nameKey,
    slug: row.slug,
    name: row.name,
    city: row.city,
    type: row.type,
    hidden: row.partial || row.deleted,
    published: instant(row.published),
    depublished: instant(row.depublished),
    position: `SRID=4326;POINT(${row.longitude} ${row.latitude})`,
    x,
    y,
    z,
    words: row.words.join(' '),
    name_words: row.nameWords.join(' '),
    body: row.document,
    named_body: row.named,
  }
  return columns.map((column) => cellOf(cells[column])).join('\t')
}

function cellOf(value: unknown): string {
  if (value === undefined) return '\\N'
  return String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}

/** Reads every table and index once, so that nothing is asked of the disk. */
async function warm(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      "select pg_prewarm(oid) from pg_class where relkind in ('r', 'i', 't') and relnamespace = 'public'::regnamespace",
    )
  })
}

function versionOf(name: string): string {
  return String(createRequire(import.meta.url)(`${name}/package.json`).version)
}
