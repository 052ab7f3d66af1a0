import { Worker } from 'node:worker_threads'
import { messageOf, Problem, unavailable } from '../../common/problem.ts'
import type { Command, Outcome } from '../store.ts'
import { unwritable } from '../unwritable.ts'
import type { FromWorker, StoreOptions, ThreadOptions, ToWorker } from './messages.ts'

/**
 * Large enough for a whole group of commands, so that the garbage collector does not copy it several times meanwhile.
 */
const maxYoungGenerationSizeMb = 128

const placeRules = new URL('../writing/place-rules.ts', import.meta.url).href

/** The module that opens a database for writing, and its argument. */
type DatabaseToWrite = Pick<ThreadOptions, 'database' | 'argument'>

/** A running thread and its pending answers, which arrive in the order of the groups. */
interface RunningThread {
  readonly worker: Worker
  readonly waiting: PromiseWithResolvers<readonly Outcome[]>[]
}

/**
 * The writing thread. If it dies, the groups that it had are answered `unavailable` (they may be in the record, or
 * not), and the next write starts another thread.
 */
export class WritingThread {
  readonly #options: ThreadOptions
  readonly #onFault: (text: string) => void
  #running: Promise<RunningThread> | undefined
  #closed = false

  constructor(database: DatabaseToWrite, { model, locator, rules = placeRules, onFault = () => {} }: StoreOptions) {
    this.#options = { model, locator, rules, ...database }
    this.#onFault = onFault
  }

  /** Starts the thread unless it is running; rejects if it cannot open the database. */
  async open(): Promise<void> {
    this.#running ??= this.#start()
    await this.#running
  }

  async write(commands: readonly Command[]): Promise<readonly Outcome[]> {
    if (this.#closed) throw unavailable('the store is closed')
    await this.open().catch((error: unknown) => {
      this.#onFault(`the writing thread cannot start: ${messageOf(error)}`)
      throw unwritable('the data cannot be opened for writing')
    })
    const { worker, waiting } = await this.#running!
    const answer = Promise.withResolvers<readonly Outcome[]>()
    worker.postMessage({ kind: 'write', commands } satisfies ToWorker)
    waiting.push(answer)
    return answer.promise
  }

  /** Finishes the pending groups, then ends the thread. */
  async close(): Promise<void> {
    this.#closed = true
    const running = await this.#running?.catch(() => undefined)
    if (!running) return
    const ended = new Promise((resolve) => running.worker.once('exit', resolve))
    running.worker.postMessage({ kind: 'close' } satisfies ToWorker)
    await ended
  }

  #start(): Promise<RunningThread> {
    const worker = new Worker(new URL('./writing-worker.ts', import.meta.url), {
      workerData: this.#options,
      resourceLimits: { maxYoungGenerationSizeMb },
    })
    const waiting: RunningThread['waiting'] = []
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'open') resolve({ worker, waiting })
        else if (message.kind === 'unopened') reject(new Error(message.reason))
        else if (message.kind === 'fault') this.#onFault(message.text)
        else if (message.kind === 'failed') waiting.shift()?.reject(Problem.from(message.problem))
        else waiting.shift()?.resolve(message.outcomes)
      })
      worker.on('error', (error) => this.#onFault(`the writing thread died: ${String(error)}`))
      worker.on('exit', (code) => {
        this.#running = undefined
        if (!this.#closed)
          this.#onFault(`the writing thread ended with ${code}; ${waiting.length} groups were interrupted`)
        reject(new Error(`the writing thread ended with ${code}`))
        for (const { reject } of waiting.splice(0)) reject(unavailable('the write was interrupted'))
      })
    })
  }
}
