import { createReadStream } from 'node:fs'
import { Problem } from '../../common/problem.ts'
import { named, reason } from '../../common/reason.ts'
import type { JsonValue } from '../../place/json.ts'
import { openSource, type Source } from '../reading/open-source.ts'
import type { SourceRow } from '../reading/source-file.ts'
import { workbooksHere } from '../reading/workbook-reader.ts'
import { FileStatistics, type RowStatistics } from '../understanding/column-statistics.ts'
import { findHeading, headingRowsMax, headingsOf } from '../understanding/find-heading.ts'
import { fieldsNamed } from '../understanding/table-words.ts'
import { type FileFound, foundIn } from './plan.ts'
import { rowsOf } from './plan-rows.ts'
import { type RowExtent, RowFile, readingStopped, type TakeBytes } from './row-file.ts'

/** A file to be read into the rows of a plan, or rows to be counted again. */
export interface FileToRead {
  /** The path of the rows. */
  readonly path: string
  readonly extent: RowExtent
  /** The file that was sent, or what was found in it when its rows were read. */
  readonly from: ({ readonly sent: string } & Pick<Source, 'name' | 'format' | 'sheet'>) | { readonly found: FileFound }
  /** The line of the headings; absent: they are sought. */
  readonly headingLine?: number | undefined
}

/** A file that was read. */
export interface FileRead {
  readonly found: FileFound
  readonly extent: RowExtent
  /** What a table or features have in common; absent for records. */
  readonly table?: {
    readonly statistics: RowStatistics
    /** The index of the first row below the headings. */
    readonly firstRow: number
    /** The line of the headings; absent for features. */
    readonly headingLine: number | undefined
  }
}

const columnsMax = 500

/** Reads a file into the rows of a plan, and counts what they have in common. Throws a Problem if it cannot be read. */
export async function readFile({ path, extent, from, headingLine }: FileToRead, take: TakeBytes): Promise<FileRead> {
  const file = await RowFile.open(path, extent, take)
  try {
    const found = 'found' in from ? from.found : await keepRows(file, from)
    if (file.rows === 0) throw new Problem('unreadable-body', reason('empty-table'))
    if (found.format === 'ndjson') return { found, extent: file.extent }
    const { headings, ...rest } = await headingsIn(file, found, headingLine)
    const statistics = new FileStatistics(headings)
    for await (const rows of rowsOf({ file, firstRow: rest.firstRow })) for (const row of rows) statistics.add(row)
    return { found, extent: file.extent, table: { statistics: statistics.counted(), ...rest } }
  } finally {
    await file.close()
  }
}

/** Keeps the rows of a file, and returns what its reader found. */
async function keepRows(file: RowFile, { sent, ...source }: { readonly sent: string } & Partial<Source>) {
  try {
    const opened = await openSource({ ...source, bytes: createReadStream(sent), isPlaces, workbooks: workbooksHere })
    const rows = opened.format === 'ndjson' ? opened.records : opened.rows
    for await (const some of rows) await file.add(some as readonly unknown[] as readonly JsonValue[])
    return foundIn(opened, source.name)
  } catch (error) {
    throw readingStopped(error)
  }
}

/** Returns true if headings seem to be of places, in any language. */
function isPlaces(headings: readonly string[]): boolean {
  return headings.filter((heading) => fieldsNamed(heading).length > 0).length >= 2
}

/** Returns the headings of a file: the names of properties, the row in a line, or the row that seems to be them. */
async function headingsIn(file: RowFile, found: FileFound, headingLine: number | undefined) {
  const head = found.headings ? [] : ((await file.page(0, headingRowsMax)) as unknown as SourceRow[])
  const at = headingLine === undefined ? -1 : head.findIndex(({ line }) => line === headingLine)
  if (headingLine !== undefined && at < 0 && !found.headings) {
    const fault = reason('heading-line', { line: headingLine, max: headingRowsMax })
    throw new Problem('invalid-parameter', named('headingLine', fault))
  }
  const row = head[at < 0 ? findHeading(head.map(({ cells }) => cells.slice(0, columnsMax))) : at]
  if (!found.headings && !row) throw new Problem('unreadable-body', reason('empty-table'))
  // In a text, rows that are longer than the headings are perhaps shifted.
  const width = found.format === 'xlsx' ? Math.max(...head.map(({ cells }) => cells.length)) : undefined
  const headings = found.headings ?? headingsOf(row!.cells, width)
  if (headings.length > columnsMax) {
    throw new Problem('unreadable-body', reason('max-columns', { max: columnsMax, count: headings.length }))
  }
  return { headings, firstRow: row ? head.indexOf(row) + 1 : 0, headingLine: row?.line }
}
