import type { Instant } from '../../place/place.ts'
import type { PlaceQuery } from '../../query/query.ts'
import { isIn, type Span } from '../../read-model/public-span.ts'
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
  readonly #states: States
  /** The instants at which publications begin, publications end, and exceptions begin or end. */
  readonly #instants: readonly Float64Array[]
  /** Number of passed instants in each list. */
  #passed: readonly number[]

  constructor(states: States) {
    const { size, deleted, published, depublished, publicSpans } = states
    this.#states = states
    this.#live = fullBitset(size)
    const all = fullBitset(size)
    const notDeleted = all.slice()
    if (deleted) for (const ordinal of deleted.ordinals) clearBit(notDeleted, ordinal)
    const none = createBitset(size)
    this.#sets = { all, notDeleted, published: none, visible: none, public: none }
    const noTimes = new Float64Array(0)
    const exceptions = Float64Array.from([...publicSpans.from, ...publicSpans.until]).sort()
    this.#instants = [published?.times ?? noTimes, depublished?.times ?? noTimes, exceptions]
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
    this.#passed = passed
    this.#selected.clear()
    const { published, depublished, size, publicSpans } = this.#states
    const { all, notDeleted } = this.#sets
    const current = createBitset(size)
    const [begun, ended] = passed
    if (published) for (const ordinal of published.ordinals.subarray(0, begun)) setBit(current, ordinal)
    if (depublished) for (const ordinal of depublished.ordinals.subarray(0, ended)) clearBit(current, ordinal)
    andInto(current, all)
    const visible = current.slice()
    andInto(visible, notDeleted)
    this.#sets = { all, notDeleted, published: current, visible, public: withExceptions(visible, publicSpans, now) }
  }
}

/** The visible places, corrected for places whose public span differs from their own publication. */
function withExceptions(visible: Bitset, exceptions: PublicSpans, now: Instant): Bitset {
  if (exceptions.ordinals.length === 0) return visible
  const set = visible.slice()
  for (const { ordinal, publicSpan } of rowsIn(exceptions)) {
    if (isIn(publicSpan, now)) setBit(set, ordinal)
    else clearBit(set, ordinal)
  }
  return set
}

interface PublicRow {
  readonly ordinal: number
  readonly publicSpan: Span
}

/** Builds the exceptions of a segment: places whose public span differs from their own publication. */
export function buildPublicSpans(rows: readonly PublicRow[]): PublicSpans {
  const data = {
    ordinals: sharedUint32(rows.length),
    from: sharedFloat64(rows.length),
    until: sharedFloat64(rows.length),
  }
  for (const [at, { ordinal, publicSpan }] of rows.entries()) {
    data.ordinals[at] = ordinal
    data.from[at] = publicSpan.from
    data.until[at] = publicSpan.until
  }
  return data
}

/** Merges the exceptions of several segments, without rows that are tombstones. */
export function mergePublicSpans(sources: readonly MergeSource<PublicSpans>[]): PublicSpans {
  const rows = sources.flatMap(({ data, ordinalMap }) =>
    rowsIn(data)
      .map(({ ordinal, publicSpan }) => ({ ordinal: ordinalMap[ordinal]!, publicSpan }))
      .filter(({ ordinal }) => ordinal !== tombstone),
  )
  return buildPublicSpans(rows.sort((one, other) => one.ordinal - other.ordinal))
}

/** The public span of a place if it differs from its own publication, else undefined. */
export function publicSpanAt({ ordinals, from, until }: PublicSpans, ordinal: number): Span | undefined {
  const at = lowerBound(ordinals, ordinal)
  return ordinals[at] === ordinal ? { from: from[at]!, until: until[at]! } : undefined
}

function rowsIn({ ordinals, from, until }: PublicSpans): PublicRow[] {
  return Array.from(ordinals, (ordinal, at) => ({ ordinal, publicSpan: { from: from[at]!, until: until[at]! } }))
}
