import { Worker } from 'node:worker_threads'
import { Problem } from '../../common/problem.ts'
import { unavailableProblem, unwritable } from '../fault.ts'
import type { Command, Outcome, WriteAnswer } from '../store.ts'
import { type FromWorker, packCommand, type ThreadOptions, type ToWorker, unpackOutcome } from './wire.ts'

/** Room for a whole group of commands, so that the collector does not copy it several times while it is carried out. */
const maxYoungGenerationSizeMb = 128

type Written = FromWorker & { readonly kind: 'written' }

interface Waiting {
  readonly commands: readonly Command[]
  resolve(outcomes: readonly Outcome[]): void
  reject(problem: Problem): void
}

/** A running thread and what it has been asked. */
interface Running {
  readonly worker: Worker
  readonly waiting: Map<number, Waiting>
}

/**
 * The thread that writes. When it dies, what it was writing is answered `unavailable` (it may be in the record, or not),
 * and the next write starts another.
 */
export class WritingThread {
  readonly #options: ThreadOptions
  readonly #onFault: (text: string) => void
  #running: Promise<Running> | undefined
  #closed = false
  #ticket = 0

  constructor(options: ThreadOptions, onFault: (text: string) => void) {
    this.#options = options
    this.#onFault = onFault
  }

  /** Starts the thread where it does not run; rejects when it cannot open the database. */
  async open(): Promise<void> {
    this.#running ??= this.#start()
    await this.#running
  }

  async write(commands: readonly Command[], answer: WriteAnswer = 'whole'): Promise<readonly Outcome[]> {
    if (this.#closed) throw unavailableProblem('the store is closed')
    await this.open().catch((error: unknown) => {
      this.#onFault(`the writing thread cannot start: ${error instanceof Error ? error.message : String(error)}`)
      throw unwritable('the data cannot be opened for writing')
    })
    const { worker, waiting } = await this.#running!
    const ticket = this.#ticket++
    return new Promise((resolve, reject) => {
      waiting.set(ticket, { commands, resolve, reject })
      worker.postMessage({ kind: 'write', ticket, commands: commands.map(packCommand), answer } satisfies ToWorker)
    })
  }

  /** Finishes what was asked, then ends the thread. */
  async close(): Promise<void> {
    this.#closed = true
    const running = await this.#running?.catch(() => undefined)
    if (!running) return
    const ended = new Promise((resolve) => running.worker.once('exit', resolve))
    running.worker.postMessage({ kind: 'close' } satisfies ToWorker)
    await ended
  }

  #start(): Promise<Running> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: this.#options,
      resourceLimits: { maxYoungGenerationSizeMb },
    })
    const waiting = new Map<number, Waiting>()
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'open') resolve({ worker, waiting })
        else if (message.kind === 'unopened') reject(new Error(message.reason))
        else if (message.kind === 'fault') this.#onFault(message.text)
        else settle(waiting, message)
      })
      worker.on('error', (error) => this.#onFault(`the writing thread died: ${String(error)}`))
      worker.on('exit', (code) => {
        this.#running = undefined
        if (!this.#closed)
          this.#onFault(`the writing thread ended with ${code}; ${waiting.size} groups were interrupted`)
        reject(new Error(`the writing thread ended with ${code}`))
        for (const { reject } of waiting.values()) reject(unavailableProblem('the write was interrupted'))
        waiting.clear()
      })
    })
  }
}

function outcomesOf({ outcomes, common }: Written, commands: readonly Command[]): readonly Outcome[] {
  return outcomes.map((packed, index) => unpackOutcome(packed, commands[index]!, common))
}

function settle(waiting: Map<number, Waiting>, message: FromWorker & { ticket: number }): void {
  const waiter = waiting.get(message.ticket)
  waiting.delete(message.ticket)
  if (message.kind === 'failed') waiter?.reject(Problem.from(message.problem))
  else if (message.kind === 'written' && waiter) waiter.resolve(outcomesOf(message, waiter.commands))
}
