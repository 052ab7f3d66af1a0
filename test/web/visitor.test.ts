import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { accepted, client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { assertFits, settle } from '../support/fits.ts'
import { startService } from '../support/service.ts'
import { assertAccessible, webSuite } from '../support/web.ts'
import { nameOwner, variantName, variants } from './variants.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'gazetteer-visitors-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))

const everyDay = Object.fromEntries(
  ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day) => [day, [{ from: '00:00', to: '24:00' }]]),
)
const picture = 'https://pictures.invalid/altar.jpg'
const place = validPlace({
  name: 'Öppna kyrkan',
  shortDescription: 'Alltid öppen.',
  longDescription: '## Om kyrkan\n\n<img src=x onerror="window.harmed = 1"> Välkommen.',
  openHours: [{ days: everyDay }],
  placeDetails: { hasToilet: true, hasWifi: false, accessibility: { hasRamp: true } },
  media: {
    video: [
      { url: 'https://films.invalid/dop.mp4', title: 'Ett dop', description: 'En film om dopet.' },
      { provider: 'Filmhuset', providerRef: '42', title: 'Hos en leverantör' },
    ],
    audio: [{ url: 'https://sounds.invalid/klockor.mp3', title: 'Klockorna' }],
    images: [{ url: picture, title: 'Altaret', alternateDescription: 'Ett altare av ek.' }],
    links: [{ url: 'https://links.invalid/mer', title: 'Läs mer', qr: 'https://pictures.invalid/qr.png' }],
  },
})

/** A service that is open to visitors: its public key was made by the service before it was started with it. */
const web = webSuite(async () => {
  const service = await startService({ dataDir })
  const admin = client(service.url, service.adminKey)
  await nameOwner(admin)
  const { id } = accepted(await admin.put<PlaceAnswer>('/v4/place', place), 201)
  await admin.put('/v4/place', validPlace({ name: 'Sakristian', parent: { id } }))
  const { body } = await admin.post<{ key: string }>('/v4/keys', { name: 'visitors', permissions: ['read'] })
  await service.close()
  return { dataDir, env: { PUBLIC_KEY: body.key } }
})

for (const variant of variants) {
  web(`a visitor without a key finds and reads a place (${variantName(variant)})`, async ({ open }, context) => {
    const page = await open(context, '/', { ...variant, key: null })
    await settle(page)
    await assertAccessible(page, 'explorer of a visitor')
    await page.getByRole('link', { name: /Öppna kyrkan/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Öppna kyrkan' }).waitFor()
    await page.getByText(/^(Open|Öppet)($| until| till)/).waitFor()
    await page.getByRole('link', { name: /Sakristian/ }).waitFor()
    await page.getByRole('link', { name: 'Läs mer' }).waitFor()
    assert.equal(await page.getByRole('link', { name: /^(Edit|Redigera)$/ }).count(), 0)
    assert.equal(await page.getByText('Altaret').count(), 0)
    assert.equal(await page.evaluate(() => 'harmed' in globalThis), false)
    await assertAccessible(page, 'page of a place')
  })

  web(`who may see pictures sees or hears what they show (${variantName(variant)})`, async ({ open }, context) => {
    const page = await open(context, '/', { ...variant, expects: /ERR_NAME_NOT_RESOLVED|ERR_FAILED|ERR_/ })
    await page.getByRole('link', { name: /Öppna kyrkan/ }).click()
    await page.getByText('Altaret', { exact: true }).scrollIntoViewIfNeeded()
    await page
      .getByText('Ett altare av ek.')
      .or(page.getByRole('img', { name: 'Ett altare av ek.' }))
      .first()
      .waitFor()
    const player = (kind: 'video' | 'audio', title: string) => page.locator(`${kind}[controls][aria-label="${title}"]`)
    await player('video', 'Ett dop').waitFor()
    await page.getByText('En film om dopet.').waitFor()
    assert.equal(await player('video', 'Ett dop').getAttribute('preload'), 'none')
    await player('audio', 'Klockorna').waitFor()
    await page.getByText('Hos en leverantör').waitFor()
    await page.getByText(/Filmhuset.*42|42.*Filmhuset/).waitFor()
    await assertFits(page, 'page of a place with films and sounds')
    await assertAccessible(page, 'page of a place with pictures')
  })
}

web('at an address that names nothing everybody is told so, and led to the search', async ({ open }, context) => {
  for (const path of ['/nowhere', '/p/a/b/c']) {
    const page = await open(context, path, { key: null, language: 'sv', expects: /404/ })
    await page.getByRole('heading', { level: 1, name: 'Det finns inget på den här adressen' }).waitFor()
    await page.getByRole('link', { name: 'Till sökningen' }).click()
    await page.getByRole('link', { name: /Öppna kyrkan/ }).waitFor()
  }
})
