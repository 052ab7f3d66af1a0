import type { LonLat } from '../place/position.ts'

/** The ellipsoid GRS 80. */
const semiMajorMetres = 6_378_137
const flattening = 1 / 298.257222101
/** The projection SWEREF 99 TM (EPSG:3006). */
const centralMeridian = 15
const scale = 0.9996
const falseEasting = 500_000

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

/**
 * The position of a point of the Swedish grid SWEREF 99 TM in metres, by the formulas of Gauss and Krüger as
 * Lantmäteriet gives them; exact to a millimetre within Sweden. SWEREF 99 is WGS 84 to within some decimetres.
 */
export function fromSweref99Tm(northing: number, easting: number): LonLat {
  const xi = northing / (scale * meridianRadius)
  const eta = (easting - falseEasting) / (scale * meridianRadius)
  const sum = (term: (delta: number, twice: number) => number) =>
    deltas.reduce((total, delta, at) => total + term(delta, 2 * (at + 1)), 0)
  const xiPrime = xi - sum((delta, twice) => delta * Math.sin(twice * xi) * Math.cosh(twice * eta))
  const etaPrime = eta - sum((delta, twice) => delta * Math.cos(twice * xi) * Math.sinh(twice * eta))
  const phi = Math.asin(Math.sin(xiPrime) / Math.cosh(etaPrime))
  const lambda = Math.atan(Math.sinh(etaPrime) / Math.cos(xiPrime))
  const correction = latitudeTerms.reduce((total, term, at) => total + term * Math.sin(phi) ** (2 * at), 0)
  return [centralMeridian + degrees(lambda), degrees(phi + Math.sin(phi) * Math.cos(phi) * correction)]
}
