import { DictionaryWriter, dictionarySize, indexOfText, rangeOfPrefix, textAt } from '../columns/dictionary.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import { selectMarked } from '../columns/marked-words.ts'
import { type HeavyPrefixes, heavyPrefixes, sealPrefixSets } from '../columns/prefix-sets.ts'
import { sealStandIn } from '../columns/stand-in-order.ts'
import { hasBit } from '../sets/bitset.ts'
import { postingsAtMost } from '../sets/posting-counts.ts'
import { selectLists, selectPostings } from '../sets/posting-selection.ts'
import { PostingsWriter } from '../sets/postings.ts'
import { bitsOf, listSelection, type Selection, union } from '../sets/selection.ts'
import type { NameData, SegmentData } from './segment-data.ts'

/** The name of a place, folded. */
export function nameText({ columns, names }: Pick<SegmentData, 'columns' | 'names'>, ordinal: number): string {
  return textAt((columns.name as KeywordData).values.keys, names.valueOf[ordinal]!)
}

/** Places whose name has the word, with or without its diacritics; undefined where more than so many names may have it. */
export function selectByNames(
  { columns, names, count }: SegmentData,
  word: string,
  namesMax: number,
): Selection | undefined {
  const { words, values } = columns.name as KeywordData
  const lists = [words, names.bareWords].flatMap(({ keys, postings }) => {
    const index = indexOfText(keys, word)
    return index < 0 ? [] : [{ postings, index }]
  })
  if (lists.reduce((sum, { postings, index }) => sum + postingsAtMost(postings, index), 0) > namesMax) return undefined
  const nameCount = dictionarySize(values.keys)
  const having = lists.map(({ postings, index }) =>
    selectPostings(postings, { first: index, end: index + 1 }, nameCount),
  )
  return selectLists(values.postings, listSelection(union(having, nameCount)), count)
}

/** What the order by shortDescription is made from, beside the names. */
interface ShortDescriptions {
  readonly columns: SegmentData['columns']
  readonly size: number
  readonly sortKey: (text: string) => string
}

/** The names with the order in which they stand in for missing short descriptions, where some place has one. */
export function withStandIn(names: NameData, { columns, size, sortKey }: ShortDescriptions): NameData {
  const { values, order } = (columns.shortdescription ?? {}) as Partial<KeywordData>
  if (values === undefined || order === undefined) return names
  const standIn = sealStandIn({
    size,
    order,
    postings: values.postings,
    valueKey: (value) => sortKey(textAt(values.keys, value)),
    same: names.same,
    nameKey: (ordinal) => sortKey(nameText({ columns, names }, ordinal)),
  })
  return { ...names, standIn }
}

type SearchedWords = Pick<SegmentData, 'publicWords' | 'count'>

/** What beginnings of words find that would take long to gather. */
export function sealStarts(words: SearchedWords): SegmentData['starts'] {
  return startsOf(words, heavyPrefixes(words.publicWords, words.count))
}

/** A segment as it is searched, where it was sealed without them. */
export function withStarts(data: SegmentData): SegmentData {
  return { ...data, starts: sealStarts(data) }
}

/** Nothing, for what may be merged at once: finding the beginnings takes a while, and merging does it anew. */
export function noStarts(words: SearchedWords): SegmentData['starts'] {
  return startsOf(words, { dense: [], common: [] })
}

function startsOf({ publicWords, count }: SearchedWords, { dense, common }: HeavyPrefixes): SegmentData['starts'] {
  const { keys, postings } = publicWords
  const hitsOf = (prefix: string) => selectMarked(postings, rangeOfPrefix(keys, prefix), count)
  const prefixes = new DictionaryWriter(common.length)
  const lists = new PostingsWriter(common.length)
  for (const prefix of common) {
    const { anywhere, named } = hitsOf(prefix)
    const inNames = bitsOf(named, count)
    prefixes.addText(prefix)
    lists.add(listSelection(anywhere).map((ordinal) => 2 * ordinal + Number(hasBit(inNames, ordinal))))
  }
  return {
    everywhere: sealPrefixSets(dense, (prefix) => hitsOf(prefix).anywhere, count),
    names: sealPrefixSets(dense, (prefix) => hitsOf(prefix).named, count),
    common: { keys: prefixes.finish(), postings: lists.finish() },
  }
}
