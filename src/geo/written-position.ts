import type { LonLat } from '../place/place.ts'

const number = '([+\\-−]?\\d{1,3}(?:[.,]\\d+)?)'

const plain = new RegExp(`^${number}\\s*[,;\\s]\\s*${number}$`)

const labelled = new RegExp(`^lat[a-z]*\\W*?${number}\\W+lo?ng?[a-z]*\\W*?${number}$`, 'i')

/** Well-known text and GeoJSON, which start with the longitude. */
const longitudeFirst = new RegExp(
  `^(?:POINT\\s*\\(|.*"coordinates"\\s*:\\s*\\[)\\s*${number}\\s*[,\\s]\\s*${number}`,
  'is',
)

/** Metres of the Swedish grid, as written on maps of authorities. */
const length = '(\\d{6,7}(?:[.,]\\d+)?|\\d{1,3}(?: \\d{3}){1,2}(?:[.,]\\d+)?)'

const axis = '(?:[NXEY]\\s*[:=]?\\s*)?'

const metres = new RegExp(`^${axis}${length}\\s*[,;\\s]\\s*${axis}${length}$`, 'i')

/**
 * Parses a position in degrees as maps write it, latitude first: `59.858, 17.645`, `59,858 17,645`, `59°51'29"N
 * 17°38'42"E`, `N 59° 51.5' E 17° 38.7'`, GeoJSON, or the address of a common map. Undefined if it is not a position.
 */
export function parseDegrees(text: string): LonLat | undefined {
  const given = fromMapAddress(text.trim()) ?? text.trim().replace(/^\((.*)\)$/s, '$1')
  const [, latitude, longitude] = plain.exec(given) ?? labelled.exec(given) ?? []
  if (latitude !== undefined && longitude !== undefined) return checked(numberOf(longitude), numberOf(latitude))
  const [, first, second] = longitudeFirst.exec(given) ?? []
  if (first !== undefined && second !== undefined) return checked(numberOf(first), numberOf(second))
  return fromAngles(given)
}

/** Parses two lengths in metres of a grid, in the order of the text: `6 638 000, 648 000`, `N 6638000 E 648000`. */
export function parseMetres(text: string): readonly [number, number] | undefined {
  const given = text.trim().replace(/^\((.*)\)$/s, '$1')
  const [one, other] = (metres.exec(given) ?? []).slice(1).map((written) => numberOf(written.replaceAll(' ', '')))
  return one === undefined || other === undefined ? undefined : [one, other]
}

/**
 * Parses one angle with its signs, such as `59°51'29"N`, `17° 38.7' E` or `N59.86`, in degrees; undefined for any other
 * text.
 */
export function parseAngle(text: string): number | undefined {
  if (!angleText.test(text)) return undefined
  const tokens = (text.match(angleToken) ?? []).map((token) => token.toUpperCase())
  const letters = tokens.filter((token) => /^\D/.test(token))
  const numbers = tokens.filter((token) => /^\d/.test(token))
  // Without a sign of degrees, several numbers may be the thousands of metres.
  const isAngle = /[°º˚]/.test(text) || (letters.length === 1 && numbers.length === 1)
  if (letters.length > 1 || !isAngle) return undefined
  const degrees = degreesOf(numbers)
  const isSouthOrWest = /[SWV]/.test(letters[0] ?? '') || text.trim().startsWith('-')
  return degrees === undefined ? undefined : roundDegrees(isSouthOrWest ? -degrees : degrees)
}

const decimal = '(-?\\d{1,3}(?:\\.\\d+)?)'

/** Patterns of positions in map addresses: a requested place has precedence over the centre of the map. */
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

/** Returns the position in a map address, latitude first; undefined if it has none. */
function fromMapAddress(text: string): string | undefined {
  if (!/^(https?|geo):/i.test(text)) return undefined
  const address = text.replaceAll(/%2C/gi, ',').replaceAll('+', ' ')
  for (const pattern of inAddresses) {
    const [, latitude, longitude] = pattern.exec(address) ?? []
    if (latitude && longitude) return `${latitude}, ${longitude}`
  }
  return undefined
}

const angleText = /^[\s\d.,;°º˚'’´′″"”NSEWÖOV]+$/i

const angleToken = /[NSEWÖOV]|\d{1,3}(?:[.,]\d+)?/giu

/**
 * Parses degrees, minutes and seconds, each optional after the first, with the compass letters before or after them.
 */
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
  return latitude === undefined || longitude === undefined
    ? undefined
    : checked(roundDegrees(longitude), roundDegrees(latitude))
}

/**
 * Converts up to three numbers to degrees; undefined for any other count, and for minutes or seconds of 60 and more.
 */
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

/** Rounds to about a tenth of a metre. */
export function roundDegrees(degrees: number): number {
  return Number(degrees.toFixed(6))
}

/** Also accepts a decimal comma and the typographic minus sign. */
function numberOf(text: string): number {
  return Number(text.replace(',', '.').replace('−', '-'))
}
