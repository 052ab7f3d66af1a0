import assert from 'node:assert/strict'
import { fieldWords } from '../../../web/place/place-fields.ts'
import { assertAccessible } from '../../support/web.ts'
import { providerSuite, signIn } from '../provider-suite.ts'

const web = providerSuite()

web(
  'an editor signs in, edits the places of the own owner under the own name, and signs out',
  async ({ open, url, mine, other }) => {
    const page = await open('/')
    await assertAccessible(page, 'sign-in')
    await signIn(page)
    await page.goto(`${url}/p/${other.slug}`)
    await page.getByRole('heading', { level: 1, name: 'Allhelgona' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0)
    await page.goto(`${url}/p/${mine.slug}/edit`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Uppsala domkyrka')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Uppsala domkyrka' }).waitFor()
    await page.goto(`${url}/p/${mine.slug}/history`)
    await page.getByText('by Anna Berg (signed in as anna)').first().waitFor()
    await page.getByText('by Bo, with the key “ADMIN_KEY”').first().waitFor()
    await page.getByRole('button', { name: 'Signed in as Anna Berg' }).click()
    await page.getByText('create, change for Pastorat uppsala').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'New place' }).click()
    const owner = page.getByRole('combobox', { name: 'Owner', exact: true })
    assert.equal(await owner.inputValue(), 'Pastorat uppsala', 'who writes for one owner makes its places')
    await page.getByRole('textbox', { name: fieldWords.en['owner.type'] }).waitFor()
    await page.getByRole('button', { name: 'Signed in as Anna Berg' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/session\/end/)
  },
)

web('whoever signs in by a key is asked for it again where it is unknown', async ({ open, web }) => {
  const page = await open('/', { language: 'sv', expects: /401/ })
  await page.getByRole('button', { name: 'Använd en nyckel' }).click()
  await page.getByLabel('Nyckel').fill('wrong')
  await page.getByLabel('Ditt namn').fill('Anna Berg')
  await page.getByRole('button', { name: 'Logga in' }).click()
  await page.getByText('Nyckeln är okänd').waitFor()
  await page.getByLabel('Nyckel').fill(web.service.adminKey)
  await page.getByRole('button', { name: 'Logga in' }).click()
  const box = page.getByRole('combobox', { name: 'Sök platser' })
  await box.waitFor()
  await page.reload()
  await box.waitFor()
})
