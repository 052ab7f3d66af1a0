import { Problem } from '../../common/problem.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { Call } from './call.ts'

type Site = Pick<SignIn['options'], 'publicUrl'>

/** The cookies of a sign-in: the session, and the state kept while the person is at the provider. */
type CookieName = 'session' | 'sign-in'

/** `__Host-` ties a cookie to this exact host, if the browser considers it secure (RFC 6265bis, 4.1.3.2). */
function fullName(name: CookieName, { publicUrl }: Site): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}gazetteer-${name}`
}

/**
 * Returns the `Set-Cookie` value for this many seconds; 0 removes the cookie. `Lax`: a link from another site includes
 * it, but other requests from there do not.
 */
export function setCookie(name: CookieName, value: string, maxAge: number, site: Site): string {
  const secure = site.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${fullName(name, site)}=${value}; Path=/; Max-Age=${Math.floor(maxAge)}; HttpOnly; SameSite=Lax${secure}`
}

/** Shows scripts of the page that a session exists; they cannot see the session itself. */
function signCookie(maxAge: number): string {
  return `gazetteer-signed-in=1; Path=/; Max-Age=${Math.floor(maxAge)}; SameSite=Lax`
}

/** Returns the `Set-Cookie` values that keep a session for this many seconds, or end it. */
export function sessionCookies(secret: string, maxAge: number, site: Site): string[] {
  return [setCookie('session', secret, maxAge, site), signCookie(maxAge)]
}

/** Returns the value of a cookie, or undefined. */
export function cookieOf({ headers }: Pick<Call, 'headers'>, name: CookieName, site: Site): string | undefined {
  const start = `${fullName(name, site)}=`
  const pair = headers.cookie?.split(';').find((one) => one.trimStart().startsWith(start))
  return pair?.trim().slice(start.length) || undefined
}

/** Returns the session secret in the cookies, or undefined. */
export function sessionCookie(call: Call, { options }: SignIn): string | undefined {
  return cookieOf(call, 'session', options)
}

/** Throws 403 if a request does not come from a page of this service (RFC 6454). */
export function checkOrigin({ headers }: Call, { options }: SignIn): void {
  const own = new URL(options.publicUrl).origin
  if (headers.origin === own) return
  throw new Problem('forbidden', `with a session, changes come from the page at ${own} alone; others send a key`)
}
