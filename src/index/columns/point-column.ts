import { boxesAround, distanceMetres, earthRadiusMetres, inBox } from '../../geo/sphere.ts'
import type { BBox, LonLat } from '../../place/place.ts'
import { GrowableUint32 } from '../memory/growable.ts'
import { radixOrder } from '../memory/radix.ts'
import { sharedFloat64, sharedUint32 } from '../memory/shared.ts'
import { ascending } from '../sets/ascending.ts'
import { createBitset } from '../sets/bitset.ts'
import { fitsList, type Selection, selectBits, selectList } from '../sets/selection.ts'
import { type Cell, codeOf, type Outline, type Relation, runsIn } from './quadtree.ts'

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

/** An area that places are looked for in; `holds` decides. */
interface Area extends Outline {
  holds(longitude: number, latitude: number): boolean
}

const radians = Math.PI / 180
/** More than the rounding of distances on the sphere, far less than matters for speed. */
const slackMetres = 1
/** More than the rounding of the cell in which a point is put. */
const slackDegrees = 1e-9
/** Far more than the rounding of a haversine: as a share of it, and for the smallest ones. */
const rimShare = 1e-9
const rimSlack = 1e-17
/** Radians; near the antipode a haversine tells too little. */
const longAngle = 2.5

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

/** Places at most so many metres from the centre, the rim included (D34). */
export function selectCircle(data: PointData, center: LonLat, radiusMetres: number): Selection {
  const boxes = boxesAround(center, radiusMetres)
  const centerCosine = Math.cos(center[1] * radians)
  return selectArea(data, {
    holds: circleTest(center, radiusMetres),
    meets: (cell) => boxes.some((box) => meets(cell, box)),
    relate: (cell) => relateToCircle(cell, { center, centerCosine, radiusMetres }),
  })
}

/** Places in the box, edges included (D35). */
export function selectBox(data: PointData, box: BBox): Selection {
  return selectArea(data, {
    holds: (longitude, latitude) => inBox([longitude, latitude], box),
    meets: (cell) => relateToBox(cell, box) !== 'outside',
    relate: (cell) => relateToBox(cell, box),
  })
}

/** Where the place is, in degrees. */
export function positionOf({ positions }: PointData, ordinal: number): LonLat {
  return [positions[2 * ordinal]!, positions[2 * ordinal + 1]!]
}

function selectArea({ codes, ordinals, positions }: PointData, area: Area): Selection {
  const { inside, rim } = runsIn(codes, area)
  const tested = new GrowableUint32()
  for (let run = 0; run < rim.length; run += 2) {
    for (let at = rim[run]!; at < rim[run + 1]!; at++) {
      const ordinal = ordinals[at]!
      if (area.holds(positions[2 * ordinal]!, positions[2 * ordinal + 1]!)) tested.push(ordinal)
    }
  }
  const slices = [tested.view()]
  let count = tested.length
  for (let run = 0; run < inside.length; run += 2) {
    slices.push(ordinals.subarray(inside[run]!, inside[run + 1]!))
    count += inside[run + 1]! - inside[run]!
  }
  return joined(slices, count, ordinals.length)
}

/** The ordinals of slices that share none, as a selection. */
function joined(slices: readonly Uint32Array[], count: number, size: number): Selection {
  if (fitsList(count, size)) {
    const list = new Uint32Array(count)
    let length = 0
    for (const slice of slices) {
      list.set(slice, length)
      length += slice.length
    }
    return selectList(ascending(list, size))
  }
  const bits = createBitset(size)
  for (const slice of slices) {
    for (let at = 0; at < slice.length; at++) {
      const ordinal = slice[at]!
      bits[ordinal >>> 5]! |= 1 << (ordinal & 31)
    }
  }
  return selectBits(bits)
}

/**
 * Whether a position is in a circle, told by the haversine of the angle: the arc tangent of the exact distance is left to
 * those so near to the rim that rounding could decide, and to circles that reach for the antipode.
 */
function circleTest(center: LonLat, radiusMetres: number): Area['holds'] {
  const exact = (longitude: number, latitude: number) => distanceMetres(center, [longitude, latitude]) <= radiusMetres
  const angle = radiusMetres / earthRadiusMetres
  if (angle > longAngle) return exact
  const limit = Math.sin(angle / 2) ** 2
  const [surelyIn, surelyOut] = [limit * (1 - rimShare) - rimSlack, limit * (1 + rimShare) + rimSlack]
  const [centerLongitude, centerLatitude] = center
  const cosine = Math.cos(centerLatitude * radians)
  return (longitude, latitude) => {
    const byLatitude = Math.sin(((latitude - centerLatitude) * radians) / 2)
    const byLongitude = Math.sin(((longitude - centerLongitude) * radians) / 2)
    const haversine = byLatitude * byLatitude + cosine * Math.cos(latitude * radians) * byLongitude * byLongitude
    if (haversine < surelyIn) return true
    return haversine <= surelyOut && exact(longitude, latitude)
  }
}

/** Whether a cell and a box without the antimeridian inside it share a point. */
function meets([west, south, east, north]: Cell, box: BBox): boolean {
  return west <= box[2] && east >= box[0] && south <= box[3] && north >= box[1]
}

/** A circle, with the cosine of the latitude of its centre. */
interface Circle {
  readonly center: LonLat
  readonly centerCosine: number
  readonly radiusMetres: number
}

/**
 * By the triangle inequality: no point of a cell is farther from its middle than half its height and half its widest
 * parallel, as long as one goes along the meridian first. Right everywhere, poles and antimeridian included; the slack
 * is more than what the arc sine loses near the antipode.
 */
function relateToCircle([west, south, east, north]: Cell, { center, centerCosine, radiusMetres }: Circle): Relation {
  // A cell that is higher than the circle is not inside it: most of them need no distance.
  if ((north - south) * radians * earthRadiusMetres > 2 * radiusMetres + slackMetres) return 'rim'
  const latitude = (south + north) / 2
  const widest = south <= 0 && north >= 0 ? 1 : Math.cos(Math.min(Math.abs(south), Math.abs(north)) * radians)
  const reachMetres = ((north - south) / 2 + ((east - west) / 2) * widest) * radians * earthRadiusMetres + slackMetres
  const byLatitude = Math.sin(((latitude - center[1]) * radians) / 2)
  const byLongitude = Math.sin((((west + east) / 2 - center[0]) * radians) / 2)
  const haversine = byLatitude ** 2 + centerCosine * Math.cos(latitude * radians) * byLongitude ** 2
  const distance = 2 * earthRadiusMetres * Math.asin(Math.sqrt(Math.min(1, haversine)))
  if (distance + reachMetres <= radiusMetres) return 'inside'
  return distance - reachMetres > radiusMetres ? 'outside' : 'rim'
}

/** Cells at longitude ±180 are never certain, since both are one meridian. */
function relateToBox(cell: Cell, box: BBox): Relation {
  const [west, south] = [cell[0] - slackDegrees, cell[1] - slackDegrees]
  const [east, north] = [cell[2] + slackDegrees, cell[3] + slackDegrees]
  if (north < box[1] || south > box[3]) return 'outside'
  if (west < -180 || east > 180) return 'rim'
  const parts: readonly [number, number][] =
    box[0] <= box[2]
      ? [[box[0], box[2]]]
      : [
          [box[0], 180],
          [-180, box[2]],
        ]
  if (parts.every(([from, to]) => east < from || west > to)) return 'outside'
  const within = parts.some(([from, to]) => west >= from && east <= to)
  return within && south >= box[1] && north <= box[3] ? 'inside' : 'rim'
}
