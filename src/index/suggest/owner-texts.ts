import type { WordPattern } from '../../query/suggestion.ts'
import type { DirectoryColumn, ReferencesByName } from '../columns/directory-column.ts'
import { namesAmong, rangeOfStart, someOf } from '../facets/counted-texts.ts'
import type { FacetSource } from '../facets/facet-source.ts'
import type { Pace } from '../in-turns.ts'
import { type Bitset, createBitset, setBit } from '../sets/bitset.ts'
import { firstPostingIn } from '../sets/posting-counts.ts'
import { intersection, listSelection, type Selection, selectBits } from '../sets/selection.ts'
import { onlyOne } from './fitting-texts.ts'
import type { SuggestTexts } from './suggest-texts.ts'

/** The names that the directory has now for the owners of a segment. */
export class OwnerTexts {
  readonly #column: DirectoryColumn
  readonly #size: number

  /** @param size How many places the segment has. */
  constructor(column: DirectoryColumn, size: number) {
    this.#column = column
    this.#size = size
  }

  /** The names among the hits. */
  *among(hits: Bitset): Generator<void, SuggestTexts> {
    const byName = yield* this.#column.readByName()
    const texts = namesAmong(byName, hits, this.#size)
    return {
      equal: (text) => someOf(texts, onlyOne(texts.numberOf(text))),
      starting: (text) => someOf(texts, rangeOfStart(byName.names, text)),
      fitting: (patterns, pace) => this.#fitting(patterns, { byName, texts, pace }),
      ownersOf: (name) => {
        const text = texts.numberOf(name)
        const references = text < 0 ? [] : byName.references[text]!
        const { postings } = byName.lists
        return references
          .filter((reference) => firstPostingIn(postings, reference, hits) >= 0)
          .map((reference) => this.#column.referenceAt(reference).id)
      },
    }
  }

  *#fitting(
    patterns: readonly WordPattern[],
    { byName: { names, nameOf }, texts, pace }: Fitted,
  ): Generator<void, FacetSource> {
    yield* this.#column.readWords()
    const fitting: Selection[] = []
    for (const pattern of patterns) {
      const bits = createBitset(names.length)
      for (const reference of yield* this.#column.referencesLike(pattern, pace)) setBit(bits, nameOf[reference]!)
      fitting.push(selectBits(bits))
      if (pace.isDue) yield
    }
    return someOf(texts, listSelection(intersection(fitting, names.length)))
  }
}

interface Fitted {
  readonly byName: ReferencesByName
  readonly texts: FacetSource
  readonly pace: Pace
}
