import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** With so many requests waiting, a connection is not read on; with fewer than the half, it is again. */
const waitingMax = 32
/** What was read already may hold thousands of short requests; a connection on which so many wait is cut off. */
const waitingCut = 256

/** One connection: what is being answered on it, and what comes behind. */
interface Line {
  present: ServerResponse
  readonly waiting: Waiting[]
  /** Whether so many wait that the connection is not read; others may have stopped reading it for reasons of theirs. */
  isPaused: boolean
}

interface Waiting {
  readonly response: ServerResponse
  readonly carryOut: () => void
}

/**
 * Lets the requests of a connection have their turns. A caller may send many before it reads an answer; were they all
 * carried out at once, it would take a few kilobytes to make the service hold gigabytes of answers that nobody reads.
 * So each waits until the one before it is answered whole, and reading stops while many wait.
 */
export class Turns {
  readonly #lines = new WeakMap<Socket, Line>()

  /** Carries the request out, at once when nothing of its connection is before it. */
  take({ socket }: IncomingMessage, response: ServerResponse, carryOut: () => void): void {
    const line = this.#lines.get(socket)
    if (line === undefined) this.#lines.set(socket, { present: response, waiting: [], isPaused: false })
    else if (line.waiting.length > 0 || !line.present.writableFinished) {
      this.#wait(socket, line, { response, carryOut })
      return
    } else line.present = response
    carryOut()
  }

  /** The answer that is being made on a connection, or the first that waits; undefined when nothing is asked there. */
  answerOn(socket: Socket): ServerResponse | undefined {
    const line = this.#lines.get(socket)
    if (line === undefined) return undefined
    const { present, waiting } = line
    return waiting.length > 0 || !present.writableFinished ? present : undefined
  }

  #wait(socket: Socket, line: Line, waiting: Waiting): void {
    if (socket.destroyed) return
    if (line.waiting.length >= waitingCut) {
      line.waiting.length = 0
      socket.destroy()
      return
    }
    line.waiting.push(waiting)
    if (line.waiting.length === 1) this.#awaitTurn(socket, line)
    if (line.waiting.length >= waitingMax) this.#pause(socket, line)
  }

  #pause(socket: Socket, line: Line): void {
    line.isPaused = true
    // At the end of each request that it has read, Node lets the socket go on, which does so in the next tick; it does
    // so as well when an answer has been read, so that this is needed for each one that comes nevertheless.
    process.nextTick(() =>
      process.nextTick(() => {
        if (line.isPaused) socket.pause()
      }),
    )
  }

  #awaitTurn(socket: Socket, line: Line): void {
    line.present.once('close', () => {
      const next = line.waiting.shift()
      if (next === undefined || socket.destroyed) return
      if (line.isPaused && line.waiting.length < waitingMax / 2) {
        line.isPaused = false
        socket.resume()
      }
      line.present = next.response
      if (line.waiting.length > 0) this.#awaitTurn(socket, line)
      next.carryOut()
    })
  }
}
