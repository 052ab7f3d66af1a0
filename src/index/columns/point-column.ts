import type { LonLat } from '../../place/place.ts'
import { radixOrder } from '../memory/radix.ts'
import { sharedFloat64, sharedUint32 } from '../memory/shared.ts'
import { gone, type TargetMap } from './inverted.ts'
import { type CurvePoints, codeOf, codePitch } from './quadtree.ts'

/**
 * The positions of places, sorted along the Z-order curve (Morton 1966) over longitude and latitude: every cell of a
 * quadtree is one run of points, and what is near each other on the map mostly is so in memory.
 */
export interface PointData extends CurvePoints {
  /** Whose the points are, along the curve. */
  readonly ordinals: Uint32Array
  /** Which point along the curve is that of ordinal 0, of ordinal 1, … */
  readonly points: Uint32Array
}

/** The sealed column; `positions` are [longitude, latitude] of ordinal 0, of ordinal 1, … in degrees. */
export function sealPoints(positions: Float64Array): PointData {
  const count = positions.length / 2
  const unsorted = new Uint32Array(count)
  for (let ordinal = 0; ordinal < count; ordinal++) {
    unsorted[ordinal] = codeOf(positions[2 * ordinal]!, positions[2 * ordinal + 1]!)
  }
  const order = radixOrder([unsorted], count)
  const data = {
    positions: sharedFloat64(2 * count),
    codes: sharedUint32(Math.ceil(count / codePitch)),
    ordinals: sharedUint32(count),
    points: sharedUint32(count),
  }
  data.ordinals.set(order)
  for (let point = 0; point < count; point++) {
    const ordinal = order[point]!
    data.points[ordinal] = point
    data.positions[2 * point] = positions[2 * ordinal]!
    data.positions[2 * point + 1] = positions[2 * ordinal + 1]!
    if (point % codePitch === 0) data.codes[point / codePitch] = unsorted[ordinal]!
  }
  return data
}

/** The columns of several segments as one of `count` ordinals. */
export function mergePoints(
  parts: readonly { readonly data: PointData; readonly ordinalMap: TargetMap }[],
  count: number,
): PointData {
  const merged = new Float64Array(2 * count)
  for (const { data, ordinalMap } of parts) {
    for (let point = 0; point < data.ordinals.length; point++) {
      const ordinal = ordinalMap[data.ordinals[point]!]!
      if (ordinal === gone) continue
      merged[2 * ordinal] = data.positions[2 * point]!
      merged[2 * ordinal + 1] = data.positions[2 * point + 1]!
    }
  }
  return sealPoints(merged)
}

/** Where the place is, in degrees. */
export function positionOf(data: PointData, ordinal: number): LonLat {
  return positionAt(data, data.points[ordinal]!)
}

/** Where a point along the curve is, in degrees. */
export function positionAt({ positions }: CurvePoints, point: number): LonLat {
  return [positions[2 * point]!, positions[2 * point + 1]!]
}
