import { type Reason, reason } from '../../common/reason.ts'
import { parseInstant } from '../../place/dates.ts'
import type { DirectoryEntry } from '../../place/directory-entry.ts'
import type { DirectoryKind } from '../../place/directory-kinds.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import { limits, placeSchema } from '../../place/schema.ts'
import { canonicalText, canonicalUuid, lengthFault, textFault } from '../../place/text.ts'
import { jsonOf, splitList } from './cell-text.ts'
import { writtenNumber } from './cell-values.ts'
import type { Column } from './columns.ts'
import { flagNamed, typeNamed } from './table-words.ts'
import { settled, type Understanding } from './understanding.ts'

/** The means of reading cells. */
export interface CellContext {
  readonly understanding: Understanding
  readonly context: {
    readonly model: Model
    readonly entriesNamed?: (kind: DirectoryKind, name: string) => readonly DirectoryEntry[]
  }
}

/** A cell that is not empty: its trimmed text, in a column with a heading. */
interface FilledCell {
  readonly column: Column
  readonly heading: string
  readonly text: string
}

/** The value of a cell, or the reason why it is left out; both if a part of it is left out. */
interface CellValue {
  readonly value?: JsonValue
  readonly note?: Reason
}

/** Reads one cell, given also as it is in the file. */
export type ReadCell = (cell: FilledCell, given: JsonValue) => CellValue

/** Returns the function that reads the cells of single members as a file is understood. */
export function createCellReader({ understanding, context }: CellContext): ReadCell {
  const types = new Map(understanding.types.map((meaning) => [meaning.text, meaning]))
  const flags = new Map(understanding.flags.map((meaning) => [meaning.text, meaning]))
  const schema = placeSchema(context.model.placeTypeSchemas) as unknown as JsonObject
  const lengths = new Map<string, number>()
  const lengthOf = ({ name, path }: Column) => lengths.getOrInsertComputed(name, () => lengthAt(schema, path))
  return (cell, given) => {
    const { column, text } = cell
    if (column.name === 'published' || column.name === 'depublished') return readDate(cell, understanding)
    switch (column.kind) {
      case 'string':
        return readText(cell, lengthOf(column))
      case 'number':
        return known(typeof given === 'number' ? given : writtenNumber(text), unread(cell, reason('type-number')))
      case 'boolean': {
        const meaning = flags.get(text)
        const flag = typeof given === 'boolean' ? given : meaning ? settled(meaning) : flagNamed(text)
        return known(flag, chosen(cell))
      }
      case 'type':
        return isJsonObject(given) || text.startsWith('{') ? readJson(cell, given) : readType(cell, types.get(text))
      case 'strings':
        return { value: Array.isArray(given) ? given : listIn(text) }
      case 'ids':
        return readIds(cell, given, context.entriesNamed)
      case 'json':
      case 'phone':
        return readJson(cell, given)
    }
  }
}

function known(value: JsonValue | undefined, note: Reason): CellValue {
  return value === undefined ? { note } : { value }
}

function unread({ heading, text }: FilledCell, wanted: Reason): Reason {
  return reason('cell-unread', { got: text.slice(0, 100), column: heading, wanted })
}

function leftOut({ heading, text }: FilledCell, fault: Reason): Reason {
  return reason('cell-left-out', { got: text.slice(0, 100), column: heading, fault })
}

function chosen({ heading, text }: FilledCell): Reason {
  return reason('choose-meaning', { got: text.slice(0, 100), column: heading })
}

/** The greatest length of a text at a path; the usual one for members that the schema of a place does not know. */
function lengthAt(schema: JsonObject, path: Column['path']): number {
  let at: JsonValue | undefined = schema
  for (const member of path) {
    const inner: JsonValue | undefined = isJsonObject(at) ? at.properties : undefined
    at = isJsonObject(inner) ? inner[String(member)] : undefined
  }
  return isJsonObject(at) && typeof at.maxLength === 'number' ? at.maxLength : limits.string
}

function readText(cell: FilledCell, lengthMax: number): CellValue {
  const { column, heading } = cell
  const isLong = lengthMax >= limits.text
  const [first, ...others] = linkColumns.has(column.name) ? linksIn(cell.text) : [cell.text]
  const lines = column.name === 'visitingInfo_address' ? ', ' : ' '
  const text = canonicalText(isLong ? first! : onOneLine(first!, lines))
  const fault = textFault(text, isLong ? 'text' : 'plain') ?? lengthFault(text, lengthMax)
  if (fault !== undefined) return { note: leftOut(cell, fault) }
  if (others.length === 0) return { value: text }
  return { value: text, note: reason('kept-without', { member: heading, what: others.join(', ').slice(0, 100) }) }
}

/** Joins the lines of a text. A pattern of blanks around line ends would take a quadratic time. */
function onOneLine(text: string, joint: string): string {
  return text.replaceAll(/\s+/g, (blanks) => (/[\r\n\u2028\u2029]/.test(blanks) ? joint : blanks))
}

const linkColumns: ReadonlySet<string> = new Set(['contactInfo_url', 'contactInfo_email'])

/** Returns the links of a cell that has nothing else, the whole cell otherwise. */
function linksIn(text: string): readonly string[] {
  const parts = text
    .split(/[\s;|]+/)
    .flatMap((part) => (part.includes('@') ? part.split(',') : part.replace(/,$/, '')))
    .filter((part) => part !== '')
  return parts.every((part) => /^https?:|^www\.|@/i.test(part)) && parts.length > 0 ? parts : [text]
}

function readJson(cell: FilledCell, given: JsonValue): CellValue {
  const value = typeof given === 'string' ? jsonOf(given) : given
  return typeof value === 'object' ? { value } : { note: unread(cell, reason('type-object')) }
}

function readType(cell: FilledCell, meaning: Understanding['types'][number] | undefined): CellValue {
  const key = meaning === undefined ? typeNamed(cell.text) : settled(meaning)
  if (key === 'none') return {}
  if (key !== undefined) return { value: { [key]: {} } }
  return { note: meaning === undefined ? unread(cell, reason('a-place-type')) : chosen(cell) }
}

function listIn(text: string): JsonValue {
  const json = text.startsWith('[') ? jsonOf(text) : text
  return Array.isArray(json) ? json : splitList(text)
}

function readIds(cell: FilledCell, given: JsonValue, entriesNamed: CellContext['context']['entriesNamed']): CellValue {
  const json = typeof given === 'string' && cell.text.startsWith('[') ? jsonOf(cell.text) : given
  if (Array.isArray(json)) return { value: json }
  const kind = cell.column.path[0] === 'tags' ? 'tags' : 'categories'
  const list = reason(`list-${kind}`)
  const notes: Reason[] = []
  const names = splitList(cell.text)
  if (names.length > limits.list)
    return { note: leftOut(cell, reason('max-elements', { max: limits.list, count: names.length })) }
  const ids = names.flatMap((name) => {
    if (canonicalUuid(name) !== undefined) return [{ id: name }]
    const [entry, ...others] = entriesNamed?.(kind, name) ?? []
    if (entry !== undefined && others.length === 0) return [{ id: entry.id }]
    const called = { list, name: name.slice(0, 100) }
    notes.push(
      entry ? reason('entries-called', { count: others.length + 1, ...called }) : reason('no-entry-called', called),
    )
    return []
  })
  const [first] = notes
  return {
    ...(ids.length > 0 && { value: ids }),
    ...(first !== undefined && { note: reason('in-column', { column: cell.heading, fault: first }) }),
  }
}

const numbered = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:[ T].*)?$/
const yearFirst = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/

/** Reads a day, or an instant with its offset. A time without an offset would be of an unknown zone. */
function readDate(cell: FilledCell, { dates }: Understanding): CellValue {
  const { text } = cell
  if (parseInstant(text) !== undefined) return { value: text }
  const [, one = '', other = '', year = ''] = numbered.exec(text) ?? []
  if (year !== '') {
    const order = settled(dates)
    if (order === undefined) return { note: reason('choose-date-order', { got: text.slice(0, 100) }) }
    const [day, month] = order === 'dmy' ? [one, other] : [other, one]
    return known(existing(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`), unread(cell, reason('a-date')))
  }
  const [, first = '', month = '', day = ''] = yearFirst.exec(text) ?? []
  const iso = `${first}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return known(existing(iso), unread(cell, reason('a-date')))
}

function existing(day: string): string | undefined {
  return parseInstant(day) === undefined ? undefined : day
}
