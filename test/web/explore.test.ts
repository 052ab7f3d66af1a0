import assert from 'node:assert/strict'
import { assertAccessible, webSuite } from '../support/web.ts'

const web = webSuite({ demo: true })

web('a place is found by typing, and its page leads back to the search', async ({ open }, context) => {
  const page = await open(context, '/')
  await page.getByRole('searchbox').fill('abborrberget kyrka')
  await page.getByRole('status').getByText('1 place', { exact: true }).waitFor()
  await page.getByRole('link', { name: /Abborrbergets kyrka/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Abborrbergets kyrka' }).waitFor()
  await page.goBack()
  assert.equal(await page.getByRole('searchbox').inputValue(), 'abborrberget kyrka')
})

web('whoever has no key is asked for one, and told when it is unknown', async ({ open, service }, context) => {
  const page = await open(context, '/', { key: null, language: 'sv', expects: /401/ })
  await assertAccessible(page, 'login')
  await page.getByLabel('Nyckel').fill('wrong')
  await page.getByLabel('Ditt namn').fill('Anna Berg')
  await page.getByRole('button', { name: 'Logga in' }).click()
  await page.getByText('Tjänsten känner inte till nyckeln').waitFor()
  await page.getByLabel('Nyckel').fill(service.adminKey)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await page.getByRole('searchbox').waitFor()
  await page.reload()
  await page.getByRole('searchbox').waitFor()
})
