import type { Instant } from './place.ts'

/** The number of an entry of the journal: from 1, without gaps, in the order of commit. */
export type Revision = number

/** What an entry of the journal is about; the `id` of a directory entry is `<kind>/<id>`. */
export type EntryKind = 'place' | 'directory' | 'key'

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
