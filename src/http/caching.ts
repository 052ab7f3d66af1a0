import { hash } from 'node:crypto'
import { strongTagsOf } from '../service/places.ts'
import { type Coding, codings } from './accept-encoding.ts'

/** What every answer of the API says about caches (D43). */
export const cacheControl = 'private, no-cache'
/** The headers that an answer depends on: the key decides what is seen, and callers take different codings. */
export const varyOnCaller = 'Accept-Encoding, Authorization, X-API-Key, SvkAuthSvc-ApiKey'

/**
 * Whether an `If-None-Match` names this entity tag, so that the caller has it already (RFC 9110, 13.1.2: weak
 * comparison; `*` fits whatever exists).
 */
export function hasAlready(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = withoutWeakness(etag)
  if (ifNoneMatch === etag || ifNoneMatch === opaque) return true
  const named: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? []
  return named.includes(opaque)
}

function withoutWeakness(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag
}

/**
 * The tag of an answer in a coding: a strong one tells bytes apart, so that each coding has its own (RFC 9110, 8.8.3.3);
 * a weak one stays as it is.
 */
export function codedTag(etag: string, coding: Coding): string {
  return etag.startsWith('W/') ? etag : `${etag.slice(0, -1)}-${coding}"`
}

/** The tag by which an `If-None-Match` names the answer that has this tag, in whatever coding; undefined when it does not. */
export function tagHeld(ifNoneMatch: string | undefined, etag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined
  if (hasAlready(ifNoneMatch, etag)) return etag
  if (etag.startsWith('W/')) return undefined
  return codings.map((coding) => codedTag(etag, coding)).find((tag) => hasAlready(ifNoneMatch, tag))
}

/**
 * Whether an `If-Match` takes what has this strong tag, in whatever coding (RFC 9110, 13.1.1).
 */
export function isExpected(ifMatch: string, etag: string): boolean {
  const forms = [etag, ...codings.map((coding) => codedTag(etag, coding))]
  return strongTagsOf(ifMatch)?.some((tag) => forms.includes(tag)) ?? true
}

/** A strong entity tag of the bytes that are sent. */
export function etagOf(bytes: Buffer): string {
  return `"${hash('sha1', bytes, 'base64url').slice(0, 16)}"`
}
