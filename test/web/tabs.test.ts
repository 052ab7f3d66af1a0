import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { frameWords } from '../../src/pages/frame-words.ts'
import { pageWords } from '../../src/pages/page-words.ts'
import { editWords } from '../../web/edit/edit-words.ts'
import { fieldWords } from '../../web/place/place-fields.ts'
import { placeWords } from '../../web/place/place-words.ts'
import { sessionWords } from '../../web/session/session-words.ts'
import { accepted, validPlace } from '../support/client.ts'
import { assertFits } from '../support/layout.ts'
import {
  assertAccessible,
  assertBecomes,
  assertHolds,
  type Page,
  readingOf,
  type Web,
  webSuite,
} from '../support/web.ts'
import { signInByForm } from './form-parts.ts'
import { nameOwner, testsOf, variants } from './variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })
const words = frameWords.en

const account = (page: Page) => page.getByRole('button', { name: words.account('Anna Berg') })
const form = (page: Page) => page.getByLabel(sessionWords.en.key, { exact: true })
const shortDescription = (page: Page) =>
  page.getByRole('textbox', { name: fieldWords.en.shortDescription, exact: true })

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

const keptIn = (page: Page) => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))

/** Waits until the tab keeps what was typed. */
const draftKept = (page: Page) =>
  page.waitForFunction(() => Object.keys(sessionStorage).some((name) => /gazetteer.*\.draft\./.test(name)))

/** The form of a new place in a window of its own, whose key is the admin's, with something typed. */
async function withDraft({ admin, service, open }: Web, context: TestContext, name: string): Promise<Page> {
  const { slug } = accepted(await admin.put('/v4/place', validPlace({ name })), 201)
  const page = await open(context, `/p/${slug}/edit`, { key: null, expects: /401/ })
  await signInByForm(page, { key: service.adminKey })
  await shortDescription(page).fill('Halvskriven.')
  await draftKept(page)
  return page
}

/** Ends every session, as an admin does. */
async function endSessions({ admin }: Web): Promise<void> {
  for (const { id } of accepted(await admin.get<readonly { id: string }[]>('/sessions')))
    accepted(await admin.delete(`/sessions/${id}`), 204)
}

web('a new tab has the session of the browser, and no tab and no storage has its key', async (web, context) => {
  const { adminKey } = web.service
  const first = await web.open(context, '/', { key: null })
  await signInByForm(first, { key: adminKey })
  const second = await openTab(first)
  await account(second).waitFor()
  await first.reload()
  await account(first).waitFor()
  for (const tab of [first, second]) {
    assert.ok(!(await keptIn(tab)).includes(adminKey))
    assert.equal(await tab.evaluate('document.cookie'), '')
    assert.ok(!(await tab.content()).includes(adminKey))
  }
  // Another name of the same machine is another origin.
  const url = new URL(first.url())
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  await form(await openTab(first, url.href)).waitFor()
})

web('logging out reaches every tab, and Back shows nothing of the session', async (web, context) => {
  const { adminKey } = web.service
  const first = await web.open(context, '/', { key: null, expects: /401/ })
  await signInByForm(first, { key: adminKey })
  const [second, asleep] = [await openTab(first), await openTab(first)]
  await account(second).waitFor()
  await account(asleep).waitFor()
  await asleep.goto('about:blank')
  await chooseLogOut(second)
  for (const tab of [first, second]) await form(tab).waitFor()
  await asleep.goBack()
  await form(asleep).waitFor()
  await signInByForm(second, { key: adminKey })
  await first.reload()
  await account(first).waitFor()
})

web('a log-out asks before it forgets the work in another tab', async (web, context) => {
  const first = await withDraft(web, context, 'Kapellet')
  const second = await openTab(first, new URL('/', first.url()).href)
  await chooseLogOut(second)
  const question = second.getByRole('dialog', { name: words.logOutUnsaved })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await assertHolds(shortDescription(first), 'Halvskriven.')
  await chooseLogOut(second)
  await question.getByRole('button', { name: words.logOut }).click()
  await form(first).waitFor()
  await assertBecomes(() => first.evaluate(() => JSON.stringify({ ...sessionStorage })), '{}')
})

web('whoever signs in again by the same key, where a session has ended, goes on', async (web, context) => {
  const page = await withDraft(web, context, 'Klockstapeln')
  await endSessions(web)
  await page.getByRole('button', { name: editWords.en.save, exact: true }).click()
  await page.getByRole('alert').getByRole('button', { name: sessionWords.en.signInAgain }).click()
  await assertAccessible(page, 'signing in over a form')
  await signInByForm(page, { key: web.service.adminKey })
  await page.getByRole('button', { name: sessionWords.en.signInAgain }).waitFor({ state: 'detached' })
  await assertHolds(shortDescription(page), 'Halvskriven.')
  await page.getByRole('button', { name: editWords.en.save, exact: true }).click()
  await readingOf(page, 'Klockstapeln')
  await page.getByText('Halvskriven.').waitFor()
})

web('whoever signs in by another key or under another name finds nothing of the work', async (web, context) => {
  const made = await web.admin.post<{ key: string }>('/v4/keys', { name: 'other', permissions: ['read', 'update'] })
  const { key } = accepted(made, 201)
  const signIns = [
    { key: web.service.adminKey, name: 'Bo Ek' },
    { key, name: 'Anna Berg' },
  ]
  for (const [at, other] of signIns.entries()) {
    const page = await withDraft(web, context, `Porten ${at}`)
    await endSessions(web)
    const tab = await openTab(page)
    await signInByForm(tab, other)
    // In the tab that stays open too, without a look at it.
    await assertHolds(shortDescription(page), '')
    assert.ok(!(await keptIn(page)).includes('Halvskriven'))
    await page.reload()
    await assertHolds(shortDescription(page), '')
  }
})

web('a log-out from one service of an origin leaves the work at other paths alone', async (web, context) => {
  const { slug } = accepted(await web.admin.put('/v4/place', validPlace({ name: 'Sockenstugan' })), 201)
  const page = await web.open(context, '/', { key: null, isAlone: true, expects: /401/ })
  // What stands before the service takes its path away.
  await page.context().route(/\/a(\.b)?\//, (route) => {
    const url = new URL(route.request().url())
    return route.continue({ url: url.href.replace(/\/a(\.b)?\//, '/') })
  })
  const at = (path: string) => new URL(path, page.url()).href
  await page.goto(at(`/a.b/p/${slug}/edit`))
  await signInByForm(page, { key: web.service.adminKey })
  await shortDescription(page).fill('Halvskriven.')
  await draftKept(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(at('/a/'))
  // There the person has entered no name.
  await page.getByRole('button', { name: words.account('ADMIN_KEY') }).click()
  await page.getByRole('menuitem', { name: words.logOut }).click()
  await form(page).waitFor()
  assert.match(await keptIn(page), /gazetteer\/a%2Eb\.draft\..*Halvskriven/)
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
