import assert from 'node:assert/strict'
import { editWords } from '../../web/edit/edit-words.ts'
import { sessionWords } from '../../web/session/session-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { nameOwner, testsOf, variants } from './variants.ts'
import { visitorSuite } from './visitor-suite.ts'

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

/** Visitors of this service see media. */
const web = visitorSuite(
  async (admin) => {
    await nameOwner(admin)
    slug = accepted(await admin.put<PlaceAnswer>('/v4/place', validPlace({ media: { images } })), 201).slug
  },
  { permissions: ['read-published', 'read-media'] },
)
const expects = /ERR_/

for (const variant of variants) {
  const { onDesktop, onPhone } = testsOf(web, variant)
  onPhone('D51: visitors whose key has read-media see pictures', async ({ open }, context) => {
    const page = await open(context, `/p/${slug}`, { ...variant, key: null, expects })
    await page.getByText('Altaret', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'CC BY 4.0' }).waitFor()
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
