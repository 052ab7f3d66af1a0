import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { type Caller, isNarrowed, sightOf } from '../access/access.ts'
import type { Directory } from '../directory/directory.ts'
import type { TileAddress } from '../geo/mercator.ts'
import { openMoment } from '../hours/zone-clock.ts'
import { type SnapshotEvent, SnapshotKeeper, type SnapshotLimits } from '../index/compaction/snapshot-keeper.ts'
import { WorkerThread } from '../index/compaction/start-worker.ts'
import type { DocumentRef, Hits } from '../index/hits.ts'
import { type IndexStats, PlaceIndex } from '../index/place-index.ts'
import type { NamedEntry } from '../place/directory-entry.ts'
import { directoryKinds } from '../place/directory-kinds.ts'
import type { JournalEntry, Position } from '../place/journal.ts'
import type { Instant, Place, PlaceId } from '../place/place.ts'
import type { SearchRequest } from '../query/parse/search-request.ts'
import type { PlaceQuery } from '../query/query.ts'
import type { Suggestion, SuggestRequest } from '../query/results/suggestion.ts'
import type { DocumentList } from '../read-model/document-list.ts'
import type { ReferenceAddress } from '../read-model/reference.ts'
import type { OpenRecord } from './open-record.ts'
import {
  type Backfill,
  type FoundDocument,
  type FoundPage,
  type IsGone,
  placeForm,
  positionTag,
  type ReadOptions,
  renamedPlacesMax,
  resultForm,
  type SearchEngine,
  type SuggestAnswer,
  storedForm,
  suggestionsTag,
  type TileAnswer,
  unknownPlace,
  visibleInTime,
} from './search-engine.ts'
import { Slices } from './time-slices.ts'

/** The folder of the snapshots of an index, and the edition in its tags. */
interface IndexEngineOptions {
  readonly clock: () => Instant
  /** Differs between services that would answer the same history differently. */
  readonly edition: string
  readonly dataDir: string
  readonly logger: Logger
  /** When snapshots of the index are written, where the defaults do not fit. */
  readonly limits?: Partial<SnapshotLimits> | undefined
}

/** A result, and the tag of its moment. */
interface TaggedResult<Result> {
  readonly result: Result
  readonly etag: string | undefined
}

/** The thread for snapshots is kept for so long without work. */
const snapshotIdleMillis = 2_000

/**
 * The index of this process, with snapshots in the data folder that make a start quick. It answers at once, unless contact
 * details have to be fetched, or a search takes long.
 */
export class IndexEngine implements SearchEngine {
  readonly index: PlaceIndex
  readonly unready = 'the index is being built'
  readonly #logger: Logger
  readonly #record: OpenRecord
  readonly #snapshots: SnapshotKeeper
  readonly #directory: Directory
  readonly #clock: () => Instant
  readonly #edition: string
  readonly #slices = new Slices()
  /** The last instant in a tag and its text, which costs as much to format as the rest of a tag. */
  #changed = { at: Number.NaN, text: '' }
  #position: Position = { revision: 0, transactionId: 0 }
  #positionTag = ''
  /** Differs between two starts, so that states of renamings before a restart have other tags. */
  readonly #start = randomBytes(4).toString('hex')

  constructor(record: OpenRecord, options: IndexEngineOptions) {
    const { dataDir, logger, limits, clock, edition } = options
    const { store, model, directory } = record
    this.#directory = directory
    this.#clock = clock
    this.#edition = edition
    this.#record = record
    this.#logger = logger
    this.index = new PlaceIndex({
      model,
      names: directory,
      compaction: 'worker',
      onError: (error) => logger.error({ err: error }, 'compacting the index failed'),
      onPurged: () => void this.#snapshots.remove(),
    })
    directory.onRenamed((entries) => this.index.rename(entries))
    this.#snapshots = new SnapshotKeeper({
      dataDir,
      model,
      store,
      index: this.index,
      position: () => this.#position,
      worker: new WorkerThread(model, snapshotIdleMillis),
      onEvent: (event) => logSnapshot(logger, event),
      limits,
    })
  }

  async backfill(): Promise<Backfill> {
    const position = (await this.#snapshots.restore(this.#record.revision)) ?? (await this.#build())
    this.#moveTo(position)
    await this.renamed()
    return { position }
  }

  opened(): void {
    this.#snapshots.open()
  }

  async rebuild(): Promise<Position> {
    await this.#snapshots.forget()
    this.index.clear()
    const position = await this.#build()
    this.#moveTo(position)
    return position
  }

  apply(entries: readonly JournalEntry[]): undefined {
    const { revision, transactionId = 0 } = entries.at(-1)!
    this.#moveTo({ revision, transactionId })
    this.index.apply(entries)
  }

  /** A writer waits until a purged text is nowhere, and until the index has capacity for more. */
  capacity(entries: readonly JournalEntry[]): Promise<unknown> {
    const purged = entries.some(({ action }) => action === 'purge')
    return Promise.all([purged && this.#snapshots.settle(), this.index.capacity()])
  }

  async renamed(addresses?: readonly ReferenceAddress[]): Promise<void> {
    if (this.index.renaming === undefined) return
    await visibleInTime(this.index.renamed(addresses, renamedPlacesMax))
  }

  async count(): Promise<number> {
    return this.stats().places
  }

  stats(): IndexStats {
    return this.index.stats()
  }

  async outdatedPlaces(): Promise<number> {
    return this.stats().outdatedPlaces
  }

  stop(): void {}

  async close(): Promise<void> {
    await this.#snapshots.close()
    await this.index.close()
  }

  #moveTo(position: Position): void {
    this.#position = position
    this.#positionTag = positionTag(this.#edition, position)
  }

  async #build(): Promise<Position> {
    const begun = performance.now()
    const { source, position } = await this.#record.store.presentPlaces()
    await this.index.load(source, position.revision, allNames(this.#directory))
    const { places } = this.index.stats()
    const seconds = Math.round(performance.now() - begun) / 1000
    this.#logger.info({ places, ...position, seconds }, 'the index was built from the record')
    return position
  }

  readNow(id: PlaceId, caller: Caller): FoundDocument | undefined {
    const ref = this.#refOf(id, caller)
    return ref.leaf.contactOwnerOf(ref.ordinal) === undefined ? this.#document(ref, caller) : undefined
  }

  async read(id: PlaceId, caller: Caller, { isWriter, at }: ReadOptions = {}): Promise<FoundDocument> {
    const seenBy = isWriter ? undefined : caller
    const ref = this.#refOf(id, seenBy, at)
    const owner = ref.leaf.contactOwnerOf(ref.ordinal)
    if (owner === undefined) return this.#document(ref, caller)
    await this.#directory.refresh([owner])
    return this.#document(this.#refOf(id, seenBy, at), caller)
  }

  async idOfSlug(slug: string): Promise<PlaceId | undefined> {
    const ref = this.index.findBySlug(slug)
    return ref?.leaf.idOf(ref.ordinal)
  }

  async ownerOf(id: PlaceId): Promise<string | undefined> {
    const ref = this.index.find(id)
    return ref?.leaf.ownerIdOf(ref.ordinal)
  }

  /** Contact details are as they are when the answer is made, and so is what is found (D48): searched again with fresh ones. */
  async search(request: SearchRequest, caller: Caller, isGone: IsGone, isFresh = false): Promise<FoundPage> {
    const { index } = this
    const form = resultForm(request, caller)
    function* steps(now: Instant): Generator<void, FoundPage | { readonly owners: readonly string[] }> {
      const hits = yield* index.searching(request.query, now)
      const owners = isFresh ? [] : index.contactOwners(hits)
      return owners.length > 0 ? { owners } : foundPage(hits, yield* index.paging(hits, form))
    }
    const { result, etag } = await this.#find(request.query, caller, isGone, steps)
    if (!('owners' in result)) return { ...result, etag }
    await this.#directory.refresh(result.owners)
    return this.search(request, caller, isGone, true)
  }

  async *stream(request: SearchRequest, caller: Caller, isGone: IsGone): AsyncGenerator<FoundPage> {
    const { index } = this
    const { query } = request
    const form = resultForm(request, caller)
    const { result: pages } = await this.#find(query, caller, isGone, (now) => index.streaming(query, now))
    for (const hits of pages) {
      const owners = index.contactOwners(hits)
      if (owners.length > 0) await this.#directory.refresh(owners)
      const documents = await this.#slices.run({ begin: () => index.paging(hits, form), isGone })
      yield foundPage(hits, documents)
    }
  }

  async tile({ query }: SearchRequest, address: TileAddress, caller: Caller, isGone: IsGone): Promise<TileAnswer> {
    const { index } = this
    const { result, etag } = await this.#find(query, caller, isGone, (now) => index.tiling(query, address, now))
    return { content: result, ...(etag !== undefined && { etag }) }
  }

  async suggest(request: SuggestRequest | undefined, caller: Caller, isGone: IsGone): Promise<SuggestAnswer> {
    const { index } = this
    function* steps(now: Instant): Generator<void, readonly Suggestion[]> {
      return request ? yield* index.suggesting(request, now) : []
    }
    const { result, etag } = await this.#find(undefined, caller, isGone, steps)
    return { suggestions: result, etag: etag ?? suggestionsTag(result) }
  }

  /**
   * Runs a read and resolves with its result and the tag of its moment.
   *
   * @param query Undefined for suggestions, which depend on no instant.
   */
  async #find<Result>(
    query: PlaceQuery | undefined,
    caller: Caller,
    isGone: IsGone,
    steps: (now: Instant) => Generator<void, Result>,
  ): Promise<TaggedResult<Result>> {
    let etag: string | undefined
    const result = await this.#slices.run({
      begin: () => {
        const now = this.#clock()
        etag = this.searchTag(query, caller, now)
        return steps(now)
      },
      isGone,
    })
    return { result, etag }
  }

  /**
   * The address and the state of the index decide the tag. Undefined for callers who see only public places, and if the
   * answer may hold contact details of a remote directory, which change by themselves.
   */
  searchTag(query: PlaceQuery | undefined, caller: Caller, now = this.#clock()): string | undefined {
    // The rate at which the tag changes would reveal unpublished changes.
    if (!this.#directory.writable || isNarrowed(caller)) return undefined
    const changed = this.index.changedAt(now)
    if (changed !== this.#changed.at) this.#changed = { at: changed, text: changed.toString(36) }
    // Places open and close without any write.
    const moment = query?.openAt === 'now' ? `-${openMoment(now).toString(36)}` : ''
    const { renaming } = this.index
    const names = renaming === undefined ? '' : `-${this.#start}.${renaming}`
    return `W/"${this.#positionTag}${names}-${this.#changed.text}-${sightOf(caller)[0]}${moment}"`
  }

  #refOf(id: PlaceId, caller: Caller | undefined, at?: Instant): DocumentRef {
    const ref = this.#located(id, caller, at)
    if (!ref) throw unknownPlace(id)
    return ref
  }

  #located(id: PlaceId, caller: Caller | undefined, at = this.#clock()): DocumentRef | undefined {
    const { index } = this
    return caller && isNarrowed(caller) ? index.findPublic(id, at) : index.find(id)
  }

  async storedPlace(id: PlaceId, caller?: Caller): Promise<Place | undefined> {
    const { index } = this
    const ref = this.#located(id, caller)
    return ref && (JSON.parse(index.document(ref, storedForm).toString()) as Place)
  }

  #document(ref: DocumentRef, caller: Caller): FoundDocument {
    const { leaf, ordinal } = ref
    return {
      ...{ id: leaf.idOf(ordinal), revision: leaf.revisionOf(ordinal) },
      bytes: this.index.document(ref, placeForm(caller)),
    }
  }
}

function foundPage({ total, facets, window }: Hits, documents: DocumentList): FoundPage {
  return { total, documents, ...(facets && { facets }), ...(window && { window }) }
}

function allNames(directory: Directory): NamedEntry[] {
  const page = { prefix: '', offset: 0, limit: Number.POSITIVE_INFINITY }
  return directoryKinds.flatMap((kind) =>
    directory.list(kind, page).entries.map(({ id, name }): NamedEntry => ({ kind, id, name })),
  )
}

/** The log messages of snapshots, with their levels. */
const snapshotMessages: Readonly<Record<SnapshotEvent['kind'], readonly ['info' | 'warn', string]>> = {
  read: ['info', 'the index was read from its snapshot'],
  written: ['info', 'a snapshot of the index was written'],
  refused: ['warn', 'the snapshot of the index is of no use'],
  failed: ['warn', 'a snapshot of the index could not be written or removed'],
}

function logSnapshot(logger: Logger, { kind, ...facts }: SnapshotEvent): void {
  const [level, message] = snapshotMessages[kind]
  logger[level](facts, message)
}
