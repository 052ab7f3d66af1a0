import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { allocate, arraysOf, byteLengthOf, type NumberArray, putTogether, takeApart } from '../segment/segment-bytes.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import type { SegmentFile } from './manifest.ts'

/** Bytes that are read or written, and summed, at once: few calls, and still in the cache of the processor. */
const pieceBytes = 2 ** 20

/** Writes the arrays of a segment to a new file that only its user can read; they are on the disk when it returns. */
export function writeSegmentFile(path: string, name: string, data: SegmentData): SegmentFile {
  const { shape, arrays } = takeApart(data)
  const file = openSync(path, 'wx', 0o600)
  try {
    const checksums = arrays.map((array) => writeArray(file, array))
    fsyncSync(file)
    return { name, bytes: arrays.reduce((sum, { byteLength }) => sum + byteLength, 0), shape, checksums }
  } finally {
    closeSync(file)
  }
}

/** The segment in this file, in shared memory. Throws a DamagedFile when it is not what was written. */
export function readSegmentFile(path: string, { name, bytes, shape, checksums }: SegmentFile): SegmentData {
  const places = arraysOf(shape)
  const expected = places.reduce((sum, place) => sum + byteLengthOf(place), 0)
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size !== bytes || expected !== bytes) throw new DamagedFile(`${name} must have ${bytes} bytes, got ${size}`)
    const arrays = places.map((place, index) => {
      const array = allocate(place)
      if (readArray(file, array) !== checksums[index]) throw new DamagedFile(`${name} has a wrong checksum`)
      return array
    })
    return putTogether({ shape, arrays })
  } finally {
    closeSync(file)
  }
}

/** A file of a snapshot is not what was written. */
class DamagedFile extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DamagedFile'
  }
}

function writeArray(file: number, array: NumberArray): number {
  let sum = 0
  for (const piece of piecesOf(array)) {
    sum = crc32(piece, sum)
    for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at)
  }
  return sum
}

function readArray(file: number, array: NumberArray): number {
  let sum = 0
  for (const piece of piecesOf(array)) {
    for (let at = 0; at < piece.length; ) {
      const read = readSync(file, piece, at, piece.length - at, null)
      if (read === 0) throw new DamagedFile('a file of the snapshot ends too early')
      at += read
    }
    sum = crc32(piece, sum)
  }
  return sum
}

function* piecesOf({ buffer, byteOffset, byteLength }: NumberArray): Generator<Uint8Array> {
  for (let at = 0; at < byteLength; at += pieceBytes) {
    yield new Uint8Array(buffer, byteOffset + at, Math.min(pieceBytes, byteLength - at))
  }
}
