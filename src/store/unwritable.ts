import { type Problem, unavailable } from '../common/problem.ts'

const consequence = '; nothing was written, reading goes on'

/** Returns the 503 for a write that the record cannot take, worded for callers of a running service. */
export function unwritable(reason: string, afterSeconds?: number): Problem {
  return unavailable(reason + consequence, afterSeconds)
}

/** Returns the message without its consequence, for failed starts and commands: there, reading does not go on. */
export function reasonOf({ message }: Error): string {
  return message.endsWith(consequence) ? message.slice(0, -consequence.length) : message
}
