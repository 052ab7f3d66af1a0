import earcut, { deviation, flatten } from 'earcut'
import { inRings, type Point, signedArea } from './clip.ts'

type Ring = readonly Point[]
/** An outer ring, and its holes. All are closed, because earcut does not ignore the point that closes a ring. */
type Area = readonly Ring[]

/** MapLibre fills no more rings of an area, and draws the smallest islands as water. */
const ringsMax = 500
/** The area that triangles may cover wrongly, in square units of a tile: a square pixel where it has 512. */
const errorMax = 64
/** Boxes without a longer side are not halved, in units of a tile: a pixel. */
const sideMin = 8
/** Rounding may have turned a ring over that is no larger, in square units: it is left out. */
const speckMax = 16

/**
 * Splits areas of a tile where earcut, by which MapLibre fills them, would triangulate them wrongly: simplified shores cross
 * themselves, and of a large area earcut may then fill a band from end to end. In a small area only specks are wrong. Outer
 * rings have a positive area, and their holes follow them.
 */
export function splitToFill(rings: readonly Ring[]): readonly Ring[] {
  const areas: Ring[][] = []
  for (const ring of rings.filter((each) => Math.abs(signedArea(each)) > speckMax)) {
    if (signedArea(ring) > 0) areas.push([ring])
    else areas.at(-1)?.push(ring)
  }
  return areas.flatMap(fillableParts).flat()
}

function fillableParts(area: Area): readonly Area[] {
  if (isFillable(area)) return [area]
  const [xs, ys] = [area[0]!.map(([x]) => x), area[0]!.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  if (Math.max(right - left, bottom - top) <= sideMin) return [area]
  const [axis, middle] =
    right - left > bottom - top ? ([0, (left + right) / 2] as const) : ([1, (top + bottom) / 2] as const)
  const line = { axis, at: Math.round(middle) }
  return [true, false].flatMap((isBefore) => partsBeside(area, line, isBefore)).flatMap(fillableParts)
}

function isFillable(area: Area): boolean {
  if (area.length > ringsMax) return false
  const { vertices, holes } = flatten(area)
  const triangles = earcut(vertices, holes)
  const size = Math.abs(area.reduce((sum, ring) => sum + signedArea(ring), 0))
  return deviation(vertices, holes, 2, triangles) * size <= errorMax
}

/** A line across an area, along the other axis. */
interface Cut {
  readonly axis: 0 | 1
  readonly at: number
}

/**
 * Returns the separate parts of an area on one side of a line. Bridges of no width between them, as a simpler cut leaves
 * them, would be drawn as shores.
 */
function partsBeside(area: Area, line: Cut, isBefore: boolean): Area[] {
  const isInside = (point: Point) => point[line.axis] < line.at === isBefore
  const chains = area.flatMap((ring) => chainsOf(ring, line, isInside))
  const rings = [...loopsOf(chains, line), ...area.filter((ring) => ring.every(isInside))]
  const parts = rings.filter((ring) => signedArea(ring) > 0).map((outer): Ring[] => [outer])
  for (const hole of rings.filter((ring) => signedArea(ring) < 0)) {
    // Some of its points may be on the shore of another part.
    const pointsIn = parts.map(([outer]) => hole.filter((point) => inRings(point, [outer!])).length)
    const most = Math.max(...pointsIn)
    const part = most > 0 ? parts[pointsIn.indexOf(most)] : undefined
    part?.push(hole)
  }
  return parts
}

/** Returns the parts of a closed ring on one side of a line that it crosses, each from a point of the line to another. */
function chainsOf(ring: Ring, { axis, at }: Cut, isInside: (point: Point) => boolean): Point[][] {
  const chains: Point[][] = []
  const start = ring.findIndex((point) => !isInside(point))
  if (start === -1) return []
  const points = [...ring.slice(start, -1), ...ring.slice(0, start + 1)]
  for (const [index, to] of points.entries()) {
    const from = points[index - 1] ?? to
    if (isInside(from) !== isInside(to)) {
      const share = (at - from[axis]) / (to[axis] - from[axis])
      const place = from[1 - axis]! + share * (to[1 - axis]! - from[1 - axis]!)
      const crossing: Point = axis === 0 ? [at, place] : [place, at]
      if (isInside(to)) chains.push([crossing])
      else chains.at(-1)!.push(crossing)
    }
    if (isInside(to)) chains.at(-1)!.push(to)
  }
  return chains
}

/** Joins the last point of each chain and the first of another along the line, in whole units. Loops may be holes. */
function loopsOf(chains: readonly Ring[], { axis }: Cut): Ring[] {
  const ends = chains.flatMap((chain, number) => [
    { number, isFirst: true, place: chain[0]![1 - axis]! },
    { number, isFirst: false, place: chain.at(-1)![1 - axis]! },
  ])
  const next = new Map<number, number>()
  const open: typeof ends = []
  for (const end of ends.toSorted((one, other) => one.place - other.place)) {
    const other = open.at(-1)
    if (other === undefined || other.isFirst === end.isFirst) open.push(end)
    else {
      open.pop()
      if (end.isFirst) next.set(other.number, end.number)
      else next.set(end.number, other.number)
    }
  }
  const left = new Set(chains.keys())
  return [...left].flatMap((first) => {
    const loop: Point[] = []
    for (let number = first; left.delete(number); number = next.get(number)!)
      loop.push(...chains[number]!.map(([x, y]): Point => [Math.round(x), Math.round(y)]))
    const points = loop.filter(([x, y], at) => x !== loop.at(at - 1)![0] || y !== loop.at(at - 1)![1])
    return points.length > 0 ? [[...points, points[0]!]] : []
  })
}
