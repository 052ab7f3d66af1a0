import writeXlsx from 'write-excel-file/node'

export type Value = string | number | boolean | Date | null

/** A workbook of one sheet; dates are written with this format of Excel. */
export async function workbookOf(
  rows: readonly (readonly Value[])[],
  format = 'yyyy-mm-dd',
): Promise<Uint8Array<ArrayBuffer>> {
  const data = rows.map((row) =>
    row.map((value) => (value === null ? null : value instanceof Date ? { value, type: Date, format } : { value })),
  )
  return new Uint8Array(await writeXlsx(data as unknown as Parameters<typeof writeXlsx>[0]).toBuffer())
}
