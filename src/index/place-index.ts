import { distanceMetres } from '../geo/sphere.ts'
import type { Names } from '../place/directory-entry.ts'
import type { JournalEntry, PlaceSource, Revision } from '../place/journal.ts'
import type { Model } from '../place/model.ts'
import type { Instant, LonLat, Place, PlaceId } from '../place/place.ts'
import { createMeaning } from '../query/matches.ts'
import { isByOffset, type Nearby, type PlaceQuery, windowAt } from '../query/query.ts'
import type { Suggestion, SuggestRequest } from '../query/suggestion.ts'
import type { TileAddress, TileContent } from '../query/tile.ts'
import type { Form } from '../read-model/document.ts'
import { publicationOf } from '../read-model/public-span.ts'
import { type CompactionLimits, SegmentManager } from './compaction/segment-manager.ts'
import { createInlineWorker, type Worker, WorkerThread } from './compaction/start-worker.ts'
import { writeDocument, writePage } from './documents/write-page.ts'
import { facetValues } from './facets/facet-values.ts'
import type { DocumentRef, HitRun, Hits, Leaf } from './hits.ts'
import { atOnce, ClockedPace, inTurns, type Pace } from './in-turns.ts'
import { GrowableBytes } from './memory/growable.ts'
import { type Cursor, countInFront, cursorsOf, endsOf, type FoundIn, pageOf, takeRuns } from './page-order.ts'
import { parseRow, type Row, rowOf, type StoredRow } from './row.ts'
import type { SearchContext } from './segment/segment-columns.ts'
import type { SegmentWithTombstones } from './segment/segment-merge.ts'
import { suggestions } from './suggest/suggestions.ts'
import { tileContent } from './tiles/tile-content.ts'

/** Pages are written in memory of this size to begin with, and in new memory beyond the larger one. */
const [pageBytes, pageBytesMax] = [2 ** 17, 2 ** 20]

/** What an index is made for. */
export interface PlaceIndexOptions {
  readonly model: Model
  readonly names: Names
  /**
   * `worker`: flushing and merging stop no search. `inline`: they happen within `apply`, for tests and small tools.
   */
  readonly compaction: 'worker' | 'inline'
  /** When to flush, and what to merge at once; the default suits a service. */
  readonly limits?: Partial<CompactionLimits>
  /** Told of work in the background that failed. Nothing is lost by it, and it is tried again. */
  readonly onError?: (error: Error) => void
  /** Told, within `apply`, when a place was purged. */
  readonly onPurged?: () => void
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

/** All that an index knows up to a revision, as it can be kept and taken in again. */
export interface IndexState {
  readonly revision: Revision
  readonly segments: readonly SegmentWithTombstones[]
  /** The places that are in no segment yet. */
  readonly rows: readonly StoredRow[]
}

/** Threads are kept for so long without work: one that flushes between writes, one that has seen large segments not. */
const idleMillis = { flusher: 60_000, merger: 2_000 } as const

/**
 * The in-process search over every place that is not purged, deleted ones included. It can be thrown away and rebuilt
 * from the journal at any time; what gives no promise is synchronous and sees every earlier `apply`.
 */
export class PlaceIndex {
  readonly #context: SearchContext
  readonly #manager: SegmentManager
  readonly #merger: Worker
  readonly #onPurged: () => void
  /** What pages are written in, one after the other: memory that is new for each takes longer than filling it. */
  #page: GrowableBytes | undefined
  #revision: Revision = 0

  constructor({ model, names, compaction, limits, onError = () => {}, onPurged = () => {} }: PlaceIndexOptions) {
    const meaning = createMeaning(model)
    const context = { model, names, sortKey: meaning.sortKey, meaning }
    const inline = compaction === 'inline' ? createInlineWorker(model) : undefined
    this.#context = context
    this.#merger = inline ?? new WorkerThread(model, idleMillis.merger)
    this.#onPurged = onPurged
    this.#manager = new SegmentManager({
      limits,
      context,
      flusher: inline ?? new WorkerThread(model, idleMillis.flusher),
      merger: this.#merger,
      carryOut: inline ? atOnce : inTurns,
      onError,
    })
  }

  /** The watermark: the last revision that it has applied. */
  get revision(): Revision {
    return this.#revision
  }

  /** Takes in entries in the order of revisions; those that are no places only move `revision`. */
  apply(entries: readonly JournalEntry[]): void {
    for (const entry of entries) {
      this.#revision = Math.max(this.#revision, entry.revision)
      if (entry.kind === 'place') this.#applyPlace(entry)
    }
  }

  /**
   * Takes in every place of a store: once, before anything is applied. `revision` is the last of the store when the
   * reading began; what comes after it is to be applied then, and may be among what is loaded.
   */
  async load(source: PlaceSource, revision: Revision): Promise<void> {
    for (const data of await this.#merger.run('load', source)) this.#manager.add({ data })
    this.#revision = revision
  }

  /** Forgets everything, as if it were new, because the history has diverged. */
  clear(): void {
    this.#manager.clear()
    this.#revision = 0
  }

  /**
   * All that is known now, without a copy of what is in segments; undefined while that would hold the text of a purged
   * place (see `scrub`).
   */
  state(): IndexState | undefined {
    if (this.#manager.unclean) return undefined
    return { revision: this.#revision, ...this.#manager.state() }
  }

  /** Takes in what another index knew: once, into an empty index, before anything is applied. */
  restore({ revision, segments, rows }: IndexState): void {
    for (const segment of segments) this.#manager.add(segment)
    for (const row of rows) this.#manager.memtable.put(parseRow(row))
    this.#revision = revision
    this.#manager.flushAndCompact()
  }

  /** Backpressure: resolves when memtables are below their limit; undefined when they are now. */
  capacity(): Promise<void> | undefined {
    return this.#manager.capacity()
  }

  /** Begins to compact what still holds the text of purged places. */
  scrub(): void {
    this.#manager.scrub()
  }

  /**
   * Exact total and order of a query at the instant `now`, in steps of a few milliseconds, most of which end with the
   * first. What is found is of the moment when it began; when a name changes between steps, it has to begin anew.
   */
  *searching(query: PlaceQuery, now: Instant, pace: Pace = new ClockedPace()): Generator<void, Hits> {
    const found = yield* this.#found(query, now, pace)
    const total = found.reduce((sum, { hits }) => sum + hits.count, 0)
    const { order, after, nearby, facets } = query
    const { offset, limit } = after ? windowAt(query, after, yield* countInFront(found, order, after)) : query
    const page = offset < total && limit > 0 ? yield* pageOf(found, { order, offset, limit }) : []
    const count = page.reduce((sum, { ordinals }) => sum + ordinals.length, 0)
    const ends = count < total && !isByOffset(query) ? endsOf(found, page) : undefined
    const counted = facets && {
      facets: yield* facetValues(found, facets, { ...this.#context, pace, valuesMax: query.facetValuesMax }),
    }
    const hits = hitsOf(total, page, nearby)
    return Object.assign(hits, counted, { window: { start: offset, count, total, ...(ends && { ends }) } })
  }

  /**
   * All hits of a query in order, some at a time, the first ones even where there are none; in steps, as `searching`, up to
   * where the first can be taken. Of the moment when it began, however long it takes: what it holds is an integer a hit.
   */
  *streaming(query: PlaceQuery, now: Instant): Generator<void, Generator<Hits>> {
    const found = yield* this.#found(query, now, new ClockedPace())
    const total = found.reduce((sum, { hits }) => sum + hits.count, 0)
    const { order, offset, nearby } = query
    return streamed(yield* cursorsOf(found, { order, offset, limit: total }), { total, order, nearby })
  }

  /**
   * The hits of a query in a tile: single places where they are few, clusters with exact counts where they are many; in
   * steps, as `searching`.
   */
  *tiling(query: PlaceQuery, address: TileAddress, now: Instant): Generator<void, TileContent> {
    const pace = new ClockedPace()
    return yield* tileContent(yield* this.#found(query, now, pace), address, { now, pace })
  }

  /**
   * What a text that has been begun may become among the names of places, municipalities and owners, best first; in
   * steps, as `searching`.
   */
  *suggesting(request: SuggestRequest, now: Instant): Generator<void, Suggestion[]> {
    const pace = new ClockedPace()
    const found = yield* this.#found(request.query, now, pace)
    return yield* suggestions(found, request, { ...this.#context, pace })
  }

  /**
   * The last instant up to `now` at which a publication began or ended, or -Infinity when none did: two searches of the
   * same revision give the same when this is the same.
   */
  changedAt(now: Instant): Instant {
    return this.#manager.leaves.reduce((latest, leaf) => Math.max(latest, leaf.changedAt(now)), -Infinity)
  }

  /** Where the place is, or undefined when there is none. */
  find(id: PlaceId): DocumentRef | undefined {
    return this.#locate((leaf) => leaf.find(id))
  }

  /** The same of a place that is public at that instant (D50). */
  findPublic(id: PlaceId, now: Instant): DocumentRef | undefined {
    const found = this.find(id)
    return found?.leaf.isPublic(found.ordinal, now) ? found : undefined
  }

  /** The place that has this slug now, or undefined. */
  findBySlug(slug: string): DocumentRef | undefined {
    return this.#locate((leaf) => leaf.findBySlug(slug))
  }

  /** The owners, each once, whose contact details the documents of a page will be filled with (D48). */
  contactOwners({ runs }: Hits): readonly string[] {
    const asking = runs.filter(({ leaf }) => leaf.asksForContacts)
    const owners = asking.flatMap(({ leaf, ordinals }) => [...ordinals].map((ordinal) => leaf.contactOwnerOf(ordinal)))
    return [...new Set(owners)].filter((owner) => owner !== undefined)
  }

  /** The JSON of one place, UTF-8. */
  document(ref: DocumentRef, form: Form): Buffer {
    return writeDocument(ref, form, this.#context.names)
  }

  /**
   * `{"TotalHits":…,"Results":[…]}`, with `Facets` where they were asked for, UTF-8, in steps. Once it has been called, nothing that is applied changes it.
   */
  *paging(hits: Hits, form: Form): Generator<void, Buffer> {
    const out = this.#page ?? new GrowableBytes(pageBytes)
    this.#page = undefined
    yield* writePage(hits, form, { names: this.#context.names, out })
    const page = Buffer.from(out.view())
    if (page.length > pageBytesMax) return page
    out.length = 0
    this.#page = out
    return page
  }

  stats(): IndexStats {
    const { leaves, segments, memtablePlaces } = this.#manager
    return {
      places: leaves.reduce((sum, { places }) => sum + places, 0),
      revision: this.#revision,
      segments: segments.length,
      memtablePlaces,
      columnBytes: segments.reduce((sum, { bytes }) => sum + bytes.columns, 0),
      documentBytes: segments.reduce((sum, { bytes }) => sum + bytes.documents, 0),
    }
  }

  /** Resolves when no flush or merge is under way. */
  settle(): Promise<void> {
    return this.#manager.settle()
  }

  close(): Promise<void> {
    return this.#manager.close()
  }

  /** All leaves begin before the first step ends, so that what they find is of one moment. */
  *#found(query: PlaceQuery, now: Instant, pace: Pace): Generator<void, FoundIn[]> {
    const leaves = this.#manager.leaves.filter(({ places }) => places > 0)
    const searches = leaves.map((leaf) => leaf.search(query, now, pace))
    const found: FoundIn[] = []
    for (const [number, leaf] of leaves.entries()) found.push({ leaf, hits: yield* searches[number]! })
    return found
  }

  #applyPlace({ id, document, revision }: JournalEntry): void {
    const place = document === undefined ? undefined : (JSON.parse(document) as Place)
    const row = place && rowOf({ place, document: document!, revision }, this.#parentOf(place))
    const before = this.#replace(id, row)
    // Few places have children, so these are looked for before the row of the place is read.
    const children = this.#manager.leaves.flatMap((leaf) => leaf.childrenOf(id).map((ordinal) => ({ leaf, ordinal })))
    if (children.length > 0 && !wasTheSame(before, place)) this.#refresh(children, place)
    if (place !== undefined) return
    this.#manager.purged(id)
    this.#onPurged()
  }

  /** Puts a row in the place of that of this place, and gives that of before, which can still be read. */
  #replace(id: PlaceId, row: Row | undefined): DocumentRef | undefined {
    const before = this.find(id)
    if (before) this.#manager.remove(before.leaf, before.ordinal)
    if (row) this.#manager.memtable.put(row)
    this.#manager.flushWhereDue()
    return before
  }

  /** A row holds the name of its parent, and when both are published: children are written anew. */
  #refresh(children: readonly DocumentRef[], parent: Place | undefined): void {
    for (const { leaf, ordinal } of children) {
      const row = leaf.rowOf(ordinal)
      this.#replace(row.place.id, rowOf(row, parent))
    }
  }

  #parentOf({ parent }: Place): Place | undefined {
    const found = parent && this.#locate((leaf) => leaf.find(parent.id))
    return found?.leaf.rowOf(found.ordinal).place
  }

  #locate(findIn: (leaf: Leaf) => number): DocumentRef | undefined {
    const { leaves } = this.#manager
    for (let at = leaves.length - 1; at >= 0; at--) {
      const leaf = leaves[at]!
      const ordinal = leaf.places > 0 ? findIn(leaf) : -1
      if (ordinal >= 0) return { ordinal, leaf }
    }
    return undefined
  }
}

/** Whether children show the same of a place; not where there was none. */
function wasTheSame(before: DocumentRef | undefined, place: Place | undefined): boolean {
  const was = before?.leaf.rowOf(before.ordinal).place
  if (was === undefined || place === undefined || was.name !== place.name) return false
  const [one, other] = [publicationOf(was), publicationOf(place)]
  return one.from === other.from && one.until === other.until
}

/** Hits in a piece of a stream. */
const streamedAtOnce = 100

function* streamed(
  cursors: readonly Cursor[],
  { total, order, nearby }: Pick<PlaceQuery, 'order'> & { total: number; nearby: Nearby | undefined },
): Generator<Hits> {
  let runs: readonly HitRun[]
  do {
    runs = takeRuns(cursors, { order, limit: streamedAtOnce })
    // What was compared is behind; without an end it would be as much as all hits.
    for (const { compared } of cursors) compared.clear()
    yield hitsOf(total, runs, nearby)
  } while (runs.length > 0)
}

function hitsOf(total: number, runs: readonly HitRun[], nearby: Nearby | undefined): Hits {
  if (nearby === undefined) return { total, runs }
  return {
    total,
    runs,
    // Computed for those who show them.
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
