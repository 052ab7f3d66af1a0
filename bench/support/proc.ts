import { readdirSync, readFileSync } from 'node:fs'

/** In what /proc tells times: USER_HZ, which is 100 on all machines that Node runs on. */
export const ticksPerSecond = 100

/** How often processes are counted that come and go meanwhile. */
const triesMax = 20

/**
 * Seconds of processor time that a process and its descendants have used: utime and stime of those that run, cutime
 * and cstime for those that ended, which are fields 14 to 17 of /proc/<pid>/stat (proc(5)).
 */
export function cpuSecondsOf(pid: number): number {
  let members = treeOf(pid)
  for (let times = 1; ; times++) {
    const sum = members.reduce((ticks, member) => ticks + ticksOf(member, member === pid ? 4 : 2), 0)
    const membersNow = treeOf(pid)
    // The time of one that ends meanwhile is counted twice, or not at all.
    if (times === triesMax || membersNow.join() === members.join()) return sum / ticksPerSecond
    members = membersNow
  }
}

/** Bytes of memory of a process and its descendants, what they share counted once (Pss of smaps_rollup). */
export function memoryBytesOf(pid: number): number {
  return treeOf(pid).reduce((bytes, member) => bytes + kilobytes(member, 'smaps_rollup', 'Pss') * 1024, 0)
}

/** The most resident memory that a process has had, in bytes. */
export function peakMemoryBytesOf(pid: number): number {
  return kilobytes(pid, 'status', 'VmHWM') * 1024
}

/** A process and its descendants. */
function treeOf(pid: number): number[] {
  const children = tasksOf(pid).flatMap((task) => read(pid, `task/${task}/children`).split(' ').filter(Boolean))
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))]
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** The name in field 2 may hold spaces, so fields are counted from behind it. */
function ticksOf(pid: number, fields: number): number {
  const values = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 11 + fields)
  return values.reduce((sum, value) => sum + Number(value), 0)
}

function kilobytes(pid: number, file: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(pid, file))?.[1] ?? 0)
}

/** Nothing for a process that has just ended. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
