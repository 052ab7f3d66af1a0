import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { tagsOf } from '../service/places.ts'

/** What a route gives back: inert, sent in one place (`send.ts`). */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Cookies that are set, as their header has them (RFC 6265). */
  readonly cookies?: readonly string[]
  /** Bytes or text that are sent whole, or a stream; absent: no body. */
  readonly body?: Buffer | string | Readable
  /** The entity tag; a GET whose `If-None-Match` names it is answered 304. */
  readonly etag?: string
}

const jsonType = 'application/json; charset=utf-8'
const ndjsonType = 'application/x-ndjson; charset=utf-8'

/** The headers of every answer in JSON. */
export const jsonHeaders = { 'content-type': jsonType }

/** Bytes of JSON as they are, 200 unless told otherwise. */
export function jsonBytes(body: Buffer, { headers, ...more }: Partial<Answer> = {}): Answer {
  return { status: 200, ...more, headers: headers === undefined ? jsonHeaders : { ...jsonHeaders, ...headers }, body }
}

/** A value as JSON, 200 unless told otherwise. */
export function json(value: unknown, more: Partial<Answer> = {}): Answer {
  return jsonBytes(Buffer.from(JSON.stringify(value)), more)
}

/** A value as JSON, with a tag of its bytes. */
export function taggedJson(value: unknown, { isWeak = false } = {}): Answer {
  const bytes = Buffer.from(JSON.stringify(value))
  return jsonBytes(bytes, { etag: `${isWeak ? 'W/' : ''}${etagOf(bytes)}` })
}

/** 204, with headers if any. */
export function noContent(headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 204, headers }
}

/** Lines of JSON, made while they are sent. */
export function jsonLines(lines: Parameters<typeof Readable.from>[0]): Answer {
  return { status: 200, headers: { 'content-type': ndjsonType }, body: Readable.from(lines, { objectMode: false }) }
}

/** How answers can be compressed, those that cost least for what they save first (RFC 8878, 7932, 1952). */
export const codings = ['zstd', 'br', 'gzip'] as const

export type Coding = (typeof codings)[number]

/** A strong entity tag of the bytes that are sent. */
export function etagOf(bytes: Buffer): string {
  return `"${hash('sha1', bytes, 'base64url').slice(0, 16)}"`
}

/**
 * The tag of an answer in a coding: a strong one tells bytes apart, so that each coding has its own (RFC 9110, 8.8.3.3);
 * a weak one stays as it is.
 */
export function codedTag(etag: string, coding: Coding): string {
  return etag.startsWith('W/') ? etag : `${etag.slice(0, -1)}-${coding}"`
}

/** The tags of what has this tag, in whatever coding. */
function tagForms(etag: string): string[] {
  return etag.startsWith('W/') ? [etag] : [etag, ...codings.map((coding) => codedTag(etag, coding))]
}

/**
 * The tag by which an `If-None-Match` names the answer that has this tag, in whatever coding; undefined when it does not
 * (RFC 9110, 13.1.2: weak comparison; `*` fits whatever exists).
 */
export function tagHeld(ifNoneMatch: string | undefined, etag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return etag
  const named: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? []
  return tagForms(etag).find((tag) => named.includes(tag.replace(/^W\//, '')))
}

/** Whether an `If-Match` takes what has this strong tag, in whatever coding (RFC 9110, 13.1.1). */
export function isExpected(ifMatch: string, etag: string): boolean {
  const forms = tagForms(etag)
  return tagsOf(ifMatch)?.some((tag) => forms.includes(tag)) ?? true
}
