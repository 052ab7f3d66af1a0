import type { PlaceId } from '../../place/place.ts'
import type { Meaning } from '../../query/matches.ts'
import { fold } from '../../query/text/folded-text.ts'
import type { Span } from '../../read-model/public-span.ts'
import type { NamedAddress } from '../../read-model/reference.ts'
import { parseRow, type StoredRow } from '../../read-model/row.ts'
import { indexOfText } from '../columns/dictionary.ts'
import { findId } from '../columns/id-column.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import { documentBytesMax } from '../documents/documents.ts'
import type { Leaf } from '../hits.ts'
import { Memtable } from '../memtable/memtable.ts'
import { Segment } from '../segment/segment.ts'
import type { SearchContext } from '../segment/segment-columns.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import type { SegmentWithTombstones } from '../segment/segment-merge.ts'
import { hasBit } from '../sets/bitset.ts'
import type { Worker } from './start-worker.ts'

/** Limits for flushes and for the merges that accompany them. */
const defaultLimits = {
  /** A memtable with this many places is flushed; more arrive while a flush is running. */
  flushPlaces: 512,
  /** Segments with at most this many places are merged together with a flush; larger ones separately, in parallel. */
  smallPlaces: 8_192,
  /**
   * Backpressure: with this many places in memtables, writers should wait, since a memtable is searched place by place.
   */
  memtablePlacesMax: 2_048,
}

export type CompactionLimits = Readonly<typeof defaultLimits>

/** Dependencies of the manager. */
interface ManagerOptions {
  readonly limits: Partial<CompactionLimits> | undefined
  readonly context: SearchContext & { readonly meaning: Meaning }
  /** Flushes memtables. Merges of large segments run in the separate `merger`, so they do not delay flushes. */
  readonly flusher: Worker
  readonly merger: Worker
  /** Runs steps cooperatively, then calls `next`. */
  runSteps(steps: Iterator<void>, next: () => void): void
  /** Called when background work fails. Nothing is lost, and the work is repeated. */
  onError(error: Error): void
}

/** A running job: the leaves that it replaces, and the places that left those leaves since it began. */
interface Job {
  readonly frozen: Memtable | undefined
  readonly segments: readonly Segment[]
  /** The places that it takes out of its only segment, which stays; absent if it replaces its leaves. */
  readonly moved?: Uint32Array
  readonly left: Set<PlaceId>
  /** The places of `left` that were purged. */
  readonly purged: Set<PlaceId>
  /** The parents whose publication has changed since. */
  readonly parents: Map<PlaceId, Span>
}

/** Takes some tenths of a millisecond of the thread that answers. */
const removalsPerStep = 64

/**
 * The leaves of an index and their lifecycle: a memtable that takes writes, at most one that is being flushed, and
 * segments that are merged so that they stay few. A leaf is searched until its replacement is ready.
 */
export class SegmentManager {
  readonly #options: ManagerOptions
  readonly #limits: CompactionLimits
  readonly #jobs = new Set<Job>()
  readonly #waiting: (() => void)[] = []
  #segments: readonly Segment[] = []
  #frozen: Memtable | undefined
  #memtable: Memtable
  #leaves: readonly Leaf[]
  #numbers = 0
  #closed = false
  /** Segments that hold the text of a purged place. */
  readonly #unclean = new Set<Segment>()

  constructor(options: ManagerOptions) {
    this.#options = options
    this.#limits = { ...defaultLimits, ...options.limits }
    this.#memtable = this.#openMemtable()
    this.#leaves = [this.#memtable]
  }

  /** All leaves; the memtable that takes writes is last. */
  get leaves(): readonly Leaf[] {
    return this.#leaves
  }

  get segments(): readonly Segment[] {
    return this.#segments
  }

  get memtable(): Memtable {
    return this.#memtable
  }

  /** Number of places that are in no segment yet. */
  get memtablePlaces(): number {
    return this.#memtable.places + (this.#frozen?.places ?? 0)
  }

  /** Removes a place from a leaf, and from the results of running jobs on that leaf. */
  remove(leaf: Leaf, ordinal: number): void {
    const id = leaf.idOf(ordinal)
    leaf.remove(ordinal)
    for (const { frozen, segments, left } of this.#jobs) {
      if (leaf === frozen || segments.some((segment) => segment === leaf)) left.add(id)
    }
  }

  /** Adapts the public spans of children in segments; each span is that in which their parent is published. */
  publish(parents: ReadonlyMap<PlaceId, Span>): void {
    for (const segment of this.#segments) segment.publish(parents)
    for (const job of this.#jobs) for (const [id, span] of parents) job.parents.set(id, span)
  }

  /** Marks the segments and jobs that hold the text of a purged place. */
  purged(id: PlaceId): void {
    for (const segment of this.#segments) if (holds(segment, id)) this.#unclean.add(segment)
    for (const job of this.#jobs) job.purged.add(id)
  }

  /** True if a segment holds the text of a purged place. */
  get unclean(): boolean {
    return this.#unclean.size > 0
  }

  /** Compacts the idle segments that hold the text of a purged place. Failed work is left to the next call. */
  scrub(): void {
    const next = () => this.#idle().find((segment) => this.#unclean.has(segment))
    for (let segment = next(); segment; segment = next()) {
      this.#run(this.#options.merger, { frozen: undefined, segments: [segment] })
    }
  }

  /** Drops every place; the results of running jobs are discarded. */
  clear(): void {
    this.#jobs.clear()
    this.#memtable = this.#openMemtable()
    this.#setLeaves({ segments: [], frozen: undefined })
    this.#unclean.clear()
    this.#wake()
  }

  /** The state of the leaves as a snapshot stores it. */
  state(): { readonly segments: readonly SegmentWithTombstones[]; readonly rows: readonly StoredRow[] } {
    const rows = [...(this.#frozen?.rows() ?? []), ...this.#memtable.rows()]
    return { segments: this.#segments.map(stateOf), rows }
  }

  /** Adds a segment that was built elsewhere, without its tombstones. */
  add({ data, tombstones }: Pick<SegmentWithTombstones, 'data'> & Partial<SegmentWithTombstones>): void {
    const segment = this.#openSegment(data)
    for (let ordinal = 0; tombstones && ordinal < data.count; ordinal++)
      if (hasBit(tombstones, ordinal)) segment.remove(ordinal)
    this.#setLeaves({ segments: [...this.#segments, segment] })
  }

  /** Flushes and merges whatever is due. */
  flushAndCompact(): void {
    this.flushWhereDue()
    if (!this.#closed && ![...this.#jobs].some(({ frozen }) => frozen === undefined)) this.#merge()
  }

  /** Called on writes; merges are considered only after a flush. */
  flushWhereDue(): void {
    if (this.#closed || this.#frozen !== undefined || this.#memtable.entries < this.#limits.flushPlaces) return
    const frozen = this.#memtable
    this.#memtable = this.#openMemtable()
    this.#setLeaves({ frozen })
    const segments = chooseMerge(this.#idle(), { start: frozen.places, placesMax: this.#limits.smallPlaces })
    this.#run(this.#options.flusher, { frozen, segments })
  }

  /** True if no job works on the segment. */
  isIdle(segment: Segment): boolean {
    return this.#idle().includes(segment)
  }

  /** Resolves when some job has ended. */
  nextEnd(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Moves places of an idle segment into a new one, which shows other names; returns a promise unless that is done. */
  move(segment: Segment, moved: Uint32Array, names: readonly NamedAddress[]): Promise<void> | undefined {
    const job = this.#begin({ frozen: undefined, segments: [segment], moved })
    return this.#finish(job, this.#options.merger.run('rename', segment.data, moved, names))
  }

  /** Backpressure: resolves when some work that makes memtables smaller is done; undefined if nobody needs to wait. */
  capacity(): Promise<void> | undefined {
    if (this.#frozen === undefined || this.memtablePlaces < this.#limits.memtablePlacesMax) return undefined
    return this.nextEnd()
  }

  /** Resolves when no job is running. */
  async settle(): Promise<void> {
    while (this.#jobs.size > 0) await this.nextEnd()
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([this.#options.flusher.stop(), this.#options.merger.stop()])
    this.#jobs.clear()
    this.#wake()
  }

  #merge(): void {
    const segments = chooseMerge(this.#idle(), { start: 0, placesMax: Number.POSITIVE_INFINITY })
    if (segments.length > 0) this.#run(this.#options.merger, { frozen: undefined, segments })
  }

  /** The segments that no job works on. */
  #idle(): Segment[] {
    const busy = new Set([...this.#jobs].flatMap(({ segments }) => segments))
    return this.#segments.filter((segment) => !busy.has(segment))
  }

  #begin(replaced: Pick<Job, 'frozen' | 'segments' | 'moved'>): Job {
    const job: Job = { ...replaced, left: new Set(), purged: new Set(), parents: new Map() }
    this.#jobs.add(job)
    return job
  }

  #run(worker: Worker, replaced: Pick<Job, 'frozen' | 'segments'>): void {
    const { frozen, segments } = replaced
    const job = this.#begin(replaced)
    void this.#finish(job, worker.run('compact', frozen?.rows() ?? [], segments.map(stateOf)))?.catch(() => {})
  }

  /** Installs the result of a job, now or when it is there; rejects if the job has failed. */
  #finish(job: Job, data: SegmentData | undefined | Promise<SegmentData | undefined>): Promise<void> | undefined {
    if (!(data instanceof Promise)) {
      this.#open(job, data, () => {})
      return undefined
    }
    return data.then(
      (found) => new Promise((resolve) => this.#open(job, found, resolve)),
      (error: Error) => {
        this.#giveUp(job, error)
        throw error
      },
    )
  }

  #open(job: Job, data: SegmentData | undefined, next: () => void): void {
    if (!this.#jobs.has(job)) {
      next()
      return
    }
    const segment = data && this.#openSegment(data)
    this.#options.runSteps(this.#removeLeft(job, segment), () => {
      this.#install(job, segment)
      next()
    })
  }

  /** Removes the places that have left the leaves of a job from its result. */
  *#removeLeft({ left }: Job, segment: Segment | undefined): Generator<void> {
    if (segment === undefined) return
    let removed = 0
    // Places that leave during the loop are included.
    for (const id of left) {
      const ordinal = segment.find(id)
      if (ordinal >= 0) segment.remove(ordinal)
      if (++removed % removalsPerStep === 0) yield
    }
  }

  #install(job: Job, segment: Segment | undefined): void {
    if (!this.#jobs.has(job)) return
    segment?.publish(job.parents)
    const others = job.moved ? this.#segments : this.#segments.filter((other) => !job.segments.includes(other))
    for (const ordinal of job.moved ?? []) if (job.segments[0]!.has(ordinal)) job.segments[0]!.remove(ordinal)
    this.#setLeaves({ segments: segment ? [...others, segment] : others, ...(job.frozen && { frozen: undefined }) })
    if (segment && [...job.purged].some((id) => holds(segment, id))) this.#unclean.add(segment)
    if (!job.moved) for (const segment of job.segments) this.#unclean.delete(segment)
    this.#end(job)
    this.flushAndCompact()
  }

  /** Nothing is lost: segments stay, and the rows of a frozen memtable return to the one that takes writes. */
  #giveUp(job: Job, error: Error): void {
    if (!this.#jobs.has(job)) return
    if (job.frozen) {
      for (const row of job.frozen.rows()) this.#memtable.put(parseRow(row))
      this.#setLeaves({ frozen: undefined })
    }
    this.#end(job)
    if (!this.#closed) this.#options.onError(error)
  }

  #openMemtable(): Memtable {
    return new Memtable(this.#numbers++, this.#options.context)
  }

  #openSegment(data: SegmentData): Segment {
    return new Segment(this.#numbers++, data, this.#options.context)
  }

  #setLeaves(changed: { readonly segments?: readonly Segment[]; readonly frozen?: Memtable | undefined }): void {
    this.#segments = changed.segments ?? this.#segments
    if ('frozen' in changed) this.#frozen = changed.frozen
    this.#leaves = [...this.#segments, ...(this.#frozen ? [this.#frozen] : []), this.#memtable]
  }

  #end(job: Job): void {
    this.#jobs.delete(job)
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

/**
 * True if the segment holds text of a place: the place itself, or its name in the text of a child, even as tombstones.
 */
function holds({ data }: Segment, id: PlaceId): boolean {
  if (findId(data.ids, id) >= 0) return true
  const parents = data.columns.parent_id as KeywordData | undefined
  return parents !== undefined && indexOfText(parents.values.keys, fold(id)) >= 0
}

function stateOf(segment: Segment): SegmentWithTombstones {
  return { data: segment.data, tombstones: segment.tombstones() }
}

/** The properties of a segment that the merge policy uses. */
interface MergeCandidate {
  readonly places: number
  /** Bytes of the documents of these places. */
  readonly documentBytes: number
}

/**
 * A candidate may be at most this many times the places taken before it. A larger factor means fewer segments, but each
 * place is merged more often. With 1 or less, segments of about the same size may never be merged. Measured:
 *
 * | written                 | growth | segments | merges per place |
 * | ----------------------- | ------ | -------- | ---------------- |
 * | all over a million      | 1.25   | 5.7      | 4.6              |
 * | all over a million      | 2      | 4.8      | 5.9              |
 * | always the same 2,000   | 1.25   | 3.0      | 0.9              |
 * | always the same 2,000   | 2      | 2.5      | 1.5              |
 */
const growth = 1.25

/**
 * Chooses the segments to merge with `start` places that are merged anyway (0: none). It takes the smallest first, as
 * long as each has at most `growth` times the places before it. So sizes grow geometrically, and the number of segments
 * is about log(n). `placesMax` bounds one merge, and so do the documents that a segment can hold. Half of their bytes
 * is reserved for the `start`, whose size is unknown. A segment with too many bytes is skipped, so that it does not
 * keep others from merging.
 */
export function chooseMerge<Candidate extends MergeCandidate>(
  candidates: readonly Candidate[],
  { start, placesMax }: { readonly start: number; readonly placesMax: number },
): Candidate[] {
  const chosen: Candidate[] = []
  const bytesMax = start > 0 ? documentBytesMax / 2 : documentBytesMax
  let places = start
  let bytes = 0
  for (const candidate of candidates.toSorted((a, b) => a.places - b.places)) {
    const isFirst = chosen.length === 0 && start === 0
    const fits = places + candidate.places <= placesMax
    if (!fits || !(isFirst || candidate.places <= growth * places)) break
    if (bytes + candidate.documentBytes > bytesMax) continue
    chosen.push(candidate)
    places += candidate.places
    bytes += candidate.documentBytes
  }
  return chosen.length + (start > 0 ? 1 : 0) > 1 ? chosen : []
}
