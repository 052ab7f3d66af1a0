import type { ActId } from './act.ts'
import type { Instant } from './place.ts'
import type { SourceKey } from './source.ts'

/** The number of a journal entry: from 1, without gaps, in commit order. */
export type Revision = number

/** The subject of a journal entry. The `id` of a directory entry is `<kind>/<id>`. */
export type EntryKind = 'place' | 'directory' | 'key' | 'webhook' | 'publication'

/** The kinds of entries that create or change a document; a publication only announces a place. */
export type PresentKind = Exclude<EntryKind, 'publication'>

/** The actions that make a revision of a place, as history and the change feed report them. */
export const placeActions = [
  ...(['create', 'patch', 'replace', 'delete', 'restore'] as const),
  ...(['disconnect', 'follow', 'geolocate', 'purge'] as const),
] as const
export type PlaceAction = (typeof placeActions)[number]

/** The actions on a directory entry, as the change feed reports them, or on a webhook, which no feed reports. */
export const directoryActions = ['put', 'delete'] as const

/** The effects of time on a place (D57). The entry's `id` is the place, its `time` the instant that was due. */
export const publicationActions = ['publish', 'unpublish'] as const

/** The action of a journal entry. No feed reports the actions on keys. */
export type EntryAction =
  | PlaceAction
  | (typeof directoryActions)[number]
  | (typeof publicationActions)[number]
  | 'revoke'

/**
 * A source from which a worker thread reads every present place: a module with the function `readPresentPlaces`, and
 * its argument. The function yields batches of documents with their revisions.
 */
export interface PlaceSource {
  /** The address of the module. */
  readonly module: string
  readonly argument: string
}

/** The caller behind a change: a signed-in person, by the identifier at the provider, or a key, by its name. */
export type EntryCaller = { readonly sub: string } | { readonly key: string }

/** One change, as every index, replica and follower reads it. */
export interface JournalEntry {
  readonly revision: Revision
  readonly kind: EntryKind
  readonly id: string
  readonly action: EntryAction
  readonly time: Instant
  /** The person named in the call; for directory and keys, the name of the key. */
  readonly who: string
  /** The caller behind it; absent in entries older than this member, and for changes without a caller. */
  readonly caller?: EntryCaller
  /** The act that it belongs to; absent: it is an act of its own. */
  readonly act?: ActId
  /** The whole new document as JSON; absent if it no longer exists (deleted, revoked, purged). */
  readonly document?: string
  /** The key of an imported place, in its source (D49). */
  readonly sourceKey?: SourceKey
  /**
   * Random for each transaction. It distinguishes two histories with the same revision numbers, such as one lost with a
   * failed server and the one that continued without it. Absent in entries older than transaction ids.
   */
  readonly transactionId?: number
}

/** A position in a history: everything up to this entry. */
export interface Position {
  readonly revision: Revision
  /** The transaction id of that entry; 0 if it has none, and at revision 0. */
  readonly transactionId: number
}
