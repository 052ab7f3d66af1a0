import type { PlaceId } from '../../place/place.ts'
import type { Nearby, OrderKey, PageWindow, PlaceQuery, Position } from '../../query/query.ts'
import { compareValues } from '../../query/results/order.ts'
import type { SortValue } from '../columns/column.ts'
import { type HitRun, type Hits, hitsOf, type Leaf, type LeafHits, type OrderedHits } from '../hits.ts'

/** The hits of one leaf. */
export interface FoundIn {
  readonly leaf: Leaf
  readonly hits: LeafHits
}

/** The window of the merged order that is requested. */
interface Window {
  readonly order: readonly OrderKey[]
  readonly offset: number
  readonly limit: number
}

/** A cursor over the hits of one leaf; `at` counts those already passed. */
export interface Cursor extends FoundIn {
  readonly ordered: OrderedHits
  at: number
  /** By index in `ordered`: each hit is compared several times, and reading its sort values takes longest. */
  readonly compared: Map<number, ComparedHit>
}

/**
 * Merges one page from several leaves that each order their own hits. The hits in front of the page are skipped by
 * halving, not one by one, so a deep page costs few comparisons.
 */
export function* pageOf(found: readonly FoundIn[], window: Window): Generator<void, HitRun[]> {
  return takeRuns(yield* cursorsOf(found, window), window)
}

/** Cursors of all leaves after the hits in front of the window are skipped. */
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

/**
 * Counts the hits in front of a position, or up to it. Each leaf orders only as many hits as needed to find the
 * position.
 */
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

/** Number of hits that are ordered first to find a position; multiplied by 8 until the position is found. */
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

/** Takes the next `limit` hits, or all that are left, and advances the cursors. */
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
 * Counts how many of the next hits of a cursor, whose first is the least of all, come before the next hit of every
 * other cursor. Steps double, then halve, since a comparison costs more than passing a hit.
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
 * Advances the cursors past the first `count` hits of all. Each cursor looks ahead so that fewer than `count` hits lie
 * in front of all inspected ones. So the least of these is among the first `count`, with all hits of its leaf up to it.
 * Turns alternate between two step sizes. Steps in proportion to each leaf's share of the hits usually leave little at
 * once. Equal steps bound the rest however the hits are distributed.
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

/**
 * The cursor with the least hit among those `stepOf` ahead (or the last hit); undefined if all cursors are at their
 * end.
 */
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

/** The sort values of the hit `step` ahead, or of the last hit. */
function comparedAt({ leaf, hits, ordered, at, compared }: Cursor, step: number): ComparedHit {
  const number = Math.min(at + step, ordered.length) - 1
  return compared.getOrInsertComputed(number, () => new PlacedCompared(leaf, hits, ordered.at(number)))
}

/** Reads the text of the id only when all sort values are equal. */
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

/** A hit and the values by which it is compared. */
interface ComparedHit {
  readonly id: PlaceId
  readonly values: readonly SortValue[]
}

/** Negative if `a` comes before `b`, positive if behind; the id is the last key (D32). */
export function compareHits(a: ComparedHit, b: ComparedHit, order: readonly Pick<OrderKey, 'descending'>[]): number {
  for (let index = 0; index < order.length; index++) {
    const compared = compareValues(a.values[index], b.values[index], order[index]!.descending)
    if (compared !== 0) return compared
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Number of hits in one piece of a stream. */
const streamedAtOnce = 100

/** Streams all hits in order, some at a time; the first piece comes even if there are none. */
export function* streamed(
  cursors: readonly Cursor[],
  { total, order, nearby }: Pick<PlaceQuery, 'order'> & { total: number; nearby: Nearby | undefined },
): Generator<Hits> {
  let runs: readonly HitRun[]
  do {
    runs = takeRuns(cursors, { order, limit: streamedAtOnce })
    // Drops the sort values of passed hits, which would otherwise grow to the size of all hits.
    for (const { compared } of cursors) compared.clear()
    yield hitsOf(total, runs, nearby)
  } while (runs.length > 0)
}
