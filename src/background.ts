import { setPriority } from 'node:os'

/** What background work yields by, from 0 (nothing) to 19. */
const niceness = 10

/**
 * Lets the calling thread have the processor only when threads that somebody waits for do not want it. On Linux, where
 * a thread has a priority of its own; elsewhere it would slow the whole process, so nothing happens.
 */
export function yieldToOthers(): void {
  if (process.platform === 'linux') setPriority(niceness)
}
