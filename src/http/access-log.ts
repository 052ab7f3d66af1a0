import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { pathOf } from './call.ts'

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

/** The most requests of a batch, which are logged and counted by code that is in the processor's caches then. */
const batchMax = 256
const batchMillis = 100
const loggedPathMax = 300

/** A request that has been answered, or has gone. Its line has neither query nor key (D6). */
interface EndedRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  /** The pattern of its route, never its address. */
  readonly route: string
  readonly callerId: string
  /** When it ended. */
  readonly time: number
  readonly status: number
  readonly micros: number
  /** The length of the answer's body, -1 for a stream, whose length no header told. */
  readonly bytes: number
}

/** What an access log is made with. */
export interface AccessLogParts {
  /** Takes whole lines. */
  readonly write: (lines: Uint8Array) => void
  readonly isSecret: IsSecret
  /** Counts a request. */
  readonly count: (request: EndedRequest) => void
}

/** One line of JSON a request, and its metrics; in batches, since a logger per line costs a third of a read. */
export class AccessLog {
  readonly #parts: AccessLogParts
  #pending: (EndedRequest | string)[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(parts: AccessLogParts) {
    this.#parts = parts
  }

  /** Takes a request, or a line that is made already. */
  add(ended: EndedRequest | string): void {
    if (this.#pending.push(ended) >= batchMax) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), batchMillis).unref()
  }

  /** Tells of a connection on which no request could be read. */
  addUnread(requestId: string, status: number, code: string | undefined): void {
    const cause = JSON.stringify(code ?? '')
    this.add(
      `{"level":30,"time":${Date.now()},"msg":"unread request","id":"${requestId}","status":${status},"cause":${cause}}\n`,
    )
  }

  /** Hands on what is pending. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const pending = this.#pending
    if (pending.length === 0) return
    this.#pending = []
    let lines = ''
    for (const one of pending) lines += typeof one === 'string' ? one : this.#lineOf(one)
    this.#parts.write(Buffer.from(lines))
    for (const one of pending) if (typeof one !== 'string') this.#parts.count(one)
  }

  #lineOf({ id, method, url, callerId, time, status, micros, bytes }: EndedRequest): string {
    return (
      `{"level":30,"time":${time},"msg":"request","id":"${id}","method":"${method}",` +
      `"path":${quoted(this.#pathOf(url))},"status":${status},"micros":${micros},` +
      `"bytes":${bytes},"key":${quoted(callerId)}}\n`
    )
  }

  /** Without whatever secret strayed into it, and not without end (D6). */
  #pathOf(target: string): string {
    const path = pathOf(target)
    const { isSecret } = this.#parts
    if (isSecret(path) || (path.includes('%') && isSecret(decoded(path)))) return '[withheld]'
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
