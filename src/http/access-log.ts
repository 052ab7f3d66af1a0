import { loggedPathOf } from './address.ts'
import type { Call } from './call.ts'
import type { IsSecret } from './request-id.ts'

const batchBytes = 64 * 1024
const batchMillis = 100
/** What a UTF-16 unit takes at most; a line is far shorter than a batch. */
const utf8BytesMax = 3

/** How a request ended. */
export interface RequestEnd {
  readonly status: number
  readonly micros: number
  /** The length of the answer's body, -1 for a stream, whose length no header told. */
  readonly bytes: number
}

/** As JSON; most texts need no escapes. */
function quoted(text: string): string {
  return /^[\w/.:-]*$/.test(text) ? `"${text}"` : JSON.stringify(text)
}

/** One line of JSON a request, made as text and handed on in batches, since a logger per line costs a third of a read. */
export class AccessLog {
  readonly #write: (lines: Uint8Array) => void
  readonly #isSecret: IsSecret
  #batch = Buffer.allocUnsafeSlow(batchBytes)
  #length = 0
  #timer: NodeJS.Timeout | undefined
  #millis = 0
  #time = ''

  constructor(write: (lines: Uint8Array) => void, isSecret: IsSecret) {
    this.#write = write
    this.#isSecret = isSecret
  }

  /**
   * Tells of a request that has been answered, or has gone (status 499), after so many microseconds. Neither query nor
   * key is in it (D6).
   */
  add(call: Call, { status, micros, bytes }: RequestEnd): void {
    const path = quoted(loggedPathOf(call.url, this.#isSecret))
    this.#addLine(
      `{"level":30,"time":${this.#now()},"msg":"request","id":"${call.id}","method":"${call.method}",` +
        `"path":${path},"status":${status},"micros":${micros},` +
        `"bytes":${bytes},"key":${quoted(call.caller.id)}}\n`,
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
    if (this.#length === 0) return
    const lines = this.#batch.subarray(0, this.#length)
    // Whoever writes it may still hold it when the next line comes.
    this.#batch = Buffer.allocUnsafeSlow(batchBytes)
    this.#length = 0
    this.#write(lines)
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
    if (this.#length + line.length * utf8BytesMax > batchBytes) this.flush()
    this.#length += this.#batch.write(line, this.#length)
    this.#timer ??= setTimeout(() => this.flush(), batchMillis).unref()
  }
}
