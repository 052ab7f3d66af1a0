import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFrames } from './frames.ts'
import { outputOf } from './load.ts'
import { type Request, requestBytes } from './request.ts'

/** Requests one after the other, until so many were answered or so much time has gone by. */
export interface TimedLoad {
  readonly url: string
  readonly requests: readonly Request[]
  readonly seconds: number
  readonly most: number
}

const client = join(import.meta.dirname, 'timing-client.ts')

/** Milliseconds of searching or reading as the service tells them, in the order of the requests; asked from the second core. */
export async function measureSteps({ url, requests, ...limits }: TimedLoad): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-bench-'))
  const [frames, options] = [join(folder, 'requests'), join(folder, 'options.json')]
  writeFrames(
    frames,
    requests.map((request) => requestBytes(request, url)),
  )
  writeFileSync(options, JSON.stringify({ url, frames, ...limits }))
  const output = await outputOf([process.execPath, client, options]).finally(() => rmSync(folder, { recursive: true }))
  return JSON.parse(output) as number[]
}
