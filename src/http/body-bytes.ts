import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { FairShare } from '../common/fair-share.ts'
import { Problem, unavailable } from '../common/problem.ts'
import { isUnknown, nameOf } from './rate-limit.ts'

/** What part of all bytes bodies of callers without a key or session of their own may hold. */
const unknownPart = 0.25

/**
 * Reads bodies, and bounds the memory that all of them hold from their first byte until they are answered. Each caller has
 * a fair share, and those without a key of their own share a part, so that nobody keeps others from writing.
 */
export class BodyBytes {
  readonly #known: FairShare
  readonly #unknown: FairShare

  /** @param bytesMax What all of them may hold together. */
  constructor(bytesMax: number) {
    this.#unknown = new FairShare(bytesMax * unknownPart)
    this.#known = new FairShare(bytesMax * (1 - unknownPart))
  }

  /** Resolves with the whole body; rejects with 413 or 503, which may be long before its end. */
  read(request: FastifyRequest, source: Readable): Promise<Buffer> {
    const bytesMax = request.route!.bodyBytesMax
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) return Promise.reject(tooLarge(bytesMax))
    const counted = request.countedAs ?? (['key', request.caller.id] as const)
    const [share, caller] = [isUnknown(counted) ? this.#unknown : this.#known, nameOf(counted)]
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    // One buffer, since a caller may send each byte in a chunk of its own.
    let held = Buffer.alloc(0)
    let length = 0
    const add = (chunk: Buffer) => {
      const fault = grow(length + chunk.length)
      if (fault) return stop(fault)
      chunk.copy(held, length)
      length += chunk.length
    }
    const grow = (needed: number): Problem | undefined => {
      if (needed <= held.length) return undefined
      if (needed > bytesMax) return tooLarge(bytesMax)
      const capacity = Math.min(Math.max(needed, 2 * held.length), bytesMax)
      if (!share.take(caller, capacity - held.length))
        return unavailable('too many large bodies are being worked on; try again in a moment', 1)
      const larger = Buffer.allocUnsafe(capacity)
      held.copy(larger)
      held = larger
      return undefined
    }
    const end = () => {
      request.bodyBytes = length
      resolve(held.subarray(0, length))
    }
    /** What comes after that is dropped. */
    const stop = (fault: Error) => {
      source.off('data', add).off('end', end)
      reject(fault)
    }
    request.letGo = () => {
      source.off('data', add).off('end', end)
      share.give(caller, held.length)
      held = Buffer.alloc(0)
    }
    source.on('data', add).on('end', end).on('error', stop)
    return promise
  }
}

function tooLarge(bytesMax: number): Problem {
  const kibibytes = bytesMax / 1024
  const size = kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`
  return new Problem('body-too-large', `the body of this request may have ${size} (${bytesMax} bytes)`)
}
