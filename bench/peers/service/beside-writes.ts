import { applyLoad } from '../../support/load.ts'
import { gauge, metricsOf } from '../../support/metrics.ts'
import { measureLatency } from '../../support/open-loop.ts'
import { watchOthers } from '../../support/others.ts'
import { paceOfMachine } from '../../support/pace.ts'
import type { Request } from '../../support/request.ts'
import { makeBenchKey, startGazetteer } from '../../support/world.ts'
import { type Askable, requestTo } from '../check.ts'
import { worldOf } from '../prepare.ts'
import { named } from '../questions.ts'
import type { BesideRound, BesideWrites, ReadsBeside } from '../result.ts'
import type { Run } from '../run.ts'
import { copyOf, removeFolder } from '../scratch.ts'
import { gazetteer } from '../systems/gazetteer.ts'

/** Blocks that reads at fixed times go on. */
const besideBlocks = 8
const readsPerSecond = 200
/** What Node measures is from one time that a timer of this length runs until the next, not how late it was. */
const lagTimerMillis = 10

/** Reads at fixed times, first alone and then while places are changed over many connections as fast as they are answered. */
export async function measureBesideWrites(run: Run): Promise<BesideWrites> {
  const folder = copyOf(worldOf(run.materials.folder).dataDir)
  const server = await startGazetteer(folder, { everyCore: true })
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
    const rounds: BesideRound[] = []
    for (let round = 0; round < run.measuring.pairs; round++) {
      const idle = await reads()
      const [writing, { requestsPerSecond, cpuMicroseconds }] = await Promise.all([reads(), applyLoad(server, write)])
      rounds.push({ idle, writing, writesPerSecond: requestsPerSecond, cpuMicroseconds })
    }
    return {
      measured: new Date().toISOString(),
      others: othersShare(),
      pace,
      readsPerSecond,
      writers,
      rounds,
    }
  } finally {
    await server.stop()
    removeFolder(folder)
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
