import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { FairShare } from '../../common/fair-share.ts'
import { JsonScan, valuesMax } from '../../common/json-scan.ts'
import { Problem, unavailable } from '../../common/problem.ts'
import { type CountedAs, isUnknown, nameOf } from './rate-limit.ts'

/** Maximum nesting of a body; later code walks it recursively. */
const depthMax = 64
/** Fraction of all bytes available to bodies of callers without a key or session. */
const unknownPart = 0.25

/** A body as it was received. */
export interface BodyText {
  readonly bytes: Buffer
  /** Number of object members and list elements in it. */
  readonly values: number
}

/**
 * Reads JSON bodies, and limits the memory that all of them hold from the first byte until they are answered. Each
 * caller has a fair share. Callers without a key of their own share a separate part, so that they cannot block others
 * from writing.
 */
export class BodyBytes {
  readonly #known: FairShare
  readonly #unknown: FairShare

  /** @param bytesMax Maximum of bytes that all bodies hold together. */
  constructor(bytesMax: number) {
    this.#unknown = new FairShare(bytesMax * unknownPart)
    this.#known = new FairShare(bytesMax * (1 - unknownPart))
  }

  /** Resolves with the whole body. Rejects with 413, 400 or 503, possibly long before the end of the body. */
  read(request: FastifyRequest, source: Readable): Promise<BodyText> {
    const { bodyBytesMax: bytesMax, membersMax } = request.route!
    if (Number(request.headers['content-length'] ?? 0) > bytesMax) return Promise.reject(tooLarge(bytesMax))
    const counted = countedAs(request)
    const [share, caller] = [isUnknown(counted) ? this.#unknown : this.#known, nameOf(counted)]
    const { promise, resolve, reject } = Promise.withResolvers<BodyText>()
    // A single buffer, because a caller may send each byte in its own chunk.
    let held = Buffer.alloc(0)
    let length = 0
    const scan = new JsonScan()
    const add = (chunk: Buffer) => {
      scan.add(chunk)
      const fault = grow(length + chunk.length) ?? faultOf(scan, membersMax(request.caller))
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
      resolve({ bytes: held.subarray(0, length), values: scan.members + scan.elements })
    }
    /** Drops the rest of the body. */
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

/** Returns the caller that a body counts for. */
export function countedAs({ countedAs, caller }: Pick<FastifyRequest, 'countedAs' | 'caller'>): CountedAs {
  return countedAs ?? ['key', caller.id]
}

function tooLarge(bytesMax: number): Problem {
  const kibibytes = bytesMax / 1024
  return tooMany(kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`, `${bytesMax} bytes`)
}

function faultOf({ members, elements, depthMax: depth }: JsonScan, membersMax: number): Problem | undefined {
  if (members > membersMax) return tooMany(`${membersMax} members`, 'names in objects of any depth')
  if (elements > valuesMax) return tooMany(`${valuesMax} elements`, 'of all its lists')
  if (depth <= depthMax) return undefined
  return new Problem('unreadable-body', `the body is nested deeper than ${depthMax} levels`)
}

/** Creates the 413 of a body that exceeds a limit. */
export function tooMany(limit: string, meaning: string): Problem {
  return new Problem('body-too-large', `the body of this request may have ${limit} (${meaning})`)
}
