import type { PlaceId } from '../../place/place.ts'
import { rowIdsOf } from '../../query/appearance.ts'
import { fold } from '../../query/text.ts'
import { indexOfText } from '../columns/dictionary.ts'
import { findId } from '../columns/id-column.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import type { SegmentState } from '../index-state.ts'
import type { Memtable } from '../memtable/memtable.ts'
import type { Part } from '../part.ts'
import type { Segment } from '../segment/segment.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { hasBit } from '../sets/bitset.ts'
import { chooseMerge } from './merge-policy.ts'
import { fromSealRow, type SealRow } from './seal-row.ts'
import type { Sealer } from './sealer.ts'

/** When to seal, and what to merge with it at once. */
export interface Limits {
  /** A memtable with so many places is sealed; more come together while a sealing is under way. */
  readonly sealPlaces: number
  /** Segments with at most so many places are merged with what is sealed; larger ones by themselves, in parallel. */
  readonly smallPlaces: number
  /** With so many places in memtables, those who write should wait: a memtable is searched place by place. */
  readonly memtablePlacesMax: number
}

/** What makes parts and does the work on them. */
export interface Workshop {
  readonly limits: Limits
  /** Seals memtables; merges of large segments go to a thread of their own, so that they do not hold it up. */
  readonly sealer: Sealer
  readonly merger: Sealer
  openMemtable(number: number): Memtable
  openSegment(number: number, data: SegmentData): Segment
  /** Does steps that others need not wait for, and then what comes next. */
  carryOut(steps: Iterator<void>, next: () => void): void
  onError(error: Error): void
  /** Told when other segments hold the places than before. */
  onSealed(): void
  /** Told when a place was purged. */
  onPurged(): void
}

/** What holds the places: sealed segments, the memtable that is being sealed, and the one that takes writes. */
interface Held {
  readonly segments: readonly Segment[]
  readonly frozen: Memtable | undefined
  readonly memtable: Memtable
}

/** Work under way: what it replaces, and which places left those parts since it began. */
interface Job {
  readonly frozen: Memtable | undefined
  readonly segments: readonly Segment[]
  readonly left: Set<PlaceId>
  /** Those of them that were purged. */
  readonly purged: Set<PlaceId>
}

/** Some tenths of a millisecond of the thread that answers. */
const rowsPerStep = 64
const removalsPerStep = 64

/**
 * The parts of an index and their life: a memtable that takes writes, at most one that is being sealed, and segments
 * that are merged so that they stay few. A part is searched until the one that replaces it is there.
 */
export class Housekeeping {
  readonly #workshop: Workshop
  readonly #jobs = new Set<Job>()
  readonly #waiting: (() => void)[] = []
  #held: Held
  #parts: readonly Part[] = []
  #numbers = 0
  #closed = false
  /** Whether what is unclean is to be sealed anew; where that fails, it is tried again when something else is sealed. */
  #scrubbing = false
  /** Segments that hold the text of a purged place. */
  readonly #unclean = new Set<Segment>()

  constructor(workshop: Workshop) {
    this.#workshop = workshop
    this.#held = { segments: [], frozen: undefined, memtable: workshop.openMemtable(this.#numbers++) }
    this.#hold({})
  }

  /** All parts, the memtable that takes writes last. */
  get parts(): readonly Part[] {
    return this.#parts
  }

  get segments(): readonly Segment[] {
    return this.#held.segments
  }

  get memtable(): Memtable {
    return this.#held.memtable
  }

  /** How many places are not sealed yet. */
  get memtablePlaces(): number {
    const { memtable, frozen } = this.#held
    return memtable.places + (frozen?.places ?? 0)
  }

  /** Takes a place out of a part, and out of what is being made of it. */
  remove(part: Part, ordinal: number): void {
    const id = part.rowIdOf(ordinal)
    part.remove(ordinal)
    for (const job of this.#jobs) if (isPartOf(part, job)) job.left.add(id)
  }

  /** Notes that a place is gone for good, for what still holds its text. */
  purged(id: PlaceId): void {
    for (const segment of this.segments) if (holds(segment, id)) this.#unclean.add(segment)
    for (const job of this.#jobs) job.purged.add(id)
    this.#workshop.onPurged()
  }

  /** Whether a segment holds the text of a purged place. */
  get unclean(): boolean {
    return this.#unclean.size > 0
  }

  /** Seals anew, by and by, what holds the text of a purged place. */
  scrub(): void {
    this.#scrubbing = true
    this.tidy()
  }

  /** Forgets every place; work that is under way comes to nothing. */
  clear(): void {
    this.#jobs.clear()
    this.#hold({ segments: [], frozen: undefined, memtable: this.#workshop.openMemtable(this.#numbers++) })
    this.#unclean.clear()
    this.#wake()
  }

  /** What can be kept of the parts. */
  state(): { readonly segments: readonly SegmentState[]; readonly rows: readonly SealRow[] } {
    const { segments, frozen, memtable } = this.#held
    const rows = [...(frozen?.rows() ?? []), ...memtable.rows()]
    return { segments: segments.map(stateOf), rows }
  }

  /** Opens segments that were kept. */
  restore(states: readonly SegmentState[]): void {
    const opened = states.map(({ data, dead }) => {
      const segment = this.#workshop.openSegment(this.#numbers++, data)
      for (let ordinal = 0; ordinal < data.count; ordinal++) if (hasBit(dead, ordinal)) segment.remove(ordinal)
      return segment
    })
    this.#hold({ segments: [...this.segments, ...opened] })
  }

  /** Seals and merges what is due. */
  tidy(): void {
    if (this.#closed) return
    this.sealWhereDue()
    if (![...this.#jobs].some(({ frozen }) => frozen === undefined)) this.#merge()
  }

  /** For those who write: what is to be merged is looked at when something has been sealed. */
  sealWhereDue(): void {
    const { frozen, memtable } = this.#held
    if (!this.#closed && frozen === undefined && memtable.entries >= this.#workshop.limits.sealPlaces) this.#seal()
  }

  /** Puts a segment that was made elsewhere among the parts. */
  add(data: SegmentData): Segment {
    const segment = this.#workshop.openSegment(this.#numbers++, data)
    this.#hold({ segments: [...this.segments, segment] })
    return segment
  }

  /** Resolves when some of the work that makes memtables smaller is done; undefined when there is no need to wait. */
  room(): Promise<void> | undefined {
    if (this.#held.frozen === undefined || this.memtablePlaces < this.#workshop.limits.memtablePlacesMax)
      return undefined
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Resolves when no work is under way. */
  async settle(): Promise<void> {
    while (this.#jobs.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([this.#workshop.sealer.close(), this.#workshop.merger.close()])
    this.#jobs.clear()
    this.#wake()
  }

  #seal(): void {
    const frozen = this.memtable
    const { limits, sealer } = this.#workshop
    this.#hold({ frozen, memtable: this.#workshop.openMemtable(this.#numbers++) })
    const segments = chooseMerge(this.#idle(), { start: frozen.places, placesMax: limits.smallPlaces })
    this.#run(sealer, { frozen, segments, left: new Set(), purged: new Set() })
  }

  #merge(): void {
    const segments = chooseMerge(this.#idle(), { start: 0, placesMax: Number.POSITIVE_INFINITY })
    const chosen = segments.length > 0 ? segments : this.#uncleanIdle().slice(0, 1)
    if (chosen.length === 0) return
    this.#run(this.#workshop.merger, { frozen: undefined, segments: chosen, left: new Set(), purged: new Set() })
  }

  #uncleanIdle(): Segment[] {
    // What a job is making may hold the text of a place that was purged meanwhile.
    this.#scrubbing &&= this.unclean || [...this.#jobs].some(({ purged }) => purged.size > 0)
    return this.#scrubbing ? this.#idle().filter((segment) => this.#unclean.has(segment)) : []
  }

  /** The segments that no job works on. */
  #idle(): Segment[] {
    const busy = new Set([...this.#jobs].flatMap(({ segments }) => segments))
    return this.segments.filter((segment) => !busy.has(segment))
  }

  #run(sealer: Sealer, job: Job): void {
    this.#jobs.add(job)
    this.#workshop.carryOut(this.#handOver(job, sealer), () => {
      if (!this.#jobs.has(job)) return
      const task = { kind: 'merge', memtable: job.frozen?.number, parts: job.segments.map(stateOf) } as const
      sealer.start(task, { done: ([sealed]) => this.#open(job, sealed), failed: (error) => this.#giveUp(job, error) })
    })
  }

  /** Gives the rows of the memtable to the sealer, some at a time, since each is copied for it. */
  *#handOver(job: Job, sealer: Sealer): Generator<void> {
    const { frozen } = job
    if (frozen === undefined) return
    for (let at = 0; at < frozen.entries && this.#jobs.has(job); at += rowsPerStep) {
      const task = { kind: 'take', memtable: frozen.number, rows: frozen.rows(at, at + rowsPerStep) } as const
      sealer.start(task, { done: () => {}, failed: (error) => this.#giveUp(job, error) })
      yield
    }
  }

  #open(job: Job, sealed: SegmentData | undefined): void {
    if (!this.#jobs.has(job)) return
    const segment = sealed && this.#workshop.openSegment(this.#numbers++, sealed)
    this.#workshop.carryOut(this.#makeReady(job, segment), () => this.#install(job, segment))
  }

  /** What every search has asked of the parts is ready in the one that replaces them before it is among them. */
  *#makeReady({ segments, left }: Job, segment: Segment | undefined): Generator<void> {
    if (segment === undefined) return
    const before = segments.length > 0 ? segments : this.segments
    if (before.some(({ hasNameWords }) => hasNameWords)) yield* segment.readNameWords()
    let removed = 0
    // Those that leave meanwhile are met as well.
    for (const id of left) {
      removeFrom(segment, id)
      if (++removed % removalsPerStep === 0) yield
    }
  }

  #install(job: Job, segment: Segment | undefined): void {
    if (!this.#jobs.has(job)) return
    const others = this.segments.filter((other) => !job.segments.includes(other))
    this.#hold({
      segments: segment ? [...others, segment] : others,
      frozen: job.frozen ? undefined : this.#held.frozen,
    })
    if (segment) {
      for (const id of job.purged) if (holds(segment, id)) this.#unclean.add(segment)
    }
    for (const segment of job.segments) this.#unclean.delete(segment)
    this.#end(job)
    this.tidy()
    this.#workshop.onSealed()
  }

  /** Nothing is lost: segments stay as they were, and a frozen memtable goes back to the one that takes writes. */
  #giveUp(job: Job, error: Error): void {
    if (!this.#jobs.has(job)) return
    if (job.frozen) {
      for (const row of job.frozen.rows()) this.memtable.put(fromSealRow(row))
      this.#hold({ frozen: undefined })
    }
    this.#end(job)
    if (!this.#closed) this.#workshop.onError(error)
  }

  #hold(changed: Partial<Held>): void {
    this.#held = { ...this.#held, ...changed }
    const { segments, frozen, memtable } = this.#held
    this.#parts = [...segments, ...(frozen ? [frozen] : []), memtable]
  }

  #end(job: Job): void {
    this.#jobs.delete(job)
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

/** Takes a place out of a segment if it is there. */
export function removeFrom(segment: Segment, id: PlaceId): void {
  const ordinal = segment.find(id)
  if (ordinal >= 0) segment.remove(ordinal)
}

/** Whether the segment has the text of a place, be it dead, or its name in the text of a child, which may be dead too. */
function holds({ data }: Segment, id: PlaceId): boolean {
  if (rowIdsOf(id).some((rowId) => findId(data.ids, rowId) >= 0)) return true
  const parents = data.columns.parent_id as KeywordData | undefined
  return parents !== undefined && indexOfText(parents.values.keys, fold(id)) >= 0
}

function stateOf(segment: Segment): SegmentState {
  return { data: segment.data, dead: segment.dead() }
}

function isPartOf(part: Part, { frozen, segments }: Job): boolean {
  return part === frozen || segments.some((segment) => segment === part)
}
