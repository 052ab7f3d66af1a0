import type { Instant } from '../../place/place.ts'
import { isIn, type Span } from '../../query/appearance.ts'
import { type IdData, orphanAt } from '../columns/id-column.ts'
import { type InstantData, upperBound } from '../columns/instant-column.ts'
import { gone, type TargetMap } from '../columns/inverted.ts'
import { sharedFloat64, sharedUint32 } from '../memory/shared.ts'
import { andNotInto, type Bitset, clearBit, createBitset, fullBitset, hasBit, invert, putBit } from '../sets/bitset.ts'
import { addPostings } from '../sets/postings.ts'
import { type Selection, selectBits } from '../sets/selection.ts'
import type { SeenData } from './segment-data.ts'

/** What decides about the state of the places of a segment. */
export interface States {
  readonly size: number
  readonly published: InstantData | undefined
  readonly depublished: InstantData | undefined
  readonly deleted: InstantData | undefined
  readonly seen: SeenData
  readonly ids: IdData
}

/** Which places a query counts beside those that are neither deleted nor non-published. */
export interface Inclusion {
  readonly narrowed?: boolean
  readonly includeDeleted: boolean
  readonly includeNonPublished: boolean
}

/**
 * The places of a segment that are there for a query at an instant: four sets, two of which are made anew when a
 * publication has begun or ended since the last instant asked for (D36), some milliseconds for a million places; and what
 * is there for those who see only what is published, which mostly is one of them (D50).
 */
export class Population {
  readonly #living: Bitset
  #all: Bitset
  #notDeleted: Bitset
  #published: Bitset
  #visible: Bitset
  /** Whether others have the sets, which must stay as they are then. */
  #lent = false
  readonly #exceptions: SeenPlaces
  #seen: { readonly moves: number; readonly position: number; readonly set: Bitset } | undefined
  readonly #states: States
  /** Living rows that only those find who see nothing but what is published. */
  orphans = 0
  /** Grows whenever places have come into other states, but not when one is taken out. */
  moves = 0
  /** Grows whenever one of the sets has changed. */
  #version = 0
  /** The sets as selections, which remember how many are in them, as long as they do not change. */
  #selected: { readonly version: number; readonly sets: Map<Bitset, Selection> } = { version: 0, sets: new Map() }
  #beginnings = 0
  #endings = 0

  constructor(states: States) {
    this.#states = states
    this.#living = fullBitset(states.size)
    this.#all = fullBitset(states.size)
    this.#exceptions = new SeenPlaces(states.seen)
    for (const ordinal of states.seen.ordinals) {
      if (orphanAt(states.ids, ordinal) === 0) continue
      this.orphans++
      clearBit(this.#all, ordinal)
    }
    this.#notDeleted = this.#all.slice()
    if (states.deleted) andNotInto(this.#notDeleted, allOf(states.deleted, states.size))
    this.#published = createBitset(states.size)
    this.#visible = createBitset(states.size)
  }

  /** The places that count; good until the next call. */
  at(now: Instant, inclusion: Inclusion): Selection {
    if (inclusion.narrowed || !inclusion.includeNonPublished) this.#move(now)
    const set = inclusion.narrowed ? this.#seenAt(now) : this.#setOf(inclusion)
    if (this.#selected.version !== this.#version) this.#selected = { version: this.#version, sets: new Map() }
    const known = this.#selected.sets.get(set)
    if (known !== undefined) return known
    const selection = selectBits(set)
    this.#selected.sets.set(set, selection)
    return selection
  }

  /** Whether those see a row who see only what is published. */
  isSeen(ordinal: number, now: Instant): boolean {
    this.#move(now)
    return hasBit(this.#seenAt(now), ordinal)
  }

  /** Leaves what was given as it is: the next change is made in copies. */
  lend(): void {
    this.#lent = true
  }

  /** The last instant up to `now` at which a publication began or ended, or -Infinity when none did. */
  changedAt(now: Instant): Instant {
    const last = (data: InstantData | undefined) => data?.times[upperBound(data.times, now) - 1] ?? -Infinity
    return Math.max(last(this.#states.published), last(this.#states.depublished))
  }

  has(ordinal: number): boolean {
    return hasBit(this.#living, ordinal)
  }

  /** The rows that are dead, as a set of its own. */
  dead(): Bitset {
    const dead = this.#living.slice()
    invert(dead, this.#states.size)
    return dead
  }

  /** Takes a row out for good. */
  remove(ordinal: number): void {
    this.#beforeChange()
    if (orphanAt(this.#states.ids, ordinal) !== 0) this.orphans--
    const sets = [this.#living, this.#all, this.#notDeleted, this.#published, this.#visible]
    for (const set of [...sets, ...(this.#seen ? [this.#seen.set] : [])]) clearBit(set, ordinal)
  }

  /** What is there for those who see only what is published; the sets of the others must be right for the instant. */
  #seenAt(now: Instant): Bitset {
    if (this.#exceptions.areNone) return this.#visible
    const position = this.#exceptions.position(now)
    if (this.#seen?.moves === this.moves && this.#seen.position === position) return this.#seen.set
    this.#version++
    this.moves++
    const set = this.#visible.slice()
    this.#exceptions.putInto(set, this.#living, now)
    this.#seen = { moves: this.moves, position, set }
    return set
  }

  #beforeChange(): void {
    this.#version++
    if (!this.#lent) return
    this.#lent = false
    this.#all = this.#all.slice()
    this.#notDeleted = this.#notDeleted.slice()
    this.#published = this.#published.slice()
    this.#visible = this.#visible.slice()
    if (this.#seen) this.#seen = { ...this.#seen, set: this.#seen.set.slice() }
  }

  #setOf({ includeDeleted, includeNonPublished }: Inclusion): Bitset {
    if (includeNonPublished) return includeDeleted ? this.#all : this.#notDeleted
    return includeDeleted ? this.#published : this.#visible
  }

  #move(now: Instant): void {
    const { published, depublished } = this.#states
    const beginnings = published ? upperBound(published.times, now) : 0
    const endings = depublished ? upperBound(depublished.times, now) : 0
    if (beginnings === this.#beginnings && endings === this.#endings) return
    this.#beforeChange()
    this.moves++
    this.#beginnings = beginnings
    this.#endings = endings
    this.#rebuild()
  }

  /** Makes the sets of what is published from all that is before both positions. */
  #rebuild(): void {
    const { published, depublished } = this.#states
    const [begun, ended] = [createBitset(this.#states.size), createBitset(this.#states.size)]
    if (published) addPostings(published.postings, { first: 0, end: this.#beginnings }, begun)
    if (depublished) addPostings(depublished.postings, { first: 0, end: this.#endings }, ended)
    for (let word = 0; word < this.#all.length; word++) {
      const state = begun[word]! & ~ended[word]! & this.#all[word]!
      this.#published[word] = state
      this.#visible[word] = state & this.#notDeleted[word]!
    }
  }
}

function allOf({ postings, times }: InstantData, size: number): Bitset {
  const bits = createBitset(size)
  addPostings(postings, { first: 0, end: times.length }, bits)
  return bits
}

interface Seen {
  readonly ordinal: number
  readonly seen: Span
}

/** The exceptions of a segment: rows that are seen at other times than their places are published. */
export function sealSeen(rows: readonly Seen[]): SeenData {
  const data = {
    ordinals: sharedUint32(rows.length),
    from: sharedFloat64(rows.length),
    until: sharedFloat64(rows.length),
  }
  for (const [at, { ordinal, seen }] of rows.entries()) {
    data.ordinals[at] = ordinal
    data.from[at] = seen.from
    data.until[at] = seen.until
  }
  return data
}

/** Those of several segments, without the rows that are gone. */
export function mergeSeen(parts: readonly { readonly seen: SeenData; readonly ordinalMap: TargetMap }[]): SeenData {
  return sealSeen(
    parts.flatMap(({ seen, ordinalMap }) =>
      rowsIn(seen)
        .map(({ ordinal, seen }) => ({ ordinal: ordinalMap[ordinal]!, seen }))
        .filter(({ ordinal }) => ordinal !== gone),
    ),
  )
}

function rowsIn({ ordinals, from, until }: SeenData): Seen[] {
  return Array.from(ordinals, (ordinal, at) => ({ ordinal, seen: { from: from[at]!, until: until[at]! } }))
}

/** What is seen by those who see only what is published, as exceptions from what is published. */
class SeenPlaces {
  readonly #data: SeenData
  /** When something begins or ends to be seen. */
  readonly #instants: Float64Array

  constructor(data: SeenData) {
    this.#data = data
    this.#instants = Float64Array.from([...data.from, ...data.until]).sort()
  }

  get areNone(): boolean {
    return this.#instants.length === 0
  }

  /** Changes whenever an exception begins or ends. */
  position(now: Instant): number {
    return upperBound(this.#instants, now)
  }

  /** Puts right in a set of what is published the living rows that are exceptions. */
  putInto(set: Bitset, living: Bitset, now: Instant): void {
    for (const { ordinal, seen } of rowsIn(this.#data)) {
      putBit(set, ordinal, hasBit(living, ordinal) && isIn(seen, now))
    }
  }
}
