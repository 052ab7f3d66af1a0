import { unzipSync } from 'fflate'
import { type CellValue, readSheet } from 'read-excel-file/universal'
import { messageOf, Problem } from '../../common/problem.ts'
import { type Reason, reason } from '../../common/reason.ts'
import { recordBytesMax } from './record.ts'
import { longestParts } from './xml-parts.ts'

/** Maximum bytes of a workbook, packed and unpacked: it is held in memory completely. */
export const workbookLimits = { bytes: 64 * 1024 * 1024, unpackedBytes: 256 * 1024 * 1024 } as const
/**
 * The maximum rows and columns of Excel, and the maximum cells of a sheet, since a reader fills it up to the last row
 * and column.
 */
const sheetLimits = { rows: 1_048_576, columns: 16_384, cells: 20_000_000 } as const
/**
 * The longest tag and text in characters. The parser of the library reads what it has not seen the end of again with each
 * further piece, and takes smaller pieces the longer that takes, so that it would not come to an end. A cell of Excel
 * has 32,767 characters.
 */
const partLimits = { tag: 64 * 1024, text: recordBytesMax } as const
/** Number of sheets among which one with places is searched: each is read for that. */
const sheetsMax = 20
/** Number of rows in which the heading is searched. */
const headRows = 30

/** A row of a sheet as texts up to its last filled cell, '' for an empty one; `line` is its number in the sheet. */
export interface SheetRow {
  readonly line: number
  readonly cells: readonly string[]
  /** The reasons why the row cannot be read. */
  readonly faults?: readonly Reason[]
}

/** A workbook cannot be read; the message states the reason in English. */
export class UnreadableWorkbook extends Error {
  readonly code: 'large' | 'workbook'

  constructor(code: UnreadableWorkbook['code'], message: string) {
    super(message)
    this.name = 'UnreadableWorkbook'
    this.code = code
  }
}

/** Returns true for the headings of a table of places: the first such sheet is read, else the first. */
export type IsPlaces = (headings: readonly string[]) => boolean | Promise<boolean>

/** The choice of a sheet. */
interface SheetChoice {
  /** The name of the sheet. */
  readonly sheet?: string | undefined
  readonly isPlaces?: IsPlaces | undefined
}

/** One sheet of a workbook. */
interface Workbook {
  readonly sheet?: string
  /** The names of all sheets. */
  readonly sheets: readonly string[]
  /** The rows that are not blank. */
  readonly rows: readonly SheetRow[]
  /** The index of the row with the headings. */
  readonly heading: number
}

/**
 * Reads a sheet of a workbook (Office Open XML). Days become `2026-12-24`, and times of a day `08:00`. Both together
 * become an instant in this process's zone, since workbooks have no zones. Throws an UnreadableWorkbook, or a Problem
 * for a sheet that it does not have.
 */
export async function openWorkbook(bytes: Uint8Array<ArrayBuffer>, choice: SheetChoice = {}): Promise<Workbook> {
  try {
    checkSize(bytes)
    checkAddresses(bytes)
    const sheets = sheetNames(bytes)
    const wanted = choice.sheet === undefined ? undefined : indexOfSheet(sheets, choice.sheet)
    const first = await readSheetAt(bytes, sheets, wanted ?? 0)
    const { isPlaces } = choice
    if (wanted !== undefined || isPlaces === undefined || sheets.length < 2) return first
    for (let [at, sheet] = [1, first]; ; at++) {
      if (await isPlaces(sheet.rows[sheet.heading]?.cells ?? [])) return sheet
      if (at >= Math.min(sheets.length, sheetsMax)) return first
      sheet = await readSheetAt(bytes, sheets, at)
    }
  } catch (error) {
    if (error instanceof UnreadableWorkbook || error instanceof Problem) throw error
    throw new UnreadableWorkbook('workbook', `the workbook cannot be read: ${messageOf(error)}`)
  }
}

/**
 * Reads the rows of the first sheet, beginning with the heading, without blank rows, and each as wide as the heading;
 * none if the sheet is empty. Throws an UnreadableWorkbook.
 */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<SheetRow[]> {
  const { rows, heading } = await openWorkbook(bytes)
  const width = rows[heading]?.cells.length ?? 0
  return rows.slice(heading).map(({ line, cells }) => ({
    line,
    cells: [...cells, ...Array<string>(Math.max(0, width - cells.length)).fill('')],
  }))
}

async function readSheetAt(
  bytes: Uint8Array<ArrayBuffer>,
  sheets: readonly string[],
  index: number,
): Promise<Workbook> {
  const rows = await readSheet(bytes.buffer, index + 1, { trim: false })
  const filled = rows.map((cells, at) => ({ line: at + 1, given: cells })).filter(({ given }) => count(given) > 0)
  // A text that many cells share is stored once in the workbook, so its size here is counted again.
  let characters = 0
  const texts = filled.map(({ line, given }) => {
    const cells = given.slice(0, lastFilled(given) + 1).map(cellText)
    const own = cells.reduce((sum, { length }) => sum + length, 0)
    characters += own
    if (characters > workbookLimits.unpackedBytes)
      throw new UnreadableWorkbook('large', `a sheet has at most ${workbookLimits.unpackedBytes} characters`)
    return own > recordBytesMax
      ? { line, cells: [], faults: [reason('max-bytes', { max: recordBytesMax })] }
      : { line, cells }
  })
  const sheet = sheets[index]
  const heading = headingAt(filled.map(({ given }) => given))
  return { ...(sheet !== undefined && { sheet }), sheets, rows: texts, heading }
}

function indexOfSheet(sheets: readonly string[], wanted: string): number {
  const index = sheets.indexOf(wanted)
  if (index >= 0) return index
  const shown = wanted.slice(0, 100)
  throw new Problem('unreadable-body', reason('unknown-sheet', { sheet: shown, sheets: sheets.slice(0, sheetsMax) }))
}

/** The names of all sheets in their order; none if the workbook keeps them elsewhere than Excel does. */
function sheetNames(bytes: Uint8Array): string[] {
  const name = 'xl/workbook.xml'
  const entry = unzipSync(bytes, { filter: (file) => file.name === name })[name]
  const tags = new TextDecoder().decode(entry).matchAll(/<(?:\w+:)?sheet\s[^<>]*?\bname\s*=\s*("[^"]*"|'[^']*')/g)
  return [...tags].map(([, quoted = '']) => unescaped(quoted.slice(1, -1)))
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hexadecimal, name) => {
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return Number.isNaN(code) ? (entities[name] ?? whole) : code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

function checkSize(bytes: Uint8Array): void {
  const { bytes: max, unpackedBytes: unpackedMax } = workbookLimits
  if (bytes.length > max)
    throw new UnreadableWorkbook('large', `a workbook has at most ${max} bytes, got ${bytes.length}`)
  const unpacked = unpackedSize(bytes)
  if (unpacked <= unpackedMax) return
  throw new UnreadableWorkbook('large', `a workbook has at most ${unpackedMax} bytes unpacked, got ${unpacked}`)
}

/** The size according to the archive; no entry is unpacked to more than its stated size. */
function unpackedSize(bytes: Uint8Array): number {
  let size = 0
  const names = new Set<string>()
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      // Of two entries with one name, the reader takes either, and addresses are checked only in the last.
      if (names.has(name)) throw new Error(`the ZIP archive has ${name} twice`)
      names.add(name)
      size += originalSize
      return false
    },
  })
  return size
}

/** The tag of a row or cell, its attributes, and its end, if it is well-formed XML. */
const addressed = /<(?:[\w.-]*:)?(row|c)(?=[\s/>])((?:[^<>"']+|"[^"<]*"|'[^'<]*')*)(>?)/g
/** The text before an address; the reader also accepts one with a prefix. */
const addressStart = /[\s:]r\s*=\s*/
const plainAddress = /^(["'])([A-Z]{0,3})([1-9]\d{0,6})\1/

/**
 * A few bytes can name a cell so far off that the cells before it exceed the memory. All entries are checked under any
 * name, since another part of the archive determines which one is the first sheet.
 */
function checkAddresses(bytes: Uint8Array): void {
  const entries = unzipSync(bytes, { filter: ({ name }) => /\.xml(?:\.rels)?$/.test(name) })
  for (const entry of Object.values(entries)) {
    const xml = new TextDecoder().decode(entry)
    checkPartsOf(xml)
    checkAddressesOf(xml)
  }
}

function checkPartsOf(xml: string): void {
  const { tag, text } = longestParts(xml)
  if (tag <= partLimits.tag && text <= partLimits.text) return
  const most = tag > partLimits.tag ? `a tag of at most ${partLimits.tag}` : `a text of at most ${partLimits.text}`
  throw new UnreadableWorkbook('large', `a workbook has ${most} characters, got ${tag > partLimits.tag ? tag : text}`)
}

function checkAddressesOf(xml: string): void {
  let [rows, columns, line] = [0, 0, 0]
  for (const [tag, name, attributes = '', end] of xml.matchAll(addressed)) {
    const [, own, another] = attributes.split(addressStart, 3)
    const [isPlain, , letters = '', digits = 0] = plainAddress.exec(own ?? '') ?? []
    if (end === '' || another !== undefined || (own !== undefined && isPlain === undefined))
      throw new Error(`it has ${tag.slice(0, 100)}`)
    const [row, column] = [Number(digits), columnOf(letters)]
    if (row > sheetLimits.rows || column > sheetLimits.columns)
      throw new UnreadableWorkbook('large', `a cell lies at XFD${sheetLimits.rows} at most, got ${letters}${row}`)
    if (name === 'row') line = row
    if (name === 'row' || attributes.endsWith('/')) continue
    // The reader puts a cell into the row of its element, regardless of the cell's own address.
    rows = Math.max(rows, row, line)
    columns = Math.max(columns, column)
  }
  if (rows * columns <= sheetLimits.cells) return
  const got = `${rows} rows with ${columns} columns`
  throw new UnreadableWorkbook('large', `a sheet has at most ${sheetLimits.cells} cells, got ${got}`)
}

/** A is 1, Z 26, AA 27. */
function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)
}

type Cells = readonly (CellValue | null)[]

const isBlank = (cell: CellValue | null): boolean => cell === null || (typeof cell === 'string' && cell.trim() === '')
const count = (cells: Cells): number => cells.filter((cell) => !isBlank(cell)).length
const lastFilled = (cells: Cells): number => cells.findLastIndex((cell) => !isBlank(cell))

/** The first row with only texts, in at least half as many cells as the fullest row: a title above it has fewer. */
function headingAt(rows: readonly Cells[]): number {
  const head = rows.slice(0, headRows)
  const fullest = Math.max(0, ...head.map(count))
  const at = head.findIndex(
    (cells) => count(cells) * 2 >= fullest && cells.every((cell) => isBlank(cell) || typeof cell === 'string'),
  )
  return Math.max(0, at)
}

function cellText(cell: CellValue | null): string {
  if (cell === null) return ''
  return cell instanceof Date ? dateText(cell) : String(cell)
}

/** Days are counted from the end of 1899, so an earlier date is a time without a day. */
const firstDay = Date.UTC(1900, 0, 1)

/** The reading of a cell's clock, which the library returns as if it were UTC. */
function dateText(date: Date): string {
  const reading = new Date(Math.round(date.getTime() / 1000) * 1000)
  const [day = '', time = ''] = reading.toISOString().split('T')
  const clock = time.slice(0, time.startsWith(':00', 5) ? 5 : 8)
  if (reading.getTime() < firstDay) return clock
  return clock === '00:00' ? day : `${day}T${clock}${offsetAt(reading)}`
}

/** The offset of this machine's clocks from UTC when they show that reading. */
function offsetAt(reading: Date): string {
  const [year, month, day] = [reading.getUTCFullYear(), reading.getUTCMonth(), reading.getUTCDate()]
  const minutes = -new Date(year, month, day, reading.getUTCHours(), reading.getUTCMinutes()).getTimezoneOffset()
  const two = (number: number) => String(Math.trunc(number)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}
