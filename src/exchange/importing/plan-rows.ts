import { setImmediate } from 'node:timers/promises'
import { Turn } from '../../common/pause.ts'
import type { ImportRecord } from '../reading/record.ts'
import type { SourceRow } from '../reading/source-file.ts'
import { textOfCell } from '../understanding/column-statistics.ts'
import type { RowFile } from './row-file.ts'

/** The rows of a plan, and the index of the first below the headings. */
interface PlannedRows {
  readonly file: RowFile
  readonly firstRow: number
}

/** Rows that are read in one turn of the event loop. */
const rowsInTurn = 100

/** Reads the rows below the headings from one on, few in a turn. Blank rows are left out. */
export async function* rowsOf(plan: PlannedRows, from = 0): AsyncGenerator<readonly SourceRow[]> {
  for await (const rows of inTurns<SourceRow>(plan, from)) {
    const some = rows.filter((row) => row.geometry || row.faults || !isBlankRow(row))
    if (some.length > 0) yield some
  }
}

/** Reads the records of a file that needs no guess from one on, few in a turn. */
export function recordsOf(plan: PlannedRows, from: number): AsyncGenerator<readonly ImportRecord[]> {
  return inTurns<ImportRecord>(plan, from)
}

async function* inTurns<Row>({ file, firstRow }: PlannedRows, from: number): AsyncGenerator<readonly Row[]> {
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
