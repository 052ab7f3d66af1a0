import type { Place } from '../../client/client.ts'
import { isSame, type Json } from '../body/json.ts'
import { useFieldText } from '../fields/field-text.ts'
import { stateOf } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { isOfItsType } from './bulk-change.ts'
import { bulkWords } from './bulk-words.ts'
import { type CellChange, type CellState, type CellWriter, written } from './cell-writer.ts'
import type { SharedField, TableField } from './shared-fields.ts'

/** A cell of the table. */
export interface Cell {
  readonly place: Place
  readonly field: TableField
}

/** A cell, and the text or the value that it is given; without either it is cleared. */
export interface GivenCell extends Cell {
  readonly text?: string | undefined
  readonly value?: Json
}

/** A cell that cannot take what it is given. */
interface RefusedCell {
  readonly id: Place['id']
  readonly path: string
  readonly state: CellState
}

/** Returns true if a field has an input. */
export function hasInput(field: TableField): field is SharedField {
  return field.kind !== 'state'
}

/** Returns the change that gives a cell a value. */
export function changeOf(writer: CellWriter, place: Place, field: SharedField, value: Json): CellChange {
  const seen = writer.valueOf(place, field)
  return { id: place.id, path: field.path, pointer: field.at, value: value === '' ? undefined : value, seen }
}

/** Returns functions that format cells as texts, and that turn texts and values given to cells into changes. */
export function useCellReading(writer: CellWriter) {
  const words = useWords(bulkWords)
  const { states } = useWords(placeWords)
  const { mayEdit } = useSession()
  const texts = useFieldText()
  /** Returns why a cell takes no value; undefined if it does. */
  const refusalOf = ({ place, field }: Cell): string | undefined => {
    if (!mayEdit(place.owner.id) || place.deleted !== undefined) return words.cellForbidden
    if (!hasInput(field)) return words.cellState
    return isOfItsType(place, field.at) ? undefined : words.cellOfOtherType
  }
  const textOf = ({ place, field }: Cell): string => {
    if (!hasInput(field)) return states[stateOf(place, Date.now())]
    const value = writer.valueOf(place, field)
    return texts.format({ field, place, value: namedValue(place, field, value) })
  }
  const read = async (given: readonly GivenCell[]) => {
    const changes: CellChange[] = []
    const refused: RefusedCell[] = []
    for (const cell of given) {
      const { place, field, text, value } = cell
      const isUnchanged = text === undefined ? !hasInput(field) : text.trim() === textOf(cell)
      if (isUnchanged) continue
      const refusal = refusalOf(cell)
      const present = writer.valueOf(place, field)
      const found =
        refusal !== undefined || !hasInput(field)
          ? { fault: refusal ?? '' }
          : text === undefined
            ? { value }
            : await texts.read(text, { field, place, value: present })
      if ('fault' in found) {
        // An empty cell asks nothing of one that has nothing.
        if (text !== '' && !(text === undefined && value === undefined && present === undefined))
          refused.push({ id: place.id, path: field.path, state: { text, fault: { text: found.fault } } })
      } else if (hasInput(field) && !isSame(found.value, present)) {
        changes.push(changeOf(writer, place, field, found.value))
      }
    }
    return { changes, refused }
  }
  return { refusalOf, textOf, read }
}

/** A value of the directory with the names that came with the place, if it is still that of the place. */
function namedValue(place: Place, { path, at }: SharedField, value: Json): Json {
  const isNamed = path === 'owner' || path === 'categories' || path === 'tags'
  return isNamed && isSame(value, written(place, at)) ? (place[path] as unknown as Json) : value
}
