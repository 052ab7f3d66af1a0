import { hash } from 'node:crypto'

/** What every answer of the API says about caches (D43). */
export const cacheControl = 'private, no-cache'
/** The headers that an answer depends on, because the key decides what is seen. */
export const varyOnKey = 'Authorization, X-API-Key, SvkAuthSvc-ApiKey'

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

/** A strong entity tag of the bytes that are sent. */
export function etagOf(bytes: Buffer): string {
  return `"${hash('sha1', bytes, 'base64url').slice(0, 16)}"`
}
