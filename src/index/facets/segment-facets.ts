import type { Instant } from '../../place/place.ts'
import { placeStates } from '../../place/place-state.ts'
import { placeTypes } from '../../place/place-types.ts'
import type { Facet, TypeChoice } from '../../query/query.ts'
import { type InstantData, selectInstants } from '../columns/instant-column.ts'
import type { KeywordData, ValueOrder } from '../columns/keyword-column.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { hasBit } from '../sets/bitset.ts'
import {
  bitsOf,
  difference,
  everything,
  intersection,
  listSelection,
  nothing,
  type Selection,
} from '../sets/selection.ts'
import { countSets, type FacetSource, keysAmong } from './facet-source.ts'

/** If hits are this many times fewer than values, their values are looked up instead of counting all values. */
const fewShare = 8

/** The parts of a segment from which values are counted. */
interface SegmentFacetParts {
  readonly data: SegmentData
  readonly selectTypes: (choice: TypeChoice) => Selection
}

/** The values of the hits of one segment. */
export class SegmentFacets {
  readonly #parts: SegmentFacetParts

  constructor(parts: SegmentFacetParts) {
    this.#parts = parts
  }

  /** The values of a facet among the hits, in one source; no source if no place has a value. */
  sources(facet: Facet, hits: Selection, now: Instant): FacetSource[] {
    if (facet.by === 'is') return [countSets(this.#types(), hits, this.#size)]
    if (facet.by === 'state') return [countSets(this.#states(now), hits, this.#size)]
    return this.#keywords(facet.field.name, hits)
  }

  get #size(): number {
    return this.#parts.data.count
  }

  #keywords(name: string, hits: Selection): FacetSource[] {
    const column = this.#parts.data.columns[name] as KeywordData | undefined
    if (column === undefined) return []
    const all = keysAmong(column.values, bitsOf(hits, this.#size))
    const { order } = column
    return [
      order && hits.count * fewShare < all.keys.count ? { ...all, some: valuesOf(order, listSelection(hits)) } : all,
    ]
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
      return data === undefined ? nothing : selectInstants(data, { from: -Infinity, to: last }, size)
    }
    const deleted = until('deleted', Infinity)
    const notDeleted = difference(everything(size), deleted)
    const withStart = intersection([notDeleted, until('published', Infinity)], size)
    const begun = intersection([withStart, until('published', now)], size)
    const ended = intersection([begun, until('depublished', now)], size)
    const sets = {
      draft: difference(notDeleted, withStart),
      scheduled: difference(withStart, begun),
      published: difference(begun, ended),
      unpublished: ended,
      deleted,
    }
    return new Map(placeStates.map((state) => [state, sets[state]]))
  }
}

/** The values of these places, and others with the same sort keys, ascending. */
function valuesOf({ values, ties, ranks }: ValueOrder, ordinals: Uint32Array): Uint32Array {
  const found = new Set<number>()
  for (const ordinal of ordinals) {
    const rank = ranks[ordinal]!
    if (rank === 0) continue
    found.add(values[rank - 1]!)
    for (let at = rank; at < values.length && hasBit(ties, at); at++) found.add(values[at]!)
  }
  return Uint32Array.from(found).sort()
}
