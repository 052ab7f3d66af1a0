import { type Reason, reason } from '../../common/reason.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../place/json.ts'
import { pointInside } from './point-inside.ts'
import { BoundedBytes, EveryEnd, parseRecord, recordBytesMax, splitLines, textOf } from './record.ts'
import { peek } from './source-bytes.ts'
import type { SourceRow } from './source-file.ts'

/** Maximum number of different properties of all features together. */
const headingsMax = 500
const headBytes = 64 * 1024
/** RFC 8142: begins each feature of a sequence. */
const recordSeparator = 0x1e

/**
 * The features of a GeoJSON FeatureCollection (RFC 7946), of a text with a feature on each line or after each record
 * separator (RFC 8142), or a single one. It streams, and holds one feature at a time. The cells of a feature are its
 * properties. A feature that is no point has one inside it, and altitudes are dropped.
 */
export class FeatureRows {
  readonly headings: string[] = []
  readonly notes: Reason[] = []
  /** The EPSG code of the coordinate system that the file names; known at the end at the latest. */
  epsg: number | undefined
  readonly #indexes = new Map<string, number>()
  #count = 0

  async *read(source: AsyncIterable<Uint8Array>): AsyncGenerator<readonly SourceRow[]> {
    const { head, whole } = await peek(source, headBytes)
    const separator = separatorOf(head.subarray(0, headBytes))
    yield* separator === undefined ? this.#collection(whole) : this.#sequence(whole, separator)
  }

  async *#sequence(source: AsyncIterable<Uint8Array>, separator: number): AsyncGenerator<readonly SourceRow[]> {
    for await (const lines of splitLines(source, recordBytesMax, new EveryEnd(separator))) {
      const texts = lines.map(({ bytes }) => bytes).filter((bytes) => !isBlank(bytes))
      if (texts.length > 0) yield texts.map((bytes) => this.#row(bytes))
    }
  }

  async *#collection(source: AsyncIterable<Uint8Array>): AsyncGenerator<readonly SourceRow[]> {
    const scanner = new ListScanner('features')
    for await (const chunk of source) {
      const rows: SourceRow[] = []
      for (const bytes of scanner.scan(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))) {
        if (this.#count === 0 && isBlank(bytes)) continue
        if (this.#count === 0) this.#readSystem(scanner.before)
        rows.push(this.#row(bytes))
      }
      if (rows.length > 0) yield rows
    }
    const end = scanner.end()
    this.#readSystem(end.rest?.toString())
    if (!end.found) yield [this.#loneFeature(end.rest)]
    else if (!end.closed) yield [{ line: this.#count + 1, cells: [], faults: [reason('features-cut')] }]
  }

  #loneFeature(bytes: Buffer | undefined): SourceRow {
    const row = this.#row(bytes)
    return row.faults ? { ...row, faults: row.faults.map((fault) => reason('no-features', { fault })) } : row
  }

  #row(bytes: Buffer | undefined): SourceRow {
    this.#count += 1
    const line = this.#count
    const text = textOf(bytes)
    if (typeof text !== 'string') return { line, cells: [], faults: [text] }
    const record = parseRecord(text, line)
    if ('faults' in record) return { line, cells: [], faults: record.faults }
    const { type, id, geometry = null, properties } = record.body
    const identity = (typeof id === 'string' || typeof id === 'number') && { id }
    if (type !== 'Feature') {
      return { line, cells: [], faults: [reason('no-feature', { type: JSON.stringify(type ?? null) })] }
    }
    const { cells, fault } = this.#cells(isJsonObject(properties) ? properties : {})
    const place = { line, cells, ...identity, ...pointOf(geometry) }
    return fault === undefined ? place : { ...place, faults: [fault] }
  }

  #cells(properties: JsonObject): { readonly cells: JsonValue[]; readonly fault?: Reason } {
    const cells: JsonValue[] = []
    for (const [name, value] of Object.entries(properties)) {
      let index = this.#indexes.get(name)
      if (index === undefined) {
        if (this.headings.length >= headingsMax) {
          return { cells, fault: reason('max-columns', { max: headingsMax, count: headingsMax + 1 }) }
        }
        index = this.headings.push(name) - 1
        this.#indexes.set(name, index)
      }
      while (cells.length < index) cells.push(null)
      cells[index] = value
    }
    return { cells }
  }

  /** Reads the coordinate system beside the list, where GeoJSON of 2008 names it. */
  #readSystem(around = ''): void {
    if (this.epsg !== undefined || this.notes.length > 0) return
    const crs = objectOf(around)?.crs
    if (!isJsonObject(crs)) return
    const name = isJsonObject(crs.properties) ? String(crs.properties.name ?? crs.properties.href ?? '') : ''
    const code = /\bEPSG\b.*?(\d{4,6})\s*$/i.exec(name.slice(0, 200))?.[1]
    if (code !== undefined) this.epsg = Number(code)
    else if (/\bCRS84$/i.test(name)) this.epsg = 4326
    else this.notes.push(reason('unknown-system', { name: name.slice(0, 100) }))
  }
}

/** The byte that separates features: RS, or LF if a whole feature stands on the first line. */
function separatorOf(head: Buffer): number | undefined {
  const text = head.toString('utf8').trimStart()
  if (text.charCodeAt(0) === recordSeparator) return recordSeparator
  return objectOf(text.split('\n', 1)[0] ?? '')?.type === 'Feature' ? 0x0a : undefined
}

/** The object in a text of JSON; undefined if there is none. */
export function objectOf(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as JsonValue
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isBlank(bytes: Buffer | undefined): boolean {
  return bytes?.toString('latin1').trim() === ''
}

/** The position of a feature. A geometry that has none is kept, so that its fault is found where places are checked. */
function pointOf(geometry: JsonValue): Pick<SourceRow, 'geometry' | 'notes'> {
  if (!isJsonObject(geometry)) return { geometry: null }
  const { type, coordinates } = geometry
  if (type === 'Point') {
    const isHigh = Array.isArray(coordinates) && coordinates.length > 2
    return { geometry: isHigh ? { ...geometry, coordinates: coordinates.slice(0, 2) as JsonValue[] } : geometry }
  }
  const point = pointInside(geometry)
  if (point === undefined) return { geometry }
  return { geometry: { type: 'Point', coordinates: point }, notes: [reason('point-inside', { type: String(type) })] }
}

/** The result of a finished scan. */
interface ScanEnd {
  /** True if the list was found, and if it and the object around it were closed. */
  readonly found: boolean
  readonly closed: boolean
  /** The object with its list emptied; undefined if it is longer than the limit. */
  readonly rest: Buffer | undefined
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const emptyList = Buffer.from('[]')
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Extracts the elements of the member `name` from a JSON object that is never held completely. It scans only the
 * structure: all structural characters are ASCII, which UTF-8 never uses inside others. The caller parses each element.
 */
class ListScanner {
  readonly #name: string
  readonly #element = new BoundedBytes(recordBytesMax)
  readonly #rest = new BoundedBytes(recordBytesMax)
  #depth = 0
  /** The last string on the first level, which may be a name; no longer than the comparison needs. */
  #string = ''
  #inString = false
  #escaped = false
  #inList = false
  #found = false
  #closed = false
  /** The object up to its list, completed; undefined until that is found, and if it is too long. */
  before: string | undefined

  constructor(name: string) {
    this.#name = name
  }

  /** Adds bytes; returns the elements that they complete, with undefined for an element over the limit. */
  *scan(bytes: Buffer): Generator<Buffer | undefined> {
    let from = 0
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!
      if (this.#inString) this.#insideString(byte)
      else if (this.#inList && this.#depth === 2 && (byte === comma || byte === closeList)) {
        this.#element.add(bytes.subarray(from, at))
        yield this.#element.take()
        from = at + 1
        this.#inList = byte === comma
        if (!this.#inList) this.#depth = 1
      } else if (byte === openList && this.#depth === 1 && !this.#found && this.#string === this.#name) {
        this.#rest.add(bytes.subarray(from, at))
        this.#rest.add(emptyList)
        const before = this.#rest.copy()
        this.before = before && `${before.toString()}}`
        from = at + 1
        this.#depth = 2
        this.#found = this.#inList = true
      } else this.#outsideString(byte)
    }
    const target = this.#inList ? this.#element : this.#rest
    target.add(bytes.subarray(from))
  }

  end(): ScanEnd {
    return { found: this.#found, closed: this.#closed && this.#depth === 0, rest: this.#rest.take() }
  }

  #insideString(byte: number): void {
    const isEnd = byte === quote && !this.#escaped
    this.#escaped = byte === backslash && !this.#escaped
    if (isEnd) this.#inString = false
    else if (this.#depth === 1 && this.#string.length <= this.#name.length) this.#string += String.fromCharCode(byte)
  }

  #outsideString(byte: number): void {
    if (byte === quote) {
      this.#inString = true
      if (this.#depth === 1) this.#string = ''
    } else if (byte === openList || byte === openObject) this.#depth += 1
    else if (byte === closeList || byte === closeObject) {
      this.#depth = Math.max(0, this.#depth - 1)
      this.#closed ||= this.#depth === 0
    }
  }
}
