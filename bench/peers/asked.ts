/** What is asked, in words that every system can be told. */
export type Asked = AskedPlace | AskedSearch | AskedCreate | AskedPatch

/** One place by its id. */
export interface AskedPlace {
  readonly what: 'place'
  readonly id: string
}

/** A search of visible places. Absent: no such condition. */
export interface AskedSearch {
  readonly what: 'search'
  readonly ids?: readonly string[]
  /** Folded; exactly this. */
  readonly city?: string
  /** Folded; how the name begins, or with `not` how it does not. */
  readonly nameStart?: { readonly start: string; readonly not: boolean }
  readonly type?: string
  /** Days (YYYY-MM-DD, UTC), both included. */
  readonly published?: { readonly from: string; readonly to: string }
  /** Beginnings of words, folded; all must be found. */
  readonly words?: readonly string[]
  readonly nearby?: { readonly longitude: number; readonly latitude: number; readonly metres: number }
  /** By name unless told otherwise; a search by words by relevance first, one nearby by distance. */
  readonly order?: 'slug' | 'slug-'
  readonly limit: number
  readonly offset: number
}

const dayMillis = 86_400_000

/** From the beginning of the first day until before the end of the last one, in milliseconds since 1970. */
export function instantsOf({ from, to }: NonNullable<AskedSearch['published']>): {
  readonly from: number
  readonly until: number
} {
  return { from: Date.parse(from), until: Date.parse(to) + dayMillis }
}

/** A new place: the body of a create. */
export interface AskedCreate {
  readonly what: 'create'
  readonly body: Readonly<Record<string, unknown>>
}

/** Changed members of a place (RFC 7396). */
export interface AskedPatch {
  readonly what: 'patch'
  readonly id: string
  readonly change: Readonly<Record<string, unknown>>
}
