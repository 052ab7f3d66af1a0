import { exploreWords } from '../../web/explore/explore-words.ts'
import { assertAccessible, webSuite } from '../support/web.ts'
import { variantName, variants } from './variants.ts'

const web = webSuite({ demo: true })

for (const variant of variants) {
  const words = exploreWords[variant.language]

  web(`the nearest stand first, and what is open now alone (${variantName(variant)})`, async ({ open }, context) => {
    const page = await open(context, '/', variant)
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ longitude: 17.6389, latitude: 59.8586 })
    await page.getByRole('button', { name: words.nearMe, exact: true }).click()
    await page.waitForURL(/near=17\.6389,59\.8586/)
    await page
      .getByRole('link', { name: /Uppsala.*\d\s(m|km)$/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: words.openNow, exact: true }).click()
    await page.waitForURL(/open=now/)
    await page.getByRole('button', { name: words.openNow, pressed: true }).waitFor()
    await assertAccessible(page, 'what is open near')
  })

  web(`a search that finds nothing says what to do (${variantName(variant)})`, async ({ open }, context) => {
    const page = await open(context, '/?q=zzzz&is=Cemetery', variant)
    await page.getByRole('heading', { name: words.nothingTitle }).waitFor()
    await assertAccessible(page, 'nothing found')
    await page.getByRole('button', { name: words.clear }).last().click()
    await page
      .getByRole('link', { name: /kyrkogård/ })
      .first()
      .waitFor()
  })
}
