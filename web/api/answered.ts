import type { Problem } from '../../client/client.ts'
import type { Fault } from '../../src/common/problem.ts'
import type { GivenReason } from '../words/fault-words.ts'
import { loadFaultWords } from '../words/loaded-fault-words.ts'

/** A failed call: a refusal of the service, or no answer at all (status 0). */
export class Failure extends Error {
  readonly status: number
  readonly reason: GivenReason
  readonly faults: readonly Fault[]
  /** True if a later retry would fail as well, whatever the status. */
  readonly isFinal: boolean

  constructor(status: number, reason: GivenReason, faults: readonly Fault[] = [], isFinal = false) {
    super(reason.detail)
    this.name = 'Failure'
    this.status = status
    this.reason = reason
    this.faults = faults
    this.isFinal = isFinal
  }
}

/** Returns whether the outcome of a failed call is unknown. */
export function isLost({ status }: Failure): boolean {
  return status === 0 || status >= 500
}

/** Returns whether the service, or a proxy before it, is temporarily unavailable, as opposed to refusing. */
export function isAway(error: unknown): boolean {
  return error instanceof Failure && !error.isFinal && (error.status === 0 || error.status >= 502)
}

/** A failure in a form that JSON can store. */
export interface KeptFailure extends GivenReason {
  readonly status: number
  readonly faults: readonly Fault[]
}

/** Converts any thrown value to a stored failure. Status 0 if it is not an answer of the service. */
export function keptFailure(error: unknown): KeptFailure {
  if (!(error instanceof Failure)) return { status: 0, detail: String(error), faults: [] }
  return { status: error.status, ...error.reason, faults: error.faults }
}

/** Restores a stored failure. */
export function failureFrom({ status, faults, ...reason }: KeptFailure): Failure {
  return new Failure(status, reason, faults)
}

interface Call<Data> {
  readonly data?: Data | undefined
  readonly error?: Problem | undefined
  readonly response: Response
}

/** Resolves with the data of a call; throws a Failure if the service refused it or no answer came. */
export async function answered<Data>(call: Promise<Call<Data>>): Promise<Data> {
  return (await taggedAnswer(call)).data
}

/** Resolves with the data of a call, and the entity tag and hint of the answer ('' if missing). */
export async function taggedAnswer<Data>(
  call: Promise<Call<Data>>,
): Promise<{ data: Data; etag: string; hint: string }> {
  const { data, error, response } = await call.catch((reason: unknown) => {
    if (reason instanceof DOMException && reason.name === 'AbortError') throw reason
    throw new Failure(0, { detail: String(reason) })
  })
  if (!response.ok) {
    await loadFaultWords()
    throw failureOf(response, error)
  }
  const [etag = '', hint = ''] = ['etag', 'hint'].map((name) => response.headers.get(name) ?? '')
  return { data: data as Data, etag, hint }
}

/** A proxy between page and service may also answer, with a body that is not a Problem. */
export function failureOf({ status, headers }: Response, error: unknown): Failure {
  const problem = (typeof error === 'object' ? error : undefined) as Partial<Problem> | undefined
  // The service sends no Retry-After for a call that takes too long, because a retry would also take too long.
  const isFinal = status === 503 && typeof problem?.detail === 'string' && !headers.has('retry-after')
  const { detail = `status ${status}`, code, params, errors = [] } = problem ?? {}
  const reason = code === undefined ? { detail } : { detail, code, params }
  return new Failure(status, reason as GivenReason, errors as readonly Fault[], isFinal)
}
