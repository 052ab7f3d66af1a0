import type { DirectoryEntry, EntryAddress, Names } from '../place/directory-entry.ts'
import type { DirectoryKind } from '../place/directory-kinds.ts'
import type { JournalEntry } from '../place/journal.ts'

/** The source of names and contact details of owners, categories and tags: the journal, or a remote service. */
export interface Directory extends Names {
  /** True if it is stored here and can be written; a remote directory is read-only. */
  readonly writable: boolean
  /**
   * Returns a page of the entries whose name begins with `prefix` (folded as in filters) and has, for each of `words`,
   * a word that begins with it (like the terms of `q`, D25). Sorted by name; `total` counts all of them.
   */
  list(kind: DirectoryKind, page: DirectoryPage): { total: number; entries: DirectoryEntry[] }
  /**
   * Refreshes the contact details of these owners as the directory promises. Limited in time; never rejects. If a
   * remote directory does not respond, the known details stay.
   */
  refresh(ownerIds: readonly string[]): Promise<void>
  /** Applies journal entries in the order of revisions, if the directory is in the journal; other kinds are ignored. */
  apply(entries: readonly JournalEntry[]): void
  /** Replaces all entries from the journal by those in these entries. */
  reset(entries: readonly JournalEntry[]): void
  /** Calls the listener whenever entries have got other names, have come or have gone. */
  onRenamed(listener: RenamedListener): void
  close(): Promise<void>
}

/** Receives the addresses of renamed entries. */
export type RenamedListener = (entries: readonly EntryAddress[]) => void

/** The requested entries of a list. */
export interface DirectoryPage {
  readonly prefix: string
  /** Absent or without a word: names with any words. */
  readonly words?: string
  readonly offset: number
  readonly limit: number
}
