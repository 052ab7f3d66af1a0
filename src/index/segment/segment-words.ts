import { LruCache } from '../../common/lru-cache.ts'
import { hiddenVisibilities, sees, type Visibility } from '../../place/visibility.ts'
import type { FullText } from '../../query/query.ts'
import { indexOfText, rangeOfPrefix } from '../columns/dictionary.ts'
import { selectMarkedOnly, type WordHits } from '../columns/marked-words.ts'
import { selectDense } from '../columns/prefix-sets.ts'
import type { Pace } from '../in-turns.ts'
import { Gathering } from '../sets/gathering.ts'
import { postingsAtMost } from '../sets/posting-counts.ts'
import { intersection, isNothing, nothing, type Selection, selectionBytes, siftedByAll } from '../sets/selection.ts'
import { heaviestWords } from './heaviest-words.ts'
import type { SegmentColumns } from './segment-columns.ts'
import type { SegmentData } from './segment-data.ts'
import { selectByNames } from './segment-names.ts'

/** What the hits of words may take that were asked for lately, and those that are found before anybody asks: bytes a place. */
const keptBytesPerPlace = 16
const preparedBytesPerPlace = 64
/** What either may take at least. */
const bytesMin = 1 << 18
/** Finding the places of a name takes about as long as reading so many of a list. */
const nameCost = 32
/** What an entry takes beside its selections, roughly. */
const entryBytes = 300

/** By what hits of a word are kept, and how they are found. */
type Finding = readonly [key: string, find: () => WordHits]

/**
 * What `q` finds in a segment, word by word. What was asked for lately is kept, and what takes longest to find is found in
 * idle time, for the names that the directory has then.
 */
export class SegmentWords {
  readonly #data: SegmentData
  readonly #columns: SegmentColumns
  readonly #kept: LruCache<string, WordHits>
  readonly #prepared = new Map<string, WordHits>()
  /** The generations of names for which that was done, or is being done. */
  #preparedFor: string | undefined
  #work: Generator<void> | undefined

  constructor(data: SegmentData, columns: SegmentColumns) {
    this.#data = data
    this.#columns = columns
    this.#kept = new LruCache(Math.max(bytesMin, keptBytesPerPlace * data.count), costOf)
  }

  /** For each word of a full text the places that have one which begins so. */
  conditions({ terms, sees: sight }: FullText): (() => Selection)[] {
    return distinct(terms).map((word) => () => this.#begun(word, sight).anywhere)
  }

  /**
   * Places whose name has all words whole, and places whose name has a word that begins with each (D32): among the hits
   * where these are few, so that hardly more than they are looked at.
   */
  *tiers({ terms, sees: sight }: FullText, hits: Selection, pace: Pace): Generator<void, [Selection, Selection]> {
    const words = distinct(terms)
    const { count: size } = this.#data
    const begun: Selection[] = []
    for (const word of words) {
      begun.push(this.#begun(word, sight).named)
      if (pace.isDue) yield
    }
    const second = hits.kind === 'list' ? siftedByAll(hits.list, begun) : intersection(begun, size)
    if (isNothing(second)) return [nothing, nothing]
    const whole: Selection[] = []
    for (const word of words) {
      whole.push(this.#wholeInName(word))
      if (pace.isDue) yield
    }
    return [second.kind === 'list' ? siftedByAll(second.list, whole) : intersection(whole, size), second]
  }

  /** Does one step, of a millisecond or two, of finding beforehand what takes longest; whether there is more to do. */
  step(): boolean {
    const generations = this.#generations()
    if (generations !== this.#preparedFor) {
      this.#preparedFor = generations
      this.#prepared.clear()
      this.#work = this.#prepare()
    }
    if (this.#work?.next().done) this.#work = undefined
    return this.#work !== undefined
  }

  *#prepare(): Generator<void> {
    let left = Math.max(bytesMin, preparedBytesPerPlace * this.#data.count)
    for (const word of yield* heaviestWords(this.#data, this.#columns)) {
      for (const [key, find] of [this.#findingBegun(word, 'public'), this.#findingWhole(word)]) {
        const hits = this.#known(key) ?? find()
        left -= costOf(key, hits)
        if (left < 0) return
        this.#prepared.set(key, hits)
        yield
      }
    }
  }

  /** Places that have a word which begins so, in what is stored, or in a name that the directory has. */
  #begun(word: string, sight: Visibility): WordHits {
    return this.#get(this.#findingBegun(word, sight))
  }

  #findingBegun(word: string, sight: Visibility): Finding {
    return [`^${sight}@${this.#generations()} ${word}`, () => this.#findBegun(word, sight)]
  }

  #findBegun(word: string, sight: Visibility): WordHits {
    const { hiddenWords, count: size } = this.#data
    const lists = this.#columns.named.map((column) => column.listsBegun(word))
    const gathering = new Gathering(size)
    const dense = this.#gatherStored(word, gathering)
    for (const visibility of hiddenVisibilities) {
      const { keys, postings } = hiddenWords[visibility]
      if (sees(sight, visibility)) gathering.add(postings, rangeOfPrefix(keys, word))
    }
    for (const { postings, sets, rest } of lists) {
      for (const set of sets) gathering.addSet(set)
      gathering.addLists(postings, rest)
    }
    if (dense) return { anywhere: gathering.finish(), named: dense }
    const { all, marked } = gathering.finishMarked()
    return { anywhere: all, named: marked }
  }

  /** Changes whenever a name does. */
  #generations(): string {
    const { named: names } = this.#columns
    for (const column of names) column.refresh()
    return names.map(({ generation }) => generation).join()
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
    return this.#get(this.#findingWhole(word)).named
  }

  #findingWhole(word: string): Finding {
    return [`= ${word}`, () => ({ anywhere: nothing, named: this.#readWholeInName(word) })]
  }

  /** By the places that have the word at all, or by the names that have it, of which there may be far fewer. */
  #readWholeInName(word: string): Selection {
    const { publicWords, count: size } = this.#data
    const index = indexOfText(publicWords.keys, word)
    if (index < 0) return nothing
    const namesMax = postingsAtMost(publicWords.postings, index) / nameCost
    return selectByNames(this.#data, word, namesMax) ?? selectMarkedOnly(publicWords.postings, index, size)
  }

  #get([key, find]: Finding): WordHits {
    const known = this.#known(key)
    if (known !== undefined) return known
    const found = find()
    this.#kept.set(key, found)
    return found
  }

  #known(key: string): WordHits | undefined {
    return this.#prepared.get(key) ?? this.#kept.get(key)
  }
}

function distinct(terms: FullText['terms']): string[] {
  return [...new Set(terms.flat())]
}

function costOf(key: string, { anywhere, named }: WordHits): number {
  return 2 * key.length + ownBytes(anywhere) + ownBytes(named) + entryBytes
}

/** What is in a set of the sealed segment takes nothing that is not there anyway. */
function ownBytes(selection: Selection): number {
  const isSealed = selection.kind === 'bits' && selection.bits.buffer instanceof SharedArrayBuffer
  return isSealed ? 0 : selectionBytes(selection)
}
