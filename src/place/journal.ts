import type { Instant } from './place.ts'

/** The number of an entry of the journal: from 1, without gaps, in the order of commit. */
export type Revision = number

/** What an entry of the journal is about; the `id` of a directory entry is `<kind>/<id>`. */
export type EntryKind = 'place' | 'directory' | 'key'

/**
 * Where a thread of its own finds every place that is there now: a module with the function `readPresentPlaces`, and
 * what that is called with. It gives batches of documents with their revisions.
 */
export interface PlaceSource {
  /** Address of the module. */
  readonly module: string
  readonly argument: string
}

/** One change, as every index, copy and follower reads it. */
export interface JournalEntry {
  readonly revision: Revision
  readonly kind: EntryKind
  readonly id: string
  /** create, patch, replace, remove, restore, disconnect, follow, geolocate, purge; put, remove; create, revoke. */
  readonly action: string
  readonly time: Instant
  /** Who, as named in the call; the name of the key for directory and keys. */
  readonly who: string
  /** The whole new document as JSON; absent when it is gone (removed, revoked, purged). */
  readonly document?: string
  /** The key of an imported place (D49). */
  readonly importKey?: string
}
