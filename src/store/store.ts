import type { AccessKey } from '../access/access.ts'
import type { ProblemValue } from '../common/problem.ts'
import type { DirectoryEntry } from '../place/directory-entry.ts'
import type { DirectoryKind } from '../place/directory-kinds.ts'
import type { EntryCaller, JournalEntry, PlaceSource, Position, PresentKind, Revision } from '../place/journal.ts'
import type { Instant, InstantText, PlaceId } from '../place/place.ts'
import type { OwnerEntries, PlaceRequest, Preconditions, PresentPlace } from '../place/request.ts'
import type { DeadLetter, StoredCursor, WebhookDelivery, WebhookProgress } from './webhook-state.ts'

/** Who wants a change, and when. */
export interface Signed {
  readonly who: string
  /** Absent: nobody who calls. */
  readonly caller?: EntryCaller
  readonly now: Instant
}

/** A change that somebody wants. */
export type Command =
  | { readonly kind: 'place'; readonly request: PlaceRequest }
  | PrecomputedCommand
  | (Signed & {
      readonly kind: 'directory'
      readonly list: DirectoryKind
      readonly id: string
      /** Absent: the entry is removed. */
      readonly entry?: DirectoryEntry
      /** Refused where there is an entry with the id. */
      readonly onlyNew?: true
      /** Refused where the entry is another one than this. */
      readonly expected?: DirectoryEntry
    })
  | (Signed & { readonly kind: 'key'; readonly key: AccessKey })
  /** Other members of a key that is there, of which all else stays; undefined takes one away. */
  | (Signed & {
      readonly kind: 'amend'
      readonly id: string
      readonly change: { readonly [Member in keyof AccessKey]?: AccessKey[Member] | undefined }
      /** Refused where the session was renewed last at another instant. */
      readonly renewed?: Instant
    })
  | (Signed & { readonly kind: 'revoke'; readonly id: string })
  | PurgeCommand
  | WebhookCommand
  /** Tells of the first places whose publication began or ended by now, without anybody's doing (D57). */
  | { readonly kind: 'publications'; readonly now: Instant }
  | { readonly kind: 'webhook-progress'; readonly reports: readonly WebhookProgress[] }

/** Removes a place for good. */
export interface PurgeCommand extends Preconditions, Signed {
  readonly kind: 'purge'
  readonly id: PlaceId
  /** Who the children are changed by; absent: they keep who changed them last. */
  readonly updatedBy?: string
  /** Also where the place is not deleted. */
  readonly confirmed: boolean
}

/**
 * An import of a new place without a parent, to which the rules were applied before the transaction, as if nothing of it
 * were there. Where that is so the place is taken as it is, and its entry in the outcome has no document; else the request
 * that it was made from is judged (see `requestOf`). Its texts are as every database can keep them.
 */
export interface PrecomputedCommand extends Signed {
  readonly kind: 'precomputed'
  readonly id: PlaceId
  readonly importKey?: string
  readonly slugBase: string
  /**
   * The place as JSON in UTF-8, with `slugBase` for its slug. Bytes, since the garbage collector would copy a text as often as it
   * runs while a group is gathered, and the database takes bytes.
   */
  readonly document: Uint8Array
  /** The first instant of publication that is to come. */
  readonly due: InstantText | null
  /** Those of its request. */
  readonly ownerEntries: OwnerEntries
}

/** Changes an endpoint, of which all members that `change` does not name stay; without `change` it is removed. */
export interface WebhookCommand extends Signed {
  readonly kind: 'webhook'
  readonly id: string
  readonly isNew?: true
  readonly change?: Readonly<Record<string, unknown>>
  /** Where it goes on: from behind a revision, or behind the event that it refuses, or with that at once. */
  readonly goOn?: { readonly after: Revision } | 'skip' | 'retry'
}

/**
 * What became of one command. A refused command has changed nothing; `entries` is empty when there was no need. The
 * entries of a dry run, which were not written, have the number 0.
 */
export type Outcome =
  | {
      readonly done: true
      readonly entries: readonly JournalEntry[]
      /** The place that was asked for, and the revision that it has now. */
      readonly place?: { readonly id: PlaceId; readonly revision: Revision }
      /** Where the journal ended before the transaction; absent for a dry run. */
      readonly before?: Position
    }
  | { readonly done: false; readonly problem: ProblemValue }

/** The newest document of a place that is there now, as a `PlaceSource` gives it. */
export interface PresentDocument {
  readonly document: string
  readonly revision: Revision
}

/** Which entries of one place are wanted. */
interface HistoryRange {
  readonly offset: number
  readonly limit: number
  /** What is read on from here does not move when more is written. */
  readonly before?: Revision
}

/** Everything that is there now, to be read by another thread, complete up to a point of the history. */
export interface PresentPlaces {
  readonly source: PlaceSource
  readonly position: Position
}

/** The history diverged: it lacks a revision that was seen, and everything has to be read again. */
export class HistoryDiverged extends Error {
  constructor({ revision }: Position) {
    super(`the history has no longer the revision ${revision} that was seen`)
    this.name = 'HistoryDiverged'
  }
}

/** How far a journal is known to go: to an announced revision, perhaps of a while ago, or to the position at its end just now. */
export type JournalEnd = Revision | Position

/** Notification of what others write. */
export interface Watch {
  /** Why nothing can be written now, or undefined while it can. */
  readonly outage: string | undefined
  close(): Promise<void>
}

/** A lock that one process holds at a time, until it is closed or lost. */
export interface LeaderLock {
  close(): Promise<void>
}

/** The durable record. Both databases pass the same contract tests. */
export interface Store {
  /** The identity of this history: two stores that share it agree on every revision both have. */
  readonly historyId: string
  /**
   * Carries out the commands in their order in one transaction: durable when it resolves. A command that breaks a rule
   * is refused alone. Rejects with an `unavailable` Problem when nothing could be written (disk full, read-only).
   */
  write(commands: readonly Command[]): Promise<readonly Outcome[]>
  /**
   * The last revision; 0 in an empty store. Rejects with `unavailable` where that is before `wanted` and only a server could
   * be asked to which the rest may not have come yet.
   */
  lastRevision(wanted?: Revision): Promise<Revision>
  /** Entries after `after` in order, at most `limit`; those of publications with the place as it was then, unless it was purged. */
  changes(after: Revision, limit: number): Promise<readonly JournalEntry[]>
  /** The same for those who hold what came before for true. Rejects with a HistoryDiverged when it is not, or no more. */
  follow(after: Position, limit: number): Promise<readonly JournalEntry[]>
  /** The entries of one place, newest first; where `before` is given, of those before that revision. */
  history(id: PlaceId, page: HistoryRange): Promise<readonly JournalEntry[]>
  /** The number of entries of one place. */
  historyLength(id: PlaceId): Promise<number>
  /** The entry of that place with that revision, or undefined. */
  entry(id: PlaceId, revision: Revision): Promise<JournalEntry | undefined>
  /** The newest entry of everything that is there now, in the order of revisions, in batches: what an index is built from. */
  present(kind: PresentKind): AsyncIterable<readonly JournalEntry[]>
  /** The same for places, to be read by another thread. */
  presentPlaces(): Promise<PresentPlaces>
  /** The places that had this slug and are not deleted, the last first, as far as they are few (D21). */
  formerSlugs(slug: string): Promise<readonly PlaceId[]>
  /** The present state of the place that was imported under this key, or undefined. */
  importedPlace(importKey: string): Promise<PresentPlace | undefined>
  /** The first instant of publication of which the journal does not tell yet, be it past or to come. */
  nextPublication(): Promise<Instant | undefined>
  /** How far each webhook is. */
  webhookCursors(): Promise<readonly StoredCursor[]>
  /** The attempts of a webhook, the newest first. */
  webhookDeliveries(id: string, limit: number): Promise<readonly WebhookDelivery[]>
  /** What a webhook did not take and was skipped, the newest first. */
  deadLetters(id: string, limit: number): Promise<readonly DeadLetter[]>
  /** Writes a consistent copy of everything to a new file while the store is in use. */
  backup(file: string): Promise<void>
  /**
   * What is wrong with the structure of the record, in words of the database, while it is in use; absent where that is the
   * business of a server.
   */
  findDamage?(signal: AbortSignal): Promise<readonly string[]>
  /**
   * Calls back when others have written, with what is known of that, or may have, and now and then with where the journal
   * ends; absent where nobody else writes.
   */
  watch?(changed: (end?: JournalEnd) => void): Watch
  /**
   * Makes this process the leader for a name among all that have the record open, as soon as no other is; `changed` is
   * told when it becomes the leader and when it is none any more. Absent where nobody else can have the record open.
   */
  leaderLock?(name: string, changed: (isLeader: boolean) => void): LeaderLock
  close(): Promise<void>
}
