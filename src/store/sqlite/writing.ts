import type { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Tables } from '../sql/tables.ts'
import { sqliteTraits } from '../sql/traits.ts'
import type { Command, Outcome } from '../store.ts'
import type { Writing, WritingParts } from '../thread/writing.ts'
import { createCommandWriter } from '../writing/write-commands.ts'
import { emptyLog, openWriter, type WriterOptions } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { problemOf } from './fault.ts'

/** Opens a file that has the newest schema for writing. */
export async function openWriting(argument: unknown, { rules, onFault }: WritingParts): Promise<Writing> {
  const database = openWriter(argument as WriterOptions)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database) })
  const write = createCommandWriter({ db, traits: sqliteTraits, rules, onFault })
  return { write, problemOf, answered: createScrubber(database, onFault), close: () => db.destroy() }
}

/**
 * After a purge the log still holds what was removed, and so may the one that a killed process left: it is emptied as
 * soon as no reader is in the way and the disk has room. Until then it is tried after each write.
 */
function createScrubber(database: DatabaseSync, fault: (error: unknown) => void) {
  let waiting = true
  const scrub = () => {
    try {
      waiting = !emptyLog(database)
    } catch (error) {
      fault(error)
    }
  }
  scrub()
  return (commands: readonly Command[], outcomes: readonly Outcome[]) => {
    waiting ||= commands.some((command, index) => command.kind === 'purge' && outcomes[index]?.done === true)
    if (waiting) scrub()
  }
}
