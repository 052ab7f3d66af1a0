import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mock } from 'node:test'
import { freePort } from '../ports.ts'
import { type Ending, temporaryFolder } from '../process.ts'
import { type Person, serveProvider } from './server.ts'

type People = Readonly<Record<string, Person>>

/** An OpenID provider, and the configuration of services that it knows. */
export interface TestProvider {
  readonly issuer: string
  /** What a service is configured with, whose people come back to `publicUrl`. */
  readonly env: Readonly<Record<string, string>>
  readonly publicUrl: string
  /** The people whom it knows from now on, by their `sub`. */
  setPeople(people: People): void
  stop(): Promise<void>
}

/** Starts a provider for a service that will listen on a port of its own; `roles` is what OIDC_ROLES says. */
export async function startProvider(
  context: Ending,
  { roles, people }: { readonly roles: readonly object[]; readonly people: People },
): Promise<TestProvider> {
  const [port, servicePort] = [await freePort(), await freePort()]
  const [issuer, publicUrl] = [`http://localhost:${port}`, `http://localhost:${servicePort}`]
  // It says on the console that it is not for production.
  for (const level of ['info', 'warn'] as const) {
    const { mock: silenced } = mock.method(console, level, () => {})
    context.after(() => silenced.restore())
  }
  let known = people
  const server = await serveProvider(issuer, `${publicUrl}/auth/callback`, (sub) => known[sub])
  const stop = async () => {
    server.closeAllConnections()
    await server[Symbol.asyncDispose]()
  }
  context.after(stop)
  const rolesFile = join(temporaryFolder(context), 'roles.json')
  writeFileSync(rolesFile, JSON.stringify(roles))
  return {
    issuer,
    publicUrl,
    env: {
      PORT: String(servicePort),
      HOST: 'localhost',
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'gazetteer',
      OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
      OIDC_ROLES: rolesFile,
      OIDC_NAME: 'Test',
    },
    setPeople(people) {
      known = people
    },
    stop,
  }
}

/** A browser without pages: it keeps cookies, each for its origin, and follows one redirect at a time. */
export class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** The cookies that it sends to an address. */
  cookiesFor(address: string): Map<string, string> {
    const { origin } = new URL(address)
    const known = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, known)
    return known
  }

  async send(address: string, options: RequestInit = {}): Promise<Response> {
    const cookies = this.cookiesFor(address)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(options.headers as Record<string, string>), ...(cookie && { cookie }) }
    const response = await fetch(address, { ...options, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  /** Begins a sign-in at a service and signs in at the provider; gives where that leads back to, which is not asked yet. */
  async atProvider(publicUrl: string, sub: string, returnTo = '/'): Promise<string> {
    let address = `${publicUrl}/auth/login?return=${encodeURIComponent(returnTo)}`
    for (let step = 0; step < 12; step++) {
      const response = await this.send(address)
      const location = response.headers.get('location')
      if (location === null) {
        const page = await response.text()
        const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? []
        assert.ok(prompt, `${response.status} ${page.slice(0, 1000)}`)
        const body = new URLSearchParams({ prompt, login: sub, password: 'any' })
        const answer = await this.send(address, { method: 'POST', body })
        address = new URL(answer.headers.get('location') ?? '', address).href
      } else address = new URL(location, address).href
      if (address.startsWith(`${publicUrl}/auth/callback`)) return address
    }
    throw new Error(`the provider did not lead back, but to ${address}`)
  }

  /** Signs in; gives the answer of the service. */
  async signIn(publicUrl: string, sub: string, returnTo = '/'): Promise<Response> {
    return this.send(await this.atProvider(publicUrl, sub, returnTo))
  }
}
