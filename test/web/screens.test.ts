import { join, resolve } from 'node:path'
import { bulkWords } from '../../web/bulk/bulk-words.ts'
import type { PlaceAnswer } from '../support/client.ts'
import { assertFits, settle } from '../support/fits.ts'
import { assertAccessible, type Page, webSuite } from '../support/web.ts'
import { type Variant, variants } from './variants.ts'

/** Where the pictures of the README go; a run without the setting leaves them as they are. */
const pictures = process.env.SCREENSHOTS === '1' ? resolve(import.meta.dirname, '../../docs/screenshots') : undefined

/** A Tuesday at noon, so that the pictures of today are those of tomorrow. */
const now = Date.parse('2026-06-09T10:00:00Z')

const web = webSuite({
  demo: true,
  now,
  prepare: async ({ admin }) => {
    const found = await admin.get<PlaceAnswer>(`/v4/place/by-slug/${church.slice('/p/'.length)}`)
    const { id, shortDescription } = found.body
    await admin.patch(`/v4/place/${id}`, { shortDescription: 'Ett misstag.', updatedBy: 'Bo Ek' })
    await admin.patch(`/v4/place/${id}`, { shortDescription, updatedBy: 'Anna Berg' })
    await admin.post('/v4/keys', { name: 'the website', permissions: ['read', 'create'] })
  },
})

const church = '/p/ludvikas-sankt-staffans-forsamling-abborrbergets-kyrka'

interface Screen {
  readonly name: string
  readonly path: string
  /** What is done before it is looked at. */
  readonly act?: (page: Page, language: 'sv' | 'en') => Promise<void>
  readonly key?: null
  readonly expects?: RegExp
  /** Whether the README shows it. */
  readonly isPictured?: true
}

const screens: readonly Screen[] = [
  { name: 'explorer', path: '/', isPictured: true },
  { name: 'map', path: '/?view=map' },
  { name: 'place', path: church, isPictured: true },
  { name: 'editor', path: `${church}/edit`, isPictured: true },
  {
    name: 'hours',
    path: `${church}/edit`,
    act: (page) => page.locator('#hours').evaluate((section) => section.scrollIntoView()),
    isPictured: true,
  },
  { name: 'new place', path: '/manage/new' },
  { name: 'history', path: `${church}/history` },
  { name: 'import', path: '/manage/import' },
  {
    name: 'many at once',
    path: '/',
    async act(page, language) {
      const words = bulkWords[language]
      await page.getByRole('button', { name: words.select, exact: true }).click()
      await page.getByRole('button', { name: words.selectPage }).click()
      await page.getByRole('link', { name: words.change }).click()
    },
  },
  { name: 'overview', path: '/manage' },
  { name: 'keys', path: '/manage/keys' },
  { name: 'directory', path: '/manage/directory' },
  { name: 'sign-in', path: '/', key: null, expects: /401/ },
  { name: 'no such view', path: '/manage/nowhere' },
  { name: 'no such address', path: '/nowhere', expects: /404/ },
  { name: 'no such place', path: '/p/nowhere', expects: /404/ },
]

/** Both sizes and languages; each size in each language where everything is asked for. */
const judged: readonly Pick<Variant, 'size' | 'language'>[] =
  process.env.TEST_SCREENS === 'everything'
    ? (['desktop', 'phone'] as const).flatMap((size) => (['en', 'sv'] as const).map((language) => ({ size, language })))
    : variants

for (const { size, language } of judged) {
  const isPictured = pictures !== undefined && size === 'desktop' && language === 'en'

  web(`every screen fits and can be used by everybody, light and dark (${size}, ${language})`, async (web, context) => {
    for (const screen of screens) {
      const page = await web.open(context, screen.path, { size, language, now, ...screen })
      await settle(page)
      await screen.act?.(page, language)
      await look(page, `${screen.name}, light`)
      if (isPictured && screen.isPictured) await takePicture(page, screen.name)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
      await look(page, `${screen.name}, dark`)
      await page.close()
    }
  })
}

async function look(page: Page, screen: string): Promise<void> {
  await settle(page)
  await assertFits(page, screen)
  await assertAccessible(page, screen)
}

async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(pictures ?? '', `${name}.png`) })
}
