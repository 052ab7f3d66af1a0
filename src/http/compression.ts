import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import type { Logger } from 'pino'
import { isNarrowed, sightOf } from '../access/access.ts'
import { LruCache } from '../common/lru-cache.ts'
import { type Accepted, type Coding, readAcceptEncoding } from './accept-encoding.ts'
import { queryOf } from './address.ts'
import { type Answer, jsonHeaders } from './answer.ts'
import { keyInQuery } from './authenticate.ts'
import { codedTag } from './caching.ts'
import type { Call } from './call.ts'
import type { Metrics } from './metrics.ts'

/** What fits into one packet arrives no sooner when it is shorter. */
const plainBytesMax = 1400
/** Up to so many bytes, compressing at once takes a millisecond at the most, and far less than on another thread. */
const atOnceBytesMax = 256 * 1024
const keptBytesMax = 32 * 1024 * 1024
/** A body that is longer is not kept: it would drive out too many others. */
const keptBodyBytesMax = 2 * 1024 * 1024
/** What an entry takes beside its body, about: the map, the buffer, and a key with two bytes a character. */
const entryBytes = 256

const compressible = /^(?:text\/|application\/(?:[\w.+-]*json|vnd\.mapbox-vector-tile|javascript))/

const zstdLevel = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const brotliLevel = { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } }
const gzipLevel = { level: 1, memLevel: 9 }

/** A way to compress: at once on this thread, or on another, which takes one and a half to three times the CPU time. */
interface Codec {
  now(bytes: Buffer): Buffer
  later(bytes: Buffer): Promise<Buffer>
}

const [zstdLater, brotliLater, gzipLater] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)]

/** Fast levels: the next ones take half as much time again for a tenth less, or gain nothing. */
const codecs: Readonly<Record<Coding, Codec>> = {
  zstd: {
    now: (bytes) => zstdCompressSync(bytes, { ...zstdLevel, ...chunkFor(bytes) }),
    later: (bytes) => zstdLater(bytes, zstdLevel),
  },
  br: {
    now: (bytes) => brotliCompressSync(bytes, { ...brotliLevel, ...chunkFor(bytes) }),
    later: (bytes) => brotliLater(bytes, brotliLevel),
  },
  gzip: {
    now: (bytes) => gzipSync(bytes, { ...gzipLevel, ...chunkFor(bytes) }),
    later: (bytes) => gzipLater(bytes, gzipLevel),
  },
}

/** Memory for what comes out, mostly in one piece. */
function chunkFor(bytes: Buffer): { chunkSize: number } {
  return { chunkSize: Math.max(1024, Math.ceil(bytes.length / 4)) }
}

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
 * address and what its caller sees, so that what is kept is never stale nor somebody else's.
 */
export class Compression {
  readonly #parts: CompressionParts
  readonly #kept = new LruCache<string, Buffer>(keptBytesMax, (key, body) => 2 * key.length + body.length + entryBytes)
  readonly #making = new Map<string, Promise<Buffer>>()
  /** Where pieces are put together: as much memory for each answer would have to be collected. */
  readonly #scratch = Buffer.allocUnsafeSlow(atOnceBytesMax)

  constructor(parts: CompressionParts) {
    this.#parts = parts
  }

  /** The kept answer in JSON of an admitted call, told by the tag that its answer would have. */
  keptJson(call: Call, tag: string): Answer | undefined {
    const { coding } = readAcceptEncoding(call.headers['accept-encoding'])
    const key = coding && keyOf(call, coding, tag)
    const body = key === undefined ? undefined : this.#kept.get(key)
    return coding && body && coded({ status: 200, headers: jsonHeaders, etag: tag }, coding, body)
  }

  /** Hands the answer on in the form that suits its caller best, mostly at once; the pieces of the former are given back. */
  encode(call: Call, answer: Answer, send: (answer: Answer) => void): void {
    const accepted = readAcceptEncoding(call.headers['accept-encoding'])
    if (accepted.coding === undefined || !suits(call, answer, accepted)) send(answer)
    else this.#encodeAs(accepted.coding, call, answer, send)
  }

  #encodeAs(coding: Coding, call: Call, answer: Answer, send: (answer: Answer) => void): void {
    const key = answer.etag === undefined ? undefined : keyOf(call, coding, answer.etag)
    const told = (body: Buffer) => {
      answer.release?.()
      send(coded(answer, coding, body))
    }
    const kept = key === undefined ? undefined : this.#kept.get(key)
    if (kept !== undefined) {
      told(kept)
      return
    }
    const task = { bytes: joined(answer.body, this.#scratch), coding, key }
    if (task.bytes.length <= atOnceBytesMax) {
      const body = this.#keep(task, codecs[coding].now(task.bytes))
      call.timing.end('compress')
      told(body)
      return
    }
    this.#makeLater(task).then(told, (error: unknown) => {
      this.#parts.logger.error({ err: error, requestId: call.id }, 'an answer could not be compressed')
      send(answer)
    })
  }

  /** Compresses on another thread, once for all who ask for the same meanwhile. */
  #makeLater(task: Task): Promise<Buffer> {
    const { bytes, coding, key } = task
    const underWay = key === undefined ? undefined : this.#making.get(key)
    if (underWay !== undefined) return underWay
    const making = codecs[coding]
      .later(bytes)
      .then((body) => this.#keep(task, body))
      .finally(() => key !== undefined && this.#making.delete(key))
    if (key !== undefined) this.#making.set(key, making)
    return making
  }

  #keep({ coding, key }: Task, made: Buffer): Buffer {
    this.#parts.metrics.compression(coding)
    if (key === undefined || made.length > keptBodyBytesMax) return made
    // What was made may lie in memory that is far longer.
    const body = Buffer.allocUnsafeSlow(made.length)
    made.copy(body)
    this.#kept.set(key, body)
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

/** The whole body in one piece; several pieces that fit into the scratch memory lie there until the next call. */
function joined(body: Answer['body'], scratch: Buffer): Buffer {
  if (typeof body === 'string') return Buffer.from(body)
  const pieces = (Array.isArray(body) ? body : [body]) as readonly Buffer[]
  if (pieces.length === 1) return pieces[0]!
  if (lengthOf(pieces)! > scratch.length) return Buffer.concat(pieces)
  return scratch.subarray(
    0,
    pieces.reduce((at, piece) => at + piece.copy(scratch, at), 0),
  )
}

/** Undefined where the address holds a key, which is kept nowhere. */
function keyOf({ url, caller }: Call, coding: Coding, etag: string): string | undefined {
  if (keyInQuery(queryOf(url)) !== undefined) return undefined
  return `${coding} ${sightOf(caller)}${isNarrowed(caller) ? '-published' : ''} ${etag} ${url}`
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
