import type { JsonObject } from '../../../src/place/json.ts'
import type { Visibility } from '../../../src/place/visibility.ts'

/** A place as a create takes it, but for members that a valid one has by itself. */
export type CasePlace = JsonObject & {
  readonly name: string
  /** The name of the place that is its parent. */
  readonly parent?: string
  /** Only `name` and `type`, since all places of a world have one owner. */
  readonly owner?: JsonObject
  readonly deleted?: true
}

/** A small world of places, and what queries find in it. */
export interface QueryCases {
  /** The numbers of the rules, and what they say. */
  readonly title: string
  /** A text is a name. */
  readonly places: readonly (CasePlace | string)[]
  /** Names in the directory: of the owner, and of categories and tags by their ids. */
  readonly names?: {
    readonly owner?: string
    readonly categories?: Readonly<Record<string, string>>
    readonly tags?: Readonly<Record<string, string>>
  }
  /** Who asks; without it somebody who sees everything. */
  readonly sees?: Visibility
  /** By query string: the names that are found, in their order. In a query `{Name}` is the id of the place of that name. */
  readonly finds: Readonly<Record<string, readonly string[]>>
}
