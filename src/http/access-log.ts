import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { pathOf } from './call.ts'
import type { Metrics } from './metrics.ts'

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

/** Requests that are told of together, by code that is in the processor's caches then. */
const batchMax = 256
const batchMillis = 100
const loggedPathMax = 300

/** A request that has been answered, or has gone. Neither query nor key is told of it (D6). */
interface EndedRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  /** The pattern of its route, never its address. */
  readonly route: string
  /** The id of the caller. */
  readonly key: string
  /** When it ended. */
  readonly time: number
  readonly status: number
  readonly micros: number
  /** The length of the answer's body, -1 for a stream, whose length no header told. */
  readonly bytes: number
}

/** Where ended requests are told of. */
interface AccessLogParts {
  /** Takes whole lines. */
  readonly write: (lines: Uint8Array) => void
  readonly isSecret: IsSecret
  readonly metrics: Pick<Metrics, 'request'>
}

/** One line of JSON a request, and its metrics; in batches, since a logger per line costs a third of a read. */
export class AccessLog {
  readonly #parts: AccessLogParts
  #pending: (EndedRequest | string)[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(parts: AccessLogParts) {
    this.#parts = parts
  }

  add(request: EndedRequest): void {
    this.#add(request)
  }

  /** Tells of a connection on which no request could be read. */
  addUnread(requestId: string, status: number, code: string | undefined): void {
    const cause = JSON.stringify(code ?? '')
    this.#add(
      `{"level":30,"time":${Date.now()},"msg":"unread request","id":"${requestId}","status":${status},"cause":${cause}}\n`,
    )
  }

  /** Hands on what is pending. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#pending.length === 0) return
    let lines = ''
    for (const one of this.#pending) lines += typeof one === 'string' ? one : this.#recorded(one)
    this.#pending = []
    this.#parts.write(Buffer.from(lines))
  }

  #add(ended: EndedRequest | string): void {
    if (this.#pending.push(ended) >= batchMax) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), batchMillis).unref()
  }

  /** The line of a request, which is counted. */
  #recorded({ id, method, url, route, key, time, status, micros, bytes }: EndedRequest): string {
    this.#parts.metrics.request(method, route, status, micros / 1e6)
    return (
      `{"level":30,"time":${time},"msg":"request","id":"${id}","method":"${method}",` +
      `"path":${quoted(this.#pathOf(url))},"status":${status},"micros":${micros},` +
      `"bytes":${bytes},"key":${quoted(key)}}\n`
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
