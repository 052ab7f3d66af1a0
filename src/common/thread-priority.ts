import { getPriority, setPriority } from 'node:os'

/**
 * A thread at nice 5 gets about a third of the CPU time of others that want it too, at 19, the most there is, a seventieth.
 * Nothing piles up behind compaction all the same: writers wait for it (`capacity` of the index).
 */
const niceness = { compaction: 19, writing: 5 }
const nicenessMax = 19

/**
 * Lowers the priority of the calling thread, which must have been started just now: callers wait for the answering
 * thread more than for the writing one, and least for compaction. On Linux alone, where a thread has a priority of its
 * own; elsewhere it would slow the whole process.
 */
export function lowerThreadPriority(work: keyof typeof niceness): void {
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + niceness[work], nicenessMax))
}
