import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../../common/thread-priority.ts'
import type { PlaceSource } from '../../place/journal.ts'
import { createModel, type ModelOptions } from '../../place/model.ts'
import { createSealContext } from '../segment/segment-builder.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { createSealRunner, type SealJob } from './seal-job.ts'
import type { SealRow } from './seal-row.ts'

/** What the module of a source gives. */
interface SourceModule {
  readPresentPlaces(argument: string): Iterable<readonly SealRow[]> | AsyncIterable<readonly SealRow[]>
}

/** The thread that seals and merges: a job comes in, a sealed segment in shared memory goes out. */
const run = createSealRunner(createSealContext(createModel(workerData as ModelOptions)))

async function readAll({ module, argument }: PlaceSource): Promise<readonly SegmentData[]> {
  const { readPresentPlaces } = (await import(module)) as SourceModule
  for await (const rows of readPresentPlaces(argument)) run({ kind: 'load', rows })
  return run({ kind: 'finish' })
}

let yields = false
/** A first load is waited for by everybody; such a thread is ended soon afterwards. */
function yieldUnlessLoading({ kind }: SealJob): void {
  if (yields || (kind !== 'take' && kind !== 'merge')) return
  yields = true
  lowerThreadPriority('background')
}

let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (job: SealJob) => {
  yieldUnlessLoading(job)
  last = last.then(async () => {
    parentPort?.postMessage(job.kind === 'read' ? await readAll(job.source) : run(job))
  })
})
