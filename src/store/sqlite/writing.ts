import type { DatabaseSync } from 'node:sqlite'
import type { Command, Outcome } from '../store.ts'
import type { Writing, WritingParts } from '../thread/messages.ts'
import { createCommandWriter } from '../writing/write-commands.ts'
import { emptyLog, openWriter, sqliteDatabase, type WriterOptions } from './database.ts'
import { problemOf } from './fault.ts'

/** How long after a reader was in the way the log is checkpointed again, where nothing is written before. */
const scrubMillis = 1_000
/** When nothing was written for so long, the log goes into the file, beside which it may be a hundred times as large. */
const idleMillis = 5_000

/** Opens a file that has the newest schema for writing. */
export async function openWriting(argument: unknown, { rules, onFault }: WritingParts): Promise<Writing> {
  const database = openWriter(argument as WriterOptions)
  const db = sqliteDatabase(database)
  const write = createCommandWriter({ db, rules, onFault })
  const scrubber = createScrubber(database, onFault)
  return {
    write,
    problemOf,
    answered: scrubber.answered,
    close() {
      scrubber.close()
      return db.close()
    },
  }
}

/**
 * After a purge the log still holds what was removed, and so may the one that a killed process left: it is emptied as
 * soon as no reader is in the way and the disk has room. Until then it is tried after each write, and where a reader was in
 * the way now and then. After other writes it is emptied when there have been no more for a while.
 */
function createScrubber(database: DatabaseSync, fault: (error: unknown) => void) {
  let waiting = true
  let timer: NodeJS.Timeout | undefined
  const scrub = () => {
    clearTimeout(timer)
    try {
      // In the middle of a write it cannot be tried.
      waiting = database.isTransaction || !emptyLog(database)
      if (waiting) timer = setTimeout(scrub, scrubMillis).unref()
    } catch (error) {
      fault(error)
    }
  }
  scrub()
  return {
    answered(commands: readonly Command[], outcomes: readonly Outcome[]) {
      waiting ||= commands.some((command, index) => command.kind === 'purge' && outcomes[index]?.done === true)
      if (waiting) scrub()
      else {
        clearTimeout(timer)
        timer = setTimeout(scrub, idleMillis).unref()
      }
    },
    close: () => clearTimeout(timer),
  }
}
