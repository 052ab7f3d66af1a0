import type { LonLat } from '../../place/place.ts'
import { radixOrder } from '../memory/radix.ts'
import { sharedFloat64, sharedUint32 } from '../memory/shared.ts'
import { codeOf } from './quadtree.ts'

/**
 * The positions of places: by ordinal, and sorted along the Z-order curve (Morton 1966) over longitude and latitude,
 * where every cell of a quadtree is one range.
 */
export interface PointData {
  /** [longitude, latitude] of ordinal 0, of ordinal 1, … in degrees. */
  readonly positions: Float64Array
  /** Ascending codes, 16 bits of longitude and 16 of latitude interleaved, and whose they are. */
  readonly codes: Uint32Array
  readonly ordinals: Uint32Array
}

/** The sealed column; `positions` as in PointData. */
export function sealPoints(positions: Float64Array): PointData {
  const count = positions.length / 2
  const unsorted = new Uint32Array(count)
  for (let ordinal = 0; ordinal < count; ordinal++) {
    unsorted[ordinal] = codeOf(positions[2 * ordinal]!, positions[2 * ordinal + 1]!)
  }
  const order = radixOrder([unsorted], count)
  const data = { positions: sharedFloat64(2 * count), codes: sharedUint32(count), ordinals: sharedUint32(count) }
  data.positions.set(positions)
  data.ordinals.set(order)
  for (let at = 0; at < count; at++) data.codes[at] = unsorted[order[at]!]!
  return data
}

/** Where the place is, in degrees. */
export function positionOf({ positions }: PointData, ordinal: number): LonLat {
  return [positions[2 * ordinal]!, positions[2 * ordinal + 1]!]
}
