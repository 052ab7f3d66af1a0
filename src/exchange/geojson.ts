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
import { ListScanner } from './list-scanner.ts'
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
