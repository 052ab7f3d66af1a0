import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { demoRecords } from '../src/demo/demo.ts'
import { runTool } from '../test/support/child.ts'
import { type Row, readRows, writeCorpus } from './corpus.ts'
import { outputOfNode, type ServerProcess, type ServerStart, startServer } from './support/processes.ts'

const root = resolve(import.meta.dirname, '..')
const program = join(root, 'src/main.ts')
/** Used only by the bench, whose servers listen on loopback while it runs. */
export const adminKey = 'bench-admin-key'
const knownMax = 20_000
const venuesInFile = 1_000_000
const copyMillisMax = 600_000

/** The places of a size: a data folder of the service, the rows for its peers, and known rows for questions. */
export interface World {
  readonly places: number
  /** A folder for this size, kept between runs. */
  readonly folder: string
  readonly dataDir: string
  /** A file of rows (`readRows`). */
  readonly rows: string
  /** Distributed evenly over all places. */
  readonly known: readonly Row[]
  readonly made: Made
}

/** The time for making a world, in seconds. */
export interface Made {
  readonly importSeconds: number
  /** Until the service, which builds the index from the record, is ready. */
  readonly firstStartSeconds: number
}

/** The folder of worlds, and the folder of the real venues; without these, the demo's places are used. */
export interface WorldOptions {
  readonly places: number
  readonly work: string
  readonly data: string
}

/** Imports the places of a size and reads them back for the peers, unless the world already exists. */
export async function makeWorld({ places, work, data }: WorldOptions): Promise<World> {
  const folder = join(work, String(places))
  const [dataDir, rows, made] = [join(folder, 'data'), join(folder, 'rows.ndjson'), join(folder, 'world.json')]
  if (!existsSync(made)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const importSeconds = await importPlaces({ places, dataDir, data })
    const starting = performance.now()
    await using server = await startService(dataDir, { everyCore: true })
    const firstStartSeconds = (performance.now() - starting) / 1000
    const headers = await keyHeader(server, ['read'])
    await writeCorpus((path) => ask(server, path, headers), rows)
    writeFileSync(made, JSON.stringify({ importSeconds, firstStartSeconds } satisfies Made))
  }
  const known = await knownOf(rows, places)
  return { places, folder, dataDir, rows, known, made: JSON.parse(readFileSync(made, 'utf8')) as Made }
}

async function knownOf(rows: string, places: number): Promise<Row[]> {
  const known: Row[] = []
  let number = 0
  for await (const row of readRows(rows)) {
    if (number++ >= (known.length * places) / knownMax) known.push(row)
  }
  return known
}

/** Seconds of a durable import with the command line. */
async function importPlaces({
  places,
  dataDir,
  data,
}: Pick<WorldOptions, 'places' | 'data'> & { readonly dataDir: string }) {
  const [directory, venues] = ['directory', 'places'].map((name) => join(data, `${name}-million.ndjson.gz`))
  const isReal = existsSync(venues!)
  const lines = join(dirname(dataDir), 'places.ndjson')
  await pipeline(Readable.from(isReal ? everyNth(venues!, places) : demoLines(places)), createWriteStream(lines))
  const started = performance.now()
  const args = [program, 'import', ...(isReal ? [directory!] : []), lines]
  await outputOfNode(args, { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  rmSync(lines)
  return (performance.now() - started) / 1000
}

/** Lines distributed evenly over the file, which is sorted by location, so that a small world resembles a large one. */
async function* everyNth(file: string, count: number): AsyncIterable<string> {
  let [number, taken] = [0, 0]
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    if (taken === count) return
    if (number++ < (taken * venuesInFile) / count) continue
    taken++
    yield `${line}\n`
  }
}

/** Without contact details, which would be fetched from owners, where filters do not see them (D48). */
function* demoLines(count: number): Iterable<string> {
  let left = count
  for (const record of demoRecords()) {
    if ('kind' in record || left-- > 0) yield `${JSON.stringify({ ...record, contactInfo: undefined })}\n`
  }
}

/** The settings of `npm run serve` for glibc (docs/operation.md). */
const starter = readFileSync(join(root, 'scripts/gazetteer.mjs'), 'utf8')
const memory = Object.fromEntries(
  [...starter.matchAll(/(MALLOC_\w+): '(\d+)'/g)].map(([, name, value]) => [name, value]),
)

/** Starts the service on a data folder, as an operator would. */
export function startService(
  dataDir: string,
  { everyCore = false, environment = {} }: Partial<Pick<ServerStart, 'everyCore' | 'environment'>> = {},
): Promise<ServerProcess> {
  const own = { DATA_DIR: dataDir, ADMIN_KEY: adminKey, LOG_LEVEL: 'info', ...memory, ...environment }
  return startServer({ script: [program, 'serve'], environment: own, readyPath: '/health/ready', everyCore })
}

/** The header of a key with exactly these permissions, as callers have it. */
export async function keyHeader(
  server: ServerProcess,
  permissions: readonly string[],
): Promise<{ 'X-API-Key': string }> {
  const headers = { 'X-API-Key': adminKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'bench', permissions })
  const answer = await fetch(`${server.url}/keys`, { method: 'POST', headers, body })
  if (answer.status !== 201) throw new Error(`making a key was answered ${answer.status}: ${await answer.text()}`)
  return { 'X-API-Key': ((await answer.json()) as { readonly key: string }).key }
}

/** Asks the service once. @throws for anything but 200. */
export async function ask(server: ServerProcess, path: string, headers = { 'X-API-Key': adminKey }): Promise<string> {
  const answer = await fetch(server.url + path, { headers })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 300)}`)
  return text
}

/** A copy of a file or folder, including owners, which is removed when it is disposed. */
export function copyOf(original: string): Disposable & { readonly path: string } {
  const home = mkdtempDisposableSync(join(dirname(original), 'scratch-'))
  // The contents may belong to another user.
  chmodSync(home.path, 0o755)
  runTool('cp', ['-a', '--reflink=auto', original, home.path], { timeout: copyMillisMax })
  return { path: join(home.path, basename(original)), [Symbol.dispose]: home.remove }
}
