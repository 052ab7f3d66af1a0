import { crc32 } from 'node:zlib'
import type { Revision } from '../../place/journal.ts'
import type { SealRow } from '../sealing/seal-row.ts'
import type { Shape } from '../segment/segment-bytes.ts'

/** One array of a file: its checksum (CRC-32), in the order of the shape. */
export type Checksum = number

/** A file that holds the arrays of one segment, one behind the other. Its bytes never change. */
export interface SegmentFile {
  /** Its name in the folder. */
  readonly name: string
  readonly bytes: number
  readonly shape: Shape
  readonly checksums: readonly Checksum[]
}

/** What a snapshot must fit to be of use. */
export interface Basis {
  /** The number of the form of the files. */
  readonly format: number
  readonly historyId: string
  /** A hash of all that decides about how places are sealed. */
  readonly model: string
}

/** The one file that makes files of segments a snapshot. */
export interface Manifest extends Basis {
  /** Every change up to here is in it. */
  readonly revision: Revision
  /** What the journal says of that revision: another history that went on from an older backup says something else. */
  readonly mark: string
  /** How many places it has. */
  readonly places: number
  readonly segments: readonly (SegmentFile & {
    /** The set of its ordinals that are superseded or purged, its integers of 32 bits in base64. */
    readonly dead: string
  })[]
  readonly rows: readonly SealRow[]
}

/** The manifest as bytes: a line with the checksum of what follows, then JSON. */
export function formatManifest(manifest: Manifest): Buffer {
  const json = Buffer.from(JSON.stringify(manifest))
  return Buffer.concat([Buffer.from(`${checksumLine(json)}\n`), json])
}

/** The manifest in these bytes, or undefined when they are not whole. */
export function parseManifest(bytes: Buffer): Manifest | undefined {
  const end = bytes.indexOf('\n')
  const json = bytes.subarray(end + 1)
  if (end < 0 || bytes.toString('latin1', 0, end) !== checksumLine(json)) return undefined
  return JSON.parse(json.toString('utf8')) as Manifest
}

/** The files of all segments of a snapshot, in their order. */
export function filesOf({ segments }: Manifest): readonly SegmentFile[] {
  return segments.map(({ dead: _, ...file }) => file)
}

/** A set of integers of 32 bits as text, and the way back. */
export function formatBits(bits: Uint32Array): string {
  return Buffer.from(bits.buffer, bits.byteOffset, bits.byteLength).toString('base64')
}

/** The words of a bitset from their text in a manifest. */
export function parseBits(text: string): Uint32Array {
  const bytes = Buffer.from(text, 'base64')
  const bits = new Uint32Array(bytes.length >>> 2)
  bytes.copy(new Uint8Array(bits.buffer))
  return bits
}

function checksumLine(json: Buffer): string {
  return `gazetteer index ${crc32(json).toString(16).padStart(8, '0')}`
}
