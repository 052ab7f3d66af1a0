import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
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

type Rows = readonly (readonly (string | number)[])[]

/** A workbook with a sheet of contents, then these sheets by their names, whose cells hold their texts. */
export async function workbookWith(sheets: Readonly<Record<string, Rows>>): Promise<Uint8Array> {
  const files = unzipSync(await workbookOf([['Innehåll']]))
  const own = (name: string, add: readonly string[], end: string) =>
    strToU8(strFromU8(files[name]!).replace(end, `${add.join('')}${end}`))
  const kind = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'
  const numbered = Object.entries(sheets).map(([name, rows], index) => ({ name, rows, at: index + 2 }))
  const links = numbered.map(
    ({ at }) => `<Relationship Id="rIdx${at}" Type="${kind}" Target="worksheets/sheet${at}.xml"/>`,
  )
  const names = numbered.map(({ name, at }) => `<sheet name="${name}" sheetId="${at}" r:id="rIdx${at}"/>`)
  return zipSync({
    ...files,
    'xl/_rels/workbook.xml.rels': own('xl/_rels/workbook.xml.rels', links, '</Relationships>'),
    'xl/workbook.xml': own('xl/workbook.xml', names, '</sheets>'),
    ...Object.fromEntries(numbered.map(({ rows, at }) => [`xl/worksheets/sheet${at}.xml`, sheetOf(rows)])),
  })
}

function sheetOf(rows: Rows): Uint8Array {
  const lines = rows.map((row, y) => {
    const cells = row.map((value, x) => {
      const at = `${String.fromCharCode(65 + x)}${y + 1}`
      return `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
    })
    return `<row r="${y + 1}">${cells.join('')}</row>`
  })
  return strToU8(`<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`)
}
