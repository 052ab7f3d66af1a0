import { createGunzip, type Gunzip } from 'node:zlib'
import { messageOf, Problem } from '../common/problem.ts'
import { reason } from '../common/reason.ts'
import type { Model } from '../place/model.ts'
import { type ImportRecord, readNdjson, unread } from './record.ts'

/** The formats that an import reads. */
export const formats = ['ndjson', 'csv', 'geojson', 'xlsx'] as const
/** One of them. */
export type Format = (typeof formats)[number]

/** Where records come from. */
export interface Source {
  readonly bytes: AsyncIterable<Uint8Array>
  /** The name of the file, whose ending tells the format. */
  readonly name?: string
  /** The format, when the caller knows it. */
  readonly format?: Format
  /** Aborted when the rest is not wanted any more. */
  readonly signal?: AbortSignal
}

const headBytes = 64 * 1024

/**
 * The records of a source in any format, gzipped or not. What cannot be read is a fault in the place of a record, and a
 * source that breaks off ends with one. Throws only the Problem of a packed source that gave no record
 * before it.
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

/** The bytes without a byte order mark (UTF-8). Throws, even where no record comes of them, once nobody wants the rest. */
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
 * The format by the name, else by the first bytes; they are waited for, so this is not for a caller who sends little by
 * little. A workbook is one whatever it is called.
 */
async function recognized(bytes: AsyncIterable<Uint8Array>, name = '') {
  const named = formatOfName(name)
  const { head, whole } = await peek(bytes, named === undefined ? headBytes : zipSignature.length)
  const isWorkbook = head.subarray(0, zipSignature.length).equals(zipSignature)
  return { format: isWorkbook ? ('xlsx' as const) : (named ?? formatOfContent(head)), whole }
}

/** Tables come to the command line alone; a service that starts need not load what reads them. */
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

/** The format that the ending of a name tells; `.json` may be either of two, so it tells none. */
function formatOfName(name: string): Format | undefined {
  const ending = /\.([a-z]+)(\.gz)?$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson'
  if (ending === 'csv' || ending === 'tsv') return 'csv'
  return ending === 'geojson' || ending === 'xlsx' ? ending : undefined
}

/** The format that a file looks like by its first bytes. */
function formatOfContent(head: Buffer): Format {
  const text = head.toString('utf8').trimStart()
  if (text === '' || !'{['.includes(text[0]!)) return text === '' ? 'ndjson' : 'csv'
  return /"type"\s*:\s*"FeatureCollection"/.test(text) || /^\{\s*"type"\s*:\s*"Feature"/.test(text)
    ? 'geojson'
    : 'ndjson'
}

/** The bytes, unpacked when they begin as gzip (RFC 1952). */
async function unzipped(bytes: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const { head, whole } = await peek(bytes, 2)
  return head[0] === 0x1f && head[1] === 0x8b ? gunzipped(whole) : whole
}

/** ZIP APPNOTE 4.3.7: the signature of a local file header, as each workbook has it. */
const zipSignature = Buffer.from('PK\u0003\u0004', 'latin1')

/** The first bytes of a source, and the source with them still in it. */
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

/** Most of the packed bytes that are unpacked at once; they become at most about a thousand times as many. */
const sliceBytes = 16 * 1024
/** Bytes that may be unpacked whatever the ratio. */
const unpackedBytesFree = 16 * 2 ** 20
/** Beyond those, so many times the packed bytes; places as text are 10 to 30 times as long as packed. */
const ratioMax = 200

/**
 * Unpacks gzip (RFC 1952). Where it breaks off or is damaged, everything before that is given, and then it throws; a
 * stream of Node drops what was not read yet, so it would depend on chance what is given. Throws a Problem for what is
 * packed to cost whoever unpacks it.
 */
async function* gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const unpacked: Uint8Array[] = []
  gunzip.on('data', (chunk: Uint8Array) => unpacked.push(chunk))
  // Looked for after each step.
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

/** Resolves when all that the slice unpacks to was given; not where that fails. */
function written(gunzip: Gunzip, slice: Uint8Array): Promise<unknown> {
  return new Promise((resolve) => gunzip.write(slice, resolve))
}

function checkRatio(packed: number, unpacked: number): void {
  if (unpacked <= unpackedBytesFree || unpacked <= packed * ratioMax) return
  const detail = `${packed} bytes of gzip become ${unpacked}, and more than ${ratioMax} times as many are not unpacked: send it uncompressed`
  throw new Problem('unreadable-body', detail)
}
