import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { type Reason, reason } from '../../src/common/reason.ts'
import type { SheetRow } from '../../src/exchange/reading/workbook.ts'
import { unguardedText } from '../../src/exchange/understanding/cell-text.ts'
import { isObject, type Json, type JsonObject } from '../body/json.ts'

/** What a file holds: a table of CSV, GeoJSON or a workbook, or the lines of NDJSON; gzip is unpacked. Throws an UnreadableFile. */
export async function readFile(file: File): Promise<Table | Lines> {
  const head = new Uint8Array(await file.slice(0, zipSignature.length).arrayBuffer())
  if (zipSignature.every((byte, index) => head[index] === byte)) return readSheet(await boundedBytes(file.stream()))
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  const unpacked = isGzip ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream()
  const bytes = await boundedBytes(unpacked)
  const text = decode(bytes).replace(/^\uFEFF/, '')
  if (text.trim() === '') throw new UnreadableFile('empty')
  const format = formatOf(file.name, text)
  if (format === 'geojson') return readGeoJson(text)
  if (format === 'ndjson') return readLines(text)
  return readCsv(text)
}

/** How a ZIP archive begins (APPNOTE 4.3.7), and so each workbook of a spreadsheet. */
const zipSignature = [0x50, 0x4b, 0x03, 0x04]

/** All bytes of a stream; a small gzip can be large inside, so they are counted as they come. */
async function boundedBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { value, done } = await reader.read().catch(() => {
      throw new UnreadableFile('gzip')
    })
    if (done) break
    size += value.length
    if (size > importLimits.bytes) {
      await reader.cancel()
      throw new UnreadableFile('large')
    }
    parts.push(new Uint8Array(value))
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/** UTF-8, else the letters in which spreadsheets of Western Europe are still saved. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const headCharacters = 65_536

/** The format by the name's ending, else by how the text begins. */
function formatOf(name: string, text: string): 'csv' | 'geojson' | 'ndjson' {
  const ending = /\.([a-z]+)(\.gz)?$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson'
  if (ending === 'csv' || ending === 'tsv') return 'csv'
  if (ending === 'geojson') return 'geojson'
  const head = text.slice(0, headCharacters).trimStart()
  if (!head.startsWith('{') && !head.startsWith('[')) return 'csv'
  return /"type"\s*:\s*"Feature(Collection)?"/.test(head.split('\n', 1)[0] ?? '') ||
    /"type"\s*:\s*"FeatureCollection"/.test(head)
    ? 'geojson'
    : 'ndjson'
}

function readLines(text: string): Lines {
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
  if (lines.length > importLimits.records) throw new UnreadableFile('many')
  return { lines }
}

/** The features of a GeoJSON FeatureCollection, or a lone Feature, as rows: their properties are the columns. */
function readGeoJson(text: string): Table {
  const features = featuresOf(parseGeoJson(text))
  if (features.length === 0) throw new UnreadableFile('empty')
  if (features.length > importLimits.records) throw new UnreadableFile('many')
  const parts = features.map(partsOf)
  const flat = parts.map(({ properties }) => flattened(properties))
  const columns = [...new Set(flat.flatMap((properties) => [...properties.keys()]))]
  if (columns.length > importLimits.columns) throw new UnreadableFile('columns')
  const rows = parts.map(
    ({ base }, index): TableRow => ({
      line: index + 1,
      cells: columns.map((column) => flat[index]?.get(column)),
      base,
    }),
  )
  return { columns, rows, hasPositions: true }
}

function parseGeoJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new UnreadableFile('geojson')
  }
}

function featuresOf(value: Json): readonly JsonObject[] {
  if (!isObject(value)) throw new UnreadableFile('geojson')
  if (value.type === 'Feature') return [value]
  if (value.type !== 'FeatureCollection' || !Array.isArray(value.features)) throw new UnreadableFile('geojson')
  return (value.features as readonly Json[]).map((feature) => (isObject(feature) ? feature : {}))
}

/**
 * The properties of a feature that become columns, and what it says beside them. A place type is told by the name of a
 * member, also where that is empty, so it is no column.
 */
function partsOf({ id, geometry, properties }: JsonObject) {
  const given = isObject(properties) ? properties : {}
  const { placeTypes, ...others } = given
  const isTyped = isObject(placeTypes)
  const base: JsonObject = {
    ...((typeof id === 'string' || typeof id === 'number') && { key: String(id) }),
    ...(isObject(geometry) && { geolocation: { type: 'Feature', geometry } }),
    ...(isTyped && { placeTypes }),
  }
  return { properties: isTyped ? others : given, base }
}

/** Properties as columns; objects inside are columns of their own, named with a dot. */
function flattened(properties: JsonObject, above = '', into = new Map<string, Json>()): ReadonlyMap<string, Json> {
  for (const [name, value] of Object.entries(properties)) {
    const column = above === '' ? name : `${above}.${name}`
    if (isObject(value) && column.split('.').length < 4) flattened(value, column, into)
    else if (value !== null && value !== '') into.set(column, value)
  }
  return into
}

const delimiters = [',', ';', '\t'] as const

/** The rows of a CSV table whose first row names the columns (RFC 4180; comma, semicolon or tab). */
export function readCsv(text: string): Table {
  return tableOf(parseRows(text))
}

/** What a worker tells of a workbook. */
type SheetAnswer = { readonly rows: readonly SheetRow[] } | { readonly code: 'large' | 'workbook' }

/** The rows of the first sheet of a workbook, which is read by a worker: that may take seconds. */
async function readSheet(bytes: Uint8Array<ArrayBuffer>): Promise<Table> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' })
  try {
    const answer = await new Promise<SheetAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<SheetAnswer>) => resolve(data)
      worker.onerror = () => reject(new UnreadableFile('workbook'))
      worker.postMessage(bytes, [bytes.buffer])
    })
    if ('code' in answer) throw new UnreadableFile(answer.code)
    return tableOf(answer.rows.map(({ line, cells }) => ({ line, record: cells })))
  } finally {
    worker.terminate()
  }
}

interface ReadRow {
  readonly record: readonly string[]
  readonly line: number
}

/** The table of rows whose first names the columns. */
function tableOf([heading, ...body]: readonly ReadRow[]): Table {
  const columns = (heading?.record ?? []).map((name) => name.trim())
  if (columns.length > importLimits.columns) throw new UnreadableFile('columns')
  if (body.length === 0) throw new UnreadableFile('empty')
  if (body.length > importLimits.records) throw new UnreadableFile('many')
  const rows = body.map(({ record, line }): TableRow => {
    const cells = columns.map((_, index) => (record[index]?.trim() ? unguardedText(record[index]) : undefined))
    const isTooLong = record.slice(columns.length).some((cell) => cell.trim() !== '')
    if (!isTooLong) return { line, cells }
    return { line, cells, fault: reason('cells', { count: record.length, wanted: columns.length }) }
  })
  return { columns, rows, hasPositions: false }
}

function parseRows(text: string): ReadRow[] {
  try {
    const found = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: 4 * 1024 * 1024,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return found.map(({ record, info }) => ({ record, line: info.lines - lineEndsIn(record) }))
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile('csv', Number(error.lines) || undefined)
    throw error
  }
}

/** The parser tells the line at which a row ends; cells may hold line ends of their own. */
function lineEndsIn(record: readonly string[]): number {
  return record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
}

/** The sign that parts most of the first line. */
function delimiterOf(text: string): string {
  const heading = text.split(/\r?\n/, 1)[0] ?? ''
  const counts = delimiters.map((sign) => heading.split(sign).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

/** One row of a file that is imported; `line` is where it begins, in GeoJSON the number of the feature. */
export interface TableRow {
  readonly line: number
  /** In the order of the columns; undefined where the row says nothing. */
  readonly cells: readonly Json[]
  /** What the row says beside its columns: the id, the position and the place type of a feature. */
  readonly base?: JsonObject
  /** Why the row cannot be a record. */
  readonly fault?: Reason
}

/** What a file of CSV or GeoJSON or a workbook holds, before anybody has said what its columns mean. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
  /** Whether each row brings its position and key by itself. */
  readonly hasPositions: boolean
}

/** A file whose records need no columns: each line is the body of a place or an entry of the directory. */
export interface Lines {
  readonly lines: readonly { readonly line: number; readonly text: string }[]
}

/** Why a file cannot be imported; `code` says it to the words of the page. */
export class UnreadableFile extends Error {
  readonly code: 'empty' | 'large' | 'many' | 'columns' | 'csv' | 'geojson' | 'gzip' | 'workbook'
  /** Where, if that is known. */
  readonly line: number | undefined

  constructor(code: UnreadableFile['code'], line?: number) {
    super(code)
    this.name = 'UnreadableFile'
    this.code = code
    this.line = line
  }
}

/** What a browser can hold and show; the command line has no such limits. */
const importLimits = { bytes: 64 * 1024 * 1024, records: 200_000, columns: 500 } as const

/** Whether a file is a table whose columns have to be matched. */
export function isTable(source: Table | Lines): source is Table {
  return 'columns' in source
}
