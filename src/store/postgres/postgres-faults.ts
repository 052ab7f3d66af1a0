import { messageOf, Problem, unavailable } from '../../common/problem.ts'
import { unwritable } from '../unwritable.ts'

/** A server that cannot be reached or used; the message is for the log. */
export class ServerUnusable extends Error {
  /** The reason shown to the caller. */
  readonly reason: string

  constructor(message: string, reason = 'the database cannot be reached', cause?: unknown) {
    super(message, { cause })
    this.name = 'ServerUnusable'
    this.reason = reason
  }
}

/** The error of a commit whose transaction may or may not be in the record. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super(`the outcome of a commit is unknown: ${messageOf(cause)}`, { cause })
    this.name = 'OutcomeUnknown'
  }
}

/** Reasons shown to callers, by SQLSTATE or its class (https://www.postgresql.org/docs/15/errcodes-appendix.html). */
const reasons: Readonly<Record<string, string>> = {
  '08': 'the connection to the database was lost',
  '25006': 'the database takes no writes now',
  '25P03': 'the service was too slow for the database',
  '28': 'the database refuses the service',
  '3D': 'the database is not there',
  '40': 'others are writing the same',
  '42501': 'the database refuses the service',
  '53': 'the database has no room for more',
  '53100': 'the disk of the database is full',
  '55P03': 'others have been writing for too long',
  '57': 'the database is being stopped or started',
  '57014': 'the database takes too long',
  '58': 'the disk of the database reports an error',
  XX001: 'the data is damaged and must be restored from a backup',
  XX002: 'the data is damaged and must be restored from a backup',
}

/** The SQLSTATEs, or their prefixes, of transient errors: a retry may succeed, perhaps on another server. */
const transientStates = ['08', '25006', '25P03', '40', '53300', '57P01', '57P02', '57P03']

/** Returns the SQLSTATE of an error that a server reported, or undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return undefined
  return typeof error.code === 'string' && /^[\dA-Z]{5}$/.test(error.code) ? error.code : undefined
}

/** Returns true if the connection is unusable: an error that the server did not report comes from the way to it. */
export function isLost(error: unknown): boolean {
  const state = sqlState(error)
  return state === undefined || state === '25P03' || state.startsWith('08') || state.startsWith('57P')
}

/** Returns true for a transient error: nothing was written, and a retry may succeed. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ServerUnusable) return true
  if (error instanceof OutcomeUnknown || error instanceof Problem) return false
  const state = sqlState(error)
  if (state === undefined) return isConnectionError(error)
  return transientStates.some((known) => state.startsWith(known))
}

/** Returns true if a server has refused us, which waiting does not change. */
export function isRefused(error: unknown): boolean {
  const cause = error instanceof ServerUnusable ? error.cause : error
  return /^(28|3D|42501)/.test(sqlState(cause) ?? '')
}

/** Maps an error of the database to a problem for a reader: the reason in words, without internal details. */
export function readingProblemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const reason = reasonOf(error)
  return reason === undefined ? new Problem('internal', 'it could not be read') : unavailable(reason, 1)
}

/** Does the same for a writer. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof OutcomeUnknown) {
    return unavailable('the database was lost while it recorded the change, which may have been made', 1)
  }
  const reason = reasonOf(error)
  if (reason === undefined) return new Problem('internal', 'the change could not be recorded; nothing was written')
  return unwritable(reason, 1)
}

/** Returns the reason why the database fails, in words for a caller, or undefined for a fault of ours. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof ServerUnusable) return error.reason
  const state = sqlState(error)
  if (state === undefined) return isConnectionError(error) ? 'the connection to the database was lost' : undefined
  return reasons[state] ?? reasons[state.slice(0, 2)]
}

/** Recognizes errors on the way to the server, as Node and `pg` raise them. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return true
  return /^(Connection terminated|Query read timeout|timeout expired|Client (has|was))/.test(error.message)
}
