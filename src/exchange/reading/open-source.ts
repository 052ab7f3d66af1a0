import { Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import { FeatureRows, objectOf } from './feature-rows.ts'
import { readNdjson } from './record.ts'
import { peek, unzipped } from './source-bytes.ts'
import type { Format, SourceFile, SourceTable } from './source-file.ts'
import { readTable } from './table-rows.ts'
import { EncodedText } from './text-encoding.ts'
import { type IsPlaces, UnreadableWorkbook } from './workbook.ts'
import { WorkbookReader } from './workbook-reader.ts'

/** A file to be read. */
export interface Source {
  readonly bytes: AsyncIterable<Uint8Array>
  /** The name of the file, whose extension determines the format. */
  readonly name?: string | undefined
  /** The format, if the caller knows it. */
  readonly format?: Format | undefined
  /** The sheet of a workbook; absent: the first whose headings are of places, else the first. */
  readonly sheet?: string | undefined
  readonly isPlaces?: IsPlaces | undefined
  /** Reads workbooks, and bounds them for each caller. */
  readonly workbooks?: Pick<WorkbookReader, 'open'>
  /** The caller that a workbook counts for. */
  readonly caller?: string | undefined
  /** Aborted when the rest is no longer needed. */
  readonly signal?: AbortSignal
}

const headBytes = 64 * 1024

/**
 * Opens a file in any format and encoding, gzipped or not. Its rows must be read or returned from. Throws a Problem for
 * a format that is not read, and for what its first bytes show to be unreadable.
 */
export async function openSource(source: Source): Promise<SourceFile> {
  const { head, whole } = await peek(checked(await unzipped(source.bytes), source.signal), zipSignature.length)
  if (head.subarray(0, zipSignature.length).equals(zipSignature)) return openArchive(whole, source)
  const named = source.format ?? formatOfName(source.name)
  // A client that sends NDJSON little by little waits for answers, so its format must not depend on what follows.
  if (named === 'ndjson') return openText(whole, 'ndjson')
  const content = await peek(whole, headBytes)
  const first = content.head.subarray(0, headBytes)
  refuseOthers(first)
  if (named === 'xlsx') throw new UnreadableWorkbook('workbook', 'the workbook cannot be read: it is no ZIP archive')
  return openText(content.whole, named ?? formatOfContent(first))
}

async function openText(bytes: AsyncIterable<Uint8Array>, format: Exclude<Format, 'xlsx'>): Promise<SourceFile> {
  const text = new EncodedText(bytes, format === 'ndjson')
  if (format === 'ndjson') return { format, notes: [], records: readNdjson(text.utf8()) }
  return format === 'csv' ? tableFile(text) : featureFile(text, new FeatureRows())
}

async function tableFile(text: EncodedText): Promise<SourceTable> {
  const { delimiter, rows } = await readTable(text.utf8())
  return {
    ...{ format: 'csv', delimiter, rows, notes: text.notes },
    get encoding() {
      return text.encoding
    },
  }
}

/** A file of features, whose system and headings are known once its rows have been read. */
function featureFile(text: EncodedText, features: FeatureRows): SourceTable {
  return {
    ...{ format: 'geojson', headings: features.headings, rows: features.read(text.utf8()) },
    get encoding() {
      return text.encoding
    },
    get notes() {
      return [...text.notes, ...features.notes]
    },
    get epsg() {
      return features.epsg
    },
  }
}

/** ZIP APPNOTE 4.3.7: the signature of a local file header, with which every workbook begins. */
const zipSignature = Buffer.from('PK\u0003\u0004', 'latin1')

async function openArchive(bytes: AsyncIterable<Uint8Array>, source: Source): Promise<SourceFile> {
  const { head, whole } = await peek(bytes, headBytes)
  refuseOthers(head.subarray(0, headBytes))
  const { workbooks = new WorkbookReader(), sheet, isPlaces, caller } = source
  return workbooks.open(whole, { sheet, isPlaces, caller })
}

/** Throws once the rest is no longer needed, even if no row results. */
async function* checked(bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    signal?.throwIfAborted()
    yield chunk
  }
}

/** The format of a file extension; undefined for `.json`, which may be either of two. */
function formatOfName(name = ''): Format | undefined {
  const ending = /\.([a-z]+)(\.gz)?$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson'
  if (ending === 'csv' || ending === 'tsv') return 'csv'
  if (ending === 'geojson' || ending === 'geojsonl' || ending === 'geojsons') return 'geojson'
  return ending === 'xlsx' ? ending : undefined
}

/** The probable format of a text by its first bytes. */
function formatOfContent(head: Buffer): 'ndjson' | 'csv' | 'geojson' {
  const text = textOfHead(head)
  if (text === '') return 'ndjson'
  if (text.startsWith('\u001E')) return 'geojson'
  if (!'{['.includes(text[0]!)) return 'csv'
  const first = objectOf(text.split('\n', 1)[0] ?? '')
  if (first) return first.type === 'Feature' || first.type === 'FeatureCollection' ? 'geojson' : 'ndjson'
  return /"type"\s*:\s*"FeatureCollection"/.test(text) || /^\{\s*"type"\s*:\s*"Feature"/.test(text)
    ? 'geojson'
    : 'ndjson'
}

/** The first letters of a text, of which UTF-16 is known by its zeros. */
function textOfHead(head: Buffer): string {
  const isWide = head.subarray(0, 4).includes(0) || head[0] === 0xff || head[0] === 0xfe
  const text = head.toString(isWide ? 'latin1' : 'utf8')
  return (isWide ? text.replaceAll('\0', '').replace(/^[\xfe\xff]+/, '') : text.replace(/^\uFEFF/, '')).trimStart()
}

/** Formats that are not read, by their first bytes. */
const startsOfOthers: Readonly<Record<string, string>> = {
  'SQLite format 3': 'GeoPackage',
  fgb: 'FlatGeobuf',
  PAR1: 'Parquet',
  "\0\0'\n": 'Shapefile',
  '%PDF-': 'PDF',
  '\u00D0\u00CF\u0011\u00E0': 'Excel 97 (.xls)',
}
/** The same by an ending of the first file in a ZIP archive, and by the first element of XML. */
const filesOfOthers = /\.(kml|shp|shx|dbf|prj|cpg)$/i
const elementsOfOthers = /<(?:\w+:)?(?:(kml|gpx)|(FeatureCollection)|!doctype (html)|(html))\b/i

/** Those of them that are tables, and no maps. */
const tablesOfOthers: readonly string[] = ['PDF', 'Excel 97 (.xls)', 'Excel (.xlsb)', 'OpenDocument (.ods)', 'HTML']

/** Throws a Problem for a format that is not read, with the way to one that is. */
function refuseOthers(head: Buffer): void {
  const format = otherFormat(head)
  if (format === undefined) return
  const way = reason(tablesOfOthers.includes(format) ? 'as-xlsx' : 'as-geojson')
  throw new Problem('unreadable-body', reason('format-not-read', { format, way }))
}

function otherFormat(head: Buffer): string | undefined {
  const start = Object.keys(startsOfOthers).find((bytes) =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes, 'latin1')),
  )
  if (start !== undefined) return startsOfOthers[start]
  if (head.subarray(0, zipSignature.length).equals(zipSignature)) return otherArchive(head)
  const text = textOfHead(head).slice(0, 2_000)
  if (!text.startsWith('<')) return undefined
  const [, map, gml, ...html] = elementsOfOthers.exec(text) ?? []
  return map?.toUpperCase() ?? (gml ? 'GML' : html.some((found) => found) ? 'HTML' : 'XML')
}

function otherArchive(head: Buffer): string | undefined {
  // APPNOTE 4.3.7: the length of the name, and the name.
  const nameBytes = head.length < 30 ? 0 : head.readUInt16LE(26)
  const name = head.toString('latin1', 30, 30 + nameBytes)
  const ending = filesOfOthers.exec(name)?.[1]?.toLowerCase()
  if (ending !== undefined) return ending === 'kml' ? 'KMZ' : 'Shapefile'
  if (name === 'mimetype' && head.includes('vnd.oasis.opendocument')) return 'OpenDocument (.ods)'
  return head.includes('xl/workbook.bin') ? 'Excel (.xlsb)' : undefined
}
