import { after, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { accepted, type Client, client, type PlaceAnswer } from '../support/client.ts'
import { startProvider, type TestProvider } from '../support/provider/provider.ts'
import { type PageOptions, type Web, webSuite } from '../support/web.ts'

const roles = [
  { claim: 'groups', value: '{owner}-editors', permissions: ['read', 'read-restricted', 'create', 'update'] },
]
const people = {
  anna: { name: 'Anna Berg', groups: ['uppsala-editors'] },
  bo: { name: 'Bo Ek', groups: ['uppsala-editors'] },
  cia: { name: 'Cia Alm', groups: ['choir'] },
}

/** Console messages of the provider's pages, which ask for fonts elsewhere, and of a session that has ended (401). */
export const outside = /ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED|401|favicon/

/** A service at which people sign in, with a place of Anna's owner and one of another. */
interface World {
  readonly web: Web
  /** Where people find the service. */
  readonly url: string
  readonly admin: Client
  readonly mine: PlaceAnswer
  readonly other: PlaceAnswer
  /** Opens a page of somebody who is not signed in. */
  open(path: string, options?: PageOptions): Promise<Page>
}

/** Starts a provider and a service that knows it for the tests of the calling file; each test begins without sessions. */
export function providerSuite(): (name: string, run: (world: World, context: TestContext) => Promise<void>) => void {
  const ends: (() => unknown)[] = []
  let provider: TestProvider
  const suite = webSuite(async () => {
    provider = await startProvider({ after: (end) => void ends.push(end) }, { roles, people })
    return { env: provider.env }
  })
  after(async () => {
    for (const end of ends) await end()
  })
  return (name, run) =>
    suite(name, async (web, context) => {
      const url = provider.publicUrl
      const admin = client(url, web.service.adminKey)
      context.after(() => endSessions(admin))
      const [mine, other] = [await add(admin, 'Domkyrkan', 'uppsala'), await add(admin, 'Allhelgona', 'lund')]
      const open = (path: string, options: PageOptions = {}) =>
        web.open(context, path, { origin: url, key: null, expects: outside, ...options })
      await run({ web, url, admin, mine, other, open }, context)
    })
}

async function add(admin: Client, name: string, id: string): Promise<PlaceAnswer> {
  await admin.put(`/directory/owners/${id}`, { name: `Pastorat ${id}` })
  const geolocation = { type: 'Feature', geometry: { type: 'Point', coordinates: [17.6, 59.9] } }
  const body = { name, owner: { id, type: 'external' }, geolocation, updatedBy: 'Bo', published: '2020-01-01' }
  return accepted(await admin.put<PlaceAnswer>('/place', body), 201)
}

/** Ends every session, as an admin does; returns how many there were. */
export async function endSessions(admin: Client): Promise<number> {
  const sessions = accepted(await admin.get<readonly { id: string }[]>('/sessions'))
  for (const { id } of sessions) accepted(await admin.delete(`/sessions/${id}`), 204)
  return sessions.length
}

/** Signs Anna in at the pages of the provider. */
export async function signIn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with Test' }).click()
  await atProvider(page)
  await page.getByRole('button', { name: 'Signed in as Anna Berg' }).waitFor()
}

/** Fills in the pages of the provider. */
export async function atProvider(page: Page, sub = 'anna'): Promise<void> {
  await page.locator('input[name=login]').fill(sub)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: /continue/i }).click()
}
