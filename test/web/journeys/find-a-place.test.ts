import assert from 'node:assert/strict'
import { mediaWords } from '../../../src/pages/page-words.ts'
import { exploreWords } from '../../../web/explore/explore-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../../support/client.ts'
import { assertAccessible, assertHolds } from '../../support/web.ts'
import { nameOwner, testsOf, variants } from '../variants.ts'
import { visitorSuite } from '../visitor-suite.ts'

const days = Object.fromEntries(
  ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day) => [day, [{ from: '00:00', to: '24:00' }]]),
)
const qr = 'https://pictures.invalid/qr.svg'
const place = validPlace({
  name: 'Öppna kyrkan',
  longDescription: '## Om kyrkan\n\n<img src=x onerror="window.harmed = 1"> Välkommen.',
  openHours: [{ days }],
  media: {
    images: [{ url: 'https://pictures.invalid/altar.jpg', title: 'Altaret' }],
    links: [{ url: 'https://links.invalid/mer', title: 'Läs mer', qr }],
  },
})

const web = visitorSuite(async (admin) => {
  await nameOwner(admin)
  const { id } = accepted(await admin.put<PlaceAnswer>('/v4/place', place), 201)
  accepted(await admin.put('/v4/place', validPlace({ name: 'Sakristian', parent: { id } })), 201)
  accepted(await admin.put('/v4/place', validPlace({ name: 'Stilla kapellet' })), 201)
})

/** What Chromium says from version 156 on of the handler in a text above, where it is parsed to be cleaned. */
const handlerBlocked = /Executing inline event handler violates/

for (const variant of variants) {
  const { onDesktop } = testsOf(web, variant)
  const explore = exploreWords[variant.language]

  onDesktop('a visitor without a key searches, reads a place, and comes back to the search', async (web, context) => {
    const page = await web.open(context, '/', { ...variant, key: null, expects: handlerBlocked })
    await page.route(qr, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    )
    await page.getByRole('status').getByText(explore.hits(2), { exact: true }).waitFor()
    const box = page.getByRole('combobox', { name: explore.searchLabel })
    await box.fill('öppna')
    await page.getByRole('status').getByText(explore.hits(1), { exact: true }).waitFor()
    await page.getByRole('link', { name: /Öppna kyrkan/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Öppna kyrkan' }).waitFor()
    await page.getByText(/^(Open|Öppet)($| until| till)/).waitFor()
    await page.getByRole('link', { name: /Sakristian/ }).waitFor()
    await page.getByRole('link', { name: 'Läs mer' }).waitFor()
    await page.getByRole('img', { name: mediaWords[variant.language].qr('Läs mer') }).waitFor()
    assert.match((await web.admin.get('/metrics')).text, /^gazetteer_change_streams 0$/m)
    assert.equal(await page.getByRole('link', { name: /^(Edit|Redigera)$/ }).count(), 0)
    assert.equal(await page.getByText('Altaret').count(), 0)
    assert.equal(await page.evaluate(() => 'harmed' in globalThis), false)
    await assertAccessible(page, 'page of a place')
    await page.goBack()
    await assertHolds(box, 'öppna')
  })
}
