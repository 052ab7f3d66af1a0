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

/**
 * Asks at a fixed rate from the second core. A request that has to wait for a free connection has been waiting since it
 * was due, so that a server which stalls is not asked less (no coordinated omission).
 */
export async function measureLatency({ url, requests, ...load }: OpenLoad): Promise<Latency> {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-bench-'))
  const [frames, options] = [join(folder, 'requests'), join(folder, 'options.json')]
  writeFrames(
    frames,
    requests.map((request) => requestBytes(request, url)),
  )
  writeFileSync(options, JSON.stringify({ url, frames, ...load }))
  const output = await outputOf([process.execPath, client, options]).finally(() => rmSync(folder, { recursive: true }))
  return JSON.parse(output) as Latency
}
