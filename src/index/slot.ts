import { distanceMetres } from '../geo/sphere.ts'
import type { Names } from '../place/directory-entry.ts'
import type { Field } from '../place/fields.ts'
import type { Revision } from '../place/journal.ts'
import type { LonLat, Place, PlaceId, PlaceView } from '../place/place.ts'
import { viewPlace } from '../place/view.ts'
import type { Visibility } from '../place/visibility.ts'
import { type Orphan, publicationOf, rowIdOf, type Span } from '../query/appearance.ts'
import { isPartial, type Meaning, type States, statesOf } from '../query/matches.ts'
import type { FullText, PlaceQuery, TypeChoice } from '../query/query.ts'
import { type RelevanceTier, searchedWords } from '../query/relevance.ts'
import type { SearchedText } from '../query/values.ts'
import { fieldValues } from '../query/values.ts'
import type { SortValue } from './columns/ranking.ts'
import type { FreshDocuments } from './documents/fresh-documents.ts'
import type { Row } from './documents/place-reader.ts'
import { type RenderedDocument, renderPlace } from './documents/render.ts'
import { type SlotHours, slotHours } from './hours/slot-hours.ts'
import { fromSealRow, type SealRow } from './sealing/seal-row.ts'

/** What the places of a delta are seen with. */
export interface SlotContext {
  readonly names: Names
  readonly meaning: Meaning
  /** By the numbers of slots. */
  readonly documents: FreshDocuments
  /** Whether words are made when a place is first shown, while it is parsed: where searches will ask for them anyway. */
  readonly wordsAhead: boolean
}

/** What follows from a place and the names of the directory. */
interface Derived {
  readonly namesVersion: number
  view: PlaceView | undefined
  words: SlotWords | undefined
  sortValues: Map<Field, SortValue> | undefined
}

/** Every word that `q` finds for those who see so much, each behind a separator. */
type SlotWords = Readonly<Record<Visibility, string>>

/** Stands in front of each word, and in none. */
const separator = '\n'

/** A full text as slots look for it. */
export interface SoughtWords {
  /** Each behind a separator, so that they are found where a word begins. */
  readonly starts: readonly string[]
  readonly sees: Visibility
}

/** Makes ready once what every slot of a delta is asked. */
export function soughtWords({ terms, sees }: FullText): SoughtWords {
  return { starts: terms.flat().map((start) => separator + start), sees }
}

/**
 * One place that has been written since the last sealing. It is looked at by every search until it is sealed, so what
 * a search needs of it is made when it is first wanted, and kept. The parsed place is let go when its writer has been
 * answered or its words are made, since thousands of them are what the collector of young objects would copy; it is
 * parsed once more for searches that need more.
 */
export class Slot {
  readonly id: PlaceId
  readonly rowId: string
  readonly slug: string
  readonly parentId: PlaceId | undefined
  readonly ownerId: string
  /** Whether its contact details are its owner's (D48). */
  readonly isFetching: boolean
  readonly position: LonLat
  readonly isPartial: boolean
  readonly placeTypes: readonly string[]
  readonly revision: Revision
  readonly parentName: string | undefined
  /** False: written again or purged since. */
  living = true
  readonly orphan: Orphan
  readonly seen: Span
  readonly states: States
  readonly #context: SlotContext
  readonly #name: string
  readonly #number: number
  #place: Place | undefined
  #nameKey: string | undefined
  /** Each between separators. */
  #nameWords: string | undefined
  #derived: Derived | undefined
  #isRendered = false
  #rendered: RenderedDocument | undefined
  #hours: { readonly known: SlotHours | undefined } | undefined

  /** @param number Which slot of its delta it is; its document must be among those of the context. */
  constructor(row: Row, number: number, context: SlotContext) {
    const { place, revision, parentName, orphan = 0 } = row
    this.id = place.id
    this.rowId = rowIdOf(place.id, orphan)
    this.orphan = orphan
    this.seen = row.seen ?? publicationOf(place)
    this.slug = place.slug
    this.parentId = place.parent?.id
    this.ownerId = place.owner.id
    this.isFetching = place.contactInfo?.fetchAutomatically === true
    this.position = place.geolocation.geometry.coordinates
    this.isPartial = isPartial({ parent: place.parent ?? {}, placeTypes: place.placeTypes })
    this.placeTypes = Object.keys(place.placeTypes)
    this.revision = revision
    this.parentName = parentName
    this.states = statesOf(place)
    this.#context = context
    this.#name = place.name
    this.#number = number
    this.#place = place
  }

  /** The place as it was taken in. */
  get row(): Row {
    return fromSealRow(this.sealRow, this.#parsed())
  }

  /** The place as it goes to the thread that seals. */
  get sealRow(): SealRow {
    const { revision, parentName, orphan, seen } = this
    const document = this.#context.documents.text(this.#number)
    return { document, revision, orphan, seen, ...(parentName !== undefined && { parentName }) }
  }

  /** The first time mostly for who has just written it; a place that is shown again is kept as it is shown. */
  get document(): RenderedDocument {
    if (this.#rendered !== undefined) return this.#rendered
    const rendered = renderPlace(this.#parsed(), this.parentName)
    if (this.#isRendered) this.#rendered = rendered
    this.#isRendered = true
    if (this.#context.wordsAhead) this.#words()
    this.#place = undefined
    return rendered
  }

  /** As callers see it; kept. */
  get view(): PlaceView {
    const derived = this.#current()
    derived.view ??= this.viewed()
    return derived.view
  }

  /** The same for those who keep what they read in it: not kept. */
  viewed(): PlaceView {
    return this.#current().view ?? viewPlace(this.#parsed(), this.#context.names, this.parentName)
  }

  /** Its opening hours; undefined when it has none. */
  get hours(): SlotHours | undefined {
    this.#hours ??= { known: slotHours(this.#parsed()) }
    return this.#hours.known
  }

  /** What an order by name compares. */
  get nameKey(): string {
    this.#nameKey ??= this.#context.meaning.sortKey(this.#name)
    return this.#nameKey
  }

  /** Whether it is of one of the types, as `matches` says. */
  isOfType({ types, partial }: TypeChoice): boolean {
    if (this.isPartial) return partial
    if (types === 'all') return true
    for (const type of types) if (this.placeTypes.includes(type)) return true
    return false
  }

  /** Whether the place has all words of a full text, as `matches` says. */
  holds({ starts, sees }: SoughtWords): boolean {
    const searched = this.#words()[sees]
    for (const start of starts) if (!searched.includes(start)) return false
    return true
  }

  /** What the keys of an order compare. */
  sortValues({ order, nearby, fullText }: PlaceQuery): SortValue[] {
    return order.map((key) => {
      if (key.by === 'distance') return nearby && distanceMetres(nearby.center, this.position)
      if (key.by === 'relevance') return fullText && this.#tier(fullText)
      if (key.field.name === 'name') return this.nameKey
      return this.#sortValue(key.field)
    })
  }

  /** As `relevanceTier` says it of the name, whose words are kept: each search asks this of every hit. */
  #tier({ terms }: FullText): RelevanceTier {
    this.#nameWords ??=
      searchedWords(this.#name)
        .map((word) => separator + word)
        .join('') + separator
    let tier: RelevanceTier = 0
    for (const word of terms.flat()) {
      const start = separator + word
      if (!this.#nameWords.includes(start)) return 2
      if (!this.#nameWords.includes(start + separator)) tier = 1
    }
    return tier
  }

  #sortValue(field: Field): SortValue {
    const derived = this.#current()
    derived.sortValues ??= new Map()
    const { sortValues } = derived
    if (sortValues.has(field)) return sortValues.get(field)
    const [value] = fieldValues(this.viewed(), field)
    const made = typeof value === 'string' && field.kind !== 'id' ? this.#context.meaning.sortKey(value) : value
    const compared = typeof made === 'boolean' ? Number(made) : made
    sortValues.set(field, compared)
    return compared
  }

  #words(): SlotWords {
    const derived = this.#current()
    if (derived.words === undefined) {
      const texts = this.#context.meaning.texts(this.viewed())
      const only = (of: Visibility) => wordsOf(texts.filter(({ visibility }) => visibility === of))
      const open = only('public')
      const media = open + only('media')
      derived.words = { public: open, media, restricted: media + only('restricted') }
      this.#place = undefined
    }
    return derived.words
  }

  #parsed(): Place {
    return this.#place ?? (JSON.parse(this.#context.documents.text(this.#number)) as Place)
  }

  #current(): Derived {
    const { names } = this.#context
    if (this.#derived?.namesVersion !== names.version) {
      this.#derived = { namesVersion: names.version, view: undefined, words: undefined, sortValues: undefined }
    }
    return this.#derived
  }
}

/** Of all texts at once: no word reaches over a separator, and each call costs more than a short text. */
function wordsOf(texts: readonly SearchedText[]): string {
  const words = searchedWords(texts.map(({ text }) => text).join(separator))
  return words.length === 0 ? '' : separator + words.join(separator)
}
