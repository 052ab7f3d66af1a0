import { removeSnapshot } from '../../../src/snapshot/snapshot-folder.ts'
import { watchOthers } from '../../support/others.ts'
import { paceOfMachine } from '../../support/pace.ts'
import { sample } from '../../support/random.ts'
import { makeBenchKey, startGazetteer } from '../../support/world.ts'
import { type Comparison, compare, type Side } from '../measure.ts'
import { worldOf } from '../prepare.ts'
import { named, neighboursPath, scatteredPath, scatteredWithin } from '../questions.ts'
import type { StoredDocuments } from '../result.ts'
import type { Run } from '../run.ts'
import { copyOf, removeFolder } from '../scratch.ts'
import type { RunningSystem } from '../system.ts'
import { gazetteer } from '../systems/gazetteer.ts'
import { measureStarts } from './starts.ts'

const environment = { DOCUMENTS: 'store' }

/** What it saves and costs to keep no documents in memory: starts, and what sends many of them against the usual setting. */
export async function measureStoredDocuments(run: Run): Promise<StoredDocuments> {
  const { dataDir } = worldOf(run.materials.folder)
  const folder = copyOf(dataDir)
  try {
    const [othersShare, pace] = [watchOthers(), paceOfMachine()]
    removeSnapshot(folder)
    const starts = await measureStarts(folder, { ...run.plan, environment })
    const comparisons = await compareWithMemory(folder, run)
    return { measured: new Date().toISOString(), others: othersShare(), pace, ...starts, comparisons }
  } finally {
    removeFolder(folder)
  }
}

async function compareWithMemory(folder: string, run: Run): Promise<Comparison[]> {
  const own = await startGazetteer(folder, { environment })
  try {
    const peer = await gazetteer().start(run.materials, false)
    try {
      const headers = { 'X-API-Key': await makeBenchKey(own, ['read']) }
      const comparisons = []
      for (const [name, paths] of askedOf(run)) {
        const sides = { own: sideOf({ ...own, headers }, paths), peer: sideOf(peer, paths) }
        const measuring = { ...run.measuring, latencySeconds: 0 }
        comparisons.push(await compare({ name, kind: 'read', mode: 'distinct' }, sides, measuring))
      }
      return comparisons
    } finally {
      await peer.stop()
    }
  } finally {
    await own.stop()
  }
}

function sideOf(running: RunningSystem, paths: readonly string[]): Side {
  return { running, requests: paths.map((path) => ({ path, headers: running.headers })) }
}

/** Places that are known, and pages at random. */
function askedOf({ known, materials, measuring: { random, distinct } }: Run): [string, string[]][] {
  const pages = (below: number, path: string) => sample(random, distinct, below).map((offset) => `${path}${offset}`)
  const half = Math.floor(materials.places / 2)
  return [
    [named.byId, sample(random, distinct, known.length).map((number) => `/v4/place/${known[number]!.id}`)],
    [named.neighbours, pages(half, neighboursPath)],
    [named.scattered, pages(Math.min(half, scatteredWithin), scatteredPath)],
  ]
}
