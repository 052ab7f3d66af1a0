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
 * The number of the form of segments: the columns, their order, what is folded, the map of time zones and
 * how documents are written. It goes up with every change of what the same places become, so that no kept segment
 * is taken for a new one.
 */
export const segmentFormat = 21

/**
 * A segment: typed arrays only, in shared memory. Its ordinals are in the default order (sort key of the name,
 * then id), so that neighbours in that order are neighbours in memory.
 */
export interface SegmentData {
  readonly count: number
  readonly ids: IdData
  /** The revision of each ordinal. */
  readonly revisions: Uint32Array | Float64Array
  readonly names: NameData
  /** By name of the field; fields without a value are left out. What the data are, the kind of the field tells. */
  readonly columns: Readonly<Record<string, unknown>>
  /** Key of the place type -> ordinals. */
  readonly types: Inverted
  /** Owner keys (see `ownerKey`) -> ordinals. */
  readonly owners: Inverted
  /** Words that `q` finds for everybody -> ordinals. */
  readonly publicWords: Inverted
  /** Words that it finds besides for callers with `read-media`, and for those with `read-restricted` -> ordinals. */
  readonly hiddenWords: Readonly<Record<HiddenVisibility, Inverted>>
  readonly points: PointData
  readonly publicSpans: PublicSpans
  readonly hours: HoursData
  readonly documents: DocumentData
}

/** When places are public, where that is not as long as they are published themselves (D50). */
export interface PublicSpans {
  readonly ordinals: Uint32Array
  readonly from: Float64Array
  readonly until: Float64Array
}

/** What suggestions and the tiers of relevance need beside the column of the names. */
interface NameData {
  /** The value of each ordinal in the column `name`. */
  readonly valueOf: Uint32Array
  /** Words of names, as they are and without diacritics -> ordinals. */
  readonly words: Inverted
}

/** The kind of column in which a field is kept; ids have one of their own. */
export const columnKinds: Readonly<Record<Exclude<FieldKind, 'id'>, ColumnKind<unknown>>> = {
  string: keywordKind as ColumnKind<unknown>,
  number: keywordKind as ColumnKind<unknown>,
  boolean: keywordKind as ColumnKind<unknown>,
  text: textKind as ColumnKind<unknown>,
  instant: instantKind as ColumnKind<unknown>,
}

/** The name of a place, folded. */
export function nameText({ columns, names }: Pick<SegmentData, 'columns' | 'names'>, ordinal: number): string {
  return textAt((columns.name as KeywordData).values.keys, names.valueOf[ordinal]!)
}
