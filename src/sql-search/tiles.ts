import type { Instant, Place } from '../place/place.ts'
import type { PlaceQuery } from '../query/query.ts'
import {
  byId,
  clustersOf,
  countedAcross,
  type TileAddress,
  type TileContent,
  type TiledPlace,
  TileGrid,
  tilePlace,
} from '../query/tile.ts'
import type { Session } from '../store/postgres/session.ts'
import { cellsOf, fromZOrder, patchShift } from './cells.ts'
import { conditionSql } from './condition.ts'
import { unpackDocument } from './document.ts'
import type { QueryContext } from './query-context.ts'

/** A tile of a search. */
export interface AskedTile {
  readonly query: PlaceQuery
  readonly address: TileAddress
  readonly now: Instant
}

/** What tiles are made with. */
export interface TileParts {
  readonly session: Session
  /** A context for one more statement. */
  readonly context: () => QueryContext
}

/** What a tile shows of the matches: they are counted first, and only those that stand alone are read. */
export async function tileContent(asked: AskedTile, { session, context }: TileParts): Promise<TileContent> {
  const { address, now } = asked
  const grid = new TileGrid(address)
  const counting = context()
  const { rows } = await session.query<{ patch: number; count: number }>(
    countsSql(asked, counting),
    counting.parameters.values,
  )
  const counts = grid.createCounts()
  for (const { patch, count } of rows) counts[patchOf(patch)] = count
  const { clusters, isSingle } = clustersOf(counts)
  const single = rows.flatMap(({ patch }) => (isSingle(patchOf(patch)) ? [patch] : []))
  if (single.length === 0) return { clusters, places: [] }
  const listing = context()
  const found = await session.query<{ document: string }>(singlesSql(asked, single, listing), listing.parameters.values)
  const places = found.rows.map(({ document }) => {
    const place = JSON.parse(unpackDocument(document, nameless, noNames)) as Place
    return tilePlace(place as TiledPlace, grid, now)
  })
  return { clusters, places: places.sort(byId) }
}

/** How many matches are in each patch of a tile that has any; patches are numbered along the Z-order curve. */
function countsSql({ query, address, now }: AskedTile, context: QueryContext): string {
  const { range, patch } = inTile(address, context)
  return `select ${patch} as patch, count(*) as count from ${context.tables.place} p
    where ${range} and ${conditionSql(query, context, now)} group by 1`
}

/** The documents of the matches in some patches. */
function singlesSql({ query, address, now }: AskedTile, patches: readonly number[], context: QueryContext): string {
  const { range, patch } = inTile(address, context)
  const { place, document } = context.tables
  return `select t.document from ${place} p join ${document} t on t.id = p.id
    where ${range} and ${patch} = any(${context.parameters.add(patches, 'int[]')}) and ${conditionSql(query, context, now)}`
}

/** Whether a place is in a tile, and the number of its patch there. */
function inTile(address: TileAddress, { parameters }: QueryContext): { range: string; patch: string } {
  const { first, end } = cellsOf(address)
  const from = parameters.add(String(first), 'bigint')
  return {
    range: `p.cell >= ${from} and p.cell < ${parameters.add(String(end), 'bigint')}`,
    patch: `((p.cell - ${from}) >> ${patchShift(address.zoom)})::int`,
  }
}

function patchOf(number: number): number {
  const { column, row } = fromZOrder(BigInt(number))
  return row * countedAcross + column
}

const nameless = { sees: 'public', owner: false, categories: false, tags: false } as const
const noNames = { version: 0, entry: () => undefined }
