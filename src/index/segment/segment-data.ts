import type { FieldKind } from '../../place/fields.ts'
import type { HiddenVisibility } from '../../place/visibility.ts'
import type { ColumnKind } from '../columns/column.ts'
import { textAt } from '../columns/dictionary.ts'
import type { IdData } from '../columns/id-column.ts'
import { instantKind } from '../columns/instant-column.ts'
import type { Inverted } from '../columns/inverted.ts'
import { type KeywordData, keywordKind } from '../columns/keyword-column.ts'
import type { PointData } from '../columns/point-column.ts'
import { textKind } from '../columns/text-column.ts'
import type { DocumentData } from '../documents/documents.ts'
import type { HoursData } from '../hours/hours-column.ts'

/**
 * A segment: typed arrays only, in shared memory. Its ordinals are in the default order (sort key of the name, then
 * id), so neighbours in that order are neighbours in memory.
 */
export interface SegmentData {
  readonly count: number
  readonly ids: IdData
  /** The revision of each ordinal. */
  readonly revisions: Uint32Array | Float64Array
  readonly names: NameData
  /** Words of the names of owners, with and without diacritics, to indices of the values in the column `owner_name`. */
  readonly ownerNameWords: Inverted
  /** By field name; fields without a value are omitted. The kind of the field determines the type of the data. */
  readonly columns: Readonly<Record<string, unknown>>
  /** Keys of place types to ordinals. */
  readonly types: Inverted
  /** The references of places to the directory (see `formatReference`) to ordinals. */
  readonly references: Inverted
  /** Words that `q` finds for everybody, to ordinals. */
  readonly publicWords: Inverted
  /** Additional words for callers with `read-media` and for callers with `read-restricted`, to ordinals. */
  readonly hiddenWords: Readonly<Record<HiddenVisibility, Inverted>>
  readonly points: PointData
  readonly publicSpans: PublicSpans
  readonly hours: HoursData
  readonly documents: DocumentData
}

/** The public spans of places that differ from their own publication (D50); the ordinals ascend. */
export interface PublicSpans {
  readonly ordinals: Uint32Array
  readonly from: Float64Array
  readonly until: Float64Array
}

/** The names for suggestions and tiers of relevance, in addition to the `name` column. */
interface NameData {
  /** The value number of each ordinal in the `name` column. */
  readonly valueOf: Uint32Array
  /** Words of names, with and without diacritics, to ordinals. */
  readonly words: Inverted
}

/** The kind of column of each kind of field; ids have a separate column. */
export const columnKinds: Readonly<Record<Exclude<FieldKind, 'id'>, ColumnKind<unknown>>> = {
  string: keywordKind as ColumnKind<unknown>,
  number: keywordKind as ColumnKind<unknown>,
  boolean: keywordKind as ColumnKind<unknown>,
  text: textKind as ColumnKind<unknown>,
  instant: instantKind as ColumnKind<unknown>,
}

/** The folded name of a place. */
export function nameText({ columns, names }: Pick<SegmentData, 'columns' | 'names'>, ordinal: number): string {
  return textAt((columns.name as KeywordData).values.keys, names.valueOf[ordinal]!)
}
