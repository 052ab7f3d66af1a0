import { getPriority, setPriority } from 'node:os'

/**
 * By how much threads yield; one that yields by 5 gets about a third of what others get that want the processor too, and
 * one that yields by 19, the most there is, a seventieth: it has what they leave. Nothing piles up that waits for
 * it: those who write wait for sealing (see `room` of the index).
 */
const niceness = { background: 19, writing: 5 }
const nicenessMax = 19

/**
 * Lets the calling thread, which must be one that was just started, have less of the processor than those that somebody
 * waits for more: those in the background yield to all others, and the one that writes to the one that answers, whose
 * callers mostly wait for less. On Linux, where a thread has a priority of its own; elsewhere it would slow the whole
 * process, so nothing happens.
 */
export function lowerThreadPriority(work: keyof typeof niceness): void {
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + niceness[work], nicenessMax))
}
