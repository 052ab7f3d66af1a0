import { reason } from '../../common/reason.ts'
import type { Model } from '../../place/model.ts'
import { columnsOf, isColumns, recordOfRow } from './csv-records.ts'
import { type ImportRecord, unread } from './record.ts'
import { readWorkbook, workbookLimits } from './workbook.ts'

/** Reads the records of the first sheet of a workbook, with the same headings as a table. */
export async function* readXlsx(source: AsyncIterable<Uint8Array>, model: Model): AsyncGenerator<ImportRecord[]> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of source) {
    bytes += part.length
    parts.push(part)
    if (bytes > workbookLimits.bytes) throw new Error(`a workbook has at most ${workbookLimits.bytes} bytes`)
  }
  const [heading, ...rows] = await readWorkbook(new Uint8Array(Buffer.concat(parts)))
  if (heading === undefined) {
    yield [unread(1, reason('empty-sheet'))]
    return
  }
  const columns = columnsOf(heading.cells, model)
  if (!isColumns(columns)) yield [{ line: heading.line, faults: columns }]
  else for (const { line, cells } of rows) yield [recordOfRow(line, cells, columns)]
}
