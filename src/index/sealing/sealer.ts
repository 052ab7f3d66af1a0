import { Worker } from 'node:worker_threads'
import type { Model, ModelOptions } from '../../place/model.ts'
import { createSealContext } from '../segment/segment-builder.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { createSealRunner, type SealJob } from './seal-job.ts'

/** What becomes of a job. */
export interface SealEnd {
  done(sealed: readonly SegmentData[]): void
  /** Nothing came of it; the next job can be tried. */
  failed(error: Error): void
}

/** Does jobs in their order, here or elsewhere. */
export interface Sealer {
  start(job: SealJob, end: SealEnd): void
  close(): Promise<void>
}

/** Seals at once, in the thread that asks: for tests and small tools. */
export function createInlineSealer(model: Model): Sealer {
  const run = createSealRunner(createSealContext(model))
  return {
    start(job, end) {
      if (job.kind === 'read') end.failed(new Error('a store is read by a thread only'))
      else end.done(run(job))
    },
    close: async () => {},
  }
}

const closedMessage = 'the sealing thread was closed'

/**
 * A thread that has been idle for so long is ended. A new one loads and compiles everything anew, which takes a third of a
 * second of a processor, so it is kept while there are writes; but soon ended when it has seen large segments, which may
 * stay in memory with it.
 */
const idleMillis = { otherwise: 60_000, afterLarge: 2_000 } as const
const largePlaces = 65_536

/** Parsed places die young: with more room they are not copied on the way. */
const resourceLimits = { maxYoungGenerationSizeMb: 64 } as const

/** Seals in a worker thread, which lives while there is work. */
export class WorkerSealer implements Sealer {
  readonly #options: ModelOptions
  readonly #waiting: SealEnd[] = []
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  /** Whether the thread has seen large segments. */
  #seenLarge = false
  /** Whether the thread holds places of a load that is under way, which nobody else has. */
  #loading = false
  #closed = false

  constructor({ placeTypeSchemas, locale }: ModelOptions) {
    this.#options = { placeTypeSchemas, locale }
  }

  start(job: SealJob, end: SealEnd): void {
    if (this.#closed) {
      end.failed(new Error(closedMessage))
      return
    }
    clearTimeout(this.#idle)
    this.#waiting.push(end)
    this.#worker ??= this.#open()
    this.#seenLarge ||= isLarge(job)
    this.#loading = job.kind === 'load' || (this.#loading && job.kind !== 'finish')
    this.#worker.postMessage(job)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#endThread()
  }

  #open(): Worker {
    this.#seenLarge = false
    this.#loading = false
    const worker = new Worker(new URL('./seal-worker.ts', import.meta.url), {
      workerData: this.#options,
      resourceLimits,
    })
    worker.on('message', (sealed: readonly SegmentData[]) => {
      if (worker !== this.#worker) return
      const end = this.#waiting.shift()
      if (this.#waiting.length === 0 && !this.#loading) this.#rest(worker)
      end?.done(sealed)
    })
    worker.on('error', (error) => this.#fail(worker, error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', (code) => this.#fail(worker, new Error(`the sealing thread ended with exit code ${code}`)))
    return worker
  }

  /** Ends the thread unless more work comes soon. */
  #rest(worker: Worker): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(
      () => {
        if (worker === this.#worker) void this.#endThread()
      },
      idleMillis[this.#seenLarge ? 'afterLarge' : 'otherwise'],
    )
    this.#idle.unref()
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    for (const end of this.#waiting.splice(0)) end.failed(new Error(closedMessage))
    await worker?.terminate()
  }

  /** All jobs of a broken thread have failed; the next one gets a new thread. */
  #fail(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    for (const end of this.#waiting.splice(0)) end.failed(error)
  }
}

function isLarge(job: SealJob): boolean {
  if (job.kind === 'take') return false
  if (job.kind !== 'merge') return true
  return job.parts.reduce((sum, { data }) => sum + data.count, 0) > largePlaces
}
