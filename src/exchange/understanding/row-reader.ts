import { type Reason, reason } from '../../common/reason.ts'
import type { CountryAt } from '../../geo/locator.ts'
import type { DirectoryEntry } from '../../place/directory-entry.ts'
import type { DirectoryKind } from '../../place/directory-kinds.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import type { ImportRecord, UnreadCell } from '../reading/record.ts'
import type { SourceRow } from '../reading/source-file.ts'
import { type CellContext, createCellReader, type ReadCell } from './cell-reader.ts'
import { countryNamed } from './cell-values.ts'
import { textOfCell } from './column-statistics.ts'
import { type Cell, type Column, type Draft, placeColumns, recordOfCells } from './columns.ts'
import { osmColumn } from './osm-column.ts'
import { hoursOfCell, hoursOfDays, type RowHours } from './row-hours.ts'
import { phoneOfCell } from './row-phone.ts'
import { createPositionReader } from './row-position.ts'
import { createKeyReader, createTextReader, type TextAt } from './row-texts.ts'
import { dayFieldPrefix, ownFields, settled, settledField, type Understanding } from './understanding.ts'

/** The means of reading rows, beside the understanding of their file. */
export interface RowContext {
  readonly model: Model
  readonly countryAt: CountryAt
  /** The year in which hours that recur every year begin. */
  readonly year: number
  /** Returns the other rows that have a key; absent: keys are not compared. */
  readonly otherRows?: (key: string, line: number) => readonly number[]
  /** Returns the entries of the directory that have exactly a name; absent: names are not looked up. */
  readonly entriesNamed?: (kind: DirectoryKind, name: string) => readonly DirectoryEntry[]
}

/** A column that is imported. */
interface Filled {
  readonly index: number
  readonly heading: string
  readonly field: string
  /** Absent for a field of ownFields and of days. */
  readonly column?: Column | undefined
}

/** A row under construction. */
interface Progress {
  readonly row: SourceRow
  readonly cells: Cell[]
  readonly notes: Reason[]
  readonly unread: UnreadCell[]
  readonly faults: Reason[]
}

/**
 * Returns the function that makes records of rows as a file is understood. A cell that cannot be read is left out and
 * noted; a row has faults only if it cannot be read at all, or shares its key with another. It throws nothing.
 */
export function createRowReader(understanding: Understanding, context: RowContext): (row: SourceRow) => ImportRecord {
  const known = placeColumns(context.model)
  const filled = understanding.columns.flatMap((guess, index): Filled[] => {
    const { heading } = guess
    const field = settledField(guess)
    if (field === undefined) return []
    const column = known.get(field.toLowerCase())
    return [{ index, heading, field, ...(column && !column.readOnly && { column }) }]
  })
  const reading: Reading = {
    understanding,
    context,
    filled,
    textAt: createTextReader(understanding),
    keyOf: createKeyReader(understanding),
    readCell: createCellReader({ understanding, context } satisfies CellContext),
    positionOf: createPositionReader(understanding, context.countryAt),
  }
  return (row) => recordOf(row, reading)
}

interface Reading {
  readonly understanding: Understanding
  readonly context: RowContext
  readonly filled: readonly Filled[]
  readonly textAt: TextAt
  readonly keyOf: ReturnType<typeof createKeyReader>
  readonly readCell: ReadCell
  readonly positionOf: ReturnType<typeof createPositionReader>
}

function recordOf(row: SourceRow, reading: Reading): ImportRecord {
  const progress: Progress = {
    row,
    cells: [],
    notes: [...(row.notes ?? [])],
    unread: [],
    faults: [...(row.faults ?? [])],
  }
  const key = reading.keyOf?.(row)
  if (progress.faults.length > 0) return { line: row.line, faults: progress.faults, ...(key !== undefined && { key }) }
  const wanted = reading.understanding.columns.length
  if (row.cells.slice(wanted).some((cell) => textOfCell(cell).trim() !== ''))
    progress.faults.push(reason('cells', { count: row.cells.length, wanted }))
  const body: Draft = key === undefined ? {} : { key }
  const others = key === undefined ? [] : (reading.context.otherRows?.(key, row.line) ?? [])
  if (others.length > 0) progress.faults.push(reason('row-key-twice', { key: key!.slice(0, 100), lines: others }))
  const named = countryOf(row, reading)
  const country = addPosition(body, progress, reading, named) ?? named?.code
  for (const one of reading.filled) addCell(one, progress, reading)
  addPhone(body, progress, reading, country)
  addAddress(body, progress, reading)
  addHours(body, progress, reading)
  const { cells, notes, unread, faults } = progress
  const record = recordOfCells(row.line, cells, { body, faults })
  // The cells were read into the body.
  if ('faults' in record) return { ...record, shown: body as JsonObject }
  const whenNew = newMembers(record.body, reading.understanding)
  return {
    ...record,
    unread: [...unread, ...(record.unread ?? [])],
    ...(notes.length > 0 && { notes }),
    ...(whenNew && { whenNew }),
  }
}

/** Fields that are read together with others. */
const joint: ReadonlySet<string> = new Set([
  ...['key', 'latitude', 'longitude', 'contactInfo_phone', osmColumn, 'visitingInfo_address'],
  ...Object.values(ownFields),
])

const isJoint = (field: string): boolean => joint.has(field) || field.startsWith(dayFieldPrefix)

function addCell(one: Filled, progress: Progress, reading: Reading): void {
  const { column, field, heading, index } = one
  if (field === ownFields.ownerName) addOwner(one, progress, reading)
  if (column === undefined || isJoint(field)) return
  const text = reading.textAt(progress.row, index)
  if (text === '') {
    if (isRemoving(reading.understanding) && column.path.length > 0) progress.cells.push([column, null])
    return
  }
  const cell = progress.row.cells[index]!
  const { value, note } = reading.readCell({ column, heading, text }, typeof cell === 'string' ? text : cell)
  if (value !== undefined) progress.cells.push([column, value])
  if (note === undefined) return
  if (value === undefined) progress.unread.push(unreadIn(column, note))
  else progress.notes.push(note)
}

function unreadIn({ path }: Column, note: Reason): UnreadCell {
  return { path: path.map(String), note }
}

/** An empty cell removes what a place has only where the caller has chosen so. */
function isRemoving({ mode, empty }: Understanding): boolean {
  return mode === 'merge' && empty === 'remove'
}

function addOwner({ index, heading }: Filled, { row, cells, unread }: Progress, { context, textAt }: Reading): void {
  const name = textAt(row, index)
  if (name === '' || context.entriesNamed === undefined) return
  const [entry, ...others] = context.entriesNamed('owners', name)
  const list = reason('list-owners')
  if (entry === undefined || others.length > 0) {
    const fault = entry
      ? reason('entries-called', { count: others.length + 1, list, name: name.slice(0, 100) })
      : reason('no-entry-called', { list, name: name.slice(0, 100) })
    unread.push({ path: ['owner'], note: reason('in-column', { column: heading, fault }) })
    return
  }
  const whole: Column = { name: 'owner', path: ['owner'], kind: 'json', readOnly: false }
  cells.push([whole, { id: entry.id, ...(entry.type !== undefined && { type: entry.type }) }])
}

function countryOf(
  row: SourceRow,
  { filled, textAt }: Reading,
): { readonly text: string; readonly code: string } | undefined {
  const column = filled.find(({ field }) => field === ownFields.country)
  const text = column === undefined ? '' : textAt(row, column.index)
  const code = countryNamed(text)
  return code === undefined ? undefined : { text, code }
}

type NamedCountry = ReturnType<typeof countryOf>

/** Adds the position, and returns the country that it is in. */
function addPosition(body: Draft, progress: Progress, reading: Reading, named: NamedCountry): string | undefined {
  const { place, country, notes } = reading.positionOf(progress.row, named, (index) =>
    reading.textAt(progress.row, index),
  )
  progress.notes.push(...notes)
  if (place !== undefined) body.geolocation = { type: 'Feature', geometry: { type: 'Point', coordinates: [...place] } }
  return country
}

function addPhone(
  body: Draft,
  { row, notes, unread }: Progress,
  { filled, textAt, understanding }: Reading,
  ofRow: string | undefined,
): void {
  const one = filled.find(({ field }) => field === 'contactInfo_phone')
  if (one === undefined) return
  const cell = row.cells[one.index]
  const text = textAt(row, one.index)
  if (text === '') {
    if (isRemoving(understanding)) set(body, 'contactInfo', 'phone', null)
    return
  }
  const country = ofRow ?? settled(understanding.country)
  const read = isJsonObject(cell) ? { phone: cell, notes: [] } : phoneOfCell(text, one.heading, country)
  if (read.phone === undefined) {
    unread.push(...read.notes.map((note) => ({ path: ['contactInfo', 'phone'], note })))
    return
  }
  notes.push(...read.notes)
  set(body, 'contactInfo', 'phone', read.phone as JsonValue)
}

/** The street with the number of the house, in the order of the country's language, and the other parts of the address. */
function addAddress(
  body: Draft,
  { row, notes, unread }: Progress,
  { filled, textAt, understanding, readCell }: Reading,
): void {
  const columns = filled.filter(({ field }) => field === 'visitingInfo_address')
  const [first] = columns
  if (first === undefined) return
  const [street = '', ...others] = columns.map(({ index }) => textAt(row, index)).filter((text) => text !== '')
  if (street === '') {
    if (isRemoving(understanding)) set(body, 'visitingInfo', 'address', null)
    return
  }
  const number = filled.find(({ field }) => field === ownFields.houseNumber)
  const house = number === undefined ? '' : textAt(row, number.index)
  const isFirst = ['en', 'fr'].includes(understanding.language ?? '')
  const whole = house === '' ? street : isFirst ? `${house} ${street}` : `${street} ${house}`
  const text = [whole, ...others].join(', ')
  const { value, note } = readCell({ column: first.column!, heading: first.heading, text }, text)
  if (value !== undefined) set(body, 'visitingInfo', 'address', value)
  if (note === undefined) return
  if (value === undefined) unread.push(unreadIn(first.column!, note))
  else notes.push(note)
}

function set(body: Draft, member: string, inner: string, value: JsonValue): void {
  const present = body[member]
  body[member] = { ...(isJsonObject(present) && present), [inner]: value }
}

/** Adds the hours; those that cannot be read leave the present ones (D56). */
function addHours(body: Draft, { row, notes, unread, cells }: Progress, reading: Reading): void {
  const { filled, textAt, understanding, context } = reading
  const { year } = context
  const { language } = understanding
  const days = filled.filter(({ field }) => field.startsWith(dayFieldPrefix))
  const one = filled.find(({ field }) => field === osmColumn)
  const text = one === undefined ? '' : textAt(row, one.index)
  // The whole entries beside a text must mean the same, which is judged later.
  if (text !== '' && cells.some(([{ path }]) => path[0] === 'openHours')) {
    body[osmColumn] = text
    return
  }
  const read: RowHours | undefined =
    text !== ''
      ? hoursOfCell(text, { year, language })
      : hoursOfDays(
          days.map(({ field, heading, index }) => ({ field, heading, text: textAt(row, index) })),
          { year, language },
        )
  if (read === undefined) {
    if (one !== undefined && isRemoving(understanding)) body.openHours = null
    return
  }
  if (read.openHours === undefined) {
    unread.push(...read.notes.map((note) => ({ path: ['openHours'], note })))
    return
  }
  notes.push(...read.notes)
  body.openHours = read.openHours
}

/** The members of a new place that its row does not have. */
function newMembers(body: JsonObject, { defaults }: Understanding): JsonObject | undefined {
  const { ownerId, ownerType, type, published } = defaults
  const given = isJsonObject(body.owner) ? body.owner : {}
  const owner = {
    ...(ownerId !== undefined && given.id === undefined && { id: ownerId }),
    // A row that names another owner does not get the type of this one.
    ...(ownerType !== undefined && given.id === undefined && { type: ownerType }),
    ...given,
  }
  const members: JsonObject = {
    ...(Object.keys(owner).length > Object.keys(given).length && { owner }),
    ...(type !== undefined && body.placeTypes === undefined && { placeTypes: { [type]: {} } }),
    ...(published !== undefined && body.published === undefined && { published }),
  }
  return Object.keys(members).length > 0 ? members : undefined
}
