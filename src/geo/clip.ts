/** A position on a plane, such as a tile. */
export type Point = readonly [x: number, y: number]
/** Left, top, right and bottom. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]

/** One side of a box: the axis that it cuts, the place, and the direction in which the box lies. */
type Side = readonly [axis: 0 | 1, edge: number, sign: 1 | -1]

function sidesOf([left, top, right, bottom]: Box): readonly Side[] {
  return [
    [0, left, 1],
    [0, right, -1],
    [1, top, 1],
    [1, bottom, -1],
  ]
}

function isInside(point: Point, [axis, edge, sign]: Side): boolean {
  return (point[axis] - edge) * sign >= 0
}

function crossing(from: Point, to: Point, [axis, edge]: Side): Point {
  const share = (edge - from[axis]) / (to[axis] - from[axis])
  return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
}

/** Returns the part of a ring in a box, as one ring that may go along the sides (Sutherland and Hodgman); empty if there is none. */
export function clipRing(ring: readonly Point[], box: Box): readonly Point[] {
  let points = ring
  for (const side of sidesOf(box)) {
    // Most rings lie beyond a side or need no cut.
    if (points.every((point) => isInside(point, side))) continue
    if (!points.some((point) => isInside(point, side))) return []
    points = points.flatMap((to, at): readonly Point[] => {
      const from = points.at(at - 1)!
      if (isInside(from, side) === isInside(to, side)) return isInside(to, side) ? [to] : []
      return isInside(to, side) ? [crossing(from, to, side), to] : [crossing(from, to, side)]
    })
  }
  return points
}

/** Returns the parts of a line in a box. */
export function clipLine(line: readonly Point[], box: Box): readonly (readonly Point[])[] {
  return sidesOf(box).reduce<readonly (readonly Point[])[]>(
    (lines, side) => lines.flatMap((each) => partsInside(each, side)),
    [line],
  )
}

function partsInside(line: readonly Point[], side: Side): Point[][] {
  const parts: Point[][] = []
  let part: Point[] | undefined
  for (const [at, to] of line.entries()) {
    const from = line[at - 1]
    if (!isInside(to, side)) {
      part?.push(crossing(from!, to, side))
      part = undefined
    } else if (part) part.push(to)
    else {
      part = from ? [crossing(from, to, side), to] : [to]
      parts.push(part)
    }
  }
  return parts
}

/** Returns whether a point is in an area of rings, of which the inner ones are holes (even-odd rule). */
export function inRings([x, y]: Point, rings: readonly (readonly Point[])[]): boolean {
  let isIn = false
  for (const ring of rings) {
    for (const [at, to] of ring.entries()) {
      const from = ring.at(at - 1)!
      if (from[1] > y !== to[1] > y && x < from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0]))
        isIn = !isIn
    }
  }
  return isIn
}

/** Returns the area within a ring; in a tile, where rows count from above, it is negative for a counter-clockwise ring. */
export function signedArea(ring: readonly Point[]): number {
  const doubled = ring.reduce((sum, [x, y], at) => {
    const [beforeX, beforeY] = ring.at(at - 1)!
    return sum + beforeX * y - x * beforeY
  }, 0)
  return doubled / 2
}
