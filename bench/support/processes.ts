import { closeSync, mkdtempDisposableSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, runTool, startKept, startNode } from '../../test/support/child.ts'
import { freePort } from '../../test/support/ports.ts'

/** A server in a separate process, which ends when it is disposed. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string
  /** Seconds of CPU time of all its threads and descendants. */
  cpuSeconds(): number
  /** Current memory of it and its descendants in bytes; shared memory counts once. */
  memoryBytes(): number
}

/** The start options of a server in Node. */
export interface ServerStart {
  readonly script: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Address that answers 200 once the server is ready. */
  readonly readyPath: string
  /** True to use every core, as an operator would run it; otherwise only the first. */
  readonly everyCore?: boolean
}

const readyMillis = 600_000
/** Limit for a program's run; an import of a million places takes less. */
const outputMillisMax = 7_200_000

/** The prefix of a command that runs it on one core. */
function onCore(core: number): readonly string[] {
  return ['taskset', '-c', String(core)]
}

/** A new folder, which is removed when it is disposed. */
export function temporaryFolder() {
  return mkdtempDisposableSync(join(tmpdir(), 'gazetteer-bench-'))
}

/** Keeps a process and its descendants on the first core. */
export function pinProcess(pid: number): void {
  for (const member of treeOf(pid)) runTool('taskset', ['-cp', '0', String(member)])
}

/** Starts a Node program that listens on PORT and waits until it answers. */
export async function startServer(start: ServerStart): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // A file, as an operator would use: writing the log is part of the measurement.
  const folder = temporaryFolder()
  const log = join(folder.path, 'log')
  const env = { ...process.env, ...start.environment, PORT: String(port) }
  const stderr = openSync(log, 'w')
  const child = startNode(start.script, { env, stderr, by: start.everyCore ? [] : onCore(0) })
  closeSync(stderr)
  await answering(child, url + start.readyPath, log)
  const pid = child.process.pid!
  return {
    url,
    cpuSeconds: () => cpuSecondsOf(pid),
    memoryBytes: () => memoryBytesOf(pid),
    [Symbol.asyncDispose]: () => child.end('SIGTERM').then(() => folder.remove()),
  }
}

async function answering(child: Child, address: string, log: string): Promise<void> {
  const until = performance.now() + readyMillis
  while (performance.now() < until && child.isRunning) {
    const answer = await fetch(address).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await child.end()
  throw new Error(`${address} did not answer: ${readFileSync(log, 'utf8').slice(-1000)}`)
}

/** The output of a program that runs on the second core. Rejects if its status is not 0. */
export function outputOf(command: readonly string[]): Promise<string> {
  return wholeOutputOf(startKept([...onCore(1), ...command]))
}

/** The output of Node with these arguments, on every core. Rejects if its status is not 0. */
export function outputOfNode(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  return wholeOutputOf(startNode(args, { env: { ...process.env, ...env } }))
}

async function wholeOutputOf(child: Child): Promise<string> {
  const status = await child.ended(outputMillisMax)
  const { stdout, stderr } = child.output()
  if (status !== 0) throw new Error(`${child.name} ended with status ${status}: ${stdout}${stderr}`)
  return stdout
}

/** USER_HZ, the unit of times in /proc, which is 100 on all machines that Node runs on. */
const ticksPerSecond = 100

/** CPU time of a process and its descendants: fields 14 to 17 of /proc/<pid>/stat (proc(5)). */
export function cpuSecondsOf(pid: number): number {
  const ticks = treeOf(pid).reduce((sum, member) => sum + ticksOf(member, member === pid ? 4 : 2), 0)
  return ticks / ticksPerSecond
}

/** Pss of /proc/<pid>/smaps_rollup of a process and its descendants, in bytes. */
function memoryBytesOf(pid: number): number {
  const kilobytes = (member: number) => Number(/^Pss:\s+(\d+) kB/m.exec(read(`${member}/smaps_rollup`))?.[1] ?? 0)
  return treeOf(pid).reduce((bytes, member) => bytes + kilobytes(member) * 1024, 0)
}

function treeOf(pid: number): number[] {
  const children = tasksOf(pid).flatMap((task) => read(`${pid}/task/${task}/children`).split(' ').filter(Boolean))
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))]
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** The name in field 2 may contain spaces, so fields are counted from behind it. */
function ticksOf(pid: number, fields: number): number {
  const values = read(`${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 11 + fields)
  return values.reduce((sum, value) => sum + Number(value), 0)
}

/** The text of a file in /proc; empty if the process has just ended. */
function read(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8')
  } catch {
    return ''
  }
}
