import { setImmediate } from 'node:timers/promises'
import type { JournalEntry } from '../place/journal.ts'

/** Reads entries from a position on, at most `limit`; fewer only when there are no more. */
export type ReadEntries = (position: number, limit: number) => Promise<readonly JournalEntry[]>

/** The first read is of few entries; then their size tells how many fit. */
const firstBatch = 10
/** Characters of documents that are read without others getting their turn. */
const batchCharacters = 1024 * 1024
/** Characters of documents that are looked at without others getting their turn. */
const restCharacters = 128 * 1024

/**
 * At most `limit` entries one by one, read in batches that are small where documents are large, so that no reader of a
 * long history keeps others waiting. `position` counts from 0.
 */
export async function* readEntries(read: ReadEntries, limit: number): AsyncGenerator<JournalEntry> {
  let position = 0
  let size = Math.min(firstBatch, limit)
  let unrested = 0
  while (size > 0) {
    const entries = await read(position, size)
    for (const entry of entries) {
      yield entry
      unrested += entry.document?.length ?? 0
      if (unrested < restCharacters) continue
      unrested = 0
      await setImmediate()
    }
    position += entries.length
    if (entries.length < size) return
    const characters = entries.reduce((sum, { document }) => sum + (document?.length ?? 0), 0)
    const fitting = Math.floor(batchCharacters / Math.max(1, characters / entries.length))
    size = Math.min(Math.max(1, fitting), limit - position)
    await setImmediate()
  }
}
