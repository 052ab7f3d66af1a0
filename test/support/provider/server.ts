import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import type { Person, ProviderCommand, ProviderNews } from './provider.ts'

const [issuer, redirectUri] = process.argv.slice(2) as [string, string]
let people: Readonly<Record<string, Person>> = {}

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
    const person = people[sub]
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

const server = provider.listen(Number(new URL(issuer).port), '127.0.0.1', () => {
  tell({ listening: (server.address() as AddressInfo).port })
})

process.on('message', (command: ProviderCommand) => {
  people = command.people
  tell({ people: Object.keys(people).length })
})
process.on('disconnect', () => process.exit(0))

function tell(news: ProviderNews): void {
  process.send?.(news)
}
