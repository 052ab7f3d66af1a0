import { isOfPerson, type KeyRing, type SignedIn } from '../../access/key-ring.ts'
import { Problem } from '../../common/problem.ts'
import type { HttpParts } from '../route-parts.ts'
import { baseUrlOf, type Call } from './call.ts'

/** Maximum length of the secrets of keys and sessions that are looked up. */
export const secretLengthMax = 512

type SiteParts = Pick<HttpParts, 'config'>

/** Returns the address of the service as browsers know it; one that no browser has if `Host` is not a host. */
export function siteOf(call: Call, { config }: SiteParts): URL {
  return URL.parse(baseUrlOf(call, config.publicUrl)) ?? new URL('http://host.invalid')
}

/** The cookies of a sign-in: the session, and the state kept while the person is at the provider. */
type CookieName = 'session' | 'sign-in'

/**
 * Returns the whole name. `__Host-` ties a cookie to this exact host, if the browser considers it secure (RFC 6265bis,
 * 4.1.3.2). Cookies do not distinguish ports, and this one not paths, so services that differ only in these have
 * different names.
 */
function fullName(name: CookieName, { protocol, port, pathname }: URL): string {
  const parts = ['gazetteer', name, port, encodeURIComponent(pathname.slice(1))].filter((part) => part !== '')
  return `${protocol === 'https:' ? '__Host-' : ''}${parts.join('-')}`
}

/**
 * Returns the `Set-Cookie` value for this many seconds, or until the browser is closed; 0 removes the cookie. `Lax`: a
 * link from another site includes it, but other requests from there do not.
 */
export function setCookie(name: CookieName, value: string, site: URL, maxAge?: number): string {
  const secure = site.protocol === 'https:' ? '; Secure' : ''
  const age = maxAge === undefined ? '' : `; Max-Age=${Math.floor(maxAge)}`
  return `${fullName(name, site)}=${value}; Path=/${age}; HttpOnly; SameSite=Lax${secure}`
}

/** Returns the value of a cookie, or undefined. */
export function cookieOf(call: Call, name: CookieName, parts: SiteParts): string | undefined {
  const { cookie } = call.headers
  if (cookie === undefined) return undefined
  const start = `${fullName(name, siteOf(call, parts))}=`
  const pair = cookie.split(';').find((one) => one.trimStart().startsWith(start))
  return pair?.trim().slice(start.length) || undefined
}

/** The dependencies of finding a session. */
export type SessionGate = SiteParts & Pick<HttpParts, 'clock' | 'signIn'> & { readonly keys: KeyRing }

/** Returns the live session of the browser, whatever key the request has; undefined if there is none. */
export function signedInBy(call: Call, gate: SessionGate): SignedIn | undefined {
  const { keys, clock, signIn } = gate
  const secret = cookieOf(call, 'session', gate)
  if (secret === undefined || secret.length > secretLengthMax) return undefined
  const found = keys.findSession(secret, clock())
  if (!found) return undefined
  const { session, caller } = found
  const counts = isOfPerson(session) ? signIn?.knows(session) === true : !isPublic(caller.id, gate)
  return counts ? found : undefined
}

/** Returns true for the key of PUBLIC_KEY, with which nobody signs in. */
export function isPublic(id: string, { keys, clock, config: { publicKey } }: Omit<SessionGate, 'signIn'>): boolean {
  return publicKey !== undefined && keys.authenticate(publicKey, clock())?.id === id
}

/** Throws 403 if a request does not come from a page of this service (RFC 6454). */
export function checkOrigin(call: Call, parts: SiteParts): void {
  const own = siteOf(call, parts).origin
  if (call.headers.origin === own) return
  const hint = parts.config.publicUrl === undefined ? '; behind a proxy, set PUBLIC_URL' : ''
  const detail = `sign-in and changes with a session come only from the page at ${own}; programs send a key${hint}`
  throw new Problem('forbidden', detail)
}
