import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Call, pathOf } from './call.ts'

/** Whether a text looks like a key or holds a configured secret, none of which a log may have (D6). */
type IsSecret = (text: string) => boolean

/** Finds keys by their form, and these secrets wherever they stand. */
export function findSecrets(secrets: readonly string[]): IsSecret {
  return (text) => /gz_|api-?key|bearer/i.test(text) || secrets.some((secret) => text.includes(secret))
}

/**
 * Gives each request its id: the caller's `X-Request-Id` when that is short and clean, else one of our own, which no
 * other start of the service has.
 */
export function requestIds(isSecret: IsSecret): (request: Pick<IncomingMessage, 'headers'>) => string {
  const start = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers }) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) && !isSecret(given)) return given
    count += 1
    return `${start}-${count.toString(36)}`
  }
}

/** Lines that are made together, by code that is in the processor's caches then. */
const batchMax = 256
const batchMillis = 100
const loggedPathMax = 300

/** How a request ended. */
interface RequestEnd {
  readonly status: number
  readonly micros: number
  /** The length of the answer's body, -1 for a stream, whose length no header told. */
  readonly bytes: number
}

/** One line of JSON a request, made as text and handed on in batches, since a logger per line costs a third of a read. */
export class AccessLog {
  readonly #write: (lines: Uint8Array) => void
  readonly #isSecret: IsSecret
  #pending: (() => string)[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(write: (lines: Uint8Array) => void, isSecret: IsSecret) {
    this.#write = write
    this.#isSecret = isSecret
  }

  /**
   * Tells of a request that has been answered, or has gone (status 499), after so many microseconds. Neither query nor
   * key is in it (D6).
   */
  add({ id, method, url, caller }: Call, { status, micros, bytes }: RequestEnd): void {
    const time = Date.now()
    this.#add(
      () =>
        `{"level":30,"time":${time},"msg":"request","id":"${id}","method":"${method}",` +
        `"path":${quoted(this.#pathOf(url))},"status":${status},"micros":${micros},` +
        `"bytes":${bytes},"key":${quoted(caller.id)}}\n`,
    )
  }

  /** Tells of a connection on which no request could be read. */
  addUnread(requestId: string, status: number, code: string | undefined): void {
    const time = Date.now()
    const cause = JSON.stringify(code ?? '')
    this.#add(
      () =>
        `{"level":30,"time":${time},"msg":"unread request","id":"${requestId}","status":${status},"cause":${cause}}\n`,
    )
  }

  /** Hands on what is pending. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#pending.length === 0) return
    const lines = this.#pending.map((line) => line())
    this.#pending = []
    this.#write(Buffer.from(lines.join('')))
  }

  #add(line: () => string): void {
    if (this.#pending.push(line) >= batchMax) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), batchMillis).unref()
  }

  /** Without whatever secret strayed into it, and not without end (D6). */
  #pathOf(target: string): string {
    const path = pathOf(target)
    if (this.#isSecret(path) || (path.includes('%') && this.#isSecret(decoded(path)))) return '[withheld]'
    return path.length > loggedPathMax ? `${path.slice(0, loggedPathMax)}…` : path
  }
}

/** As JSON; most texts need no escapes. */
function quoted(text: string): string {
  return /^[\w/.:-]*$/.test(text) ? `"${text}"` : JSON.stringify(text)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
  }
}
