import type { LonLat } from '../place/place-traits.ts'

const number = '([+\\-−]?\\d{1,3}(?:[.,]\\d+)?)'

const plain = new RegExp(`^${number}\\s*[,;\\s]\\s*${number}$`)

const labelled = new RegExp(`^lat[a-z]*\\W*?${number}\\W+lo?ng?[a-z]*\\W*?${number}$`, 'i')

/** Well-known text and GeoJSON, which have the longitude first. */
const longitudeFirst = new RegExp(
  `^(?:POINT\\s*\\(|.*"coordinates"\\s*:\\s*\\[)\\s*${number}\\s*[,\\s]\\s*${number}`,
  'is',
)

/** Metres of the Swedish grid, as maps of authorities give them. */
const length = '(\\d{6,7}(?:[.,]\\d+)?|\\d{1,3}(?: \\d{3}){1,2}(?:[.,]\\d+)?)'

const axis = '(?:[NXEY]\\s*[:=]?\\s*)?'

const metres = new RegExp(`^${axis}${length}\\s*[,;\\s]\\s*${axis}${length}$`, 'i')

const northingMin = 6_000_000

/**
 * The position that a text says as maps write it, latitude first: `59.858, 17.645`, `59,858 17,645`,
 * `59°51'29"N 17°38'42"E`, `N 59° 51.5' E 17° 38.7'`, metres of SWEREF 99 TM, GeoJSON, or the address of a common map.
 * Undefined for what is no position.
 */
export function parseCoordinates(text: string): LonLat | undefined {
  const given = fromMapAddress(text.trim()) ?? text.trim().replace(/^\((.*)\)$/s, '$1')
  const [, latitude, longitude] = plain.exec(given) ?? labelled.exec(given) ?? []
  if (latitude !== undefined && longitude !== undefined) return checked(numberOf(longitude), numberOf(latitude))
  const [, first, second] = longitudeFirst.exec(given) ?? []
  if (first !== undefined && second !== undefined) return checked(numberOf(first), numberOf(second))
  return fromMetres(given) ?? fromAngles(given)
}

const decimal = '(-?\\d{1,3}(?:\\.\\d+)?)'

/** Where addresses of maps say what they show: the place that was asked for before the middle of the map. */
const inAddresses = [
  `!3d${decimal}!4d${decimal}`,
  `[?&#]m?lat=${decimal}&m?(?:lon|lng)=${decimal}`,
  `[?&#](?:q|query|ll|daddr|destination|to|center|c)=(?:loc:)?${decimal},\\s*${decimal}`,
  `[?&]cp=${decimal}~${decimal}`,
  `@${decimal},${decimal}`,
  `#map=[\\d.]+/${decimal}/${decimal}`,
  `^geo:${decimal},${decimal}`,
  `[~/!]${decimal},${decimal}`,
].map((pattern) => new RegExp(pattern, 'i'))

/** The part of an address of a map that says a position, latitude first; undefined for what is no such address. */
function fromMapAddress(text: string): string | undefined {
  if (!/^(https?|geo):/i.test(text)) return undefined
  const address = text.replaceAll(/%2C/gi, ',').replaceAll('+', ' ')
  for (const pattern of inAddresses) {
    const [, latitude, longitude] = pattern.exec(address) ?? []
    if (latitude && longitude) return `${latitude}, ${longitude}`
  }
  return undefined
}

function fromMetres(text: string): LonLat | undefined {
  const [one = 0, other = 0] = (metres.exec(text) ?? [])
    .slice(1)
    .map((written) => numberOf(written.replaceAll(' ', '')))
  const [northing, easting] = one > other ? [one, other] : [other, one]
  if (northing < northingMin || easting >= 1_000_000) return undefined
  const [longitude, latitude] = fromSweref99Tm(northing, easting)
  return checked(round(longitude), round(latitude))
}

const angleText = /^[\s\d.,;°º˚'’´′″"”NSEWÖOV]+$/i

const angleToken = /[NSEWÖOV]|\d{1,3}(?:[.,]\d+)?/giu

/** Degrees, minutes and seconds, each optional after the first, with the letters of the compass before or after them. */
function fromAngles(text: string): LonLat | undefined {
  if (!angleText.test(text)) return undefined
  const tokens = (text.match(angleToken) ?? []).map((token) => token.toUpperCase())
  const isLetter = (token: string) => /^\D/.test(token)
  const ordered = isLetter(tokens[0] ?? '') ? tokens : tokens.toReversed()
  const [first, second, ...others] = ordered.filter(isLetter)
  if (first === undefined || second === undefined || others.length > 0) return undefined
  const cut = ordered.lastIndexOf(second)
  const sides = [
    { letter: first, numbers: ordered.slice(1, cut) },
    { letter: second, numbers: ordered.slice(cut + 1) },
  ].map(({ letter, numbers }) => ({
    isLatitude: /[NS]/.test(letter),
    value: signed(degreesOf(ordered === tokens ? numbers : numbers.toReversed()), letter),
  }))
  const latitude = sides.find(({ isLatitude }) => isLatitude)?.value
  const longitude = sides.find(({ isLatitude }) => !isLatitude)?.value
  return latitude === undefined || longitude === undefined ? undefined : checked(round(longitude), round(latitude))
}

/** Degrees of up to three numbers; undefined where there are more or fewer, or minutes and seconds beyond 60. */
function degreesOf(numbers: readonly string[]): number | undefined {
  const [degrees, minutes = 0, seconds = 0] = numbers.map(numberOf)
  if (degrees === undefined || numbers.length > 3 || minutes >= 60 || seconds >= 60) return undefined
  return degrees + minutes / 60 + seconds / 3600
}

function signed(degrees: number | undefined, letter: string): number | undefined {
  return degrees !== undefined && /[SWV]/.test(letter) ? -degrees : degrees
}

function checked(longitude: number, latitude: number): LonLat | undefined {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? [longitude, latitude] : undefined
}

/** Decimal commas are read too, and the sign that is typeset for minus. */
function numberOf(text: string): number {
  return Number(text.replace(',', '.').replace('−', '-'))
}

function round(degrees: number): number {
  return Number(degrees.toFixed(6))
}

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
function fromSweref99Tm(northing: number, easting: number): LonLat {
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
