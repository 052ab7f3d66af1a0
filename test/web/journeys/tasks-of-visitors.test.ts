import assert from 'node:assert/strict'
import { pageWords } from '../../../src/pages/page-words.ts'
import { facilities } from '../../../src/place/facilities.ts'
import { exploreWords } from '../../../web/explore/explore-words.ts'
import { hoursWords } from '../../../web/hours/hours-words.ts'
import { accepted, client, type PageAnswer, type PlaceAnswer } from '../../support/client.ts'
import { settle } from '../../support/layout.ts'
import { assertAccessible, assertBecomes, assertFocused, type Page, readingOf, type Web } from '../../support/web.ts'
import { countClicks, countPresses, writeInto } from '../clicks.ts'
import { importDemo } from '../demo-places.ts'
import { testsOf, variants } from '../variants.ts'
import { visitorSuite } from '../visitor-suite.ts'

/** A Tuesday, at noon in Sweden. */
const now = Date.parse('2026-12-08T11:00:00Z')
const uppsala = 'nearby=17.64,59.86'

/** The invented places of the demo, at real localities: what visitors look for. */
const web = visitorSuite((admin) => importDemo(admin), { now })

const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

/** Returns the place that the service finds first. */
async function first({ admin }: Web, query: string): Promise<PlaceAnswer> {
  const { Results } = accepted(await admin.get<PageAnswer>(`/v4/place?${query}&limit=1`))
  assert.ok(Results[0], query)
  return Results[0]
}

for (const variant of variants) {
  const { inBoth, onDesktop, onPhone } = testsOf(web, variant)
  const { language } = variant
  const explore = exploreWords[language]
  const pages = pageWords[language]

  /** Opens the search as a visitor, writes a text and presses Enter. */
  const search = async (web: Web, context: Parameters<Web['open']>[0], text: { en: string; sv: string }) => {
    const page = await web.open(context, '/', { ...variant, key: null, now })
    const { clicks, fields } = await countPresses(page)
    await page.getByRole('combobox', { name: explore.searchLabel }).click()
    await page.keyboard.type(text[language])
    await page.keyboard.press('Enter')
    return { page, clicks, fields }
  }
  const firstRow = (page: Page) => async () => (await rows(page).first().innerText()).split('\n')[0]

  inBoth('the nearest open church to Uppsala: 1 field, Enter', async (web, context) => {
    const text = { en: 'open church uppsala', sv: 'öppen kyrka uppsala' }
    const { page, clicks, fields } = await search(web, context, text)
    const { name, visitingInfo } = await first(web, `is=ChurchAndChapel&openAt=now&${uppsala}`)
    await assertBecomes(firstRow(page), name)
    assert.match(await rows(page).first().innerText(), RegExp(`${visitingInfo?.address}, .*Uppsala`))
    await page.getByText(/^[\d, ]+ (places, nearest to Uppsala first|platser, närmast Uppsala först)$/).waitFor()
    assert.deepEqual([clicks(), fields()], [1, 1])
  })

  inBoth('whether it is open on Christmas Eve: the list says it, and so does its page', async (web, context) => {
    const text = { en: 'church uppsala christmas eve', sv: 'kyrka uppsala julafton' }
    const { page, clicks, fields } = await search(web, context, text)
    const { name, openHours = [] } = await first(web, `is=ChurchAndChapel&openOn=2026-12-24&${uppsala}`)
    const eve = openHours.find(({ validFrom }) => validFrom === '2026-12-24')?.days?.th ?? []
    const told = `${{ en: 'Christmas Eve', sv: 'Julafton' }[language]}: ${eve.map(({ from, to }) => `${from}–${to}`).join(', ')}`
    assert.notEqual(eve.length, 0)
    await assertBecomes(firstRow(page), name)
    await rows(page).first().getByText(told, { exact: true }).waitFor()
    const unconfirmed = hoursWords[language].unconfirmed({ en: 'Christmas Eve', sv: 'julafton' }[language])
    await rows(page).getByText(unconfirmed).first().waitFor()
    await assertAccessible(page, 'places open on a day')
    const withoutScripts = await client(web.service.url).get(
      `/?lang=${language}&q=${encodeURIComponent(text[language])}`,
    )
    assert.match(withoutScripts.text, RegExp(told))
    assert.deepEqual([clicks(), fields()], [1, 1])
    await rows(page).first().getByRole('link').click()
    const day = page.getByRole('row', { name: /24 [Dd]ecember/ })
    await day.getByText(/Christmas Eve|Julafton/).waitFor()
    assert.match(await day.innerText(), RegExp(`${eve[0]!.from}–${eve[0]!.to}`))
    assert.equal(clicks(), 2)
  })

  inBoth('a place with a ramp and a toilet for wheelchairs: 1 field, and its page says both', async (web, context) => {
    const text = { en: 'wheelchair accessible toilet uppsala', sv: 'rullstol toalett uppsala' }
    const { page, clicks, fields } = await search(web, context, text)
    const { name } = await first(
      web,
      `is=*&placedetails_accessibility_toiletaccessible=true&placedetails_accessibility_hasramp=true&${uppsala}`,
    )
    await assertBecomes(firstRow(page), name)
    await rows(page).first().getByRole('link').click()
    const place = await readingOf(page, name)
    for (const filter of ['accessibletoilet', 'ramp']) {
      const facility = facilities.find((one) => one.filter === filter)![language]
      await place.getByText(facility.has, { exact: true }).waitFor()
    }
    assert.deepEqual([clicks(), fields()], [2, 1])
  })

  onPhone('the way there, and a link for others: one press each', async (web, context) => {
    const { slug, name } = await first(web, `is=ChurchAndChapel&${uppsala}`)
    const page = await web.open(context, `/p/${slug}`, { ...variant, key: null, now, isAlone: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate("addEventListener('click', (event) => event.preventDefault())")
    const clicks = await countClicks(page)
    await page.getByRole('button', { name: pages.share, exact: true }).click()
    await assertBecomes(() => page.evaluate('navigator.clipboard.readText()'), `${web.service.url}/p/${slug}`)
    assert.equal(clicks(), 1)
    const way = page.getByRole('link', { name: pages.directions, exact: true })
    await way.click()
    const address = (await way.getAttribute('href')) ?? ''
    if (variant.size === 'phone') assert.match(address, RegExp(`^geo:.*${encodeURIComponent(name)}`))
    else assert.match(address, /^https:\/\/www\.openstreetmap\.org\/directions\?to=/)
    assert.equal(clicks(), 2)
  })

  inBoth('the first result is opened by keyboard only, with 32 keys', async (web, context) => {
    const page = await web.open(context, '/', { ...variant, key: null, now })
    await settle(page)
    const clicks = await countClicks(page)
    const box = page.getByRole('combobox', { name: explore.searchLabel })
    for (const key of ['Tab', 'Enter', 'Tab']) await page.keyboard.press(key)
    await assertFocused(box)
    const text = { en: 'church uppsala', sv: 'kyrka uppsala' }[language]
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    const { name } = await first(web, `is=ChurchAndChapel&${uppsala}`)
    await assertBecomes(firstRow(page), name)
    const link = rows(page).first().getByRole('link')
    let keys = 5 + text.length
    for (; !(await link.evaluate((element) => element.matches(':focus'))) && keys < 60; keys++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await readingOf(page, name)
    assert.ok(keys <= 32, `${keys} keys`)
    assert.equal(clicks(), 0)
  })

  onDesktop('a finder for an own page: 3 presses, 1 field, and rows with address and town', async (web, context) => {
    const owner = 'Uppsala Sankt Örjans församling'
    const page = await web.open(context, '/manage/finder', { ...variant, now, isAlone: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { clicks, fields } = await countPresses(page)
    await writeInto(page.getByRole('combobox', { name: { en: 'Owner', sv: 'Ägare' }[language] }), 'uppsala sankt')
    await page.getByRole('option', { name: owner, exact: true }).click()
    const { name, visitingInfo } = await first(web, 'owner_id=forsamling-uppsala&orderby=name')
    const row = page.locator('gazetteer-finder').getByRole('listitem').filter({ hasText: name }).first()
    await row.getByText(`${visitingInfo?.address}, Uppsala`).waitFor()
    await page.getByRole('button', { name: { en: 'Copy', sv: 'Kopiera' }[language] }).click()
    await assertBecomes(
      async () => /owner="forsamling-uppsala"/.test(String(await page.evaluate('navigator.clipboard.readText()'))),
      true,
    )
    assert.deepEqual([clicks(), fields()], [3, 1])
  })
}
