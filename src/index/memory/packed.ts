import { sharedBytes } from './shared.ts'

/** Whole numbers that take 1 to 4 bytes each, as many as the greatest needs; the lowest byte first. */
export interface PackedInts {
  readonly bytes: Uint8Array
  readonly width: number
}

/** Packs numbers, none of which is above `max`. */
export function packInts(values: Uint32Array, max: number): PackedInts {
  const width = max < 2 ** 8 ? 1 : max < 2 ** 16 ? 2 : max < 2 ** 24 ? 3 : 4
  const bytes = sharedBytes(values.length * width)
  for (let index = 0, at = 0; index < values.length; index++) {
    let rest = values[index]!
    for (let byte = 0; byte < width; byte++) {
      bytes[at++] = rest & 255
      rest >>>= 8
    }
  }
  return { bytes, width }
}

/** The number with this index. */
export function unpackAt({ bytes, width }: PackedInts, index: number): number {
  if (width === 1) return bytes[index]!
  const at = index * width
  const low = bytes[at]! | (bytes[at + 1]! << 8)
  if (width === 2) return low
  return width === 3 ? low | (bytes[at + 2]! << 16) : (low | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
}
