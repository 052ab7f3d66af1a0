import { ownerKey } from '../index/columns/owner-key.ts'
import { renderPlace } from '../index/documents/render.ts'
import { parseInstant } from '../place/dates.ts'
import type { Field } from '../place/fields.ts'
import type { Model } from '../place/model.ts'
import type { Place, PlaceView } from '../place/place.ts'
import { viewPlace } from '../place/view.ts'
import { type Appearance, appearancesOf, type ParentFacts, rowIdOf } from '../query/appearance.ts'
import { isPartial } from '../query/matches.ts'
import { searchedWords } from '../query/relevance.ts'
import { createSortKey } from '../query/sort-key.ts'
import { cutWords, fold } from '../query/text.ts'
import { createTextReader, type FieldValue, fieldValues } from '../query/values.ts'
import { storable } from '../store/sql/storable.ts'
import { cellOf } from './cells.ts'
import { packDocument } from './document.ts'
import { isIndexed, type NumberedField, numberedFields } from './fields.ts'
import { type Schedule, scheduleOf } from './open-hours.ts'
import { type ReferenceRow, referenceKey, referenceRow } from './references.ts'
import {
  anyLetters,
  anyWord,
  fieldText,
  fieldWord,
  hasField,
  inexactLexeme,
  lexemeLength,
  type SuggestedText,
  suggestedWord,
} from './tokens.ts'

/** A place of the record, with what is not in its document. */
export interface RecordedPlace {
  readonly place: Place
  readonly revision: number
  readonly parent: ParentFacts | undefined
}

/** A place as the tables have it; the member names are those of the columns. */
export interface SearchRow {
  readonly id: string
  readonly revision: number
  readonly slug: string
  readonly lon: number
  readonly lat: number
  /** See `cellOf`. */
  readonly cell: string
  readonly type_key: string
  readonly partial: boolean
  readonly published: number | null
  readonly depublished: number | null
  readonly deleted: number | null
  /** Whether only those find it who see nothing but what is published (see `appearancesOf`). */
  readonly orphan: boolean
  /** When they find it; null: while it is published. */
  readonly seen_from: number | null
  readonly seen_until: number | null
  readonly created: number | null
  readonly updated: number | null
  readonly owner_key: string
  readonly owner_id: string
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  readonly fetches: boolean
  readonly inexact: boolean
  /** As facets compare it. */
  readonly folded_name: string
  readonly name_key: string
  /** Blank-separated, with blanks at both ends. */
  readonly name_words: string
  readonly lexemes: readonly string[]
  /** Field number -> a folded text, a number, a flag or an instant in milliseconds; of fields of lists all of them. */
  readonly facts: Readonly<Record<string, FieldValue | readonly FieldValue[]>>
  /** Field number -> what the field sorts by, of fields that have a column for that. */
  readonly ordered: Readonly<Record<string, string | number>>
  /** Field number -> what the field sorts by, of all others. */
  readonly keys: Readonly<Record<string, string | number>>
  /** Field number -> the words of each text, blank-separated, a blank in front; under `anyLetters` of all texts. */
  readonly cuts: Readonly<Record<string, readonly string[]>>
  /** The key of its opening hours. */
  readonly schedule: string | null
  readonly hours: Schedule | undefined
  readonly document: string
  /** Those that its columns name, for the table of all. */
  readonly references: readonly ReferenceRow[]
  /** The words of its name and municipality, for the table of all. */
  readonly words: readonly string[]
}

/** The lexemes of a place may take 1 MiB in PostgreSQL; this leaves room. */
const lexemeBytesMax = 700_000

const noNames = { version: 0, entry: () => undefined }

/** The function from places to their rows under a model, one for each appearance. */
export function createRowMaker(model: Model): (recorded: RecordedPlace) => SearchRow[] {
  const rowOf = createAppearanceRowMaker(model)
  return ({ place, revision, parent }) =>
    appearancesOf(place, parent).map((appearance) => rowOf(appearance, revision, parent?.name))
}

function createAppearanceRowMaker(model: Model) {
  const fields = numberedFields(model).filter(({ field }) => field.directory === undefined)
  const ofKeys = fields.filter(({ field }) => field.sortable && field.kind !== 'instant' && field.name !== 'name')
  const ordered = ofKeys.filter(({ field }) => isIndexed(field.name))
  const sorted = ofKeys.filter(({ field }) => !isIndexed(field.name))
  const sortKey = createSortKey(model.locale)
  const readTexts = createTextReader(model)
  return ({ place, orphan, seen }: Appearance, revision: number, parentName: string | undefined): SearchRow => {
    const view = viewPlace(place, noNames, parentName)
    const collected = new Collected()
    for (const { number, field } of fields) collected.field(number, field, fieldValues(view, field))
    collected.texts(readTexts(withoutOwnerName(view)))
    const words = collected.suggested(place)
    const keysOf = (some: readonly NumberedField[]) =>
      Object.fromEntries(
        some.flatMap(({ number, field }): [string, string | number][] => {
          const [value] = fieldValues(view, field)
          if (value === undefined) return []
          return [[String(number), typeof value === 'string' ? sortKey(value) : Number(value)]]
        }),
      )
    const hours = scheduleOf(place)
    return {
      ...columnsOf(place, view),
      id: rowIdOf(place.id, orphan),
      orphan: orphan !== 0,
      seen_from: seen?.from ?? null,
      seen_until: seen?.until ?? null,
      hours,
      schedule: hours?.key ?? null,
      references: referencesOf(place, hours?.zone),
      words,
      revision,
      name_key: sortKey(place.name),
      ordered: keysOf(ordered),
      keys: keysOf(sorted),
      ...collected.finish(),
      document: packDocument(renderPlace(place, parentName)).toWellFormed(),
    }
  }
}

function withoutOwnerName(view: PlaceView): PlaceView {
  const { name: _, ...owner } = view.owner
  return { ...view, owner: owner as PlaceView['owner'] }
}

function columnsOf(place: Place, view: PlaceView) {
  const [lon = 0, lat = 0] = place.geolocation.geometry.coordinates
  return {
    slug: storable(place.slug),
    lon,
    lat,
    cell: String(cellOf([lon, lat])),
    type_key: Object.keys(place.placeTypes)[0] ?? '',
    partial: isPartial(view),
    published: instantOf(place.published),
    depublished: instantOf(place.depublished),
    deleted: instantOf(place.deleted),
    created: instantOf(place.created),
    updated: instantOf(place.updated),
    owner_key: referenceKey(storable(ownerKey(place))),
    owner_id: storable(place.owner.id),
    categories: [...new Set((place.categories ?? []).map(({ id }) => id))],
    tags: [...new Set((place.tags ?? []).map(({ id }) => id))],
    fetches: place.contactInfo?.fetchAutomatically === true,
    folded_name: storable(fold(place.name)),
    name_words: ` ${searchedWords(place.name).map(storable).join(' ')} `,
  }
}

/** What the place refers to; a place has a time zone, or not. */
function referencesOf(place: Place, zone: string | undefined): ReferenceRow[] {
  return [
    referenceRow('owners', storable(ownerKey(place))),
    ...(place.categories ?? []).map(({ id }) => referenceRow('categories', id)),
    ...(place.tags ?? []).map(({ id }) => referenceRow('tags', id)),
    ...(zone === undefined ? [] : [referenceRow('zones', zone)]),
  ]
}

function instantOf(text: string | undefined): number | null {
  return text === undefined ? null : (parseInstant(text) ?? null)
}

/** Collects what the fields and texts of one place say. */
class Collected {
  readonly #lexemes = new Set<string>()
  readonly #suggested = new Set<string>()
  readonly #facts: Record<string, FieldValue | FieldValue[]> = {}
  readonly #cuts: Record<string, string[]> = {}
  /** Keys of the cuts that lexemes do not stand in for: words that one text of several must have together. */
  readonly #lists = new Set<string>()
  #inexact = false

  field(number: number, field: Field, values: readonly FieldValue[]): void {
    if (values.length === 0) return
    if (field.kind !== 'text') this.#facts[number] = field.list ? [...new Set(values.map(folded))] : folded(values[0]!)
    if (field.kind === 'id') return
    this.#lexemes.add(hasField(number))
    for (const value of values) {
      if (typeof value === 'string') this.#text(number, field, storable(fold(value)))
      else if (field.kind !== 'instant') this.#lexemes.add(fieldText(number, String(value)))
    }
  }

  texts(texts: ReturnType<ReturnType<typeof createTextReader>>): void {
    for (const { text, visibility } of texts) {
      const words = searchedWords(text).map(storable)
      this.#cut(anyLetters[visibility], words)
      for (const word of words) this.#word(anyWord(word, visibility), word)
    }
  }

  /** Notes the texts that are suggested, and gives their words. */
  suggested({ name, geolocationInfo: { municipality = '' } = {} }: Place): string[] {
    const words = { place: name, municipality } as const
    return Object.entries(words).flatMap(([type, text]) => {
      const found = searchedWords(text).map(storable)
      for (const word of found) this.#suggested.add(suggestedWord(word, type as SuggestedText))
      return found
    })
  }

  finish(): Pick<SearchRow, 'lexemes' | 'facts' | 'cuts' | 'inexact'> {
    const lexemes = [...this.#lexemes].filter((lexeme) => lexeme !== '')
    const bytes = lexemes.reduce((sum, lexeme) => sum + Buffer.byteLength(lexeme), 0)
    const tooMany = bytes > lexemeBytesMax
    const inexact = this.#inexact || tooMany
    const cuts = Object.fromEntries(Object.entries(this.#cuts).filter(([key]) => inexact || this.#lists.has(key)))
    const kept = [...this.#suggested, ...(tooMany ? lexemes.filter((lexeme) => lexeme.startsWith('h')) : lexemes)]
    return { lexemes: inexact ? [...kept, inexactLexeme] : kept, facts: this.#facts, cuts, inexact }
  }

  #text(number: number, field: Field, text: string): void {
    if (field.kind !== 'text') this.#lexemes.add(fieldText(number, text))
    const words = cutWords(text)
    this.#cut(String(number), words)
    if (field.list) this.#lists.add(String(number))
    for (const [at, word] of words.entries()) {
      // The word that a text begins with is found by the text.
      const isFound = at === 0 && field.kind !== 'text' && text.startsWith(word)
      if (isFound) this.#note(word)
      else this.#word(fieldWord(number, word), word)
    }
  }

  #word(lexeme: string, word: string): void {
    this.#lexemes.add(lexeme)
    this.#note(word)
  }

  #note(word: string): void {
    if (word.length > lexemeLength) this.#inexact = true
  }

  #cut(key: string, words: readonly string[]): void {
    const cuts = this.#cuts[key] ?? []
    this.#cuts[key] = cuts
    cuts.push(words.map((word) => ` ${word}`).join(''))
  }
}

function folded(value: FieldValue): FieldValue {
  return typeof value === 'string' ? storable(fold(value)) : value
}
