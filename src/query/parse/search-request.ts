import type { PlaceQuery } from '../query.ts'
import type { Expansion, MemberChoice } from '../results/members.ts'

/** The formats in which places are returned, by their names in `format`. */
export const formatNames = ['json', 'geojson', 'csv', 'jsonld', 'ndjson', 'ics'] as const
export type FormatName = (typeof formatNames)[number]
/** The formats that `limit=all` streams (D54). */
export const streamedFormats = formatNames.filter((name) => name !== 'json')

/** The changes made to documents before they are sent. */
export interface Presentation {
  /** `fields`: the members that are kept; undefined: all. */
  readonly members: MemberChoice | undefined
  /** `hours=resolved`: entries of openHours do not overlap. */
  readonly resolvedHours: boolean
}

/** The notation of a table: an optional byte order mark, and optional semicolons between its cells. */
type TableForm = Readonly<Record<'bom' | 'semicolon', boolean>>

/** A parsed search: the query, and the form of its results. */
export interface SearchRequest {
  readonly query: PlaceQuery
  readonly expand: Expansion
  readonly presentation: Presentation
  /** `format`; undefined if absent. */
  readonly format: FormatName | undefined
  readonly table: TableForm
  /** A hint on a filter that finds nothing or excludes nothing. */
  readonly hint?: string
  /** `similar`: if `q` finds nothing, its probable meaning is searched. */
  readonly similar: boolean
  /** `test=true`: sample places are returned, and all else is ignored (D37). */
  readonly test: boolean
}
