import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../src/demo/template.ts'
import { type Comparison, compare, type Measuring, tagged } from './compare.ts'
import { serviceRequest } from './operation.ts'
import { named, type Question } from './questions.ts'
import { medianOf, quantile, type Spread, spreadOf } from './support/figures.ts'
import { applyLoad, measureLatency, type Request, send, writeFrames } from './support/load.ts'
import { outputOfNode, startServer, temporaryFolder } from './support/processes.ts'
import { ask, copyOf, keyHeader, startService, type World } from './world.ts'

/** The inputs of a measurement. */
export interface Bench {
  readonly world: World
  readonly questions: readonly Question[]
  /** True if a question is timed; all are checked. */
  readonly isTimed: (name: string) => boolean
  readonly measuring: Measuring
  readonly seed: number
}

/** The costs of the places. */
export interface Costs {
  readonly importPerSecond: number
  readonly firstStartSeconds: number
  readonly restartSeconds: number
  /** Per place, after a restart, on both cores. */
  readonly memoryBytes: number
}

const restartsMax = 3

/** Measures restarts from the snapshot of the index; the costs of making the world were measured then. */
export async function measureCosts({ world, measuring }: Bench): Promise<Costs> {
  const starts: { seconds: number; bytes: number }[] = []
  for (let time = 0; time < Math.min(restartsMax, measuring.pairs); time++) {
    const starting = performance.now()
    await using server = await startService(world.dataDir, { everyCore: true })
    starts.push({ seconds: (performance.now() - starting) / 1000, bytes: server.memoryBytes() / world.places })
  }
  return {
    importPerSecond: world.places / world.made.importSeconds,
    firstStartSeconds: world.made.firstStartSeconds,
    restartSeconds: medianOf(starts.map(({ seconds }) => seconds)),
    memoryBytes: medianOf(starts.map(({ bytes }) => bytes)),
  }
}

/** Addresses without their offset. Deeper pages of another order cost more to find, which is another question. */
const neighboursPath = '/v4/place?limit=100&offset='
const scatteredPath = '/v4/place?orderby=created&is=*&include=non-published&limit=100&offset='
const scatteredMax = 20_000
export const bareOnly = { neighbours: 'page of 100 neighbours', scattered: 'page of 100 scattered places' } as const

/** Rates against a bare `node:http` server that sends the same bytes. */
export async function measureBare({ world, questions, isTimed, measuring, seed }: Bench): Promise<Comparison[]> {
  await using service = await startService(world.dataDir)
  const headers = await keyHeader(service, ['read'])
  const random = createRandom(seed)
  const times = <Value>(make: () => Value) => Array.from({ length: measuring.distinct }, make)
  const offset = (below: number) => Math.floor(random() * below)
  const half = Math.floor(world.places / 2)
  const drawn = (name: string) => () => serviceRequest(questions.find((one) => one.name === name)!.ask()).path
  const asked = {
    [named.byId]: times(drawn(named.byId)),
    [bareOnly.neighbours]: times(() => neighboursPath + offset(half)),
    [bareOnly.scattered]: times(() => scatteredPath + offset(Math.min(scatteredMax, half))),
    [named.revalidation]: times(drawn('one filter')).slice(0, 500),
  }
  const comparisons: Comparison[] = []
  for (const [name, paths] of Object.entries(asked).filter(([question]) => isTimed(question))) {
    const plain = paths.map((path): Request => ({ path, headers }))
    const requests = name === named.revalidation ? await tagged(service.url, plain) : plain
    await using bare = await startBare(service.url, plain)
    const sides = { own: { running: service, requests }, peer: { running: bare, requests } }
    const comparison = await compare({ name, kind: 'read' }, sides, measuring)
    console.log(`${world.places} bare ${name}: ${comparison.ratio.median.toFixed(2)} of the rate`)
    comparisons.push(comparison)
  }
  return comparisons
}

async function startBare(url: string, requests: readonly Request[]) {
  using folder = temporaryFolder()
  const bodies: Buffer[] = []
  for (const request of requests) bodies.push(Buffer.from(await (await send(url, request)).arrayBuffer()))
  const environment = { BODIES: join(folder.path, 'answers') }
  writeFrames(environment.BODIES, bodies)
  return await startServer({ script: [join(import.meta.dirname, 'support/bare.ts')], environment, readyPath: '/' })
}

/** Milliseconds in the index. */
export interface IndexTime {
  readonly p50: number
  readonly p99: number
}

const indexSearchesMax = 1_000

/**
 * Runs each question in otherwise idle processes. The time of a search is the median of all rounds; the first tenth of
 * the searches warms up.
 */
export async function measureIndex({ world, questions, measuring }: Bench): Promise<Record<string, IndexTime>> {
  const count = Math.min(measuring.distinct, indexSearchesMax)
  const reads = questions.filter(({ kind }) => kind === 'read')
  const paths = reads.map(({ ask }) => Array.from({ length: count }, () => serviceRequest(ask()).path))
  const file = join(world.folder, 'searches.json')
  writeFileSync(file, JSON.stringify({ dataDir: world.dataDir, searches: paths }))
  const rounds: number[][][] = []
  for (let round = 0; round < measuring.pairs; round++) {
    const output = await outputOfNode([join(import.meta.dirname, 'index-times.ts'), file])
    rounds.push(JSON.parse(output))
  }
  return Object.fromEntries(
    reads.map(({ name }, question) => {
      const medians = paths[question]!.map((_, at) => medianOf(rounds.map((round) => round[question]![at]!)))
      const sorted = medians.slice(Math.floor(count / 10)).toSorted((one, other) => one - other)
      return [name, { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }]
    }),
  )
}

/** The effect of writes on reads. */
export interface BesideWrites {
  /** p99 beside writes, divided by p99 without. */
  readonly p99Times: Spread
  readonly p99: Spread
  /** The longest time without an answer from the answering thread, in milliseconds. */
  readonly stall: Spread
  readonly writesPerSecond: number
}

const readsPerSecond = 200
const roundsTimes = 2
/** Node measures the interval between two runs of a timer of this length, not its lateness. */
const lagTimerMillis = 10

/**
 * Measures reads at fixed times: first without writes, then while many connections change places as fast as they are
 * answered.
 */
export async function measureBesideWrites({ world, questions, measuring, seed }: Bench): Promise<BesideWrites> {
  using data = copyOf(world.dataDir)
  await using server = await startService(data.path, { everyCore: true })
  const headers = await keyHeader(server, ['read', 'update'])
  const random = createRandom(seed)
  const requests = readsOf(world, random).map((path): Request => ({ path, headers }))
  const patch = questions.find(({ name }) => name === named.patch)!
  const patches = Array.from({ length: measuring.distinct }, () => ({ ...serviceRequest(patch.ask()), headers }))
  const seconds = measuring.readSeconds
  const stallMillis = async () => {
    const metrics = await ask(server, '/metrics')
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1]) * 1000 - lagTimerMillis
  }
  const read = () => measureLatency(server.url, requests, { perSecond: readsPerSecond, seconds })
  await read()
  const rounds: { alone: number; p99: number; stall: number; writes: number }[] = []
  for (let round = 0; round < roundsTimes * measuring.pairs; round++) {
    const alone = await read()
    // The metric covers the time since its last read.
    await stallMillis()
    const load = { requests: patches, connections: measuring.writers, seconds: seconds + 1 }
    const [p99, writing] = await Promise.all([read(), applyLoad(server, load)])
    const [stall, writes] = [await stallMillis(), writing.requestsPerSecond]
    rounds.push({ alone, p99, stall, writes })
  }
  return {
    p99Times: spreadOf(rounds.map(({ alone, p99 }) => p99 / alone)),
    p99: spreadOf(rounds.map(({ p99 }) => p99)),
    stall: spreadOf(rounds.map(({ stall }) => stall)),
    writesPerSecond: medianOf(rounds.map(({ writes }) => writes)),
  }
}

/** In turn: one place, a page of ten, a page of ten for two letters, and a total. */
export function readsOf({ known, places }: World, random: () => number): string[] {
  const letter = () => String.fromCharCode(97 + Math.floor(random() * 26))
  const kinds = [
    () => `/v4/place/${known[Math.floor(random() * known.length)]!.id}`,
    () => `/v4/place?limit=10&offset=${Math.floor(random() * Math.min(10_000, places / 2))}`,
    () => `/v4/place?limit=10&q=${letter()}${letter()}`,
    () => '/v4/place?limit=0&is=External',
  ]
  return Array.from({ length: 4_000 }, (_, number) => kinds[number % kinds.length]!())
}
