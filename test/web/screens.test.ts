import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { languageNames } from '../../src/words/words.ts'
import { bulkWords } from '../../web/bulk/bulk-words.ts'
import { editorWords } from '../../web/hours/hours-words.ts'
import { accepted, type Client, type PlaceAnswer } from '../support/client.ts'
import { assertFits, settle } from '../support/layout.ts'
import { everything } from '../support/runs.ts'
import { assertAccessible, type Page, type Web } from '../support/web.ts'
import { importDemo } from './demo-places.ts'
import { type Variant, variantName, variants } from './variants.ts'
import { visitorSuite } from './visitor-suite.ts'

/** Where the pictures of the README go; a run without the argument leaves them as they are. */
const isPictured = process.argv.includes('--screenshots')
const pictures = isPictured ? resolve(import.meta.dirname, '../../docs/screenshots') : undefined

/** A Tuesday at noon, so that the pictures of today are those of tomorrow. */
const now = Date.parse('2026-06-09T10:00:00Z')

/** All rules of axe-core that look at colours and are asked for in light too. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

const church = '/p/karlstads-sankt-staffans-forsamling-karlstads-kyrka'
const owner = 'karlstad'

interface Screen {
  readonly name: string
  readonly path: string
  /** What is done before it is looked at. */
  readonly act?: (page: Page, language: 'sv' | 'en') => Promise<void>
  /** Who looks at it; the admin where nobody is named. */
  readonly as?: 'visitor' | 'editor'
  /** Whether its map is drawn. */
  readonly map?: boolean
  readonly expects?: RegExp
  /** Whether the README shows it. */
  readonly isPictured?: true
}

const screens: readonly Screen[] = [
  { name: 'explorer', path: '/', map: pictures !== undefined, isPictured: true },
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
  { name: 'today', path: '/manage' },
  { name: 'activity', path: '/manage/activity' },
  { name: 'table', path: '/manage/table' },
  { name: 'keys', path: '/manage/keys' },
  { name: 'directory', path: '/manage/directory' },
  { name: 'webhooks', path: '/manage/webhooks' },
  { name: 'finder', path: '/manage/finder' },
  { name: 'no such view', path: '/manage/nowhere' },
  { name: 'map', path: '/?view=map', map: true },
  { name: 'place', path: church, map: true, isPictured: true },
  { name: 'publishing', path: `${church}/publish` },
  { name: 'editor', path: `${church}/edit`, map: true, isPictured: true },
  {
    name: 'hours',
    path: `${church}/edit`,
    act: (page) => page.locator('#hours').evaluate((section) => section.scrollIntoView()),
    map: true,
    isPictured: true,
  },
  {
    name: 'holidays',
    path: `${church}/edit`,
    act: (page, language) => page.getByRole('button', { name: editorWords[language].holidays, exact: true }).click(),
  },
  {
    name: 'new key',
    path: '/manage/keys',
    act: (page) => page.getByRole('button', { name: /New key|Ny nyckel/ }).click(),
  },
  { name: 'my places', path: '/', as: 'editor' },
  { name: 'explorer of a visitor', path: '/', as: 'visitor' },
  { name: 'place of a visitor', path: church, as: 'visitor' },
  { name: 'sign-in', path: '/manage', as: 'visitor' },
  { name: 'no such address', path: '/nowhere', expects: /404/ },
  { name: 'no such place', path: '/p/nowhere', expects: /404/ },
]

let editorKey = ''
const web = visitorSuite(prepare, { demo: pictures !== undefined, now })
for (const variant of variants) {
  web(`every screen fits and can be used by everybody, light and dark (${variantName(variant)})`, (web, context) =>
    judge(web, context, variant),
  )
}

/** Something has happened in the history of the church, which an editor looks after. */
async function prepare(admin: Client): Promise<void> {
  if (pictures === undefined) await importDemo(admin)
  const { id, shortDescription } = accepted(
    await admin.get<PlaceAnswer>(`/v4/place/by-slug/${church.slice('/p/'.length)}`),
  )
  accepted(
    await admin.put(`/v4/directory/owners/${owner}`, { name: 'Karlstads domkyrkoförsamling', type: 'Församling' }),
    201,
  )
  const mistake = { shortDescription: 'Ett misstag.', owner: { id: owner, type: 'Församling' }, updatedBy: 'Bo Ek' }
  accepted(await admin.patch(`/v4/place/${id}`, mistake), 204)
  accepted(await admin.patch(`/v4/place/${id}`, { shortDescription, updatedBy: 'Anna Berg' }), 204)
  const rights = { name: 'the website', permissions: ['read', 'update'], owners: [owner] }
  editorKey = accepted(await admin.post<{ key: string }>('/v4/keys', rights), 201).key
}

async function judge(web: Web, context: TestContext, variant: Variant): Promise<void> {
  const { size, language } = variant
  const isPictured = pictures !== undefined && size === 'desktop' && language === 'en'
  // Each page goes from screen to screen, whose code it then has compiled already.
  const pages = new Map<string, Page>()
  const open = async ({ path, as, map = false, expects }: Screen) => {
    const kind = [as, map, expects].join()
    const shown = pages.get(kind)
    if (shown) {
      await shown.emulateMedia({ colorScheme: 'light' })
      // Also where it stands there already: what the screen before has begun is no part of this one.
      await shown.goto(web.service.url + path)
      return shown
    }
    const key = as && { visitor: null, editor: editorKey }[as]
    const page = await web.open(context, path, {
      ...{ ...variant, colours: 'light', now, map: map && isPictured ? 'sharp' : map },
      ...(key !== undefined && { key }),
      ...(expects && { expects }),
    })
    pages.set(kind, page)
    return page
  }
  for (const screen of screens) {
    const page = await open(screen)
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
    // So is what a language changes beside the length of texts.
    if (everything) await assertFitsTranslated(page, screen.name, language)
  }
}

/** Asserts that a screen fits in the other language too. */
async function assertFitsTranslated(page: Page, name: string, language: 'sv' | 'en'): Promise<void> {
  const other = language === 'sv' ? 'en' : 'sv'
  const choose = (language: 'sv' | 'en') =>
    page
      .getByRole('button', { name: languageNames[language], exact: true })
      .or(page.getByRole('link', { name: languageNames[language], exact: true }))
      .first()
      // Also from behind a dialog.
      .dispatchEvent('click')
  await choose(other)
  await page.locator(`html[lang=${other}]`).waitFor()
  await settle(page)
  await assertFits(page, `${name}, ${other}`)
  await choose(language)
  await page.locator(`html[lang=${language}]`).waitFor()
}

async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(pictures ?? '', `${name}.png`) })
}
