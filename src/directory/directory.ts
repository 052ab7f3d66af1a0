import type { DirectoryEntry, Names } from '../place/directory-entry.ts'
import type { DirectoryKind } from '../place/directory-kinds.ts'
import type { JournalEntry } from '../place/journal.ts'

/** Where names and contact details of owners, categories and tags come from: the journal, or a remote service. */
export interface Directory extends Names {
  /** Whether it is kept here and can be written; a remote one is read only. */
  readonly writable: boolean
  /**
   * Entries whose name begins with `prefix` (folded as in filters) and has a word that begins with each of `words` (as
   * terms of `q` do, D25), by name; `total` counts all of them.
   */
  list(kind: DirectoryKind, page: DirectoryPage): { total: number; entries: DirectoryEntry[] }
  /**
   * Makes the contact details of these owners as fresh as the directory promises. Bounded in time; never rejects:
   * when a remote directory does not answer, what is known stays.
   */
  refresh(ownerIds: readonly string[]): Promise<void>
  /** Takes in entries of the journal in the order of revisions, where it is kept there; those of other kinds are passed over. */
  apply(entries: readonly JournalEntry[]): void
  /** Forgets every entry of the journal, for those that these tell of. */
  reset(entries: readonly JournalEntry[]): void
  close(): Promise<void>
}

/** Which entries of a list are asked for. */
export interface DirectoryPage {
  readonly prefix: string
  /** Absent or without a word: names with any words. */
  readonly words?: string
  readonly offset: number
  readonly limit: number
}
