import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { importLimits, type Table, type TableRow, UnreadableFile } from './table.ts'

const delimiters = [',', ';', '\t'] as const

/** The rows of a CSV table whose first row names the columns (RFC 4180; comma, semicolon or tab). */
export function readCsv(text: string): Table {
  const parsed = parseRows(text)
  const [heading, ...body] = parsed
  const columns = (heading?.record ?? []).map((name) => name.trim())
  if (columns.length > importLimits.columns) throw new UnreadableFile('columns')
  if (body.length === 0) throw new UnreadableFile('empty')
  if (body.length > importLimits.records) throw new UnreadableFile('many')
  const rows = body.map(({ record, line }): TableRow => {
    const cells = columns.map((_, index) => (record[index]?.trim() === '' ? undefined : record[index]))
    const isTooLong = record.slice(columns.length).some((cell) => cell.trim() !== '')
    if (!isTooLong) return { line, cells }
    return { line, cells, fault: `has ${record.length} cells where the heading has ${columns.length}` }
  })
  return { columns, rows, hasPositions: false }
}

interface ParsedRow {
  readonly record: readonly string[]
  readonly line: number
}

function parseRows(text: string): ParsedRow[] {
  try {
    const found = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: 1024 * 1024,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return found.map(({ record, info }) => ({ record, line: info.lines - lineEndsIn(record) }))
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile('csv', error.message)
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
