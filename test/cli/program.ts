import { spawn } from 'node:child_process'
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

/** The real program on a data folder of its own. */
export interface Program {
  /** A folder for files of the test. */
  readonly folder: string
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
  return {
    folder,
    async run(args, input = '', env = {}) {
      const child = start(args, env)
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
      for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
        if (existsSync(join(dataDir, 'server.json'))) return stop
        await sleep(100)
      }
      await stop()
      throw new Error(`the server did not start: ${await stderr}`)
    },
  }
}
