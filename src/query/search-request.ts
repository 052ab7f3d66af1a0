import type { Expansion, MemberChoice } from './members.ts'
import type { PlaceQuery } from './query.ts'

/** The formats that places are answered in, by their names in `format`. */
export const formatNames = ['json', 'geojson', 'csv', 'jsonld', 'ndjson', 'ics'] as const
export type FormatName = (typeof formatNames)[number]
/** The formats that `limit=all` streams (D54). */
export const streamedFormats = formatNames.filter((name) => name !== 'json')

/** What is made of documents before they are sent. */
export interface Presentation {
  /** `fields`: the members that are left; undefined: all. */
  readonly members: MemberChoice | undefined
  /** `hours=resolved`: entries of openHours do not overlap. */
  readonly resolvedHours: boolean
}

/** How a table is written: whether it begins with a byte order mark, and has semicolons between its cells. */
type TableForm = Readonly<Record<'bom' | 'semicolon', boolean>>

/** A search as parsed: what it asks, and how the results are written. */
export interface SearchRequest {
  readonly query: PlaceQuery
  readonly expand: Expansion
  readonly presentation: Presentation
  /** `format`; undefined where it is not given. */
  readonly format: FormatName | undefined
  readonly table: TableForm
  /** What keeps the search from finding anything, where it does. */
  readonly hint?: string
  /** `similar`: where `q` finds nothing, what it may have meant is searched. */
  readonly similar: boolean
  /** `test=true`: sample places are answered and the rest is ignored (D37). */
  readonly test: boolean
}
