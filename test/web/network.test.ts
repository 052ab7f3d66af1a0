import assert from 'node:assert/strict'
import { editWords } from '../../web/edit/edit-words.ts'
import { exploreWords } from '../../web/explore/explore-words.ts'
import { fieldWords } from '../../web/place/place-fields.ts'
import { type Answer, accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { settle } from '../support/layout.ts'
import { assertAccessible, assertFocused, assertHolds, type Page, readingOf, webSuite } from '../support/web.ts'
import { nameOwner, testsOf, variants } from './variants.ts'

const names = ['Alby kyrka', 'Alby gamla kyrka', 'Almunge kyrka', 'Norra kapellet']

const web = webSuite({
  prepare: async ({ admin }) => {
    await nameOwner(admin)
    for (const name of names) accepted(await admin.put('/v4/place', validPlace({ name })), 201)
  },
})

/** Makes the network of a page that of a telephone in the country: 50 kB a second, 600 ms to an answer. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const bytesPerSecond = 50_000
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 600,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

/** Holds requests back until they are released, so that what the page shows meanwhile can be looked at. */
async function hold(page: Page, address: string, method: string): Promise<{ release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() === method) await promise
    await route.continue()
  })
  return { release: resolve }
}

for (const variant of variants) {
  const { onDesktop, onPhone } = testsOf(web, variant)
  const words = exploreWords[variant.language]
  const edit = editWords[variant.language]

  onPhone('on a slow network the last word typed is answered', async ({ open }, context) => {
    const page = await open(context, '/', variant)
    await settle(page)
    await slowDown(page)
    const box = page.getByRole('combobox', { name: words.searchLabel })
    await box.pressSequentially('alby gamla', { delay: 120 })
    await page.getByRole('status').getByText(words.hits(1)).waitFor()
    await settle(page)
    await page.getByRole('status').getByText(words.hits(1)).waitFor()
    await box.press('Escape')
    await page.getByRole('link', { name: /Alby gamla kyrka/ }).click()
    await readingOf(page, 'Alby gamla kyrka')
  })

  onDesktop(
    'on a slow network a change is saved once, and says that it is being saved',
    async ({ open, admin }, context) => {
      const place = accepted(await admin.put('/v4/place', validPlace({ name: `Långsamma ${variant.size}` })), 201)
      const page = await open(context, `/p/${place.slug}/edit`, variant)
      const label = fieldWords[variant.language].shortDescription
      await page.getByRole('textbox', { name: label, exact: true }).fill('Sparad på en tunn lina.')
      await slowDown(page)
      let writes = 0
      page.on('request', (request) => {
        if (request.method() === 'PATCH') writes += 1
      })
      const answer = await hold(page, `**/place/${place.id}`, 'PATCH')
      await page.getByRole('button', { name: edit.save, exact: true }).dblclick()
      await page.keyboard.press('Control+s')
      await page.getByText(edit.saving).waitFor()
      await assertAccessible(page, 'editor while saving')
      answer.release()
      await readingOf(page, place.name)
      const stored: Answer<PlaceAnswer> = await admin.get(`/v4/place/${place.id}`)
      assert.equal(stored.body.shortDescription, 'Sparad på en tunn lina.')
      assert.equal(writes, 1)
    },
  )

  onPhone('what is typed while a place is saved stays to be saved', async ({ open, admin }, context) => {
    const place = accepted(await admin.put('/v4/place', validPlace({ name: `Skrivna ${variant.size}` })), 201)
    const page = await open(context, `/p/${place.slug}/edit`, variant)
    const short = page.getByRole('textbox', { name: fieldWords[variant.language].shortDescription, exact: true })
    await short.fill('Byggd')
    const answer = await hold(page, `**/place/${place.id}`, 'GET')
    await short.press('ControlOrMeta+s')
    await page.getByText(edit.saving).waitFor()
    await short.press('End')
    await page.keyboard.type(' av sten ')
    answer.release()
    await page.getByText(edit.savedBefore).waitFor()
    await page.getByText(edit.changes(1)).waitFor()
    await assertFocused(short)
    await page.keyboard.type('och tegel.')
    await assertHolds(short, 'Byggd av sten och tegel.')
    await page.reload()
    await assertHolds(short, 'Byggd av sten och tegel.')
    await page.getByRole('button', { name: edit.save, exact: true }).click()
    await readingOf(page, place.name)
    const stored: Answer<PlaceAnswer> = await admin.get(`/v4/place/${place.id}`)
    assert.equal(stored.body.shortDescription, 'Byggd av sten och tegel.')
  })
}
