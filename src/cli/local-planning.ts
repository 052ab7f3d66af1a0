import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportTarget } from '../exchange/importing/import.ts'
import { ImportPlans } from '../exchange/importing/import-plans.ts'
import type { PlanCaller } from '../exchange/importing/judged-rows.ts'
import { PlanStore } from '../exchange/importing/plan-store.ts'
import { groundFile, openGround } from '../geo/map-file.ts'
import { createWaterAt } from '../geo/water-at.ts'
import type { Instant } from '../place/place.ts'
import type { OpenRecord } from '../service/open-record.ts'
import { type Backend, commandLineName, type FileToPlan } from './command.ts'

interface Means {
  readonly importTarget: () => Promise<ImportTarget>
  readonly clock: () => Instant
}

/** Plans imports on the record itself, without a service. */
export function localPlanning(record: OpenRecord, means: Means): Pick<Backend, 'plan' | 'importPlanned'> {
  return {
    async plan({ edits, ...file }) {
      await using plans = await localPlans(record, means)
      // Awaited here, since the plans are closed when this returns.
      return await plans.make(file, planCaller(file), shownRows, edits)
    },
    async *importPlanned({ edits, ...file }) {
      await using plans = await localPlans(record, means)
      yield* await plans.makeAndExecute(file, planCaller(file), edits)
    },
  }
}

const shownRows = { offset: 0, limit: 500 }

/** The command line as the caller of plans. */
function planCaller({ updatedBy }: Pick<FileToPlan, 'updatedBy'>): PlanCaller {
  const options = { who: commandLineName, ...(updatedBy !== undefined && { updatedBy }) }
  return { id: commandLineName, check: () => {}, options, see: (place) => place }
}

/** Opens plans in a folder of their own, which is removed with them. */
async function localPlans(
  { store, directory, model }: OpenRecord,
  { importTarget, clock }: Means,
): Promise<ImportPlans & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-plans-'))
  const plans = await PlanStore.open({ folder: join(folder, 'plans'), elapsed: () => performance.now() })
  const ground = await openGround(groundFile)
  const parts = { plans, target: await importTarget(), store, directory, model, clock, waterAt: createWaterAt(ground) }
  return Object.assign(new ImportPlans(parts), {
    async [Symbol.asyncDispose](this: ImportPlans) {
      await this.close()
      await ground?.close()
      await rm(folder, { recursive: true, force: true })
    },
  })
}
