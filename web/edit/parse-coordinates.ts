import type { LonLat } from '../place/position.ts'

const number = '([+-]?\\d{1,3}(?:[.,]\\d+)?)'
const plain = new RegExp(`^${number}\\s*[,;\\s]\\s*${number}$`)
/** Degrees, minutes and seconds with the letters of the compass. */
const angle =
  /(\d{1,3}(?:[.,]\d+)?)\s*°\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*[′'])?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:[″"]|''))?\s*([NSEWÖV])/giu

/**
 * The position that a text says as maps write it, latitude first: `59.858, 17.645`, `59,858 17,645`,
 * `59°51'29"N 17°38'42"E`, or the address of a common map. Undefined for what is no position.
 */
export function parseCoordinates(text: string): LonLat | undefined {
  const given = fromMapAddress(text.trim()) ?? text.trim().replace(/^\(|\)$/g, '')
  const [, latitude, longitude] = plain.exec(given) ?? []
  if (latitude !== undefined && longitude !== undefined) return checked(numberOf(longitude), numberOf(latitude))
  return fromAngles(given)
}

/** The part of an address that says where its map is: `@59.8,17.6,12z`, `#map=12/59.8/17.6`, `?mlat=59.8&mlon=17.6`. */
function fromMapAddress(text: string): string | undefined {
  if (!/^https?:/.test(text)) return undefined
  const [, latitude, longitude] =
    /@(-?[\d.]+),(-?[\d.]+)/.exec(text) ??
    /mlat=(-?[\d.]+)&mlon=(-?[\d.]+)/.exec(text) ??
    /#map=[\d.]+\/(-?[\d.]+)\/(-?[\d.]+)/.exec(text) ??
    []
  return latitude && longitude ? `${latitude}, ${longitude}` : undefined
}

function fromAngles(text: string): LonLat | undefined {
  const angles = [...text.matchAll(angle)].map(([, degrees = '', minutes = '0', seconds = '0', letter = '']) => {
    const size = numberOf(degrees) + numberOf(minutes) / 60 + numberOf(seconds) / 3600
    return { letter: letter.toUpperCase(), value: /[SWV]/i.test(letter) ? -size : size }
  })
  const latitude = angles.find(({ letter }) => letter === 'N' || letter === 'S')
  const longitude = angles.find(({ letter }) => /[EWÖV]/.test(letter))
  if (!latitude || !longitude) return undefined
  return checked(round(longitude.value), round(latitude.value))
}

function checked(longitude: number, latitude: number): LonLat | undefined {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? [longitude, latitude] : undefined
}

/** Decimal commas are read too. */
function numberOf(text: string): number {
  return Number(text.replace(',', '.'))
}

function round(degrees: number): number {
  return Number(degrees.toFixed(6))
}
