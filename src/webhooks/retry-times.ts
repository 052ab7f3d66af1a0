import type { Instant } from '../place/place.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The pauses after the first refusals of an event; after more it is the last. */
const pauses = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
]

/** Jitter: how much longer a pause may be, so that endpoints that failed together are not retried together. */
const jitterShare = 0.1
/** The longest pause that an endpoint may ask for. */
const retryAfterMax = 24 * hour
/** An endpoint that refuses an event for so long is disabled. */
export const patienceDays = 5
export const patienceMillis = patienceDays * 24 * hour
/** An endpoint that refused nothing for so long is not failing any more; longer than any pause between attempts. */
export const failingMillis = 2 * 24 * hour

/** When an event that was refused so many times is sent again. `random` is from 0 to 1; `retryAfter` is what the endpoint asked for, in milliseconds. */
export function nextAttempt(
  now: Instant,
  refusals: number,
  { random, retryAfter = 0 }: { readonly random: number; readonly retryAfter?: number | undefined },
): Instant {
  const pause = pauses[Math.min(refusals, pauses.length) - 1] ?? pauses[0]!
  return now + Math.max(Math.round(pause * (1 + jitterShare * random)), Math.min(retryAfter, retryAfterMax))
}

/** The pause that a `Retry-After` asks for, in milliseconds (RFC 9110, 10.2.3: seconds or a date); undefined for none. */
export function readRetryAfter(text: string | undefined, now: Instant): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text.trim())) return Number(text) * second
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
