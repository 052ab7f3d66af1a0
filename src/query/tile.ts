import { mercatorCell, mercatorX, mercatorY } from '../geo/mercator.ts'
import type { Instant, PlaceId, PlaceView } from '../place/place.ts'
import { type PlaceState, stateOf } from '../place/place-state.ts'
import {
  defaultPlaceTypeKey,
  type PlaceTypeName,
  placeTypeKey,
  placeTypeName,
  placeTypes,
} from '../place/place-types.ts'

/** A tile of the Web Mercator map: at zoom z the map is cut into 2^z columns and rows, from the north-west. */
export interface TileAddress {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

/** The deepest zoom, and the length of a side of a tile in its own coordinates. */
export const tileLimits = { zoomMax: 22, extent: 4096 } as const

/** A place in a tile. */
export interface TilePlace {
  readonly x: number
  readonly y: number
  readonly id: PlaceId
  readonly name: string
  readonly type: PlaceTypeName
  readonly state: PlaceState
}

/** Many places in a tile, as one: how many they are, and how many of each type that is among them. */
interface TileCluster extends Readonly<Partial<Record<PlaceTypeName, number>>> {
  readonly x: number
  readonly y: number
  readonly count: number
}

/** What a tile shows; places by id. */
export interface TileContent {
  readonly clusters: readonly TileCluster[]
  readonly places: readonly TilePlace[]
}

/** A tile has 8 × 8 cells, which are shown each for itself, and counted in 8 × 8 patches each, to see where the middle is. */
const cellsAcross = 8
const patchesAcross = 8
/** How many patches there are along a side of a tile. */
export const countedAcross = cellsAcross * patchesAcross
/** A cell with more places is a cluster. */
const singlesMax = 8
/** A cluster keeps this share of its cell from each edge, so that no two touch. */
const marginShare = 0.25

/** The grid in which the places of a tile are counted. Each place is in exactly one cell of one tile of a zoom. */
export class TileGrid {
  /** How many patches of cells there are along a side of the whole map, and which is the tile's first column and row. */
  readonly across: number
  readonly firstColumn: number
  readonly firstRow: number
  readonly #address: TileAddress

  constructor(address: TileAddress) {
    this.#address = address
    this.across = 2 ** address.zoom * countedAcross
    this.firstColumn = address.x * countedAcross
    this.firstRow = address.y * countedAcross
  }

  /** The patch in which a position is, or -1 when it is not in the tile. */
  patchOf(longitude: number, latitude: number): number {
    const column = mercatorCell(mercatorX(longitude), this.across)
    return this.patchAt(column, mercatorCell(mercatorY(latitude), this.across))
  }

  /** The patch with this column and row of the map, or -1. */
  patchAt(column: number, row: number): number {
    const [x, y] = [column - this.firstColumn, row - this.firstRow]
    return x >= 0 && x < countedAcross && y >= 0 && y < countedAcross ? y * countedAcross + x : -1
  }

  /** Whether the tile has patches in these columns and rows, ends included. */
  meets([firstColumn, lastColumn]: Range, [firstRow, lastRow]: Range): boolean {
    const [endColumn, endRow] = [this.firstColumn + countedAcross, this.firstRow + countedAcross]
    return firstColumn < endColumn && lastColumn >= this.firstColumn && firstRow < endRow && lastRow >= this.firstRow
  }

  /** Where in the tile a position is. */
  pointOf(longitude: number, latitude: number): { readonly x: number; readonly y: number } {
    const { zoom, x, y } = this.#address
    const within = (coordinate: number, first: number) =>
      Math.round((coordinate * 2 ** zoom - first) * tileLimits.extent)
    return { x: within(mercatorX(longitude), x), y: within(mercatorY(latitude), y) }
  }
}

/** From the first to the last. */
export type Range = readonly [first: number, last: number]

/** How many places of a tile are in each patch, row by row; and in each cell, of each type in the order of the types. */
export interface TileCounts {
  readonly patches: Uint32Array
  readonly types: Uint32Array
}

/** Counts of a tile without places. */
export function createCounts(): TileCounts {
  return {
    patches: new Uint32Array(countedAcross * countedAcross),
    types: new Uint32Array(cellsAcross * cellsAcross * placeTypes.length),
  }
}

/** Counts places of one type in one patch. */
export function addCount({ patches, types }: TileCounts, patch: number, type: number, count = 1): void {
  patches[patch]! += count
  types[firstTypeOf(patch) + type]! += count
}

/** Where the counts of the types begin for the cell that has a patch. */
export function firstTypeOf(patch: number): number {
  return cellOf(patch) * placeTypes.length
}

const typeNumbers = new Map<string, number>(placeTypes.map(({ key }, number) => [key, number]))

/** The number of a type in the order of the types, by its key. */
export function typeNumber(key: string): number {
  return typeNumbers.get(key) ?? typeNumber(defaultPlaceTypeKey)
}

/** The clusters of a tile by its counts, and for each patch whether its places are shown one by one. */
export function clustersOf(counts: TileCounts): { clusters: TileCluster[]; isSingle: (patch: number) => boolean } {
  const clusters: TileCluster[] = []
  const single = new Uint8Array(cellsAcross * cellsAcross)
  for (let cell = 0; cell < single.length; cell++) {
    const cluster = middleOf(cell, counts)
    if (cluster.count > singlesMax) clusters.push({ ...cluster, ...typesIn(cell, counts) })
    else single[cell] = 1
  }
  const isSingle = (patch: number) => single[cellOf(patch)] === 1
  return { clusters, isSingle }
}

function cellOf(patch: number): number {
  const [column, row] = [patch % countedAcross, Math.floor(patch / countedAcross)]
  return Math.floor(row / patchesAcross) * cellsAcross + Math.floor(column / patchesAcross)
}

/** In the middle of the places, as far as patches tell, but not near the edge of the cell. */
function middleOf(cell: number, { patches }: TileCounts): Pick<TileCluster, 'x' | 'y' | 'count'> {
  const first = { column: (cell % cellsAcross) * patchesAcross, row: Math.floor(cell / cellsAcross) * patchesAcross }
  let [count, columns, rows] = [0, 0, 0]
  for (let row = 0; row < patchesAcross; row++) {
    for (let column = 0; column < patchesAcross; column++) {
      const here = patches[(first.row + row) * countedAcross + first.column + column]!
      count += here
      columns += here * (column + 0.5)
      rows += here * (row + 0.5)
    }
  }
  const length = tileLimits.extent / countedAcross
  const inner = (sum: number) => {
    const margin = marginShare * patchesAcross
    return Math.min(patchesAcross - margin, Math.max(margin, sum / count))
  }
  return {
    x: Math.round((first.column + inner(columns)) * length),
    y: Math.round((first.row + inner(rows)) * length),
    count,
  }
}

/** How many places of a cell are of each type that some are of. */
function typesIn(cell: number, { types }: TileCounts): Partial<Record<PlaceTypeName, number>> {
  const counts = placeTypes.map(({ name }, type) => [name, types[cell * placeTypes.length + type]!] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

/** A place as a tile shows it. */
export function tilePlace(place: TiledPlace, grid: TileGrid, now: Instant): TilePlace {
  const { id, name, geolocation, placeTypes } = place
  const point = grid.pointOf(...geolocation.geometry.coordinates)
  return { ...point, id, name, type: placeTypeName(placeTypes), state: stateOf(place, now) }
}

/** What a tile needs of a place. */
export type TiledPlace = Pick<
  PlaceView,
  'id' | 'name' | 'geolocation' | 'placeTypes' | 'published' | 'depublished' | 'deleted'
>

/** For sorting places of a tile. */
export function byId(one: TilePlace, other: TilePlace): number {
  return one.id < other.id ? -1 : 1
}

/** A tile that shows these places. */
export function tileOf(views: readonly PlaceView[], address: TileAddress, now: Instant): TileContent {
  const grid = new TileGrid(address)
  const located = views
    .map((view) => ({ view, patch: grid.patchOf(...view.geolocation.geometry.coordinates) }))
    .filter(({ patch }) => patch >= 0)
  const counts = createCounts()
  for (const { view, patch } of located) addCount(counts, patch, typeNumber(placeTypeKey(view.placeTypes)))
  const { clusters, isSingle } = clustersOf(counts)
  const singles = located.filter(({ patch }) => isSingle(patch)).map(({ view }) => tilePlace(view, grid, now))
  return { clusters, places: singles.sort(byId) }
}
