import type { TileAddress } from '../geo/mercator.ts'
import type { NamedEntry, Names } from '../place/directory-entry.ts'
import type { JournalEntry, PlaceSource, Revision } from '../place/journal.ts'
import type { Model } from '../place/model.ts'
import type { Instant, Place, PlaceId } from '../place/place.ts'
import { createMeaning } from '../query/matches.ts'
import { isByOffset, type PlaceQuery, windowAt } from '../query/query.ts'
import type { Suggestion, SuggestRequest } from '../query/results/suggestion.ts'
import type { TileContent } from '../query/results/tile.ts'
import type { Form } from '../read-model/document.ts'
import { DocumentList, pageRoom } from '../read-model/document-list.ts'
import { noTime, publicationOf } from '../read-model/public-span.ts'
import type { ReferenceAddress } from '../read-model/reference.ts'
import { parseRow, type Row, rowOf, type StoredRow } from '../read-model/row.ts'
import { Renaming } from './compaction/renaming.ts'
import { type CompactionLimits, SegmentManager } from './compaction/segment-manager.ts'
import { createInlineWorker, type Worker, WorkerThread } from './compaction/start-worker.ts'
import { writeDocument, writePage } from './documents/write-page.ts'
import { facetValues } from './facets/facet-values.ts'
import { type DocumentRef, type Hits, hitsOf, type Leaf } from './hits.ts'
import { ClockedPace, inTurns, type Pace, runToCompletion } from './in-turns.ts'
import { GrowableBytes } from './memory/growable.ts'
import { countInFront, cursorsOf, endsOf, type FoundIn, pageOf, streamed } from './order/page-order.ts'
import type { SearchContext } from './segment/segment-columns.ts'
import type { SegmentWithTombstones } from './segment/segment-merge.ts'
import { suggestions } from './suggest/suggestions.ts'
import { tileContent } from './tiles/tile-content.ts'

/** Initial size of the page buffer, and the largest size with which it is reused. */
const [pageBytes, pageBytesMax] = [2 ** 17, 2 ** 20]

/** Dependencies and settings of an index. */
export interface PlaceIndexOptions {
  readonly model: Model
  readonly names: Names
  /** `worker`: flushes and merges block no search. `inline`: they happen within `apply`, for tests and small tools. */
  readonly compaction: 'worker' | 'inline'
  /** Limits for flushes and merges; the default suits a service. */
  readonly limits?: Partial<CompactionLimits>
  /** Called when background work fails. Nothing is lost, and the work is repeated. */
  readonly onError?: (error: Error) => void
  /** Called within `apply` when a place was purged. */
  readonly onPurged?: () => void
}

/** Figures about an index for operators. */
export interface IndexStats {
  readonly places: number
  readonly revision: Revision
  readonly segments: number
  readonly memtablePlaces: number
  readonly columnBytes: number
  readonly documentBytes: number
  /** Number of places that may still show a former name of an entry of the directory, or of their parent (D44). */
  readonly outdatedPlaces: number
}

/** The complete state of an index up to a revision, as snapshots store and restore it. */
export interface IndexState {
  readonly revision: Revision
  readonly segments: readonly SegmentWithTombstones[]
  /** The places that are in no segment yet. */
  readonly rows: readonly StoredRow[]
  /** The parents whose children may still show a former name. */
  readonly outdatedParents: readonly PlaceId[]
}

/**
 * Idle time before a thread ends: the flusher is kept between writes; the merger holds large segments and ends soon.
 */
const idleMillis = { flusher: 60_000, merger: 2_000 } as const

/**
 * The in-process search over every place that is not purged, including deleted ones. It can be dropped and rebuilt from
 * the journal at any time. Methods that return no promise are synchronous and see every earlier `apply`.
 */
export class PlaceIndex {
  readonly #context: SearchContext
  readonly #manager: SegmentManager
  readonly #names: Names
  readonly #renaming: Renaming
  readonly #merger: Worker
  readonly #onPurged: () => void
  /** The buffer of pages, used for one after the other: allocating one per page takes longer than filling it. */
  #page: GrowableBytes | undefined
  #revision: Revision = 0

  constructor({ model, names, compaction, limits, onError = () => {}, onPurged = () => {} }: PlaceIndexOptions) {
    const meaning = createMeaning(model)
    const context = { model, sortKey: meaning.sortKey, meaning }
    const inline = compaction === 'inline' ? createInlineWorker(model) : undefined
    this.#context = context
    this.#merger = inline ?? new WorkerThread(model, idleMillis.merger)
    this.#onPurged = onPurged
    this.#manager = new SegmentManager({
      limits,
      context,
      flusher: inline ?? new WorkerThread(model, idleMillis.flusher),
      merger: this.#merger,
      runSteps: inline ? runToCompletion : inTurns,
      onError,
    })
    const manager = this.#manager
    this.#names = names
    this.#renaming = new Renaming({
      nameOf: (kind, id) => (kind === 'parents' ? this.#placeOf(id)?.name : names.entry(kind, id)?.name),
      leaves: () => manager.leaves,
      isIdle: (segment) => manager.isIdle(segment),
      nextEnd: () => manager.nextEnd(),
      rebuild: (leaf, ordinal) => this.#rebuild(leaf, ordinal),
      move: (...moving) => manager.move(...moving),
      inline: inline !== undefined,
    })
  }

  /** The watermark: the last applied revision. */
  get revision(): Revision {
    return this.#revision
  }

  /** Applies entries in the order of revisions; entries that are not places only advance `revision`. */
  apply(entries: readonly JournalEntry[]): void {
    const parents = new Set<PlaceId>()
    for (const entry of entries) {
      this.#revision = Math.max(this.#revision, entry.revision)
      if (entry.kind === 'place' && this.#applyPlace(entry)) parents.add(entry.id)
    }
    if (parents.size > 0) this.#showParents([...parents])
  }

  /**
   * Loads every place of a store; called once, before any `apply`. `revision` is the store's last revision when the
   * read began, and `names` are those of the directory. Later entries must then be applied; they may already be among
   * the loaded places.
   */
  async load(source: PlaceSource, revision: Revision, names: readonly NamedEntry[]): Promise<void> {
    for (const data of await this.#merger.run('load', source, names)) this.#manager.add({ data })
    this.#revision = revision
    this.#renaming.reconcile()
  }

  /** Called after the names of these entries have changed: the places that refer to them get rows with the new names. */
  rename(entries: readonly ReferenceAddress[]): void {
    this.#renaming.add(entries)
  }

  /**
   * Resolves when all places show the new names of these addresses, or of all; those that more than `placesMax` places
   * refer to are not waited for.
   */
  renamed(addresses?: readonly ReferenceAddress[], placesMax?: number): Promise<void> {
    return this.#renaming.settle(addresses, placesMax)
  }

  /** Differs between two states of the names that places show; undefined if these are the current ones. */
  get renaming(): number | undefined {
    return this.#renaming.state
  }

  /** Drops all places because the history has diverged; the index is then empty. */
  clear(): void {
    this.#renaming.clear()
    this.#manager.clear()
    this.#revision = 0
  }

  /**
   * The complete state, without copying segments. Undefined while a segment still holds the text of a purged place (see
   * `scrub`).
   */
  state(): IndexState | undefined {
    if (this.#manager.unclean) return undefined
    return { revision: this.#revision, ...this.#manager.state(), outdatedParents: this.#renaming.parents }
  }

  /** Restores the state of another index; called once on an empty index, before any `apply`. */
  restore({ revision, segments, rows, outdatedParents }: IndexState): void {
    for (const segment of segments) this.#manager.add(segment)
    for (const row of rows) this.#manager.memtable.put(parseRow(row))
    this.#revision = revision
    this.#renaming.reconcile(outdatedParents)
    this.#manager.flushAndCompact()
  }

  /** Backpressure: resolves when memtables are below their limit; undefined if they already are. */
  capacity(): Promise<void> | undefined {
    return this.#manager.capacity()
  }

  /** Starts to compact segments that still hold the text of purged places. */
  scrub(): void {
    this.#manager.scrub()
  }

  /**
   * Searches for the exact total and one page of a query at the instant `now`, in steps of a few milliseconds; most
   * searches take one step. The result reflects the state at the start.
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
   * Streams all hits of a query in order, some at a time; the first piece comes even if there are no hits. Runs in
   * steps, as `searching`, until the first piece can be taken. The stream reflects the state at the start, however long
   * it takes, and holds one integer per hit.
   */
  *streaming(query: PlaceQuery, now: Instant): Generator<void, Generator<Hits>> {
    const found = yield* this.#found(query, now, new ClockedPace())
    const total = found.reduce((sum, { hits }) => sum + hits.count, 0)
    const { order, offset, nearby } = query
    return streamed(yield* cursorsOf(found, { order, offset, limit: total }), { total, order, nearby })
  }

  /**
   * The hits of a query in a tile, in steps as `searching`: single places where there are few, and clusters with exact
   * counts where there are many.
   */
  *tiling(query: PlaceQuery, address: TileAddress, now: Instant): Generator<void, TileContent> {
    const pace = new ClockedPace()
    return yield* tileContent(yield* this.#found(query, now, pace), address, { now, pace })
  }

  /**
   * Completions of a typed text from the names of places, municipalities and owners, best first; in steps, as
   * `searching`.
   */
  *suggesting(request: SuggestRequest, now: Instant): Generator<void, Suggestion[]> {
    const pace = new ClockedPace()
    const found = yield* this.#found(request.query, now, pace)
    return yield* suggestions(found, request, { ...this.#context, pace })
  }

  /**
   * The last instant up to `now` at which a publication began or ended, or -Infinity if there is none. Two searches of
   * the same revision return the same result if this value is the same.
   */
  changedAt(now: Instant): Instant {
    return this.#manager.leaves.reduce((latest, leaf) => Math.max(latest, leaf.changedAt(now)), -Infinity)
  }

  /** The location of a place, or undefined if it does not exist. */
  find(id: PlaceId): DocumentRef | undefined {
    return this.#locate((leaf) => leaf.find(id))
  }

  /** The location of a place that is public at `now` (D50), or undefined. */
  findPublic(id: PlaceId, now: Instant): DocumentRef | undefined {
    const found = this.find(id)
    return found?.leaf.isPublic(found.ordinal, now) ? found : undefined
  }

  /** The location of the place that has this slug now, or undefined. */
  findBySlug(slug: string): DocumentRef | undefined {
    return this.#locate((leaf) => leaf.findBySlug(slug))
  }

  /** The distinct owners whose contact details the documents of a page need (D48). */
  contactOwners({ runs }: Hits): readonly string[] {
    const asking = runs.filter(({ leaf }) => leaf.asksForContacts)
    const owners = asking.flatMap(({ leaf, ordinals }) => [...ordinals].map((ordinal) => leaf.contactOwnerOf(ordinal)))
    return [...new Set(owners)].filter((owner) => owner !== undefined)
  }

  /** The JSON of one place, UTF-8. */
  document(ref: DocumentRef, form: Form): Buffer {
    return writeDocument(ref, form, this.#names)
  }

  /** Returns the documents of a page, made in steps. Later calls of `apply` do not change them. */
  *paging(hits: Hits, form: Form): Generator<void, DocumentList> {
    const out = this.#page ?? new GrowableBytes(pageBytes)
    this.#page = undefined
    const ends = yield* writePage(hits, form, { names: this.#names, out })
    const bytes = Buffer.allocUnsafe(out.length + 2 * pageRoom)
    out.view().copy(bytes, pageRoom)
    if (out.length <= pageBytesMax) {
      out.length = 0
      this.#page = out
    }
    return new DocumentList(bytes, ends, pageRoom)
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
      outdatedPlaces: this.#renaming.places,
    }
  }

  /** Resolves when no renaming, flush or merge is under way. */
  async settle(): Promise<void> {
    await this.#renaming.settle()
    await this.#manager.settle()
  }

  close(): Promise<void> {
    this.#renaming.clear()
    return this.#manager.close()
  }

  /** All leaves start before the first step ends, so their results reflect one moment. */
  *#found(query: PlaceQuery, now: Instant, pace: Pace): Generator<void, FoundIn[]> {
    const leaves = this.#manager.leaves.filter(({ places }) => places > 0)
    const searches = leaves.map((leaf) => leaf.search(query, now, pace))
    const found: FoundIn[] = []
    for (const [number, leaf] of leaves.entries()) found.push({ leaf, hits: yield* searches[number]! })
    return found
  }

  /** Applies one place; returns true if its children show something of it that has changed. */
  #applyPlace({ id, document, revision }: JournalEntry): boolean {
    const place = document === undefined ? undefined : (JSON.parse(document) as Place)
    const parent = place?.parent && this.#placeOf(place.parent.id)
    const row = place && rowOf({ place, document: document!, revision }, parent, this.#names)
    const before = this.#replace(id, row)
    // Few places have children, so children are looked up before the row of the place is read.
    const hasChildren = this.#manager.leaves.some((leaf) => leaf.childrenOf(id).length > 0)
    const isChanged = hasChildren && !wasTheSame(before, place)
    if (place === undefined) {
      this.#manager.purged(id)
      this.#onPurged()
    }
    return isChanged
  }

  /**
   * Replaces the row of a place; undefined removes it. Returns the location of the former row, which can still be read.
   */
  #replace(id: PlaceId, row: Row | undefined): DocumentRef | undefined {
    const before = this.find(id)
    if (before) this.#manager.remove(before.leaf, before.ordinal)
    if (row) this.#manager.memtable.put(row)
    this.#manager.flushWhereDue()
    return before
  }

  /**
   * Adapts the rows of children, which hold the name of their parent and the common span of publication. The span changes
   * within the write, since it decides who sees them (D50); the names in segments may follow in batches (D44).
   */
  #showParents(ids: readonly PlaceId[]): void {
    const parents = ids.map((id) => ({ id, parent: this.#placeOf(id) }))
    for (const leaf of this.#manager.leaves) {
      if (leaf.isSegment) continue
      for (const { id, parent } of parents)
        for (const ordinal of leaf.childrenOf(id)) this.#rebuild(leaf, ordinal, parent)
    }
    this.#manager.publish(new Map(parents.map(({ id, parent }) => [id, parent ? publicationOf(parent) : noTime])))
    this.#renaming.add(ids.map((id) => ({ kind: 'parents', id })))
  }

  #rebuild(leaf: Leaf, ordinal: number, parent?: Place): void {
    const row = leaf.rowOf(ordinal)
    const { id, parent: address } = row.place
    this.#replace(id, rowOf(row, parent ?? (address && this.#placeOf(address.id)), this.#names))
  }

  #placeOf(id: PlaceId): Place | undefined {
    const found = this.find(id)
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

/** True if children show the same facts of the parent before and after; false if there was none before. */
function wasTheSame(before: DocumentRef | undefined, place: Place | undefined): boolean {
  const was = before?.leaf.rowOf(before.ordinal).place
  if (was === undefined || place === undefined || was.name !== place.name) return false
  const [one, other] = [publicationOf(was), publicationOf(place)]
  return one.from === other.from && one.until === other.until
}
