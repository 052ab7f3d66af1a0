import type { Instant } from '../../place/place.ts'
import type { PlaceQuery } from '../../query/query.ts'
import { childSpan, isIn, never, noTime, type Span } from '../../read-model/public-span.ts'
import { type InstantData, upperBound } from '../columns/instant-column.ts'
import { type MergeSource, tombstone } from '../columns/inverted.ts'
import { sharedFloat64, sharedUint32 } from '../memory/shared.ts'
import { lowerBound } from '../memory/sorting.ts'
import { andInto, type Bitset, clearBit, createBitset, fullBitset, hasBit, invert, setBit } from '../sets/bitset.ts'
import { type Selection, selectBits } from '../sets/selection.ts'
import type { PublicSpans } from './segment-data.ts'

/** The data that determine the state of a segment's places. */
interface States {
  readonly size: number
  readonly published: InstantData | undefined
  readonly depublished: InstantData | undefined
  readonly deleted: InstantData | undefined
  readonly publicSpans: PublicSpans
}

/** The options of a query that decide whether deleted and non-published places count. */
type Inclusion = Pick<PlaceQuery, 'narrowed' | 'includeDeleted' | 'includeNonPublished'>

/** The sets of places that queries count; the last three change with time. */
interface StateSets {
  readonly all: Bitset
  readonly notDeleted: Bitset
  readonly published: Bitset
  readonly visible: Bitset
  /** The places for callers who see only public ones; usually equal to `visible` (D50). */
  readonly public: Bitset
}

/**
 * The places of a segment that count for a query at an instant. The sets that change with time are rebuilt when a
 * publication has begun or ended since the last requested instant (D36), which takes some milliseconds for a million
 * places. A returned selection never changes: it is rebuilt after a row is removed.
 */
export class Population {
  readonly #live: Bitset
  #sets: StateSets
  /** The live places of the sets requested since the last change. */
  readonly #selected = new Map<keyof StateSets, Selection>()
  readonly #states: Omit<States, 'publicSpans'>
  #publicSpans: PublicSpans
  /** The instants at which publications begin, publications end, and exceptions begin or end. */
  #instants: readonly Float64Array[]
  /** Number of passed instants in each list. */
  #passed: readonly number[]

  constructor(states: States) {
    const { size, deleted, published, depublished, publicSpans } = states
    this.#states = states
    this.#publicSpans = publicSpans
    this.#live = fullBitset(size)
    const all = fullBitset(size)
    const notDeleted = all.slice()
    if (deleted) for (const ordinal of deleted.ordinals) clearBit(notDeleted, ordinal)
    const none = createBitset(size)
    this.#sets = { all, notDeleted, published: none, visible: none, public: none }
    const noTimes = new Float64Array(0)
    this.#instants = [published?.times ?? noTimes, depublished?.times ?? noTimes, endsOf(publicSpans)]
    this.#passed = []
  }

  /** The places that a query counts. */
  at(now: Instant, { narrowed, includeDeleted, includeNonPublished }: Inclusion): Selection {
    if (narrowed) return this.#select('public', now)
    if (includeNonPublished) return this.#select(includeDeleted ? 'all' : 'notDeleted', now)
    return this.#select(includeDeleted ? 'published' : 'visible', now)
  }

  isPublic(ordinal: number, now: Instant): boolean {
    this.#move(now)
    return this.has(ordinal) && hasBit(this.#sets.public, ordinal)
  }

  /** The last instant up to `now` at which a publication began or ended, or -Infinity when none did. */
  changedAt(now: Instant): Instant {
    const [begun, ended] = this.#instants.map((times) => times[upperBound(times, now) - 1] ?? -Infinity)
    return Math.max(begun!, ended!)
  }

  has(ordinal: number): boolean {
    return hasBit(this.#live, ordinal)
  }

  /** The removed rows, as a separate set. */
  tombstones(): Bitset {
    const tombstones = this.#live.slice()
    invert(tombstones, this.#states.size)
    return tombstones
  }

  /** Removes a row permanently. */
  remove(ordinal: number): void {
    clearBit(this.#live, ordinal)
    this.#selected.clear()
  }

  /**
   * Adapts the public spans of children, each with the span in which its parent is published. Returns all public spans
   * that differ from the places' own publication.
   */
  restrict(children: ReadonlyMap<number, Span>): PublicSpans {
    const spans = new Map(spansIn(this.#publicSpans))
    for (const [ordinal, shown] of children) {
      const span = childSpan(this.#ownSpan(ordinal), shown)
      if (span) spans.set(ordinal, span)
      else spans.delete(ordinal)
    }
    this.#publicSpans = buildPublicSpans(spans)
    this.#instants = [this.#instants[0]!, this.#instants[1]!, endsOf(this.#publicSpans)]
    this.#passed = this.#passed.slice(0, 2)
    this.#selected.delete('public')
    return this.#publicSpans
  }

  /** The span in which a place is published and not deleted, by the columns. */
  #ownSpan(ordinal: number): Span {
    const { published, depublished, deleted } = this.#states
    const from = instantAt(published, ordinal)
    if (from === undefined || instantAt(deleted, ordinal) !== undefined) return noTime
    return { from, until: instantAt(depublished, ordinal) ?? never }
  }

  #select(name: keyof StateSets, now: Instant): Selection {
    if (name !== 'all' && name !== 'notDeleted') this.#move(now)
    let selection = this.#selected.get(name)
    if (selection === undefined) {
      const live = this.#live.slice()
      andInto(live, this.#sets[name])
      selection = selectBits(live)
      this.#selected.set(name, selection)
    }
    return selection
  }

  #move(now: Instant): void {
    const passed = this.#instants.map((times) => upperBound(times, now))
    if (passed.every((count, at) => count === this.#passed[at])) return
    const [wasBegun, wasEnded] = this.#passed
    this.#passed = passed
    this.#selected.clear()
    if (passed[0] !== wasBegun || passed[1] !== wasEnded) this.#moveOwn(passed)
    this.#sets = { ...this.#sets, public: withExceptions(this.#sets.visible, this.#publicSpans, now) }
  }

  /** Moves the sets that depend only on the places themselves. */
  #moveOwn([begun, ended]: readonly number[]): void {
    const { published, depublished, size } = this.#states
    const { all, notDeleted } = this.#sets
    const current = createBitset(size)
    if (published) for (const ordinal of published.ordinals.subarray(0, begun)) setBit(current, ordinal)
    if (depublished) for (const ordinal of depublished.ordinals.subarray(0, ended)) clearBit(current, ordinal)
    andInto(current, all)
    const visible = current.slice()
    andInto(visible, notDeleted)
    this.#sets = { ...this.#sets, published: current, visible }
  }
}

/** The visible places, corrected for places whose public span differs from their own publication. */
function withExceptions(visible: Bitset, exceptions: PublicSpans, now: Instant): Bitset {
  if (exceptions.ordinals.length === 0) return visible
  const set = visible.slice()
  for (const [ordinal, span] of spansIn(exceptions)) {
    if (isIn(span, now)) setBit(set, ordinal)
    else clearBit(set, ordinal)
  }
  return set
}

/** The instants at which public spans begin or end, ascending. */
function endsOf({ from, until }: PublicSpans): Float64Array {
  const ends = new Float64Array(from.length + until.length)
  ends.set(from)
  ends.set(until, from.length)
  return ends.sort()
}

function instantAt(data: InstantData | undefined, ordinal: number): Instant | undefined {
  const rank = data?.ranks[ordinal]
  return rank ? data!.times[rank - 1] : undefined
}

/** Builds the exceptions of a segment: the public spans that differ from the places' own publication, by ordinal. */
export function buildPublicSpans(spans: ReadonlyMap<number, Span>): PublicSpans {
  const size = spans.size
  const data = { ordinals: sharedUint32(size), from: sharedFloat64(size), until: sharedFloat64(size) }
  let at = 0
  for (const ordinal of spans.keys()) data.ordinals[at++] = ordinal
  data.ordinals.sort()
  for (at = 0; at < size; at++) {
    const { from, until } = spans.get(data.ordinals[at]!)!
    data.from[at] = from
    data.until[at] = until
  }
  return data
}

/** Merges the exceptions of several segments, without rows that are tombstones. */
export function mergePublicSpans(sources: readonly MergeSource<PublicSpans>[]): PublicSpans {
  const spans = new Map<number, Span>()
  for (const { data, ordinalMap } of sources)
    for (const [ordinal, span] of spansIn(data))
      if (ordinalMap[ordinal] !== tombstone) spans.set(ordinalMap[ordinal]!, span)
  return buildPublicSpans(spans)
}

/** The public span of a place if it differs from its own publication, else undefined. */
export function publicSpanAt({ ordinals, from, until }: PublicSpans, ordinal: number): Span | undefined {
  const at = lowerBound(ordinals, ordinal)
  return ordinals[at] === ordinal ? { from: from[at]!, until: until[at]! } : undefined
}

/** Restores public spans from lists of numbers. */
export function publicSpansOf(lists: SpanLists): PublicSpans {
  return buildPublicSpans(new Map(spansIn(lists)))
}

/** Public spans in any form of lists. */
export type SpanLists = Readonly<Record<keyof PublicSpans, ArrayLike<number>>>

function* spansIn({ ordinals, from, until }: SpanLists): Generator<[ordinal: number, span: Span]> {
  for (let at = 0; at < ordinals.length; at++) yield [ordinals[at]!, { from: from[at]!, until: until[at]! }]
}
