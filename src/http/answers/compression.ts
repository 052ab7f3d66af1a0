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
import { isNarrowed, sightOf } from '../../access/access.ts'
import { LruCache } from '../../common/lru-cache.ts'
import type { Metrics } from '../observability/metrics.ts'
import { keyInQuery } from '../requests/admission.ts'
import { type Call, queryOf } from '../requests/call.ts'
import { weighed } from './accept.ts'
import { type Answer, type Coding, codedTag, codings } from './answer.ts'

/** The best coding for a caller, if any; `plain` is true if uncompressed bytes are acceptable too. */
interface AcceptedCoding {
  readonly coding: Coding | undefined
  readonly plain: boolean
}

const onlyPlain: AcceptedCoding = { coding: undefined, plain: true }

/**
 * Parses an `Accept-Encoding` (RFC 9110, 12.5.3) and picks the offered coding of greatest weight; on a tie, the first
 * offered. Plain bytes win only if `identity` has an explicit and greater weight. A header that excludes everything is
 * ignored.
 */
export function readAcceptEncoding(header: string | undefined, offered: readonly Coding[] = codings): AcceptedCoding {
  if (header === undefined || header.trim() === '') return onlyPlain
  const weights = weighed(header)
  const rest = weights.get('*')
  const plainWeight = weights.get('identity') ?? (rest === 0 ? 0 : undefined)
  let best: Coding | undefined
  let bestWeight = 0
  for (const coding of offered) {
    const alias = coding === 'gzip' ? weights.get('x-gzip') : undefined
    const weight = weights.get(coding) ?? alias ?? rest ?? 0
    if (weight > bestWeight) [best, bestWeight] = [coding, weight]
  }
  if (best === undefined || (plainWeight !== undefined && plainWeight > bestWeight)) return onlyPlain
  return { coding: best, plain: plainWeight !== 0 }
}

/** Compressing a body that fits into one packet gains no time. */
const plainBytesMax = 1400
/** Up to this size, synchronous compression takes at most a millisecond, far less than on another thread. */
const wholeBytesMax = 256 * 1024
const cacheBytesMax = 32 * 1024 * 1024
/** Longer bodies are not cached: they would evict too many others. */
const cachedBodyBytesMax = 2 * 1024 * 1024
/** Approximate overhead of an entry: the map, the buffer, and a key with two bytes per character. */
const entryBytes = 256

const compressible = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.+-]*json|vnd\.mapbox-vector-tile|javascript))/

const zstdLevel = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const brotliLevel = { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } }
const gzipLevel = { level: 1, memLevel: 9 }
const [zstdLater, brotliLater, gzipLater] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)]

/** A compression method: synchronous, or on another thread, which takes 1.5 to 3 times the CPU time. */
interface Codec {
  now(bytes: Buffer): Buffer
  later(bytes: Buffer): Promise<Buffer>
}

/** Fast levels. The next ones take half as much time again for a tenth less, or gain nothing. */
const codecs: Readonly<Record<Coding, Codec>> = {
  zstd: { now: (bytes) => zstdCompressSync(bytes, zstdLevel), later: (bytes) => zstdLater(bytes, zstdLevel) },
  br: { now: (bytes) => brotliCompressSync(bytes, brotliLevel), later: (bytes) => brotliLater(bytes, brotliLevel) },
  gzip: { now: (bytes) => gzipSync(bytes, gzipLevel), later: (bytes) => gzipLater(bytes, gzipLevel) },
}

/** A compressed body, and the `Link` header of its answer ('' if none). */
interface CachedBody {
  readonly body: Buffer
  readonly link: string
}

/** A compression in progress, and the key under which it will be cached, if any. */
interface CompressionJob extends Pick<CachedBody, 'link'> {
  readonly coding: Coding
  readonly key: string | undefined
}

interface CompressionParts {
  readonly metrics: Pick<Metrics, 'compression'>
  readonly logger: Pick<Logger, 'error'>
}

/**
 * Compresses answers for callers who accept it, and caches the results. The cache key consists of entity tag, address
 * and what the caller may see, so a cached answer is never stale and never another caller's.
 */
export class Compression {
  readonly #parts: CompressionParts
  readonly #cache = new LruCache<string, CachedBody>(
    cacheBytesMax,
    (key, { body, link }) => 2 * (key.length + link.length) + body.length + entryBytes,
  )
  readonly #making = new Map<string, Promise<Buffer>>()

  constructor(parts: CompressionParts) {
    this.#parts = parts
  }

  /** Returns the cached answer of an admitted call. `etag` and `headers` are those of the full answer. */
  cached(call: Call, etag: string, headers: Answer['headers']): Answer | undefined {
    const { coding } = readAcceptEncoding(call.headers['accept-encoding'])
    const key = coding && keyOf(call, coding, etag)
    const cached = key === undefined ? undefined : this.#cache.get(key)
    const link = cached?.link && { link: cached.link }
    return coding && cached && coded({ status: 200, headers: { ...headers, ...link }, etag }, coding, cached.body)
  }

  /** Passes the answer on in the best coding for its caller, mostly synchronously. */
  encode(call: Call, answer: Answer, send: (answer: Answer) => void): void {
    const accepted = readAcceptEncoding(call.headers['accept-encoding'])
    if (accepted.coding === undefined || !suits(call, answer, accepted)) send(answer)
    else this.#encodeAs(accepted.coding, call, answer, send)
  }

  #encodeAs(coding: Coding, call: Call, answer: Answer, send: (answer: Answer) => void): void {
    const key = answer.etag === undefined ? undefined : keyOf(call, coding, answer.etag)
    const sendBody = (body: Buffer) => send(coded(answer, coding, body))
    const cached = key === undefined ? undefined : this.#cache.get(key)
    if (cached !== undefined) {
      sendBody(cached.body)
      return
    }
    const making = { coding, key, link: answer.headers?.link ?? '' }
    const bytes = typeof answer.body === 'string' ? Buffer.from(answer.body) : (answer.body as Buffer)
    if (bytes.length <= wholeBytesMax) {
      const body = this.#cacheBody(codecs[coding].now(bytes), making)
      call.timing.end('compress')
      sendBody(body)
      return
    }
    this.#makeLater(bytes, making).then(sendBody, (error: unknown) => {
      this.#parts.logger.error({ err: error, requestId: call.id }, 'an answer could not be compressed')
      send(answer)
    })
  }

  /** Compresses on another thread, once for all concurrent requests of the same answer. */
  #makeLater(bytes: Buffer, made: CompressionJob): Promise<Buffer> {
    const { coding, key } = made
    const make = () => codecs[coding].later(bytes).then((body) => this.#cacheBody(body, made))
    if (key === undefined) return make()
    return this.#making.getOrInsertComputed(key, () => make().finally(() => this.#making.delete(key)))
  }

  #cacheBody(made: Buffer, { coding, key, link }: CompressionJob): Buffer {
    this.#parts.metrics.compression(coding)
    if (key === undefined || made.length > cachedBodyBytesMax) return made
    // The result may be a slice of a much larger buffer.
    const body = Buffer.from(made)
    this.#cache.set(key, { body, link })
    return body
  }
}

/** Returns whether an answer may be compressed and gets shorter that way. */
function suits({ method }: Call, { status, headers = {}, body }: Answer, { plain }: AcceptedCoding): boolean {
  if (status !== 200 || (method !== 'GET' && method !== 'HEAD')) return false
  if (headers['content-encoding'] !== undefined || !compressible.test(headers['content-type'] ?? '')) return false
  return (typeof body === 'string' || Buffer.isBuffer(body)) && body.length > (plain ? plainBytesMax : 0)
}

/** Undefined if the address contains a key; such answers are never cached. */
function keyOf({ url, caller }: Call, coding: Coding, etag: string): string | undefined {
  if (keyInQuery(queryOf(url)) !== undefined) return undefined
  return `${coding} ${sightOf(caller)}${isNarrowed(caller) ? '-published' : ''} ${etag} ${url}`
}

function coded({ status, etag, headers }: Answer, coding: Coding, body: Buffer): Answer {
  return {
    status,
    headers: { ...headers, 'content-encoding': coding },
    body,
    ...(etag !== undefined && { etag: codedTag(etag, coding) }),
  }
}
