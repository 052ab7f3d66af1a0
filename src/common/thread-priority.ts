import { getPriority, setPriority } from 'node:os'

/**
 * With competition, a thread at nice 5 gets about a third of the CPU time of others, and one at 19, the maximum, a
 * seventieth. Compaction still keeps up, since writers wait for it (`capacity` of the index).
 */
const niceness = { compaction: 19, reading: 10, writing: 5 }
const nicenessMax = 19

/**
 * Lowers the priority of the calling thread, which must be newly started. Callers wait for the answering thread more
 * than for the writing one, less for one that reads a file, and least for compaction. Works only on Linux, where a thread has a priority of its own. On
 * other systems it would slow the whole process.
 */
export function lowerThreadPriority(work: keyof typeof niceness): void {
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + niceness[work], nicenessMax))
}
