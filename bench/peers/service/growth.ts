import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { watchOthers } from '../../support/others.ts'
import { paceOfMachine } from '../../support/pace.ts'
import { buildWorld } from '../../support/world.ts'
import type { GrowthFigures } from '../result.ts'
import type { Run } from '../run.ts'
import { measureStarts } from './starts.ts'

/** Imports the places anew into a folder of its own, and starts on them. */
export async function measureGrowth({ plan, materials }: Run): Promise<GrowthFigures> {
  const folder = mkdtempSync(join(materials.folder, 'import-'))
  try {
    const [othersShare, pace] = [watchOthers(), paceOfMachine()]
    const world = await buildWorld({ places: materials.places, folder, data: plan.data })
    const starts = await measureStarts(world.dataDir, plan)
    return {
      measured: new Date().toISOString(),
      others: othersShare(),
      pace,
      importSeconds: world.importSeconds,
      importCpuSeconds: world.importCpuSeconds,
      ...starts,
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
