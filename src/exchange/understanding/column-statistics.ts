import type { JsonValue } from '../../place/json.ts'
import type { SourceRow } from '../reading/source-file.ts'
import { KeyCensus } from './key-census.ts'
import { fieldsNamed, isEmptyWord } from './table-words.ts'

/** The most different texts of a column that are counted, and the longest of them. */
const distinctMax = 60
const distinctLength = 80
/** The rows of the sample, the longest cell in it, and its most characters altogether. */
const sampleRowsMax = 1_000
const sampleCellLength = 1_000
const sampleCharactersMax = 4 * 1024 * 1024
/** The most columns whose uniqueness is examined, since each takes some 30 bytes for each row. */
const censusesMax = 3

/** The statistics of a column over all rows. */
export interface ColumnStatistics {
  /** The number of cells that are not blank. */
  readonly filled: number
  /** The number of rows with each of the first different texts. */
  readonly texts: ReadonlyMap<string, number>
  /** True if there are more different texts, or longer ones. */
  readonly hasMoreTexts: boolean
  /** True if each row has the number after that of the row before. */
  readonly isSequence: boolean
  /** True if dates such as 05.01.2026 occur of which the first or the second part is a day after the 12th. */
  readonly hasDayFirst: boolean
  readonly hasDaySecond: boolean
  /** The keys of the column, if its heading suggests that it has some. */
  readonly keys: KeyCounts | undefined
}

type KeyCounts = Pick<KeyCensus, 'distinct' | 'repeated'>

/** What all rows of a file have in common, as plain data that threads can exchange. */
export interface RowStatistics {
  readonly rows: number
  readonly headings: readonly string[]
  readonly columns: readonly ColumnStatistics[]
  /** Rows from all parts of the file, with long texts shortened. */
  readonly sample: readonly SourceRow[]
  /** The ids of features. */
  readonly ids: KeyCounts
  /** True if the ids of features are numbers of rows. */
  readonly idsAreSequence: boolean
}

interface Counting {
  filled: number
  readonly texts: Map<string, number>
  hasMoreTexts: boolean
  isSequence: boolean
  last: number | undefined
  hasDayFirst: boolean
  hasDaySecond: boolean
  readonly census: KeyCensus | undefined
}

/** Returns the text of a cell: '' for an empty one, JSON for lists and objects. */
export function textOfCell(cell: JsonValue | undefined): string {
  if (cell === undefined || cell === null) return ''
  return typeof cell === 'string' ? cell : typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

/**
 * Counts what all rows of a file have in their columns, in memory that does not depend on the number of rows but for
 * the keys (see `KeyCensus`). Columns may be added while rows arrive, as in features.
 */
export class FileStatistics {
  readonly #headings: readonly string[]
  readonly #columns: Counting[] = []
  readonly #ids = new KeyCensus()
  #rows = 0
  #censuses = 0
  #idsAreSequence = true
  #lastId: number | undefined
  #sample: SourceRow[] = []
  #sampleCharacters = 0
  /** Every so many rows, one is sampled. */
  #step = 1

  constructor(headings: readonly string[]) {
    this.#headings = headings
  }

  add(row: SourceRow): void {
    if (row.faults !== undefined && row.faults.length > 0) return
    this.#rows += 1
    for (let at = 0; at < this.#headings.length; at++) {
      addCell(this.#counting(at), row.cells[at], row.line)
    }
    if (row.id !== undefined) this.#addId(row.id, row.line)
    if (this.#rows % this.#step === 0) this.#addToSample(row)
  }

  /** Returns what the rows that were added have in common. */
  counted(): RowStatistics {
    return {
      rows: this.#rows,
      headings: this.#headings,
      columns: this.#headings.map((_, at) => {
        const { census, last, ...found } = this.#counting(at)
        return { ...found, isSequence: found.isSequence && last !== undefined, keys: census && countsOf(census) }
      }),
      sample: this.#sample,
      ids: countsOf(this.#ids),
      idsAreSequence: this.#idsAreSequence && this.#lastId !== undefined,
    }
  }

  #counting(index: number): Counting {
    this.#columns[index] ??= this.#begin(index)
    return this.#columns[index]
  }

  #begin(index: number): Counting {
    const names = fieldsNamed(this.#headings[index]!)
    const mayBeKey = names.some(({ field }) => field === 'key' || field === 'rowNumber')
    const census = mayBeKey && this.#censuses < censusesMax ? new KeyCensus() : undefined
    if (census) this.#censuses += 1
    // A column that begins after the first rows is no numbering of them.
    const isSequence = this.#rows <= 1
    return {
      filled: 0,
      texts: new Map(),
      hasMoreTexts: false,
      isSequence,
      last: undefined,
      hasDayFirst: false,
      hasDaySecond: false,
      census,
    }
  }

  #addId(id: string | number, line: number): void {
    this.#ids.add(String(id), line)
    const number = Number(id)
    this.#idsAreSequence &&= follows(number, this.#lastId)
    this.#lastId = number
  }

  #addToSample(row: SourceRow): void {
    const cells = row.cells.map((cell) => {
      const text = textOfCell(cell)
      return text.length <= sampleCellLength ? cell : text.slice(0, sampleCellLength)
    })
    const { geometry: _, ...rest } = row
    const shape = row.geometry && JSON.stringify(row.geometry).length <= sampleCellLength ? row.geometry : undefined
    this.#sample.push({ ...rest, cells, ...(shape !== undefined && { geometry: shape }) })
    for (const cell of cells) this.#sampleCharacters += textOfCell(cell).length
    if (this.#sample.length < sampleRowsMax && this.#sampleCharacters < sampleCharactersMax) return
    this.#sample = this.#sample.filter((_row, at) => at % 2 === 0)
    this.#sampleCharacters /= 2
    this.#step *= 2
  }
}

function countsOf({ distinct, repeated }: KeyCensus): KeyCounts {
  return { distinct, repeated }
}

const wholeNumber = /^\d{1,9}$/
const writtenDate = /^(\d{1,2})[./-](\d{1,2})[./-](?:\d{4}|\d{2})(?!\d)/

function addCell(column: Counting, cell: JsonValue | undefined, line: number): void {
  const text = textOfCell(cell).trim()
  if (text === '') {
    column.isSequence = false
    return
  }
  column.filled += 1
  if (column.isSequence) {
    const number = wholeNumber.test(text) ? Number(text) : Number.NaN
    column.isSequence = follows(number, column.last)
    column.last = number
  }
  if (column.census && !isEmptyWord(text)) column.census.add(text, line)
  const date = text.length < 30 ? writtenDate.exec(text) : null
  if (date) {
    column.hasDayFirst ||= Number(date[1]) > 12
    column.hasDaySecond ||= Number(date[2]) > 12
  }
  const count = column.texts.get(text)
  if (count === undefined && (column.texts.size >= distinctMax || text.length > distinctLength))
    column.hasMoreTexts = true
  else column.texts.set(text, (count ?? 0) + 1)
}

/** A numbering begins at 0 or 1. */
function follows(number: number, last: number | undefined): boolean {
  return last === undefined ? number === 0 || number === 1 : number === last + 1
}
