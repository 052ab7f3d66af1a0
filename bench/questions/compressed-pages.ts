import { inBlocks } from '../support/blocks.ts'
import { ratioRow } from '../support/compare.ts'
import type { Context } from '../support/context.ts'
import type { Row } from '../support/figures.ts'
import { applyLoad } from '../support/load.ts'
import { sample } from '../support/random.ts'

/** Five times as many pages as are kept, asked for in turn, so that none is kept when its turn comes. */
const coldPages = 10_000
const hotPages = 200

/**
 * Pages of 100 neighbours, compressed, against the same pages as they are: with a page that was not asked for lately,
 * and with pages that were.
 */
export async function compressedPages(context: Context): Promise<Row[]> {
  const half = Math.floor(context.world.places / 2)
  const cold = pathsOf(sample(context.random, coldPages, Math.min(half, coldPages * 50)))
  const rows: Row[] = []
  for (const encoding of ['zstd', 'br', 'gzip']) {
    rows.push(
      await compare(context, { what: `${encoding}, not asked for lately`, encoding, paths: cold, wanted: 0.15 }),
    )
    const paths = cold.slice(0, hotPages)
    rows.push(await compare(context, { what: `${encoding}, asked for lately`, encoding, paths, wanted: 0.5 }))
  }
  return rows
}

interface Question {
  readonly what: string
  readonly encoding: string
  readonly paths: readonly string[]
  readonly wanted: number
}

async function compare(context: Context, { what, encoding, paths, wanted }: Question): Promise<Row> {
  const { server, readKey, connections, seconds, client } = context
  const load = (headers: Readonly<Record<string, string>>) => {
    const requests = paths.map((path) => ({ path, headers: { 'X-API-Key': readKey, ...headers } }))
    return applyLoad(server, { requests, connections, seconds, client })
  }
  const blocks = await inBlocks(context.pairs, {
    own: () => load({ 'Accept-Encoding': encoding }),
    other: () => load({}),
  })
  return ratioRow(blocks, {
    what: `page of 100 neighbours, ${what}: rate against not compressed`,
    other: 'plain',
    wanted,
  })
}

function pathsOf(offsets: readonly number[]): string[] {
  return offsets.map((offset) => `/v4/place?is=*&include=non-published&offset=${offset}`)
}
