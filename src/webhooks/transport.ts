import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type Explanation, explanationOf, type Reason, reason } from '../common/reason.ts'
import { type AddressGuard, RefusedAddress } from './address-guard.ts'

/** Time limit from the first byte sent to the end of the answer. */
const timeoutMillis = 15_000
/** Maximum bytes of an answer that are read; the rest is not awaited. */
const answerBytesMax = 4096
/** Maximum characters of a refusal that are kept. */
const refusalCharactersMax = 1024
/** Connections unused for this long are closed: earlier than most servers and their load balancers close them. */
const idleMillis = 30_000

/** Error codes of a connection that the other side has closed. */
const resets = ['ECONNRESET', 'EPIPE']

/** The result of one request, with a reason unless it succeeded. */
export interface Attempt extends Partial<Explanation> {
  readonly millis: number
  /** Status of the answer; absent if there was none. */
  readonly status?: number
  /** The first characters of a refusal's body. */
  readonly answer?: string
  readonly retryAfter?: string
}

interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Ends the request early. */
  readonly signal: AbortSignal
}

/**
 * Sends only to addresses that the guard allows. Each attempt looks the name up and checks the addresses, or shares a
 * look-up that is under way. Connections are made to those addresses and reused only while the name still has them.
 * Redirects are not followed.
 */
export class Transport {
  readonly #guard: AddressGuard
  readonly #takesHttp: boolean
  readonly #agents = {
    'http:': new HttpAgent({ keepAlive: true, timeout: idleMillis }),
    'https:': new HttpsAgent({ keepAlive: true, timeout: idleMillis }),
  } as const

  constructor(guard: AddressGuard, { takesHttp }: { readonly takesHttp: boolean }) {
    this.#guard = guard
    this.#takesHttp = takesHttp
  }

  /** Returns the fault of an endpoint's address that is visible without a look-up, or undefined if there is none. */
  faultOf(address: string): Reason | undefined {
    const url = URL.parse(address)
    const schemes = this.#takesHttp ? ['https:', 'http:'] : ['https:']
    if (!url || !schemes.includes(url.protocol)) return reason('https-address')
    if (url.username !== '' || url.password !== '') return reason('address-with-user')
    if (url.hash !== '') return reason('address-with-fragment')
    try {
      this.#guard.check(url.hostname)
    } catch (error) {
      if (!(error instanceof RefusedAddress)) throw error
      return error.reason
    }
    return undefined
  }

  /** Sends once. Never rejects. */
  async post(sent: Sent): Promise<Attempt> {
    const started = performance.now()
    // Each request has a signal of its own, since listeners of long-lived signals stay in memory.
    const ending = new AbortController()
    const late = AbortSignal.timeout(timeoutMillis)
    const end = () => ending.abort()
    const ends = [sent.signal, late]
    for (const signal of ends) signal.addEventListener('abort', end)
    if (sent.signal.aborted) end()
    try {
      const outcome = await this.#exchange(sent, ending.signal).catch((error: unknown) =>
        explanationOf(late.aborted ? reason('answer-late', { seconds: timeoutMillis / 1000 }) : reasonOf(error, sent)),
      )
      return { ...outcome, millis: Math.round(performance.now() - started) }
    } finally {
      for (const signal of ends) signal.removeEventListener('abort', end)
    }
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  async #exchange(sent: Sent, signal: AbortSignal): Promise<Omit<Attempt, 'millis'>> {
    const fault = this.faultOf(sent.url)
    if (fault !== undefined) return explanationOf(fault)
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const url = new URL(sent.url)
    const aborted = once(signal, 'abort').then(() => signal.throwIfAborted())
    const addresses = (await Promise.race([this.#guard.addressesOf(url.hostname), aborted])) ?? []
    const [request, agent] =
      url.protocol === 'https:' ? [requestHttps, this.#agents['https:']] : [requestHttp, this.#agents['http:']]
    const length = String(Buffer.byteLength(sent.body))
    const headers = { ...sent.headers, 'content-length': length, 'accept-encoding': 'identity' }
    const outgoing = request(url, { method: 'POST', headers, agent, lookup: pinnedTo(addresses), signal })
    outgoing.on('socket', (socket) => {
      const isOfOther = !addresses.some(({ address }) => address === socket.remoteAddress)
      if (outgoing.reusedSocket && isOfOther) socket.destroy(Object.assign(new Error(), { code: resets[0] }))
    })
    outgoing.on('response', resolve).on('error', reject).end(sent.body)
    let answer: IncomingMessage
    try {
      answer = await promise
    } catch (error) {
      // A server may close an idle connection just as it is reused. That is no refusal; a new connection gets the
      // answer.
      const isStale = outgoing.reusedSocket && resets.includes(String((error as { code?: unknown }).code))
      if (!isStale || signal.aborted) throw error
      return this.#exchange(sent, signal)
    }
    return readOutcome(answer)
  }
}

/** Restricts a connection to these addresses. */
function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_, { all }, done) => {
    const { address, family } = addresses[0]!
    if (all) done(null, [...addresses])
    else done(null, address, family)
  }
}

async function readOutcome(answer: IncomingMessage): Promise<Omit<Attempt, 'millis'>> {
  const { statusCode: status = 0, headers } = answer
  const isSuccess = status >= 200 && status < 300
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.byteLength
      if (length >= answerBytesMax) break
    }
  } catch (error) {
    // A success status counts even if the answer breaks off.
    if (!isSuccess) throw error
  }
  if (isSuccess) return { status }
  const text = Buffer.concat(chunks).toString('utf8').slice(0, refusalCharactersMax).toWellFormed()
  const why = explanationOf(reason(status >= 300 && status < 400 ? 'redirect-answered' : 'status-answered', { status }))
  const retryAfter = headers['retry-after']
  return { status, ...why, ...(text !== '' && { answer: text }), ...(retryAfter !== undefined && { retryAfter }) }
}

const closed = () => reason('connection-closed')
const unreachable = (host: string) => reason('host-unreachable', { host })

/** The reasons for faults of a connection to a host, by the codes of the system. */
const reasonsOfCodes: Readonly<Record<string, (host: string) => Reason>> = {
  ENOTFOUND: (host) => reason('host-unknown', { host }),
  EAI_AGAIN: (host) => reason('host-not-looked-up', { host }),
  ECONNREFUSED: () => reason('connection-refused'),
  ...{ ECONNRESET: closed, EPIPE: closed },
  ...{ EHOSTUNREACH: unreachable, ENETUNREACH: unreachable, ETIMEDOUT: unreachable },
  EPROTO: () => reason('no-tls'),
}

/** Returns the reason for a missing answer, without text that others could inject. */
function reasonOf(error: unknown, { url }: Sent): Reason {
  if (error instanceof RefusedAddress) return error.reason
  const { code } = error as { readonly code?: unknown }
  if (typeof code !== 'string') return reason('no-answer')
  const known = reasonsOfCodes[code]
  if (known) return known(new URL(url).hostname)
  if (code.startsWith('HPE_')) return reason('no-http')
  const isOfCertificate = code.includes('CERT') || code.startsWith('UNABLE_TO_')
  return reason(isOfCertificate ? 'bad-certificate' : 'no-answer-but', { error: code })
}
