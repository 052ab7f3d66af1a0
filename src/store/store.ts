import type { AccessKey } from '../access/access.ts'
import type { DirectoryEntry, DirectoryKind } from '../place/directory-entry.ts'
import type { EntryKind, JournalEntry, PlaceSource, Revision } from '../place/journal.ts'
import type { Instant, Place, PlaceId } from '../place/place.ts'
import type { PlaceRequest } from '../place/request.ts'
import type { ProblemValue } from '../problem.ts'

/** A change that somebody wants. */
export type Command =
  | { readonly kind: 'place'; readonly request: PlaceRequest }
  | {
      readonly kind: 'directory'
      readonly list: DirectoryKind
      readonly id: string
      /** Absent: the entry is removed. */
      readonly entry?: DirectoryEntry
      readonly who: string
      readonly now: Instant
    }
  | { readonly kind: 'key'; readonly key: AccessKey; readonly who: string; readonly now: Instant }
  | { readonly kind: 'revoke'; readonly id: string; readonly who: string; readonly now: Instant }
  | { readonly kind: 'purge'; readonly id: PlaceId; readonly who: string; readonly now: Instant }

/**
 * What became of one command. A refused command has changed nothing; `entries` is empty when there was no need. The
 * entries of a dry run, which were not written, have the number 0.
 */
export type Outcome =
  | { readonly done: true; readonly entries: readonly JournalEntry[]; readonly place?: StoredPlace }
  | { readonly done: false; readonly problem: ProblemValue }

/** How much a write tells. `brief`: outcomes without places and entries of places without documents, for callers that keep no index. */
export type WriteAnswer = 'whole' | 'brief'

/** The present state of a place, deleted ones included. */
export interface StoredPlace {
  readonly place: Place
  readonly revision: Revision
  readonly importKey?: string
}

/** The newest document of a place that is there now, as a `PlaceSource` gives it. */
export interface PresentPlace {
  readonly document: string
  readonly revision: Revision
}

/** A page of the journal for one place, newest first. */
export interface History {
  readonly total: number
  readonly entries: readonly JournalEntry[]
}

/** The durable record. Both databases pass the same contract tests. */
export interface Store {
  /** The identity of this history: two stores that share it agree on every revision both have. */
  readonly historyId: string
  /**
   * Carries out the commands in their order in one transaction: durable when it resolves. A command that breaks a rule
   * is refused alone. Rejects with an `unavailable` Problem when nothing could be written (disk full, read-only).
   */
  write(commands: readonly Command[], answer?: WriteAnswer): Promise<readonly Outcome[]>
  /** The last revision; 0 in an empty store. */
  lastRevision(): Promise<Revision>
  /** Entries after `after` in order, at most `limit`. */
  changes(after: Revision, limit: number): Promise<readonly JournalEntry[]>
  /** The entries of one place, newest first. */
  history(id: PlaceId, page: { readonly offset: number; readonly limit: number }): Promise<History>
  /** The entry of that place with that revision, or undefined. */
  entry(id: PlaceId, revision: Revision): Promise<JournalEntry | undefined>
  /** The newest entry of everything that is there now, in the order of revisions, in batches: what an index is built from. */
  present(kind: EntryKind): AsyncIterable<readonly JournalEntry[]>
  /** The same for places, to be read by another thread. */
  readonly presentPlaces: PlaceSource
  /** The place that had this slug last and is not deleted, or undefined (D21). */
  formerSlug(slug: string): Promise<PlaceId | undefined>
  /** The present state of the place that was imported under this key, or undefined. */
  importedPlace(importKey: string): Promise<StoredPlace | undefined>
  /** Writes a consistent copy of everything to a new file while the store is in use. */
  backup(file: string): Promise<void>
  close(): Promise<void>
}
