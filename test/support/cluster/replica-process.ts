import { closeSync, openSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Child, startNode } from '../child.ts'
import { freePort } from '../ports.ts'
import { until } from '../until.ts'

const program = resolve(import.meta.dirname, '../../../src/main.ts')

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
  let child: Child | undefined
  const told = async () => {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    return answer && { ok: answer.ok, text: await answer.text() }
  }
  return {
    url,
    async start() {
      const env = { ...environment, PORT: String(port), DATA_DIR: join(folder, String(port)) }
      const stderr = openSync(log, 'a')
      const started = startNode([program, 'serve'], { env, stderr })
      closeSync(stderr)
      child = started
      const isReady = async () => (await told())?.ok === true
      await until('a replica is ready, or has ended', async () => !started.isRunning || (await isReady()), {
        saw: () => readFileSync(log, 'utf8'),
      })
      if (!started.isRunning) throw new Error(`a replica has ended: ${readFileSync(log, 'utf8')}`)
    },
    async kill() {
      await child?.end()
    },
    async isWell() {
      const answer = await told()
      return answer?.ok === true && !answer.text.includes('unavailable')
    },
  }
}
