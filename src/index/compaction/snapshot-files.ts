import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Revision } from '../../place/journal.ts'
import type { PlaceId } from '../../place/place.ts'
import type { StoredRow } from '../../read-model/row.ts'
import { bytesOf } from '../memory/shared.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import type { SegmentWithTombstones } from '../segment/segment-merge.ts'
import type { SpanLists } from '../segment/segment-states.ts'

/** The properties that a snapshot must match to be usable. */
export interface Basis {
  /** A hash of the form of stored rows and segments (see `segmentFormat`). */
  readonly format: string
  readonly historyId: string
  /** Hashes of the parts of the search basis, which determine the contents of segments. */
  readonly basis: Readonly<Record<string, string>>
}

/** The file that turns segment files into a snapshot. */
export interface Manifest extends Basis {
  /** The snapshot contains every change up to this revision. */
  readonly revision: Revision
  /** The journal's entry of that revision. A diverged history, such as an older backup, has a different one. */
  readonly lastEntry: string
  /** Number of places. */
  readonly places: number
  readonly segments: readonly (SegmentFile & {
    /** The bitset of ordinals that are superseded or purged, as 32-bit integers in base64. */
    readonly tombstones: string
    /** The public spans, which may change without the rest of the segment. */
    readonly publicSpans: SpanLists
  })[]
  readonly rows: readonly StoredRow[]
  readonly outdatedParents: readonly PlaceId[]
}

/** The parts of a segment that never change. */
type StoredSegment = Omit<SegmentData, 'publicSpans'>

/** A segment to be written: its existing file, which is kept, or the name of a new file. */
interface SegmentToWrite extends Pick<SegmentWithTombstones, 'data' | 'tombstones'> {
  readonly file: SegmentFile | string
}

const manifestName = 'manifest'
/** The manifest during its write. */
const partName = 'manifest.part'

/** The snapshot folder within a data folder. */
export function snapshotFolder(dataDir: string): string {
  return join(dataDir, 'index')
}

/** Removes the snapshot of a data folder, complete or not, if there is one. The index is then built from the record. */
export function removeSnapshot(dataDir: string): void {
  rmSync(snapshotFolder(dataDir), { recursive: true, force: true })
}

/** Invalidates the snapshot in a folder; `keepFiles` removes its other files. */
export function removeManifest(folder: string): void {
  rmSync(join(folder, manifestName), { force: true })
}

/**
 * Removes all files that no snapshot needs: all but the manifest and its files, or every file if there is no manifest.
 */
export async function keepFiles(folder: string, files: readonly SegmentFile[] | undefined): Promise<void> {
  const keep = new Set(files && [manifestName, ...files.map(({ name }) => name)])
  const names = await readdir(folder).catch(() => [])
  await Promise.all(names.filter((name) => !keep.has(name)).map((name) => rm(join(folder, name), { force: true })))
}

/** Reads the manifest in a folder. */
export function readManifest(folder: string): Manifest | 'missing' | 'damaged' {
  try {
    const [line = '', json = ''] = readFileSync(join(folder, manifestName), 'utf8').split('\n')
    return line === checksumLine(json) ? (JSON.parse(json) as Manifest) : 'damaged'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing'
    throw error
  }
}

/** Reads the segments of these files. Throws if a file differs from what was written. */
export function readSegments(folder: string, files: readonly SegmentFile[]): readonly StoredSegment[] {
  return files.map((file) => readSegmentFile(folder, file))
}

/**
 * Writes the segments that have no file yet, then durably replaces the snapshot. Returns the files of the segments, in
 * their order.
 */
export async function writeSnapshot(
  folder: string,
  header: Omit<Manifest, 'segments'>,
  segments: readonly SegmentToWrite[],
): Promise<readonly SegmentFile[]> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files = writeFiles(folder, header, segments)
  renameSync(join(folder, partName), join(folder, manifestName))
  // If this fails, either manifest may survive a power cut: the files of both are kept until one is installed.
  flushFolder(folder)
  await keepFiles(folder, files)
  return files
}

/** Writes everything but the final rename, which makes it the snapshot; on failure, nothing is left. */
function writeFiles(
  folder: string,
  header: Omit<Manifest, 'segments'>,
  segments: readonly SegmentToWrite[],
): readonly SegmentFile[] {
  try {
    checkFreeSpace(folder, segments)
    const files = segments.map(({ file, data }) =>
      typeof file === 'string' ? writeSegmentFile(folder, file, data) : file,
    )
    const changing = segments.map(({ tombstones, data: { publicSpans } }) => ({
      tombstones: Buffer.from(tombstones.buffer, tombstones.byteOffset, tombstones.byteLength).toString('base64'),
      publicSpans: {
        ordinals: [...publicSpans.ordinals],
        from: [...publicSpans.from],
        until: [...publicSpans.until],
      },
    }))
    const manifest: Manifest = { ...header, segments: files.map((file, at) => ({ ...file, ...changing[at]! })) }
    const json = JSON.stringify(manifest)
    writeFileSync(join(folder, partName), `${checksumLine(json)}\n${json}`, { mode: 0o600, flush: true })
    return files
  } catch (error) {
    for (const { file } of segments) if (typeof file === 'string') rmSync(join(folder, file), { force: true })
    throw error
  }
}

/** The record needs the disk more than a snapshot does, so at least the same amount must stay free. */
function checkFreeSpace(folder: string, segments: readonly SegmentToWrite[]): void {
  const bytes = segments.reduce((sum, { file, data }) => sum + (typeof file === 'string' ? bytesOf(data) : 0), 0)
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free < 2 * bytes) throw new Error(`a snapshot needs ${2 * bytes} free bytes on the disk, got ${free}`)
}

/** Flushes the list of a folder's files to the disk. */
function flushFolder(folder: string): void {
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The first line of a manifest; the JSON follows it. */
function checksumLine(json: string): string {
  return `gazetteer index ${crc32(json).toString(16).padStart(8, '0')}`
}

/** A file with the arrays of one segment, one after the other. Its bytes never change. */
export interface SegmentFile {
  /** Its name in the folder. */
  readonly name: string
  readonly bytes: number
  /** The segment as JSON, with a `StoredArray` in place of each array, in the order of the file. */
  readonly shape: unknown
}

/** An array in a file, and its checksum (CRC-32). */
interface StoredArray {
  readonly array: keyof typeof arrayTypes
  readonly length: number
  readonly checksum: number
}

const arrayTypes = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array } as const
/** Bytes that are read or written, and summed, at once: few calls, and the piece stays in the CPU cache. */
const pieceBytes = 2 ** 18

/** Writes the arrays of a segment to a new file that only its owner can read; flushed to the disk on return. */
function writeSegmentFile(folder: string, name: string, { publicSpans: _, ...data }: SegmentData): SegmentFile {
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

/** Reads the segment of a file into shared memory. Throws if it differs from what was written. */
function readSegmentFile(folder: string, { name, bytes, shape }: SegmentFile): StoredSegment {
  const file = openSync(join(folder, name), 'r')
  try {
    const { size } = fstatSync(file)
    if (size !== bytes) throw new Error(`${name} must have ${bytes} bytes, got ${size}`)
    const buffer = new Uint8Array(pieceBytes)
    return JSON.parse(JSON.stringify(shape), (_, value: unknown) => {
      if (!isStoredArray(value)) return value
      const type = arrayTypes[value.array]
      const memory = new SharedArrayBuffer(type.BYTES_PER_ELEMENT * value.length) as unknown as ArrayBuffer
      const array = new type(memory)
      if (readArray(file, array, buffer) !== value.checksum) throw new Error(`${name} has a wrong checksum`)
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
  for (const piece of piecesOf(array, pieceBytes)) {
    sum = crc32(piece, sum)
    for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at)
  }
  return sum
}

/**
 * A truncated file fails the checksum. It is read through a buffer that stays in the CPU cache. Where page faults are
 * expensive, as in many virtual machines, summing memory that the kernel has just filled costs a second fault per page.
 */
function readArray(file: number, array: ArrayBufferView, buffer: Uint8Array): number {
  let sum = 0
  for (const piece of piecesOf(array, buffer.length)) {
    const bytes = buffer.subarray(0, piece.length)
    for (let at = 0, read = 1; read > 0; at += read) read = readSync(file, bytes, at, bytes.length - at, null)
    sum = crc32(bytes, sum)
    piece.set(bytes)
  }
  return sum
}

function* piecesOf({ buffer, byteOffset, byteLength }: ArrayBufferView, bytes: number): Generator<Uint8Array> {
  for (let at = 0; at < byteLength; at += bytes) {
    yield new Uint8Array(buffer, byteOffset + at, Math.min(bytes, byteLength - at))
  }
}
