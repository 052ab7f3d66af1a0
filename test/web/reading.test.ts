import assert from 'node:assert/strict'
import { frameWords } from '../../src/pages/frame-words.ts'
import { hoursWords } from '../../src/pages/hours-words.ts'
import { pageWords } from '../../src/pages/page-words.ts'
import { weekdays } from '../../src/place/place.ts'
import { editWords } from '../../web/edit/edit-words.ts'
import { editorWords } from '../../web/hours/hours-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { tabTo } from '../support/keyboard.ts'
import { assertFits, settle } from '../support/layout.ts'
import { assertAccessible, assertBecomes, assertFocused, readingOf, see } from '../support/web.ts'
import { desktop, phone } from './variants.ts'
import { visitorSuite } from './visitor-suite.ts'

/** A Tuesday, at noon in Sweden. */
const now = Date.parse('2026-06-09T10:00:00Z')
const hour = 3_600_000
const days = { tu: [{ from: '09:00', to: '17:00' }], we: [{ from: '10:00', to: '11:00' }] }
const span = [{ from: '09:00', to: '17:00' }]
const daily = Object.fromEntries(weekdays.map((day) => [day, span]))
let slug = ''
let church: PlaceAnswer

const web = visitorSuite(
  async (admin) => {
    const place = validPlace({ name: 'Öppna kyrkan', openHours: [{ days, validTo: '9999-12-31' }] })
    slug = accepted(await admin.put<PlaceAnswer>('/place', place), 201).slug
    accepted(await admin.put<PlaceAnswer>('/place', validPlace({ name: 'Stilla kapellet' })), 201)
    const texts = { longDescription: 'En kyrka vid ån.', placeDetails: { info: 'Kaffe efter mässan.' } }
    const hours = {
      ...texts,
      openHours: [{ days: daily, validTo: '9999-12-31' }],
      contactInfo: { email: 'julkyrkan@example.org', fetchAutomatically: true },
    }
    church = accepted(await admin.put<PlaceAnswer>('/place', validPlace({ name: 'Julkyrkan', ...hours })), 201)
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
  const bottom = async () => {
    const { y = 0, height = 0 } = (await page.getByRole('searchbox').boundingBox()) ?? {}
    return y + height
  }
  const gap = ((await page.getByRole('listitem').first().boundingBox())?.y ?? 0) - (await bottom())
  assert.ok(gap < 60, `${gap} px between the search and the list`)
  await page.getByRole('searchbox').fill('stilla')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?q=stilla$/)
  assert.deepEqual(await page.getByRole('listitem').locator('b').allInnerTexts(), ['Stilla kapellet'])
  await page.getByRole('link', { name: /Stilla kapellet/ }).click()
  await readingOf(page, 'Stilla kapellet')
  assert.equal(await page.getByRole('button').count(), 0, 'nothing that only scripts can do')
})

web('any week can be shown without scripts, and says which holidays are not confirmed', async (web, context) => {
  const quiet = await web.browser.newContext({ javaScriptEnabled: false, locale: 'sv-SE' })
  context.after(() => quiet.close())
  const page = await quiet.newPage()
  const words = hoursWords.sv
  await page.goto(`${web.service.url}/p/${church.slug}?lang=sv`)
  const hours = page.getByRole('region', { name: words.title })
  const row = (day: string) => hours.getByRole('row').filter({ hasText: day })
  await row('fre 19 juni').getByText(words.unconfirmed('midsommarafton')).waitFor()
  await hours.getByLabel(words.weekOf).fill('2026-12-24')
  await hours.getByRole('button', { name: words.show }).click()
  await page.waitForURL(/\?lang=sv&date=2026-12-24$/)
  assert.match(await row('24/12').innerText(), /09:00–17:00\s+Ordinarie tider; inte bekräftade för julafton/)
  await hours.getByRole('button', { name: words.nextWeek }).click()
  await page.waitForURL(/date=2026-12-28$/)
  await row('31/12').getByText(words.unconfirmed('nyårsafton')).waitFor()
  for (const date of ['2026-02-30', '0000-01-01', '2026-12-24T00:00Z', "'><b>"]) {
    await page.goto(`${web.service.url}/p/${church.slug}?date=${encodeURIComponent(date)}`)
    await page.getByText(words.thisWeek, { exact: true }).waitFor()
  }
})

web('the holidays of a year are confirmed by one click, and are special days from then on', async (web, context) => {
  const words = editorWords.en
  const page = await web.open(context, `/p/${church.slug}/edit#hours`, { ...desktop, now })
  await page.locator('#hours').getByRole('button', { name: words.holidays, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: words.holidays })
  await dialog.getByRole('checkbox', { name: /^Christmas Eve · .* · 09–17$/ }).waitFor()
  await dialog.getByRole('checkbox', { name: /^Christmas Day/ }).check()
  await assertAccessible(page, 'holidays to confirm')
  await dialog.getByRole('button', { name: /^Close 1, confirm the other \d+$/ }).click()
  await page.getByRole('button', { name: editWords.en.save, exact: true }).click()
  await readingOf(page, 'Julkyrkan')
  const { openHours = [] } = accepted(await web.admin.get<PlaceAnswer>(`/place/${church.id}`))
  const on = (day: string) => openHours.find(({ validFrom, validTo }) => validFrom === day && validTo === day)?.days
  assert.deepEqual([on('2026-12-24'), on('2026-12-25') ?? {}, on('2026-06-19')], [{ th: span }, {}, { fr: span }])
  const week = page.getByRole('region', { name: hoursWords.en.title })
  await week.getByLabel(hoursWords.en.weekOf).fill('2026-12-24')
  const row = (day: string) => week.getByRole('row').filter({ hasText: day }).first()
  await row('24/12').getByText('Christmas Eve', { exact: true }).waitFor()
  assert.match(await row('25/12').innerText(), /Closed\s+Christmas Day/)
  assert.equal(await week.getByText('not confirmed').count(), 0)
})

web('a visitor reads what concerns visitors, and sees the way to the place first', async (web, context) => {
  const words = pageWords.en
  const page = await web.open(context, `/p/${church.slug}`, { ...desktop, key: null, now })
  await readingOf(page, 'Julkyrkan')
  const ofRecord = () =>
    page.getByText(new RegExp(`^(Created|Changed) |^${words.json}$|^Sweden$|^${words.fetched}$`)).count()
  assert.equal(await ofRecord(), 0)
  assert.deepEqual(await page.locator('.button.filled').allInnerTexts(), [words.directions])
  const own = await web.open(context, `/p/${church.slug}`, { ...desktop, now })
  assert.deepEqual(await own.locator('.button.filled').allInnerTexts(), [words.edit])
  await own.getByText(/^Created /).waitFor()
  await own.getByText(words.fetched).waitFor()
  const json = own.getByRole('button', { name: words.json })
  await tabTo(own, json)
  await own.keyboard.press('Enter')
  const dialog = own.getByRole('dialog', { name: words.jsonTitle('Julkyrkan') })
  await tabTo(own, dialog.getByRole('button', { name: words.close }))
  await assertFits(own, 'place as JSON')
  await own.keyboard.press('Escape')
  await assertFocused(json)
})

web('texts of places say their language on a page in another', async (web, context) => {
  const page = await web.open(context, `/p/${church.slug}?lang=en`, { ...desktop, key: null, now })
  const article = await readingOf(page, 'Julkyrkan')
  const told = article.locator('[lang=sv]')
  assert.deepEqual(await told.allInnerTexts(), ['En kyrka vid ån.', 'Kaffe efter mässan.'])
  await article.getByRole('link', { name: pageWords.en.toSearch, exact: true }).waitFor()
  await page.goto(`${web.service.url}/p/${church.slug}?lang=sv`)
  await readingOf(page, 'Julkyrkan')
  assert.equal(await told.count(), 0)
})

web('directions open in the map of the device', async (web, context) => {
  const at = async (agent: string) => {
    const page = await web.open(context, `/p/${church.slug}`, { ...phone, key: null, now, isAlone: true })
    await page.addInitScript(`Object.defineProperty(navigator, 'userAgent', { value: '${agent}' })
      addEventListener('click', (event) => event.preventDefault())`)
    await page.reload()
    const link = page.getByRole('link', { name: pageWords.sv.directions, exact: true })
    await link.click()
    return link.getAttribute('href')
  }
  assert.match((await at('iPhone')) ?? '', /^https:\/\/maps\.apple\.com\/\?daddr=\d+\.\d+,\d+\.\d+$/)
  assert.match((await at('Android')) ?? '', /^geo:[\d.,]+\?q=.*Julkyrkan/)
})

web('a map takes the place of its picture, which stays until it is drawn', async (web, context) => {
  const page = await web.open(context, '/robots.txt', { ...desktop, key: null, map: true })
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
