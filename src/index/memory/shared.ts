/**
 * Memory that the thread which answers and the thread which seals see both, so that sealed columns are handed over
 * without a copy. Nothing in it changes once it has been handed over.
 */

/** So many zero bytes in memory of their own. */
export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length))
}

/** So many zeros of 32 bits in memory of their own. */
export function sharedUint32(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * length))
}

/** So many zeros of 32 bits, with signs, in memory of their own. */
export function sharedInt32(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * length))
}

/** So many zeros of 64 bits in memory of their own. */
export function sharedFloat64(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * length))
}

/** The bytes of a typed array as a Buffer over the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
}

/** The same integers in shared memory of just that size. */
export function toSharedUint32(values: Uint32Array): Uint32Array {
  const shared = sharedUint32(values.length)
  shared.set(values)
  return shared
}

/** The same whole numbers in shared memory, of 32 bits each where that is enough. */
export function toSharedWhole(values: Float64Array): Uint32Array | Float64Array {
  const isSmall = values.every((value) => value < 2 ** 32)
  const shared = isSmall ? sharedUint32(values.length) : sharedFloat64(values.length)
  shared.set(values)
  return shared
}

/** The bytes of all typed arrays in a value made of plain objects, lists and typed arrays. */
export function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, member) => sum + bytesOf(member), 0)
}

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
