import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../../common/thread-priority.ts'
import { createModel, type ModelOptions } from '../../place/model.ts'
import { createWork, doWork, type Task } from './start-worker.ts'

/** The thread of a `WorkerThread`: receives tasks and posts their results. */
const work = createWork(createModel(workerData as ModelOptions))

let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (task: Task) => {
  const [kind] = task
  // Everybody waits for the other kinds of work, so these keep their priority.
  if (kind === 'compact' || kind === 'rename' || kind === 'writeSnapshot') lowerThreadPriority('compaction')
  last = last.then(async () => parentPort?.postMessage(await doWork(work, task)))
})
