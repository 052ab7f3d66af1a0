import { Worker } from 'node:worker_threads'
import { Problem, type ProblemValue, unavailable } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import { Semaphore } from '../../common/semaphore.ts'
import type { Source } from '../reading/open-source.ts'
import type { Plan } from './plan.ts'
import type { PlanFile } from './plan-store.ts'
import type { FileRead, FileToRead } from './read-file.ts'

/** The messages of the thread that reads a file; `take` is answered with true or false. */
export type FromReadingThread =
  | { readonly kind: 'take'; readonly bytes: number }
  | { readonly kind: 'read'; readonly read: FileRead }
  | { readonly kind: 'refused'; readonly problem: ProblemValue }

/** The threads that read files, and the memory of each. */
const [threadsMax, heapMebibytes] = [2, 2048]

/** Reads the files of plans in threads of their own, a few at a time; callers take turns. */
export class FileReader {
  readonly #turns = new Semaphore(threadsMax)
  readonly #threads = new Set<Worker>()
  #isClosed = false

  /** Reads a file into a plan. Throws a Problem if it cannot be read, or if the caller's plans hold too much. */
  read(plan: PlanFile, { bytes, name, format, sheet }: Source, headingLine: number | undefined): Promise<FileRead> {
    return plan.receive(bytes, (sent) => this.#run(plan, { from: { sent, name, format, sheet }, headingLine }))
  }

  /** Counts the rows of a plan again, below the headings in a line. */
  count({ file, found }: Plan, headingLine: number | undefined): Promise<FileRead> {
    return this.#run(file, { from: { found }, headingLine })
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#threads].map((thread) => thread.terminate()))
  }

  #run(plan: PlanFile, work: Omit<FileToRead, 'path' | 'extent'>): Promise<FileRead> {
    const { path, extent } = plan
    return this.#turns.run(async () => {
      const read = await this.#inThread({ ...work, path, extent }, (bytes) => plan.take(bytes))
      plan.extent = read.extent
      return read
    }, plan.caller)
  }

  async #inThread(file: FileToRead, take: (bytes: number) => boolean): Promise<FileRead> {
    if (this.#isClosed) throw unavailable('the service stops')
    const { promise, resolve, reject } = Promise.withResolvers<FileRead>()
    const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
      workerData: file,
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
    })
    this.#threads.add(thread)
    thread.on('message', (message: FromReadingThread) => {
      if (message.kind === 'take') thread.postMessage(take(message.bytes))
      else if (message.kind === 'read') resolve(message.read)
      else reject(Problem.from(message.problem))
    })
    thread.on('error', (error: NodeJS.ErrnoException) => {
      const isLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(isLarge ? new Problem('unreadable-body', reason('large-workbook')) : error)
    })
    thread.on('exit', () => reject(unavailable('the service stops')))
    try {
      return await promise
    } finally {
      this.#threads.delete(thread)
      await thread.terminate()
    }
  }
}
