import type { Instant } from '../../place/place.ts'
import { placeStates } from '../../place/place-state.ts'
import { placeTypes } from '../../place/place-types.ts'
import type { Facet, TypeChoice } from '../../query/query.ts'
import { DirectoryColumn } from '../columns/directory-column.ts'
import { type InstantData, upperBound } from '../columns/instant-column.ts'
import type { KeywordData, ValueOrder } from '../columns/keyword-column.ts'
import { unpackAt } from '../memory/shared.ts'
import type { SegmentColumns } from '../segment/segment-columns.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { hasBit } from '../sets/bitset.ts'
import { selectPostings } from '../sets/postings.ts'
import {
  bitsOf,
  difference,
  everything,
  intersection,
  listSelection,
  nothing,
  type Selection,
} from '../sets/selection.ts'
import { countSets, type FacetSource, keysAmong, namesAmong, someOf } from './facet-source.ts'

/** Of so many times fewer hits than values, the values are looked up instead of counting all. */
const fewShare = 8

/** What the values of a segment are counted with. */
interface SegmentFacetParts {
  readonly data: SegmentData
  readonly columns: SegmentColumns
  readonly selectTypes: (choice: TypeChoice) => Selection
}

/** The values of the hits of one segment. */
export class SegmentFacets {
  readonly #parts: SegmentFacetParts

  constructor(parts: SegmentFacetParts) {
    this.#parts = parts
  }

  /** What the hits have, in as many sources as the field has columns: none where no place has a value. */
  *sources(facet: Facet, hits: Selection, now: Instant): Generator<void, FacetSource[]> {
    if (facet.by === 'is') return [countSets(this.#types(), hits, this.#size)]
    if (facet.by === 'state') return [countSets(this.#states(now), hits, this.#size)]
    const { name } = facet.field
    const column = this.#parts.columns.get(facet.field)
    if (column === undefined) return []
    if (column instanceof DirectoryColumn) {
      return [namesAmong(yield* column.readByName(), bitsOf(hits, this.#size), this.#size)]
    }
    return this.#keywords(name, hits)
  }

  get #size(): number {
    return this.#parts.data.count
  }

  #keywords(name: string, hits: Selection): FacetSource[] {
    const column = this.#parts.data.columns[name] as KeywordData | undefined
    if (column === undefined) return []
    const all = keysAmong(column.values, bitsOf(hits, this.#size))
    const few = hits.count * fewShare < all.size ? this.#valuesOf(name, column, listSelection(hits)) : undefined
    return [few === undefined ? all : someOf(all, few)]
  }

  /** The values that these places have, and some that sort alike; undefined where a place may have several. */
  #valuesOf(name: string, { order }: KeywordData, ordinals: Uint32Array): Uint32Array | undefined {
    const { names } = this.#parts.data
    const values = new Set<number>()
    for (const ordinal of ordinals) {
      if (name === 'name') values.add(names.valueOf[ordinal]!)
      else if (order === undefined) return undefined
      else addRanked(order, unpackAt(order.ranks, ordinal), values)
    }
    return Uint32Array.from(values).sort()
  }

  #types(): Map<string, Selection> {
    const { selectTypes } = this.#parts
    return new Map(
      placeTypes.map(({ name, key }) => [
        name,
        selectTypes(key === 'partial' ? { types: [], partial: true } : { types: [key], partial: false }),
      ]),
    )
  }

  #states(now: Instant): Map<string, Selection> {
    const size = this.#size
    const until = (name: string, last: Instant) => {
      const data = this.#parts.data.columns[name] as InstantData | undefined
      if (data === undefined) return nothing
      return selectPostings(data.postings, { first: 0, end: upperBound(data.times, last) }, size)
    }
    const deleted = until('deleted', Infinity)
    const living = difference(everything(size), deleted)
    const withStart = intersection([living, until('published', Infinity)], size)
    const begun = intersection([withStart, until('published', now)], size)
    const ended = intersection([begun, until('depublished', now)], size)
    const sets = {
      draft: difference(living, withStart),
      scheduled: difference(withStart, begun),
      published: difference(begun, ended),
      unpublished: ended,
      deleted,
    }
    return new Map(placeStates.map((state) => [state, sets[state]]))
  }
}

/** Adds the values with the key that has this rank; none for rank 0. */
function addRanked({ values, ties }: ValueOrder, rank: number, into: Set<number>): void {
  if (rank === 0) return
  into.add(values[rank - 1]!)
  for (let at = rank; at < values.length && hasBit(ties, at); at++) into.add(values[at]!)
}
