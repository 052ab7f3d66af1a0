import { distanceMetres } from '../geo/sphere.ts'
import type { JournalEntry, PlaceSource, Revision } from '../place/journal.ts'
import type { Instant, LonLat, Place, PlaceId } from '../place/place.ts'
import { isOrphanId, publicationOf, rowIdsOf } from '../query/appearance.ts'
import type { PlaceQuery } from '../query/query.ts'
import type { Suggestion, SuggestRequest } from '../query/suggestion.ts'
import type { TileAddress, TileContent } from '../query/tile.ts'
import { checksumOf, writeDocument, writePage } from './documents/answer.ts'
import { type Row, rowsOf } from './documents/place-reader.ts'
import { facetValues } from './facets/facet-values.ts'
import { atOnce, ClockedPace, type Pace } from './in-turns.ts'
import type { IndexState } from './index-state.ts'
import { type PageBytes, PageMemory } from './memory/pieces.ts'
import { type FoundIn, type PlacedHit, type PlacedRun, pageOf } from './page-order.ts'
import type { Part } from './part.ts'
import type { DocumentRef, Form, HitRun, Hits, IndexStats, PlaceIndex } from './place-index.ts'
import { type Housekeeping, removeFrom } from './sealing/housekeeping.ts'
import type { SealJob } from './sealing/seal-job.ts'
import { fromSealRow } from './sealing/seal-row.ts'
import type { Sealer } from './sealing/sealer.ts'
import type { SearchContext } from './segment/segment-columns.ts'
import type { SegmentData } from './segment/segment-data.ts'
import { suggestions } from './suggest/suggestions.ts'
import { tileContent } from './tiles/tile-content.ts'

/** An index that can take in a whole store at once. */
export interface LoadablePlaceIndex extends PlaceIndex {
  /**
   * Takes in every place of a store, each once, in any order (`Store.present('place')`): once, into an empty index,
   * and much faster than `apply`. `revision` is the last of the store when the reading began; what comes after it is
   * to be applied then or meanwhile, and may be among what is loaded. A source is read by the thread that seals, in
   * less time and memory; batches are for indexes that seal `inline`, and for what is no store.
   */
  load(places: AsyncIterable<readonly JournalEntry[]> | PlaceSource, revision: Revision): Promise<void>
  /**
   * All that is known now, without a copy of what is sealed; undefined while that would be incomplete or would hold
   * the text of a purged place (see `scrub`).
   */
  state(): IndexState | undefined
  /** Forgets everything, as if it were new, because the history is another than was thought. */
  clear(): void
  /** Takes in what another index knew: once, into an empty index, before anything is applied. */
  restore(state: IndexState): void
  /** Resolves when the places that are not sealed are few enough for more to come; undefined when they are now. */
  room(): Promise<void> | undefined
  /** Begins to seal anew what still holds the text of purged places. */
  scrub(): void
}

/** Batches of a load that may be on their way to the sealing thread at a time. */
const batchesAhead = 4

/** The index over parts that come and go (see Housekeeping). */
export class LiveIndex implements LoadablePlaceIndex {
  readonly #context: SearchContext
  readonly #house: Housekeeping
  readonly #sealer: Sealer
  readonly #memory = new PageMemory()
  /** Places that were written while a load was under way, which must not bring back older ones. */
  #writtenWhileLoading: Set<PlaceId> | undefined
  #revision: Revision = 0

  constructor(context: SearchContext, house: Housekeeping, sealer: Sealer) {
    this.#context = context
    this.#house = house
    this.#sealer = sealer
  }

  get revision(): Revision {
    return this.#revision
  }

  apply(entries: readonly JournalEntry[]): void {
    for (const entry of entries) {
      this.#revision = Math.max(this.#revision, entry.revision)
      if (entry.kind === 'place') this.#applyPlace(entry)
    }
  }

  async load(places: AsyncIterable<readonly JournalEntry[]> | PlaceSource, revision: Revision): Promise<void> {
    const written = new Set<PlaceId>()
    this.#writtenWhileLoading = written
    const sealed = await ('module' in places ? this.#do({ kind: 'read', source: places }) : this.#seal(places))
    this.#writtenWhileLoading = undefined
    this.#revision = Math.max(this.#revision, revision)
    if (sealed.length === 0) return
    for (const segment of sealed.map((data) => this.#house.add(data))) {
      for (const id of written) for (const rowId of rowIdsOf(id)) removeFrom(segment, rowId)
    }
    for (const id of written) if (this.find(id) === undefined) this.#house.purged(id)
    for (const id of written) this.#refreshFamily(id)
  }

  clear(): void {
    this.#house.clear()
    this.#revision = 0
  }

  state(): IndexState | undefined {
    if (this.#writtenWhileLoading !== undefined || this.#house.unclean) return undefined
    return { revision: this.#revision, ...this.#house.state() }
  }

  restore({ revision, segments, rows }: IndexState): void {
    this.#house.restore(segments)
    for (const row of rows) this.#house.memtable.put(fromSealRow(row))
    this.#revision = revision
    this.#house.tidy()
  }

  room(): Promise<void> | undefined {
    return this.#house.room()
  }

  scrub(): void {
    this.#house.scrub()
  }

  search(query: PlaceQuery, now: Instant): Hits {
    return atOnce(this.searching(query, now))
  }

  *searching(query: PlaceQuery, now: Instant, pace: Pace = new ClockedPace()): Generator<void, Hits> {
    const found = yield* this.#found(query, now, pace)
    const total = found.reduce((sum, { hits }) => sum + hits.count, 0)
    const { order, offset, limit, nearby, facets } = query
    const page = offset < total && limit > 0 ? yield* pageOf(found, { order, offset, limit }) : []
    const counted = facets && { facets: yield* facetValues(found, facets, { ...this.#context, pace }) }
    const hits = { total, runs: page, ...counted }
    if (nearby === undefined) return hits
    return {
      ...hits,
      // Computed for those who show them.
      get distances() {
        return distancesFrom(nearby.center, page)
      },
    }
  }

  tile(query: PlaceQuery, address: TileAddress, now: Instant): TileContent {
    return atOnce(this.tiling(query, address, now))
  }

  *tiling(query: PlaceQuery, address: TileAddress, now: Instant): Generator<void, TileContent> {
    const pace = new ClockedPace()
    return yield* tileContent(yield* this.#found(query, now, pace), address, { now, pace })
  }

  suggest(request: SuggestRequest, now: Instant): Suggestion[] {
    return atOnce(this.suggesting(request, now))
  }

  *suggesting(request: SuggestRequest, now: Instant): Generator<void, Suggestion[]> {
    const pace = new ClockedPace()
    const found = yield* this.#found(request.query, now, pace)
    return yield* suggestions(found, request, { ...this.#context, pace })
  }

  lend(): void {
    for (const part of this.#house.parts) part.lend()
  }

  changedAt(now: Instant): Instant {
    return this.#house.parts.reduce((latest, part) => Math.max(latest, part.changedAt(now)), -Infinity)
  }

  find(id: PlaceId): DocumentRef | undefined {
    return isOrphanId(id) ? undefined : this.#locate((part) => part.find(id))
  }

  findSeen(id: PlaceId, now: Instant): DocumentRef | undefined {
    const rows = rowIdsOf(id).map((rowId) => this.#locate((part) => part.find(rowId)))
    return rows.find((row) => row?.part.isSeen(row.ordinal, now))
  }

  findBySlug(slug: string): DocumentRef | undefined {
    return this.#locate((part) => part.findBySlug(slug))
  }

  idOf(ref: DocumentRef): PlaceId {
    return this.#partOf(ref).idOf(ref.ordinal)
  }

  revisionOf(ref: DocumentRef): Revision {
    return this.#partOf(ref).revisionOf(ref.ordinal)
  }

  ownerOf(ref: DocumentRef): string {
    return this.#partOf(ref).ownerOf(ref.ordinal)
  }

  contactOwner(ref: DocumentRef): string | undefined {
    return this.#partOf(ref).contactOwnerOf(ref.ordinal)
  }

  contactOwners({ runs }: Hits): readonly string[] {
    const owners = new Set<string>()
    for (const run of runs) {
      const part = this.#partOf(run)
      if (!part.asksForContacts) continue
      for (const ordinal of run.ordinals) {
        const owner = part.contactOwnerOf(ordinal)
        if (owner !== undefined) owners.add(owner)
      }
    }
    return [...owners]
  }

  document(ref: DocumentRef, form: Form): Buffer {
    return writeDocument(this.#placed(ref), form, this.#context.names)
  }

  checksum(ref: DocumentRef, form: Form): number {
    return checksumOf(this.#placed(ref), form, this.#context.names)
  }

  page(found: Hits, form: Form): PageBytes {
    return atOnce(this.paging(found, form))
  }

  paging(found: Hits, form: Form): Generator<void, PageBytes> {
    const { total, facets } = found
    const distances = form.distance ? found.distances : undefined
    const runs = found.runs.map((run) => this.#placed(run))
    return writePage({ total, runs, distances, facets }, form, { names: this.#context.names, memory: this.#memory })
  }

  stats(): IndexStats {
    const { parts, segments, memtablePlaces } = this.#house
    return {
      places: parts.reduce((sum, { places, orphans }) => sum + places - orphans, 0),
      revision: this.#revision,
      segments: segments.length,
      memtablePlaces,
      columnBytes: segments.reduce((sum, { bytes }) => sum + bytes.columns, 0),
      documentBytes: segments.reduce((sum, { bytes }) => sum + bytes.documents, 0),
    }
  }

  settle(): Promise<void> {
    return this.#house.settle()
  }

  close(): Promise<void> {
    return this.#house.close()
  }

  /** All parts begin before the first step ends, so that what they find is of one moment. */
  *#found(query: PlaceQuery, now: Instant, pace: Pace): Generator<void, FoundIn[]> {
    const parts = this.#house.parts.filter(({ places }) => places > 0)
    const searches = parts.map((part) => part.search(query, now, pace))
    const found: FoundIn[] = []
    for (const [number, part] of parts.entries()) found.push({ part, hits: yield* searches[number]! })
    return found
  }

  #applyPlace({ id, document, revision }: JournalEntry): void {
    const place = document === undefined ? undefined : (JSON.parse(document) as Place)
    const rows = place && document !== undefined ? rowsOf({ place, document, revision }, this.#parentOf(place)) : []
    const before = this.#replace(id, rows)
    // Few places have children, so these are looked for before the row of the place is read.
    if (this.#hasChildren(id) && !wasTheSame(before, place)) this.#refreshChildren(id, place)
    if (place === undefined) this.#house.purged(id)
  }

  /** Puts rows in the place of what there is of this place, and gives its row of before, which can still be read. */
  #replace(id: PlaceId, rows: readonly Row[]): PlacedHit | undefined {
    const [before, ...orphans] = rowIdsOf(id).map((rowId, orphan) =>
      this.#locate((part) => (orphan === 0 || part.orphans > 0 ? part.find(rowId) : -1)),
    )
    for (const row of [before, ...orphans]) if (row) this.#house.remove(row.part, row.ordinal)
    for (const row of rows) this.#house.memtable.put(row)
    this.#writtenWhileLoading?.add(id)
    this.#house.sealWhereDue()
    return before
  }

  #hasChildren(id: PlaceId): boolean {
    return this.#house.parts.some((part) => part.childrenOf(id).length > 0)
  }

  /** A row holds the name of its parent, and when both are published: children are written anew. */
  #refreshChildren(id: PlaceId, parent: Place | undefined): void {
    for (const part of this.#house.parts) {
      for (const ordinal of part.childrenOf(id)) {
        const row = part.rowOf(ordinal)
        this.#replace(row.place.id, rowsOf(row, parent))
      }
    }
  }

  #parentOf({ parent }: Place): Place | undefined {
    const found = parent && this.#locate((part) => part.find(parent.id))
    return found?.part.rowOf(found.ordinal).place
  }

  /** What a place and its parent or children did not know of each other while they were in different worlds. */
  #refreshFamily(id: PlaceId): void {
    const found = this.#locate((part) => part.find(id))
    const row = found?.part.rowOf(found.ordinal)
    this.#refreshChildren(id, row?.place)
    if (row?.place.parent) this.#replace(id, rowsOf(row, this.#parentOf(row.place)))
  }

  #locate(findIn: (part: Part) => number): PlacedHit | undefined {
    const { parts } = this.#house
    for (let at = parts.length - 1; at >= 0; at--) {
      const part = parts[at]!
      const ordinal = part.places > 0 ? findIn(part) : -1
      if (ordinal >= 0) return { segment: part.number, ordinal, part }
    }
    return undefined
  }

  #placed<Ref extends DocumentRef | HitRun>(ref: Ref): Ref & InPart {
    return isPlaced(ref) ? ref : { ...ref, part: this.#partOf(ref) }
  }

  #partOf(ref: DocumentRef | HitRun): Part {
    if (isPlaced(ref)) return ref.part
    const part = this.#house.parts.find(({ number }) => number === ref.segment)
    if (part === undefined) throw new RangeError(`a reference must name a part of the index, got ${ref.segment}`)
    return part
  }

  /** Hands the batches to the sealing thread, a few ahead of it. */
  async #seal(batches: AsyncIterable<readonly JournalEntry[]>): Promise<readonly SegmentData[]> {
    const underWay: Promise<unknown>[] = []
    for await (const batch of batches) {
      if (underWay.length >= batchesAhead) await underWay.shift()
      const rows = batch.flatMap(({ kind, document, revision }) =>
        kind === 'place' && document !== undefined ? [{ document, revision }] : [],
      )
      const done = this.#do({ kind: 'load', rows })
      // A failure is met where it is awaited; here it only must not go unheard before that.
      done.catch(() => {})
      underWay.push(done)
    }
    await Promise.all(underWay)
    return this.#do({ kind: 'finish' })
  }

  #do(job: SealJob): Promise<readonly SegmentData[]> {
    return new Promise((resolve, reject) => this.#sealer.start(job, { done: resolve, failed: reject }))
  }
}

/** Whether children show the same of a place; not where there was none. */
function wasTheSame(before: PlacedHit | undefined, place: Place | undefined): boolean {
  const was = before?.part.rowOf(before.ordinal).place
  if (was === undefined || place === undefined || was.name !== place.name) return false
  const [one, other] = [publicationOf(was), publicationOf(place)]
  return one.from === other.from && one.until === other.until
}

/** What holds its part, so that it need not be looked for. */
type InPart = Pick<PlacedHit, 'part'>

function isPlaced<Ref extends DocumentRef | HitRun>(ref: Ref): ref is Ref & InPart {
  return 'part' in ref
}

function distancesFrom(center: LonLat, runs: readonly PlacedRun[]): Float64Array {
  const distances = runs.map(({ part, ordinals }) =>
    Float64Array.from(ordinals, (ordinal) => distanceMetres(center, part.positionOf(ordinal))),
  )
  return Float64Array.from(distances.flatMap((one) => [...one]))
}
