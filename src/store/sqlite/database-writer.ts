import type { DatabaseSync } from 'node:sqlite'
import type { Command, Outcome } from '../store.ts'
import type { DatabaseWriter, WriterContext } from '../thread/messages.ts'
import { createCommandWriter } from '../writing/write-commands.ts'
import {
  defaultLimits,
  openWriter,
  type SqliteLimits,
  sqliteDatabase,
  truncateLog,
  type WriterOptions,
} from './sqlite-database.ts'
import { problemOf } from './sqlite-faults.ts'

/** Opens a file with the newest schema for writing. */
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
 * Creates the checkpointer of the write-ahead log. After a purge, the log still contains the removed data; so may the
 * log of a killed process. It is then truncated as soon as no reader is in the way and the disk is not full. Until
 * then, it tries after each write, and every `retryMillis` while a reader is in the way. After other writes, it waits
 * until there have been none for `idleMillis`.
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
      // Impossible within a transaction.
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
