import { Worker as Thread } from 'node:worker_threads'
import type { ModelOptions } from '../../place/model.ts'
import type { Outcome, Work, Worker } from './work.ts'

/** Parsed places die young: with more room they are not copied on the way. */
const resourceLimits = { maxYoungGenerationSizeMb: 64 } as const

/** Does work in a thread, which lives while there is some and a little longer: a new one takes a third of a second of CPU time. */
export class WorkerThread implements Worker {
  readonly #options: ModelOptions
  readonly #idleMillis: number
  readonly #waiting: Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>[] = []
  #thread: Thread | undefined
  #idle: NodeJS.Timeout | undefined

  /** @param idleMillis For so long the thread is kept with nothing to do. Large segments stay in memory with it. */
  constructor({ placeTypeSchemas, locale }: ModelOptions, idleMillis: number) {
    this.#options = { placeTypeSchemas, locale }
    this.#idleMillis = idleMillis
  }

  /** Rejects when the thread breaks, and so does all other work that it was given; the next gets a new thread. */
  run<Kind extends keyof Work>(kind: Kind, ...input: Parameters<Work[Kind]>): Promise<Outcome<Kind>> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    clearTimeout(this.#idle)
    this.#thread ??= this.#open()
    this.#thread.postMessage([kind, ...input])
    this.#waiting.push({ resolve, reject })
    return promise as Promise<Outcome<Kind>>
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#fail(thread, new Error('the thread was closed'))
    await thread?.terminate()
  }

  #open(): Thread {
    const thread = new Thread(new URL('./worker.ts', import.meta.url), { workerData: this.#options, resourceLimits })
    thread.on('message', (outcome: unknown) => {
      if (thread !== this.#thread) return
      this.#waiting.shift()?.resolve(outcome)
      if (this.#waiting.length === 0) this.#idle = setTimeout(() => void this.stop(), this.#idleMillis).unref()
    })
    thread.on('error', (error: Error) => this.#fail(thread, error))
    thread.on('exit', (code) => this.#fail(thread, new Error(`the thread ended with exit code ${code}`)))
    return thread
  }

  #fail(thread: Thread | undefined, error: Error): void {
    if (thread !== this.#thread) return
    this.#thread = undefined
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}
