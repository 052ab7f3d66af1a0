import assert from 'node:assert/strict'
import { frameWords } from '../../src/pages/frame-words.ts'
import { hoursWords } from '../../src/pages/hours-words.ts'
import { pageWords } from '../../src/pages/page-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { settle } from '../support/layout.ts'
import { assertBecomes, readingOf, see } from '../support/web.ts'
import { desktop } from './variants.ts'
import { visitorSuite } from './visitor-suite.ts'

/** A Tuesday, at noon in Sweden. */
const now = Date.parse('2026-06-09T10:00:00Z')
const hour = 3_600_000
const days = { tu: [{ from: '09:00', to: '17:00' }], we: [{ from: '10:00', to: '11:00' }] }
let slug = ''

const web = visitorSuite(
  async (admin) => {
    const place = validPlace({ name: 'Öppna kyrkan', openHours: [{ days, validTo: '9999-12-31' }] })
    slug = accepted(await admin.put<PlaceAnswer>('/place', place), 201).slug
    accepted(await admin.put<PlaceAnswer>('/place', validPlace({ name: 'Stilla kapellet' })), 201)
  },
  { now },
)

web('an open page shows the hours as they are when the place has closed', async (web, context) => {
  const words = hoursWords.en
  const page = await web.open(context, `/p/${slug}`, { ...desktop, key: null, now })
  await page.getByText(words.openUntil('17:00'), { exact: true }).waitFor()
  await page.getByRole('button', { name: words.nextWeek }).click()
  await page.getByText('15 Jun – 21 Jun', { exact: true }).waitFor()
  web.service.advance(6 * hour)
  await page.clock.setFixedTime(now + 6 * hour)
  await see(page, 'visible')
  await page.getByText(words.opensOn('tomorrow', '10:00'), { exact: true }).waitFor()
  await page.getByText('15 Jun – 21 Jun', { exact: true }).waitFor()
})

web('the person who signs out on the page of a place is a visitor from then on', async (web, context) => {
  const page = await web.open(context, `/p/${slug}`, { ...desktop, isAlone: true })
  await page.getByRole('link', { name: pageWords.en.edit, exact: true }).waitFor()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('link', { name: pageWords.en.edit, exact: true }).waitFor()
  await page.getByRole('button', { name: frameWords.en.account('Anna Berg') }).click()
  await page.getByRole('button', { name: frameWords.en.logOut }).click()
  for (const tab of [page, other]) {
    await tab.getByRole('link', { name: frameWords.en.logIn }).waitFor()
    await readingOf(tab, 'Öppna kyrkan')
    assert.equal(await tab.getByRole('link', { name: pageWords.en.edit, exact: true }).count(), 0)
  }
  await page.getByRole('link', { name: frameWords.en.logIn }).click()
  await page.waitForURL((url) => url.searchParams.get('return') === `/p/${slug}`)
})

web('the search and the pages of places need no scripts', async (web, context) => {
  const quiet = await web.browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' })
  context.after(() => quiet.close())
  const page = await quiet.newPage()
  await page.goto(web.service.url)
  await page.getByRole('searchbox').fill('stilla')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?q=stilla$/)
  assert.deepEqual(await page.getByRole('listitem').locator('b').allInnerTexts(), ['Stilla kapellet'])
  await page.getByRole('link', { name: /Stilla kapellet/ }).click()
  await readingOf(page, 'Stilla kapellet')
  assert.equal(await page.getByRole('button').count(), 0, 'nothing that only scripts can do')
})

web('a map takes the place of its picture, which stays until it is drawn', async (web, context) => {
  // A browser looks for the icon of a text, which has none.
  const page = await web.open(context, '/robots.txt', { ...desktop, key: null, map: true, expects: /favicon/ })
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/map-canvas-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/map-canvas/)
  await page.goto(`${web.service.url}/p/${slug}`)
  const picture = page.getByRole('region', { name: pageWords.en.map('Öppna kyrkan') }).getByRole('link')
  await asked
  assert.ok(await picture.first().isVisible())
  held.resolve()
  await settle(page)
  await page.locator('.map canvas').waitFor()
  await assertBecomes(() => page.locator('.map > a').count(), 0)
})
