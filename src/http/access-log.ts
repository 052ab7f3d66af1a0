import type { FastifyReply, FastifyRequest } from 'fastify'
import { loggedPathOf } from './address.ts'

const batchCharacters = 64 * 1024
const batchMillis = 100

/** How a request ended. */
export interface RequestEnd {
  readonly status: number
  readonly micros: number
}

/** One line of JSON a request, made as text and handed on in batches, since a logger per line costs a third of a read. */
export class AccessLog {
  readonly #write: (lines: string) => void
  #pending = ''
  #timer: NodeJS.Timeout | undefined
  #millis = 0
  #time = ''

  constructor(write: (lines: string) => void) {
    this.#write = write
  }

  /**
   * Tells of a request that has been answered, or has gone (status 499), after so many microseconds. Neither query nor
   * key is in it (D6).
   */
  add(request: FastifyRequest, reply: FastifyReply, { status, micros }: RequestEnd): void {
    const path = JSON.stringify(loggedPathOf(request.raw.url ?? ''))
    this.#addLine(
      `{"level":30,"time":${this.#now()},"msg":"request","id":"${request.id}","method":"${request.method}",` +
        `"path":${path},"status":${status},"micros":${micros},` +
        `"bytes":${bytesOf(reply)},"key":${JSON.stringify(request.caller.id)}}\n`,
    )
  }

  /** Tells of a connection on which no request could be read. */
  addUnread(requestId: string, status: number, code: string | undefined): void {
    const cause = JSON.stringify(code ?? '')
    this.#addLine(
      `{"level":30,"time":${this.#now()},"msg":"unread request","id":"${requestId}","status":${status},"cause":${cause}}\n`,
    )
  }

  /** Hands on what is pending. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const lines = this.#pending
    this.#pending = ''
    if (lines !== '') this.#write(lines)
  }

  /** The time as text; it takes longer to write than a whole millisecond's worth of requests to share. */
  #now(): string {
    const millis = Date.now()
    if (millis !== this.#millis) {
      this.#millis = millis
      this.#time = String(millis)
    }
    return this.#time
  }

  #addLine(line: string): void {
    this.#pending += line
    if (this.#pending.length >= batchCharacters) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), batchMillis).unref()
  }
}

/** The length of the answer's body, -1 for a stream, whose length no header told. */
function bytesOf(reply: FastifyReply): number {
  const length = reply.getHeader('content-length')
  if (length !== undefined) return Number(length)
  return reply.statusCode === 204 || reply.statusCode === 304 ? 0 : -1
}
