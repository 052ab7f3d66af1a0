import type { Instant } from '../../place/place.ts'
import { type IdData, orphanAt } from '../columns/id-column.ts'
import { type InstantData, upperBound } from '../columns/instant-column.ts'
import { andNotInto, type Bitset, clearBit, createBitset, fullBitset, hasBit, invert, putBit } from '../sets/bitset.ts'
import { addPostings, eachPosting } from '../sets/postings.ts'
import { type Selection, selectBits } from '../sets/selection.ts'
import { SeenPlaces } from './seen-places.ts'
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
 * The places of a segment that are there for a query at an instant: four sets, kept right by visiting only the places
 * whose publication begins or ends between the last instant asked for and this one, forward or back (D36); and what is
 * there for those who see only what is published, which mostly is one of them (D50).
 */
export class Population {
  readonly #living: Bitset
  #all: Bitset
  #notDeleted: Bitset
  #published: Bitset
  #visible: Bitset
  /** Whether others have the sets, which must stay as they are then. */
  #lent = false
  readonly #begun: Bitset
  readonly #ended: Bitset
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
    this.#begun = createBitset(states.size)
    this.#ended = createBitset(states.size)
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
    const beginnings = { from: this.#beginnings, to: published ? upperBound(published.times, now) : 0 }
    const endings = { from: this.#endings, to: depublished ? upperBound(depublished.times, now) : 0 }
    if (beginnings.from === beginnings.to && endings.from === endings.to) return
    this.#beforeChange()
    this.moves++
    this.#beginnings = beginnings.to
    this.#endings = endings.to
    const passed = passedBytes(published, beginnings) + passedBytes(depublished, endings)
    if (passed * fewShare > this.#states.size) this.#rebuild()
    else {
      this.#pass(published, this.#begun, beginnings)
      this.#pass(depublished, this.#ended, endings)
    }
  }

  /** Makes the sets anew from all that is before both positions, a word of 32 places at a time. */
  #rebuild(): void {
    const { published, depublished } = this.#states
    this.#begun.fill(0)
    this.#ended.fill(0)
    if (published) addPostings(published.postings, { first: 0, end: this.#beginnings }, this.#begun)
    if (depublished) addPostings(depublished.postings, { first: 0, end: this.#endings }, this.#ended)
    for (let word = 0; word < this.#all.length; word++) {
      const state = this.#begun[word]! & ~this.#ended[word]! & this.#all[word]!
      this.#published[word] = state
      this.#visible[word] = state & this.#notDeleted[word]!
    }
  }

  /** Puts right every place whose instant is passed, forward or back. */
  #pass(data: InstantData | undefined, passed: Bitset, { from, to }: Passage): void {
    if (data === undefined) return
    for (let number = Math.min(from, to); number < Math.max(from, to); number++) {
      eachPosting(data.postings, number, (ordinal) => {
        putBit(passed, ordinal, to > from)
        const published = hasBit(this.#begun, ordinal) && !hasBit(this.#ended, ordinal) && hasBit(this.#all, ordinal)
        putBit(this.#published, ordinal, published)
        putBit(this.#visible, ordinal, published && hasBit(this.#notDeleted, ordinal))
      })
    }
  }
}

/** From one position in the order of instants to another. */
interface Passage {
  readonly from: number
  readonly to: number
}

/** When more than this part of the places is passed, all sets are made anew. */
const fewShare = 64

/** At least as many as places are passed. */
function passedBytes(data: InstantData | undefined, { from, to }: Passage): number {
  return data === undefined ? 0 : Math.abs(data.postings.starts[to]! - data.postings.starts[from]!)
}

function allOf({ postings, times }: InstantData, size: number): Bitset {
  const bits = createBitset(size)
  addPostings(postings, { first: 0, end: times.length }, bits)
  return bits
}
