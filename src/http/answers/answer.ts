import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { tagsOf } from '../../service/places.ts'

/** The result of a route: plain data, sent in one place (`send.ts`). */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Values of `Set-Cookie` headers (RFC 6265). */
  readonly cookies?: readonly string[]
  /** Bytes or text sent as a whole, or a stream. Undefined: no body. */
  readonly body?: Buffer | string | Readable
  /** The entity tag. A GET whose `If-None-Match` contains it is answered 304. */
  readonly etag?: string
}

const jsonType = 'application/json; charset=utf-8'
const ndjsonType = 'application/x-ndjson; charset=utf-8'

/** The headers of every JSON answer. */
export const jsonHeaders = { 'content-type': jsonType }

/** Answers with bytes of JSON, unchanged; the status defaults to 200. */
export function jsonBytes(body: Buffer, { headers, ...more }: Partial<Answer> = {}): Answer {
  return { status: 200, ...more, headers: headers === undefined ? jsonHeaders : { ...jsonHeaders, ...headers }, body }
}

/** Answers with a value as JSON; the status defaults to 200. */
export function json(value: unknown, more: Partial<Answer> = {}): Answer {
  return jsonBytes(Buffer.from(JSON.stringify(value)), more)
}

/** Answers with a value as JSON, tagged by its bytes. */
export function taggedJson(value: unknown, { isWeak = false } = {}): Answer {
  const bytes = Buffer.from(JSON.stringify(value))
  return jsonBytes(bytes, { etag: `${isWeak ? 'W/' : ''}${etagOf(bytes)}` })
}

/** Answers 204, with optional headers. */
export function noContent(headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 204, headers }
}

/** Answers with lines of JSON, generated while they are sent. */
export function jsonLines(lines: Parameters<typeof Readable.from>[0]): Answer {
  return { status: 200, headers: { 'content-type': ndjsonType }, body: Readable.from(lines, { objectMode: false }) }
}

/** The content codings on offer, those with the best ratio of saving to cost first (RFC 8878, 7932, 1952). */
export const codings = ['zstd', 'br', 'gzip'] as const

export type Coding = (typeof codings)[number]

/** Returns a strong entity tag for these bytes. */
export function etagOf(bytes: Buffer): string {
  return `"${hash('sha1', bytes, 'base64url').slice(0, 16)}"`
}

/**
 * Returns the tag of an answer in a coding. A strong tag identifies bytes, so each coding has its own (RFC 9110,
 * 8.8.3.3); a weak one is unchanged.
 */
export function codedTag(etag: string, coding: Coding): string {
  return etag.startsWith('W/') ? etag : `${etag.slice(0, -1)}-${coding}"`
}

/** Returns all forms of a tag: plain and in each coding. */
function tagForms(etag: string): string[] {
  return etag.startsWith('W/') ? [etag] : [etag, ...codings.map((coding) => codedTag(etag, coding))]
}

/**
 * Returns the form in which an `If-None-Match` contains this tag, in any coding; undefined if it does not (RFC 9110,
 * 13.1.2: weak comparison; `*` matches anything that exists).
 */
export function tagHeld(ifNoneMatch: string | undefined, etag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return etag
  const named: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? []
  return tagForms(etag).find((tag) => named.includes(tag.replace(/^W\//, '')))
}

/** Returns whether an `If-Match` matches this strong tag, in any coding (RFC 9110, 13.1.1). */
export function isExpected(ifMatch: string, etag: string): boolean {
  const forms = tagForms(etag)
  return tagsOf(ifMatch)?.some((tag) => forms.includes(tag)) ?? true
}
