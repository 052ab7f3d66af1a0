import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { kept } from '../support/process.ts'

const root = resolve(import.meta.dirname, '../..')

export interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Configuration beside the data folder and the port. */
type Environment = Readonly<Record<string, string>>

/** A command for `command-process.ts`, which answers with a Run. */
export interface Order {
  readonly args: readonly string[]
  readonly input: string
  readonly env: Environment
}

/** The program on a data folder of its own. */
export interface Program {
  /** A folder for files of the test. */
  readonly folder: string
  /** Runs a command as a user does, in a process of its own, which takes ten times the CPU time of the next. */
  runAlone(args: readonly string[], input?: string): Promise<Run>
  /** Runs a command in the process of all commands of this program. */
  run(args: readonly string[], input?: string, env?: Environment): Promise<Run>
  /** Starts `serve` and resolves when it can be reached; gives how to stop it. */
  serve(env?: Environment): Promise<() => Promise<void>>
}

export async function createProgram(context: TestContext): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-cli-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const start = (args: readonly string[], env: Environment = {}) =>
    spawn(process.execPath, [join(root, 'src/main.ts'), ...args], {
      cwd: folder,
      env: { ...kept(), DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...env },
    })
  let commands: ChildProcess | undefined
  context.after(() => commands?.kill())
  return {
    folder,
    async run(args, input = '', env = {}) {
      commands ??= fork(join(import.meta.dirname, 'command-process.ts'), {
        cwd: folder,
        env: { ...kept(), DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
      })
      commands.send({ args, input, env } satisfies Order)
      const [run] = await once(commands, 'message')
      return run as Run
    },
    async runAlone(args, input = '') {
      const child = start(args)
      child.stdin.on('error', () => undefined).end(input)
      const ended = new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done))
      const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
      return { status, stdout, stderr }
    },
    async serve(env) {
      const child = start(['serve'], env)
      child.stdout.resume()
      const stderr = text(child.stderr)
      const ended = new Promise<void>((done) => child.once('close', () => done()))
      const stop = async () => {
        child.kill('SIGTERM')
        await ended
      }
      context.after(stop)
      for (let tries = 0; tries < 1200 && child.exitCode === null; tries++) {
        if (existsSync(join(dataDir, 'server.json'))) return stop
        await sleep(100)
      }
      await stop()
      throw new Error(`the server did not start: ${await stderr}`)
    },
  }
}
