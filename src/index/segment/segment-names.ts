import { textAt } from '../columns/dictionary.ts'
import type { KeywordData } from '../columns/keyword-column.ts'
import type { SegmentData } from './segment-data.ts'

/** The name of a place, folded. */
export function nameText({ columns, names }: Pick<SegmentData, 'columns' | 'names'>, ordinal: number): string {
  return textAt((columns.name as KeywordData).values.keys, names.valueOf[ordinal]!)
}
