import { type Grant, type PersonSession, type SessionKey, signatureOf } from '../access/access.ts'
import type { PersonKey } from '../access/key-ring.ts'
import type { Sealer } from '../access/sealer.ts'
import { FairShare } from '../common/fair-share.ts'
import { LruCache } from '../common/lru-cache.ts'
import { Problem } from '../common/problem.ts'
import type { Instant } from '../place/place.ts'
import { canonicalText, undirectedText } from '../place/text.ts'
import type { Command } from '../store/store.ts'
import { type Attempt, type Identity, Misconfigured, Provider, type ProviderOptions, Refused } from './provider.ts'
import { type Claims, grantsOf, type Role, textsOf } from './roles.ts'
import { renewedShare, type SessionContext, type Sessions } from './sessions.ts'

const minuteMillis = 60_000
/** Time within which a browser must return from the provider. */
const attemptMillis = 10 * minuteMillis
/** A session is also renewed after this fraction of a refresh token's lifetime, if that comes earlier. */
const refreshShare = 3
/** Number of completed sign-ins whose state is remembered, so that none is used twice. */
const usedMax = 10_000
const returnCharactersMax = 1000
const reasonCharactersMax = 300
const nameCharactersMax = 200
const grantsMax = 1000
/**
 * Maximum numbers of sign-ins that ask the provider at once (one address gets at most half), and of concurrent
 * renewals.
 */
const askingMax = 64
const renewingMax = 64

/** The configuration of sign-in. */
interface SignInOptions extends Omit<ProviderOptions, 'redirectUri'> {
  /** Address of the service, without a slash at its end. */
  readonly publicUrl: string
  /** Display name of the provider. */
  readonly name: string
  readonly roles: readonly Role[]
  /** True: `email` counts even if the provider does not state that it is verified. */
  readonly trustsEmail: boolean
}

/** The sessions that sign-in opens, and its other dependencies. */
export interface SignInContext extends Omit<SessionContext, 'keys'> {
  readonly sessions: Sessions
  readonly sealers: Readonly<Record<'refreshTokens' | 'signIns', Sealer>>
}

/** The state that a browser keeps in a sealed cookie while somebody signs in at the provider. */
interface KeptAttempt extends Attempt {
  readonly returnTo: string
  readonly until: Instant
}

/** The data of a return from the provider, beside the query. */
interface Return {
  readonly kept: string | undefined
  readonly former: SessionKey | undefined
  readonly from: string
}

/**
 * A failed sign-in: `gone` if its beginning is unknown, `cancelled` by the person, `refused` by the provider,
 * `no-role`, `unreachable`, `misconfigured` if the provider is not the configured one, `busy` if too many people sign
 * in.
 */
export class SignInFault extends Error {
  readonly kind: 'gone' | 'cancelled' | 'refused' | 'no-role' | 'unreachable' | 'misconfigured' | 'busy'

  constructor(kind: SignInFault['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** Signs people in at an OpenID provider, and renews their sessions. */
export class SignIn {
  readonly options: SignInOptions
  readonly #context: SignInContext
  readonly #provider: Provider
  /** The sessions that this process is renewing. */
  readonly #renewing = new Map<string, Promise<void>>()
  readonly #asking = new FairShare(askingMax)
  readonly #used = new LruCache<string, true>(usedMax, () => 1)

  constructor(options: SignInOptions, context: SignInContext) {
    this.options = options
    this.#context = context
    this.#provider = new Provider({ ...options, redirectUri: `${options.publicUrl}/auth/callback` }, context.clock)
  }

  /**
   * Returns the address where a browser signs in, and the sealed state that it keeps for some seconds. Throws a
   * SignInFault.
   */
  async begin(
    returnTo: string,
    choosesAccount: boolean,
  ): Promise<{ readonly location: string; readonly kept: string; readonly seconds: number }> {
    const { location, attempt } = await this.#provider
      .begin(choosesAccount)
      .catch((error: unknown) => this.#fail(error))
    const kept: KeptAttempt = { ...attempt, returnTo, until: this.#context.clock() + attemptMillis }
    return { location, kept: this.#context.sealers.signIns.seal(JSON.stringify(kept)), seconds: attemptMillis / 1000 }
  }

  /**
   * Signs in a person who returned with this query and the browser's sealed state. The sign-in counts toward the share
   * of `from`. A session that the browser had before ends. Throws a SignInFault.
   */
  async finish(query: string, { kept, former, from }: Return) {
    const { clock, sessions } = this.#context
    const attempt = this.#attemptOf(kept)
    const isOwn = attempt !== undefined && new URLSearchParams(query).get('state') === attempt.state
    const isOpen = isOwn && attempt.until >= clock() && this.#used.get(attempt.state) === undefined
    if (!isOpen || !this.isOwnPath(attempt.returnTo)) {
      throw new SignInFault('gone', 'the sign-in was not begun in this browser, or longer than ten minutes ago')
    }
    if (!this.#asking.take(from, 1)) throw new SignInFault('busy', 'too many people are signing in')
    this.#used.set(attempt.state, true)
    const identity = await this.#provider
      .finish(query, attempt)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => this.#asking.give(from, 1))
    const person = this.#personOf(identity)
    const session = { issuer: this.options.issuer, sub: identity.sub, ...this.#sealed(identity) }
    const signed = { who: person.name, caller: { sub: identity.sub } }
    const secret = await sessions.open({ ...person, session }, signed, former)
    return { secret, returnTo: attempt.returnTo }
  }

  /**
   * Renews a session in time, to check that the person still has its rights. The call continues meanwhile. After twice
   * the time, the call gets a promise to await, and must then identify its caller again.
   */
  touch(key: PersonKey): Promise<void> | undefined {
    const { session, id } = key
    const { refreshMillis = Number.POSITIVE_INFINITY } = session
    const { sessionMillis } = this.#context.sessions.options
    const share = Math.min(sessionMillis / renewedShare, refreshMillis / refreshShare)
    const age = this.#context.clock() - session.renewed
    if (session.refresh === undefined || age < share) return undefined
    if (this.#renewing.size >= renewingMax && !this.#renewing.has(id)) {
      // With a slow provider, the others are renewed later; overdue ones wait for their turn.
      return age < 2 * share ? undefined : Promise.race(this.#renewing.values()).then(() => this.touch(key))
    }
    const renewal = this.#renewing.getOrInsertComputed(id, () =>
      this.#renew(key)
        .catch((error: unknown) => this.#context.onFailure('a session could not be renewed', this.#reasonOf(error)))
        .finally(() => this.#renewing.delete(id)),
    )
    return age < 2 * share ? undefined : renewal
  }

  /** Returns true if people may return to this path: it belongs to this service and leads nowhere else. */
  isOwnPath(path: string): boolean {
    const { publicUrl } = this.options
    const isPath = /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes('\\') && path.length <= returnCharactersMax
    return isPath && URL.parse(publicUrl + path)?.origin === new URL(publicUrl).origin
  }

  /** Returns the path that somebody wanted, from the browser's sealed state; undefined if there is none of ours. */
  returnOf(kept: string | undefined): string | undefined {
    const path = this.#attemptOf(kept)?.returnTo
    return path !== undefined && this.isOwnPath(path) ? path : undefined
  }

  /** Returns true if the session comes from this provider. */
  knows({ session: { issuer } }: PersonKey): boolean {
    return issuer === this.options.issuer
  }

  /** Returns the address where the browser can also sign out at the provider, if there is one. */
  async end(): Promise<string | undefined> {
    return this.#provider.end(`${this.options.publicUrl}/`).catch((error: unknown) => {
      this.#context.onFailure('the provider could not be asked', this.#reasonOf(error))
      return undefined
    })
  }

  /** Renews a session in one process only: a provider may take a refresh token that comes twice for a stolen one. */
  async #renew(key: PersonKey): Promise<void> {
    const { clock, command, sealers, sessions } = this.#context
    const { id, session } = key
    const signed = signatureOf(key)
    const refreshToken = sealers.refreshTokens.open(session.refresh!)
    if (refreshToken === undefined) {
      // Nobody could check any more that the rights still hold.
      this.#context.onFailure('a session has ended', 'its refresh token was encrypted with another SECRETS_KEY')
      return sessions.end(id, signed)
    }
    const [before, now] = [session.renewed, clock()]
    const claimed = { kind: 'amend', id, change: { session: { ...session, renewed: now } }, renewed: before } as const
    if (!(await this.#amend({ ...claimed, ...signed, now }))) return
    try {
      const identity = await this.#provider.renew(refreshToken, session.sub)
      const person = this.#personOf(identity)
      const expires = sessions.expiry(session.began, now)
      const { issuer, sub, began } = session
      const renewed = { issuer, sub, began, renewed: now, ...this.#sealed(identity) }
      const change = { ...person, expires, session: renewed }
      await command({ kind: 'amend', id, change, renewed: now, ...signed, who: person.name, now })
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof SignInFault)) throw error
      this.#context.onFailure('a session has ended', error instanceof Refused ? this.#reasonOf(error) : 'no role fits')
      await sessions.end(id, signed)
    }
  }

  /** Returns true if the key was changed, and false if others have ended or renewed the session meanwhile. */
  async #amend(command: Command & { readonly kind: 'amend' }): Promise<boolean> {
    try {
      await this.#context.command(command)
      return true
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }

  /** Returns the browser's sealed state; undefined if there is none or somebody else wrote it. */
  #attemptOf(kept: string | undefined): KeptAttempt | undefined {
    const text = this.#context.sealers.signIns.open(kept ?? '')
    return text === undefined ? undefined : (JSON.parse(text) as KeptAttempt)
  }

  #sealed({ refreshToken, refreshMillis }: Identity): Pick<PersonSession, 'refresh' | 'refreshMillis'> {
    if (refreshToken === undefined) return {}
    return {
      refresh: this.#context.sealers.refreshTokens.seal(refreshToken),
      ...(refreshMillis !== undefined && { refreshMillis }),
    }
  }

  /** Returns the name and the rights of a person; throws a SignInFault if there are no rights or too many. */
  #personOf({ sub, claims: all }: Identity): Grants & { readonly name: string; readonly actsAs: string } {
    const { email, email_verified: isVerified, ...others } = all
    const claims = isVerified === true || this.options.trustsEmail ? { ...others, email } : others
    const name = nameOf(claims, sub)
    const grants = grantsOf(claims, this.options.roles)
    if (grants.length === 0 || grants.length > grantsMax) {
      throw new SignInFault('no-role', `${name}: ${describedClaims(claims, this.options.roles)}`)
    }
    return { name, actsAs: name, grants, permissions: [...new Set(grants.flatMap(({ permissions }) => permissions))] }
  }

  #fail(error: unknown): never {
    if (error instanceof Refused) {
      this.#context.onFailure('a sign-in was refused', this.#reasonOf(error))
      throw new SignInFault(error.isCancelled ? 'cancelled' : 'refused', error.message)
    }
    if (error instanceof Misconfigured) {
      this.#context.onFailure('nobody can sign in as it is configured', this.#reasonOf(error))
      throw new SignInFault('misconfigured', error.message)
    }
    this.#context.onFailure('the provider could not be asked', this.#reasonOf(error))
    throw new SignInFault('unreachable', 'the provider does not answer as it should')
  }

  /** Returns the error for the log: short, and without the client secret, which a provider may echo. */
  #reasonOf(error: unknown): string {
    const texts = [error, (error as Error).cause].filter((one) => one instanceof Error).map(({ message }) => message)
    return texts.join(': ').replaceAll(this.options.clientSecret, '…').slice(0, reasonCharactersMax)
  }
}

interface Grants {
  readonly grants: readonly Grant[]
  readonly permissions: Grant['permissions']
}

/** Returns the first of these claims that makes a name, in the form in which names are stored. */
function nameOf(claims: Claims, sub: string): string {
  const candidates = [claims.name, claims.preferred_username, claims.email, sub]
  const names = candidates.map((name) => (typeof name === 'string' ? keptName(name) : ''))
  return names.find((one) => one !== '') ?? '-'
}

/** Cuts a long name, and then removes characters that may not stand at the end. */
function keptName(name: string): string {
  const plain = undirectedText(name.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '))
  return canonicalText(Array.from(plain).slice(0, nameCharactersMax).join('').toWellFormed())
}

/** Returns the values of the claims that the roles use. */
function describedClaims(claims: Claims, roles: readonly Role[]): string {
  const asked = [...new Set(roles.map(({ claim }) => claim))]
  const isOverage = typeof claims._claim_names === 'object' || claims.hasgroups === true
  const values = asked.map(
    (claim) => `${claim}: ${textsOf(claims, claim).slice(0, 20).join(', ').slice(0, 500) || '–'}`,
  )
  return [...values, ...(isOverage ? ['the groups were too many for the provider to tell'] : [])].join('; ')
}
