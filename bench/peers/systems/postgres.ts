import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, createWriteStream, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, pinned, processCpuSeconds, startServer } from '../../support/processes.ts'
import { type Row, readCorpus } from '../corpus.ts'
import { indexes, schema } from '../servers/postgres-sql.ts'
import type { RunningSystem, System } from '../system.ts'

const programs = '/usr/lib/postgresql/15/bin'
const serverScript = join(import.meta.dirname, '../servers/postgres-server.ts')

/** Everything in memory; the same durability as the service for what is written. */
const settings = {
  shared_buffers: '4GB',
  effective_cache_size: '8GB',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  random_page_cost: '1.0',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_wal_size: '8GB',
  plan_cache_mode: 'auto',
}

/** PostgreSQL 15 with PostGIS behind Fastify and pg. */
export function postgres(): System {
  const folder = join(mkdtempSync(join(tmpdir(), 'gazetteer-peer-')), 'data')
  return {
    name: 'postgres',
    missing: () => (existsSync(join(programs, 'postgres')) ? undefined : 'PostgreSQL 15 is not installed'),
    async load(corpus) {
      const started = performance.now()
      chmodSync(join(folder, '..'), 0o777)
      asPostgres([join(programs, 'initdb'), '-D', folder, '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust'])
      const database = await startDatabase(folder, true)
      try {
        await fill(database.url, corpus, join(folder, '..', 'place.tsv'))
      } finally {
        await database.stop()
      }
      return (performance.now() - started) / 1000
    },
    start: () => startBoth(folder),
    pathOf: (asked) =>
      asked.placeId === undefined
        ? `/place?asked=${encodeURIComponent(JSON.stringify(asked))}`
        : `/place/${asked.placeId}`,
  }
}

interface Database {
  readonly url: string
  readonly process: ChildProcess
  stop(): Promise<void>
}

function asPostgres(command: readonly string[]): void {
  const [program = '', ...args] = dropped(command)
  execFileSync(program, args, { stdio: 'ignore', cwd: '/' })
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
  const server = [
    join(programs, 'postgres'),
    '-D',
    folder,
    '-p',
    String(port),
    '-k',
    folder,
    '-h',
    '127.0.0.1',
    ...options,
  ]
  const command = dropped(server)
  const [program, args] = everyCore ? [command[0]!, command.slice(1)] : pinned(0, command)
  const child = spawn(program, args, { stdio: 'ignore', cwd: '/' })
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  await answering(url)
  return {
    url,
    process: child,
    async stop() {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  throw new Error('PostgreSQL did not answer within 30 s')
}

async function fill(url: string, corpus: string, file: string): Promise<void> {
  const out = createWriteStream(file)
  for await (const row of readCorpus(corpus)) if (!out.write(`${lineOf(row)}\n`)) await once(out, 'drain')
  out.end()
  await once(out, 'finish')
  chmodSync(file, 0o644)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(schema)
  await client.query(`copy place from '${file}'`)
  for (const statement of indexes.split(';').filter((text) => text.trim() !== '')) await client.query(statement)
  await client.query('checkpoint')
  await client.end()
}

/** A row in the text format of COPY. */
function lineOf(row: Row): string {
  const instant = (millis: number | undefined) => (millis === undefined ? undefined : new Date(millis).toISOString())
  const cells = [
    row.id,
    row.document,
    row.rank,
    row.slug,
    row.name,
    row.city,
    row.ownerId,
    `{${row.types.join()}}`,
    row.partial,
    row.deleted,
    instant(row.published),
    instant(row.depublished),
    `SRID=4326;POINT(${row.longitude} ${row.latitude})`,
    row.words.join(' '),
    row.nameWords.join(' '),
  ]
  return cells.map((cell) => (cell === undefined ? '\\N' : escaped(String(cell)))).join('\t')
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}

async function startBoth(folder: string): Promise<RunningSystem> {
  const database = await startDatabase(folder, false)
  await warm(database.url)
  const server = await startServer({
    script: [serverScript],
    environment: { DATABASE_URL: database.url },
    readyPath: '/ready',
  })
  const all = () => [server.pid, ...treeOf(database.process.pid!)]
  return {
    url: server.url,
    headers: {},
    cpuSeconds: () => all().reduce((sum, pid) => sum + processCpuSeconds(pid), 0),
    memoryBytes: () => all().reduce((sum, pid) => sum + ownMemory(pid), 0),
    async stop() {
      await server.stop()
      await database.stop()
    },
  }
}

/** Reads the table and its indexes once, so that nothing is asked of the disk. */
async function warm(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create extension if not exists pg_prewarm')
  await client.query("select pg_prewarm(oid) from pg_class where relname like 'place%' and relkind in ('r', 'i')")
  await client.end()
}

function treeOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [
          {
            pid: Number(name),
            parent: Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]),
          },
        ]
      } catch {
        return []
      }
    })
  return [pid, ...parents.filter(({ parent }) => parent === pid).map((child) => child.pid)]
}

/** The proportional share of memory, so that what processes share counts once. */
function ownMemory(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
