import * as oidc from 'openid-client'
import { sendRequest } from '../common/http-request.ts'
import type { Instant } from '../place/place.ts'
import type { Claims } from './roles.ts'

/**
 * Maximum size of a provider's answer: the claims of a person with thousands of groups have some hundred thousand
 * bytes.
 */
const answerBytesMax = 2 ** 20
const timeoutSeconds = 10
/** Minimum interval between two reads of a provider's metadata, which are repeated after failures. */
const discoveryMillisMin = 60_000

/** The provider of people's accounts, and the service as its client. */
export interface ProviderOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Separated by spaces. */
  readonly scopes: string
  /** The address to which people return. */
  readonly redirectUri: string
}

/** The values that the return of a sign-in must match. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A person as identified by the provider, with the token to identify them again. */
export interface Identity {
  readonly sub: string
  readonly claims: Claims
  readonly refreshToken?: string
  /** Remaining validity of the refresh token; absent if the provider does not state it. */
  readonly refreshMillis?: number
}

/** The provider refuses to identify somebody, now or any longer; `isCancelled` if the person cancelled. */
export class Refused extends Error {
  readonly isCancelled: boolean = (this.cause as { readonly error?: unknown } | undefined)?.error === 'access_denied'
}

/** The provider answers as another issuer than the configured one; the message states both. */
export class Misconfigured extends Error {}

/**
 * An OpenID provider, used by the authorization code flow with PKCE, state and nonce (RFC 6749, 7636, OpenID Connect
 * Core).
 */
export class Provider {
  readonly #options: ProviderOptions
  readonly #clock: () => Instant
  /** The metadata of the provider, or the failure to read them. */
  #configuration: Promise<oidc.Configuration> | undefined
  #discoveredAt = Number.NEGATIVE_INFINITY
  /** True if something has failed since the last read. */
  #isInDoubt = true

  constructor(options: ProviderOptions, clock: () => Instant) {
    this.#options = options
    this.#clock = clock
  }

  /**
   * Returns the address where a browser signs in, if wanted with an account that the person chooses. Rejects if the
   * provider cannot be reached.
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

  /**
   * Identifies the person who returned with this query. Rejects with a Refused, or with an error if the provider cannot
   * be reached.
   */
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

  /** Identifies a person again. Rejects as `finish` does. */
  async renew(refreshToken: string, sub: string): Promise<Identity> {
    return this.#asking(async (configuration) => {
      const tokens = await oidc.refreshTokenGrant(configuration, refreshToken)
      const identity = await this.#identityOf(configuration, tokens, sub)
      // A provider that issues no new token accepts the same one again.
      return { refreshToken, ...identity }
    })
  }

  /** Returns the address where a browser signs out at the provider; undefined if the provider has none. */
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
      // The keys of the provider may have changed.
      this.#isInDoubt = true
      throw isRefusal(error) ? new Refused(refusalText(error), { cause: error }) : error
    }
  }

  /**
   * Returns the metadata of the provider; if it cannot be read again, the last that was read. A failure is remembered
   * too, so that nobody can make the service ask again and again.
   */
  #discovered(): Promise<oidc.Configuration> {
    const now = this.#clock()
    // The clock may be set back.
    const mayAsk = this.#isInDoubt && Math.abs(now - this.#discoveredAt) >= discoveryMillisMin
    if (!this.#configuration || mayAsk) {
      this.#discoveredAt = now
      this.#isInDoubt = false
      const former = this.#configuration
      this.#configuration = this.#discover().catch(async (error: unknown) => {
        this.#isInDoubt = true
        const known = await former?.catch(() => undefined)
        if (known) return known
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

  /** Claims of the ID token take precedence over those of the userinfo endpoint. */
  async #identityOf(configuration: oidc.Configuration, tokens: Tokens, sub: string | undefined): Promise<Identity> {
    const claims = tokens.claims()
    if (!sub || (claims && claims.sub !== sub)) throw new Refused('the provider speaks of another person')
    // If `aud` has one value, the library does not check `azp` (OpenID Connect Core, 3.1.3.7).
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
      // Sent by Keycloak, where 0 means that it never expires.
      ...(typeof seconds === 'number' && seconds > 0 && { refreshMillis: seconds * 1000 }),
    }
  }
}

/** Recognizes a provider whose issuer differs from OIDC_ISSUER: an extra slash at its end is enough. */
function mismatchOf(error: unknown, issuer: string): Misconfigured | undefined {
  const said = causesOf(error).find(({ attribute }) => attribute === 'issuer')?.body as Claims | undefined
  return said && new Misconfigured(`OIDC_ISSUER is '${issuer}', but the provider calls itself '${said.issuer}'`)
}

/** Returns an error and its causes, outermost first. */
function causesOf(error: unknown): Record<string, unknown>[] {
  const causes: Record<string, unknown>[] = []
  for (let at = error; typeof at === 'object' && at !== null && causes.length < 5; at = (at as Error).cause) {
    causes.push(at as Record<string, unknown>)
  }
  return causes
}

/**
 * Returns the prompt that makes a provider ask for an account. Every provider knows `login` (OpenID Connect Core, 15.1)
 * except Google, which does not publish the values that it knows.
 */
function promptFor(configuration: oidc.Configuration): string {
  const { issuer, prompt_values_supported: known } = configuration.serverMetadata()
  const mayChoose = Array.isArray(known) ? known.includes('select_account') : issuer === 'https://accounts.google.com'
  return mayChoose ? 'select_account' : 'login'
}

type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers

/** Returns an address and its verification from a single source: a source verifies only its own address. */
function mailOf(...sources: readonly (Claims | undefined)[]): Claims {
  const { email, email_verified } = sources.find((source) => source?.email !== undefined) ?? {}
  return { email, email_verified }
}

/** Error codes of answers that are refused because they break a rule. */
const brokenRules = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_PARSE_ERROR',
])

/** Errors of a provider that may pass when the request is repeated (RFC 6749, 4.1.2.1). */
const transientErrors = new Set(['invalid_client', 'server_error', 'temporarily_unavailable', 'slow_down'])
const tooMany = 429

/** Describes a refusal: by the provider's own code if there is one, else by the claim at fault if there is one. */
function refusalText(error: unknown): string {
  const { message, error: code } = error as Error & { readonly error?: unknown }
  if (typeof code === 'string') return `the provider says ${code.slice(0, 100)}`
  const { claim, claims } = causesOf(error).find((cause) => typeof cause.claim === 'string') ?? {}
  const value = JSON.stringify((claims as Claims | undefined)?.[claim as string]) ?? 'nothing'
  return claim === undefined ? message : `the claim ${claim} of the ID token is not as expected: ${value.slice(0, 100)}`
}

/** Returns true if the provider refuses, or its answer must be refused; all other errors may pass on a retry. */
function isRefusal(error: unknown): boolean {
  if (error instanceof Refused || error instanceof oidc.AuthorizationResponseError) return true
  if (error instanceof oidc.ResponseBodyError) {
    return error.status < 500 && error.status !== tooMany && !transientErrors.has(error.error)
  }
  if (error instanceof oidc.WWWAuthenticateChallengeError) return error.status < 500
  return error instanceof oidc.ClientError && brokenRules.has(error.code ?? '')
}
