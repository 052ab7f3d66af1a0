import type { Problem } from '../../client/client.ts'
import type { Fault } from '../../src/common/problem.ts'
import type { Told } from '../words/fault-words.ts'
import { loadFaultWords } from '../words/told-faults.ts'

/** An answer of the service that is no success, or no answer at all (status 0). */
export class Failure extends Error {
  readonly status: number
  readonly told: Told
  readonly faults: readonly Fault[]
  /** Whether the same call would fare no better later, whatever its status. */
  readonly isFinal: boolean

  constructor(status: number, told: Told, faults: readonly Fault[] = [], isFinal = false) {
    super(told.detail)
    this.name = 'Failure'
    this.status = status
    this.told = told
    this.faults = faults
    this.isFinal = isFinal
  }
}

/** Whether a failure leaves it open what became of a call. */
export function isLost({ status }: Failure): boolean {
  return status === 0 || status >= 500
}

/** Whether the service, or what is between, is away for a while rather than refuses. */
export function isAway(error: unknown): boolean {
  return error instanceof Failure && !error.isFinal && (error.status === 0 || error.status >= 502)
}

/** A failure as JSON can keep it. */
export interface KeptFailure extends Told {
  readonly status: number
  readonly faults: readonly Fault[]
}

/** What is to be kept of anything that was thrown; what is no answer of the service has the status 0. */
export function keptFailure(error: unknown): KeptFailure {
  if (!(error instanceof Failure)) return { status: 0, detail: String(error), faults: [] }
  return { status: error.status, ...error.told, faults: error.faults }
}

/** The failure that was kept. */
export function failureFrom({ status, faults, ...told }: KeptFailure): Failure {
  return new Failure(status, told, faults)
}

interface Call<Data> {
  readonly data?: Data | undefined
  readonly error?: Problem | undefined
  readonly response: Response
}

/** What a call gave; throws a Failure when the service refused it, or no answer came. */
export async function answered<Data>(call: Promise<Call<Data>>): Promise<Data> {
  return (await taggedAnswer(call)).data
}

/** What a call gave, with the entity tag of the answer and the hint that it has ('' where it has none). */
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

/** Something between the page and the service may answer too, with something that is no Problem. */
export function failureOf({ status, headers }: Response, error: unknown): Failure {
  const problem = (typeof error === 'object' ? error : undefined) as Partial<Problem> | undefined
  // The service names no time for what takes too long, and would at any.
  const isFinal = status === 503 && typeof problem?.detail === 'string' && !headers.has('retry-after')
  const { detail = `status ${status}`, code, params, errors = [] } = problem ?? {}
  const told = code === undefined ? { detail } : { detail, code, params }
  return new Failure(status, told as Told, errors as readonly Fault[], isFinal)
}
