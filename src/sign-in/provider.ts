import * as oidc from 'openid-client'
import { sendRequest } from '../common/http-request.ts'
import type { Instant } from '../place/place.ts'
import type { Claims } from './roles.ts'

/** The longest answer of a provider, in bytes: claims of a person with thousands of groups have some hundred thousand. */
const answerBytesMax = 2 ** 20
const timeoutSeconds = 10
/** A provider that fails is asked again what it says of itself, but not more often than this. */
const discoveryMillisMin = 60_000

/** Where people have their accounts, and as whom the service asks there. */
export interface ProviderOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Separated by spaces. */
  readonly scopes: string
  /** Where people come back to. */
  readonly redirectUri: string
}

/** What a sign-in must come back with. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Who a person is by the provider, and what asks for it again. */
export interface Identity {
  readonly sub: string
  readonly claims: Claims
  readonly refreshToken?: string
  /** How long it is valid for, from now; absent where the provider does not say. */
  readonly refreshMillis?: number
}

/** The provider refuses to say who somebody is, now or any longer; `isCancelled` where the person did. */
export class Refused extends Error {
  readonly isCancelled: boolean = (this.cause as { readonly error?: unknown } | undefined)?.error === 'access_denied'
}

/** The provider answers, but as another than the service is configured for; the message gives both values. */
export class Misconfigured extends Error {}

/** An OpenID provider, asked by the authorization code flow with PKCE, state and nonce (RFC 6749, 7636, OpenID Connect Core). */
export class Provider {
  readonly #options: ProviderOptions
  readonly #clock: () => Instant
  /** What the provider says of itself, or why it is not known. */
  #configuration: Promise<oidc.Configuration> | undefined
  #discoveredAt = Number.NEGATIVE_INFINITY
  /** Whether something has failed since. */
  #isInDoubt = true

  constructor(options: ProviderOptions, clock: () => Instant) {
    this.#options = options
    this.#clock = clock
  }

  /**
   * Where a browser is sent to sign in, with an account that the person chooses if wanted. Rejects when the provider cannot
   * be reached.
   */
  async begin(choosesAccount: boolean): Promise<{ readonly location: string; readonly attempt: Attempt }> {
    const configuration = await this.#discovered()
    const attempt = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }
    const { scopes, redirectUri } = this.#options
    const location = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: scopes,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      ...(choosesAccount && { prompt: promptFor(configuration) }),
    })
    return { location: location.href, attempt }
  }

  /** Who has come back with this query. Rejects with a Refused, or with an error when the provider cannot be reached. */
  async finish(query: string, { state, nonce, verifier }: Attempt): Promise<Identity> {
    const back = new URL(this.#options.redirectUri)
    back.search = query
    const checks = {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    }
    return this.#asking(async (configuration) => {
      const tokens = await oidc.authorizationCodeGrant(configuration, back, checks)
      return this.#identityOf(configuration, tokens, tokens.claims()?.sub)
    })
  }

  /** Who a person is now. Rejects as `finish` does. */
  async renew(refreshToken: string, sub: string): Promise<Identity> {
    return this.#asking(async (configuration) => {
      const tokens = await oidc.refreshTokenGrant(configuration, refreshToken)
      const identity = await this.#identityOf(configuration, tokens, sub)
      // A provider that gives no other one takes the same again.
      return { refreshToken, ...identity }
    })
  }

  /** Where a browser is sent to sign out at the provider; undefined where it offers nothing of the kind. */
  async end(returnTo: string): Promise<string | undefined> {
    const configuration = await this.#discovered()
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
    return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href
  }

  async #asking(question: (configuration: oidc.Configuration) => Promise<Identity>): Promise<Identity> {
    const configuration = await this.#discovered()
    try {
      return await question(configuration)
    } catch (error) {
      // Its keys may be others now.
      this.#isInDoubt = true
      throw isRefusal(error) ? new Refused(refusalText(error), { cause: error }) : error
    }
  }

  /** What the provider says of itself; a failure is remembered too, so that nobody makes the service ask on and on. */
  #discovered(): Promise<oidc.Configuration> {
    const now = this.#clock()
    // A clock may be set back.
    const mayAsk = this.#isInDoubt && Math.abs(now - this.#discoveredAt) >= discoveryMillisMin
    if (!this.#configuration || mayAsk) {
      this.#discoveredAt = now
      this.#isInDoubt = false
      this.#configuration = this.#discover().catch((error: unknown) => {
        this.#isInDoubt = true
        throw mismatchOf(error, this.#options.issuer) ?? error
      })
    }
    return this.#configuration
  }

  #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#options
    const url = new URL(issuer)
    return oidc.discovery(url, clientId, clientSecret, undefined, {
      [oidc.customFetch]: (address, { body, headers, method, signal }) =>
        sendRequest(address, {
          method,
          headers,
          body: body as string | URLSearchParams | undefined,
          signal,
          bytesMax: answerBytesMax,
        }),
      timeout: timeoutSeconds,
      execute: [oidc.enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
    })
  }

  /** What the ID token says goes before what the provider says when asked. */
  async #identityOf(configuration: oidc.Configuration, tokens: Tokens, sub: string | undefined): Promise<Identity> {
    const claims = tokens.claims()
    if (!sub || (claims && claims.sub !== sub)) throw new Refused('the provider speaks of another person')
    // Where `aud` has one value, the library does not look at it (OpenID Connect Core, 3.1.3.7).
    const { azp = this.#options.clientId } = claims ?? {}
    if (azp !== this.#options.clientId) throw new Refused(`the claim azp of the ID token is '${azp}', another client`)
    const asked = configuration.serverMetadata().userinfo_endpoint
      ? await oidc.fetchUserInfo(configuration, tokens.access_token, sub)
      : undefined
    if (!claims && !asked) throw new Refused('the provider does not say who it is any longer')
    const { refresh_token: refreshToken, refresh_expires_in: seconds } = tokens
    return {
      sub,
      claims: { ...asked, ...claims, ...mailOf(claims, asked) },
      ...(refreshToken !== undefined && { refreshToken }),
      // Said by Keycloak, whose 0 is no end.
      ...(typeof seconds === 'number' && seconds > 0 && { refreshMillis: seconds * 1000 }),
    }
  }
}

/** Where the provider calls itself otherwise than OIDC_ISSUER: a slash too many at its end is enough. */
function mismatchOf(error: unknown, issuer: string): Misconfigured | undefined {
  const said = causesOf(error).find(({ attribute }) => attribute === 'issuer')?.body as Claims | undefined
  return said && new Misconfigured(`OIDC_ISSUER is '${issuer}', but the provider calls itself '${said.issuer}'`)
}

/** An error and what caused it, from the outermost. */
function causesOf(error: unknown): Record<string, unknown>[] {
  const causes: Record<string, unknown>[] = []
  for (let at = error; typeof at === 'object' && at !== null && causes.length < 5; at = (at as Error).cause) {
    causes.push(at as Record<string, unknown>)
  }
  return causes
}

/**
 * What makes a provider ask for an account: `login` is known to each (OpenID Connect Core, 15.1) but Google, which says
 * nothing of what it knows.
 */
function promptFor(configuration: oidc.Configuration): string {
  const { issuer, prompt_values_supported: known } = configuration.serverMetadata()
  const mayChoose = Array.isArray(known) ? known.includes('select_account') : issuer === 'https://accounts.google.com'
  return mayChoose ? 'select_account' : 'login'
}

type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers

/** An address and whether it is verified, of one source: what one says of an address holds for no other. */
function mailOf(...sources: readonly (Claims | undefined)[]): Claims {
  const { email, email_verified } = sources.find((source) => source?.email !== undefined) ?? {}
  return { email, email_verified }
}

/** What a token breaks by which it is refused. */
const brokenRules = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_PARSE_ERROR',
])

/** What a provider answers that may be better when it is asked again (RFC 6749, 4.1.2.1). */
const transientErrors = new Set(['server_error', 'temporarily_unavailable', 'slow_down'])
const tooMany = 429

/** What was refused: the provider's own code for it where it gave one, else the claim where it is one. */
function refusalText(error: unknown): string {
  const { message, error: code } = error as Error & { readonly error?: unknown }
  if (typeof code === 'string') return `the provider says ${code.slice(0, 100)}`
  const { claim, claims } = causesOf(error).find((cause) => typeof cause.claim === 'string') ?? {}
  const value = JSON.stringify((claims as Claims | undefined)?.[claim as string]) ?? 'nothing'
  return claim === undefined ? message : `the claim ${claim} of the ID token is not as expected: ${value.slice(0, 100)}`
}

/** Whether the provider, or what it sent, says no; all else may be better when it is asked again. */
function isRefusal(error: unknown): boolean {
  if (error instanceof Refused || error instanceof oidc.AuthorizationResponseError) return true
  if (error instanceof oidc.ResponseBodyError) {
    return error.status < 500 && error.status !== tooMany && !transientErrors.has(error.error)
  }
  if (error instanceof oidc.WWWAuthenticateChallengeError) return error.status < 500
  return error instanceof oidc.ClientError && brokenRules.has(error.code ?? '')
}
