import { isIPv4, isIPv6 } from 'node:net'
import { bytesOfIPv6 } from '../common/ipv6.ts'
import { LruCache } from '../common/lru-cache.ts'
import { Problem } from '../common/problem.ts'
import { reason } from '../common/reason.ts'
import type { Rate } from '../config.ts'

/** Most callers that are counted at a time; beyond that, the least recently used are evicted. */
const callersMax = 100_000

/** What a caller has asked in the window that is open. */
interface Window {
  readonly began: number
  count: number
}

/** By what callers are told apart: keys and sessions by their ids, visitors with PUBLIC_KEY and those without a valid key by address. */
export type CallerKind = 'key' | 'session' | 'visitor' | 'address'

/** As whom a request is counted. */
export type CountedAs = readonly [kind: CallerKind, name: string]

/** Whether so counted callers have no key or session of their own. */
export function isUnknown([kind]: CountedAs): boolean {
  return kind === 'address' || kind === 'visitor'
}

/** One name for all requests that are counted together. */
export function nameOf(caller: CountedAs): string {
  const [kind, name] = caller
  return `${kind} ${isUnknown(caller) ? networkOf(name) : name}`
}

/** The header fields of an answer that tell of a limit (draft-ietf-httpapi-ratelimit-headers-10). */
export type RateFields = Readonly<Record<'ratelimit' | 'ratelimit-policy', string>>

/** Counts the requests of each caller in windows that begin with the first of them. Each process counts for itself. */
export class RateLimiter {
  readonly #known = new LruCache<string, Window>(callersMax, () => 1)
  /** Apart, since there are as many addresses as somebody wants. */
  readonly #addresses = new LruCache<string, Window>(callersMax, () => 1)
  readonly #onRefused: (kind: CallerKind) => void

  /** @param onRefused Told of every request that is refused. */
  constructor(onRefused: (kind: CallerKind) => void) {
    this.#onRefused = onRefused
  }

  /** Counts a request of somebody; throws 429 when that one has asked more often than the rate allows. */
  take(counted: CountedAs, rate: Rate, now: number = performance.now()): RateFields {
    const windows = isUnknown(counted) ? this.#addresses : this.#known
    const caller = nameOf(counted)
    const known = windows.get(caller)
    const window = known && now - known.began < rate.millis ? known : { began: now, count: 0 }
    if (window !== known) windows.set(caller, window)
    window.count++
    const seconds = Math.max(1, Math.ceil((window.began + rate.millis - now) / 1000))
    const fields = {
      'ratelimit-policy': `"default";q=${rate.count};w=${rate.millis / 1000}`,
      ratelimit: `"default";r=${Math.max(0, rate.count - window.count)};t=${seconds}`,
    }
    if (window.count <= rate.count) return fields
    this.#onRefused(counted[0])
    throw new Problem('too-many-requests', reason('too-often', { count: rate.count, seconds: rate.millis / 1000 }), {
      headers: { ...fields, 'retry-after': String(seconds) },
    })
  }
}

/**
 * The addresses that one caller has: of IPv6 a network of 64 bits, which every home has (RFC 6177), IPv4 within IPv6 as
 * IPv4; what is no address, which only a proxy tells, is one caller.
 */
function networkOf(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  if (isIPv4(plain)) return plain
  return isIPv6(plain) ? bytesOfIPv6(plain).slice(0, 8).join('.') : 'no address'
}
