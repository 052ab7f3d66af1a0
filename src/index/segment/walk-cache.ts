import type { RankingWalk } from '../columns/ranking-walk.ts'
import { type Selection, selectionBytes } from '../sets/selection.ts'

/** More than this many are hardly of use. */
const walksMax = 64

interface Kept {
  readonly hits: Selection
  readonly order: string
  readonly walk: RankingWalk
}

/**
 * Walks by what they pick up and along what: a selection never changes, so they stay right. The least recently used
 * ones go when they take more than `bytesMax` together.
 */
export class WalkCache {
  readonly #bytesMax: number
  /** The one that was used last stands last. */
  #kept: Kept[] = []

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** The walk for these hits in this order, begun now when there is none. */
  get(hits: Selection, order: string, begin: () => RankingWalk): RankingWalk {
    const known = this.#kept.findIndex((kept) => kept.hits === hits && kept.order === order)
    const [kept = { hits, order, walk: begin() }] = known < 0 ? [] : this.#kept.splice(known, 1)
    this.#trim()
    this.#kept.push(kept)
    return kept.walk
  }

  /** Makes room; walks grow after they have been given out, so this comes first. */
  #trim(): void {
    let bytes = 0
    let at = this.#kept.length
    while (at > 0 && this.#kept.length - at < walksMax - 1) {
      const { hits, walk } = this.#kept[at - 1]!
      bytes += walk.bytes + selectionBytes(hits)
      if (bytes > this.#bytesMax) break
      at--
    }
    if (at > 0) this.#kept = this.#kept.slice(at)
  }
}
