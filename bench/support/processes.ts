import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A server of its own process, pinned to the first core where the machine can do that. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Seconds of processor time that it has used, all threads. */
  cpuSeconds(): number
  /** The most resident memory that it has had, in bytes. */
  peakMemoryBytes(): number
  stop(): Promise<void>
}

const hasTaskset = spawnSync('taskset', ['-V']).status === 0
const ticksPerSecond = 100

/** The command, pinned to one core, or as it is where nothing can pin it. */
export function pinned(core: number, command: readonly string[]): [string, string[]] {
  const [program = '', ...rest] = hasTaskset ? ['taskset', '-c', String(core), ...command] : command
  return [program, rest]
}

export interface ServerStart {
  readonly script: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Address that answers 200 once the server can be asked. */
  readonly readyPath: string
  /** Whether it may use every core, as an operator would run it. */
  readonly everyCore?: boolean
}

/** Starts a Node program and waits until it answers; the caller stops it. */
export async function startServer(start: ServerStart): Promise<ServerProcess> {
  const command = [process.execPath, ...start.script]
  const [program, args] = start.everyCore ? [command[0]!, command.slice(1)] : pinned(0, command)
  const port = await freePort()
  const environment = { ...process.env, ...start.environment, PORT: String(port) }
  const log = join(mkdtempSync(join(tmpdir(), 'gazetteer-bench-')), 'log')
  // A file, as an operator would have it: writing the log is part of what is measured.
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'ignore', openSync(log, 'w')] })
  const url = `http://127.0.0.1:${port}`
  await answering(child, url + start.readyPath)
  const pid = child.pid!
  return {
    url,
    pid,
    cpuSeconds: () => processCpuSeconds(pid),
    peakMemoryBytes: () => peakMemoryBytes(pid),
    stop: () => stop(child).finally(() => rmSync(dirname(log), { recursive: true })),
  }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

async function answering(child: ChildProcess, address: string): Promise<void> {
  for (let attempt = 0; attempt < 6_000; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended with status ${child.exitCode} before it answered`)
    const answer = await fetch(address).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${address} did not answer within two minutes`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** Seconds: utime + stime of /proc/<pid>/stat (proc(5)), fields 14 and 15; the name in field 2 may hold spaces. */
export function processCpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

function peakMemoryBytes(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}
