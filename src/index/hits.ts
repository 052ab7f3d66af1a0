import { distanceMetres } from '../geo/sphere.ts'
import type { Instant, LonLat, PlaceId } from '../place/place.ts'
import type { Facet, Nearby, PageWindow, PlaceQuery } from '../query/query.ts'
import type { FacetValues } from '../query/results/facets.ts'
import type { SuggestionType } from '../query/results/suggestion.ts'
import type { TileCounts, TileGrid } from '../query/results/tile.ts'
import type { DocumentForm } from '../read-model/document.ts'
import type { NameOf, Reference, ReferenceAddress } from '../read-model/reference.ts'
import type { Row } from '../read-model/row.ts'
import type { SortValue } from './columns/column.ts'
import type { FacetSource } from './facets/facet-source.ts'
import type { Pace } from './in-turns.ts'
import type { GrowableBytes } from './memory/growable.ts'
import type { SuggestTexts } from './suggest/suggest-texts.ts'

/** The location of a document. It holds its leaf, so it stays valid after the leaf is merged. */
export interface DocumentRef {
  readonly leaf: Leaf
  readonly ordinal: number
}

/** Hits of a page that lie in one leaf, in the order of the page. It holds its leaf, as `DocumentRef` does. */
export interface HitRun {
  readonly leaf: Leaf
  readonly ordinals: Uint32Array
}

/** A page of a search. `distances` (metres, in the order of the hits) is present when the query has `nearby`. */
export interface Hits {
  readonly total: number
  readonly runs: readonly HitRun[]
  readonly distances?: Float64Array
  /** The position of the page among all hits; absent in the pieces of a stream. */
  readonly window?: PageWindow
  /** The counted facets, in the order of the query. */
  readonly facets?: readonly FacetValues[]
}

/** Some hits in the order of a query. */
export interface OrderedHits {
  readonly length: number
  /** The ordinal of hit `index`. */
  at(index: number): number
  /** The ordinals of the hits from `start` up to but not including `end`, or up to the last hit. */
  slice(start: number, end: number): Uint32Array
}

/** The hits of one leaf in one tile. */
export interface TilePoints {
  /** Adds to the counts of the tile. */
  count(counts: TileCounts): void
  /** The ordinals of the hits in the patches that `isWanted` accepts. */
  list(isWanted: (patch: number) => boolean): readonly number[]
}

/** The hits of a query in one leaf. */
export interface LeafHits {
  readonly count: number
  /** The first `atMost` hits in order, or all when there are fewer. */
  ordered(atMost: number): Generator<void, OrderedHits>
  /** The values of one hit that the keys of the order compare. */
  sortValues(ordinal: number): readonly SortValue[]
  /** The values of a facet among the hits, in sources that share no hit; no source if no place has a value. */
  values(facet: Facet): Generator<void, readonly FacetSource[]>
  /** The hits in a tile. */
  inTile(grid: TileGrid): TilePoints
  /** The texts of one type that can be suggested from the hits: the values of `facet`. Undefined if there are none. */
  texts(type: SuggestionType, facet: Facet): Generator<void, SuggestTexts | undefined>
}

/** A searchable part of the index: a segment or the memtable. Every live place is in exactly one leaf. */
export interface Leaf {
  /** Unique: no two leaves of an index ever share a number. */
  readonly number: number
  /** Number of live places. */
  readonly places: number
  /** The ordinal of a live place, or -1. */
  find(id: PlaceId): number
  /** True if the place is public at `now` (D50). */
  isPublic(ordinal: number, now: Instant): boolean
  /** The ordinal of the live place with this slug, or -1. */
  findBySlug(slug: string): number
  /** The ordinals of the live places that have this parent. */
  childrenOf(id: PlaceId): number[]
  /** The distinct references of its places to the directory, perhaps also those of removed ones. */
  references(): Iterable<Reference>
  /** The ordinals of the live places that show another name for the address than the current one. */
  otherwiseNamed(address: ReferenceAddress, nameOf: NameOf): Iterable<number>
  idOf(ordinal: number): PlaceId
  /** The id of the owner of a place. */
  ownerIdOf(ordinal: number): string
  revisionOf(ordinal: number): number
  positionOf(ordinal: number): LonLat
  /** The indexed row of a place. */
  rowOf(ordinal: number): Row
  /** True if some place may ask for the contact details of its owner (D48). */
  readonly asksForContacts: boolean
  /** True if its documents are already rendered: they are copied, not rendered again. */
  readonly isSegment: boolean
  /** The owner whose contact details the place asks for, or undefined when it asks for none. */
  contactOwnerOf(ordinal: number): string | undefined
  /** Removes a place that is superseded or purged. Its document can still be read. */
  remove(ordinal: number): void
  /**
   * Searches in steps. The result covers the places that were live at the call, whatever is added or removed meanwhile.
   */
  search(query: PlaceQuery, now: Instant, pace: Pace): Generator<void, LeafHits>
  /** The last instant up to `now` at which a publication began or ended, or -Infinity when none did. */
  changedAt(now: Instant): Instant
  /** Writes one stored document, without fetched contact details. */
  write(out: GrowableBytes, ordinal: number, form: DocumentForm): void
  /** Writes several documents, separated by commas, and adds the end of each to `ends`. */
  writeAll(out: GrowableBytes, ordinals: Uint32Array, form: DocumentForm, ends: number[]): void
}

/** The hits of a page; their distances from the centre of the query are computed when they are read. */
export function hitsOf(total: number, runs: readonly HitRun[], nearby: Nearby | undefined): Hits {
  if (nearby === undefined) return { total, runs }
  return {
    total,
    runs,
    // Computed only for callers that show distances.
    get distances() {
      return distancesFrom(nearby.center, runs)
    },
  }
}

function distancesFrom(center: LonLat, runs: readonly HitRun[]): Float64Array {
  const distances = runs.map(({ leaf, ordinals }) =>
    Float64Array.from(ordinals, (ordinal) => distanceMetres(center, leaf.positionOf(ordinal))),
  )
  return Float64Array.from(distances.flatMap((one) => [...one]))
}
