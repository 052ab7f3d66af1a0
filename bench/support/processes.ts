import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../../test/support/ports.ts'
import { cpuSecondsOf, memoryBytesOf, peakMemoryBytesOf } from './proc.ts'

/** A server of its own process, pinned to the first core where the machine can do that. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Seconds of processor time that it has used, all threads and descendants. */
  cpuSeconds(): number
  /** The memory that it has now with its descendants, in bytes. */
  memoryBytes(): number
  /** The most resident memory that it has had, in bytes. */
  peakMemoryBytes(): number
  stop(): Promise<void>
}

const hasTaskset = spawnSync('taskset', ['-V']).status === 0

/** The command, pinned to one core, or as it is where nothing can pin it. */
export function pinned(core: number, command: readonly string[]): [string, string[]] {
  const [program = '', ...rest] = hasTaskset ? ['taskset', '-c', String(core), ...command] : command
  return [program, rest]
}

/** How a server in Node is started. */
export interface ServerStart {
  readonly script: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Address that answers 200 once the server can be asked. */
  readonly readyPath: string
  /** Whether it may use every core, as an operator would run it. */
  readonly everyCore?: boolean
}

/** Starts a Node program that listens on PORT and waits until it answers; the caller stops it. */
export async function startServer({ script, environment, readyPath, everyCore }: ServerStart): Promise<ServerProcess> {
  const port = await freePort()
  return startProgram({
    command: [process.execPath, ...script],
    environment: { ...environment, PORT: String(port) },
    url: `http://127.0.0.1:${port}`,
    readyPath,
    everyCore: everyCore ?? false,
  })
}

/** How any server is started. */
export interface ProgramStart {
  readonly command: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Where it will listen. */
  readonly url: string
  readonly readyPath: string
  readonly everyCore?: boolean
}

/** Starts any server in the foreground and waits until it answers; the caller stops it. */
export async function startProgram(start: ProgramStart): Promise<ServerProcess> {
  const { command, environment, url, readyPath, everyCore } = start
  const [program, args] = everyCore ? [command[0]!, command.slice(1)] : pinned(0, command)
  const log = join(mkdtempSync(join(tmpdir(), 'gazetteer-bench-')), 'log')
  // A file, as an operator would have it: writing the log is part of what is measured.
  const env = { ...process.env, ...environment }
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', openSync(log, 'w')] })
  await answering(child, url + readyPath, log)
  const pid = child.pid!
  return {
    url,
    pid,
    cpuSeconds: () => cpuSecondsOf(pid),
    memoryBytes: () => memoryBytesOf(pid),
    peakMemoryBytes: () => peakMemoryBytesOf(pid),
    stop: () => stop(child).finally(() => rmSync(dirname(log), { recursive: true })),
  }
}

const readyMillis = 300_000
const pollMillis = 20

async function answering(child: ChildProcess, address: string, log: string): Promise<void> {
  const until = performance.now() + readyMillis
  while (performance.now() < until) {
    if (child.exitCode !== null) {
      const said = readFileSync(log, 'utf8').slice(-1000)
      throw new Error(`the server ended with status ${child.exitCode} before it answered: ${said}`)
    }
    const answer = await fetch(address).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, pollMillis))
  }
  await stop(child)
  throw new Error(`${address} did not answer within ${readyMillis / 1000} s`)
}

const stopMillis = 60_000

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const kill = setTimeout(() => child.kill('SIGKILL'), stopMillis)
  await ended
  clearTimeout(kill)
}
