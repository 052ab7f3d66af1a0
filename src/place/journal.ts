import type { Instant } from './place.ts'

/** The number of an entry of the journal: from 1, without gaps, in the order of commit. */
export type Revision = number

/** What an entry of the journal is about; the `id` of a directory entry is `<kind>/<id>`. */
export type EntryKind = 'place' | 'directory' | 'key' | 'webhook' | 'publication'

/** The kinds of what is there now; a publication only tells of a place. */
export type PresentKind = Exclude<EntryKind, 'publication'>

/** What a revision of a place was, as history and change feed tell it. */
export const placeActions = [
  ...(['create', 'patch', 'replace', 'delete', 'restore'] as const),
  ...(['disconnect', 'follow', 'geolocate', 'purge'] as const),
] as const
export type PlaceAction = (typeof placeActions)[number]

/** What was done to an entry of the directory, as the change feed tells it, or to a webhook, of which nobody is told. */
export const directoryActions = ['put', 'delete'] as const

/** What time alone did to a place (D57); its `id` and `time` are the place and the instant that was due. */
export const publicationActions = ['publish', 'unpublish'] as const

/** What an entry of the journal was; nobody is told of keys. */
export type EntryAction =
  | PlaceAction
  | (typeof directoryActions)[number]
  | (typeof publicationActions)[number]
  | 'revoke'

/**
 * Where a thread of its own finds every place that is there now: a module with the function `readPresentPlaces`, and
 * what that is called with. It gives batches of documents with their revisions.
 */
export interface PlaceSource {
  /** Address of the module. */
  readonly module: string
  readonly argument: string
}

/** Who was behind a change: a person who was signed in, by the identifier at the provider, or a key, by its name. */
export type EntryCaller = { readonly sub: string } | { readonly key: string }

/** One change, as every index, replica and follower reads it. */
export interface JournalEntry {
  readonly revision: Revision
  readonly kind: EntryKind
  readonly id: string
  readonly action: EntryAction
  readonly time: Instant
  /** Who, as named in the call; the name of the key for directory and keys. */
  readonly who: string
  /** Who was behind it; absent in entries from before that was kept, and where nobody called. */
  readonly caller?: EntryCaller
  /** The whole new document as JSON; absent when it is gone (deleted, revoked, purged). */
  readonly document?: string
  /** The key of an imported place (D49). */
  readonly importKey?: string
  /**
   * Drawn at random for each transaction, so that two histories which number alike are told apart, such as the one that
   * a failed server took with it and the one that went on without. Absent in entries from before there were transaction ids.
   */
  readonly transactionId?: number
}

/** A point of a history: everything up to this entry. */
export interface Position {
  readonly revision: Revision
  /** The transaction id of that entry; 0 where it has none, and at revision 0. */
  readonly transactionId: number
}
