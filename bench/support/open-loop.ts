import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFrames } from './frames.ts'
import { outputOf } from './load.ts'
import { type Request, requestBytes } from './request.ts'

/** Milliseconds from the moment when a request was due to the end of its answer. */
export interface Latency {
  readonly p50: number
  readonly p99: number
  readonly p999: number
  /** 99 % of the requests were sent no later than this after they were due and a connection was free; not kept of earlier runs. */
  readonly late?: number
}

/** Requests in turn at a fixed rate, whatever the answers take. */
export interface OpenLoad {
  readonly url: string
  readonly requests: readonly Request[]
  readonly requestsPerSecond: number
  readonly seconds: number
  readonly connections: number
}

const client = join(import.meta.dirname, 'open-loop-client.ts')

/** Up to so many requests a second the client sleeps between them; beyond that it would hardly sleep, so it turns. */
const sleepingMost = 1_000

/**
 * Runs a program before all others that want its processor, where that is permitted. Its own threads take turns (round
 * robin), else one that turns until another has started would keep that from starting.
 */
const promptly = ['chrt', '-r', '1']
const canHurry = spawnSync('chrt', [...promptly.slice(1), 'true']).status === 0

/**
 * Asks at a fixed rate from the second core. A request that has to wait for a free connection has been waiting since it
 * was due, so that a server which stalls is not asked less (no coordinated omission). The client stands for callers on
 * other machines: one that sleeps between its requests needs little of the core and gets it at once, so that what else
 * runs there does not delay what it measures.
 */
export async function measureLatency({ url, requests, ...load }: OpenLoad): Promise<Latency> {
  const sleeps = load.requestsPerSecond <= sleepingMost
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-bench-'))
  const [frames, options] = [join(folder, 'requests'), join(folder, 'options.json')]
  writeFrames(
    frames,
    requests.map((request) => requestBytes(request, url)),
  )
  writeFileSync(options, JSON.stringify({ url, frames, sleeps, ...load }))
  const command = [...(sleeps && canHurry ? promptly : []), process.execPath, client, options]
  const output = await outputOf(command).finally(() => rmSync(folder, { recursive: true }))
  return JSON.parse(output) as Latency
}
