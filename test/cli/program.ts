import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { type Child, kept, type Run, runNode, startNode } from '../support/child.ts'
import { until } from '../support/until.ts'

const root = resolve(import.meta.dirname, '../..')

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
  const own = { ...kept(), DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }
  const program = join(root, 'src/main.ts')
  let commands: Child | undefined
  context.after(() => commands?.end())
  return {
    folder,
    async run(args, input = '', env = {}) {
      commands ??= startNode([join(import.meta.dirname, 'command-process.ts')], { cwd: folder, env: own })
      commands.process.send({ args, input, env } satisfies Order)
      return commands.message<Run>(`it has run ${args.join(' ')}`)
    },
    runAlone: (args, input = '') => runNode([program, ...args], { cwd: folder, env: own, input }),
    async serve(env) {
      const child = startNode([program, 'serve'], { cwd: folder, env: { ...own, ...env } })
      const stop = async () => void (await child.end('SIGTERM'))
      context.after(stop)
      const isAnnounced = () => existsSync(join(dataDir, 'server.json'))
      await until('the server is announced, or has ended', () => isAnnounced() || !child.isRunning)
      if (!child.isRunning) throw new Error(`the server did not start: ${child.output().stderr}`)
      return stop
    },
  }
}
