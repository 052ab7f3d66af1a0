import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { editWords } from '../../web/edit/edit-words.ts'
import { sessionWords } from '../../web/session/session-words.ts'
import { accepted, client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { startService } from '../support/service.ts'
import { webSuite } from '../support/web.ts'
import { nameOwner, testsOf, variants } from './variants.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'gazetteer-public-media-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))

const images = [
  {
    url: 'https://pictures.invalid/altar.jpg',
    title: 'Altaret',
    alternateDescription: 'Ett altare.',
    tags: ['ccby40'],
  },
  { url: 'https://pictures.invalid/ranka.jpg', title: 'Rankan', tags: ['alt-decorative'] },
]
let slug = ''

/** A service whose visitors may see media. */
const web = webSuite(async () => {
  const service = await startService({ dataDir })
  const admin = client(service.url, service.adminKey)
  await nameOwner(admin)
  const place = accepted(await admin.put<PlaceAnswer>('/v4/place', validPlace({ media: { images } })), 201)
  slug = place.slug
  const permissions = ['read-published', 'read-media']
  const { body } = await admin.post<{ key: string }>('/v4/keys', { name: 'visitors', permissions })
  await service.close()
  return { dataDir, env: { PUBLIC_KEY: body.key } }
})
const expects = /ERR_/

for (const variant of variants) {
  const { onDesktop, onPhone } = testsOf(web, variant)
  onPhone('D51: visitors whose key has read-media see pictures', async ({ open }, context) => {
    const page = await open(context, `/p/${slug}`, { ...variant, key: null, expects })
    // It stands there twice while the live page takes the place of the first.
    await page.getByText('Altaret', { exact: true }).first().waitFor()
    await page.locator('#page:not([hidden])').getByRole('link', { name: 'CC BY 4.0' }).waitFor()
  })

  onDesktop('D51: the editor says who will see pictures', async ({ open, admin }, context) => {
    const words = editWords[variant.language]
    const page = await open(context, `/p/${slug}/edit#media`, { ...variant, expects })
    await page.getByText(words.mediaForVisitors).waitFor()
    assert.equal(await page.getByText(words.mediaNotForVisitors).count(), 0)
    const made = await admin.post<{ key: string }>('/v4/keys', { name: 'blind', permissions: ['read', 'update'] })
    const blind = await open(context, `/p/${slug}/edit#media`, { ...variant, key: made.body.key, expects })
    await blind.getByText(words.hiddenMedia).waitFor()
  })
}

web('a picture that is decorative has an empty alternate text', async ({ service }) => {
  const html = await (await fetch(`${service.url}/p/${slug}`)).text()
  assert.match(html, /altar\.jpg" alt="Ett altare\."/)
  assert.match(html, /ranka\.jpg" alt=""/)
  assert.match(
    html,
    /altar.*<a href="https:\/\/creativecommons\.org\/licenses\/by\/4\.0\/"[^>]*>CC BY 4\.0<\/a>.*ranka/s,
  )
})

web(
  'D50: a visitor filters by owner without the directory, and history is for those with a key',
  async ({ open }, context) => {
    const page = await open(context, '/?owner_id=unit-1', { language: 'en', key: null })
    await page
      .getByRole('button', { name: /Testets församling/ })
      .first()
      .waitFor()
    await page.goto(`${new URL(page.url()).origin}/p/${slug}/history`)
    await page.getByLabel(sessionWords.en.key).waitFor()
  },
)
