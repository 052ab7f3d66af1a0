import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type Explanation, explanationOf, type Reason, reason } from '../common/reason.ts'
import { type AddressGuard, RefusedAddress } from './address-guard.ts'

/** From the first byte sent to the end of the answer. */
const timeoutMillis = 15_000
/** How much of an answer is read; what comes after it is not waited for. */
const answerBytesMax = 4096
/** How much of a refusal is kept. */
const refusalCharactersMax = 1024
/** A connection that nobody has used for so long is closed: sooner than others close theirs, and than their balancers. */
const idleMillis = 30_000

/** What comes of a connection that the other side has closed. */
const resets = ['ECONNRESET', 'EPIPE']

/** What became of one request, and why it was no success, if it was none. */
export interface Attempt extends Partial<Explanation> {
  readonly millis: number
  /** The status of the answer; absent: there was none. */
  readonly status?: number
  /** What a refusal said, its first characters. */
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
 * Sends to addresses that the guard allows, and to those alone: a name is looked up and judged for each attempt, or with
 * one that is just looking it up. Connections are made to what it has then, and kept as long as it has that. Redirects are not followed.
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

  /** What is wrong with the address of an endpoint, as far as it says that itself; undefined when nothing is. */
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
    // One signal of its own for each request, since what listens to signals of a long life stays in memory.
    const ending = new AbortController()
    const late = AbortSignal.timeout(timeoutMillis)
    const end = () => ending.abort()
    const ends = [sent.signal, late]
    for (const signal of ends) signal.addEventListener('abort', end)
    if (sent.signal.aborted) end()
    try {
      const outcome = await this.#exchange(sent, ending.signal).catch((error: unknown) =>
        explanationOf(reasonOf(error, late)),
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
      // Others close what was idle just when it is used again; that is no refusal, and a new connection tells.
      const isStale = outgoing.reusedSocket && resets.includes(String((error as { code?: unknown }).code))
      if (!isStale || signal.aborted) throw error
      return this.#exchange(sent, signal)
    }
    return told(answer)
  }
}

/** Lets a connection be made to these addresses and to no others. */
function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_, { all }, done) => {
    const { address, family } = addresses[0]!
    if (all) done(null, [...addresses])
    else done(null, address, family)
  }
}

async function told(answer: IncomingMessage): Promise<Omit<Attempt, 'millis'>> {
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
    // What took the event has said so, however it ends.
    if (!isSuccess) throw error
  }
  if (isSuccess) return { status }
  const text = Buffer.concat(chunks).toString('utf8').slice(0, refusalCharactersMax).toWellFormed()
  const why = explanationOf(reason(status >= 300 && status < 400 ? 'redirect-answered' : 'status-answered', { status }))
  const retryAfter = headers['retry-after']
  return { status, ...why, ...(text !== '' && { answer: text }), ...(retryAfter !== undefined && { retryAfter }) }
}

/** Why there was no answer, without what others could put into it. */
function reasonOf(error: unknown, late: AbortSignal): Reason {
  if (late.aborted) return reason('answer-late', { seconds: timeoutMillis / 1000 })
  if (error instanceof RefusedAddress) return error.reason
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? reason('no-answer-but', { error: code }) : reason('no-answer')
}
