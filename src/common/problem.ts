import type { Reason } from './reason.ts'

/**
 * The catalogue of errors (RFC 9457): code -> status and title. The code is the end of the problem's `type` address,
 * and docs/errors.md has a section for each.
 */
export const problemCatalogue = {
  'bad-request': { status: 400, title: 'The request cannot be understood' },
  'invalid-parameter': { status: 400, title: 'A query parameter is wrong' },
  'invalid-body': { status: 400, title: 'The body breaks a rule' },
  'unreadable-body': { status: 400, title: 'The body cannot be read' },
  unauthorized: { status: 401, title: 'A valid key or sign-in is needed' },
  forbidden: { status: 403, title: 'A permission is missing' },
  'not-found': { status: 404, title: 'There is no such thing, or no longer' },
  'method-not-allowed': { status: 405, title: 'The address does not know this method' },
  'request-timeout': { status: 408, title: 'The request came too slowly' },
  conflict: { status: 409, title: 'The present state does not allow this' },
  'precondition-failed': { status: 412, title: 'What is stored is not what the request expects' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The type of the body is not supported' },
  'too-many-requests': { status: 429, title: 'The caller asks too often' },
  'head-too-large': { status: 431, title: 'The head of the request is too large' },
  internal: { status: 500, title: 'An internal failure' },
  unavailable: { status: 503, title: 'The service cannot do this now' },
} as const

/** The end of the `type` of a problem. */
export type ProblemCode = keyof typeof problemCatalogue

/** One fault in a body: its RFC 6901 pointer ('' for the whole body) and its reason. */
export interface Fault extends Reason {
  readonly pointer: string
}

/** The optional parts of a problem. */
interface ProblemOptions {
  /** All faults of a body at once. */
  readonly faults?: readonly Fault[]
  /** Extra headers of the response, such as `Allow` or `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A problem as plain data, to pass between threads or over a socket. */
export interface ProblemValue extends ProblemOptions {
  readonly code: ProblemCode
  readonly detail: string | Reason
}

/** A fault of the caller or of the service, thrown anywhere and turned into a response by one handler. */
export class Problem extends Error {
  readonly code: ProblemCode
  /** The reason in the message, for programs; undefined if only the message states it. */
  readonly reason: Reason | undefined
  readonly faults: readonly Fault[]
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, detail: string | Reason, options: ProblemOptions = {}) {
    super(typeof detail === 'string' ? detail : detail.detail)
    this.name = 'Problem'
    this.code = code
    this.reason = typeof detail === 'string' ? undefined : detail
    this.faults = options.faults ?? []
    this.headers = options.headers ?? {}
  }

  get status(): number {
    return problemCatalogue[this.code].status
  }

  /** Returns the problem as plain data; `Problem.from` reverses this. */
  toValue(): ProblemValue {
    return { code: this.code, detail: this.reason ?? this.message, faults: this.faults, headers: this.headers }
  }

  static from(value: ProblemValue): Problem {
    return new Problem(value.code, value.detail, value)
  }
}

/** Creates a 503 with the time after which to retry. */
export function unavailable(detail: string, afterSeconds = 10): Problem {
  return new Problem('unavailable', detail, { headers: { 'Retry-After': String(afterSeconds) } })
}

/**
 * Creates one problem from the faults of a body. Its detail repeats the first fault and counts the others, or states
 * that there are more.
 */
export function invalidBody(faults: readonly Fault[], hasMore = false): Problem {
  const [first] = faults
  const place = first && first.pointer !== '' ? `${first.pointer}: ` : ''
  const others = hasMore
    ? `at least ${faults.length} more; the first ${faults.length} are listed`
    : `${faults.length - 1} more`
  const more = faults.length > 1 ? ` (and ${others})` : ''
  return new Problem('invalid-body', `${place}${first?.detail ?? 'the body is invalid'}${more}`, { faults })
}

/** Returns the message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
