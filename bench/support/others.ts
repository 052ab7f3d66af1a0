import { cpus } from 'node:os'
import { cpuSecondsOf } from './proc.ts'

/**
 * Watches what else the machine does. The function that it gives tells which share of all processors was used, since
 * then, by programs that are neither this one nor its descendants.
 */
export function watchOthers(): () => number {
  const [started, before] = [performance.now(), busySeconds() - cpuSecondsOf(process.pid)]
  return () => {
    const others = busySeconds() - cpuSecondsOf(process.pid) - before
    const capacity = (cpus().length * (performance.now() - started)) / 1000
    return Math.min(1, Math.max(0, others / capacity))
  }
}

function busySeconds(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000
}
