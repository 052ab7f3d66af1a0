import { roundDegrees } from '../../src/geo/written-position.ts'
import type { LonLat } from '../place/place-traits.ts'

/** A Gauss-Krüger projection, in metres. */
interface Grid {
  /** In degrees. */
  readonly centralMeridian: number
  readonly scale: number
  readonly falseNorthing: number
  readonly falseEasting: number
  readonly eastings: readonly [from: number, to: number]
}

/** The range of northings of Sweden, in both grids. */
const northings = [6_000_000, 7_800_000] as const

/**
 * SWEREF 99 TM (EPSG:3006), and RT 90 2.5 gon V (EPSG:3021) with the parameters by which Lantmäteriet projects SWEREF
 * 99 onto it, accurate to about a metre.
 */
const grids: readonly Grid[] = [
  { centralMeridian: 15, scale: 0.9996, falseNorthing: 0, falseEasting: 500_000, eastings: [200_000, 1_000_000] },
  {
    centralMeridian: 15 + 48 / 60 + 22.624306 / 3600,
    scale: 1.00000561024,
    falseNorthing: -667.711,
    falseEasting: 1_500_064.274,
    eastings: [1_100_000, 2_000_000],
  },
]

/**
 * Converts metres of SWEREF 99 TM or RT 90, northing and easting in either order; undefined if they are in neither
 * grid. SWEREF 99 equals WGS 84 to within some decimetres.
 */
export function fromSwedishGrid(one: number, other: number): LonLat | undefined {
  const [northing, easting] = one > other ? [one, other] : [other, one]
  if (!isWithin(northing, northings)) return undefined
  const grid = grids.find(({ eastings }) => isWithin(easting, eastings))
  return grid && fromGrid(grid, northing, easting)
}

function isWithin(value: number, [from, to]: readonly [number, number]): boolean {
  return value >= from && value < to
}

/** The ellipsoid GRS 80. */
const semiMajorMetres = 6_378_137
const flattening = 1 / 298.257222101
const e2 = flattening * (2 - flattening)
const n = flattening / (2 - flattening)
const meridianRadius = (semiMajorMetres / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64)

const deltas = [
  n / 2 - (2 * n ** 2) / 3 + (37 * n ** 3) / 96 - n ** 4 / 360,
  n ** 2 / 48 + n ** 3 / 15 - (437 * n ** 4) / 1440,
  (17 * n ** 3) / 480 - (37 * n ** 4) / 840,
  (4397 * n ** 4) / 161_280,
]

const latitudeTerms = [
  e2 + e2 ** 2 + e2 ** 3 + e2 ** 4,
  -(7 * e2 ** 2 + 17 * e2 ** 3 + 30 * e2 ** 4) / 6,
  (224 * e2 ** 3 + 889 * e2 ** 4) / 120,
  -(4279 * e2 ** 4) / 1260,
]

const degrees = (radians: number) => (radians * 180) / Math.PI

/** Inverts the projection by Lantmäteriet's Gauss-Krüger formulas; accurate to a millimetre within Sweden. */
function fromGrid(grid: Grid, northing: number, easting: number): LonLat {
  const xi = (northing - grid.falseNorthing) / (grid.scale * meridianRadius)
  const eta = (easting - grid.falseEasting) / (grid.scale * meridianRadius)
  const sum = (term: (delta: number, twice: number) => number) =>
    deltas.reduce((total, delta, at) => total + term(delta, 2 * (at + 1)), 0)
  const xiPrime = xi - sum((delta, twice) => delta * Math.sin(twice * xi) * Math.cosh(twice * eta))
  const etaPrime = eta - sum((delta, twice) => delta * Math.cos(twice * xi) * Math.sinh(twice * eta))
  const phi = Math.asin(Math.sin(xiPrime) / Math.cosh(etaPrime))
  const lambda = Math.atan(Math.sinh(etaPrime) / Math.cos(xiPrime))
  const correction = latitudeTerms.reduce((total, term, at) => total + term * Math.sin(phi) ** (2 * at), 0)
  const latitude = degrees(phi + Math.sin(phi) * Math.cos(phi) * correction)
  return [roundDegrees(grid.centralMeridian + degrees(lambda)), roundDegrees(latitude)]
}
