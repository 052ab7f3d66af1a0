import type { PlaceId } from '../../place/place.ts'
import { fold } from '../../query/folded-text.ts'
import type { Meaning } from '../../query/matches.ts'
import { indexOfText } from '../columns/dictionary.ts'
import { findId } from '../columns/id-column.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import { documentBytesMax } from '../documents/documents.ts'
import type { Leaf } from '../hits.ts'
import { Memtable } from '../memtable/memtable.ts'
import { parseRow, type StoredRow } from '../row.ts'
import { Segment } from '../segment/segment.ts'
import type { SearchContext } from '../segment/segment-columns.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import type { SegmentWithTombstones } from '../segment/segment-merge.ts'
import { hasBit } from '../sets/bitset.ts'
import type { Worker } from './start-worker.ts'

/** When to flush, and what to merge with it at once. */
const defaultLimits = {
  /** A memtable with so many places is flushed; more come together while a flush is under way. */
  flushPlaces: 512,
  /** Segments with at most so many places are merged with what is flushed; larger ones by themselves, in parallel. */
  smallPlaces: 8_192,
  /** Backpressure: with so many places in memtables, those who write should wait: a memtable is searched place by place. */
  memtablePlacesMax: 2_048,
}

export type CompactionLimits = Readonly<typeof defaultLimits>

/** What makes leaves and does the work on them. */
interface ManagerOptions {
  readonly limits: Partial<CompactionLimits> | undefined
  readonly context: SearchContext & { readonly meaning: Meaning }
  /** Flushes memtables; merges of large segments go to a thread of their own, so that they do not hold it up. */
  readonly flusher: Worker
  readonly merger: Worker
  /** Does steps that others need not wait for, and then what comes next. */
  carryOut(steps: Iterator<void>, next: () => void): void
  /** Told of work in the background that failed. Nothing is lost by it, and it is tried again. */
  onError(error: Error): void
}

/** Work under way: what it replaces, and which places left those leaves since it began. */
interface Job {
  readonly frozen: Memtable | undefined
  readonly segments: readonly Segment[]
  readonly left: Set<PlaceId>
  /** Those of them that were purged. */
  readonly purged: Set<PlaceId>
}

/** Some tenths of a millisecond of the thread that answers. */
const removalsPerStep = 64

/**
 * The leaves of an index and their life: a memtable that takes writes, at most one that is being flushed, and segments
 * that are merged so that they stay few. A leaf is searched until the one that replaces it is there.
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

  /** All leaves, the memtable that takes writes last. */
  get leaves(): readonly Leaf[] {
    return this.#leaves
  }

  get segments(): readonly Segment[] {
    return this.#segments
  }

  get memtable(): Memtable {
    return this.#memtable
  }

  /** How many places are in no segment yet. */
  get memtablePlaces(): number {
    return this.#memtable.places + (this.#frozen?.places ?? 0)
  }

  /** Takes a place out of a leaf, and out of what is being made of it. */
  remove(leaf: Leaf, ordinal: number): void {
    const id = leaf.idOf(ordinal)
    leaf.remove(ordinal)
    for (const { frozen, segments, left } of this.#jobs) {
      if (leaf === frozen || segments.some((segment) => segment === leaf)) left.add(id)
    }
  }

  /** Notes that a place was purged, for what still holds its text. */
  purged(id: PlaceId): void {
    for (const segment of this.#segments) if (holds(segment, id)) this.#unclean.add(segment)
    for (const job of this.#jobs) job.purged.add(id)
  }

  /** Whether a segment holds the text of a purged place. */
  get unclean(): boolean {
    return this.#unclean.size > 0
  }

  /** Compacts what holds the text of a purged place now; what fails is left to the next time. */
  scrub(): void {
    const next = () => this.#idle().find((segment) => this.#unclean.has(segment))
    for (let segment = next(); segment; segment = next()) {
      this.#run(this.#options.merger, { frozen: undefined, segments: [segment] })
    }
  }

  /** Forgets every place; work that is under way comes to nothing. */
  clear(): void {
    this.#jobs.clear()
    this.#memtable = this.#openMemtable()
    this.#setLeaves({ segments: [], frozen: undefined })
    this.#unclean.clear()
    this.#wake()
  }

  /** What can be kept of the leaves. */
  state(): { readonly segments: readonly SegmentWithTombstones[]; readonly rows: readonly StoredRow[] } {
    const rows = [...(this.#frozen?.rows() ?? []), ...this.#memtable.rows()]
    return { segments: this.#segments.map(stateOf), rows }
  }

  /** Puts a segment that was made elsewhere among the leaves, without its tombstones. */
  add({ data, tombstones }: Pick<SegmentWithTombstones, 'data'> & Partial<SegmentWithTombstones>): void {
    const segment = this.#openSegment(data)
    for (let ordinal = 0; tombstones && ordinal < data.count; ordinal++)
      if (hasBit(tombstones, ordinal)) segment.remove(ordinal)
    this.#setLeaves({ segments: [...this.#segments, segment] })
  }

  /** Flushes and merges what is due. */
  flushAndCompact(): void {
    this.flushWhereDue()
    if (!this.#closed && ![...this.#jobs].some(({ frozen }) => frozen === undefined)) this.#merge()
  }

  /** For those who write: what is to be merged is looked at when something has been flushed. */
  flushWhereDue(): void {
    if (this.#closed || this.#frozen !== undefined || this.#memtable.entries < this.#limits.flushPlaces) return
    const frozen = this.#memtable
    this.#memtable = this.#openMemtable()
    this.#setLeaves({ frozen })
    const segments = chooseMerge(this.#idle(), { start: frozen.places, placesMax: this.#limits.smallPlaces })
    this.#run(this.#options.flusher, { frozen, segments })
  }

  /** Backpressure: resolves when some of the work that makes memtables smaller is done; undefined when nobody need wait. */
  capacity(): Promise<void> | undefined {
    if (this.#frozen === undefined || this.memtablePlaces < this.#limits.memtablePlacesMax) return undefined
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Resolves when no work is under way. */
  async settle(): Promise<void> {
    while (this.#jobs.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
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

  #run(worker: Worker, { frozen, segments }: Pick<Job, 'frozen' | 'segments'>): void {
    const job: Job = { frozen, segments, left: new Set(), purged: new Set() }
    this.#jobs.add(job)
    const data = worker.run('compact', frozen?.rows() ?? [], segments.map(stateOf))
    const open = (found: SegmentData | undefined) => this.#open(job, found)
    if (data instanceof Promise) data.then(open, (error: Error) => this.#giveUp(job, error))
    else open(data)
  }

  #open(job: Job, data: SegmentData | undefined): void {
    if (!this.#jobs.has(job)) return
    const segment = data && this.#openSegment(data)
    this.#options.carryOut(this.#makeReady(job, segment), () => this.#install(job, segment))
  }

  /** What every search has asked of the leaves is ready in the one that replaces them before it is among them. */
  *#makeReady({ segments, left }: Job, segment: Segment | undefined): Generator<void> {
    if (segment === undefined) return
    const before = segments.length > 0 ? segments : this.#segments
    if (before.some(({ hasNameWords }) => hasNameWords)) yield* segment.readNameWords()
    let removed = 0
    // Those that leave meanwhile are met as well.
    for (const id of left) {
      const ordinal = segment.find(id)
      if (ordinal >= 0) segment.remove(ordinal)
      if (++removed % removalsPerStep === 0) yield
    }
  }

  #install(job: Job, segment: Segment | undefined): void {
    if (!this.#jobs.has(job)) return
    const others = this.#segments.filter((other) => !job.segments.includes(other))
    this.#setLeaves({ segments: segment ? [...others, segment] : others, ...(job.frozen && { frozen: undefined }) })
    if (segment && [...job.purged].some((id) => holds(segment, id))) this.#unclean.add(segment)
    for (const segment of job.segments) this.#unclean.delete(segment)
    this.#end(job)
    this.flushAndCompact()
  }

  /** Nothing is lost: segments stay as they were, and a frozen memtable goes back to the one that takes writes. */
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

/** Whether the segment has the text of a place, be it a tombstone, or its name in the text of a child, which may be one too. */
function holds({ data }: Segment, id: PlaceId): boolean {
  if (findId(data.ids, id) >= 0) return true
  const parents = data.columns.parent_id as KeywordData | undefined
  return parents !== undefined && indexOfText(parents.values.keys, fold(id)) >= 0
}

function stateOf(segment: Segment): SegmentWithTombstones {
  return { data: segment.data, tombstones: segment.tombstones() }
}

/** What the policy knows of a segment. */
interface MergeCandidate {
  readonly places: number
  /** Of these places. */
  readonly documentBytes: number
}

/**
 * Candidates are taken up to so many times what has been taken before. The larger, the fewer segments, and the oftener a
 * place is merged: with 2 instead of 1.25 4.8 segments instead of 5.7, and 5.9 times instead of 4.6, when places all over
 * a million are written by and by; 2.5 instead of 3.0, and 1.5 times instead of 0.9, when these are always the same 2,000.
 * With 1 or less, segments of about the same size may never be merged.
 */
const growth = 1.25

/**
 * The segments to merge with `start` places that are to be merged anyway (0: none): from the smallest on, as long as
 * each is at most `growth` times what there is before it. So sizes grow geometrically, and there are some log(n) segments.
 * `placesMax` bounds what one merge takes on, and so do the documents that a segment can hold, of which half is left to the
 * `start`, as whose bytes are not known; a segment with too many is passed over, so that it keeps no others apart.
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
