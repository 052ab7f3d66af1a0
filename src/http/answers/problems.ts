import { STATUS_CODES } from 'node:http'
import { type Fault, Problem, type ProblemCode, problemCatalogue } from '../../common/problem.ts'
import type { Reason } from '../../common/reason.ts'
import { pathOf } from '../requests/call.ts'

/** The media type of an error (RFC 9457). */
export const problemType = 'application/problem+json; charset=utf-8'

/**
 * The body of an error answer (RFC 9457). `errors` exists only if a body has faults; `code` and `params` only if the
 * message has a reason.
 */
interface ProblemBody extends Partial<Pick<Reason, 'code' | 'params'>> {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly errors?: readonly Fault[]
}

/** Returns the URL of a code's section in docs/errors.md. */
export function problemTypeUrl(code: string, publicUrl = ''): string {
  return `${publicUrl}/docs/errors#${code}`
}

/** Returns the problem as sent; `target` is the request target, of which only the path is included. */
export function problemBody(problem: Problem, target: string, publicUrl?: string): ProblemBody {
  const { status, title } = problemCatalogue[problem.code]
  return {
    type: problemTypeUrl(problem.code, publicUrl),
    title,
    status,
    detail: problem.message,
    ...problem.reason,
    instance: pathOf(target),
    ...(problem.faults.length > 0 && { errors: problem.faults }),
  }
}

/** The problems for faults that the framework finds, by its codes. */
const frameworkProblems: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-media-type', 'the Content-Type of the body cannot be read'],
  FST_ERR_BAD_URL: ['bad-request', 'the path is not percent-encoded UTF-8; write %25 for a literal %'],
  ECONNRESET: ['unreadable-body', 'the body broke off'],
}

/**
 * Converts any other thrown value to a problem: a fault of the caller that the framework found, or a failure of the
 * service. The latter names the request id under which it is logged.
 */
export function problemOf(error: unknown, requestId: string): Problem {
  const { code, statusCode } = error as { readonly code?: unknown; readonly statusCode?: unknown }
  const known = frameworkProblems[String(code)]
  if (known !== undefined) return new Problem(...known)
  // Any other client error of the framework must not look like one of ours.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 && String(code).startsWith('FST_')) {
    return new Problem('bad-request', 'the method, the headers and the body of the request do not go together')
  }
  return new Problem(
    'internal',
    `something failed inside the service; the log has it under the request id ${requestId}`,
  )
}

/** Returns a whole answer as text, for a socket on which no request could be read. */
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

/** Returns the problem for a request that Node could not read, by error code. */
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

/** Creates the problem of a head that exceeds the limit. */
export function headTooLarge(): Problem {
  return new Problem('head-too-large', 'the head of a request (address and headers) may have 32 KiB (32768 bytes)')
}
