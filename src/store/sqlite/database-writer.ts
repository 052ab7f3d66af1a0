import type { DatabaseSync } from 'node:sqlite'
import type { Command, Outcome } from '../store.ts'
import type { DatabaseWriter, WriterContext } from '../thread/messages.ts'
import { createCommandWriter } from '../writing/write-commands.ts'
import { problemOf } from './fault.ts'
import {
  defaultLimits,
  openWriter,
  type SqliteLimits,
  sqliteDatabase,
  truncateLog,
  type WriterOptions,
} from './sqlite-database.ts'

/** Opens a file that has the newest schema for writing. */
export async function openDatabaseWriter(
  argument: unknown,
  { rules, onFault }: WriterContext,
): Promise<DatabaseWriter> {
  const options = argument as WriterOptions
  const database = openWriter(options)
  const db = sqliteDatabase(database)
  const write = createCommandWriter({ db, rules, onFault })
  const checkpointer = createCheckpointer(database, { ...defaultLimits, ...options.limits }, onFault)
  return {
    write,
    problemOf,
    answered: checkpointer.answered,
    close() {
      checkpointer.close()
      return db.close()
    },
  }
}

/**
 * Checkpoints. After a purge the write-ahead log still holds what was removed, and so may one that a killed process left:
 * it is truncated as soon as no reader is in the way and the disk is not full. Until then that is tried after each write,
 * and every second while a reader is in the way. After other writes it waits until there have been none for a while.
 */
function createCheckpointer(
  database: DatabaseSync,
  { retryMillis, idleMillis }: SqliteLimits,
  fault: (error: unknown) => void,
) {
  let waiting = true
  let timer: NodeJS.Timeout | undefined
  const checkpoint = () => {
    clearTimeout(timer)
    try {
      // Not within a transaction.
      waiting = database.isTransaction || !truncateLog(database)
      if (waiting) timer = setTimeout(checkpoint, retryMillis).unref()
    } catch (error) {
      fault(error)
    }
  }
  checkpoint()
  return {
    answered(commands: readonly Command[], outcomes: readonly Outcome[]) {
      waiting ||= commands.some((command, index) => command.kind === 'purge' && outcomes[index]?.done === true)
      if (waiting) checkpoint()
      else {
        clearTimeout(timer)
        timer = setTimeout(checkpoint, idleMillis).unref()
      }
    },
    close: () => clearTimeout(timer),
  }
}
