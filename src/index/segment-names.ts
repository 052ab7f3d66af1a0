import { textAt } from './dictionary.ts'
import type { KeywordData } from './keyword-column.ts'
import type { NameData, SegmentData } from './segment-data.ts'
import { sealStandIn } from './stand-in-order.ts'

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
