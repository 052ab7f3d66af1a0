import { Type } from 'typebox'
import { type Caller, type SessionKey, signatureOf } from '../../access/access.ts'
import { isOfPerson } from '../../access/key-ring.ts'
import { hashSecret } from '../../access/secret.ts'
import { Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import { servedWords } from '../../pages/page-words.ts'
import { signInWords } from '../../pages/sign-in-words.ts'
import { checkBody } from '../../place/check/check.ts'
import { smallBodySchema } from '../../place/check/write-schema.ts'
import { formatInstant } from '../../place/dates.ts'
import { readParameters } from '../../query/parse/read-parameters.ts'
import { type SignIn, SignInFault } from '../../sign-in/sign-in.ts'
import { type Answer, json, noContent } from '../answers/answer.ts'
import { callerSchema, sessionListSchema } from '../openapi/answers.ts'
import { messageDocument, tooOftenPage } from '../pages/page.ts'
import { localCallerId, unknownKey } from '../requests/admission.ts'
import { bodyOf } from '../requests/body.ts'
import type { Call } from '../requests/call.ts'
import { checkOrigin, cookieOf, isPublic, secretLengthMax, setCookie, signedInBy, siteOf } from '../requests/cookies.ts'
import { nameOf, RateLimiter } from '../requests/rate-limit.ts'
import { idParameter, jsonBody, jsonDoc, plannedRoute, type Route, route } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'
import { shownCaller } from './key-routes.ts'

type SignInParts = Pick<
  HttpParts,
  'keys' | 'places' | 'clock' | 'sessions' | 'signIn' | 'firstLink' | 'page' | 'model' | 'config' | 'map' | 'metrics'
>

const codeSchema = Type.Object(
  { code: Type.String({ maxLength: 100, description: 'What stands behind #code= in the link.' }) },
  { description: 'The code of the link.' },
)

/** The routes of signing in and out, and of all sessions. */
export function signInRoutes(parts: SignInParts): Route[] {
  return [
    codeRoute(parts),
    keyRoute(parts),
    loginRoute(parts),
    callbackRoute(parts),
    logoutRoute(parts),
    listSessions(parts),
    endSession(parts),
  ]
}

/** Returns the sign-in configuration; throws 404 if only keys grant access. */
function configured({ signIn }: SignInParts): SignIn {
  if (signIn) return signIn
  throw new Problem('not-found', 'nobody signs in here: OIDC_ISSUER is not set; use a key')
}

const keySchema = Type.Object(
  { key: Type.String({ maxLength: secretLengthMax, description: 'The key.' }) },
  { description: 'The key to sign in with.' },
)

/**
 * Opens a session for a key in this browser, and answers with its caller. The cookie lasts until the browser is closed.
 */
async function signedIn(
  call: Call,
  parts: SignInParts,
  { hash, caller }: { readonly hash: string; readonly caller: Caller },
): Promise<Answer> {
  const former = signedInBy(call, parts)?.session
  const secret = await parts.sessions.openForKey(hash, caller, former)
  const site = siteOf(call, parts)
  // So the answer has the revision from which other replicas know the session.
  call.caller = caller
  call.session = parts.keys.findSession(secret, parts.clock())?.session
  return { ...json(shownCaller(call)), cookies: [setCookie('session', secret, site)] }
}

/** The most sessions that a key opens in a time, each of which is written to the record. */
const signInsMax = { count: 200, millis: 3_600_000 } as const

function keyRoute(parts: SignInParts): Route {
  const signIns = new RateLimiter((kind) => parts.metrics.rateLimited(kind))
  return plannedRoute('POST /auth/key', 'nothing', {
    countedAs: 'address',
    parameters: {},
    tag: 'Sign-in',
    summary: 'Exchange a key for a session',
    description:
      'For the page, whose `Origin` must be that of the service; programs send their key with each request. The session is a cookie. It has the rights that its key has at each request, and ends with its key.',
    body: jsonBody(smallBodySchema(keySchema), { key: 'gz_Zk3xQw12…' }),
    success: [jsonDoc('The key behind the session, without its secret.', callerSchema)],
    problems: ['unauthorized', 'forbidden', 'invalid-body', 'too-many-requests'],
    plan(rawQuery, asked) {
      readParameters(rawQuery, {})
      checkOrigin(asked, parts)
      return async (call) => {
        const { key } = checkBody(keySchema, bodyOf(call))
        const caller = parts.keys.authenticate(key, parts.clock())
        if (!caller) throw unknownKey()
        if (isPublic(caller.id, parts)) throw new Problem('forbidden', reason('public-key'))
        if (caller.id === localCallerId) throw new Problem('forbidden', 'this key is for the command line only')
        signIns.take(['key', caller.id], signInsMax)
        return signedIn(call, parts, { hash: hashSecret(key), caller })
      }
    },
  })
}

function codeRoute(parts: SignInParts): Route {
  const { firstLink, places, clock } = parts
  return plannedRoute('POST /auth/code', 'nothing', {
    countedAs: 'address',
    parameters: {},
    tag: 'Sign-in',
    summary: 'Sign in by the link that a start prints',
    description: 'Once, from the page on the machine of the service.',
    body: jsonBody(smallBodySchema(codeSchema), { code: 'Zk3xQw12…' }),
    success: [jsonDoc('The session is a cookie, with admin for eight hours.', callerSchema)],
    problems: ['forbidden', 'not-found', 'invalid-body'],
    plan(rawQuery, asked) {
      readParameters(rawQuery, {})
      // If the code cannot be used, no body may be read.
      if (!firstLink) throw new Problem('not-found', 'this start has printed no link; use a key')
      firstLink.check(asked)
      return async (call) => {
        const { code } = checkBody(codeSchema, bodyOf(call))
        const key = await firstLink.use(code, { places, now: clock() })
        return signedIn(call, parts, { hash: key.hash, caller: key })
      }
    },
  })
}

function loginRoute(parts: SignInParts): Route {
  return route('GET /auth/login', 'nothing', {
    countedAs: 'address',
    rootOnly: true,
    parameters: {
      return: { form: 'text', description: 'The path of the page to come back to.', example: '/manage' },
      other: { form: 'boolean', description: 'True to let the person choose another account at the provider.' },
    },
    problemPage: (call, problem) => tooOftenPage(call, problem, parts),
    tag: 'Sign-in',
    summary: 'Sign in at the provider',
    description: 'For browsers.',
    success: [{ status: 302, description: 'Leads to the provider.' }],
    async handle(call, { return: returnTo = '/', other = false }) {
      const signIn = configured(parts)
      if (!signIn.isOwnPath(returnTo)) {
        const detail = `return must be a path of this page, such as /manage, got '${returnTo.slice(0, 100)}'`
        throw new Problem('invalid-parameter', detail)
      }
      return withFaultPage(call, signIn, { parts, returnTo }, async () => {
        const { location, kept, seconds } = await signIn.begin(returnTo, other)
        return leadTo(location, [setCookie('sign-in', kept, siteOf(call, parts), seconds)])
      })
    },
  })
}

function callbackRoute(parts: SignInParts): Route {
  return plannedRoute('GET /auth/callback', 'nothing', {
    countedAs: 'address',
    rootOnly: true,
    step: 'write',
    problemPage: (call, problem) => tooOftenPage(call, problem, parts),
    tag: 'Sign-in',
    summary: 'Come back from the provider',
    parameters: {},
    success: [{ status: 302, description: 'Signed in; leads to the page.' }],
    hidden: true,
    // The provider may send any parameters.
    plan: (rawQuery) => async (call) => {
      const signIn = configured(parts)
      const { options } = signIn
      const site = siteOf(call, parts)
      const former = signedInBy(call, parts)?.session
      const kept = cookieOf(call, 'sign-in', parts)
      // A returning address that was reloaded after the sign-in succeeded.
      if (kept === undefined && former) return leadTo(`${options.publicUrl}/`, [])
      return withFaultPage(call, signIn, { parts, returnTo: signIn.returnOf(kept) }, async () => {
        const from = nameOf(['address', call.ip])
        const { secret, returnTo } = await signIn.finish(rawQuery, { kept, former, from })
        return leadTo(`${options.publicUrl}${returnTo}`, [
          setCookie('session', secret, site, parts.sessions.options.sessionMillisMax / 1000),
          setCookie('sign-in', '', site, 0),
        ])
      })
    },
  })
}

function logoutRoute(parts: SignInParts): Route {
  return route('POST /auth/logout', 'key', {
    tag: 'Sign-in',
    summary: 'Sign out',
    description:
      'Ends the session of this browser. `location` is where to sign out at the provider too, where it offers that.',
    success: [jsonDoc('Signed out.', { type: 'object', properties: { location: { type: 'string' } } })],
    async handle(call) {
      const { session, caller } = call
      if (session) await parts.sessions.end(session.id, signatureOf(caller))
      const location = session && isOfPerson(session) ? await parts.signIn?.end() : undefined
      return { ...json({ location }), cookies: [setCookie('session', '', siteOf(call, parts), 0)] }
    },
  })
}

function listSessions({ keys, clock }: SignInParts): Route {
  return route('GET /sessions', 'admin', {
    tag: 'Sign-in',
    summary: 'List who is signed in',
    success: [jsonDoc('The sessions that have not ended.', sessionListSchema)],
    handle() {
      const now = clock()
      return json(
        keys.sessions().flatMap((session) => {
          const caller = keys.callerOf(session, now)
          return caller ? [shownSession(session, caller)] : []
        }),
      )
    },
  })
}

function shownSession(key: SessionKey, { id, name, permissions, grants, owners }: Caller) {
  const { began, renewed } = key.session
  return {
    ...{ id: key.id, name, ...(isOfPerson(key) ? { sub: key.session.sub } : { key: id }), permissions, grants, owners },
    began: formatInstant(began),
    renewed: formatInstant(renewed),
    expires: formatInstant(key.expires!),
  }
}

function endSession({ keys, places, clock }: SignInParts): Route {
  return route('DELETE /sessions/:id', 'admin', {
    tag: 'Sign-in',
    summary: 'End a session',
    path: { id: 'Id of the session.' },
    success: [{ status: 204, description: 'Ended, in every replica.' }],
    problems: ['not-found'],
    async handle(call) {
      const id = idParameter(call)
      if (!keys.sessions().some((session) => session.id === id)) {
        throw new Problem('not-found', `there is no session with the id '${id.slice(0, 60)}'`)
      }
      await places.command({ kind: 'revoke', id, ...signatureOf(call.caller), now: clock() })
      return noContent()
    },
  })
}

function leadTo(location: string, cookies: readonly string[]): Answer {
  return { status: 302, headers: { location, 'referrer-policy': 'no-referrer' }, cookies }
}

/** Answers a failed sign-in with a page, in the language that the browser prefers. */
async function withFaultPage(
  call: Call,
  signIn: SignIn,
  to: FaultContext,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    return faultPage(call, signIn, error, to)
  }
}

interface FaultContext {
  readonly parts: SignInParts
  /** The path that the person wanted to open. */
  readonly returnTo: string | undefined
}

const refusals = { gone: 400, cancelled: 400, refused: 400, 'no-role': 403 } as const
const faultStatus = { ...refusals, unreachable: 503, misconfigured: 503, busy: 503 } as const

function faultPage(call: Call, signIn: SignIn, { kind, message }: SignInFault, to: FaultContext): Answer {
  const { options } = signIn
  const site = siteOf(call, to.parts)
  const made = messageDocument(call, to.parts, faultStatus[kind], (language) => {
    const texts = signInWords[language]
    const { again, toStart } = servedWords[language]
    const login = `${options.publicUrl}/auth/login?return=${encodeURIComponent(to.returnTo ?? '/')}`
    const other = kind === 'no-role' ? ([[`${login}&other=true`, texts.other]] as const) : []
    return {
      title: kind === 'no-role' ? texts.noRole : texts.title,
      text: texts[kind],
      ...((kind === 'no-role' || kind === 'refused') && { detail: message }),
      links: [...other, [login, again], [`${options.publicUrl}/`, toStart]],
    }
  })
  // The kind `gone` keeps the cookie, because another tab of this browser may be signing in.
  const headers = { ...made.headers, ...(kind === 'busy' && { 'retry-after': '5' }) }
  return { ...made, headers, cookies: kind === 'gone' || kind === 'busy' ? [] : [setCookie('sign-in', '', site, 0)] }
}
