import { sendRequest, TooLarge } from '../common/http-request.ts'
import type { JsonValue } from '../place/json.ts'

/** The kinds of failures of a remote service, and the labels under which they are counted. */
export type FailureKind =
  | 'unreachable'
  | 'timeout'
  | 'status'
  | 'refused'
  | 'redirect'
  | 'too-large'
  | 'wrong-answer'
  | 'queue-full'
  | 'suspended'

/** A failure of a remote service. Its message contains the requested path, and never a key. */
export class RemoteFailure extends Error {
  readonly kind: FailureKind

  constructor(kind: FailureKind, detail: string) {
    super(detail)
    this.name = 'RemoteFailure'
    this.kind = kind
  }
}

/** One GET of JSON, with its limits. */
interface JsonRequest {
  /** The complete address. */
  readonly address: string
  /** Its name in messages. */
  readonly path: string
  readonly key?: string
  readonly bytesMax: number
  /** From the first byte sent to the last byte read. */
  readonly timeoutMillis: number
  /** Ends the request early, which then fails as unreachable. */
  readonly signal: AbortSignal
}

/** Returns the JSON at an address, or undefined for a 404; throws a RemoteFailure for everything else. */
export async function getJson(request: JsonRequest): Promise<JsonValue | undefined> {
  const { path, timeoutMillis } = request
  const late = AbortSignal.timeout(timeoutMillis)
  try {
    return await exchange(request, AbortSignal.any([request.signal, late]))
  } catch (error) {
    if (error instanceof RemoteFailure) throw error
    if (error instanceof TooLarge) throw new RemoteFailure('too-large', `GET ${path}: ${error.message}`)
    if (late.aborted && !request.signal.aborted) {
      throw new RemoteFailure('timeout', `GET ${path}: no whole answer within ${timeoutMillis} ms`)
    }
    throw new RemoteFailure('unreachable', `GET ${path}: ${reasonOf(error)}`)
  }
}

async function exchange(request: JsonRequest, signal: AbortSignal): Promise<JsonValue | undefined> {
  const headers = { accept: 'application/json', ...(request.key && { authorization: `Bearer ${request.key}` }) }
  // A redirect is not followed, since it could send the key anywhere.
  const response = await sendRequest(request.address, { headers, signal, bytesMax: request.bytesMax })
  const { status } = response
  if (status !== 200) {
    if (status === 404) return undefined
    if (status === 401 || status === 403) {
      throw new RemoteFailure('status', `GET ${request.path}: ${refusedKey(request)}, got ${status}`)
    }
    throw new RemoteFailure(kindOf(status), `GET ${request.path}: the status must be 200 or 404, got ${status}`)
  }
  return parse(request.path, await response.arrayBuffer())
}

/** Timeout and too many requests: these statuses of caller faults also concern the service. */
const busyStatuses: readonly number[] = [408, 429]

function kindOf(status: number): FailureKind {
  if (status >= 300 && status < 400) return 'redirect'
  return status >= 400 && status < 500 && !busyStatuses.includes(status) ? 'refused' : 'status'
}

/** Returns advice for a directory that refuses the key. */
function refusedKey({ key }: JsonRequest): string {
  return key === undefined ? 'DIRECTORY_KEY must be set: a key is wanted' : 'DIRECTORY_KEY must be a key that may read'
}

function parse(path: string, bytes: ArrayBuffer): JsonValue {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as JsonValue
  } catch {
    throw new RemoteFailure('wrong-answer', `GET ${path}: the answer is not JSON in UTF-8`)
  }
}

/**
 * Returns the code of the network error, such as ECONNREFUSED. Its message could contain an address with confidential
 * parts.
 */
function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'the connection failed'
}
