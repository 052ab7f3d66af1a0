import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How many begin in a turn of the event loop. */
export interface Pace {
  readonly atOnce: number
  /** With others that fill whole turns, what has waited for `overdueMillis` begins beyond that, but never more than so many. */
  readonly atMost: number
  /** When what has begun has taken so long, no more does; absent where what it takes comes later. */
  readonly millis?: number
}

const overdueMillis = 50

interface Pending {
  readonly since: number
  /** The response of whoever waits. */
  readonly caller: { readonly destroyed: boolean }
  readonly carryOut: () => void
}

/**
 * Lets work begin a few at a time in a turn of the event loop, in the order in which it came, so that a burst of it
 * keeps nobody else waiting. As much can wait as there are connections, since each has one request in work.
 */
export class Pacer {
  readonly #pace: Pace
  readonly #clock: () => number
  #pending: Pending[] = []
  #begun = 0
  /** When this turn has had its time. */
  #until = 0

  /** @param clock Milliseconds that never go back. */
  constructor(pace: Pace, clock: () => number = () => performance.now()) {
    this.#pace = pace
    this.#clock = clock
  }

  /** Carries the work out, at once unless enough has begun in this turn; not for a caller who has left meanwhile. */
  take(caller: Pending['caller'], carryOut: () => void): void {
    if (this.#pending.length === 0 && this.#mayBegin(this.#pace.atOnce)) this.#begin(carryOut)
    else this.#pending.push({ since: this.#clock(), caller, carryOut })
  }

  #mayBegin(most: number): boolean {
    return this.#begun === 0 || (this.#begun < most && (this.#pace.millis === undefined || this.#clock() < this.#until))
  }

  #begin(carryOut: () => void): void {
    this.#begun++
    if (this.#begun === 1) {
      if (this.#pace.millis !== undefined) this.#until = this.#clock() + this.#pace.millis
      setImmediate(() => this.#nextTurn())
    }
    carryOut()
  }

  #nextTurn(): void {
    const { atOnce, atMost } = this.#pace
    this.#begun = 0
    const overdue = this.#clock() - overdueMillis
    let passed = 0
    for (const { since, caller, carryOut } of this.#pending) {
      if (!this.#mayBegin(since < overdue ? atMost : atOnce)) break
      passed++
      if (!caller.destroyed) this.#begin(carryOut)
    }
    this.#pending = this.#pending.slice(passed)
  }
}

/** With so many requests pending, a connection is not read on; with fewer than the half, it is again. */
const pendingMax = 32
/** What was read already may hold thousands of short requests; a connection with so many of them is cut off. */
const pendingCut = 256

/** The requests of one connection. */
interface Pipeline {
  /** What is being answered. */
  present: ServerResponse
  readonly pending: { readonly response: ServerResponse; readonly carryOut: () => void }[]
  /** Whether so many are pending that the connection is not read; others may have stopped reading it for reasons of theirs. */
  isPaused: boolean
}

/**
 * Answers pipelined requests one after the other. A caller may send many before it reads an answer; were they all
 * carried out at once, it would take a few kilobytes to make the service hold gigabytes of answers that nobody reads.
 * So each waits until the one before it is answered whole, and reading stops while many are pending.
 */
export class Pipelines {
  readonly #bySocket = new WeakMap<Socket, Pipeline>()

  /** Carries the request out, at once when nothing of its connection is before it. */
  take({ socket }: IncomingMessage, response: ServerResponse, carryOut: () => void): void {
    const pipeline = this.#bySocket.get(socket)
    if (pipeline === undefined) this.#bySocket.set(socket, { present: response, pending: [], isPaused: false })
    else if (isBusy(pipeline)) {
      this.#add(socket, pipeline, { response, carryOut })
      return
    } else pipeline.present = response
    carryOut()
  }

  /** The answer that is being made on a connection, or the first that waits; undefined when nothing is asked there. */
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
    // At the end of each request that it has read, Node lets the socket go on, which does so in the next tick; it does
    // so as well when an answer has been read, so that this is needed for each one that comes nevertheless.
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
      next.carryOut()
    })
  }
}

function isBusy({ present, pending }: Pipeline): boolean {
  return pending.length > 0 || !present.writableFinished
}

/**
 * The answers that wait in memory because their callers do not read them, the oldest first. A slow caller is served with
 * patience as long as there is capacity; beyond it, whoever has been reading longest is cut off.
 */
export class UnreadAnswers {
  readonly #bytesMax: number
  readonly #bytesOf = new Map<ServerResponse, number>()
  #bytes = 0

  /** @param bytesMax What all of them may take together. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** To be called when an answer was handed to the system, which may not have taken all of it. */
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
