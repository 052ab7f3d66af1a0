import type { WordPattern } from '../../query/suggestion.ts'
import type { DirectoryColumn, ReferencesByName } from '../columns/directory-column.ts'
import type { Inverted } from '../columns/inverted.ts'
import { namesAmong, rangeOfStart, someOf } from '../facets/counted-texts.ts'
import { type Bitset, createBitset, setBit } from '../sets/bitset.ts'
import { firstPostingIn } from '../sets/posting-counts.ts'
import { intersection, listSelection, selectBits } from '../sets/selection.ts'
import { fittingTexts, onlyOne, wordsOf } from './fitting-texts.ts'
import type { SuggestTexts } from './suggest-texts.ts'

/** The names that the directory has now for the owners of a segment, and what is made of them once. */
export class OwnerTexts {
  readonly #column: DirectoryColumn
  readonly #size: number
  #made: MadeOf | undefined

  /** @param size How many places the segment has. */
  constructor(column: DirectoryColumn, size: number) {
    this.#column = column
    this.#size = size
  }

  /** The names among the hits. */
  among(hits: Bitset): SuggestTexts {
    const made = this.#refreshed()
    const { byName } = made
    const texts = namesAmong(byName, hits, this.#size)
    return {
      equal: (text) => someOf(texts, onlyOne(texts.numberOf(text))),
      starting: (text) => someOf(texts, rangeOfStart(byName.names, text)),
      fitting: (patterns) => someOf(texts, this.#fitting(patterns, made)),
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

  #refreshed(): MadeOf {
    const byName = this.#column.byName()
    if (this.#made?.byName !== byName) this.#made = { byName, nameOf: nameNumbers(byName), words: undefined }
    return this.#made
  }

  #fitting(patterns: readonly WordPattern[], made: MadeOf): Uint32Array {
    const { names } = made.byName
    if (patterns.some(({ edits }) => edits > 0)) {
      made.words ??= wordsOf(names)
      return fittingTexts(patterns, [made.words], names.length)
    }
    const begun = patterns.map(({ word }) => {
      const bits = createBitset(names.length)
      for (const reference of this.#column.referencesBegun(word)) setBit(bits, made.nameOf[reference]!)
      return selectBits(bits)
    })
    return listSelection(intersection(begun, names.length))
  }
}

/** What follows from the names of one moment. */
interface MadeOf {
  readonly byName: ReferencesByName
  /** The number of the name of each reference that has one. */
  readonly nameOf: Uint32Array
  /** From words to names; made when somebody mistypes. */
  words: Inverted | undefined
}

function nameNumbers({ references, lists }: ReferencesByName): Uint32Array {
  const numbers = new Uint32Array(lists.keys.count)
  for (const [name, same] of references.entries()) for (const reference of same) numbers[reference] = name
  return numbers
}
