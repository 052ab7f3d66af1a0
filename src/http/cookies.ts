import { Problem } from '../common/problem.ts'
import type { SignIn } from '../sign-in/sign-in.ts'
import type { Call } from './call.ts'

type Site = Pick<SignIn['options'], 'publicUrl'>

/** The cookies of a sign-in: the session, and what is kept while somebody is at the provider. */
type CookieName = 'session' | 'sign-in'

/** `__Host-` ties a cookie to this very host, where the browser knows it to be secure (RFC 6265bis, 4.1.3.2). */
function fullName(name: CookieName, { publicUrl }: Site): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}gazetteer-${name}`
}

/** The header that sets a cookie for so many seconds, or removes it. Other sites lead here with it, and cannot send it along. */
export function setCookie(name: CookieName, value: string, maxAge: number, site: Site): string {
  const secure = site.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${fullName(name, site)}=${value}; Path=/; Max-Age=${Math.floor(maxAge)}; HttpOnly; SameSite=Lax${secure}`
}

/** Tells scripts of the page, which cannot see the session, that there is one. */
function signCookie(maxAge: number): string {
  return `gazetteer-signed-in=1; Path=/; Max-Age=${Math.floor(maxAge)}; SameSite=Lax`
}

/** The headers that keep a session in a browser for so many seconds, or end it there. */
export function sessionCookies(secret: string, maxAge: number, site: Site): string[] {
  return [setCookie('session', secret, maxAge, site), signCookie(maxAge)]
}

/** The value of a cookie, or undefined. */
export function cookieOf({ headers }: Pick<Call, 'headers'>, name: CookieName, site: Site): string | undefined {
  const start = `${fullName(name, site)}=`
  const pair = headers.cookie?.split(';').find((one) => one.trimStart().startsWith(start))
  return pair?.trim().slice(start.length) || undefined
}

/** The secret of the session that a browser sends, or undefined. */
export function sessionCookie(call: Call, { options }: SignIn): string | undefined {
  return cookieOf(call, 'session', options)
}

/** Throws 403 where a request does not come from a page of this service (RFC 6454). */
export function checkOrigin({ headers }: Call, { options }: SignIn): void {
  const own = new URL(options.publicUrl).origin
  if (headers.origin === own) return
  throw new Problem('forbidden', `with a session, changes come from the page at ${own} alone; others send a key`)
}
