import assert from 'node:assert/strict'
import { appWords } from '../../web/app/app-words.ts'
import { editWords } from '../../web/edit/edit-words.ts'
import { fieldWords } from '../../web/place/field-words.ts'
import { placeWords } from '../../web/place/place-words.ts'
import { pageWords } from '../../web/place-page/page-words.ts'
import { sessionWords } from '../../web/session/session-words.ts'
import { accepted, validPlace } from '../support/client.ts'
import { assertFits } from '../support/layout.ts'
import { assertAccessible, assertBecomes, assertHolds, type Page, readingOf, webSuite } from '../support/web.ts'
import { nameOwner, testsOf, variants } from './variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })
const words = appWords.en

const account = (page: Page) => page.getByRole('button', { name: words.account('Anna Berg') })
const form = (page: Page) => page.getByLabel(sessionWords.en.key, { exact: true })

async function logIn(page: Page, key: string): Promise<void> {
  await form(page).fill(key)
  await page.getByLabel(sessionWords.en.name, { exact: true }).fill('Anna Berg')
  await page.getByRole('button', { name: sessionWords.en.submit }).click()
  await account(page).waitFor()
}

async function chooseLogOut(page: Page): Promise<void> {
  await account(page).click()
  await page.getByRole('menuitem', { name: words.logOut }).click()
}

/** Another tab of the same window on an address. */
async function openTab(page: Page, url = page.url()): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(url)
  return tab
}

const keysIn = (page: Page) =>
  page.evaluate(() => [sessionStorage, localStorage].map((storage) => JSON.stringify({ ...storage })))

web('a new tab has the key of an open one, which no storage but that of the tabs holds', async (web, context) => {
  const { adminKey } = web.service
  const first = await web.open(context, '/', { key: null })
  await logIn(first, adminKey)
  const second = await openTab(first)
  await account(second).waitFor()
  for (const tab of [first, second]) {
    const [own, shared] = await keysIn(tab)
    assert.ok(own?.includes(adminKey))
    assert.ok(!shared?.includes(adminKey))
  }
  // Another name of the same machine is another origin.
  const url = new URL(first.url())
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  await form(await openTab(first, url.href)).waitFor()
})

web('logging out reaches every tab, and none of them is given a key after it', async (web, context) => {
  const { adminKey } = web.service
  const first = await web.open(context, '/', { key: null, expects: /401/ })
  await logIn(first, adminKey)
  const [second, asleep] = [await openTab(first), await openTab(first)]
  await account(second).waitFor()
  await account(asleep).waitFor()
  await asleep.goto('about:blank')
  await chooseLogOut(second)
  for (const tab of [first, second]) await form(tab).waitFor()
  await asleep.goto(first.url())
  await form(asleep).waitFor()
  for (const tab of [first, second, asleep]) assert.ok(!(await keysIn(tab)).join().includes(adminKey))

  await logIn(second, adminKey)
  for (const tab of [first, asleep]) {
    await tab.reload()
    await form(tab).waitFor()
  }
  await account(await openTab(second)).waitFor()
  for (const tab of [first, asleep]) assert.ok(await form(tab).isVisible())
})

web('a log-out asks before it forgets the work in another tab', async (web, context) => {
  const { slug } = accepted(await web.admin.put('/v4/place', validPlace({ name: 'Kapellet' })), 201)
  const first = await web.open(context, `/p/${slug}/edit`, { key: null, expects: /401/ })
  await logIn(first, web.service.adminKey)
  const short = first.getByRole('textbox', { name: fieldWords.en.shortDescription, exact: true })
  await short.fill('Halvskriven.')
  await first.waitForFunction(() => Object.keys(sessionStorage).some((name) => name.startsWith('gazetteer.draft.')))
  const second = await openTab(first, new URL('/', first.url()).href)
  await chooseLogOut(second)
  const question = second.getByRole('dialog', { name: words.logOutUnsaved })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await assertHolds(short, 'Halvskriven.')
  await chooseLogOut(second)
  await question.getByRole('button', { name: words.logOut }).click()
  await form(first).waitFor()
  await assertBecomes(
    () => first.evaluate(() => JSON.stringify({ ...sessionStorage })),
    '{"gazetteer.isLoggedOut":"true"}',
  )
})

web('a log-out forgets the work also in a tab whose key was refused', async (web, context) => {
  const { slug } = accepted(await web.admin.put('/v4/place', validPlace({ name: 'Klockstapeln' })), 201)
  const first = await web.open(context, `/p/${slug}/edit`, { key: null, expects: /401/ })
  await logIn(first, web.service.adminKey)
  await first.getByRole('textbox', { name: fieldWords.en.shortDescription, exact: true }).fill('Halvskriven.')
  await first.waitForFunction(() => Object.keys(sessionStorage).some((name) => name.startsWith('gazetteer.draft.')))
  const second = await openTab(first, new URL('/', first.url()).href)
  await account(second).waitFor()
  await first.evaluate(() => sessionStorage.removeItem('gazetteer.key'))
  await chooseLogOut(second)
  await second.getByRole('dialog').getByRole('button', { name: words.logOut }).click()
  await assertBecomes(
    () => first.evaluate(() => JSON.stringify({ ...sessionStorage })),
    '{"gazetteer.isLoggedOut":"true"}',
  )
})

web('a log-out from one service of an origin leaves those at other paths alone', async (web, context) => {
  const page = await web.open(context, '/', { key: null, isAlone: true })
  // What stands before the service takes its path away.
  await page.context().route(/\/a(\.b)?\//, (route) => {
    const url = new URL(route.request().url())
    return route.continue({ url: url.href.replace(/\/a(\.b)?\//, '/') })
  })
  const at = (path: string) => new URL(path, page.url()).href
  for (const path of ['/a.b/', '/a/']) {
    await page.goto(at(path))
    await logIn(page, web.service.adminKey)
  }
  await chooseLogOut(page)
  await form(page).waitFor()
  await page.goto(at('/a.b/'))
  await account(page).waitFor()
})

for (const variant of variants) {
  const { onPhone } = testsOf(web, variant)
  const { language } = variant
  const { unsaved, goOnEditing } = pageWords[language]

  onPhone('the page of a place leads back to work that was left unsaved', async (web, context) => {
    const made = await web.admin.put('/v4/place', validPlace({ name: `Sakristian ${language}` }))
    const { slug, name } = accepted(made, 201)
    const page = await web.open(context, `/p/${slug}/edit`, variant)
    const short = page.getByRole('textbox', { name: fieldWords[language].shortDescription, exact: true })
    await short.fill('Halvskriven.')
    await page.getByRole('link', { name: placeWords[language].back }).click()
    const article = await readingOf(page, name)
    const note = article.getByRole('status').filter({ hasText: unsaved('').slice(0, 15) })
    await note.waitFor()
    await assertAccessible(page, 'a place with unsaved work')
    await assertFits(page, 'a place with unsaved work')
    await note.getByRole('link', { name: goOnEditing }).click()
    await assertHolds(short, 'Halvskriven.')
    await page.getByRole('button', { name: editWords[language].save, exact: true }).click()
    await readingOf(page, name)
    await page.getByText('Halvskriven.').waitFor()
    await note.waitFor({ state: 'hidden' })
  })
}
