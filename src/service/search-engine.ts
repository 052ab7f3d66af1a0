import { hash } from 'node:crypto'
import { type Caller, sightOf } from '../access/access.ts'
import { Problem } from '../common/problem.ts'
import { reason } from '../common/reason.ts'
import type { IndexStats } from '../index/place-index.ts'
import type { JournalEntry, Position, Revision } from '../place/journal.ts'
import type { Instant, Place, PlaceId } from '../place/place.ts'
import type { Visibility } from '../place/visibility.ts'
import type { SearchRequest } from '../query/parse/search-request.ts'
import type { PageWindow, PlaceQuery } from '../query/query.ts'
import type { FacetValues } from '../query/results/facets.ts'
import type { Suggestion, SuggestRequest } from '../query/results/suggestion.ts'
import type { TileAddress, TileContent } from '../query/results/tile.ts'
import type { Form } from '../read-model/document.ts'
import type { DocumentList } from '../read-model/document-list.ts'

/** A place as a caller sees it. */
export interface FoundDocument {
  readonly id: PlaceId
  readonly revision: Revision
  /** JSON, UTF-8. */
  readonly bytes: Buffer
}

/** A page of a search, or of a stream. */
export interface FoundPage {
  readonly total: number
  readonly documents: DocumentList
  readonly facets?: readonly FacetValues[]
  /** The position of the page among all matches; absent in the pages of a stream. */
  readonly window?: PageWindow
  /** Known if the index answers; otherwise the response decides its tag. */
  readonly etag?: string | undefined
  /** The `q` that was searched in place of the requested one (D63). */
  readonly similar?: string
}

/** What a tile shows, with its entity tag where that is known without it. */
export interface TileAnswer {
  readonly content: TileContent
  readonly etag?: string
}

/** Suggestions with their entity tag. */
export interface SuggestAnswer {
  readonly suggestions: readonly Suggestion[]
  readonly etag: string
}

/** Whether the caller does not wait for the answer any more. */
export type IsGone = () => boolean

/** What is made of what is found, at once where that is there already. */
export function answered<Found, Made>(found: Found | Promise<Found>, make: (found: Found) => Made | Promise<Made>) {
  return found instanceof Promise ? found.then(make) : make(found)
}

/** Up to where an engine is complete after a start. */
export interface Backfill {
  readonly position: Position
  /** Why it takes in nothing more now, although it can be searched. */
  readonly outage?: string
}

/** How a place is read. */
export interface ReadOptions {
  readonly isWriter?: boolean
  readonly at?: Instant
}

/**
 * What answers reads and searches: a read model that is derived from the journal, and can be thrown away. The index of this
 * process answers at once, but for what takes long; SQL answers later.
 */
export interface SearchEngine {
  /** Why nothing can be searched before the backfill. */
  readonly unready: string
  /** The backfill of a start, from what an earlier one has left or from the record. */
  backfill(): Promise<Backfill>
  /** To be called when answers may be given after a backfill. */
  opened(): void
  /** The backfill from a history that diverged: nothing of before is used again. */
  rebuild(): Promise<Position>
  /** Takes in new entries: at once, or when the promise resolves. */
  apply(entries: readonly JournalEntry[]): Promise<void> | undefined
  /** Backpressure: resolves when more may be written after these entries. */
  capacity(entries: readonly JournalEntry[]): Promise<unknown>
  /** How many places it has. */
  count(): Promise<number>
  /** Figures of an index; undefined where there is none. */
  stats(): IndexStats | undefined
  /** To be called before `close`: what fails from now on is not tried again. */
  stop(): void
  close(): Promise<void>
  /**
   * The place as the caller sees it, deleted ones included (D40, not D50); throws or rejects with 404 when there is none.
   * Who has just written it sees it whatever its state; `at` is an instant behind the clock's at which it is seen.
   */
  read(id: PlaceId, caller: Caller, options?: ReadOptions): FoundDocument | Promise<FoundDocument>
  /** The id of the place that has this slug now, or undefined. */
  idOfSlug(slug: string): PlaceId | undefined | Promise<PlaceId | undefined>
  /** What is stored of a place, hidden members left out; undefined when there is none, or none that the caller sees. */
  storedPlace(id: PlaceId, caller?: Caller): Place | undefined | Promise<Place | undefined>
  /** The id of the present owner of a place, or undefined when there is no such place. */
  ownerOf(id: PlaceId): string | undefined | Promise<string | undefined>
  /** The page of a search as the caller sees it. */
  search(request: SearchRequest, caller: Caller, isGone: IsGone): FoundPage | Promise<FoundPage>
  /**
   * All that a search finds, of one moment, as pages that follow each other; the first comes even where nothing is found.
   * Memory does not grow with how many there are. It throws, and what was given is not all, where it cannot go on.
   */
  stream(request: SearchRequest, caller: Caller, isGone: IsGone): AsyncGenerator<FoundPage>
  /** What a tile shows of the places that a search finds; the tag is undefined where `searchTag` is. */
  tile(request: SearchRequest, address: TileAddress, caller: Caller, isGone: IsGone): TileAnswer | Promise<TileAnswer>
  /** What a text that has been begun may become. */
  suggest(request: SuggestRequest | undefined, caller: Caller, isGone: IsGone): SuggestAnswer | Promise<SuggestAnswer>
  /** The tag of a search by this caller now, where it can be told before the answer; else undefined. */
  searchTag(query: PlaceQuery | undefined, caller: Caller): string | undefined
}

const expanded = { owner: true, categories: true, tags: true, distance: false } as const
const placeForms: Readonly<Record<Visibility, Form>> = {
  public: { ...expanded, sees: 'public' },
  media: { ...expanded, sees: 'media' },
  restricted: { ...expanded, sees: 'restricted' },
}

/** What is stored of a place, with no name of the directory and nothing that is hidden from anybody. */
export const storedForm: Form = { sees: 'public', owner: false, categories: false, tags: false, distance: false }

/** What a caller sees of a single place. */
export function placeForm(caller: Caller): Form {
  return placeForms[sightOf(caller)]
}

/** What a caller sees in the results of a search. */
export function resultForm({ expand }: SearchRequest, caller: Caller): Form {
  return { ...expand, sees: sightOf(caller) }
}

/**
 * The tag of a place; forms, names and fetched details tell answers of one revision apart, for which the CRC-32 of the
 * answer is enough beside the revision.
 */
export function placeTag(revision: number, checksum: number): string {
  return `"${revision}-${checksum.toString(36)}"`
}

/**
 * The weak tag of an answer that no revision stands beside. Texts with the same CRC are easily made, and answers are
 * kept by their tags, so these have a hash that nobody makes come out the same by chance or for fun.
 */
export function contentTag(bytes: Buffer): string {
  return `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
}

/** The weak tag of suggestions by what they are. */
export function suggestionsTag(suggestions: readonly Suggestion[]): string {
  return contentTag(Buffer.from(JSON.stringify(suggestions)))
}

/** The problem of an id that no place has. */
export function unknownPlace(id: PlaceId): Problem {
  return new Problem('not-found', reason('no-place', { id }))
}

/** The tag of a position in the journal, as this edition of the service answers from it. */
export function positionTag(edition: string, { revision, transactionId }: Position): string {
  return `${edition}-${revision}-${transactionId.toString(36)}`
}
