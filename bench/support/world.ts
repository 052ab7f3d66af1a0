import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { cpuSecondsOf } from './proc.ts'
import { type ServerProcess, startServer } from './processes.ts'
import { createRandom } from './random.ts'
import { inventedVenues } from './venues.ts'

const root = resolve(import.meta.dirname, '../..')
const program = join(root, 'src/main.ts')

/** A key of the bench alone; the servers listen on loopback for its time only. */
export const benchKey = 'bench-admin-key'

/** Where the real venues lie, if they do. */
export const sharedData = resolve(root, '../shared/data')

/** A line of an import: an entry of the directory or a place. */
export type Line = Readonly<Record<string, unknown>>

/** A data folder with places in it, and how long it took to fill. */
export interface World {
  readonly dataDir: string
  readonly places: number
  readonly source: 'real venues' | 'invented venues'
  readonly importSeconds: number
  /** Processor time of the import, all its threads. */
  readonly importCpuSeconds: number
}

/** What a world is made of. */
export interface WorldOptions {
  readonly places: number
  /** Where the data folder is made; a new one when left out. */
  readonly folder?: string
  /** Where the real venues are looked for. */
  readonly data?: string
}

/** Imports real places, or invented ones where the real ones are missing, into a new data folder. */
export async function buildWorld({ places, folder, data = sharedData }: WorldOptions): Promise<World> {
  const home = folder ?? mkdtempSync(join(tmpdir(), 'gazetteer-bench-'))
  const dataDir = join(home, 'data')
  const [entries = '', venues = ''] = ['directory-million', 'places-million'].map((name) =>
    join(data, `${name}.ndjson.gz`),
  )
  const isReal = existsSync(entries) && existsSync(venues)
  const lines = join(home, 'places.ndjson')
  await pipeline(isReal ? everyNth(venues, places) : invented(places), createWriteStream(lines))
  const files = isReal ? [entries, lines] : [lines]
  const [started, cpuBefore] = [performance.now(), cpuSecondsOf(process.pid)]
  await run(['import', ...files], { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const importSeconds = (performance.now() - started) / 1000
  // Processes that ended are counted with the one that waited for them.
  const importCpuSeconds = cpuSecondsOf(process.pid) - cpuBefore
  rmSync(lines)
  return { dataDir, places, importSeconds, importCpuSeconds, source: isReal ? 'real venues' : 'invented venues' }
}

/** How the service is started beside what it always has: on the first core alone unless it may use every one. */
export interface GazetteerOptions {
  readonly everyCore?: boolean
  readonly environment?: Readonly<Record<string, string>>
}

/** Starts the service on a world, as an operator would. */
export function startGazetteer(dataDir: string, options: GazetteerOptions = {}): Promise<ServerProcess> {
  const { everyCore = false, environment = {} } = options
  return startServer({
    script: [program, 'serve'],
    environment: { DATA_DIR: dataDir, ADMIN_KEY: benchKey, LOG_LEVEL: 'info', ...environment },
    readyPath: '/health/ready',
    everyCore,
  })
}

/** Starts the bare server that sends the answers of a file in turn. */
export function startBare(bodies: string): Promise<ServerProcess> {
  const script = join(import.meta.dirname, 'bare.ts')
  return startServer({ script: [script], environment: { BODIES: bodies }, readyPath: '/' })
}

/** Makes a key that may do so much and no more, as callers have it. */
export async function makeBenchKey(server: ServerProcess, permissions: readonly string[]): Promise<string> {
  const answer = await fetch(`${server.url}/keys`, {
    method: 'POST',
    headers: { 'X-API-Key': benchKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', permissions }),
  })
  if (answer.status !== 201) throw new Error(`making a key was answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { readonly key: string }).key
}

/** Asks the running service once; throws for anything but 200. */
export async function ask(
  server: ServerProcess,
  path: string,
  key = benchKey,
): Promise<{ body: Buffer; timing: string }> {
  const answer = await fetch(server.url + path, { headers: { 'X-API-Key': key, 'Accept-Encoding': 'identity' } })
  const body = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${body.toString('utf8', 0, 300)}`)
  return { body, timing: answer.headers.get('server-timing') ?? '' }
}

const realVenues = 1_000_000

/** Lines spread evenly over the file, which is sorted by where venues are: so that a small world is as a large one. */
async function* everyNth(file: string, count: number): AsyncIterable<string> {
  let number = 0
  let taken = 0
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    if (taken === count) return
    if (number++ < (taken * realVenues) / count) continue
    taken++
    yield `${line}\n`
  }
}

function* invented(count: number): Iterable<string> {
  for (const line of inventedVenues(count, createRandom(1))) yield `${JSON.stringify(line)}\n`
}

async function run(args: readonly string[], environment: Record<string, string>): Promise<void> {
  const command = [process.execPath, program, ...args]
  const status = await new Promise((done, fail) => {
    const child = spawn(command[0]!, command.slice(1), {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('error', fail).once('exit', done)
  })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with status ${status}`)
}
