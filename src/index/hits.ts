import type { Instant, LonLat, PlaceId } from '../place/place.ts'
import type { FacetValues } from '../query/facets.ts'
import type { Facet, PageWindow, PlaceQuery } from '../query/query.ts'
import type { SuggestionType } from '../query/suggestion.ts'
import type { TileCounts, TileGrid } from '../query/tile.ts'
import type { DocumentForm } from '../read-model/document.ts'
import type { SortValue } from './columns/ranking.ts'
import type { FacetSource } from './facets/facet-source.ts'
import type { Pace } from './in-turns.ts'
import type { GrowableBytes } from './memory/growable.ts'
import type { Row } from './row.ts'
import type { SuggestTexts } from './suggest/suggest-texts.ts'

/** Where a document is: in a leaf, which it holds, so that it is good even when the leaf has been merged away. */
export interface DocumentRef {
  readonly leaf: Leaf
  readonly ordinal: number
}

/** Hits of a page that lie in one leaf, in the order of the page. It holds its leaf, as `DocumentRef` does. */
export interface HitRun {
  readonly leaf: Leaf
  readonly ordinals: Uint32Array
}

/** A page of a search. `distances` (metres, in the order of the hits) is there when the query has `nearby`. */
export interface Hits {
  readonly total: number
  readonly runs: readonly HitRun[]
  readonly distances?: Float64Array
  /** Which of all hits these are; absent in the pieces of a stream. */
  readonly window?: PageWindow
  /** What was to be counted, in the order of the query. */
  readonly facets?: readonly FacetValues[]
}

/** Some hits in the order of a query. */
export interface OrderedHits {
  readonly length: number
  /** The ordinal of hit `index`. */
  at(index: number): number
  /** The ordinals of the hits from `start` up to but not including `end`, as far as there are any. */
  slice(start: number, end: number): Uint32Array
}

/** The hits of one leaf in one tile. */
export interface TilePoints {
  /** Adds to the counts of the tile. */
  count(counts: TileCounts): void
  /** The ordinals of the hits in the patches that are wanted. */
  list(isWanted: (patch: number) => boolean): readonly number[]
}

/** What a leaf finds for a query. */
export interface LeafHits {
  readonly count: number
  /** The first `atMost` hits in order, or all when there are fewer. */
  ordered(atMost: number): Generator<void, OrderedHits>
  /** What the keys of the order compare for one hit. */
  sortValues(ordinal: number): readonly SortValue[]
  /** What the hits have in a facet, in one source or several, which share no hit; none where nothing has a value. */
  values(facet: Facet): Generator<void, readonly FacetSource[]>
  /** The hits in a tile. */
  inTile(grid: TileGrid): TilePoints
  /** What can be suggested of the hits: texts of a type, which are the values of a facet; undefined for none. */
  texts(type: SuggestionType, facet: Facet): Generator<void, SuggestTexts | undefined>
}

/** A leaf of the index: a segment, or the memtable, as a search asks it. Every live place is in exactly one. */
export interface Leaf {
  /** Its number; no two leaves of an index ever share one. */
  readonly number: number
  /** How many live places it has. */
  readonly places: number
  /** The ordinal of a live place, or -1. */
  find(id: PlaceId): number
  /** Whether a place is public (D50). */
  isPublic(ordinal: number, now: Instant): boolean
  /** The ordinal of the live place with this slug, or -1. */
  findBySlug(slug: string): number
  /** The live places that have this parent. */
  childrenOf(id: PlaceId): number[]
  idOf(ordinal: number): PlaceId
  /** The id of the owner of a place. */
  ownerIdOf(ordinal: number): string
  revisionOf(ordinal: number): number
  positionOf(ordinal: number): LonLat
  /** The place as it was taken in. */
  rowOf(ordinal: number): Row
  /** Whether some place may ask for the contact details of its owner (D48). */
  readonly asksForContacts: boolean
  /** Whether its documents are written already, so that they are copied and not rendered. */
  readonly isSegment: boolean
  /** The owner whose contact details the place asks for, or undefined when it asks for none. */
  contactOwnerOf(ordinal: number): string | undefined
  /** Takes a place out: it is superseded or purged. Its document can still be read. */
  remove(ordinal: number): void
  /** Searches the places that are there now in steps, whatever is taken out or put in meanwhile. */
  search(query: PlaceQuery, now: Instant, pace: Pace): Generator<void, LeafHits>
  /** The last instant up to `now` at which a publication began or ended, or -Infinity when none did. */
  changedAt(now: Instant): Instant
  /** Writes one document as it is stored, without fetched contact details. */
  write(out: GrowableBytes, ordinal: number, form: DocumentForm): void
  /** Writes several, a comma between them. */
  writeAll(out: GrowableBytes, ordinals: Uint32Array, form: DocumentForm): void
}
