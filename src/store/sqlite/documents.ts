import type { DocumentReader } from '../../place/journal.ts'
import { openReader } from './connection.ts'

/** Reads documents of the record in this file by the number of their entry, its primary key. */
export function openDocuments(file: string): DocumentReader {
  const database = openReader(file)
  const statement = database.prepare('select document from journal where revision = ?')
  return {
    read: (revision) => (statement.get(revision)?.document ?? undefined) as string | undefined,
    close: () => database.close(),
  }
}
