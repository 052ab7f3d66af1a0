import { STATUS_CODES } from 'node:http'
import { Problem, problemCatalogue } from '../common/problem.ts'
import { pathOf } from './address.ts'

/** The media type of an error (RFC 9457). */
export const problemType = 'application/problem+json; charset=utf-8'

/** The body of an error answer (RFC 9457); `errors` only where a body has faults. */
export interface ProblemBody {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[]
}

/** Where the section of docs/errors.md about a code is served. */
export function problemTypeUrl(code: string, publicUrl = ''): string {
  return `${publicUrl}/docs/errors#${code}`
}

/** The problem as it is sent; `target` is the target of the request, of which only the path is repeated. */
export function problemBody(problem: Problem, target: string, publicUrl?: string): ProblemBody {
  const { status, title } = problemCatalogue[problem.code]
  return {
    type: problemTypeUrl(problem.code, publicUrl),
    title,
    status,
    detail: problem.message,
    instance: pathOf(target),
    ...(problem.faults.length > 0 && { errors: problem.faults }),
  }
}

/** What the caller is told of a failure of the service: the id under which the log has it, and nothing else. */
export function internalProblem(requestId: string): Problem {
  return new Problem(
    'internal',
    `something failed inside the service; the log has it under the request id ${requestId}`,
  )
}

/** The faults that the framework finds, by its codes. Undefined: not a fault of the caller. */
export function problemOfFramework({ code, statusCode }: FrameworkError): Problem | undefined {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Problem('body-too-large', 'the body of a request may have 1 MiB (1048576 bytes)')
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return new Problem('unreadable-body', 'the body has another length than Content-Length says')
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Problem('unsupported-media-type', 'the Content-Type of the body cannot be read')
  }
  if (code === 'FST_ERR_BAD_URL') {
    return new Problem('bad-request', 'the path is not percent-encoded UTF-8; write %25 for a literal %')
  }
  // Whatever else the framework calls a fault of the caller must not look like one of ours.
  const ofCaller = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  if (!ofCaller || typeof code !== 'string' || !code.startsWith('FST_')) return undefined
  return new Problem('bad-request', 'the method, the headers and the body of the request do not go together')
}

/** What tells the errors of the framework apart. */
export interface FrameworkError {
  readonly code?: unknown
  readonly statusCode?: unknown
}

/** A whole answer as text, for a socket on which no request could be read. */
export function rawProblemAnswer(problem: Problem, requestId: string): string {
  const body = JSON.stringify(problemBody(problem, '/'))
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** The problem of a request that Node could not read, by its code. */
export function problemOfConnection(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return headTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('request-timeout', 'the head of the request did not arrive in time')
  }
  if (code === 'HPE_INVALID_URL') {
    return new Problem(
      'bad-request',
      'an address is ASCII: write other letters percent-encoded, ö as %C3%B6 and a space as %20',
    )
  }
  return new Problem('bad-request', 'the request is not HTTP that can be read')
}

/** The problem of a head that has more than Node was told to read. */
export function headTooLarge(): Problem {
  return new Problem('head-too-large', 'the head of a request (address and headers) may have 32 KiB (32768 bytes)')
}
