import { type Problem, unavailable } from '../common/problem.ts'

const consequence = '; nothing was written, reading goes on'

/** The 503 of a write that the record cannot take, as the callers of a running service read it. */
export function unwritable(reason: string, afterSeconds?: number): Problem {
  return unavailable(reason + consequence, afterSeconds)
}

/** What is wrong, for those to whom nothing goes on: a start that fails, a command that ends. */
export function reasonOf({ message }: Error): string {
  return message.endsWith(consequence) ? message.slice(0, -consequence.length) : message
}
