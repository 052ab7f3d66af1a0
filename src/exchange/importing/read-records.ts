import { Problem, type ProblemCode } from '../../common/problem.ts'
import { type Reason, reason } from '../../common/reason.ts'
import { type CountryAt, createCountryAt } from '../../geo/locator.ts'
import type { Model } from '../../place/model.ts'
import { openSource, type Source } from '../reading/open-source.ts'
import { type ImportRecord, unread } from '../reading/record.ts'
import type { SourceRow, SourceTable } from '../reading/source-file.ts'
import { unguardedText } from '../understanding/cell-text.ts'
import {
  type Cell,
  type Column,
  type Columns,
  column,
  columnFault,
  type Draft,
  directoryColumns,
  findColumn,
  isBlank,
  placeColumns,
  recordOfCells,
  twiceFault,
} from '../understanding/columns.ts'
import { stoppedBy } from './row-file.ts'

/** The codes by which a whole file is refused. */
const refusals: readonly ProblemCode[] = ['unreadable-body', 'unavailable']
/** Maximum number of columns of a table. */
const columnsMax = 500

/**
 * Reads the records of a file that needs no guess: NDJSON, and tables and features whose headings are names of fields.
 * Unreadable data become a fault in place of a record, and a source that breaks off ends with one. It throws only the
 * Problem of a file that is refused before it has yielded a record.
 */
export async function* readRecords(source: Source, model: Model): AsyncGenerator<readonly ImportRecord[]> {
  let [line, noted] = [0, 0]
  try {
    const file = await openSource({ ...source, isPlaces: (headings) => isPlaces(headings, model) })
    for await (const records of file.format === 'ndjson' ? file.records : await recordsOf(file, model)) {
      source.signal?.throwIfAborted()
      line = records.at(-1)?.line ?? line
      // The encoding is known with the first letter that needs it.
      yield file.notes.length > noted ? withNotes(records, file.notes.slice(noted)) : records
      noted = file.notes.length
    }
  } catch (error) {
    if (error instanceof Problem && refusals.includes(error.code) && line === 0) throw error
    yield [unread(line + 1, stoppedBy(error))]
  }
}

/** Adds notes on the file to the first record of some. */
function withNotes([first, ...rest]: readonly ImportRecord[], notes: readonly Reason[]): readonly ImportRecord[] {
  if (first === undefined) return []
  return 'faults' in first
    ? [{ ...first, faults: [...first.faults, ...notes] }, ...rest]
    : [{ ...first, notes: [...notes, ...(first.notes ?? [])] }, ...rest]
}

/** Returns true if headings name a place and its position (D61). */
function isPlaces(headings: readonly string[], model: Model): boolean {
  const columns = placeColumns(model)
  const members = headings.map((heading) => findColumn(columns, heading)?.path[0])
  return members.includes('name') && members.includes('geolocation')
}

interface Context {
  readonly model: Model
  readonly countryAt: CountryAt
}

async function recordsOf(file: SourceTable, model: Model): Promise<AsyncGenerator<readonly ImportRecord[]>> {
  const context = { model, countryAt: await createCountryAt() }
  return file.format === 'geojson' ? featureRecords(file, context) : tableRecords(file, context)
}

/**
 * Reads the records of a table. A wrong heading is one fault that names every wrong column, and nothing of the table is
 * read. A table with a column `kind` holds directory entries.
 */
async function* tableRecords(file: SourceTable, context: Context): AsyncGenerator<readonly ImportRecord[]> {
  const isSheet = file.format === 'xlsx'
  let columns: readonly Column[] | undefined
  let titles = file.heading ?? 0
  for await (const rows of file.rows) {
    const records: ImportRecord[] = []
    for (const row of rows) {
      if (titles > 0) titles -= 1
      else if (columns === undefined) {
        const found = row.faults ?? columnsOf(row.cells.map(String), context.model)
        if (!isColumns(found)) {
          yield [{ line: row.line, faults: found }]
          return
        }
        columns = found
      } else records.push(recordOfRow(row, columns, { isSheet, ...context }))
    }
    if (records.length > 0) yield records
  }
  if (columns === undefined) yield [unread(1, reason(isSheet ? 'empty-sheet' : 'empty-table'))]
}

/** The columns of a heading, or its faults. */
function columnsOf(headings: readonly string[], model: Model): readonly Column[] | readonly Reason[] {
  if (headings.length > columnsMax) return [reason('max-columns', { max: columnsMax, count: headings.length })]
  const known: Columns = headings.some((heading) => heading.trim().toLowerCase() === 'kind')
    ? directoryColumns()
    : placeColumns(model)
  const columns = headings.map((heading) => findColumn(known, heading))
  const faults = headings.filter((_, index) => columns[index]?.readOnly !== false)
  if (faults.length > 0) return faults.map((heading) => columnFault(known, heading))
  const twice = twiceFault(columns as Column[])
  return twice === undefined ? (columns as Column[]) : [twice]
}

/** True for columns, false for faults. */
function isColumns(read: readonly Column[] | readonly Reason[]): read is readonly Column[] {
  return !read.some((one) => 'code' in one)
}

/** The record of a row, or its fault. The rows of a sheet end with their last filled cell. */
function recordOfRow(
  { line, cells, faults }: SourceRow,
  columns: readonly Column[],
  { isSheet, countryAt }: Context & { readonly isSheet: boolean },
): ImportRecord {
  if (faults) return { line, faults }
  if (cells.length > columns.length || (cells.length < columns.length && !isSheet)) {
    return unread(line, reason('cells', { count: cells.length, wanted: columns.length }))
  }
  return recordOfCells(
    line,
    columns.map((column, index): Cell => [column, unguardedText(String(cells[index] ?? ''))]),
    { countryAt },
  )
}

/** Reads the records of features, whose properties are named like the columns of a table or like members of a place. */
async function* featureRecords(
  file: SourceTable,
  { model, countryAt }: Context,
): AsyncGenerator<readonly ImportRecord[]> {
  const known = placeColumns(model)
  const columns: Column[] = []
  let line = 0
  for await (const rows of file.rows) {
    for (const heading of (file.headings ?? []).slice(columns.length)) {
      // A property that matches no column is kept unchanged, so that the rules refuse it.
      columns.push(findColumn(known, heading) ?? column(heading, [heading], 'string'))
    }
    if ((file.epsg ?? wgs84) !== wgs84) break
    line = rows.at(-1)?.line ?? line
    yield rows.map((row) => featureRecord(row, columns, { known, countryAt }))
  }
  // Some files name their system behind the features.
  const { epsg = wgs84 } = file
  if (epsg !== wgs84) yield [unread(line + 1, reason('other-system', { epsg }))]
}

/** The EPSG code of the system of GeoJSON. */
const wgs84 = 4326

function featureRecord(
  row: SourceRow,
  columns: readonly Column[],
  { known, countryAt }: { readonly known: Columns; readonly countryAt: CountryAt },
): ImportRecord {
  const { line, cells, id, geometry, notes } = row
  if (row.faults) return { line, faults: row.faults }
  const body: Draft = {}
  if (id !== undefined) body.key = String(id)
  if (geometry) body.geolocation = { type: 'Feature', geometry }
  const given = cells.map((cell, index): Cell => [columns[index]!, cell ?? null])
  const twice = twiceFault(given.filter(([, cell]) => !isBlank(cell)).map(([column]) => column))
  // A blank property that no place has, or that only the service sets, says nothing.
  const isMember = (column: Column) => findColumn(known, column.name) === column && !column.readOnly
  const shown = given.filter(([column, cell]) => !isBlank(cell) || isMember(column))
  const record = recordOfCells(line, shown, { body, countryAt, ...(twice !== undefined && { faults: [twice] }) })
  return notes && 'body' in record ? { ...record, notes } : record
}
