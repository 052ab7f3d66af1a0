import { mercatorCell, mercatorX, mercatorY, type TileAddress } from '../../geo/mercator.ts'
import type { Instant, PlaceId, PlaceView } from '../../place/place.ts'
import { type PlaceState, stateOf } from '../../place/place-state.ts'
import {
  defaultPlaceTypeKey,
  type PlaceTypeName,
  placeTypeKey,
  placeTypeName,
  placeTypes,
} from '../../place/place-types.ts'

/** The deepest zoom, and the side length of a tile in its own coordinates. */
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

/** Many places in a tile shown as one: their number, and the number of each type among them. */
interface TileCluster extends Readonly<Partial<Record<PlaceTypeName, number>>> {
  readonly x: number
  readonly y: number
  readonly count: number
}

/** The content of a tile; its places are sorted by id. */
export interface TileContent {
  readonly clusters: readonly TileCluster[]
  readonly places: readonly TilePlace[]
}

/**
 * A tile has 8 × 8 cells, each shown on its own. Each cell is counted in 8 × 8 patches, to locate the middle of its
 * places.
 */
const cellsAcross = 8
const patchesAcross = 8
/** The number of patches along a side of a tile. */
export const countedAcross = cellsAcross * patchesAcross
/** A cell with more places becomes a cluster. */
const singlesMax = 8
/** A cluster keeps this share of its cell from each edge, so that no two touch. */
const marginShare = 0.25

/**
 * The grid in which the places of a tile are counted. Each place is in exactly one cell of one tile at a zoom level.
 */
export class TileGrid {
  /** The number of patches along a side of the whole map, and the first column and row of the tile. */
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

  /** Returns the patch that contains a position, or -1 if it is outside the tile. */
  patchOf(longitude: number, latitude: number): number {
    const column = mercatorCell(mercatorX(longitude), this.across)
    return this.patchAt(column, mercatorCell(mercatorY(latitude), this.across))
  }

  /** Returns the patch with this column and row of the map, or -1. */
  patchAt(column: number, row: number): number {
    const [x, y] = [column - this.firstColumn, row - this.firstRow]
    return x >= 0 && x < countedAcross && y >= 0 && y < countedAcross ? y * countedAcross + x : -1
  }

  /** Returns true if the tile has patches in these columns and rows, ends included. */
  meets([firstColumn, lastColumn]: Range, [firstRow, lastRow]: Range): boolean {
    const [endColumn, endRow] = [this.firstColumn + countedAcross, this.firstRow + countedAcross]
    return firstColumn < endColumn && lastColumn >= this.firstColumn && firstRow < endRow && lastRow >= this.firstRow
  }

  /** Returns the point of a position in the tile. */
  pointOf(longitude: number, latitude: number): { readonly x: number; readonly y: number } {
    const { zoom, x, y } = this.#address
    const within = (coordinate: number, first: number) =>
      Math.round((coordinate * 2 ** zoom - first) * tileLimits.extent)
    return { x: within(mercatorX(longitude), x), y: within(mercatorY(latitude), y) }
  }
}

/** A range with both ends included. */
export type Range = readonly [first: number, last: number]

/** The number of places in each patch, row by row; and in each cell by type, in the order of the types. */
export interface TileCounts {
  readonly patches: Uint32Array
  readonly types: Uint32Array
}

/** Creates the counts of a tile without places. */
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

/** Returns the index of the first type count of the cell that contains a patch. */
export function firstTypeOf(patch: number): number {
  return cellOf(patch) * placeTypes.length
}

const typeNumbers = new Map<string, number>(placeTypes.map(({ key }, number) => [key, number]))

/** Returns the number of a type in the order of the types, by its key. */
export function typeNumber(key: string): number {
  return typeNumbers.get(key) ?? typeNumber(defaultPlaceTypeKey)
}

/**
 * Returns the clusters of a tile from its counts, and a function that returns true for a patch whose places are shown
 * singly.
 */
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

/** Returns the middle of a cell's places, to the precision of patches, and kept away from the edge of the cell. */
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

/** Counts the places of a cell by type, without types that have none. */
function typesIn(cell: number, { types }: TileCounts): Partial<Record<PlaceTypeName, number>> {
  const counts = placeTypes.map(({ name }, type) => [name, types[cell * placeTypes.length + type]!] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

/** Returns a place as shown in a tile. */
export function tilePlace(place: TiledPlace, grid: TileGrid, now: Instant): TilePlace {
  const { id, name, geolocation, placeTypes } = place
  const point = grid.pointOf(...geolocation.geometry.coordinates)
  return { ...point, id, name, type: placeTypeName(placeTypes), state: stateOf(place, now) }
}

/** The members of a place that a tile needs. */
export type TiledPlace = Pick<
  PlaceView,
  'id' | 'name' | 'geolocation' | 'placeTypes' | 'published' | 'depublished' | 'deleted'
>

/** Compares places of a tile for sorting. */
export function byId(one: TilePlace, other: TilePlace): number {
  return one.id < other.id ? -1 : 1
}

/** Creates the tile for these places. */
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
