import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { bulkWords } from '../../web/bulk/bulk-words.ts'
import type { Client, PlaceAnswer } from '../support/client.ts'
import { assertFits, settle } from '../support/layout.ts'
import { everything } from '../support/runs.ts'
import { assertAccessible, type Page, type Web, webSuite } from '../support/web.ts'
import { type Variant, variantName, variants } from './variants.ts'

/** Where the pictures of the README go; a run without the setting leaves them as they are. */
const pictures = process.env.SCREENSHOTS === '1' ? resolve(import.meta.dirname, '../../docs/screenshots') : undefined

/** A Tuesday at noon, so that the pictures of today are those of tomorrow. */
const now = Date.parse('2026-06-09T10:00:00Z')

/** All rules of axe-core that look at colours and are asked for in light too. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

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
  { name: 'activity', path: '/manage/activity' },
  { name: 'table', path: '/manage/table' },
  { name: 'keys', path: '/manage/keys' },
  { name: 'directory', path: '/manage/directory' },
  { name: 'webhooks', path: '/manage/webhooks' },
  { name: 'finder', path: '/manage/finder' },
  { name: 'sign-in', path: '/', key: null, expects: /401/ },
  { name: 'no such view', path: '/manage/nowhere' },
  { name: 'no such address', path: '/nowhere', expects: /404/ },
  { name: 'no such place', path: '/p/nowhere', expects: /404/ },
]

const web = webSuite({ demo: true, now, prepare: ({ admin }) => prepare(admin) })
const languages = ['en', 'sv'] as const
for (const variant of variants) {
  // Each size in one language; in both where everything is asked for.
  for (const language of everything ? languages : [variant.language]) {
    const one = { ...variant, language }
    web(`every screen fits and can be used by everybody, light and dark (${variantName(one)})`, (web, context) =>
      judge(web, context, one),
    )
  }
}

/** Something has happened in the history of the church, and there is a key. */
async function prepare(admin: Client): Promise<void> {
  const found = await admin.get<PlaceAnswer>(`/v4/place/by-slug/${church.slice('/p/'.length)}`)
  const { id, shortDescription } = found.body
  await admin.patch(`/v4/place/${id}`, { shortDescription: 'Ett misstag.', updatedBy: 'Bo Ek' })
  await admin.patch(`/v4/place/${id}`, { shortDescription, updatedBy: 'Anna Berg' })
  await admin.post('/v4/keys', { name: 'the website', permissions: ['read', 'create'] })
}

async function judge(web: Web, context: TestContext, variant: Variant): Promise<void> {
  const { size, language } = variant
  const isPictured = pictures !== undefined && size === 'desktop' && language === 'en'
  // One page goes from screen to screen, whose code it then has compiled already; those that expect a fault have their own.
  const open = (screen: Screen) =>
    web.open(context, screen.path, { ...variant, colours: 'light', now, map: true, ...screen })
  const isOwn = (screen: Screen) => screen.key === null || screen.expects !== undefined
  let shared: Page | undefined
  let shown: string | undefined
  for (const screen of screens) {
    let page = isOwn(screen) ? undefined : shared
    if (page) {
      await page.emulateMedia({ colorScheme: 'light' })
      if (screen.path !== shown) await page.goto(web.service.url + screen.path)
    } else page = await open(screen)
    if (!isOwn(screen)) [shared, shown] = [page, screen.path]
    await settle(page)
    if (screen.act) {
      await screen.act(page, language)
      await settle(page)
    }
    await assertFits(page, screen.name)
    await assertAccessible(page, `${screen.name}, light`)
    if (isPictured && screen.isPictured) await takePicture(page, screen.name)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    await settle(page)
    // What else there is to judge is the same in any colours.
    await assertAccessible(page, `${screen.name}, dark`, rulesOfColour)
    if (isOwn(screen)) await page.context().close()
  }
}

async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(pictures ?? '', `${name}.png`) })
}
