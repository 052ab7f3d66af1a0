import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../ports.ts'

const program = resolve(import.meta.dirname, '../../../src/main.ts')
const startMillisMax = 60_000

/** A replica of the service as a process, which keeps its port over its lives. */
export interface ReplicaProcess {
  readonly url: string
  start(): Promise<void>
  kill(): Promise<void>
  /** Whether it can be asked and, as far as it knows, be written to. */
  isWell(): Promise<boolean>
}

/** A replica with the folder and environment, not started yet. */
export async function createReplicaProcess(folder: string, environment: NodeJS.ProcessEnv): Promise<ReplicaProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const log = join(folder, `${port}.log`)
  let child: ChildProcess | undefined
  const told = async () => {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    return answer && { ok: answer.ok, text: await answer.text() }
  }
  return {
    url,
    async start() {
      const env = { ...environment, PORT: String(port), DATA_DIR: join(folder, String(port)) }
      child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      child.stderr!.pipe(createWriteStream(log, { flags: 'a' }))
      for (const until = performance.now() + startMillisMax; performance.now() < until; await setTimeout(50)) {
        if ((await told())?.ok) return
        if (child.exitCode !== null)
          throw new Error(`a replica ended with ${child.exitCode}: ${readFileSync(log, 'utf8')}`)
      }
      throw new Error(`a replica was not ready within ${startMillisMax / 1000} s: ${readFileSync(log, 'utf8')}`)
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async isWell() {
      const answer = await told()
      return answer?.ok === true && !answer.text.includes('unavailable')
    },
  }
}
