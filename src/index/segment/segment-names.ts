import { dictionarySize, textAt } from '../columns/dictionary.ts'
import { type selectKey, selectKeys, selectPrefix } from '../columns/inverted.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import { sealStandIn } from '../columns/stand-in-order.ts'
import { densePrefixes, sealPrefixSets } from '../sets/prefix-sets.ts'
import { listSelection, nothing, type Selection, union } from '../sets/selection.ts'
import type { NameData, SegmentData } from './segment-data.ts'

/** The name of a place, folded. */
export function nameText({ columns, names }: Pick<SegmentData, 'columns' | 'names'>, ordinal: number): string {
  return textAt((columns.name as KeywordData).values.keys, names.valueOf[ordinal]!)
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

/** What finds the targets of a word: the key itself, or all keys that begin so. */
type SelectWord = typeof selectKey

/** Places whose name has the word, with or without its diacritics. */
export function selectNames(
  { columns, names, count }: Pick<SegmentData, 'columns' | 'names' | 'count'>,
  word: string,
  select: SelectWord,
): Selection {
  const column = columns.name as KeywordData | undefined
  if (column === undefined) return nothing
  const values = dictionarySize(column.values.keys)
  const named = union([select(column.words, word, values), select(names.bareWords, word, values)], values)
  return selectKeys(column.values, listSelection(named), count)
}

/** The places that common beginnings of words find, in all that `q` looks into and in the name. */
export function sealStarts(data: Omit<SegmentData, 'starts'>): SegmentData['starts'] {
  const { publicWords, count } = data
  const prefixes = densePrefixes(publicWords, count)
  return {
    everywhere: sealPrefixSets(prefixes, (prefix) => selectPrefix(publicWords, prefix, count), count),
    names: sealPrefixSets(prefixes, (prefix) => selectNames(data, prefix, selectPrefix), count),
  }
}
