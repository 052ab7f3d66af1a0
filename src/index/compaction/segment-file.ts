import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { SegmentData } from '../segment/segment-data.ts'

/** A file that holds the arrays of one segment, one behind the other. Its bytes never change. */
export interface SegmentFile {
  /** Its name in the folder. */
  readonly name: string
  readonly bytes: number
  /** The segment as JSON, with a `StoredArray` in the place of each array, in the order of the file. */
  readonly shape: unknown
}

/** An array in a file, and its checksum (CRC-32). */
interface StoredArray {
  readonly array: keyof typeof arrayTypes
  readonly length: number
  readonly checksum: number
}

const arrayTypes = { Uint8Array, Uint32Array, Int32Array, Float64Array } as const
/** Bytes that are read or written, and summed, at once: few calls, and still in the cache of the processor. */
const pieceBytes = 2 ** 20

/** Writes the arrays of a segment to a new file that only its user can read; they are on the disk when it returns. */
export function writeSegmentFile(folder: string, name: string, data: SegmentData): SegmentFile {
  const file = openSync(join(folder, name), 'wx', 0o600)
  try {
    let bytes = 0
    const shape = JSON.stringify(data, (_, value: unknown) => {
      if (!ArrayBuffer.isView(value)) return value
      const array = value.constructor.name
      if (!(array in arrayTypes)) throw new TypeError(`a segment must have arrays of known types only, got ${array}`)
      bytes += value.byteLength
      return { array, length: (value as Uint8Array).length, checksum: writeArray(file, value) }
    })
    fsyncSync(file)
    return { name, bytes, shape: JSON.parse(shape) }
  } finally {
    closeSync(file)
  }
}

/** The segment in this file, in shared memory. Throws when it is not what was written. */
export function readSegmentFile(folder: string, { name, bytes, shape }: SegmentFile): SegmentData {
  const file = openSync(join(folder, name), 'r')
  try {
    const { size } = fstatSync(file)
    if (size !== bytes) throw new Error(`${name} must have ${bytes} bytes, got ${size}`)
    return JSON.parse(JSON.stringify(shape), (_, value: unknown) => {
      if (!isStoredArray(value)) return value
      const type = arrayTypes[value.array]
      const memory = new SharedArrayBuffer(type.BYTES_PER_ELEMENT * value.length) as unknown as ArrayBuffer
      const array = new type(memory)
      if (readArray(file, array) !== value.checksum) throw new Error(`${name} has a wrong checksum`)
      return array
    })
  } finally {
    closeSync(file)
  }
}

function isStoredArray(value: unknown): value is StoredArray {
  return typeof (value as Partial<StoredArray> | null)?.array === 'string'
}

function writeArray(file: number, array: ArrayBufferView): number {
  let sum = 0
  for (const piece of piecesOf(array)) {
    sum = crc32(piece, sum)
    for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at)
  }
  return sum
}

/** What is missing at the end stays 0, which the checksum tells. */
function readArray(file: number, array: ArrayBufferView): number {
  let sum = 0
  for (const piece of piecesOf(array)) {
    for (let at = 0, read = 1; read > 0; at += read) read = readSync(file, piece, at, piece.length - at, null)
    sum = crc32(piece, sum)
  }
  return sum
}

function* piecesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Generator<Uint8Array> {
  for (let at = 0; at < byteLength; at += pieceBytes) {
    yield new Uint8Array(buffer, byteOffset + at, Math.min(pieceBytes, byteLength - at))
  }
}
