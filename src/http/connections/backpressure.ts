import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Limits on work started per turn of the event loop. */
export interface Pace {
  readonly concurrent: number
  /** When other work fills whole turns, tasks older than `overdueMillis` may exceed `concurrent`, up to this number. */
  readonly concurrentMax: number
  /** Once the tasks of a turn have taken this long, no more start. Undefined if their cost comes later. */
  readonly millis?: number
}

const overdueMillis = 50

interface Pending {
  readonly since: number
  /** The response of the waiting caller. */
  readonly caller: { readonly destroyed: boolean }
  readonly run: () => void
}

/**
 * Starts a few tasks per turn of the event loop, in order of arrival, so that a burst delays nobody else. The queue is
 * bounded by the number of connections, because each has one request in progress.
 */
export class Pacer {
  readonly #pace: Pace
  readonly #clock: () => number
  #pending: Pending[] = []
  #begun = 0
  /** End of this turn's time budget. */
  #until = 0

  /** @param clock A monotonic clock in milliseconds. */
  constructor(pace: Pace, clock: () => number = () => performance.now()) {
    this.#pace = pace
    this.#clock = clock
  }

  /**
   * Runs the task at once, or in a later turn if enough have started in this one. Skips it if the caller has left by
   * then.
   */
  take(caller: Pending['caller'], run: () => void): void {
    if (this.#pending.length === 0 && this.#mayBegin(this.#pace.concurrent)) this.#begin(run)
    else this.#pending.push({ since: this.#clock(), caller, run })
  }

  #mayBegin(most: number): boolean {
    return this.#begun === 0 || (this.#begun < most && (this.#pace.millis === undefined || this.#clock() < this.#until))
  }

  #begin(run: () => void): void {
    this.#begun++
    if (this.#begun === 1) {
      if (this.#pace.millis !== undefined) this.#until = this.#clock() + this.#pace.millis
      setImmediate(() => this.#nextTurn())
    }
    run()
  }

  #nextTurn(): void {
    const { concurrent, concurrentMax } = this.#pace
    this.#begun = 0
    const overdue = this.#clock() - overdueMillis
    let passed = 0
    for (const { since, caller, run } of this.#pending) {
      if (!this.#mayBegin(since < overdue ? concurrentMax : concurrent)) break
      passed++
      if (!caller.destroyed) this.#begin(run)
    }
    this.#pending = this.#pending.slice(passed)
  }
}

/** With this many pending requests, a connection is no longer read; below half of it, reading resumes. */
const pendingMax = 32
/**
 * Data that was already read can contain thousands of short requests. A connection with this many pending ones is
 * closed.
 */
const pendingCut = 256

/** The requests of one connection. */
interface Pipeline {
  /** The response in progress. */
  present: ServerResponse
  readonly pending: { readonly response: ServerResponse; readonly run: () => void }[]
  /** True while this class has stopped reading the connection. Others may have stopped it for their own reasons. */
  isPaused: boolean
}

/**
 * Answers pipelined requests one at a time. A caller may send many before it reads an answer. If all ran at once, a few
 * kilobytes of requests could make the service hold gigabytes of unread answers. So each request waits until the
 * previous answer is complete, and reading stops while many are pending.
 */
export class Pipelines {
  readonly #bySocket = new WeakMap<Socket, Pipeline>()

  /** Runs the request; at once if no other is pending on its connection. */
  take({ socket }: IncomingMessage, response: ServerResponse, run: () => void): void {
    const pipeline = this.#bySocket.get(socket)
    if (pipeline === undefined) this.#bySocket.set(socket, { present: response, pending: [], isPaused: false })
    else if (isBusy(pipeline)) {
      this.#add(socket, pipeline, { response, run })
      return
    } else pipeline.present = response
    run()
  }

  /**
   * Returns the response in progress on a connection, or else the first that waits; undefined if the connection is
   * idle.
   */
  answerOn(socket: Socket): ServerResponse | undefined {
    const pipeline = this.#bySocket.get(socket)
    return pipeline && isBusy(pipeline) ? pipeline.present : undefined
  }

  #add(socket: Socket, pipeline: Pipeline, request: Pipeline['pending'][number]): void {
    if (socket.destroyed) return
    const { pending } = pipeline
    if (pending.length >= pendingCut) {
      pending.length = 0
      socket.destroy()
      return
    }
    pending.push(request)
    if (pending.length === 1) this.#awaitTurn(socket, pipeline)
    if (pending.length >= pendingMax) this.#pause(socket, pipeline)
  }

  #pause(socket: Socket, pipeline: Pipeline): void {
    pipeline.isPaused = true
    // After each request that it has read, Node resumes the socket, which takes effect in the next tick. It also
    // resumes after an answer has been read. So each further request must pause the socket again.
    process.nextTick(() =>
      process.nextTick(() => {
        if (pipeline.isPaused) socket.pause()
      }),
    )
  }

  #awaitTurn(socket: Socket, pipeline: Pipeline): void {
    pipeline.present.once('close', () => {
      const next = pipeline.pending.shift()
      if (next === undefined || socket.destroyed) return
      if (pipeline.isPaused && pipeline.pending.length < pendingMax / 2) {
        pipeline.isPaused = false
        socket.resume()
      }
      pipeline.present = next.response
      if (pipeline.pending.length > 0) this.#awaitTurn(socket, pipeline)
      next.run()
    })
  }
}

function isBusy({ present, pending }: Pipeline): boolean {
  return pending.length > 0 || !present.writableFinished
}

/**
 * The answers that wait in memory because their callers do not read them, oldest first. Slow callers are tolerated
 * while there is capacity; beyond it, the answer that has waited longest is cut off.
 */
export class UnreadAnswers {
  readonly #bytesMax: number
  readonly #bytesOf = new Map<ServerResponse, number>()
  #bytes = 0

  /** @param bytesMax Maximum of unread bytes, over all answers. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Records an answer that was passed to the system, which may not have accepted all of it. */
  note(answer: ServerResponse): void {
    const bytes = answer.writableLength
    if (bytes === 0 || answer.destroyed || this.#bytesOf.has(answer)) return
    this.#bytesOf.set(answer, bytes)
    this.#bytes += bytes
    answer.once('close', () => this.#forget(answer))
    for (const oldest of this.#bytesOf.keys()) {
      if (this.#bytes <= this.#bytesMax) return
      this.#forget(oldest)
      oldest.destroy()
    }
  }

  #forget(answer: ServerResponse): void {
    this.#bytes -= this.#bytesOf.get(answer) ?? 0
    this.#bytesOf.delete(answer)
  }
}
