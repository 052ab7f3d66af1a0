import type { PlaceId } from '../place/place.ts'
import { compareValues } from '../query/order.ts'
import type { OrderKey, PageWindow, Position } from '../query/query.ts'
import type { SortValue } from './columns/ranking.ts'
import type { HitRun, Leaf, LeafHits, OrderedHits } from './hits.ts'

/** What one leaf found. */
export interface FoundIn {
  readonly leaf: Leaf
  readonly hits: LeafHits
}

/** The window of the merged order that is wanted. */
interface Window {
  readonly order: readonly OrderKey[]
  readonly offset: number
  readonly limit: number
}

/** The hits of one leaf, and how many of them are already behind. */
export interface Cursor extends FoundIn {
  readonly ordered: OrderedHits
  at: number
  /** By their numbers in `ordered`: each hit is looked at several times, and what it is compared by takes longest. */
  readonly compared: Map<number, ComparedHit>
}

/**
 * The hits of a page over several leaves that each have their own in order. The part of the order in front of the page
 * is skipped in halves, not one by one, so that a deep page costs few comparisons.
 */
export function* pageOf(found: readonly FoundIn[], window: Window): Generator<void, HitRun[]> {
  return takeRuns(yield* cursorsOf(found, window), window)
}

/** Where each leaf is when the part of the order in front of a window is behind. */
export function* cursorsOf(found: readonly FoundIn[], { order, offset, limit }: Window): Generator<void, Cursor[]> {
  const cursors: Cursor[] = []
  for (const one of found) {
    if (one.hits.count === 0) continue
    const ordered = yield* one.hits.ordered(Math.min(offset + limit, one.hits.count))
    cursors.push({ ...one, ordered, at: 0, compared: new Map() })
  }
  skip(cursors, order, offset)
  return cursors
}

/** How many hits are in front of a position, or up to it; the order of each leaf is made as far as it tells. */
export function* countInFront(
  found: readonly FoundIn[],
  order: readonly OrderKey[],
  position: Position,
): Generator<void, number> {
  let count = 0
  for (const { leaf, hits } of found) {
    for (let atMost = firstLooked; ; atMost *= 8) {
      const ordered = yield* hits.ordered(Math.min(atMost, hits.count))
      const behind = firstBehind(ordered, order, position, (ordinal) => new PlacedCompared(leaf, hits, ordinal))
      if (behind === ordered.length && ordered.length < hits.count) continue
      count += behind
      break
    }
  }
  return count
}

/** How many hits are looked at first for a position. */
const firstLooked = 1024

function firstBehind(
  ordered: OrderedHits,
  order: readonly OrderKey[],
  position: Position,
  comparedOf: (ordinal: number) => ComparedHit,
): number {
  let [from, to] = [0, ordered.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const compared = compareHits(comparedOf(ordered.at(middle)), position, order)
    if (compared < 0 || (compared === 0 && !position.isBefore)) from = middle + 1
    else to = middle
  }
  return from
}

/** The first and the last hit of a page, as positions in the order. */
export function endsOf(found: readonly FoundIn[], page: readonly HitRun[]): PageWindow['ends'] {
  const [first, last] = [page[0], page.at(-1)]
  if (!first || !last) return undefined
  const at = ({ leaf }: HitRun, ordinal: number) => ({
    values: found.find((one) => one.leaf === leaf)!.hits.sortValues(ordinal),
    id: leaf.idOf(ordinal),
  })
  return { first: at(first, first.ordinals[0]!), last: at(last, last.ordinals.at(-1)!) }
}

/** The next hits, `limit` of them or all that are left; they are behind then. */
export function takeRuns(cursors: readonly Cursor[], { order, limit }: Omit<Window, 'offset'>): HitRun[] {
  const page: HitRun[] = []
  for (let left = limit; left > 0; ) {
    const next = least(cursors, order, oneAhead)
    if (next === undefined) break
    const rival = least(
      cursors.filter((cursor) => cursor !== next),
      order,
      oneAhead,
    )
    const run = runBefore(next, rival, { order, atMost: left })
    page.push(placed(next.leaf, next.ordered, { offset: next.at, limit: run }))
    next.at += run
    left -= run
  }
  return page
}

function placed(leaf: Leaf, ordered: OrderedHits, { offset, limit }: Omit<Window, 'order'>): HitRun {
  return { leaf, ordinals: ordered.slice(offset, offset + limit) }
}

/**
 * How many of the next hits of a cursor, whose first is the least of all, come before the next hit of every other one:
 * looked for in steps that double, then in halves, since comparing costs more than passing.
 */
function runBefore(next: Cursor, rival: Cursor | undefined, { order, atMost }: Run): number {
  const most = Math.min(atMost, next.ordered.length - next.at)
  if (rival === undefined) return most
  const limit = comparedAt(rival, 1)
  const isBefore = (step: number) => compareHits(comparedAt(next, step), limit, order) < 0
  let before = 1
  let behind = 2
  for (; behind <= most && isBefore(behind); behind *= 2) before = behind
  behind = Math.min(behind, most + 1)
  while (behind - before > 1) {
    const middle = (before + behind) >>> 1
    if (isBefore(middle)) before = middle
    else behind = middle
  }
  return before
}

interface Run {
  readonly order: readonly OrderKey[]
  readonly atMost: number
}

/**
 * Moves the cursors behind the first `count` hits of all. Each looks some hits ahead, in all fewer than `count` of them
 * in front of those that are looked at; so the least of these is among the first `count`, with all that its leaf has up
 * to it. By turns as far as the leaf's share of the hits, which mostly leaves little at once, and all equally far, which
 * leaves less however the hits lie.
 */
function skip(cursors: readonly Cursor[], order: readonly OrderKey[], count: number): void {
  let left = count
  for (let turn = 0; left > 0; turn++) {
    const live = cursors.filter(isLive)
    if (live.length <= 1) {
      for (const cursor of live) cursor.at = Math.min(cursor.ordered.length, cursor.at + left)
      return
    }
    const total = live.reduce((sum, { ordered, at }) => sum + ordered.length - at, 0)
    const shareOf = ({ ordered, at }: Cursor) => (turn % 2 === 0 ? (ordered.length - at) / total : 1 / live.length)
    const stepOf = (cursor: Cursor) => 1 + Math.floor((left - 1) * shareOf(cursor))
    const behind = least(live, order, stepOf)
    if (behind === undefined) return
    const passed = Math.min(stepOf(behind), behind.ordered.length - behind.at)
    behind.at += passed
    left -= passed
  }
}

/** The cursor whose hit `stepOf` it ahead, or last hit, is the least; undefined when all are at their end. */
function least(
  cursors: readonly Cursor[],
  order: readonly OrderKey[],
  stepOf: (cursor: Cursor) => number,
): Cursor | undefined {
  const live = cursors.filter(isLive)
  if (live.length <= 1) return live[0]
  let [first] = live
  let least = comparedAt(first!, stepOf(first!))
  for (const cursor of live.slice(1)) {
    const compared = comparedAt(cursor, stepOf(cursor))
    if (compareHits(compared, least, order) < 0) [first, least] = [cursor, compared]
  }
  return first
}

function oneAhead(): number {
  return 1
}

function isLive({ at, ordered }: Cursor): boolean {
  return at < ordered.length
}

/** What is compared of the hit so many ahead, or of the last one. */
function comparedAt({ leaf, hits, ordered, at, compared }: Cursor, step: number): ComparedHit {
  const number = Math.min(at + step, ordered.length) - 1
  return compared.getOrInsertComputed(number, () => new PlacedCompared(leaf, hits, ordered.at(number)))
}

/** Makes the text of the id only where all else is equal. */
class PlacedCompared implements ComparedHit {
  readonly values: ComparedHit['values']
  readonly #leaf: Leaf
  readonly #ordinal: number

  constructor(leaf: Leaf, hits: LeafHits, ordinal: number) {
    this.values = hits.sortValues(ordinal)
    this.#leaf = leaf
    this.#ordinal = ordinal
  }

  get id(): PlaceId {
    return this.#leaf.idOf(this.#ordinal)
  }
}

/** A hit with what it is compared by. */
interface ComparedHit {
  readonly id: PlaceId
  readonly values: readonly SortValue[]
}

/** Below 0 or above 0 as one hit comes before or behind another; the id is the last key (D32). */
export function compareHits(a: ComparedHit, b: ComparedHit, order: readonly Pick<OrderKey, 'descending'>[]): number {
  for (let index = 0; index < order.length; index++) {
    const compared = compareValues(a.values[index], b.values[index], order[index]!.descending)
    if (compared !== 0) return compared
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
