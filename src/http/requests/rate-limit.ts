import { isIPv4, isIPv6 } from 'node:net'
import { bytesOfIPv6 } from '../../common/ipv6.ts'
import { LruCache } from '../../common/lru-cache.ts'
import { Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import type { Rate } from '../../config.ts'

/** Maximum number of callers counted at a time; beyond it, the least recently used are evicted. */
const callersMax = 100_000

/** The requests of a caller in the current window. */
interface Window {
  readonly began: number
  count: number
}

/**
 * The kind of identity: keys and sessions by id; visitors with PUBLIC_KEY, and callers without a valid key, by
 * address.
 */
export type CallerKind = 'key' | 'session' | 'visitor' | 'address'

/** The identity under which a request is counted. */
export type CountedAs = readonly [kind: CallerKind, name: string]

/** Returns whether these callers have no key or session of their own. */
export function isUnknown([kind]: CountedAs): boolean {
  return kind === 'address' || kind === 'visitor'
}

/** Returns one name for all requests that are counted together. */
export function nameOf(caller: CountedAs): string {
  const [kind, name] = caller
  return `${kind} ${isUnknown(caller) ? networkOf(name) : name}`
}

/** The rate-limit fields of an answer (draft-ietf-httpapi-ratelimit-headers-10). */
export type RateFields = Readonly<Record<'ratelimit' | 'ratelimit-policy', string>>

/** Counts the requests of each caller in windows that start with its first request. Each process counts separately. */
export class RateLimiter {
  readonly #known = new LruCache<string, Window>(callersMax, () => 1)
  /** Kept apart, because anybody can use any number of addresses. */
  readonly #addresses = new LruCache<string, Window>(callersMax, () => 1)
  readonly #onRefused: (kind: CallerKind) => void

  /** @param onRefused Called for every refused request. */
  constructor(onRefused: (kind: CallerKind) => void) {
    this.#onRefused = onRefused
  }

  /** Counts a request; throws 429 if the caller exceeds the rate. */
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
 * Returns the network of one caller. For IPv6 that is the 64-bit network, which every home has (RFC 6177). IPv4 within
 * IPv6 counts as IPv4. Everything that is not an address counts as one caller; only a proxy can send such a value.
 */
function networkOf(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  if (isIPv4(plain)) return plain
  return isIPv6(plain) ? bytesOfIPv6(plain).slice(0, 8).join('.') : 'no address'
}
