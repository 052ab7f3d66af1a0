/** A cell by row and column, from 0. Row -1 has the headings, column -1 the links to the places. */
export type CellAt = readonly [row: number, column: number]

/** The selected cells: all between two corners. The head has the focus. */
export interface CellRange {
  readonly anchor: CellAt
  readonly head: CellAt
}

/** The number of rows and columns. */
export interface GridSize {
  readonly rows: number
  readonly columns: number
}

/** The first and last rows and columns of a range, both inclusive. */
export interface Bounds {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const isAt = (one: CellAt, other: CellAt) => one[0] === other[0] && one[1] === other[1]

export function boundsOf({ anchor, head }: CellRange): Bounds {
  return {
    top: Math.min(anchor[0], head[0]),
    bottom: Math.max(anchor[0], head[0]),
    left: Math.min(anchor[1], head[1]),
    right: Math.max(anchor[1], head[1]),
  }
}

/** Returns the cell inside the grid that is nearest to another; headings and links are only reached if `isWhole`. */
export function clampCell([row, column]: CellAt, { rows, columns }: GridSize, isWhole = false): CellAt {
  const first = isWhole ? -1 : 0
  return [Math.min(Math.max(row, first), rows - 1), Math.min(Math.max(column, first), columns - 1)]
}

const rowsPaged = 10

interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/** Returns the cell that a key leads to; undefined if it leads nowhere in the grid. */
export function moveBy(
  { key, ctrlKey, metaKey, shiftKey }: PressedKey,
  at: CellAt,
  size: GridSize,
): CellAt | undefined {
  const [row, column] = at
  const isFar = ctrlKey || metaKey
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1]
  const to = (row: number, column: number) => clampCell([row, column], size, !shiftKey && !isFar)
  switch (key) {
    case 'ArrowUp':
      return to(isFar ? 0 : row - 1, column)
    case 'ArrowDown':
      return to(isFar ? lastRow : row + 1, column)
    case 'ArrowLeft':
      return to(row, isFar ? 0 : column - 1)
    case 'ArrowRight':
      return to(row, isFar ? lastColumn : column + 1)
    case 'PageUp':
      return to(row === -1 ? -1 : Math.max(0, row - rowsPaged), column)
    case 'PageDown':
      return to(row + rowsPaged, column)
    case 'Home':
      return to(isFar ? 0 : row, 0)
    case 'End':
      return to(isFar ? lastRow : row, lastColumn)
    case 'Tab': {
      // At the ends of a row the key leaves the grid.
      const next = column + (shiftKey ? -1 : 1)
      return isFar || next < -1 || next > lastColumn ? undefined : [row, next]
    }
    default:
      return undefined
  }
}
