import { Problem } from '../problem.ts'

const retryAfterSeconds = 10

/** A 503 that says when to come back. */
export function unavailableProblem(detail: string, afterSeconds = retryAfterSeconds): Problem {
  return new Problem('unavailable', detail, { headers: { 'Retry-After': String(afterSeconds) } })
}
