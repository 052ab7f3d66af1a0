import { type Dictionary, dictionarySize, textAt } from '../columns/dictionary.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import { sealStandIn } from '../columns/stand-in-order.ts'
import { selectLists } from '../sets/posting-selection.ts'
import { PostingUnion } from '../sets/posting-union.ts'
import type { ListRange } from '../sets/postings.ts'
import { listSelection, type Selection } from '../sets/selection.ts'
import type { NameData, SegmentData } from './segment-data.ts'

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
