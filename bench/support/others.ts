import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { cpuSecondsOf, ticksPerSecond } from './proc.ts'

/**
 * Watches what else the machine does. The function that it gives tells which share of all processors was used, since
 * then, by programs that are neither this one nor its descendants, or was kept from this machine by its host.
 */
export function watchOthers(): () => number {
  const [started, before] = [performance.now(), busySeconds() - cpuSecondsOf(process.pid)]
  return () => {
    const others = busySeconds() - cpuSecondsOf(process.pid) - before
    const capacity = (cpus().length * (performance.now() - started)) / 1000
    return Math.min(1, Math.max(0, others / capacity))
  }
}

/** What all processors did but for idling and waiting for a disk: the first line of /proc/stat (proc_stat(5)). */
function busySeconds(): number {
  const [user, nice, system, , , interrupts, softInterrupts, stolen] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/ +/)
    .slice(1)
    .map(Number) as [number, number, number, number, number, number, number, number]
  return (user + nice + system + interrupts + softInterrupts + stolen) / ticksPerSecond
}
