import { setImmediate } from 'node:timers/promises'
import { Turn } from '../../common/pause.ts'
import { messageOf, Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import type { JsonValue } from '../../place/json.ts'
import { openSource, type Source } from '../reading/open-source.ts'
import type { ImportRecord } from '../reading/record.ts'
import type { SourceRow } from '../reading/source-file.ts'
import { UnreadableWorkbook } from '../reading/workbook.ts'
import type { WorkbookReader } from '../reading/workbook-reader.ts'
import { textOfCell } from '../understanding/column-statistics.ts'
import { fieldsNamed } from '../understanding/table-words.ts'
import { type FileFound, foundIn, type Plan } from './plan.ts'
import type { PlanFile } from './plan-store.ts'

/** Keeps the rows of a file, and returns what its reader found. Throws a Problem for a file that cannot be read. */
export async function keepRows(file: PlanFile, source: Source, workbooks: WorkbookReader): Promise<FileFound> {
  try {
    const opened = await openSource({ ...source, isPlaces, workbooks })
    const rows = opened.format === 'ndjson' ? opened.records : opened.rows
    for await (const some of rows) await file.add(some as readonly unknown[] as readonly JsonValue[])
    return foundIn(opened, source.name)
  } catch (error) {
    if (error instanceof Problem) throw error
    if (error instanceof UnreadableWorkbook) {
      throw new Problem('unreadable-body', reason(error.code === 'large' ? 'large-workbook' : 'broken-file'))
    }
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
export async function* rowsOf(plan: Plan, from = 0): AsyncGenerator<readonly SourceRow[]> {
  for await (const rows of inTurns<SourceRow>(plan, from)) {
    const some = rows.filter((row) => row.geometry || row.faults || !isBlankRow(row))
    if (some.length > 0) yield some
  }
}

/** Reads the records of a file that needs no guess from one on, few in a turn. */
export function recordsOf(plan: Plan, from: number): AsyncGenerator<readonly ImportRecord[]> {
  return inTurns<ImportRecord>(plan, from)
}

async function* inTurns<Row>({ file, firstRow }: Plan, from: number): AsyncGenerator<readonly Row[]> {
  for await (const values of file.read(firstRow + from)) {
    const rows = values as readonly unknown[] as readonly Row[]
    for (let at = 0; at < rows.length; at += rowsInTurn) {
      yield rows.slice(at, at + rowsInTurn)
      await setImmediate()
    }
  }
}

/** Calls a function for each row. Others get their turn if this takes long: a row may have megabytes. */
export async function eachInTurns(rows: readonly SourceRow[], work: (row: SourceRow) => unknown): Promise<void> {
  const turn = new Turn()
  for (const row of rows) {
    work(row)
    if (turn.isOver) await turn.next()
  }
}

function isBlankRow({ cells, id }: SourceRow): boolean {
  return id === undefined && cells.every((cell) => textOfCell(cell).trim() === '')
}
