import { type Dictionary, dictionarySize, textAt } from '../columns/dictionary.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import { selectLists } from '../sets/posting-selection.ts'
import { PostingUnion } from '../sets/posting-union.ts'
import type { ListRange } from '../sets/postings.ts'
import { listSelection, type Selection } from '../sets/selection.ts'
import type { SegmentData } from './segment-data.ts'

/** The name of a place, folded. */
export function nameText({ columns, names }: Pick<SegmentData, 'columns' | 'names'>, ordinal: number): string {
  return textAt((columns.name as KeywordData).values.keys, names.valueOf[ordinal]!)
}

/** Places whose name has one of the words in a range of the dictionary, with or without diacritics. */
export function selectByNames(
  { columns, names, count }: SegmentData,
  rangeIn: (words: Dictionary) => ListRange,
): Selection {
  const { words, values } = columns.name as KeywordData
  const having = new PostingUnion(dictionarySize(values.keys))
  for (const { keys, postings } of [words, names.bareWords]) having.add(postings, rangeIn(keys))
  return selectLists(values.postings, listSelection(having.finish()), count)
}
