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
  try {
    const blocks = await alternate(
      context.pairs,
      () => applyLoad(context.server, load),
      () => applyLoad(bare, load),
    )
    return [
      ratioRow(blocks, { what: `${what}: rate against a bare server with the same bytes`, other: 'bare', wanted }),
    ]
  } finally {
    await bare.stop()
    rmSync(dirname(answers), { recursive: true })
  }
}

/** Two loads that followed one another. */
export interface Block {
  readonly own: LoadResult
  readonly other: LoadResult
}

/** Pairs of loads in the order A B B A, so that what drifts meets both alike. */
export async function alternate(
  pairs: number,
  loadOwn: () => Promise<LoadResult>,
  loadOther: () => Promise<LoadResult>,
): Promise<Block[]> {
  const blocks: Block[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const ownFirst = pair % 2 === 0
    const first = await (ownFirst ? loadOwn() : loadOther())
    const second = await (ownFirst ? loadOther() : loadOwn())
    blocks.push(ownFirst ? { own: first, other: second } : { own: second, other: first })
  }
  return blocks
}

/** What pairs of loads say of a ratio of rates: its median, with its spread and the processor time of both. */
export function ratioRow(
  blocks: readonly Block[],
  { what, other, wanted }: { readonly what: string; readonly other: string; readonly wanted: number },
): Row {
  const ratio = spreadOf(blocks.map((block) => block.own.requestsPerSecond / block.other.requestsPerSecond))
  const rate = spreadOf(blocks.map(({ own }) => own.requestsPerSecond))
  const cpu = spreadOf(blocks.map(({ own }) => own.cpuMicroseconds))
  const otherCpu = spreadOf(blocks.map((block) => block.other.cpuMicroseconds))
  const count = `${formatSpread(rate, 0)} requests/s, ${cpu.median.toFixed(0)} µs CPU each (${other} ${otherCpu.median.toFixed(0)} µs)`
  return {
    what,
    measured: ratio.median.toFixed(2),
    spread: `${formatSpread(ratio)}; ${count}`,
    wanted: `${wanted} or more`,
    reached: ratio.median >= wanted,
  }
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
