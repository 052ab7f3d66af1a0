import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpuSecondsOf } from '../support/proc.ts'
import { buildWorld, makeBenchKey, startGazetteer, type World } from '../support/world.ts'
import { writeCorpus } from './corpus.ts'
import type { Footprint } from './result.ts'
import type { Materials, System } from './system.ts'

/** The world of a size as it was made, with what its first start cost. */
export interface PreparedWorld extends World {
  /** Seconds until the first start was ready, which builds the index from the record. */
  readonly firstStartSeconds: number
  readonly firstStartPeakBytes: number
}

/** What a world is made of. */
export interface Preparing {
  readonly places: number
  /** Where what is made is kept between runs, a folder for each size. */
  readonly work: string
  readonly data: string
}

/** Imports the places of a size and reads them back for the peers, unless that was done before. */
export async function prepare({ places, work, data }: Preparing): Promise<Materials> {
  const folder = join(work, String(places))
  const materials = {
    folder,
    places,
    corpus: { rows: join(folder, 'rows.ndjson'), names: join(folder, 'names.json') },
  }
  if (existsSync(worldFile(folder))) return materials
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const world = await buildWorld({ places, folder, data })
  const starting = performance.now()
  const server = await startGazetteer(world.dataDir, { everyCore: true })
  const firstStartSeconds = (performance.now() - starting) / 1000
  const firstStartPeakBytes = server.peakMemoryBytes()
  try {
    await writeCorpus(server, await makeBenchKey(server, ['read']), materials.corpus)
  } finally {
    await server.stop()
  }
  const prepared: PreparedWorld = { ...world, firstStartSeconds, firstStartPeakBytes }
  writeFileSync(worldFile(folder), JSON.stringify(prepared))
  return materials
}

/** What `prepare` made in a folder. */
export function worldOf(folder: string): PreparedWorld {
  return JSON.parse(readFileSync(worldFile(folder), 'utf8')) as PreparedWorld
}

type LoadCost = Pick<Footprint, 'loadSeconds' | 'loadCpuSeconds'>

/** Loads a system, unless that was done before. */
export async function loadOnce(system: System, materials: Materials): Promise<void> {
  const mark = loadedMark(system, materials)
  if (existsSync(mark)) return
  const [started, cpuBefore] = [performance.now(), cpuSecondsOf(process.pid)]
  await system.load(materials)
  // Processes that ended are counted with this one, which waited for them.
  const cost: LoadCost = {
    loadSeconds: (performance.now() - started) / 1000,
    loadCpuSeconds: cpuSecondsOf(process.pid) - cpuBefore,
  }
  writeFileSync(mark, JSON.stringify(cost))
}

/** What loading a system took; nothing for one that keeps nothing. */
export function loadCostOf(system: System, materials: Materials): LoadCost {
  const cost = JSON.parse(readFileSync(loadedMark(system, materials), 'utf8')) as LoadCost
  return (cost.loadSeconds ?? 0) < leastLoadSeconds ? {} : cost
}

const leastLoadSeconds = 0.001

function loadedMark({ name }: System, { folder }: Materials): string {
  return join(folder, `${name}.loaded.json`)
}

function worldFile(folder: string): string {
  return join(folder, 'world.json')
}
