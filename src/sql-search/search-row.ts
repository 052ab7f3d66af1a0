import type { Model } from '../place/model.ts'
import type { Place, PlaceView } from '../place/place.ts'
import { isPartial } from '../query/matches.ts'
import { cutWords, fold } from '../query/text/folded-text.ts'
import { searchedWords } from '../query/text/relevance.ts'
import { createSortKey, type SortKey } from '../query/text/sort-key.ts'
import { createTextReader, type FieldValue, fieldValues, type SearchedText } from '../query/values.ts'
import { renderPlace, withNameTexts } from '../read-model/document.ts'
import { type Row, viewOfRow } from '../read-model/row.ts'
import { storable } from '../store/sql/database.ts'
import {
  anyLetters,
  anyWord,
  asked,
  cutText,
  fieldText,
  fieldWord,
  hasField,
  inexactLexeme,
  lexemeLength,
  type SuggestedText,
  suggestedTexts,
  suggestedWord,
} from './lexemes.ts'
import { scheduleOf } from './open-condition.ts'
import { foldedOwnerLength, isInstantColumn, keyColumn, type NumberedField, numberedFields } from './tables.ts'
import { deepestPatch } from './tiles.ts'

/** The stored form of a place: its rows in three tables, its opening hours, and the words that are suggested from it. */
export type SearchRow = ReturnType<ReturnType<typeof createRowMaker>>

/** The lexemes of a place are limited to 1 MiB in PostgreSQL; this leaves room. */
const lexemeBytesMax = 700_000

/** Creates the function that maps places to their rows under a model. */
export function createRowMaker(model: Model) {
  const fields = [...numberedFields(model).values()]
  const sortKey = createSortKey(model.locale)
  const readTexts = createTextReader(model)
  return (recorded: Row) => {
    const { place, revision, publicSpan: span } = recorded
    const { id } = place
    const view = viewOfRow(recorded)
    const valued = fields.map((field): ValuedField => ({ field, values: fieldValues(view, field) }))
    const { words, lexemes, cuts, inexact } = collect(view, valued, readTexts(view))
    const { columns, others } = sortKeysOf(valued, sortKey)
    const hours = scheduleOf(place)
    const row = {
      ...columnsOf(place, view),
      ...instantsOf(valued),
      ...{ id, revision, public_from: span?.from ?? null, public_until: span?.until ?? null },
      ...{ schedule: hours?.key ?? null, facts: factsOf(valued), lexemes, inexact },
      ...{ name_key: sortKey(place.name), ...columns },
    }
    return {
      place: row,
      detail: { id, keys: others, cuts },
      document: { id, document: JSON.stringify(withNameTexts(renderPlace(recorded))) },
      hours,
      words,
    }
  }
}

interface ValuedField {
  readonly field: NumberedField
  readonly values: readonly FieldValue[]
}

function columnsOf(place: Place, view: PlaceView) {
  const position = place.geolocation.geometry.coordinates
  const [lon, lat] = position
  const spot = `SRID=4326;POINT(${lon} ${lat})`
  return {
    slug: storable(place.slug),
    ...{ lon, lat, spot, spot_plane: spot, ...deepestPatch(position) },
    type_key: Object.keys(place.placeTypes)[0] ?? '',
    partial: isPartial(view),
    owner_id: storable(place.owner.id),
    folded_owner: cutText(storable(fold(view.owner.name ?? '')), foldedOwnerLength),
    categories: [...new Set((place.categories ?? []).map(({ id }) => storable(id)))],
    tags: [...new Set((place.tags ?? []).map(({ id }) => storable(id)))],
    fetches: place.contactInfo?.fetchAutomatically === true,
    folded_name: storable(fold(place.name)),
    name_words: ` ${storedWords(place.name).join(' ')} `,
  }
}

/** The instants of the place itself, by their columns. */
function instantsOf(valued: readonly ValuedField[]): Readonly<Record<string, FieldValue | null>> {
  const instants = valued.filter(({ field }) => isInstantColumn(field))
  return Object.fromEntries(instants.map(({ field, values }) => [field.name, values[0] ?? null]))
}

/**
 * Maps each field number to the value as a comparable text, an instant in milliseconds; list fields have all values.
 */
function factsOf(valued: readonly ValuedField[]): Readonly<Record<string, string | readonly string[]>> {
  const facts = valued.flatMap(({ field, values: [first, ...others] }) => {
    if (first === undefined || field.kind === 'text') return []
    const fact = field.list ? [...new Set([first, ...others].map(factOf))] : factOf(first)
    return [[field.number, fact] as const]
  })
  return Object.fromEntries(facts)
}

function factOf(value: FieldValue): string {
  return typeof value === 'string' ? storable(fold(value)) : String(value)
}

/** The sort keys of texts: by column for fields that have one, and by number for the others. */
function sortKeysOf(valued: readonly ValuedField[], sortKey: (text: string) => SortKey) {
  const columns: Record<string, SortKey | null> = {}
  const others: Record<string, SortKey> = {}
  for (const { field, values } of valued) {
    if (!field.sortable || field.kind !== 'string' || field.name === 'name') continue
    const column = keyColumn(field)
    const key = typeof values[0] === 'string' ? sortKey(values[0]) : undefined
    if (column !== undefined) columns[column] = key ?? null
    else if (key !== undefined) others[field.number] = key
  }
  return { columns, others }
}

const suggestedTextOf: Readonly<Record<SuggestedText, (view: PlaceView) => string | undefined>> = {
  place: ({ name }) => name,
  municipality: ({ geolocationInfo }) => geolocationInfo?.municipality,
  owner: ({ owner }) => owner.name,
}

/** The lexemes of a place's fields and texts, and the words that are suggested from it. */
function collect(view: PlaceView, valued: readonly ValuedField[], texts: readonly SearchedText[]) {
  const lexemes = new Set<string>()
  const suggested = new Set<string>()
  /**
   * Maps a field number, or a letter of `anyLetters`, to the words of each text, with a blank in front of each word.
   */
  const cuts: Record<string, string[]> = {}
  let isLong = false
  const addText = (key: string, words: readonly string[], lexemeOf: (word: string) => string) => {
    cuts[key] ??= []
    cuts[key].push(words.map((word) => ` ${word}`).join(''))
    for (const word of words) lexemes.add(lexemeOf(word))
    isLong ||= words.some(({ length }) => length > lexemeLength)
  }
  for (const { field, values } of valued) {
    const { number, kind } = field
    if (values.length === 0 || kind === 'id') continue
    lexemes.add(hasField(number))
    for (const value of values) {
      const fact = factOf(value)
      if (kind !== 'text' && kind !== 'instant') lexemes.add(fieldText(number, fact))
      if (typeof value === 'string') addText(String(number), cutWords(fact), (word) => fieldWord(number, word))
    }
  }
  for (const { text, visibility } of texts) {
    addText(anyLetters[visibility], storedWords(text), (word) => anyWord(word, visibility))
  }
  const words = suggestedTexts.flatMap((type) => {
    const found = storedWords(suggestedTextOf[type](view) ?? '')
    for (const word of found) suggested.add(suggestedWord(word, type))
    return found
  })
  // If a place has too many lexemes, it keeps only those of its fields' presence.
  const isLarge = [...lexemes].reduce((sum, lexeme) => sum + Buffer.byteLength(lexeme), 0) > lexemeBytesMax
  const inexact = isLong || isLarge
  const indexed = isLarge ? [...lexemes].filter((lexeme) => lexeme.startsWith(hasField(''))) : lexemes
  const all = [...suggested, ...indexed, ...(inexact ? [inexactLexeme] : [])]
  // In lists, one of several texts must have all words, which lexemes cannot decide.
  const lists = new Set(valued.flatMap(({ field }) => (field.list ? [String(field.number)] : [])))
  const kept = Object.entries(cuts).filter(([key]) => inexact || lists.has(key))
  const asText = all.map((lexeme) => asked(lexeme)).join(' ')
  return { words, lexemes: asText, cuts: Object.fromEntries(kept), inexact }
}

function storedWords(text: string): string[] {
  return searchedWords(text).map(storable)
}
