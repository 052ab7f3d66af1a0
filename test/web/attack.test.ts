import assert from 'node:assert/strict'
import { frameWords } from '../../src/pages/frame-words.ts'
import { kitWords } from '../../web/kit/kit-words.ts'
import { publishWords } from '../../web/publish/publish-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { assertBecomes, type Page, webSuite } from '../support/web.ts'
import { endless } from './endless.ts'
import { nameOwner } from './variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

web('a page is shown whatever its text is, and no attribute of a text is one of the page', async (web, context) => {
  const texts = {
    ...endless,
    attributes: '<p data-field="/name" aria-label="a" id="content" class="b" title="c">Sist</p>',
  }
  for (const [name, longDescription] of Object.entries(texts)) {
    const body = validPlace({ name: `Platsen ${name}`, longDescription })
    const { slug } = accepted(await web.admin.put<PlaceAnswer>('/v4/place', body), 201)
    const page = await web.open(context, `/p/${slug}`)
    await page.getByRole('heading', { level: 1, name: `Platsen ${name}` }).waitFor()
    const end = longDescription.trim().slice(-500)
    const shown = () => page.locator('article').evaluate((article, end) => article.textContent?.includes(end), end)
    await assertBecomes(shown, true)
    assert.equal(await page.locator('article [data-field="/name"]').count(), 0)
  }
})

const chooseLogOut = async (page: Page) => {
  await page.getByRole('button', { name: frameWords.en.account('Anna Berg') }).click()
  await page.getByRole('menuitem', { name: frameWords.en.logOut }).click()
}
const loggedOut = (page: Page) => page.getByRole('button', { name: 'Sign in' }).waitFor()

web('a log-out asks before work is forgotten, and leaves nothing of the session but the name', async (web, context) => {
  const body = validPlace({ name: 'Kapellet' })
  const { slug } = accepted(await web.admin.put<PlaceAnswer>('/v4/place', body), 201)
  const page = await web.open(context, '/', { expects: /401/ })
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select Kapellet' }).check()
  await page.getByRole('link', { name: /Kapellet/ }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Short description', exact: true }).fill('Hemligt.')
  const names = () => page.evaluate(() => Object.keys(sessionStorage).sort())
  await page.waitForFunction(() => Object.keys(sessionStorage).some((name) => name.startsWith('gazetteer.draft.')))
  assert.ok((await names()).includes('gazetteer.selection'))
  await chooseLogOut(page)
  const question = page.getByRole('dialog', { name: frameWords.en.logOutUnsaved })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  assert.ok(
    (await names()).some((name) => name.startsWith('gazetteer.draft.')),
    'the work is kept',
  )
  await chooseLogOut(page)
  await question.getByRole('button', { name: frameWords.en.logOut }).click()
  await loggedOut(page)
  assert.deepEqual(await names(), [])
  assert.equal(new URL(page.url()).pathname, `/p/${slug}/edit`)
})

web('a change of many places does not go on with the key of who has logged out', async (web, context) => {
  for (let number = 1; number <= 9; number++) {
    accepted(await web.admin.put<PlaceAnswer>('/v4/place', validPlace({ name: `Torp ${number}` })), 201)
  }
  const page = await web.open(context, '/?q=torp', { expects: /401/ })
  await page.getByRole('link', { name: /Torp 9/ }).waitFor()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: 'This page' }).click()
  await page.getByRole('link', { name: 'Change…' }).click()
  const pick = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await pick('What do you want to do?', 'Wifi')
  await page.getByRole('button', { name: 'Preview' }).click()
  const held: (() => void)[] = []
  await page.route(/\/v4\/place\/[0-9a-f-]{36}$/, async (route) => {
    if (route.request().method() === 'GET') await new Promise<void>((goOn) => held.push(goOn))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Change 9 places' }).click()
  await assertBecomes(async () => held.length, 4)
  const other = await page.context().newPage()
  await other.goto(new URL('/', page.url()).href)
  await chooseLogOut(other)
  const question = other.getByRole('dialog', { name: frameWords.en.logOutUnsaved })
  await question.getByRole('button', { name: frameWords.en.logOut }).click()
  await loggedOut(page)
  for (const goOn of held) goOn()
  const changed = async () => (await web.admin.get('/v4/place?placedetails_haswifi=true&limit=0')).body.TotalHits
  await page.reload()
  await loggedOut(page)
  assert.deepEqual([held.length, await changed()], [4, 0], 'what was under way ends with the session')
  assert.deepEqual(await page.evaluate(() => sessionStorage.getItem('gazetteer.job')), null)
})

web('what a message offers goes with the person who has logged out', async (web, context) => {
  const { slug } = accepted(await web.admin.put<PlaceAnswer>('/v4/place', validPlace({ name: 'Porten' })), 201)
  const page = await web.open(context, `/p/${slug}/publish`, { expects: /401/ })
  await page.getByRole('button', { name: publishWords.en.unpublishNow }).click()
  const undo = page.getByRole('button', { name: kitWords.en.undo })
  await undo.hover()
  await chooseLogOut(page)
  await loggedOut(page)
  assert.equal(await undo.count(), 0)
})
