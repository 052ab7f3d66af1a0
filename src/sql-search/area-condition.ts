import { earthRadiusMetres } from '../geo/sphere.ts'
import type { BBox, LonLat } from '../place/place.ts'
import type { Parameters, Statement } from './statement.ts'

/** More than the rounding difference between distances of the server and of this process, in metres. */
const rimMetres = 1e-3
/**
 * PostGIS uses a separate sphere for its index, with a radius smaller by 5e-9, so the search reaches a little further.
 */
const reach = { factor: 1 + 1e-6, metres: 1 } as const
/** Larger circles are tested place by place, without the index. */
const indexedMetresMax = 1e7

/** The area conditions of a query; empty if it has none. */
export function areaSql(statement: Statement): string[] {
  const { nearby, bbox } = statement.query
  return [
    ...(nearby?.radiusMetres === undefined ? [] : [withinSql(nearby.center, nearby.radiusMetres, statement)]),
    ...(bbox ? [inBoxSql(bbox, statement)] : []),
  ]
}

/** The haversine formula of `distanceMetres` from a centre to the places `p`, in metres. */
export function distanceSql([lon, lat]: LonLat, parameters: Parameters): string {
  const x = parameters.add(lon, 'float8')
  const y = parameters.add(lat, 'float8')
  const difference = `case when abs(${x} - p.lon) > 180 then 360 - abs(${x} - p.lon) else abs(${x} - p.lon) end`
  const half = `radians(${difference}) / 2`
  const cosine = (degrees: string) => `case when abs(${degrees}) = 90 then 0 else cos(radians(${degrees})) end`
  const cosines = `(${cosine(y)}) * (${cosine('p.lat')})`
  const near = `power(sin(radians(${y} - p.lat) / 2), 2) + ${cosines} * power(sin(${half}), 2)`
  const far = `power(sin(radians(${y} + p.lat) / 2), 2) + ${cosines} * power(cos(${half}), 2)`
  return `(${2 * earthRadiusMetres} * atan2(sqrt(${near}), sqrt(${far})))`
}

/**
 * Tests whether a place is in a circle. At the rim, sines of the server and of this process may differ in their last
 * digit, so positions there were decided by this process (`rim`).
 */
function withinSql(center: LonLat, radiusMetres: number, { parameters, rim }: Statement): string {
  const distance = distanceSql(center, parameters)
  const inside = `${distance} < ${parameters.add(radiusMetres - rimMetres, 'float8')}`
  const [lons, lats] = [0, 1].map((axis) =>
    parameters.add(
      rim.map((position) => position[axis]),
      'float8[]',
    ),
  )
  const onRim = `(p.lon, p.lat) in (select * from unnest(${lons}, ${lats}))`
  return [...nearEnough(center, radiusMetres, parameters), `(${inside} or ${onRim})`].join(' and ')
}

/**
 * A condition that holds for the `count` nearest places that meet `condition`, and for few others. The server walks
 * outwards from the centre, in an order slightly different from ours.
 */
export function nearestSql(
  center: LonLat,
  { condition, count }: { readonly condition: string; readonly count: string },
  { parameters, tables }: Statement,
): string {
  const at = centerSql(center, parameters)
  const order = isWrittenInTwoWays(center) ? `st_distance(p.spot, ${at}, false)` : `p.spot <-> ${at}`
  const farthest = `(select max(st_distance(spot, ${at}, false)) from (
    select p.spot from ${tables.place} p where ${condition} order by ${order} limit ${count}) as nearest)`
  return `st_dwithin(p.spot, ${at}, ${farthest} * ${reach.factor} + ${reach.metres}, false)`
}

/**
 * Some points can be written in two ways: at longitude -180 and 180, or at any longitude at a pole. The index takes the
 * two for 1e-9 m apart, and the exact distance is 0. PostgreSQL then aborts the walk ("index returned tuples in wrong
 * order").
 */
function isWrittenInTwoWays([lon, lat]: LonLat): boolean {
  return Math.abs(lon) === 180 || Math.abs(lat) === 90
}

/** Selects the distinct positions near the rim of a circle, which are few, as the columns `lon` and `lat`. */
export function rimSql(center: LonLat, radiusMetres: number, { parameters, tables }: Statement): string {
  const from = parameters.add(radiusMetres - rimMetres, 'float8')
  const to = parameters.add(radiusMetres + rimMetres, 'float8')
  const conditions = [
    ...nearEnough(center, radiusMetres, parameters),
    `${distanceSql(center, parameters)} between ${from} and ${to}`,
  ]
  return `select distinct p.lon, p.lat from ${tables.place} p where ${conditions.join(' and ')} limit ${rimPositionsMax}`
}

/** More positions within a millimetre of one circle than ever occur; any others would count as outside. */
const rimPositionsMax = 100_000

function nearEnough(center: LonLat, radiusMetres: number, parameters: Parameters): string[] {
  if (radiusMetres > indexedMetresMax) return []
  const metres = parameters.add(radiusMetres * reach.factor + reach.metres, 'float8')
  return [`st_dwithin(p.spot, ${centerSql(center, parameters)}, ${metres}, false)`]
}

function centerSql([lon, lat]: LonLat, parameters: Parameters): string {
  return `st_setsrid(st_makepoint(${parameters.add(lon, 'float8')}, ${parameters.add(lat, 'float8')}), 4326)::geography`
}

/** Tests whether a place is in a box, edges included (D35); the meridians -180 and 180 are the same. */
function inBoxSql([west, south, east, north]: BBox, { parameters }: Statement): string {
  const [w, s, e, n] = [west, south, east, north].map((edge) => parameters.add(edge, 'float8'))
  const joined = west <= east ? 'and' : 'or'
  const between = (lon: string) => `(${lon} >= ${w} ${joined} ${lon} <= ${e})`
  const exactly = `p.lat between ${s} and ${n} and (${between('p.lon')} or (abs(p.lon) = 180 and ${between('-p.lon')}))`
  // Planar, since the edges of a box are parallels, not great circles. A box that touches ±180 needs both meridians.
  const touches = west > east || west === -180 || east === 180 || east === -180 || west === 180
  if (touches) return exactly
  return `p.spot_plane && st_makeenvelope(${w}, ${s}, ${e}, ${n}, 4326) and ${exactly}`
}
