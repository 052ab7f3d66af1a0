import { messageOf, Problem, unavailable } from '../../common/problem.ts'
import { unwritable } from '../fault.ts'

/** A server cannot be reached, or is not what it must be; the message is for the log. */
export class ServerUnusable extends Error {
  /** What the caller is told. */
  readonly reason: string

  constructor(message: string, reason = 'the database cannot be reached', cause?: unknown) {
    super(message, { cause })
    this.name = 'ServerUnusable'
    this.reason = reason
  }
}

/** Nobody knows whether a transaction is in the record. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super(`the outcome of a commit is unknown: ${messageOf(cause)}`, { cause })
    this.name = 'OutcomeUnknown'
  }
}

/** What is told of an error by its SQLSTATE or the class of it (https://www.postgresql.org/docs/15/errcodes-appendix.html). */
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

/** The SQLSTATEs, or prefixes of them, of transient errors: the same may be tried again, perhaps on another server. */
const transientStates = ['08', '25006', '25P03', '40', '53300', '57P01', '57P02', '57P03']

/** The SQLSTATE of an error that a server has reported, or undefined when it is none. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return undefined
  return typeof error.code === 'string' && /^[\dA-Z]{5}$/.test(error.code) ? error.code : undefined
}

/** Whether the connection is of no use any more: what the server did not report came from the way to it. */
export function isLost(error: unknown): boolean {
  const state = sqlState(error)
  return state === undefined || state === '25P03' || state.startsWith('08') || state.startsWith('57P')
}

/** Whether an error is transient: nothing was written, and the same may succeed when it is tried again. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ServerUnusable) return true
  if (error instanceof OutcomeUnknown || error instanceof Problem) return false
  const state = sqlState(error)
  if (state === undefined) return isConnectionError(error)
  return transientStates.some((known) => state.startsWith(known))
}

/** Whether a server has answered that it will not have us, which waiting does not change. */
export function isRefused(error: unknown): boolean {
  const cause = error instanceof ServerUnusable ? error.cause : error
  return /^(28|3D|42501)/.test(sqlState(cause) ?? '')
}

/** The problem that an error of the database is for a reader: the reason in words, nothing of the inside. */
export function readingProblemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const reason = reasonOf(error)
  return reason === undefined ? new Problem('internal', 'it could not be read') : unavailable(reason, 1)
}

/** The same for a writer. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof OutcomeUnknown) {
    return unavailable('the database was lost while it recorded the change, which may have been made', 1)
  }
  const reason = reasonOf(error)
  if (reason === undefined) return new Problem('internal', 'the change could not be recorded; nothing was written')
  return unwritable(reason, 1)
}

/** Why the database does not do what is asked, in words for a caller; undefined when it is a fault of ours. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof ServerUnusable) return error.reason
  const state = sqlState(error)
  if (state === undefined) return isConnectionError(error) ? 'the connection to the database was lost' : undefined
  return reasons[state] ?? reasons[state.slice(0, 2)]
}

/** Errors of the way to the server, as Node and `pg` make them. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return true
  return /^(Connection terminated|Query read timeout|timeout expired|Client (has|was))/.test(error.message)
}
