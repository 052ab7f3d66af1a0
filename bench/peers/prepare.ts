import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWorld, makeBenchKey, startGazetteer, type World } from '../support/world.ts'
import { writeCorpus } from './corpus.ts'
import type { Materials } from './system.ts'

/** The world of a size as it was made, with what its first start cost. */
export interface PreparedWorld extends World {
  /** Seconds until the first start was ready, which builds the index from the record. */
  readonly firstStartSeconds: number
  readonly firstStartPeakBytes: number
}

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
  const server = await startGazetteer(world.dataDir, true)
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

function worldFile(folder: string): string {
  return join(folder, 'world.json')
}
