import { setImmediate } from 'node:timers/promises'
import { messageOf, Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import type { JsonValue } from '../../place/json.ts'
import { openSource, type Source } from '../reading/open-source.ts'
import type { SourceRow } from '../reading/source-file.ts'
import type { WorkbookReader } from '../reading/workbook-reader.ts'
import { textOfCell } from '../understanding/column-statistics.ts'
import { fieldsNamed } from '../understanding/table-words.ts'
import type { FileFound, Plan } from './plan.ts'
import type { PlanFile } from './plan-store.ts'

/** Keeps the rows of a file, and returns what its reader found. Throws a Problem for a file that cannot be read. */
export async function keepRows(file: PlanFile, source: Source, workbooks: WorkbookReader): Promise<FileFound> {
  try {
    const opened = await openSource({ ...source, isPlaces, workbooks })
    if (opened.format === 'ndjson') {
      throw new Problem('unreadable-body', 'NDJSON leaves nothing to be guessed: send it to POST /import')
    }
    for await (const rows of opened.rows) await file.add(rows as readonly unknown[] as readonly JsonValue[])
    const { format, delimiter, sheet, sheets, encoding, notes, epsg, headings } = opened
    return { name: source.name, format, delimiter, sheet, sheets, encoding, notes, epsg, headings }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('unreadable-body', reason('reading-stopped', { message: messageOf(error) }))
  }
}

/** Returns true if headings seem to be of places, in any language. */
function isPlaces(headings: readonly string[]): boolean {
  return headings.filter((heading) => fieldsNamed(heading).length > 0).length >= 2
}

/** Rows that are read in one turn of the event loop. */
const rowsInTurn = 100

/** Reads the rows below the headings from one on, few in a turn. Blank rows are left out. */
export async function* rowsOf({ file, firstRow }: Plan, from = 0): AsyncGenerator<readonly SourceRow[]> {
  for await (const values of file.read(firstRow + from)) {
    const rows = values as unknown as readonly SourceRow[]
    for (let at = 0; at < rows.length; at += rowsInTurn) {
      const some = rows.slice(at, at + rowsInTurn).filter((row) => row.geometry || row.faults || !isBlankRow(row))
      if (some.length > 0) yield some
      await setImmediate()
    }
  }
}

/** The time for rows in one turn of the event loop. */
const turnMillis = 10

/** Calls a function for each row. Others get their turn if this takes long: a row may have megabytes. */
export async function eachInTurns(rows: readonly SourceRow[], work: (row: SourceRow) => unknown): Promise<void> {
  let until = performance.now() + turnMillis
  for (const row of rows) {
    work(row)
    if (performance.now() < until) continue
    await setImmediate()
    until = performance.now() + turnMillis
  }
}

function isBlankRow({ cells, id }: SourceRow): boolean {
  return id === undefined && cells.every((cell) => textOfCell(cell).trim() === '')
}
