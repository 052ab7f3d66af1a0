import type { Logger } from 'pino'
import { may } from '../../access/access.ts'
import { queryOf } from '../address.ts'
import { type Answer, jsonHeaders } from '../answer.ts'
import { keyInQuery } from '../authenticate.ts'
import { codedTag } from '../caching.ts'
import type { Call } from '../call.ts'
import type { Metrics } from '../metrics.ts'
import { type Accepted, type Coding, rememberingReader } from './accept-encoding.ts'
import { openCodecs } from './codecs.ts'
import { KeptBodies } from './kept-bodies.ts'

/** What fits into one packet arrives no sooner when it is shorter. */
const plainBytesMax = 1400
/** Up to so many bytes, compressing at once takes a millisecond at the most, and far less than on another thread. */
const atOnceBytesMax = 256 * 1024
const keptBytesMax = 32 * 1024 * 1024

const compressible = /^(?:text\/|application\/(?:[\w.+-]*json|vnd\.mapbox-vector-tile|javascript))/

interface CompressionParts {
  readonly metrics: Pick<Metrics, 'compression'>
  readonly logger: Pick<Logger, 'error'>
}

/** A body that is to be compressed, and what tells it apart from every other, where its tag does. */
interface Task {
  readonly bytes: Buffer
  readonly coding: Coding
  readonly key: string | undefined
}

/**
 * Compresses answers for callers who take that, and keeps what it made. An answer is told apart by its entity tag, its
 * address and whether its caller sees what is restricted, so that what is kept is never stale nor somebody else's.
 */
export class Compression {
  readonly #parts: CompressionParts
  readonly #read = rememberingReader()
  readonly #kept = new KeptBodies(keptBytesMax)
  readonly #making = new Map<string, Promise<Buffer>>()
  readonly #codecs = openCodecs(atOnceBytesMax)
  /** Where pieces are put together: a page of memory a request would have to be collected again. */
  readonly #joined = Buffer.allocUnsafeSlow(atOnceBytesMax)

  constructor(parts: CompressionParts) {
    this.#parts = parts
  }

  /** The kept answer in JSON of an admitted call, told by the tag that its answer would have. */
  keptJson(call: Call, tag: string): Answer | undefined {
    const { coding } = this.#read(call.headers['accept-encoding'])
    if (coding === undefined) return undefined
    const key = keyOf(call, coding, tag)
    const body = key === undefined ? undefined : this.#kept.get(key)
    return body && coded({ status: 200, headers: jsonHeaders, etag: tag }, coding, body)
  }

  /** Hands the answer on in the form that suits its caller best, mostly at once; the pieces of the former are given back. */
  encode(call: Call, answer: Answer, send: (answer: Answer) => void): void {
    const accepted = this.#read(call.headers['accept-encoding'])
    if (accepted.coding === undefined || !suits(call, answer, accepted)) send(answer)
    else this.#encodeAs(accepted.coding, call, answer, send)
  }

  #encodeAs(coding: Coding, call: Call, answer: Answer, send: (answer: Answer) => void): void {
    const key = answer.etag === undefined ? undefined : keyOf(call, coding, answer.etag)
    const kept = key === undefined ? undefined : this.#kept.get(key)
    const told = (body: Buffer) => {
      answer.release?.()
      send(coded(answer, coding, body))
    }
    if (kept !== undefined) {
      told(kept)
      return
    }
    const atOnce = bytesAtOnce(answer, this.#joined)
    if (atOnce !== undefined) {
      const body = this.#keep({ coding, key }, this.#codecs[coding].now(atOnce))
      call.timing.end('compress')
      told(body)
      return
    }
    this.#makeLater({ bytes: joined(answer), coding, key }).then(told, (error: unknown) => {
      this.#parts.logger.error({ err: error, requestId: call.id }, 'an answer could not be compressed')
      send(answer)
    })
  }

  /** Compresses on another thread, once for all who ask for the same meanwhile. */
  #makeLater(task: Task): Promise<Buffer> {
    const { bytes, coding, key } = task
    const underWay = key === undefined ? undefined : this.#making.get(key)
    if (underWay !== undefined) return underWay
    const making = this.#codecs[coding]
      .later(bytes)
      .then((body) => this.#keep(task, body))
      .finally(() => key !== undefined && this.#making.delete(key))
    if (key !== undefined) this.#making.set(key, making)
    return making
  }

  #keep({ coding, key }: Omit<Task, 'bytes'>, made: Buffer): Buffer {
    this.#parts.metrics.compression(coding)
    // What was made may lie in memory that is longer than it, or taken again.
    const body = Buffer.allocUnsafeSlow(made.length)
    made.copy(body)
    if (key !== undefined) this.#kept.add(key, body)
    return body
  }
}

/** Whether an answer is one that is shorter compressed, and may be. */
function suits({ method }: Call, { status, headers = {}, body }: Answer, { plain }: Accepted): boolean {
  if (status !== 200 || (method !== 'GET' && method !== 'HEAD')) return false
  if (headers['content-encoding'] !== undefined || !compressible.test(headers['content-type'] ?? '')) return false
  const bytes = lengthOf(body)
  return bytes !== undefined && bytes > (plain ? plainBytesMax : 0)
}

/** The length of a body, or about that of a text; undefined where it is not known before it is sent. */
function lengthOf(body: Answer['body']): number | undefined {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body.length
  return Array.isArray(body) ? (body as readonly Buffer[]).reduce((sum, { length }) => sum + length, 0) : undefined
}

/** The whole body in one piece, put into that memory where it is several; undefined where it is too long for that. */
function bytesAtOnce(answer: Answer, memory: Buffer): Buffer | undefined {
  const { body } = answer
  if (!Array.isArray(body) || body.length === 1) {
    const bytes = joined(answer)
    return bytes.length <= memory.length ? bytes : undefined
  }
  const pieces = body as readonly Buffer[]
  if ((lengthOf(body) ?? 0) > memory.length) return undefined
  const end = pieces.reduce((at, piece) => at + piece.copy(memory, at), 0)
  return memory.subarray(0, end)
}

function joined({ body }: Answer): Buffer {
  if (typeof body === 'string') return Buffer.from(body)
  const pieces = (Array.isArray(body) ? body : [body]) as readonly Buffer[]
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
}

/** Undefined where the address holds a key, which is kept nowhere. */
function keyOf({ url, caller }: Call, coding: Coding, etag: string): string | undefined {
  if (keyInQuery(queryOf(url)) !== undefined) return undefined
  return `${coding} ${may(caller, 'read-restricted') ? 'whole' : 'public'} ${etag} ${url}`
}

function coded(answer: Answer, coding: Coding, body: Buffer): Answer {
  const { status, etag, headers } = answer
  return {
    status,
    headers: { ...headers, 'content-encoding': coding },
    body,
    ...(etag !== undefined && { etag: codedTag(etag, coding) }),
  }
}
