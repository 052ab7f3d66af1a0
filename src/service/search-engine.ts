import { hash } from 'node:crypto'
import { type Caller, sightOf } from '../access/access.ts'
import { pause } from '../common/pause.ts'
import { Problem } from '../common/problem.ts'
import { reason } from '../common/reason.ts'
import type { TileAddress } from '../geo/mercator.ts'
import type { IndexStats } from '../index/place-index.ts'
import type { JournalEntry, Position, Revision } from '../place/journal.ts'
import type { Instant, Place, PlaceId } from '../place/place.ts'
import type { Visibility } from '../place/visibility.ts'
import type { SearchRequest } from '../query/parse/search-request.ts'
import type { PageWindow, PlaceQuery } from '../query/query.ts'
import type { FacetValues } from '../query/results/facets.ts'
import type { Suggestion, SuggestRequest } from '../query/results/suggestion.ts'
import type { TileContent } from '../query/results/tile.ts'
import type { Form } from '../read-model/document.ts'
import type { DocumentList } from '../read-model/document-list.ts'
import type { ReferenceAddress } from '../read-model/reference.ts'

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

/** The content of a tile, with its entity tag if that does not depend on the content. */
export interface TileAnswer {
  readonly content: TileContent
  readonly etag?: string
}

/** Suggestions with their entity tag. */
export interface SuggestAnswer {
  readonly suggestions: readonly Suggestion[]
  readonly etag: string
}

/** Returns true once the caller no longer waits for the answer. */
export type IsGone = () => boolean

/** The position up to which an engine is complete after a start. */
export interface Backfill {
  readonly position: Position
  /** Why it takes in nothing more now, although it can be searched. */
  readonly outage?: string
}

/** Options of reading a place. */
export interface ReadOptions {
  readonly isWriter?: boolean
  readonly at?: Instant
}

/** A rename is answered before it is visible if more places than this refer to the entry (D44), or if it takes longer. */
export const renamedPlacesMax = 10_000
const renamedMillis = 10_000

/** Resolves when a rename is visible, or when its writer has waited long enough. */
export async function visibleInTime(visible: Promise<unknown>): Promise<void> {
  const late = new AbortController()
  await Promise.race([visible, pause(renamedMillis, late.signal)]).finally(() => late.abort())
}

/**
 * Answers reads and searches from a read model, which is derived from the journal and can be discarded.
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
  /** Resolves when all places show the current names of these entries and parents, unless these are very many places (D44). */
  renamed(addresses: readonly ReferenceAddress[]): Promise<void>
  /** Returns the number of places. */
  count(): Promise<number>
  /** Returns the figures of the index; undefined for SQL. */
  stats(): IndexStats | undefined
  /** Resolves with the number of places that may still show a former name; undefined if the database does not answer. */
  outdatedPlaces(): Promise<number | undefined>
  /** To be called before `close`: what fails from now on is not tried again. */
  stop(): void
  close(): Promise<void>
  /**
   * The place as the caller sees it, deleted ones included (D40, not D50); rejects with 404 when there is none. Its writer
   * sees it in every state; `at` is an instant after that of the clock.
   */
  read(id: PlaceId, caller: Caller, options?: ReadOptions): Promise<FoundDocument>
  /**
   * Returns what `read` resolves with if that needs no waiting, else undefined; throws what `read` rejects with. The fast path
   * of reads by id, which are most of all requests.
   */
  readNow(id: PlaceId, caller: Caller): FoundDocument | undefined
  /** Resolves with the id of the place that has this slug now, or undefined. */
  idOfSlug(slug: string): Promise<PlaceId | undefined>
  /** Resolves with a stored place without hidden members; undefined if there is none that the caller sees. */
  storedPlace(id: PlaceId, caller?: Caller): Promise<Place | undefined>
  /** Resolves with the id of the present owner of a place, or undefined when there is no such place. */
  ownerOf(id: PlaceId): Promise<string | undefined>
  /** Resolves with the page of a search as the caller sees it. */
  search(request: SearchRequest, caller: Caller, isGone: IsGone): Promise<FoundPage>
  /**
   * All that a search finds, of one moment, as pages that follow each other; the first comes even where nothing is found.
   * Memory does not grow with their number. If it cannot go on, it throws, and the pages so far are incomplete.
   */
  stream(request: SearchRequest, caller: Caller, isGone: IsGone): AsyncGenerator<FoundPage>
  /** Resolves with the content of a tile for a search; the tag is undefined where that of `searchTag` is. */
  tile(request: SearchRequest, address: TileAddress, caller: Caller, isGone: IsGone): Promise<TileAnswer>
  /** Resolves with completions of a text. */
  suggest(request: SuggestRequest | undefined, caller: Caller, isGone: IsGone): Promise<SuggestAnswer>
  /** Returns the tag of a search by this caller now if it does not depend on the answer, else undefined. */
  searchTag(query: PlaceQuery | undefined, caller: Caller): string | undefined
}

const expanded = { owner: true, categories: true, tags: true, distance: false } as const
const placeForms: Readonly<Record<Visibility, Form>> = {
  public: { ...expanded, sees: 'public' },
  media: { ...expanded, sees: 'media' },
  restricted: { ...expanded, sees: 'restricted' },
}

/** The stored place, without names of the directory and without members that anybody may not see. */
export const storedForm: Form = { sees: 'public', owner: false, categories: false, tags: false, distance: false }

/** Returns the form of a single place for a caller. */
export function placeForm(caller: Caller): Form {
  return placeForms[sightOf(caller)]
}

/** Returns the form of search results for a caller. */
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
