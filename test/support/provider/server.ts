import type { Server } from 'node:http'
import Provider from 'oidc-provider'
import { nextEvent } from '../until.ts'

/** What the provider says of a person. */
export type Person = Readonly<Record<string, unknown>>

/** Serves OpenID at the issuer for one client, which people come back to at `redirectUri`. */
export async function serveProvider(
  issuer: string,
  redirectUri: string,
  personOf: (sub: string) => Person | undefined,
): Promise<Server> {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'gazetteer',
        client_secret: 'a-secret-of-the-client',
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/', redirectUri).href],
      },
    ],
    claims: { openid: ['sub', 'groups', 'realm_access'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    issueRefreshToken: (_: unknown, client: { grantTypeAllowed(type: string): boolean }) =>
      Promise.resolve(client.grantTypeAllowed('refresh_token')),
    findAccount: (_: unknown, sub: string) => {
      const person = personOf(sub)
      return person && { accountId: sub, claims: () => ({ sub, ...person }) }
    },
    cookies: { keys: ['a key of the test'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
  })
  const server = provider.listen(Number(new URL(issuer).port), '127.0.0.1')
  await nextEvent(server, 'listening')
  return server
}
