import { Problem } from '../../common/problem.ts'
import { unwritable } from '../unwritable.ts'

/** Reasons shown to callers, by SQLite's primary result code (https://www.sqlite.org/rescode.html). */
const unavailable: Readonly<Record<number, string>> = {
  5: 'another process is writing to the data',
  6: 'another process is writing to the data',
  8: 'the data is read-only',
  10: 'the disk that holds the data reports an error',
  11: 'the data is damaged and must be restored from a backup',
  13: 'the disk that holds the data is full',
  14: 'the data cannot be opened',
  26: 'the data is damaged and must be restored from a backup',
}

/** Maps an error of the database to a problem for the caller: the reason in words, without internal details. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const code = sqliteCode(error)
  const reason = code === undefined ? undefined : unavailable[code]
  if (reason === undefined) return new Problem('internal', 'the change could not be recorded; nothing was written')
  return unwritable(reason)
}

/** Returns true if an error means that a file of the record is damaged or no longer an SQLite file. */
export function isDamage(error: unknown): boolean {
  return [11, 26].includes(sqliteCode(error) ?? 0)
}

/** Returns SQLite's primary result code of an error, or undefined for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}
