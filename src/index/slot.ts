import { distanceMetres } from '../geo/sphere.ts'
import type { Names } from '../place/directory-entry.ts'
import type { Field } from '../place/fields.ts'
import type { PlaceView } from '../place/place.ts'
import { viewPlace } from '../place/view.ts'
import { type Meaning, type States, statesOf } from '../query/matches.ts'
import type { FullText, PlaceQuery } from '../query/query.ts'
import { relevanceTier, searchedWords } from '../query/relevance.ts'
import type { SearchedText } from '../query/values.ts'
import { fieldValues } from '../query/values.ts'
import type { SortValue } from './columns/ranking.ts'
import type { Row } from './documents/place-reader.ts'
import { type RenderedDocument, renderPlace } from './documents/render.ts'
import { type SlotHours, slotHours } from './hours/slot-hours.ts'

/** What the places of a delta are seen with. */
export interface SlotContext {
  readonly names: Names
  readonly meaning: Meaning
}

/** What follows from a place and the names of the directory. */
interface Derived {
  readonly namesVersion: number
  readonly view: PlaceView
  /** Every word that `q` finds, each behind a separator: for callers who see restricted fields, and for the others. */
  words: { readonly all: string; readonly open: string } | undefined
  nameKey: SortValue
  readonly sortValues: Map<Field, SortValue>
}

/** Stands in no word. */
const separator = '\n'

/** A full text as slots look for it. */
export interface SoughtWords {
  /** Each behind a separator, so that they are found where a word begins. */
  readonly starts: readonly string[]
  readonly restricted: boolean
}

/** Makes ready once what every slot of a delta is asked. */
export function soughtWords({ terms, restricted }: FullText): SoughtWords {
  return { starts: terms.flat().map((start) => separator + start), restricted }
}

/**
 * One place that has been written since the last sealing. It is looked at by every search until it is sealed, so what
 * a search needs of it is made when it is first wanted, and kept.
 */
export class Slot {
  readonly row: Row
  /** False: written again or purged since. */
  living = true
  readonly states: States
  readonly #context: SlotContext
  #derived: Derived | undefined
  #document: RenderedDocument | undefined
  #hours: { readonly known: SlotHours | undefined } | undefined

  constructor(row: Row, context: SlotContext) {
    this.row = row
    this.#context = context
    this.states = statesOf(row.place)
  }

  get document(): RenderedDocument {
    this.#document ??= renderPlace(this.row.place, this.row.parentName)
    return this.#document
  }

  get view(): PlaceView {
    return this.#current().view
  }

  /** Its opening hours; undefined when it has none. */
  get hours(): SlotHours | undefined {
    this.#hours ??= { known: slotHours(this.row.place) }
    return this.#hours.known
  }

  /** What an order by name compares. */
  get nameKey(): SortValue {
    const derived = this.#current()
    derived.nameKey ??= this.#context.meaning.sortKey(derived.view.name)
    return derived.nameKey
  }

  /** Whether the place has all words of a full text, as `matches` says. */
  holds({ starts, restricted }: SoughtWords): boolean {
    const words = this.#words()
    const searched = restricted ? words.all : words.open
    return starts.every((start) => searched.includes(start))
  }

  /** What the keys of an order compare. */
  sortValues({ order, nearby, fullText }: PlaceQuery): SortValue[] {
    const { view } = this
    return order.map((key) => {
      if (key.by === 'distance') return nearby && distanceMetres(nearby.center, view.geolocation.geometry.coordinates)
      if (key.by === 'relevance') return fullText && relevanceTier(view.name, fullText)
      return this.#sortValue(key.field)
    })
  }

  #sortValue(field: Field): SortValue {
    const { sortValues, view } = this.#current()
    if (sortValues.has(field)) return sortValues.get(field)
    const [value] = fieldValues(view, field)
    const made = typeof value === 'string' && field.kind !== 'id' ? this.#context.meaning.sortKey(value) : value
    const compared = typeof made === 'boolean' ? Number(made) : made
    sortValues.set(field, compared)
    return compared
  }

  #words(): { readonly all: string; readonly open: string } {
    const derived = this.#current()
    if (derived.words === undefined) {
      const texts = this.#context.meaning.texts(derived.view)
      const open = wordsOf(texts.filter(({ restricted }) => !restricted))
      derived.words = { open, all: open + wordsOf(texts.filter(({ restricted }) => restricted)) }
    }
    return derived.words
  }

  #current(): Derived {
    const { names } = this.#context
    if (this.#derived?.namesVersion !== names.version) {
      const { place, parentName } = this.row
      const view = viewPlace(place, names, parentName)
      this.#derived = { namesVersion: names.version, view, words: undefined, nameKey: undefined, sortValues: new Map() }
    }
    return this.#derived
  }
}

/** Of all texts at once: no word reaches over a separator, and each call costs more than a short text. */
function wordsOf(texts: readonly SearchedText[]): string {
  const words = searchedWords(texts.map(({ text }) => text).join(separator))
  return words.length === 0 ? '' : separator + words.join(separator)
}
