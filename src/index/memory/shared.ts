/**
 * Memory shared by the thread that answers and the threads that build segments, so that columns are handed over without
 * a copy. Its contents never change after the handover.
 */

/** `length` zero bytes in separate shared memory. */
export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length))
}

/** `length` zeros of 32 bits in separate shared memory. */
export function sharedUint32(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * length))
}

/** `length` signed zeros of 32 bits in separate shared memory. */
export function sharedInt32(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * length))
}

/** `length` zeros of 64 bits in separate shared memory. */
export function sharedFloat64(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * length))
}

/** `length` zeros in separate shared memory, for integers of 32 bits, or of 53 bits if `isWide`. */
export function sharedIntegers(length: number, isWide: boolean): Uint32Array | Float64Array {
  return isWide ? sharedFloat64(length) : sharedUint32(length)
}

/** The bytes of a typed array as a Buffer over the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
}

/** The same integers in shared memory of exactly that size. */
export function toSharedUint32(values: Uint32Array): Uint32Array {
  const shared = sharedUint32(values.length)
  shared.set(values)
  return shared
}

/** The bytes of all typed arrays in a value made of plain objects, lists and typed arrays. */
export function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, member) => sum + bytesOf(member), 0)
}

/** The rank of each place of a segment in an order, in 1, 2 or 4 bytes. */
export type Ranks = Uint8Array | Uint16Array | Uint32Array

/** `length` zeros in separate shared memory, wide enough for numbers up to `max`. */
export function sharedRanks(length: number, max: number): Ranks {
  const type = max < 2 ** 8 ? Uint8Array : max < 2 ** 16 ? Uint16Array : Uint32Array
  return new type(new SharedArrayBuffer(type.BYTES_PER_ELEMENT * length) as unknown as ArrayBuffer)
}
