import { isJsonObject, type JsonObject, type JsonValue } from '../../place/json.ts'

type Position = readonly [x: number, y: number]
/** Rings of a polygon: the outer one and its holes. */
type Rings = readonly (readonly Position[])[]

/**
 * Returns a point of a geometry of GeoJSON that is no Point: inside the largest polygon, in the middle of the longest
 * line, or the first of several points. Returns undefined if the geometry is none of these, or has no positions.
 */
export function pointInside({ type, coordinates, geometries }: JsonObject): Position | undefined {
  switch (type) {
    case 'MultiPoint':
      return positionsOf(coordinates)?.[0]
    case 'LineString':
      return middleOf(linesOf([coordinates ?? null]))
    case 'MultiLineString':
      return middleOf(linesOf(coordinates))
    case 'Polygon':
      return insideOf([linesOf(coordinates)])
    case 'MultiPolygon':
      return insideOf(isList(coordinates) ? coordinates.map(linesOf) : [])
    case 'GeometryCollection':
      return isList(geometries) ? firstPoint(geometries) : undefined
    default:
      return undefined
  }
}

function firstPoint(geometries: readonly JsonValue[]): Position | undefined {
  for (const geometry of geometries) {
    if (!isJsonObject(geometry)) continue
    const point = geometry.type === 'Point' ? positionOf(geometry.coordinates) : pointInside(geometry)
    if (point) return point
  }
  return undefined
}

/** The position half-way along the longest line. */
function middleOf(lines: Rings): Position | undefined {
  const [line = []] = lines.toSorted((a, b) => lengthOf(b) - lengthOf(a))
  let left = lengthOf(line) / 2
  for (const [from, to] of edgesOf(line)) {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    if (length >= left && length > 0) return between(from, to, left / length)
    left -= length
  }
  return line[0]
}

/**
 * A position inside the largest polygon: on the line half-way between its lowest and highest position, in the middle of
 * the longest stretch inside. Unlike a search for the position farthest from the edges, this takes a time that is
 * linear in their number.
 */
function insideOf(polygons: readonly Rings[]): Position | undefined {
  const [rings = []] = polygons.toSorted((a, b) => areaOf(b[0] ?? []) - areaOf(a[0] ?? []))
  let [lowest, highest] = [Infinity, -Infinity]
  for (const [, y] of rings[0] ?? []) [lowest, highest] = [Math.min(lowest, y), Math.max(highest, y)]
  const y = (lowest + highest) / 2
  const crossings = rings
    .flatMap((ring) => edgesOf(ring).filter(([from, to]) => from[1] > y !== to[1] > y))
    .map(([from, to]) => between(from, to, (y - from[1]) / (to[1] - from[1]))[0])
    .toSorted((a, b) => a - b)
  let [longest, x] = [0, undefined as number | undefined]
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [west, east] = [crossings[at]!, crossings[at + 1]!]
    if (east - west > longest) [longest, x] = [east - west, (west + east) / 2]
  }
  return x === undefined ? rings[0]?.[0] : [rounded(x), rounded(y)]
}

function between(from: Position, to: Position, share: number): Position {
  return [rounded(from[0] + (to[0] - from[0]) * share), rounded(from[1] + (to[1] - from[1]) * share)]
}

/** A centimetre in degrees is 1e-7. */
function rounded(value: number): number {
  return Math.round(value * 1e7) / 1e7
}

function edgesOf(line: readonly Position[]): (readonly [from: Position, to: Position])[] {
  return line.slice(1).map((to, index) => [line[index]!, to])
}

function lengthOf(line: readonly Position[]): number {
  return edgesOf(line).reduce((sum, [from, to]) => sum + Math.hypot(to[0] - from[0], to[1] - from[1]), 0)
}

function areaOf(ring: readonly Position[]): number {
  return Math.abs(edgesOf(ring).reduce((sum, [from, to]) => sum + from[0] * to[1] - to[0] * from[1], 0)) / 2
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function positionOf(value: JsonValue | undefined): Position | undefined {
  if (!isList(value)) return undefined
  const [x, y] = value
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : undefined
}

/** All positions of a list; undefined if one is none, or there are none. */
function positionsOf(value: JsonValue | undefined): readonly Position[] | undefined {
  if (!isList(value) || value.length === 0) return undefined
  const positions = value.map(positionOf)
  return positions.every((one) => one !== undefined) ? positions : undefined
}

function linesOf(value: JsonValue | undefined): Rings {
  return isList(value) ? value.map(positionsOf).filter((line) => line !== undefined) : []
}
