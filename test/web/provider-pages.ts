import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { accepted, client, type PlaceAnswer } from '../support/client.ts'
import { startProvider } from '../support/provider/provider.ts'
import { startService } from '../support/service.ts'

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

/** Starts a service whose people sign in at a provider, with a place of Anna's owner and one of another. */
export async function startWithProvider(context: TestContext) {
  const provider = await startProvider(context, { roles, people })
  const service = await startService({ env: provider.env })
  context.after(() => service.close())
  const admin = client(provider.publicUrl, service.adminKey)
  const geolocation = { type: 'Feature', geometry: { type: 'Point', coordinates: [17.6, 59.9] } }
  const add = async (name: string, id: string) => {
    await admin.put(`/directory/owners/${id}`, { name: `Pastorat ${id}` })
    const body = { name, owner: { id, type: 'external' }, geolocation, updatedBy: 'Bo', published: '2020-01-01' }
    return accepted(await admin.put<PlaceAnswer>('/place', body), 201)
  }
  return {
    url: provider.publicUrl,
    admin,
    mine: await add('Domkyrkan', 'uppsala'),
    other: await add('Allhelgona', 'lund'),
  }
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
