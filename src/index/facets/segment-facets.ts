import type { Instant } from '../../place/place.ts'
import { placeStates } from '../../place/place-state.ts'
import { placeTypes } from '../../place/place-types.ts'
import type { Facet, TypeChoice } from '../../query/query.ts'
import { DirectoryColumn } from '../columns/directory-column.ts'
import { type InstantData, upperBound } from '../columns/instant-column.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import type { SegmentColumns } from '../segment/segment-columns.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { selectPostings } from '../sets/postings.ts'
import { bitsOf, difference, everything, intersection, nothing, type Selection } from '../sets/selection.ts'
import { countSets } from './counted-sets.ts'
import { keysAmong, namesAmong } from './counted-texts.ts'
import type { FacetSource } from './facet-source.ts'

/** What the values of a segment are counted with. */
export interface SegmentFacetParts {
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
  sources(facet: Facet, hits: Selection, now: Instant): FacetSource[] {
    if (facet.by === 'is') return [countSets(this.#types(), hits, this.#size)]
    if (facet.by === 'state') return [countSets(this.#states(now), hits, this.#size)]
    const { name } = facet.field
    const column = this.#parts.columns.get(facet.field)
    if (column === undefined) return []
    if (column instanceof DirectoryColumn) return [namesAmong(column.byName(), bitsOf(hits, this.#size), this.#size)]
    if (name !== 'shortdescription') return this.#keywords(name, hits)
    // The name stands in where there is no text of its own (D15).
    const own = this.#presentIn('shortdescription')
    return [...this.#keywords(name, hits), ...this.#keywords('name', difference(hits, own))]
  }

  get #size(): number {
    return this.#parts.data.count
  }

  #keywords(name: string, hits: Selection): FacetSource[] {
    const column = this.#parts.data.columns[name] as KeywordData | undefined
    return column === undefined ? [] : [keysAmong(column.values, bitsOf(hits, this.#size))]
  }

  #presentIn(name: string): Selection {
    const column = this.#parts.data.columns[name] as KeywordData | undefined
    if (column === undefined) return nothing
    return selectPostings(column.values.postings, { first: 0, end: column.values.keys.count }, this.#size)
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
