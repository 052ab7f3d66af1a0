import type { OpenDays } from '../../place/open-days.ts'
import type { LonLat } from '../../place/place.ts'
import type { PlaceTypeName } from '../../place/place-types.ts'

/** A town that a search may be near; without a position, it is where the places of `city` are. */
export interface KnownTown {
  readonly name: string
  /** Its names in other languages, by their tags. */
  readonly names?: Readonly<Partial<Record<string, string>>>
  readonly position?: LonLat
  /** The postal town of places, as the first of them writes it. */
  readonly city?: string
}

/** The meanings of one name. */
export interface NamedThing {
  readonly town?: KnownTown
  /** The municipality, as places write it. */
  readonly municipality?: string
  /** The county, as places write it. */
  readonly county?: string
  readonly owner?: { readonly ids: readonly string[]; readonly name: string }
}

/** The knowledge with which a text is read. */
export interface TypedContext {
  /** The number of the day on which the text is typed. */
  readonly today: number
  /** The minute of that day; a time before it is meant for a later day. */
  readonly minute?: number
  /** Returns the meanings of a name by the key of its phrase; undefined for none. */
  readonly named: (key: string) => NamedThing | undefined
  /** How the text fits the name of a place: as the whole of it, as words that begin its words, or not. */
  readonly fit: 'whole' | 'words' | 'none'
  /** The words that are meant by mistyped ones, by the keys of both. */
  readonly meant?: ReadonlyMap<string, string>
}

/** Types; `isSpecial` for a special kind of one, which is searched as text if a place has the word. */
interface TypesPart {
  readonly is: 'types'
  readonly names: readonly PlaceTypeName[]
  readonly isSpecial?: true
}

/** A part of a search as it was understood, with the text that it was read from. */
export type TypedPart = { readonly text: string } & (
  | TypesPart
  /** Searched as text. */
  | { readonly is: 'words'; readonly words: string }
  | { readonly is: 'open' }
  /** Open at a minute of a day; numbers of days since 1970-01-01. */
  | { readonly is: 'time'; readonly day: number; readonly minute: number }
  /** Open at some time of one of some days, or of each. */
  | ({ readonly is: 'days' } & OpenDays)
  /** The `filter` of a facility. */
  | { readonly is: 'facility'; readonly filter: string }
  | { readonly is: 'owner'; readonly ids: readonly string[]; readonly name: string }
  | { readonly is: 'address'; readonly address: string }
  | { readonly is: 'telephone'; readonly number: string }
  | { readonly is: 'id'; readonly id: string }
  | { readonly is: 'slug'; readonly slug: string }
  /** Near the places with this postal code. */
  | { readonly is: 'postal'; readonly code: string }
  | { readonly is: 'municipality' | 'county'; readonly name: string }
  | { readonly is: 'near'; readonly town: KnownTown }
  | { readonly is: 'point'; readonly position: LonLat }
  /** Near the person who types. */
  | { readonly is: 'here' }
  /** At most so far from there. */
  | { readonly is: 'within'; readonly metres: number }
)

/** A part whose meaning needs no look at the places any more. */
export type SettledPart = Exclude<TypedPart, { readonly is: 'slug' | 'postal' }>
