import { parentPort, workerData } from 'node:worker_threads'
import { createModel, type ModelOptions } from '../place/model.ts'
import { createSealRunner, type SealJob } from './seal-job.ts'
import { createSealContext } from './segment-builder.ts'

/** The thread that seals and merges: a job comes in, a sealed segment in shared memory goes out. */
const run = createSealRunner(createSealContext(createModel(workerData as ModelOptions)))

parentPort?.on('message', (job: SealJob) => {
  parentPort?.postMessage(run(job))
})
