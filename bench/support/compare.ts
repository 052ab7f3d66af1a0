import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inBlocks, type Pair } from './blocks.ts'
import type { Context } from './context.ts'
import { formatSpread, type Row, spreadOf } from './figures.ts'
import { writeFrames } from './frames.ts'
import { applyLoad } from './load.ts'
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
    requests: paths.map((path) => ({ path, headers: { 'X-API-Key': context.readKey } })),
    connections: context.connections,
    seconds: context.seconds,
    client: context.client,
  }
  const blocks = await inBlocks(context.pairs, {
    own: () => applyLoad(context.server, load),
    other: () => applyLoad(bare, load),
  }).finally(() => bare.stop())
  rmSync(dirname(answers), { recursive: true })
  return [ratioRow(blocks, { what: `${what}: rate against a bare server with the same bytes`, other: 'bare', wanted })]
}

/** What pairs of loads say of a ratio of rates: its median, with its spread and the processor time of both. */
export function ratioRow(
  blocks: readonly Pair[],
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
  const answers: Buffer[] = []
  for (const path of paths) answers.push((await ask(server, path, readKey)).body)
  const file = join(mkdtempSync(join(tmpdir(), 'gazetteer-bench-')), 'answers')
  writeFrames(file, answers)
  return file
}
