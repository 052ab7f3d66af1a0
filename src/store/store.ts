import type { StoredKey } from '../access/access.ts'
import type { ProblemValue } from '../common/problem.ts'
import type { Reason } from '../common/reason.ts'
import type { ActId, ActPlace, ActRef } from '../place/act.ts'
import type { DirectoryEntry } from '../place/directory-entry.ts'
import type { DirectoryKind } from '../place/directory-kinds.ts'
import type { EntryCaller, JournalEntry, PlaceSource, Position, PresentKind, Revision } from '../place/journal.ts'
import type { Instant, InstantText, PlaceId } from '../place/place.ts'
import type { OwnerEntries, PlaceRequest, Preconditions, PresentPlace } from '../place/request.ts'
import type { SourceKey } from '../place/source.ts'
import type { DeadLetter, StoredCursor, WebhookDelivery, WebhookProgress } from './webhook-state.ts'

/** The author of a requested change, and its time. */
export interface Signed {
  readonly who: string
  /** Absent if no caller requested the change. */
  readonly caller?: EntryCaller
  readonly now: Instant
}

/** A requested change. */
export type Command =
  | { readonly kind: 'place'; readonly request: PlaceRequest }
  | PrecomputedCommand
  | (Signed & {
      readonly kind: 'directory'
      readonly list: DirectoryKind
      readonly id: string
      /** The act that it opens or continues. */
      readonly act?: ActRef
      /** Absent: the entry is removed. */
      readonly entry?: DirectoryEntry
      /** Refused if there is an entry with the id. */
      readonly onlyNew?: true
      /** Refused if the entry is not equal to this one. */
      readonly expected?: DirectoryEntry
    })
  | (Signed & { readonly kind: 'key'; readonly key: StoredKey })
  /** Changes members of an existing key and keeps all others; undefined removes a member. */
  | (Signed & {
      readonly kind: 'amend'
      readonly id: string
      readonly change: { readonly [Member in keyof StoredKey]?: StoredKey[Member] | undefined }
      /** Refused if the session was last renewed at another instant. */
      readonly renewed?: Instant
    })
  | (Signed & { readonly kind: 'revoke'; readonly id: string })
  | PurgeCommand
  | WebhookCommand
  /** Records publications that began or ended by now, of the first due places; nobody requests them (D57). */
  | { readonly kind: 'publications'; readonly now: Instant }
  | { readonly kind: 'webhook-progress'; readonly reports: readonly WebhookProgress[] }

/** Removes a place for good. */
export interface PurgeCommand extends Preconditions, Signed {
  readonly kind: 'purge'
  readonly id: PlaceId
  /** Becomes `updatedBy` of the children; absent: they keep theirs. */
  readonly updatedBy?: string
  /** True: purges the place even if it is not deleted. */
  readonly confirmed: boolean
}

/**
 * An import of a new place without a parent, to which the rules were applied before the transaction, as if its key and
 * slug were unused. If they are, the place is taken unchanged, and its entry in the outcome has no document; otherwise
 * the original request is judged (see `requestOf`). Every database can store its texts.
 */
export interface PrecomputedCommand extends Signed {
  readonly kind: 'precomputed'
  readonly id: PlaceId
  readonly act?: ActRef
  readonly sourceKey?: SourceKey
  readonly slugBase: string
  readonly ownerId: string
  /**
   * The place as JSON in UTF-8, with `slugBase` as its slug. Bytes, since the garbage collector would copy a text at
   * each run while a group is gathered, and the database takes bytes.
   */
  readonly document: Uint8Array
  /** The first future instant of publication. */
  readonly due: InstantText | null
  /** The owner entries of the request. */
  readonly ownerEntries: OwnerEntries
  /** The original of a record that would not replace a whole place: its body as JSON in UTF-8, and how it is taken. */
  readonly original?: Pick<ImportRequest, 'merge' | 'whenNew' | 'since' | 'kept' | 'lenient' | 'allowOverposting'> & {
    readonly body: Uint8Array
  }
}

type ImportRequest = Extract<PlaceRequest, { readonly action: 'import' }>

/** Changes an endpoint and keeps the members that `change` does not name; without `change`, removes it. */
export interface WebhookCommand extends Signed {
  readonly kind: 'webhook'
  readonly id: string
  readonly isNew?: true
  readonly change?: Readonly<Record<string, unknown>>
  /** The point to continue from: after a revision, after the refused event, or with the refused event at once. */
  readonly goOn?: { readonly after: Revision } | 'skip' | 'retry'
}

/**
 * The outcome of one command. A refused command has changed nothing. `entries` is empty if nothing had to change. The
 * entries of a dry run are not written and have the number 0.
 */
export type Outcome =
  | {
      readonly done: true
      readonly entries: readonly JournalEntry[]
      /** The requested place and its present revision. */
      readonly place?: { readonly id: PlaceId; readonly revision: Revision }
      /** The parts of an imported record that were not kept. */
      readonly notes?: readonly Reason[]
      /** The end of the journal before the transaction; absent for a dry run. */
      readonly before?: Position
    }
  | { readonly done: false; readonly problem: ProblemValue }

/** The newest document of a present place, as a `PlaceSource` yields it. */
export interface PresentDocument {
  readonly document: string
  readonly revision: Revision
}

/** A page of the entries of one place. */
interface HistoryRange {
  readonly offset: number
  readonly limit: number
  /** Limits the entries to those before this revision, so that later writes do not move the pages. */
  readonly before?: Revision
}

/** A part of the list of acts. */
export interface ActRange {
  readonly before: Revision
  readonly limit: number
  readonly owners: readonly string[]
}

/** A part of the list of an act's places; `ids` limits it to these. */
export interface ActPlaceRange {
  readonly before?: PlaceId | undefined
  readonly limit: number
}

/** An act, or an entry that is an act of its own. */
export interface StoredAct extends Omit<ActRef, 'kind' | 'isNamed'>, Pick<JournalEntry, 'time' | 'who' | 'caller'> {
  /** The revision of its first entry. */
  readonly number: Revision
  readonly kind: ActRef['kind'] | 'one'
  /** The last act that undoes it and was not undone itself. */
  readonly undoneBy?: ActId
  readonly revisions: number
  readonly places: number
  /** True if a place of the owners that were asked for is concerned; an act of its own is not asked. */
  readonly isConcerned: boolean
}

/** Consecutive revisions of a place in one act. */
export interface ActRun {
  /** The revision of the place before them; absent: there was none. */
  readonly before?: Revision
  readonly after: Revision
}

/** All present places, for another thread to read, complete up to a position of the history. */
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

/** The known end of a journal: an announced revision, perhaps outdated, or the position at its end just now. */
export type JournalEnd = Revision | Position

/** A subscription to the writes of others. */
export interface Watch {
  /** The reason why nothing can be written now; undefined while writes are possible. */
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
   * Carries out the commands in order in one transaction, which is durable when the promise resolves. Only the commands
   * that break a rule are refused. Rejects with an `unavailable` Problem when nothing could be written (disk full,
   * read-only).
   */
  write(commands: readonly Command[]): Promise<readonly Outcome[]>
  /**
   * Returns the last revision; 0 in an empty store. Rejects with `unavailable` if that is before `wanted` and the only
   * server within reach may be behind.
   */
  lastRevision(wanted?: Revision): Promise<Revision>
  /**
   * Returns at most `limit` entries after `after`, in order. Entries of publications have the place as it was then,
   * unless it was purged.
   */
  changes(after: Revision, limit: number): Promise<readonly JournalEntry[]>
  /**
   * Does the same for a caller that has seen `after`. Rejects with a HistoryDiverged if the history lacks that
   * position.
   */
  follow(after: Position, limit: number): Promise<readonly JournalEntry[]>
  /** Returns the entries of one place, newest first; with `before`, only those before that revision. */
  history(id: PlaceId, page: HistoryRange): Promise<readonly JournalEntry[]>
  /** Returns the number of entries of one place. */
  historyLength(id: PlaceId): Promise<number>
  /** Returns the entry of that place with that revision, or undefined. */
  entry(id: PlaceId, revision: Revision): Promise<JournalEntry | undefined>
  /**
   * Returns acts, and entries that are acts of their own, newest first: those before a revision. `owners` asks which acts
   * concern a place of these owners.
   */
  acts(range: ActRange): Promise<readonly StoredAct[]>
  /** Returns the act with this id; undefined if there is none. */
  act(id: ActId): Promise<StoredAct | undefined>
  /** Returns the places of an act by id, the last first: those before an id. */
  actPlaces(id: ActId, range: ActPlaceRange): Promise<readonly ActPlace[]>
  /** Returns, newest first, up to `max` runs of revisions of an act in one place between which others have changed it. */
  actRuns(id: ActId, place: ActPlace, max: number): Promise<readonly ActRun[]>
  /** Returns the first revision whose time is not before an instant; undefined if there is none yet. */
  revisionAt(time: Instant): Promise<Revision | undefined>
  /** Yields the newest entry of everything present, by revision and in batches, to build an index from. */
  present(kind: PresentKind): AsyncIterable<readonly JournalEntry[]>
  /** Does the same for places, for another thread to read. */
  presentPlaces(): Promise<PresentPlaces>
  /** Returns up to 100 places that had this slug and are not deleted, the last holder first (D21). */
  formerSlugs(slug: string): Promise<readonly PlaceId[]>
  /**
   * Returns the ids, in order, of all places that may have been children of a place at a revision: its present children,
   * deleted ones included, and the places that changed since, if those are few.
   */
  childrenAt(id: PlaceId, revision: Revision): Promise<readonly PlaceId[]>
  /** Returns the first and last revision of the entries around one that have its instant and its transaction. */
  writeAround(entry: JournalEntry): Promise<{ readonly first: Revision; readonly last: Revision }>
  /**
   * Returns, for each of these keys, the present state of the place that an import of it would change, deleted ones
   * included: the place that was imported under the key, or has it as its id (D49); undefined where there is none.
   */
  importedPlaces(keys: readonly SourceKey[]): Promise<readonly (PresentPlace | undefined)[]>
  /**
   * Returns the sources that know at least one of these keys, with the number that each knows, most first. Considers at
   * most 1,000 of the keys, which are spread evenly.
   */
  sourcesOf(keys: readonly string[]): Promise<readonly { readonly source: string; readonly known: number }[]>
  /** Returns the first instant of publication that the journal lacks, past or future; undefined if there is none. */
  nextPublication(): Promise<Instant | undefined>
  /** Returns the cursor of each webhook. */
  webhookCursors(): Promise<readonly StoredCursor[]>
  /** Returns the attempts of a webhook, newest first. */
  webhookDeliveries(id: string, limit: number): Promise<readonly WebhookDelivery[]>
  /** Returns the events that a webhook did not take and that were skipped, newest first. */
  deadLetters(id: string, limit: number): Promise<readonly DeadLetter[]>
  /** Writes a consistent copy of everything to a new file while the store is in use. */
  backup(file: string): Promise<void>
  /**
   * Returns the faults in the structure of the record, as worded by the database, while it is in use. Absent where a
   * database server is responsible for that.
   */
  findDamage?(signal: AbortSignal): Promise<readonly string[]>
  /**
   * Calls `changed` when others have written, or may have, with the end of the journal if it is known. Also calls it at
   * intervals with the current end. Absent where nobody else writes.
   */
  watch?(changed: (end?: JournalEnd) => void): Watch
  /**
   * Makes this process the leader for a name as soon as no other process with the record open is. Calls `changed` when
   * it becomes the leader and when it no longer is. Absent where no other process can have the record open.
   */
  leaderLock?(name: string, changed: (isLeader: boolean) => void): LeaderLock
  close(): Promise<void>
}
