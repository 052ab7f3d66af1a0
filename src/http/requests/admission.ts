import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { asVisitor, isNarrowed, may } from '../../access/access.ts'
import { isOfPerson, type SignedIn } from '../../access/key-ring.ts'
import type { FairShare } from '../../common/fair-share.ts'
import { Problem, unavailable } from '../../common/problem.ts'
import { parseRate } from '../../config.ts'
import type { Revision } from '../../place/journal.ts'
import { asksForSamples, splitQuery, withoutSecretNames } from '../../query/parse/raw-query.ts'
import type { Answer } from '../answers/answer.ts'
import { headTooLarge } from '../answers/problems.ts'
import type { Route } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'
import { type Call, callerGone, pathOf, queryOf } from './call.ts'
import { checkOrigin, cookieOf, secretLengthMax, signedInBy } from './cookies.ts'
import { type CountedAs, nameOf, type RateLimiter } from './rate-limit.ts'

/** Maximum length of a request head, in bytes (D20). */
export const headBytesMax = 32 * 1024
/** The caller id of the command line, which uses the secret of the data folder; only that machine has it. */
export const localCallerId = 'local'

type Gate = Pick<HttpParts, 'keys' | 'clock' | 'config' | 'replica' | 'secrets' | 'sessions' | 'signIn'> & {
  /** Undefined if requests are not counted. */
  readonly limiter?: RateLimiter
}

/** Maximum number of requests that wait for a session; one address gets at most half. */
export const sessionWaitsMax = 128

/** Throws a Problem if the head is too long, or has no Host or several (RFC 9112, 3.2). */
export function checkHead({ url, rawHeaders, httpVersion }: IncomingMessage): void {
  let length = (url?.length ?? 0) + 32
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    length += name.length + rawHeaders[at + 1]!.length + 4
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (length > headBytesMax) throw headTooLarge()
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return
  throw new Problem('bad-request', 'a request has one Host, not none or several')
}

/**
 * Checks key, permission and address before the body is read, in the order of D45. Refuses to read or write places
 * before the service is ready.
 */
export function admit(call: Call, route: Route, gate: Gate): void {
  call.route = route
  const rawQuery = queryOf(call.url)
  if (route.needs !== 'nothing') {
    identify(call, gate)
    // Routes at the root concern the service itself, so they are answered before the index is complete.
    if (!route.rootOnly) checkReady(gate)
    checkPermission(call, route, rawQuery)
  } else if (route.countedAs) limitOpen(call, route.countedAs, gate)
  call.timing.end('key')
  call.proceed = planned(call, route, rawQuery, gate)
  call.timing.end('parse')
}

/** Plans the call. If its address is faulty, the fault does not show a configured secret as the name of a parameter (D6). */
function planned(call: Call, route: Route, rawQuery: string, { secrets }: Gate): Call['proceed'] {
  try {
    return route.plan(rawQuery, call)
  } catch (error) {
    const shown = withoutSecretNames(rawQuery, secrets)
    if (shown === rawQuery) throw error
    return route.plan(shown, call)
  }
}

/** Throws if the caller of an ongoing call is no longer known or no longer has the permission it needs. */
export function admitStill(
  call: Call,
  { needs, sample = false }: Pick<Route, 'needs'> & Partial<Pick<Route, 'sample'>>,
  gate: Parameters<typeof identify>[1],
): void {
  identify(call, gate)
  checkPermission(call, { needs, sample }, queryOf(call.url))
}

/** Identifies the caller, or throws 401 (D7). A key takes precedence; a session counts only without one. */
export function identify(
  call: Call,
  gate: Pick<Gate, 'keys' | 'clock' | 'config' | 'sessions' | 'signIn' | 'limiter'>,
) {
  const { keys, clock, config } = gate
  const secret = presentedKey(call.headers) ?? keyInQuery(queryOf(call.url))
  if (secret === undefined && cookieOf(call, 'session', gate) !== undefined) {
    return identifySession(call, signedInBy(call, gate), gate)
  }
  if (secret === undefined) {
    limit(call, gate, ['address', call.ip])
    throw unauthorized('a key is needed: send it as Authorization: Bearer <key> or in the header X-API-Key')
  }
  const caller = secret.length <= secretLengthMax ? keys.authenticate(secret, clock()) : undefined
  if (!caller) {
    limit(call, gate, ['address', call.ip])
    throw unknownKey()
  }
  const isPublic = secret === config.publicKey
  if (caller.id !== localCallerId)
    limit(call, gate, isPublic ? ['visitor', call.ip] : ['key', caller.id], caller.rateLimit)
  call.caller = isPublic ? asVisitor(caller) : caller
}

/** Identifies the caller by the session of its browser, and renews that in time. */
function identifySession(
  call: Call,
  found: SignedIn | undefined,
  gate: Pick<Gate, 'config' | 'sessions' | 'signIn' | 'limiter'>,
): void {
  if (!found) {
    limit(call, gate, ['address', call.ip])
    throw unauthorized('the session has ended; sign in again')
  }
  const { session, caller } = found
  limit(call, gate, countedBy(found), caller.rateLimit)
  // Browsers send cookies by themselves, so changes must come from the page.
  if (call.method !== 'GET' && call.method !== 'HEAD') checkOrigin(call, gate)
  if (isOfPerson(session)) call.renewal = gate.signIn?.touch(session)
  else gate.sessions.extend(session, caller)
  call.session = session
  call.caller = caller
}

/**
 * Resolves when a request with an unknown session may be admitted: once this replica has reached the revision that it
 * requires, since another replica may have opened the session, or cannot. Undefined if there is nothing to wait for, or
 * too many wait.
 */
export function sessionAwaited(
  call: Call,
  gate: Gate & { readonly sessionWaits: FairShare },
): Promise<void> | undefined {
  const { replica, sessionWaits } = gate
  const wanted = call.headers[revisionHeader]
  if (wanted === undefined || !isRevision(wanted) || Number(wanted) <= replica.watermark.revision) return undefined
  const hasKey = presentedKey(call.headers) !== undefined || keyInQuery(queryOf(call.url)) !== undefined
  if (hasKey || cookieOf(call, 'session', gate) === undefined || signedInBy(call, gate)) return undefined
  const from = nameOf(['address', call.ip])
  if (!sessionWaits.take(from, 1)) return undefined
  // A failure would reveal the last revision to strangers.
  const reached = replica.reach(Number(wanted), callerGone(call)).catch(() => {})
  return reached.finally(() => sessionWaits.give(from, 1))
}

/** Returns how a session is counted: that of a key with all other requests of the key. */
function countedBy({ session, caller }: SignedIn): CountedAs {
  return isOfPerson(session) ? ['session', session.id] : ['key', caller.id]
}

/** Counts the request once; throws 429 above the limit. The key's own rate overrides the configured one. */
function limit(
  call: Call,
  { limiter, config }: Pick<Gate, 'config' | 'limiter'>,
  counted: CountedAs,
  own?: string,
): void {
  call.countedAs = counted
  const rate = (own === undefined ? undefined : parseRate(own)) ?? config.rateLimit
  if (rate !== undefined && call.rateFields === undefined) call.rateFields = limiter?.take(counted, rate)
}

/**
 * Counts a request for an open route: with a session as the session is, because an office shares one address; otherwise
 * by address.
 */
function limitOpen(call: Call, kind: 'visitor' | 'address', gate: Gate): void {
  const found = kind === 'visitor' ? signedInBy(call, gate) : undefined
  if (found) limit(call, gate, countedBy(found), found.caller.rateLimit)
  else limit(call, gate, [kind, call.ip])
}

/** Returns the key in the headers, in the order of D6; undefined if there is none. */
function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers
  const bearer = authorization === undefined ? undefined : /^bearer +(\S+) *$/i.exec(authorization)?.[1]
  return bearer ?? keyHeader(headers['x-api-key']) ?? keyHeader(headers['svkauthsvc-apikey'])
}

function keyHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Matches a query string that names a key in plain letters or contains an encoded name. */
const mayNameKey = /apikey|(?:^|&)[^=&]*%/i

/** Returns the first `apikey` in a raw query string, or undefined. No later step reads that parameter. */
export function keyInQuery(rawQuery: string): string | undefined {
  if (!mayNameKey.test(rawQuery)) return undefined
  for (const part of rawQuery.split('&')) {
    const [name = '', ...value] = part.split('=')
    const key = decode(value.join('='))
    if (key !== '' && decode(name).toLowerCase() === 'apikey') return key
  }
  return undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Creates the 401 for a key that gives no access. */
export function unknownKey(): Problem {
  return unauthorized('the key is unknown, has expired or was revoked', ', error="invalid_token"')
}

/** Creates the 401. `more` extends the challenge, for example to report that the key was wrong (RFC 6750, 3). */
function unauthorized(detail: string, more = ''): Problem {
  return new Problem('unauthorized', detail, { headers: { 'www-authenticate': `Bearer realm="gazetteer"${more}` } })
}

function checkReady({ replica }: Gate): void {
  const { ready, reason } = replica.readiness
  if (ready) return
  throw unavailable(`the service is not ready yet: ${reason ?? 'it is starting'}`, 1)
}

function checkPermission({ caller }: Call, { needs, sample }: Pick<Route, 'needs' | 'sample'>, rawQuery: string): void {
  const lacks = (permission: string) =>
    new Problem('forbidden', `${caller.session ? '' : 'the key '}'${caller.name}' lacks the permission ${permission}`)
  switch (needs) {
    case 'key':
    case 'nothing':
      return
    case 'key-not-narrowed':
      if (!isNarrowed(caller)) return
      throw new Problem(
        'forbidden',
        `'${caller.name}' has the permission 'read-published' without 'read', which narrows it to what is public (D50): use another valid key`,
      )
    case 'create-or-update':
      if (may(caller, 'create') || may(caller, 'update')) return
      throw lacks("'create', or 'update'")
    case 'update-or-delete':
      if (may(caller, 'update') || may(caller, 'delete')) return
      throw lacks("'update', or 'delete'")
    case 'local':
      if (caller.id === localCallerId) return
      throw new Problem('forbidden', 'only the command line on the machine of the service may do this')
    default:
      if (may(caller, needs) || (sample && asksForSamples(splitQuery(rawQuery)))) return
      throw lacks(needs === 'read-published' ? `'read', or 'read-published'` : `'${needs}'`)
  }
}

/**
 * In a response: the journal revision that it reflects. In a request: the revision that the response must reflect at
 * least. So a caller reads its own writes on any replica.
 */
export const revisionHeader = 'gazetteer-revision'

/** Returns the revision that a request requires; 0 if the header is missing. Throws 400 if it is not a revision. */
export function wantedRevision(headers: IncomingHttpHeaders): Revision {
  const text = headers[revisionHeader]
  if (text === undefined) return 0
  if (isRevision(text)) return Number(text)
  throw new Problem('bad-request', `Gazetteer-Revision must be a whole number, got '${String(text).slice(0, 100)}'`)
}

function isRevision(text: string | string[]): boolean {
  return /^\d{1,15}$/.test(String(text))
}

/**
 * Creates the handler for requests that match no route. It answers 401 first, unless the path is open; then 405 with
 * `Allow` if the path has other methods; then 404 (D45, D46). An unknown path needs no key if `unknownPage` returns a
 * page for the caller.
 */
export function createNoRoute(
  routes: readonly Route[],
  gate: Gate,
  unknownPage: (call: Call) => Answer | undefined,
): (call: Call) => Answer {
  return (call) => {
    const path = pathOf(call.url)
    const here = routesAt(path, routes)
    const shown = here.length === 0 ? unknownPage(call) : undefined
    if (shown) return shown
    if (!isOpen(here)) identify(call, gate)
    if (here.length > 0) throw wrongMethod(call, here)
    const hasSlash = /.\/$/.test(path) && routesAt(path.slice(0, -1), routes).length > 0
    throw new Problem(
      'not-found',
      `there is nothing at this address${hasSlash ? '; leave out the slash at its end' : ''}`,
    )
  }
}

/** Returns the routes of a path, for any method and any parameter values. */
export function routesAt(path: string, routes: readonly Route[]): readonly Route[] {
  return routes.filter((route) => fits(path, route))
}

/** Returns whether the routes of a path need no key. */
export function isOpen(here: readonly Route[]): boolean {
  return here.length > 0 && here.every(({ needs }) => needs === 'nothing')
}

function fits(path: string, { path: pattern, rootOnly }: Route): boolean {
  const segments = pattern.split('/')
  const given = (!rootOnly && path.startsWith('/v4/') ? path.slice('/v4'.length) : path).split('/')
  return given.length === segments.length && segments.every((segment, at) => fitsSegment(given[at]!, segment))
}

/** A parameter may have a suffix, as in `:y.mvt`. */
function fitsSegment(given: string, segment: string): boolean {
  return segment.startsWith(':') ? given.endsWith(segment.replace(/^:\w+/, '')) : given === segment
}

function wrongMethod({ method }: Call, here: readonly Pick<Route, 'method'>[]): Problem {
  const methods = new Set(here.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])))
  const allow = [...methods].sort().join(', ')
  return new Problem('method-not-allowed', `this address does not know ${method}, only ${allow}`, {
    headers: { allow },
  })
}
