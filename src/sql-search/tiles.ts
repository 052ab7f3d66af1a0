import { mercatorCell, mercatorX, mercatorY, type TileAddress } from '../geo/mercator.ts'
import type { LonLat, Place } from '../place/place.ts'
import {
  addCount,
  byId,
  clustersOf,
  countedAcross,
  createCounts,
  type TileContent,
  type TiledPlace,
  TileGrid,
  tileLimits,
  tilePlace,
  typeNumber,
} from '../query/results/tile.ts'
import { baseForm, type RenderedDocument, renderedText } from '../read-model/document.ts'
import { conditionSql } from './condition.ts'
import { type QueryContext, queryRows, type Statement } from './statement.ts'

const patchesOfMap = 2 ** tileLimits.zoomMax * countedAcross

/** The column and row of a position's patch at the deepest zoom. */
export function deepestPatch([longitude, latitude]: LonLat): { tile_column: number; tile_row: number } {
  return {
    tile_column: mercatorCell(mercatorX(longitude), patchesOfMap),
    tile_row: mercatorCell(mercatorY(latitude), patchesOfMap),
  }
}

/** The content of a tile from the matches: all are counted first, and only matches that stand alone are read. */
export async function tileContent(context: QueryContext, address: TileAddress): Promise<TileContent> {
  const grid = new TileGrid(address)
  const counts = createCounts()
  const counted = await queryRows<{ patch: number; type: string; count: number }>(context, (statement) => {
    const { patch, condition } = inTile(address, statement)
    const { place } = context.tables
    return `select ${patch} as patch, p.type_key as type, count(*) as count from ${place} p where ${condition} group by 1, 2`
  })
  for (const { patch, type, count } of counted) addCount(counts, patch, typeNumber(type), count)
  const { clusters, isSingle } = clustersOf(counts)
  const single = [...new Set(counted.map(({ patch }) => patch))].filter(isSingle)
  if (single.length === 0) return { clusters, places: [] }
  const found = await queryRows<{ rendered: RenderedDocument }>(context, (statement) => {
    const { patch, condition } = inTile(address, statement)
    const { place, document } = context.tables
    return `select t.document::json as rendered from ${place} p join ${document} t on t.id = p.id
      where ${patch} = any(${statement.parameters.add(single, 'int[]')}) and ${condition}`
  })
  const places = found.map(({ rendered }) => {
    const place = JSON.parse(renderedText(rendered, baseForm)) as Place
    return tilePlace(place as TiledPlace, grid, context.now)
  })
  return { clusters, places: places.sort(byId) }
}

/** The number of a place's patch in a tile, and the condition that it is a match there. */
function inTile({ zoom, x, y }: TileAddress, statement: Statement): { patch: string; condition: string } {
  const shift = tileLimits.zoomMax - zoom
  const side = countedAcross * 2 ** shift
  const first = (number: number) => statement.parameters.add(number * side, 'int')
  const [column, row] = [first(x), first(y)]
  const within = (name: string, from: string) => `p.${name} between ${from} and ${from} + ${side - 1}`
  return {
    patch: `((p.tile_row - ${row}) >> ${shift}) * ${countedAcross} + ((p.tile_column - ${column}) >> ${shift})`,
    condition: `${within('tile_column', column)} and ${within('tile_row', row)} and ${conditionSql(statement)}`,
  }
}
