import { isUtf8 } from 'node:buffer'
import { isJsonObject, type JsonObject, type JsonValue } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import {
  type Column,
  type Columns,
  cellFault,
  cellValue,
  completePosition,
  type Draft,
  findColumn,
  placeColumns,
  setCell,
  twiceFault,
} from './columns.ts'
import { type ImportRecord, parseRecord, recordBytesMax, recordOf } from './record.ts'

/**
 * The features of a GeoJSON FeatureCollection (RFC 7946), or a lone Feature, as records; `line` is the number of the
 * feature. Read as it comes, one feature held at a time. Members of `properties` are named like columns of a table,
 * or are nested as in the body of a place; the `id` of the feature is the key.
 */
export async function* readGeoJson(source: AsyncIterable<Uint8Array>, model: Model): AsyncGenerator<ImportRecord[]> {
  const columns = placeColumns(model)
  const scanner = new ListScanner('features', recordBytesMax)
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
  else if (!end.closed) yield [{ line: number + 1, fault: 'the file ends inside the list of features' }]
}

function loneFeature(bytes: Buffer | undefined, columns: Columns): ImportRecord {
  const record = featureRecord(bytes, 1, columns)
  return 'fault' in record
    ? { line: 1, fault: `no FeatureCollection with a list of features: ${record.fault}` }
    : record
}

function featureRecord(bytes: Buffer | undefined, line: number, columns: Columns): ImportRecord {
  if (bytes === undefined) return { line, fault: `is longer than ${recordBytesMax} bytes` }
  if (!isUtf8(bytes)) return { line, fault: 'is not UTF-8' }
  const text = bytes.toString('utf8')
  const record = parseRecord(text.startsWith('\uFEFF') ? text.slice(1) : text, line)
  if ('fault' in record) return record
  const { type, id, geometry, properties } = record.body
  if (type !== 'Feature') return { line, fault: `must be a Feature, got the type ${JSON.stringify(type ?? null)}` }
  const body: Draft = {}
  if (typeof id === 'string' || typeof id === 'number') body.key = String(id)
  if (isJsonObject(geometry)) body.geolocation = { type: 'Feature', geometry }
  const faults = isJsonObject(properties) ? takeProperties(body, properties, columns) : []
  if (faults.length > 0)
    return { line, fault: faults.join('; '), ...(typeof body.key === 'string' && { key: body.key }) }
  completePosition(body)
  return recordOf(body as JsonObject, line)
}

/** Gives what can be nothing in its column; a property that is no column is kept, so that the rules refuse it; a blank one says
 * nothing. */
function takeProperties(body: Draft, properties: JsonObject, columns: Columns): string[] {
  const faults: string[] = []
  const used: Column[] = []
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || (typeof value === 'string' && value.trim() === '')) continue
    const column = findColumn(columns, name)
    if (column) used.push(column)
    const fault = column && typeof value === 'string' ? cellFault(column, value) : undefined
    if (fault !== undefined) faults.push(fault)
    else if (column === undefined) body[name] = value
    else setCell(body, column, propertyValue(column, value))
  }
  return faults.concat(twiceFault(used) ?? [])
}

function propertyValue(column: Parameters<typeof cellValue>[0], value: JsonValue): JsonValue {
  if (typeof value === 'number' && column.kind === 'string') return String(value)
  return typeof value === 'string' ? cellValue(column, value) : value
}

/** What a scan has found at its end. */
interface ScanEnd {
  /** Whether the list was there, and whether it and the object around it were closed. */
  readonly found: boolean
  readonly closed: boolean
  /** The text around the elements, up to the limit; undefined when longer. */
  readonly rest: Buffer | undefined
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
const noMatch = -1

/**
 * Cuts the elements out of the member `member` of a JSON object that is never held whole. It looks at structure only
 * (all structural characters are ASCII, which UTF-8 never uses inside others); each element is parsed by the caller.
 */
class ListScanner {
  readonly #member: Buffer
  readonly #element: BoundedBytes
  readonly #rest: BoundedBytes
  #depth = 0
  /** How many bytes of the last string beside the elements are the name of the member. */
  #matched = noMatch
  #inString = false
  #escaped = false
  #inList = false
  #found = false
  #closed = false

  constructor(member: string, maxBytes: number) {
    this.#member = Buffer.from(member)
    this.#element = new BoundedBytes(maxBytes)
    this.#rest = new BoundedBytes(maxBytes)
  }

  /** Takes in the next bytes and gives the elements that they complete; undefined is one longer than the limit. */
  scan(bytes: Buffer): (Buffer | undefined)[] {
    const elements: (Buffer | undefined)[] = []
    let from = 0
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!
      if (this.#inString) this.#insideString(byte)
      else if (this.#inList && this.#depth === 2 && (byte === comma || byte === closeList)) {
        this.#element.add(bytes.subarray(from, at))
        elements.push(this.#element.take())
        from = at + 1
        if (byte === closeList) this.#leaveList()
      } else if (this.#opensList(byte)) {
        this.#rest.add(bytes.subarray(from, at))
        from = at + 1
      } else this.#outsideString(byte)
    }
    const target = this.#inList ? this.#element : this.#rest
    target.add(bytes.subarray(from))
    return elements
  }

  end(): ScanEnd {
    return { found: this.#found, closed: this.#closed && this.#depth === 0, rest: this.#rest.take() }
  }

  #insideString(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === backslash) this.#escaped = true
    else if (byte === quote) {
      this.#inString = false
      return
    }
    this.#matched = this.#depth === 1 && byte === this.#member[this.#matched] ? this.#matched + 1 : noMatch
  }

  #outsideString(byte: number): void {
    if (byte === quote) {
      this.#inString = true
      this.#matched = 0
    } else if (byte === openList || byte === openObject) this.#depth += 1
    else if (byte === comma) this.#matched = noMatch
    else if (byte === closeList || byte === closeObject) {
      this.#depth = Math.max(0, this.#depth - 1)
      if (this.#depth === 0) this.#closed = true
    }
  }

  /** Whether the byte opens the list of the member; goes into it. */
  #opensList(byte: number): boolean {
    if (byte !== openList || this.#depth !== 1 || this.#found || this.#matched !== this.#member.length) return false
    this.#depth = 2
    this.#found = this.#inList = true
    return true
  }

  #leaveList(): void {
    this.#inList = false
    this.#depth = 1
    this.#matched = noMatch
  }
}

/** Bytes up to a limit; beyond it they are counted, not kept. */
class BoundedBytes {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #size = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(part: Buffer): void {
    this.#size += part.length
    if (this.#size > this.#maxBytes) this.#parts = []
    else this.#parts.push(part)
  }

  take(): Buffer | undefined {
    const bytes = this.#size > this.#maxBytes ? undefined : Buffer.concat(this.#parts)
    this.#parts = []
    this.#size = 0
    return bytes
  }
}
