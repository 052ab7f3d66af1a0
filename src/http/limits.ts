import type { IncomingMessage } from 'node:http'

/** What bounds connections and requests, beside the lengths of D20. */
export interface HttpLimits {
  /** How long the head of a request may take to arrive, in milliseconds. */
  readonly headMillis: number
  /** How long a JSON body may take to arrive. */
  readonly bodyMillis: number
  /** How long a streamed body may pause between two pieces, and an answer may stand still. */
  readonly idleMillis: number
  /** How long an idle connection is kept for the next request. */
  readonly keepAliveMillis: number
  /** How often slow heads are looked for. */
  readonly checkMillis: number
  /** How many connections are open at most; further ones are closed at once. */
  readonly connectionsMax: number
  /** Bytes of all JSON bodies that are read or worked on at once; parsed they take several times that. */
  readonly bodiesBytesMax: number
  /** Bytes of all answers that wait for their callers to read them. */
  readonly unreadBytesMax: number
  /** How long a stop waits for what is being answered. */
  readonly drainMillis: number
}

/** The limits of a service; tests have shorter ones. */
export const defaultLimits: HttpLimits = {
  headMillis: 20_000,
  bodyMillis: 30_000,
  idleMillis: 120_000,
  keepAliveMillis: 65_000,
  checkMillis: 2_000,
  connectionsMax: 20_000,
  bodiesBytesMax: 64 * 1024 * 1024,
  unreadBytesMax: 512 * 1024 * 1024,
  drainMillis: 7_000,
}

/** The longest head of a request, in bytes (D20). */
export const headBytesMax = 32 * 1024
/** What Node reads of a head before it gives up; between the two, the answer is made here. */
export const parsedHeadBytesMax = 64 * 1024

/** Whether a request names its host as it must: once, or not at all before HTTP/1.1 (RFC 9112, 3.2). */
export function namesItsHost({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1')
}

/** The length of the head of a request as it came, up to a few bytes a line. */
export function headLength({ url, rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): number {
  let length = (url?.length ?? 0) + 32
  for (const text of rawHeaders) length += text.length + 2
  return length
}
