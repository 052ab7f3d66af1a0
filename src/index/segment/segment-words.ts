import type { FullText } from '../../query/query.ts'
import { RecentlyUsed } from '../../recently-used.ts'
import { indexOfText, rangeOfPrefix } from '../columns/dictionary.ts'
import { selectMarkedOnly, type WordHits } from '../columns/marked-words.ts'
import { Gathering } from '../sets/gathering.ts'
import { postingsAtMost } from '../sets/posting-counts.ts'
import { selectDense } from '../sets/prefix-sets.ts'
import { intersection, nothing, type Selection, selectionBytes } from '../sets/selection.ts'
import type { SegmentColumns } from './segment-columns.ts'
import type { SegmentData } from './segment-data.ts'
import { selectByNames } from './segment-names.ts'

/** What the kept hits of words may take: so many bytes a place, and so many at least. */
const keptBytesPerPlace = 24
const keptBytesMin = 1 << 18
/** Finding the places of a name takes about as long as reading so many of a list. */
const nameCost = 32
/** What an entry takes beside its selections, roughly. */
const entryBytes = 300

/** What `q` finds in a segment, word by word; what the short beginnings find that everybody types is mostly kept. */
export class SegmentWords {
  readonly #data: SegmentData
  readonly #columns: SegmentColumns
  readonly #kept: RecentlyUsed<string, WordHits>

  constructor(data: SegmentData, columns: SegmentColumns) {
    this.#data = data
    this.#columns = columns
    this.#kept = new RecentlyUsed(Math.max(keptBytesMin, keptBytesPerPlace * data.count), costOf)
  }

  /** For each word of a full text the places that have one which begins so. */
  conditions({ terms, restricted }: FullText): (() => Selection)[] {
    return distinct(terms).map((word) => () => this.#begun(word, restricted).anywhere)
  }

  /** Places whose name has all words whole, and places whose name has a word that begins with each (D32). */
  tiers({ terms, restricted }: FullText): [Selection, Selection] {
    const words = distinct(terms)
    const { count: size } = this.#data
    const begun = words.map((word) => this.#begun(word, restricted).named)
    return [
      intersection(
        words.map((word) => this.#wholeInName(word)),
        size,
      ),
      intersection(begun, size),
    ]
  }

  /** Places that have a word which begins so, in what is stored, or in a name that the directory has. */
  #begun(word: string, restricted: boolean): WordHits {
    const { restrictedWords, count: size } = this.#data
    const { named: names } = this.#columns
    for (const column of names) column.refresh()
    const key = `^${restricted}@${names.map(({ generation }) => generation)} ${word}`
    return this.#get(key, () => {
      const range = rangeOfPrefix(restrictedWords.keys, word)
      const lists = names.map((column) => column.listsBegun(word))
      const gathering = new Gathering(size)
      const dense = this.#gatherStored(word, gathering)
      if (restricted) gathering.add(restrictedWords.postings, range)
      for (const { postings, sets, rest } of lists) {
        for (const set of sets) gathering.addSet(set)
        gathering.addLists(postings, rest)
      }
      if (dense) return { anywhere: gathering.finish(), named: dense }
      const { all, marked } = gathering.finishMarked()
      return { anywhere: all, named: marked }
    })
  }

  /** Adds what has a word in what is stored; gives those that have it in the name, where that is known beforehand. */
  #gatherStored(word: string, gathering: Gathering): Selection | undefined {
    const { publicWords, starts, count: size } = this.#data
    const anywhere = selectDense(starts.everywhere, word, size)
    const named = anywhere && selectDense(starts.names, word, size)
    const common = anywhere ? -1 : indexOfText(starts.common.keys, word)
    if (anywhere) gathering.addSet(anywhere.bits)
    else if (common >= 0) gathering.addMarked(starts.common.postings, { first: common, end: common + 1 })
    else gathering.addMarked(publicWords.postings, rangeOfPrefix(publicWords.keys, word))
    return named
  }

  #wholeInName(word: string): Selection {
    return this.#get(`= ${word}`, () => ({ anywhere: nothing, named: this.#readWholeInName(word) })).named
  }

  /** By the places that have the word at all, or by the names that have it, of which there may be far fewer. */
  #readWholeInName(word: string): Selection {
    const { publicWords, count: size } = this.#data
    const index = indexOfText(publicWords.keys, word)
    if (index < 0) return nothing
    const namesMax = postingsAtMost(publicWords.postings, index) / nameCost
    return selectByNames(this.#data, word, namesMax) ?? selectMarkedOnly(publicWords.postings, index, size)
  }

  #get(key: string, make: () => WordHits): WordHits {
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    const made = make()
    this.#kept.set(key, made)
    return made
  }
}

function distinct(terms: FullText['terms']): string[] {
  return [...new Set(terms.flat())]
}

function costOf(key: string, { anywhere, named }: WordHits): number {
  return 2 * key.length + selectionBytes(anywhere) + selectionBytes(named) + entryBytes
}
