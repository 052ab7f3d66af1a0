import { mercatorCell, mercatorX, mercatorY } from '../geo/mercator.ts'
import type { LonLat } from '../place/place.ts'
import { countedAcross, type TileAddress, tileLimits } from '../query/tile.ts'

/** So many halvings of each side of the map lead to the patches of the deepest tiles. */
const levels = tileLimits.zoomMax + Math.log2(countedAcross)
const halfBits = 14

/** The patch of the deepest tiles that a position is in, as a number along the Z-order curve (Morton 1966). */
export function cellOf([longitude, latitude]: LonLat): bigint {
  const cells = 2 ** levels
  return zOrder(mercatorCell(mercatorX(longitude), cells), mercatorCell(mercatorY(latitude), cells))
}

/** The cells of a tile, which follow on each other: the first, and the first that is not. */
export function cellsOf({ zoom, x, y }: TileAddress): { readonly first: bigint; readonly end: bigint } {
  const bits = 2n * BigInt(levels - zoom)
  const tile = zOrder(x, y)
  return { first: tile << bits, end: (tile + 1n) << bits }
}

/** By how many bits a cell is longer than the number of its patch in tiles of a zoom. */
export function patchShift(zoom: number): number {
  return 2 * (tileLimits.zoomMax - zoom)
}

/** Column and row of a number along the curve. */
export function fromZOrder(code: bigint): { readonly column: number; readonly row: number } {
  return { column: compact(code), row: compact(code >> 1n) }
}

function zOrder(column: number, row: number): bigint {
  return spread(column) | (spread(row) << 1n)
}

/** Each bit of a number of up to 28 moved to twice its place. */
function spread(number: number): bigint {
  const low = number & (2 ** halfBits - 1)
  const high = number >>> halfBits
  return (BigInt(spreadHalf(high)) << BigInt(2 * halfBits)) | BigInt(spreadHalf(low))
}

function spreadHalf(number: number): number {
  let spreading = (number | (number << 8)) & 0x00ff00ff
  spreading = (spreading | (spreading << 4)) & 0x0f0f0f0f
  spreading = (spreading | (spreading << 2)) & 0x33333333
  return (spreading | (spreading << 1)) & 0x55555555
}

/** Every second bit of a number. */
function compact(code: bigint): number {
  let number = 0
  for (let bit = 0; bit < levels; bit++) if ((code >> BigInt(2 * bit)) & 1n) number += 2 ** bit
  return number
}
