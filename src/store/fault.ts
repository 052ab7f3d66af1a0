import { Problem } from '../common/problem.ts'

const retryAfterSeconds = 10

/** A 503 that says when to come back. */
export function unavailableProblem(detail: string, afterSeconds = retryAfterSeconds): Problem {
  return new Problem('unavailable', detail, { headers: { 'Retry-After': String(afterSeconds) } })
}

const consequence = '; nothing was written, reading goes on'

/** The 503 of a write that the record cannot take, as the callers of a running service read it. */
export function unwritable(reason: string, afterSeconds = retryAfterSeconds): Problem {
  return unavailableProblem(reason + consequence, afterSeconds)
}

/** What is wrong, for those to whom nothing goes on: a start that fails, a command that ends. */
export function reasonOf({ message }: Error): string {
  return message.endsWith(consequence) ? message.slice(0, -consequence.length) : message
}
