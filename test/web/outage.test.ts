import assert from 'node:assert/strict'
import { editWords } from '../../web/edit/edit-words.ts'
import { exploreWords } from '../../web/explore/explore-words.ts'
import { fieldWords } from '../../web/place/place-fields.ts'
import { accepted, client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { settle } from '../support/layout.ts'
import { freePort } from '../support/ports.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'
import { assertAccessible, assertHolds, readingOf, webSuite } from '../support/web.ts'
import { nameOwner, testsOf, variants } from './variants.ts'

const web = webSuite()
const key = 'key-of-the-outage'

for (const variant of variants) {
  const { onDesktop, onPhone } = testsOf(web, variant)
  const words = editWords[variant.language]
  const explore = exploreWords[variant.language]

  onDesktop('the server is killed in the middle of a save', async ({ open }, context) => {
    const folder = temporaryFolder(context)
    const PORT = String(await freePort())
    const server = await startProcess(context, folder, { ADMIN_KEY: key, PORT })
    const admin = client(server.url, key)
    await nameOwner(admin)
    const place = accepted(await admin.put('/v4/place', validPlace({ name: 'Kyrkan i stormen' })), 201)
    const path = `/p/${place.slug}/edit`
    const page = await open(context, path, {
      ...variant,
      origin: server.url,
      key,
      expects: /ERR_|Failed to load|Worker failed/,
    })
    const short = page.getByRole('textbox', { name: fieldWords[variant.language].shortDescription, exact: true })
    const save = page.getByRole('button', { name: words.save, exact: true })
    await short.fill('Skriven i stormen.')

    // It has taken the change from the wire and not answered when it is killed.
    server.pause()
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await save.click()
    await sent
    await page.getByText(words.saving).waitFor()
    await server.end('SIGKILL')
    await page.getByText(words.lost).waitFor()
    await assertHolds(short, 'Skriven i stormen.')
    // It says so already: that it was tried again is seen by the request.
    const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH')
    await save.click()
    await failed
    await page.getByText(words.lost).waitFor()

    const again = await startProcess(context, folder, { ADMIN_KEY: key, PORT })
    assert.equal(again.url, server.url)
    await page.reload()
    await page.getByText(words.restored('').slice(0, 20)).waitFor()
    await assertHolds(short, 'Skriven i stormen.')
    await save.click()
    await readingOf(page, place.name)
    const { body } = await admin.get<PlaceAnswer>(`/v4/place/${place.id}`)
    assert.deepEqual([body.shortDescription, body.updatedBy], ['Skriven i stormen.', 'Anna Berg'])
  })

  onPhone(
    'a list whose server is gone keeps its rows and says so, and comes back by itself',
    async ({ open }, context) => {
      const folder = temporaryFolder(context)
      const PORT = String(await freePort())
      const server = await startProcess(context, folder, { ADMIN_KEY: key, PORT })
      const place = accepted(
        await client(server.url, key).put('/v4/place', validPlace({ name: 'Kyrkan vid vägen' })),
        201,
      )
      const page = await open(context, '/', {
        ...variant,
        origin: server.url,
        key,
        expects: /ERR_|Failed to load|Worker failed/,
      })
      const link = page.getByRole('link', { name: /Kyrkan vid vägen/ })
      await link.waitFor()
      await settle(page)
      await server.end('SIGKILL')
      await page.getByRole('combobox').first().fill('kyrkan')
      await page.getByText(explore.away).waitFor()
      await link.waitFor()
      await assertAccessible(page, 'explorer whose server is gone')
      await startProcess(context, folder, { ADMIN_KEY: key, PORT })
      await page.getByText(explore.away).waitFor({ state: 'hidden' })
      await link.click()
      await readingOf(page, place.name)
    },
  )
}
