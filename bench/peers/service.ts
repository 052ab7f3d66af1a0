import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { medianOf, quantile } from '../support/figures.ts'
import { type InIndexTimes, measureInIndex } from '../support/in-index.ts'
import { applyLoad } from '../support/load.ts'
import { type Latency, measureLatency } from '../support/open-loop.ts'
import { watchOthers } from '../support/others.ts'
import { paceOfMachine } from '../support/pace.ts'
import type { ServerProcess } from '../support/processes.ts'
import { sample } from '../support/random.ts'
import type { Request } from '../support/request.ts'
import { measureSteps } from '../support/server-timing.ts'
import { benchKey, buildWorld, makeBenchKey, startGazetteer } from '../support/world.ts'
import { type Askable, requestTo } from './check.ts'
import { compare } from './measure.ts'
import { isDone, isWanted } from './plan.ts'
import { worldOf } from './prepare.ts'
import { named } from './questions.ts'
import type {
  BesideWrites,
  GrowthFigures,
  IndexTime,
  IndexTimes,
  Quantiles,
  ReadsBeside,
  ServiceFigures,
} from './result.ts'
import type { Run } from './run.ts'
import { copyOf, removeFolder } from './scratch.ts'
import { gazetteer } from './systems/gazetteer.ts'

/** What is measured of the service alone: the name by which it is chosen, and whether it is kept already. */
interface Part {
  readonly name: string
  isKept(): boolean
  measure(): Promise<void>
}

/** Measures the service alone: what grows, times in the index, reads beside writes, and compressed pages. */
export async function measureService(run: Run): Promise<void> {
  const system = gazetteer()
  const common = { system: system.name, about: system.about(), places: run.materials.places, seed: run.plan.seed }
  const kept = () => run.kept(system.name)
  const part = (name: string, of: keyof ServiceFigures, measure: () => Promise<ServiceFigures>): Part => ({
    name,
    isKept: () => isDone(run.plan, kept()?.service?.[of]),
    measure: async () => run.keep({ ...common, service: await measure() }),
  })
  const parts: Part[] = [
    part('import and start', 'growth', async () => ({ growth: await measureGrowth(run) })),
    part('time in the index', 'inIndex', async () => ({ inIndex: await measureIndex(run) })),
    part('reads beside writes', 'besideWrites', async () => ({ besideWrites: await measureBesideWrites(run) })),
    ...encodings.map(
      (encoding): Part => ({
        name: `compressed pages, ${encoding}`,
        isKept: () =>
          isDone(
            run.plan,
            kept()?.comparisons.find(({ question }) => question === `${encoding}, hot`),
          ),
        measure: async () => run.keep({ ...common, comparisons: await measureEncoding(encoding, run) }),
      }),
    ),
  ].filter(({ name, isKept }) => isWanted(run.plan, name) && !isKept())
  for (const [at, { name, measure }] of parts.entries()) {
    if (run.isOver()) return run.leave(parts.length - at)
    await measure()
    run.say(`gazetteer ${name}`)
  }
}

/** Imports the places anew into a folder of its own, and starts on them: first without a snapshot of the index. */
async function measureGrowth({ plan, materials }: Run): Promise<GrowthFigures> {
  const folder = mkdtempSync(join(materials.folder, 'import-'))
  try {
    const [othersShare, pace] = [watchOthers(), paceOfMachine()]
    const world = await buildWorld({ places: materials.places, folder, data: plan.data })
    const start = async <Found>(read: (server: ServerProcess) => Found | Promise<Found>) => {
      const starting = performance.now()
      const server = await startGazetteer(world.dataDir, true)
      const seconds = (performance.now() - starting) / 1000
      const found = await read(server)
      const peakBytes = server.peakMemoryBytes()
      await server.stop()
      return { seconds, peakBytes, found }
    }
    const first = await start(() => undefined)
    const later = []
    for (let time = 0; time < plan.restarts; time++) {
      later.push(await start(async (server) => ({ memory: server.memoryBytes(), metrics: await metricsOf(server) })))
    }
    const { found } = later.at(-1)!
    return {
      measured: new Date().toISOString(),
      others: othersShare(),
      pace,
      importSeconds: world.importSeconds,
      importCpuSeconds: world.importCpuSeconds,
      firstStartSeconds: first.seconds,
      firstStartPeakBytes: first.peakBytes,
      restartSeconds: later.map(({ seconds }) => seconds),
      restartPeakBytes: Math.max(...later.map(({ peakBytes }) => peakBytes)),
      memoryBytes: found.memory,
      columnBytes: gauge(found.metrics, 'gazetteer_index_column_bytes'),
      documentBytes: gauge(found.metrics, 'gazetteer_index_document_bytes'),
      recordBytes: recordBytesOf(world.dataDir),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Bytes of the documents in the record of a fresh import, in which each place has one entry. */
function recordBytesOf(dataDir: string): number {
  const record = new DatabaseSync(join(dataDir, 'gazetteer.db'), { readOnly: true })
  try {
    const sum = record.prepare("select sum(length(cast(document as blob))) as bytes from journal where kind = 'place'")
    return Number(sum.get()?.bytes)
  } finally {
    record.close()
  }
}

async function metricsOf({ url }: ServerProcess): Promise<string> {
  return (await fetch(`${url}/metrics`, { headers: { 'X-API-Key': benchKey } })).text()
}

function gauge(metrics: string, name: string): number {
  const value = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(metrics)?.[1]
  if (value === undefined) throw new Error(`the metrics have no ${name}`)
  return Number(value)
}

/** Asks each question one after the other, at most so often, and as long as two blocks; the first tenth warms up. */
const timesMost = 1_000
const timesBlocks = 2
/** In processes of their own, which do the same; of each search the median counts, since any may be held up by the machine. */
const roundsInIndex = 5

async function measureIndex(run: Run): Promise<IndexTimes> {
  const system = gazetteer()
  const running = await system.start(run.materials, false)
  const own: Askable = { system, running }
  const [othersShare, pace] = [watchOthers(), paceOfMachine()]
  const searches: Record<string, string[]> = {}
  const served = new Map<string, Quantiles>()
  try {
    for (const { name, ask, kind } of run.allQuestions) {
      if (kind !== 'read') continue
      const requests = Array.from({ length: timesMost }, () => requestTo(own, ask()))
      const seconds = timesBlocks * run.measuring.seconds
      const durations = await measureSteps({ url: running.url, requests, seconds, most: timesMost })
      if (durations.length > 0) served.set(name, quantilesOf(durations))
      searches[name] = requests.map(({ path }) => path)
    }
  } finally {
    await running.stop()
  }
  const { dataDir } = worldOf(run.materials.folder)
  const rounds: (readonly InIndexTimes[])[] = []
  for (let round = 0; round < roundsInIndex; round++)
    rounds.push(await measureInIndex({ dataDir, questions: searches }))
  const questions = Object.keys(searches).map((question): IndexTime => {
    const times = rounds.flatMap((round) => round.filter((one) => one.question === question))
    const asHttp = served.get(question)
    return {
      question,
      search: quantilesOf(middleOf(times.map(({ search }) => search))),
      page: quantilesOf(middleOf(times.map(({ page }) => page))),
      ...(asHttp && { served: asHttp }),
    }
  })
  return { measured: new Date().toISOString(), others: othersShare(), pace, questions }
}

/** Of all but the first tenth. */
function quantilesOf(durations: readonly number[]): Quantiles {
  const sorted = durations.slice(Math.floor(durations.length / 10)).toSorted((a, b) => a - b)
  return { count: sorted.length, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

/** Of each search the median of its durations in all rounds. */
function middleOf(rounds: readonly (readonly number[])[]): number[] {
  return (rounds[0] ?? []).map((_, at) => medianOf(rounds.map((round) => round[at]!)))
}

/** Blocks that reads at fixed times go on. */
const besideBlocks = 8
const readsPerSecond = 200
/** Of reads alone and of reads beside writes, in turn. */
const roundsBeside = 3
/** What Node measures is from one time that a timer of this length runs until the next, not how late it was. */
const lagTimerMillis = 10

/** Reads at fixed times, first alone and then while places are changed over many connections as fast as they are answered. */
async function measureBesideWrites(run: Run): Promise<BesideWrites> {
  const folder = copyOf(worldOf(run.materials.folder).dataDir)
  const server = await startGazetteer(folder, true)
  try {
    const headers = { 'X-API-Key': await makeBenchKey(server, ['read', 'create', 'update']) }
    const own: Askable = { system: gazetteer(), running: { ...server, headers } }
    const requests = readsOf(run).map((path): Request => ({ path, headers }))
    const { writers, client } = run.measuring
    const seconds = besideBlocks * run.measuring.seconds
    const reads = async (): Promise<ReadsBeside> => {
      // The figure is of the time since it was last read.
      await metricsOf(server)
      const load = { requests, requestsPerSecond: readsPerSecond, seconds, connections: 32 }
      const latency = await measureLatency({ url: server.url, ...load })
      const longestMillis = gauge(await metricsOf(server), 'nodejs_eventloop_lag_max_seconds') * 1000
      return { latency, stallMillis: longestMillis - lagTimerMillis }
    }
    await reads()
    const patch = run.allQuestions.find(({ name }) => name === named.patch)!
    const patches = Array.from({ length: run.measuring.distinct }, () => requestTo(own, patch.ask()))
    const write = { requests: patches, connections: writers, seconds: seconds + 1, client }
    const [othersShare, pace] = [watchOthers(), paceOfMachine()]
    const rounds = []
    for (let round = 0; round < roundsBeside; round++) {
      const idle = await reads()
      const [writing, { requestsPerSecond }] = await Promise.all([reads(), applyLoad(server, write)])
      rounds.push({ idle, writing, requestsPerSecond })
    }
    return {
      measured: new Date().toISOString(),
      others: othersShare(),
      pace,
      readsPerSecond,
      writers,
      writesPerSecond: medianOf(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
      idle: middleReads(rounds.map(({ idle }) => idle)),
      writing: middleReads(rounds.map(({ writing }) => writing)),
    }
  } finally {
    await server.stop()
    removeFolder(folder)
  }
}

/** The median of each figure. */
function middleReads(rounds: readonly ReadsBeside[]): ReadsBeside {
  const latency = (of: keyof Latency) => medianOf(rounds.map((round) => round.latency[of] ?? 0))
  return {
    latency: { p50: latency('p50'), p99: latency('p99'), p999: latency('p999'), late: latency('late') },
    stallMillis: medianOf(rounds.map(({ stallMillis }) => stallMillis)),
  }
}

const readsDistinct = 4_000

/** In turn: one place, a page of ten, a page of ten of two letters, and a total. */
function readsOf({ known, materials, measuring: { random } }: Run): string[] {
  const letter = () => String.fromCharCode(97 + Math.floor(random() * 26))
  const kinds = [
    () => `/v4/place/${known[Math.floor(random() * known.length)]!.id}`,
    () => `/v4/place?limit=10&offset=${Math.floor(random() * Math.min(10_000, materials.places / 2))}`,
    () => `/v4/place?limit=10&q=${letter()}${letter()}`,
    () => '/v4/place?limit=0&is=External',
  ]
  return Array.from({ length: readsDistinct }, (_, number) => kinds[number % kinds.length]!())
}

const encodings = ['zstd', 'br', 'gzip']

/** Five times as many pages as are kept, asked for in turn, so that none is kept when its turn comes; and some that are. */
const coldPages = 10_000
const hotPages = 200

async function measureEncoding(encoding: string, run: Run) {
  const system = gazetteer()
  const running = await system.start(run.materials, false)
  try {
    const half = Math.floor(run.materials.places / 2)
    const paths = sample(run.measuring.random, coldPages, Math.min(half, coldPages * 50)).map(
      (offset) => `/v4/place?limit=100&offset=${offset}`,
    )
    const side = (some: readonly string[], headers: Readonly<Record<string, string>>) => ({
      running,
      requests: some.map((path) => ({ path, headers: { ...running.headers, ...headers } })),
    })
    const comparisons = []
    for (const [what, some] of [
      ['cold', paths],
      ['hot', paths.slice(0, hotPages)],
    ] as const) {
      const sides = { own: side(some, { 'Accept-Encoding': encoding }), peer: side(some, {}) }
      const question = { name: `${encoding}, ${what}`, kind: 'read', mode: 'distinct' } as const
      comparisons.push(await compare(question, sides, { ...run.measuring, latencySeconds: 0 }))
    }
    return comparisons
  } finally {
    await running.stop()
  }
}
