import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { DirectLane } from './direct-lane.ts'
import type { HttpLimits } from './limits.ts'
import { PlainHeadReader } from './plain-head.ts'
import { linesOf, type Outlet, textBytesMax, type WholeAnswer } from './sending.ts'

interface Parts {
  readonly limits: Pick<HttpLimits, 'headMillis' | 'keepAliveMillis' | 'idleMillis'>
  readonly stopping: AbortSignal
  readonly lane: Pick<DirectLane, 'take'>
}

/** The parts, and the lines that end the head of an answer that is not the last. */
interface ConnectionParts extends Parts {
  readonly keepLines: string
}

const closeLines = 'Connection: close\r\n\r\n'

/** What keeps a connection that says that it is kept from being closed just when the next request is on its way. */
const keepAliveBufferMillis = 1_000

/**
 * Connections whose callers do nothing but ask, one request after the other: their bytes are read and written here, since
 * Node's request and response around them take longer than most answers. The first bytes that are anything else make
 * it a connection of Node's server for good, which gets them as they came, before the rest.
 */
export class PlainConnections {
  readonly #parts: ConnectionParts
  readonly #open = new Set<PlainConnection>()

  constructor(parts: Parts) {
    const seconds = Math.floor(parts.limits.keepAliveMillis / 1000)
    this.#parts = { ...parts, keepLines: `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n` }
  }

  /** Takes the connections of a server before it does. */
  attach(server: Server): void {
    const toNode = server.listeners('connection') as ((socket: Socket) => void)[]
    server.removeAllListeners('connection')
    server.on('connection', (socket: Socket) => {
      const connection = new PlainConnection(socket, this.#parts, (bytes) => {
        this.#open.delete(connection)
        if (bytes === undefined) return
        for (const take of toNode) take.call(server, socket)
        socket.emit('data', bytes)
        // Told already to those who listened before.
        if (socket.readableEnded) socket.emit('end')
      })
      this.#open.add(connection)
    })
  }

  closeIdleConnections(): void {
    for (const connection of this.#open) if (!connection.isBusy) connection.destroy()
  }

  closeAllConnections(): void {
    for (const connection of this.#open) connection.destroy()
  }
}

/** One connection, and the answer that is being made on it. */
class PlainConnection implements Outlet {
  readonly #socket: Socket
  readonly #parts: ConnectionParts
  readonly #leave: (unanswered?: Buffer) => void
  readonly #reader = new PlainHeadReader()
  readonly #listeners: readonly (readonly [string, (bytes: Buffer) => void])[]
  /** The request that is being answered, as it came, and what came behind it. */
  #asked: Buffer | undefined
  #behind: Buffer | undefined
  #whenClosed: (() => void)[] = []
  #isKept = false
  #ended = false
  /** Whether the answer says that no other will follow. */
  #isLast = false

  /** @param leave Called once: without bytes when the connection is closed, with those that others have to answer. */
  constructor(socket: Socket, parts: ConnectionParts, leave: (unanswered?: Buffer) => void) {
    this.#socket = socket
    this.#parts = parts
    this.#leave = leave
    this.#listeners = [
      ['data', (bytes) => this.#read(bytes)],
      ['end', () => this.#end()],
      ['timeout', () => this.#timeOut()],
      // Whatever it was, the connection is closed next.
      ['error', () => {}],
      ['close', () => this.#close()],
    ]
    for (const [event, listener] of this.#listeners) socket.on(event, listener)
    socket.setTimeout(parts.limits.headMillis)
  }

  get isBusy(): boolean {
    return this.#asked !== undefined
  }

  get writableLength(): number {
    return this.#socket.writableLength
  }

  get writableFinished(): boolean {
    return !this.isBusy
  }

  get destroyed(): boolean {
    return this.#socket.destroyed
  }

  destroy(): void {
    this.#socket.destroy()
  }

  once(_event: 'close', told: () => void): void {
    this.#whenClosed.push(told)
  }

  write(answer: WholeAnswer): void {
    const socket = this.#socket
    if (socket.destroyed) return
    const head = this.#head(answer)
    const { pieces } = answer
    const [first] = pieces
    const isShort = first !== undefined && first.length <= textBytesMax
    const begin = isShort ? head + first.toString('latin1') : head
    const next = isShort ? 1 : 0
    if (next === pieces.length) socket.write(begin, 'latin1')
    else {
      socket.cork()
      // Buffers alone are handed over without a copy of the text.
      socket.write(Buffer.from(begin, 'latin1'))
      for (let at = next; at < pieces.length; at++) socket.write(pieces[at]!)
      socket.uncork()
    }
    if (socket.writableLength === 0) this.#answered()
    else this.#awaitTaken()
  }

  /** As Node writes it. */
  #head({ status, shared, fields }: WholeAnswer): string {
    this.#isLast = this.#parts.stopping.aborted
    const begin = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    return begin + shared.lines + linesOf(fields) + dateLine() + (this.#isLast ? closeLines : this.#parts.keepLines)
  }

  #read(bytes: Buffer): void {
    if (this.#isLast && !this.isBusy) return
    if (!this.isBusy && this.#behind === undefined) this.#take(bytes)
    else {
      this.#behind = this.#behind === undefined ? bytes : Buffer.concat([this.#behind, bytes])
      // When nothing is answered it is what was read before the pause, which is all that comes before `#readOn` goes on.
      if (this.isBusy) this.#socket.pause()
    }
  }

  /** Goes on when everything that was read has come: whoever takes the socket may pause it only after that. */
  #readOn(goOn: () => void): void {
    this.#socket.resume()
    process.nextTick(() => {
      if (!this.#socket.destroyed) goOn()
    })
  }

  #take(bytes: Buffer): void {
    this.#asked = bytes
    const head = this.#parts.stopping.aborted ? undefined : this.#reader.read(bytes)
    if (head === undefined) this.#handOver()
    else this.#parts.lane.take({ ...head, socket: this.#socket }, this, () => this.#handOver())
  }

  /** The system has all of the answer. */
  #answered(): void {
    this.#asked = undefined
    this.#tell()
    if (!this.#isKept) {
      this.#isKept = true
      this.#socket.setTimeout(this.#parts.limits.keepAliveMillis + keepAliveBufferMillis)
    }
    if (this.#isLast) this.#endLast()
    else if (this.#behind !== undefined) this.#readOn(() => this.#next())
    else if (this.#ended || this.#parts.stopping.aborted) this.#socket.end()
  }

  #next(): void {
    const behind = this.#behind
    this.#behind = undefined
    if (behind !== undefined) this.#take(behind)
  }

  /** What still comes is dropped, so that the caller's end is seen. */
  #endLast(): void {
    this.#behind = undefined
    this.#socket.end()
    this.#socket.resume()
  }

  #awaitTaken(): void {
    this.#isKept = false
    this.#socket.setTimeout(this.#parts.limits.idleMillis)
    this.#socket.write('', (error) => {
      if (!error) this.#answered()
    })
  }

  #handOver(): void {
    const socket = this.#socket
    // Its end has been told, or is told next.
    if (socket.destroyed) return
    const bytes = Buffer.concat([this.#asked, this.#behind].filter((piece) => piece !== undefined))
    if (socket.isPaused()) {
      this.#asked = undefined
      this.#behind = bytes
      this.#readOn(() => this.#handOver())
      return
    }
    for (const [event, listener] of this.#listeners) socket.off(event, listener)
    socket.setTimeout(0)
    this.#leave(bytes)
  }

  #end(): void {
    this.#ended = true
    if (!this.isBusy && this.#behind === undefined) this.#socket.end()
  }

  /** Nothing has moved: either nothing is asked, or the caller does not read, or the service is still working on it. */
  #timeOut(): void {
    if (!this.isBusy || this.#socket.writableLength > 0) this.#socket.destroy()
  }

  #close(): void {
    this.#leave()
    this.#tell()
  }

  #tell(): void {
    const told = this.#whenClosed
    if (told.length === 0) return
    this.#whenClosed = []
    for (const one of told) one()
  }
}

let second = 0
let date = ''

/** The field that tells the time (RFC 9110, 6.6.1), written once a second. */
function dateLine(): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    date = `Date: ${new Date(now * 1000).toUTCString()}\r\n`
  }
  return date
}
