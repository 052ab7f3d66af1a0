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

/** The threads that read files, the memory of each, and the time that a file may take. */
const [threadsMax, heapMebibytes, millisMax] = [2, 2048, 600_000]

/** Reads the files of plans in threads of their own, a few at a time; callers take turns. */
export class FileReader {
  readonly #turns = new Semaphore(threadsMax)
  readonly #threads = new Set<Worker>()
  #isClosed = false

  /**
   * Reads a file into a plan. Throws a Problem if it cannot be read, if the caller's plans hold too much, or if the caller
   * leaves (`signal`).
   */
  read(plan: PlanFile, { bytes, name, format, sheet, signal }: Source, headingLine: number | undefined) {
    const work = (sent: string) => ({ from: { sent, name, format, sheet }, headingLine })
    return plan.receive(bytes, (sent) => this.#run(plan, work(sent), signal))
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

  #run(plan: PlanFile, work: Omit<FileToRead, 'path' | 'extent'>, signal?: AbortSignal): Promise<FileRead> {
    const { path, extent } = plan
    return this.#turns.run(async () => {
      const over = AbortSignal.any([plan.removed, AbortSignal.timeout(millisMax), ...(signal ? [signal] : [])])
      const read = await this.#inThread({ ...work, path, extent }, over, (bytes) => plan.take(bytes))
      plan.extent = read.extent
      return read
    }, plan.caller)
  }

  async #inThread(file: FileToRead, over: AbortSignal, take: (bytes: number) => boolean): Promise<FileRead> {
    if (this.#isClosed) throw unavailable('the service stops')
    const stopped = () => unavailable('the file is read no further: it takes too long, or its plan was removed')
    if (over.aborted) throw stopped()
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
    over.addEventListener('abort', () => reject(stopped()))
    thread.on('exit', () => reject(unavailable('the service stops')))
    try {
      return await promise
    } finally {
      this.#threads.delete(thread)
      await thread.terminate()
    }
  }
}
