import type { JournalEntry, Revision } from '../place/journal.ts'
import type { Instant, PlaceId } from '../place/place.ts'
import type { Visibility } from '../place/visibility.ts'
import type { FacetValues } from '../query/facets.ts'
import type { Expansion, PlaceQuery } from '../query/query.ts'
import type { Suggestion, SuggestRequest } from '../query/suggestion.ts'
import type { TileAddress, TileContent } from '../query/tile.ts'
import type { Pace } from './in-turns.ts'
import type { PageBytes } from './memory/pieces.ts'

/** Which parts of its document an answer shows: to whom, and with which expansions. */
export interface Form extends Expansion {
  /** Which members are written: those that are visible to whoever sees this. */
  readonly sees: Visibility
}

/** Where a document is: a place in a segment or in the memtable. Good until the next `apply`. */
export interface DocumentRef {
  readonly segment: number
  readonly ordinal: number
}

/** Hits of a page that lie in one segment or in the memtable, in the order of the page. Good until the next `apply`. */
export interface HitRun {
  readonly segment: number
  readonly ordinals: Uint32Array
}

/** A page of a search. `distances` (metres, in the order of the hits) is there when the query has `nearby`. */
export interface Hits {
  readonly total: number
  readonly runs: readonly HitRun[]
  readonly distances?: Float64Array
  /** What was to be counted, in the order of the query. */
  readonly facets?: readonly FacetValues[]
}

/** What is told of an index to those who operate it. */
export interface IndexStats {
  readonly places: number
  readonly revision: Revision
  readonly segments: number
  readonly memtablePlaces: number
  readonly columnBytes: number
  readonly documentBytes: number
}

/**
 * The in-process search over every place that is not purged, deleted ones included. It can be thrown away and rebuilt
 * from the journal at any time; everything but `settle` and `close` is synchronous and sees every earlier `apply`.
 */
export interface PlaceIndex {
  /** The last revision that it has seen. */
  readonly revision: Revision
  /** Takes in entries in the order of revisions; those that are no places only move `revision`. */
  apply(entries: readonly JournalEntry[]): void
  /** Ids, exact total and order of a query at the instant `now`. */
  search(query: PlaceQuery, now: Instant): Hits
  /** The hits of a query in a tile: single places where they are few, clusters with exact counts where they are many. */
  tile(query: PlaceQuery, address: TileAddress, now: Instant): TileContent
  /** What a text that has been begun may become among the names of places, municipalities and owners, best first. */
  suggest(request: SuggestRequest, now: Instant): Suggestion[]
  /**
   * The same in steps of a few milliseconds, most of which end with the first. What is found is of the moment when it
   * began: `lend` is to be called before anything else is done between steps, and when a name changes, it has to begin anew.
   */
  searching(query: PlaceQuery, now: Instant, pace?: Pace): Generator<void, Hits>
  tiling(query: PlaceQuery, address: TileAddress, now: Instant): Generator<void, TileContent>
  suggesting(request: SuggestRequest, now: Instant): Generator<void, Suggestion[]>
  /** Leaves what searches have selected as it is from now on: the next change is made in a copy. */
  lend(): void
  /**
   * The last instant up to `now` at which a publication began or ended, or -Infinity when none did: two searches of the
   * same revision give the same when this is the same.
   */
  changedAt(now: Instant): Instant
  /** Where the place is, or undefined when there is none. */
  find(id: PlaceId): DocumentRef | undefined
  /** The same as those see it who see only what is published at that instant: without its parent where that is not. */
  findSeen(id: PlaceId, now: Instant): DocumentRef | undefined
  /** The place that has this slug now, or undefined. */
  findBySlug(slug: string): DocumentRef | undefined
  idOf(ref: DocumentRef): PlaceId
  revisionOf(ref: DocumentRef): Revision
  /** The id of the owner of a place. */
  ownerOf(ref: DocumentRef): string
  /** The owner whose contact details the document will be filled with (D48); mostly none. */
  contactOwner(ref: DocumentRef): string | undefined
  /** Those of a page, each once. */
  contactOwners(hits: Hits): readonly string[]
  /** The JSON of one place, UTF-8. */
  document(ref: DocumentRef, form: Form): Buffer
  /** The CRC-32 of what `document` gives, which takes less than to make it. */
  checksum(ref: DocumentRef, form: Form): number
  /** `{"TotalHits":…,"Results":[…]}`, with `Facets` where they were asked for, UTF-8, in pieces, some of which lie in the memory of the index. */
  page(hits: Hits, form: Form): PageBytes
  /** The same in steps; once it has been called, nothing that is applied changes it. */
  paging(hits: Hits, form: Form): Generator<void, PageBytes>
  stats(): IndexStats
  /** Resolves when no sealing or merging is under way. */
  settle(): Promise<void>
  close(): Promise<void>
}
