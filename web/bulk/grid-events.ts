import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import { type Bounds, boundsOf, type CellAt, type CellRange, type GridSize, isAt, moveBy } from './table-range.ts'
import type { CellEdits } from './use-cell-edits.ts'
import type { GridClipboard } from './use-clipboard.ts'

/** Returns the cell that an element is in; undefined for forms in cells. */
export function cellAt(target: EventTarget): CellAt | undefined {
  if (!(target instanceof Element) || target.closest('form')) return undefined
  const text = target.closest<HTMLElement>('[data-cell]')?.dataset.cell
  const [row = 0, column = 0] = (text ?? '').split(',').map(Number)
  return text === undefined ? undefined : [row, column]
}

interface GridActs {
  readonly range: CellRange
  /** Selects a cell, or all up to it. */
  readonly select: (at: CellAt, isExtended?: boolean) => void
  /** Edits a cell; a typed key replaces the content. */
  readonly edit: (at: CellAt, typed?: string) => void
  readonly selectAll: (bounds: Bounds) => void
}

interface KeyActs extends GridActs {
  readonly size: GridSize
  readonly edits: CellEdits
  readonly clipboard: GridClipboard
}

/** Returns the handler of keys in cells that are not edited. */
export function useGridKeys({ size, select, selectAll, edit, edits, clipboard }: KeyActs) {
  /** Returns true if the key is known. */
  const press = (event: KeyboardEvent, at: CellAt): boolean => {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
    const next = moveBy(event, at, size)
    if (next) {
      select(next, event.shiftKey && event.key !== 'Tab')
      return true
    }
    if (at[0] < 0) return false
    if (at[1] < 0) return event.key === 'Enter' && follow(event.target)
    if (isCommand) {
      const command = commands[event.key.toLowerCase()]
      command?.()
      return command !== undefined
    }
    switch (event.key) {
      case 'Enter':
      case 'F2':
        edit(at)
        return true
      case 'Delete':
      case 'Backspace':
        clipboard.empty()
        return true
      case 'Escape':
        clipboard.dismiss()
        select(at)
        return true
      default:
        // The character is left to the input, which replaces its text.
        if (isTyped(event)) edit(at, event.key)
        return false
    }
  }
  const commands: Readonly<Record<string, () => unknown>> = {
    d: clipboard.fillDown,
    z: edits.undo,
    a: () => selectAll({ top: 0, left: 0, bottom: size.rows - 1, right: size.columns - 1 }),
  }
  return (event: KeyboardEvent) => {
    const at = cellAt(event.target)
    if (at && !event.defaultPrevented && press(event, at)) event.preventDefault()
  }
}

/** Follows the link in a cell. */
function follow(target: EventTarget): boolean {
  const link = target instanceof Element ? target.querySelector('a') : null
  link?.click()
  return link !== null
}

/** Returns true for keys that enter a character, those of other scripts and with accents too. */
function isTyped({ key, altKey, ctrlKey }: KeyboardEvent): boolean {
  return [...key].length === 1 ? altKey === ctrlKey : ['Process', 'Dead', 'Unidentified'].includes(key)
}

interface PointActs extends GridActs {
  readonly fillDown: () => void
}

/** Returns the handlers of pointers: pressing and dragging select, the handle fills, pressing again edits. */
export function usePointing({ range, select, selectAll, edit, fillDown }: PointActs) {
  /** The cells that the handle is dragged from, while it is. */
  const filled = useRef<Bounds>(undefined)
  const isSelecting = useRef(false)
  const wasFocused = useRef(false)
  const isBody = (at: CellAt | undefined): at is CellAt => at !== undefined && at[0] >= 0 && at[1] >= 0
  const end = () => {
    if (filled.current) fillDown()
    filled.current = undefined
    isSelecting.current = false
  }
  return {
    onPointerDown({ target, pointerType, button, shiftKey }: PointerEvent) {
      const at = cellAt(target)
      wasFocused.current = at !== undefined && isAt(at, range.head) && document.activeElement === cellOf(target)
      if (!isBody(at) || pointerType !== 'mouse' || button !== 0) return
      if (target instanceof Element && target.matches('[data-handle]')) filled.current = boundsOf(range)
      else {
        isSelecting.current = true
        select(at, shiftKey)
      }
    },
    // The browser would move the focus to the cell that is pressed, and select texts.
    onMouseDown(event: MouseEvent) {
      if (isBody(cellAt(event.target))) event.preventDefault()
    },
    onPointerOver({ target, buttons }: PointerEvent) {
      const at = cellAt(target)
      if (buttons !== 1) [filled.current, isSelecting.current] = [undefined, false]
      if (!isBody(at)) return
      const from = filled.current
      if (from) selectAll({ ...from, bottom: Math.max(from.bottom, at[0]) })
      else if (isSelecting.current) select(at, true)
    },
    onPointerUp: end,
    onClick({ target, nativeEvent }: MouseEvent) {
      const at = cellAt(target)
      // A finger edits the cell that it has selected before.
      const isMouse = (nativeEvent as globalThis.PointerEvent).pointerType === 'mouse'
      if (isBody(at) && !isMouse && wasFocused.current) edit(at)
      else if (isBody(at) && !isMouse) select(at)
    },
    onDoubleClick({ target }: MouseEvent) {
      const at = cellAt(target)
      if (isBody(at)) edit(at)
    },
  }
}

function cellOf(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest('[data-cell]') : null
}
