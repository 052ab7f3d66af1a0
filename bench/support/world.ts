import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { demoRecords } from '../../src/demo/demo.ts'
import { type ServerProcess, startServer } from './processes.ts'

const root = resolve(import.meta.dirname, '../..')
const shared = resolve(root, '../shared/data')
const program = join(root, 'src/main.ts')

/** A key of the bench alone; the servers listen on loopback for its time only. */
export const benchKey = 'bench-admin-key'

/** A data folder with places in it, and how long it took to fill. */
export interface World {
  readonly dataDir: string
  readonly places: number
  readonly source: string
  readonly importSeconds: number
}

/** Imports `places` real places, or invented ones where the real ones are missing, into a new folder. */
export async function buildWorld(places: number): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-bench-'))
  const dataDir = join(folder, 'data')
  const real = ['directory-million', 'places-million'].map((name) => join(shared, `${name}.ndjson.gz`))
  const isReal = real.every((file) => existsSync(file))
  const files = isReal ? [real[0]!, await firstLines(real[1]!, places, folder)] : [await inventedLines(folder)]
  const started = performance.now()
  await run(['import', ...files], { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const importSeconds = (performance.now() - started) / 1000
  return { dataDir, places: isReal ? places : 5_000, importSeconds, source: isReal ? 'real venues' : 'the demo' }
}

/** Starts the service on a world, as an operator would. */
export function startGazetteer(dataDir: string, everyCore = false): Promise<ServerProcess> {
  return startServer({
    script: [program, 'serve'],
    environment: { DATA_DIR: dataDir, ADMIN_KEY: benchKey, LOG_LEVEL: 'info' },
    readyPath: '/health/ready',
    everyCore,
  })
}

/** Starts the bare server that sends the answers of a file in turn. */
export function startBare(bodies: string): Promise<ServerProcess> {
  const script = join(import.meta.dirname, 'bare.ts')
  return startServer({ script: [script], environment: { BODIES: bodies }, readyPath: '/' })
}

/** Makes a key that may read and no more, as most callers have it. */
export async function makeReadKey(server: ServerProcess): Promise<string> {
  const answer = await fetch(`${server.url}/keys`, {
    method: 'POST',
    headers: { 'X-API-Key': benchKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', permissions: ['read'] }),
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

async function firstLines(file: string, count: number, folder: string): Promise<string> {
  const target = join(folder, 'places.ndjson')
  await pipeline(take(createReadStream(file).pipe(createGunzip()), count), createWriteStream(target))
  return target
}

async function* take(input: NodeJS.ReadableStream, count: number): AsyncIterable<string> {
  let left = count
  for await (const line of createInterface({ input })) {
    if (left-- === 0) return
    yield `${line}\n`
  }
}

async function inventedLines(folder: string): Promise<string> {
  const target = join(folder, 'places.ndjson')
  await pipeline(
    (function* () {
      for (const record of demoRecords()) yield `${JSON.stringify(record)}\n`
    })(),
    createWriteStream(target),
  )
  return target
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
