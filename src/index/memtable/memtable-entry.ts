import type { Field } from '../../place/fields.ts'
import type { LonLat, Place, PlaceView } from '../../place/place.ts'
import { type States, statesOf } from '../../place/place-state.ts'
import { sees, type Visibility } from '../../place/visibility.ts'
import { type ComparedValue, comparedValues, type Meaning, type TypeFacts } from '../../query/matches.ts'
import type { OrderKey, PlaceQuery } from '../../query/query.ts'
import { orderValue } from '../../query/results/order.ts'
import { relevanceTier, searchedWords } from '../../query/text/relevance.ts'
import { type RenderedDocument, renderPlace } from '../../read-model/document.ts'
import { publicationOf, type Span } from '../../read-model/public-span.ts'
import { type Row, viewOfRow } from '../../read-model/row.ts'
import type { SortValue } from '../columns/column.ts'
import { entryHours, type Schedule } from '../hours/hours-column.ts'

/** The meaning of fields, on which entries depend. */
export interface MemtableContext {
  readonly meaning: Meaning
}

/** Stands in front of each word, and occurs in none. */
export const separator = '\n'

/** A recent write, with the values that searches compare; each is computed on first use. */
export class MemtableEntry {
  readonly ordinal: number
  readonly row: Row
  readonly place: Place
  readonly position: LonLat
  readonly states: States
  readonly typeFacts: TypeFacts
  readonly publicSpan: Span
  /** False after the place was written again or purged. */
  isLive = true
  readonly #context: MemtableContext
  #nameKey: string | undefined
  #nameWords: readonly string[] | undefined
  #view: PlaceView | undefined
  readonly #values = new Map<Field, readonly ComparedValue[]>()
  readonly #sortValues = new Map<Field, SortValue>()
  /** All words that a visibility may see, each behind a separator. */
  readonly #words = new Map<Visibility, string>()
  #document: RenderedDocument | undefined
  #hours: { readonly known: Schedule | undefined } | undefined

  constructor(ordinal: number, row: Row, context: MemtableContext) {
    const { place, publicSpan = publicationOf(place) } = row
    this.ordinal = ordinal
    this.row = row
    this.place = place
    this.position = place.geolocation.geometry.coordinates
    this.states = statesOf(place)
    this.#context = context
    this.publicSpan = publicSpan
    this.typeFacts = { parent: place.parent ?? {}, placeTypes: place.placeTypes }
  }

  get document(): RenderedDocument {
    this.#document ??= renderPlace(this.row)
    return this.#document
  }

  get view(): PlaceView {
    this.#view ??= viewOfRow(this.row)
    return this.#view
  }

  /** The schedule; undefined for a place without opening hours. */
  get hours(): Schedule | undefined {
    this.#hours ??= { known: entryHours(this.place) }
    return this.#hours.known
  }

  /** The sort key of the order by name. */
  get nameKey(): string {
    this.#nameKey ??= this.#context.meaning.sortKey(this.place.name)
    return this.#nameKey
  }

  /** The values of a field as filters compare them. */
  values(field: Field): readonly ComparedValue[] {
    return this.#values.getOrInsertComputed(field, () => comparedValues(this.view, field))
  }

  /**
   * True if some word begins with each of these starts, as `matches` defines it; each start has a separator in front.
   */
  beginsWords(starts: readonly string[], sight: Visibility): boolean {
    const words = this.#words.getOrInsertComputed(sight, () => this.#wordsFor(sight))
    return starts.every((start) => words.includes(start))
  }

  /** The value that a key of an order compares. */
  sortValue(key: OrderKey, query: PlaceQuery): SortValue {
    if (key.by === 'relevance' && query.fullText) {
      this.#nameWords ??= searchedWords(this.place.name)
      return relevanceTier(this.#nameWords, query.fullText)
    }
    const { view } = this
    const value = () => orderValue(view, key, query, this.#context.meaning)
    if (key.by !== 'field') return value()
    if (key.field.kind === 'id') return view.id
    return this.#sortValues.getOrInsertComputed(key.field, value)
  }

  #wordsFor(sight: Visibility): string {
    const texts = this.#context.meaning.texts(this.view).filter(({ visibility }) => sees(sight, visibility))
    // All texts are split at once: no word crosses a separator.
    const words = searchedWords(texts.map(({ text }) => text).join(separator))
    return words.map((word) => separator + word).join('')
  }
}
