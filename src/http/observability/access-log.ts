import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { pathOf } from '../requests/call.ts'

/** Detects a key or a configured secret in a text; neither may appear in a log (D6). */
type IsSecret = (text: string) => boolean

/** Returns a check that finds keys by their form, and these secrets anywhere in a text. */
export function findSecrets(secrets: readonly string[]): IsSecret {
  return (text) => /gz_|api-?key|bearer/i.test(text) || secrets.some((secret) => text.includes(secret))
}

/**
 * Creates the function that assigns request ids. It returns the caller's `X-Request-Id` if that is short and clean;
 * otherwise an id of our own, unique across starts of the service.
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

/** Requests logged and counted per batch, at most. In a batch, that code stays in the processor's caches. */
const batchMax = 256
const batchMillis = 100
const loggedPathMax = 300

/** A request that was answered or whose caller left. Its log line contains neither query nor key (D6). */
interface EndedRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  /** The pattern of its route, never its address. */
  readonly route: string
  readonly callerId: string
  /** Unix time in milliseconds at which it ended. */
  readonly time: number
  readonly status: number
  readonly micros: number
  /** Length of the response body; -1 for a stream, which has no Content-Length. */
  readonly bytes: number
}

/** The dependencies of an access log. */
export interface AccessLogParts {
  /** Writes whole lines. */
  readonly write: (lines: Uint8Array) => void
  readonly isSecret: IsSecret
  /** Counts a request. */
  readonly count: (request: EndedRequest) => void
}

/**
 * Writes one line of JSON per request, and counts it in the metrics. Both happen in batches, because a log call per
 * request costs a third of a read.
 */
export class AccessLog {
  readonly #parts: AccessLogParts
  #pending: (EndedRequest | string)[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(parts: AccessLogParts) {
    this.#parts = parts
  }

  /** Adds a request, or a finished line. */
  add(ended: EndedRequest | string): void {
    if (this.#pending.push(ended) >= batchMax) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), batchMillis).unref()
  }

  /** Logs a connection on which no request could be read. */
  addUnread(requestId: string, status: number, code: string | undefined): void {
    const cause = JSON.stringify(code ?? '')
    this.add(
      `{"level":30,"time":${Date.now()},"msg":"unread request","id":"${requestId}","status":${status},"cause":${cause}}\n`,
    )
  }

  /** Writes and counts the pending requests. */
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

  /** Returns the path, truncated and without secrets (D6). */
  #pathOf(target: string): string {
    const path = pathOf(target)
    const { isSecret } = this.#parts
    if (isSecret(path) || (path.includes('%') && isSecret(decoded(path)))) return '[withheld]'
    return path.length > loggedPathMax ? `${path.slice(0, loggedPathMax)}…` : path
  }
}

/** Formats a text as JSON; most texts need no escapes. */
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
