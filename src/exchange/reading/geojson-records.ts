import { reason } from '../../common/reason.ts'
import { isJsonObject, type JsonObject } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import {
  type Cell,
  type Columns,
  column,
  type Draft,
  findColumn,
  placeColumns,
  recordOfCells,
  twiceFault,
} from '../understanding/columns.ts'
import { BoundedBytes, type ImportRecord, parseRecord, recordBytesMax, textOf, unread } from './record.ts'

/**
 * Reads the features of a GeoJSON FeatureCollection (RFC 7946), or a single Feature, as records; `line` is the number
 * of the feature. It streams, and holds one feature at a time. Members of `properties` are named like columns of a
 * table, or nested as in the body of a place; the `id` of the feature is the key.
 */
export async function* readGeoJson(source: AsyncIterable<Uint8Array>, model: Model): AsyncGenerator<ImportRecord[]> {
  const columns = placeColumns(model)
  const scanner = new ListScanner('features')
  let number = 0
  for await (const chunk of source) {
    const records: ImportRecord[] = []
    for (const bytes of scanner.scan(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))) {
      if (bytes?.toString('latin1').trim() === '' && number === 0) continue
      number += 1
      records.push(featureRecord(bytes, number, columns))
    }
    if (records.length > 0) yield records
  }
  const end = scanner.end()
  if (!end.found) yield [loneFeature(end.rest, columns)]
  else if (!end.closed) yield [unread(number + 1, reason('features-cut'))]
}

function loneFeature(bytes: Buffer | undefined, columns: Columns): ImportRecord {
  const record = featureRecord(bytes, 1, columns)
  if (!('faults' in record)) return record
  return { line: 1, faults: record.faults.map((fault) => reason('no-features', { fault })) }
}

function featureRecord(bytes: Buffer | undefined, line: number, columns: Columns): ImportRecord {
  const text = textOf(bytes)
  if (typeof text !== 'string') return unread(line, text)
  const record = parseRecord(text, line)
  if ('faults' in record) return record
  const { type, id, geometry, properties } = record.body
  if (type !== 'Feature') return unread(line, reason('no-feature', { type: JSON.stringify(type ?? null) }))
  const body: Draft = {}
  if (typeof id === 'string' || typeof id === 'number') body.key = String(id)
  if (isJsonObject(geometry)) body.geolocation = { type: 'Feature', geometry }
  const cells = isJsonObject(properties) ? cellsOf(properties, columns) : []
  const twice = twiceFault(cells.map(([column]) => column))
  return recordOfCells(line, cells, { body, ...(twice !== undefined && { faults: [twice] }) })
}

/**
 * The cells of the properties. A property that matches no column is kept unchanged, so that the rules refuse it; a
 * blank one is skipped.
 */
function cellsOf(properties: JsonObject, columns: Columns): Cell[] {
  return Object.entries(properties)
    .filter(([, value]) => value !== null && (typeof value !== 'string' || value.trim() !== ''))
    .map(([name, value]) => [findColumn(columns, name) ?? column(name, [name], 'string'), value])
}

/** The result of a finished scan. */
interface ScanEnd {
  /** True if the list was found, and if it and the object around it were closed. */
  readonly found: boolean
  readonly closed: boolean
  /** The text around the elements, up to the limit; undefined if it is longer. */
  readonly rest: Buffer | undefined
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
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
