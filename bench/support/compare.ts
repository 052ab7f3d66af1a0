import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Context } from './context.ts'
import { formatSpread, type Row, spreadOf } from './figures.ts'
import { applyLoad, type LoadResult } from './load.ts'
import { ask, startBare } from './world.ts'

/** A question whose rate is compared with that of a bare server sending the same bytes. */
export interface Comparison {
  readonly what: string
  readonly paths: readonly string[]
  /** The least share of the bare server's rate. */
  readonly wanted: number
}

/** Asks the service and a bare server with the same answers in blocks A B B A, and gives the median of the ratios. */
export async function compareWithBare(context: Context, { what, paths, wanted }: Comparison): Promise<Row[]> {
  const answers = await answersFile(context, paths)
  const bare = await startBare(answers)
  const load = {
    paths,
    key: context.readKey,
    connections: context.connections,
    seconds: context.seconds,
    client: context.client,
  }
  const blocks: { own: LoadResult; bare: LoadResult }[] = []
  try {
    for (let pair = 0; pair < context.pairs; pair++) {
      const ownFirst = pair % 2 === 0
      const first = await applyLoad(ownFirst ? context.server : bare, load)
      const second = await applyLoad(ownFirst ? bare : context.server, load)
      blocks.push(ownFirst ? { own: first, bare: second } : { own: second, bare: first })
    }
  } finally {
    await bare.stop()
    rmSync(dirname(answers), { recursive: true })
  }
  const ratio = spreadOf(blocks.map(({ own, bare: limit }) => own.requestsPerSecond / limit.requestsPerSecond))
  const rate = spreadOf(blocks.map(({ own }) => own.requestsPerSecond))
  const cpu = spreadOf(blocks.map(({ own }) => own.cpuMicroseconds))
  const bareCpu = spreadOf(blocks.map(({ bare: limit }) => limit.cpuMicroseconds))
  const count = `${formatSpread(rate, 0)} requests/s, ${cpu.median.toFixed(0)} µs CPU each (bare ${bareCpu.median.toFixed(0)} µs)`
  return [
    {
      what: `${what}: rate against a bare server with the same bytes`,
      measured: ratio.median.toFixed(2),
      spread: `${formatSpread(ratio)}; ${count}`,
      wanted: `${wanted} or more`,
      reached: ratio.median >= wanted,
    },
  ]
}

async function answersFile({ server, readKey }: Context, paths: readonly string[]): Promise<string> {
  const parts: Buffer[] = []
  for (const path of paths) {
    const { body } = await ask(server, path, readKey)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(body.length)
    parts.push(length, body)
  }
  const file = join(mkdtempSync(join(tmpdir(), 'gazetteer-bench-')), 'answers')
  writeFileSync(file, Buffer.concat(parts))
  return file
}
