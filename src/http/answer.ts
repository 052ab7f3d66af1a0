import type { Readable } from 'node:stream'

/** What a route gives back: inert, sent in one place (`send.ts`). */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes, in one piece or several, or text that are sent whole, or a stream; absent: no body. */
  readonly body?: Buffer | readonly Buffer[] | string | Readable
  /** Called when nobody reads the body any more, as far as that is known. */
  readonly release?: () => void
  /** The entity tag; a GET whose `If-None-Match` names it is answered 304. */
  readonly etag?: string
}

const jsonType = 'application/json; charset=utf-8'
const ndjsonType = 'application/x-ndjson; charset=utf-8'

/** The headers of every answer in JSON. */
export const jsonHeaders = { 'content-type': jsonType }

/** Bytes of JSON as they are, 200 unless told otherwise. */
export function jsonBytes(bytes: Buffer | readonly Buffer[], more: Omit<Partial<Answer>, 'body'> = {}): Answer {
  const headers = more.headers === undefined ? jsonHeaders : { ...jsonHeaders, ...more.headers }
  return { status: more.status ?? 200, headers, body: bytes, ...(more.etag !== undefined && { etag: more.etag }) }
}

/** A value as JSON, 200 unless told otherwise. */
export function json(value: unknown, more: Omit<Partial<Answer>, 'body'> = {}): Answer {
  return jsonBytes(Buffer.from(JSON.stringify(value)), more)
}

/** 204, with headers if any. */
export function noContent(headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 204, headers }
}

/** Lines of JSON, made while they are sent. */
export function jsonLines(lines: Readable): Answer {
  return { status: 200, headers: { 'content-type': ndjsonType }, body: lines }
}
