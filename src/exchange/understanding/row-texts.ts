import type { SourceRow } from '../reading/source-file.ts'
import { unguardedText } from './cell-text.ts'
import { textOfCell } from './column-statistics.ts'
import { settled, settledField, type Understanding } from './understanding.ts'

/** The text of a cell of a row; '' for an empty one. */
export type TextAt = (row: SourceRow, index: number) => string

/** Returns the function that reads the texts of cells as a file is understood. */
export function createTextReader({ empties }: Understanding): TextAt {
  const words = new Set(empties.filter((meaning) => settled(meaning) === true).map(({ text }) => text.toLowerCase()))
  return ({ cells, geometry }, index) => {
    const cell = textOfCell(cells[index])
    // Only tables guard texts that programs take for formulas.
    const text = (geometry === undefined ? unguardedText(cell) : cell).trim()
    return words.size > 0 && words.has(text.toLowerCase()) ? '' : text
  }
}

/** Returns the function that reads the key of a row as a file is understood; undefined if its rows have none. */
export function createKeyReader(understanding: Understanding): ((row: SourceRow) => string | undefined) | undefined {
  const at = understanding.columns.findIndex((column) => settledField(column) === 'key')
  const hasIds = settled(understanding.featureIds) === true
  if (at < 0 && !hasIds) return undefined
  const textAt = createTextReader(understanding)
  return (row) => {
    const text = at < 0 ? '' : textAt(row, at)
    if (text !== '') return text
    return hasIds && row.id !== undefined ? String(row.id) : undefined
  }
}
