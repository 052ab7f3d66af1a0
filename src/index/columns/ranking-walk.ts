import { GrowableUint32 } from '../memory/growable.ts'
import { type Bitset, hasBit } from '../sets/bitset.ts'
import { postingsAtMost } from '../sets/posting-counts.ts'
import { selectLists } from '../sets/posting-selection.ts'
import type { Postings } from '../sets/postings.ts'
import { countSelection, type Selection, selectBits, selectList } from '../sets/selection.ts'
import type { Ranking } from './ranking.ts'

/** What a walk goes along, and what it picks up. */
export interface Walk {
  readonly ranking: Ranking
  readonly descending: boolean
  readonly hits: Bitset
  /** How many ordinals there are. */
  readonly size: number
  /** How ids are ordered, where they alone decide between hits of one key. */
  readonly ids: IdOrder | undefined
  /** The hits that have no value and so come last (D33). */
  readonly missing: () => Selection
}

/** The rank of the id of each ordinal, and the ordinals by rank. */
export interface IdOrder {
  readonly rank: Uint32Array
  readonly order: Uint32Array
}

/** Puts hits of one key into order: the first `atMost`, or more. */
export type SortGroup = (group: Selection, atMost: number) => Uint32Array

/** Hits of one key that are too many to be put into order all at once. */
interface Group {
  readonly hits: Selection
  readonly count: number
  taken: number
}

/** So many hits of one key are put into order in place. */
const fewHits = 16
/** Lists that take more bytes than this part of the ordinals are looked at as a set. */
const largeShare = 32
const several = -1

/**
 * The hits in the order of a ranking, found as far as somebody asked: whoever turns pages does not walk from the
 * beginning each time.
 */
export class RankingWalk {
  readonly #walk: Walk
  readonly #found = new GrowableUint32()
  readonly #small: number[] = []
  #at: number
  #group: Group | undefined
  #missingCame = false
  /** How many targets the lists have at the most that it went past. */
  #passed = 0

  constructor(walk: Walk) {
    this.#walk = walk
    this.#at = walk.descending ? walk.ranking.positions - 1 : 0
  }

  /** Bytes that it holds. */
  get bytes(): number {
    return 4 * this.#found.length
  }

  /** The first `atMost` hits; undefined where it would go past lists of more than `passedMax` targets now to find them. */
  first(atMost: number, sort: SortGroup, passedMax: number): Uint32Array | undefined {
    const until = this.#passed + passedMax
    while (this.#found.length < atMost) {
      if (this.#passed > until) return undefined
      if (this.#group !== undefined) this.#takeGroup(this.#group, atMost, sort)
      else if (this.#at >= 0 && this.#at < this.#walk.ranking.positions) this.#step()
      else if (this.#missingCame) break
      else {
        this.#missingCame = true
        this.#open(this.#walk.missing())
      }
    }
    return this.#found.view().subarray(0, atMost)
  }

  /** Picks up the hits of the next key. */
  #step(): void {
    const { ranking, descending, hits, size } = this.#walk
    const { postings, lists, ties, positions } = ranking
    let first = this.#at
    let end = first + 1
    if (ties && descending) while (first > 0 && hasBit(ties, first)) first--
    else if (ties) while (end < positions && hasBit(ties, end)) end++
    this.#at = descending ? first - 1 : end
    if (end - first === 1) {
      const list = lists === undefined ? first : lists[first]!
      const alone = onlyTarget(postings, list)
      if (alone !== several) {
        this.#passed += postingsAtMost(postings, list)
        if (hasBit(hits, alone)) this.#found.push(alone)
        return
      }
      if (postingsAtMost(postings, list) * largeShare > size) {
        this.#passed += postingsAtMost(postings, list)
        this.#open(selectHits(postings, list, { hits, size }))
        return
      }
    }
    this.#small.length = 0
    for (let position = first; position < end; position++) {
      const list = lists === undefined ? position : lists[position]!
      this.#passed += postingsAtMost(postings, list)
      appendHits(postings, list, { hits, into: this.#small })
    }
    this.#takeSmall()
  }

  #takeSmall(): void {
    const small = this.#small
    const { ids } = this.#walk
    if (small.length > 1 && ids === undefined) this.#open(selectList(Uint32Array.from(small).sort()))
    else if (small.length > fewHits && ids !== undefined) {
      const ranks = Uint32Array.from(small, (ordinal) => ids.rank[ordinal]!).sort()
      for (let at = 0; at < ranks.length; at++) this.#found.push(ids.order[ranks[at]!]!)
    } else {
      if (small.length > 1 && ids !== undefined) sortFew(small, ids.rank)
      for (let at = 0; at < small.length; at++) this.#found.push(small[at]!)
    }
  }

  #open(hits: Selection): void {
    const count = countSelection(hits)
    if (count > 0) this.#group = { hits, count, taken: 0 }
  }

  /** Takes as many as are wanted, and at least as many again as before, so that turning pages stays cheap. */
  #takeGroup(group: Group, atMost: number, sort: SortGroup): void {
    const wanted = Math.max(2 * group.taken, group.taken + atMost - this.#found.length)
    const sorted = sort(group.hits, Math.min(wanted, group.count))
    for (let at = group.taken; at < sorted.length; at++) this.#found.push(sorted[at]!)
    group.taken = sorted.length
    if (group.taken >= group.count) this.#group = undefined
  }
}

/** Insertion sort: no order of few numbers is found faster, and nothing is allocated. */
function sortFew(group: number[], idRank: Uint32Array): void {
  for (let at = 1; at < group.length; at++) {
    const ordinal = group[at]!
    let to = at
    for (; to > 0 && idRank[group[to - 1]!]! > idRank[ordinal]!; to--) group[to] = group[to - 1]!
    group[to] = ordinal
  }
}

/** The only target of a list that has one, or `several`. */
function onlyTarget({ bytes, starts }: Postings, list: number): number {
  let at = starts[list]!
  const end = starts[list + 1]!
  let target = bytes[at]! & 127
  for (let shift = 7; bytes[at++]! > 127; shift += 7) target |= (bytes[at]! & 127) << shift
  return at === end ? target : several
}

function selectHits(
  postings: Postings,
  list: number,
  { hits, size }: { readonly hits: Bitset; readonly size: number },
): Selection {
  const selected = selectLists(postings, Uint32Array.of(list), size)
  if (selected.kind === 'list') return selectList(selected.list.filter((ordinal) => hasBit(hits, ordinal)))
  for (let word = 0; word < selected.bits.length; word++) selected.bits[word]! &= hits[word]!
  return selectBits(selected.bits)
}

/** Puts the targets of a list that are hits behind what is in `into`. */
function appendHits(
  { bytes, starts }: Postings,
  list: number,
  { hits, into }: { readonly hits: Bitset; readonly into: number[] },
): void {
  let at = starts[list]!
  const end = starts[list + 1]!
  let target = 0
  while (at < end) {
    let byte = bytes[at++]!
    let gap = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      gap |= (byte & 127) << shift
    }
    target += gap
    if (((hits[target >>> 5]! >>> (target & 31)) & 1) === 1) into.push(target)
  }
}
