import type { IndexStats } from '../index/place-index.ts'
import type { JournalEntry, Position } from '../place/journal.ts'

/** Up to where a holding is complete after a start. */
export interface Filled {
  readonly position: Position
  /** Why it takes in nothing more now, although it can be searched. */
  readonly outage?: string
}

/** What is kept of the record so that places can be searched; it follows from the record, and can be thrown away. */
export interface Holding {
  /** Why nothing can be searched as long as it is not filled. */
  readonly unfilled: string
  /** Fills it, from what an earlier start has left or from the record. */
  fill(): Promise<Filled>
  /** Told when it is filled and answers may be given. */
  opened(): Promise<void>
  /** Told that the history is another than was thought: nothing of what was kept may be used again. */
  forget(): Promise<void>
  /** Fills it anew from the record. */
  refill(): Promise<Position>
  /** Takes in new entries: at once, or when the promise resolves. */
  apply(entries: readonly JournalEntry[]): Promise<void> | undefined
  /** Resolves when more may be written after these entries. */
  room(entries: readonly JournalEntry[]): Promise<unknown>
  /** How many places it has. */
  count(): Promise<number>
  /** What is told of an index; undefined where there is none. */
  stats(): IndexStats | undefined
  /** To be called before the close: what fails from now on is not tried again. */
  stop(): void
  close(): Promise<void>
}
