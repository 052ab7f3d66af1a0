import { createGunzip, type Gunzip } from 'node:zlib'
import { messageOf, Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import type { Model } from '../../place/model.ts'
import { type ImportRecord, readNdjson, unread } from './record.ts'

/** The formats that an import reads. */
export const formats = ['ndjson', 'csv', 'geojson', 'xlsx'] as const
/** The name of such a format. */
export type Format = (typeof formats)[number]

/** A source of records. */
export interface Source {
  readonly bytes: AsyncIterable<Uint8Array>
  /** The name of the file, whose extension determines the format. */
  readonly name?: string
  /** The format, if the caller knows it. */
  readonly format?: Format
  /** Aborted when the rest is no longer needed. */
  readonly signal?: AbortSignal
}

const headBytes = 64 * 1024

/**
 * Reads the records of a source in any format, gzipped or not. Unreadable data become a fault in place of a record, and
 * a source that breaks off ends with one. It throws only the Problem of a packed source that has yielded no record.
 */
export async function* readRecords(source: Source, model: Model): AsyncGenerator<readonly ImportRecord[]> {
  let line = 0
  try {
    const bytes = unmarked(await unzipped(source.bytes), source.signal)
    const { format, whole } =
      source.format === undefined ? await recognized(bytes, source.name) : { format: source.format, whole: bytes }
    for await (const records of readers[format](whole, model)) {
      line = records.at(-1)?.line ?? line
      yield records
    }
  } catch (error) {
    if (error instanceof Problem && error.code === 'unreadable-body' && line === 0) throw error
    yield [unread(line + 1, reason('reading-stopped', { message: messageOf(error) }))]
  }
}

const byteOrderMark = Buffer.from('\uFEFF')

/** The bytes without a byte order mark (UTF-8). Throws once the rest is no longer needed, even if no record results. */
async function* unmarked(bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const { head, whole } = await peek(bytes, byteOrderMark.length)
  let markBytes = head.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0
  for await (const chunk of whole) {
    signal?.throwIfAborted()
    yield chunk.subarray(markBytes)
    markBytes = 0
  }
}

/**
 * The format by the name, or else by the first bytes. These are awaited, so this does not suit a caller that sends
 * little by little. A workbook is recognized under any name.
 */
async function recognized(bytes: AsyncIterable<Uint8Array>, name = '') {
  const named = formatOfName(name)
  const { head, whole } = await peek(bytes, named === undefined ? headBytes : zipSignature.length)
  const isWorkbook = head.subarray(0, zipSignature.length).equals(zipSignature)
  return { format: isWorkbook ? ('xlsx' as const) : (named ?? formatOfContent(head)), whole }
}

/** Only the command line reads tables, so a starting service need not load their readers. */
const readers = {
  ndjson: (bytes: AsyncIterable<Uint8Array>) => readNdjson(bytes),
  async *csv(bytes: AsyncIterable<Uint8Array>, model: Model) {
    yield* (await import('./csv-records.ts')).readCsv(bytes, model)
  },
  async *xlsx(bytes: AsyncIterable<Uint8Array>, model: Model) {
    yield* (await import('./workbook-records.ts')).readXlsx(bytes, model)
  },
  async *geojson(bytes: AsyncIterable<Uint8Array>, model: Model) {
    yield* (await import('./geojson-records.ts')).readGeoJson(bytes, model)
  },
} as const

/** The format of a file extension; undefined for `.json`, which may be either of two. */
function formatOfName(name: string): Format | undefined {
  const ending = /\.([a-z]+)(\.gz)?$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson'
  if (ending === 'csv' || ending === 'tsv') return 'csv'
  return ending === 'geojson' || ending === 'xlsx' ? ending : undefined
}

/** The probable format of a file by its first bytes. */
function formatOfContent(head: Buffer): Format {
  const text = head.toString('utf8').trimStart()
  if (text === '' || !'{['.includes(text[0]!)) return text === '' ? 'ndjson' : 'csv'
  return /"type"\s*:\s*"FeatureCollection"/.test(text) || /^\{\s*"type"\s*:\s*"Feature"/.test(text)
    ? 'geojson'
    : 'ndjson'
}

/** The bytes, unpacked if they begin as gzip (RFC 1952). */
async function unzipped(bytes: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const { head, whole } = await peek(bytes, 2)
  return head[0] === 0x1f && head[1] === 0x8b ? gunzipped(whole) : whole
}

/** ZIP APPNOTE 4.3.7: the signature of a local file header, with which every workbook begins. */
const zipSignature = Buffer.from('PK\u0003\u0004', 'latin1')

/** The first bytes of a source, and the complete source. */
async function peek(
  bytes: AsyncIterable<Uint8Array>,
  enough: number,
): Promise<{ head: Buffer; whole: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  const parts: Uint8Array[] = []
  let size = 0
  while (size < enough) {
    const next = await iterator.next()
    if (next.done) break
    parts.push(next.value)
    size += next.value.length
  }
  const head = Buffer.concat(parts)
  return { head, whole: resume(head, iterator) }
}

async function* resume(head: Buffer, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}

/** Maximum number of packed bytes that are unpacked at once; they expand to about a thousand times as many at most. */
const sliceBytes = 16 * 1024
/** Bytes that may be unpacked at any ratio. */
const unpackedBytesFree = 16 * 2 ** 20
/** Beyond those, the maximum ratio to the packed bytes; places as text are 10 to 30 times as long as packed. */
const ratioMax = 200

/**
 * Unpacks gzip (RFC 1952). If it breaks off or is damaged, everything before is yielded, and then it throws. A stream
 * of Node drops unread data, so the yielded bytes would depend on timing. Throws a Problem for a decompression bomb.
 */
async function* gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const unpacked: Uint8Array[] = []
  gunzip.on('data', (chunk: Uint8Array) => unpacked.push(chunk))
  // Errors are checked after each step.
  gunzip.on('error', () => {})
  const closed = new Promise((resolve) => gunzip.once('close', resolve))
  let packedBytes = 0
  let unpackedBytes = 0
  try {
    for await (const slice of sliced(bytes)) {
      packedBytes += slice.length
      await Promise.race([closed, written(gunzip, slice)])
      for (const { length } of unpacked) unpackedBytes += length
      checkRatio(packedBytes, unpackedBytes)
      yield* unpacked.splice(0)
      if (gunzip.errored) throw gunzip.errored
    }
    gunzip.end()
    await closed
    yield* unpacked.splice(0)
    if (gunzip.errored) throw gunzip.errored
  } finally {
    gunzip.destroy()
  }
}

async function* sliced(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += sliceBytes) yield chunk.subarray(start, start + sliceBytes)
  }
}

/** Resolves when everything from the slice was unpacked; never if that fails. */
function written(gunzip: Gunzip, slice: Uint8Array): Promise<unknown> {
  return new Promise((resolve) => gunzip.write(slice, resolve))
}

function checkRatio(packed: number, unpacked: number): void {
  if (unpacked <= unpackedBytesFree || unpacked <= packed * ratioMax) return
  const detail = `${packed} bytes of gzip become ${unpacked}, and more than ${ratioMax} times as many are not unpacked: send it uncompressed`
  throw new Problem('unreadable-body', detail)
}
