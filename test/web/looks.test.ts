import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { editWords } from '../../web/edit/edit-words.ts'
import { exploreWords } from '../../web/explore/explore-words.ts'
import { editorWords, hoursWords } from '../../web/hours/hours-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { assertFits, settle } from '../support/layout.ts'
import { assertAccessible, assertBecomes, assertCount } from '../support/web.ts'
import { desktop, phone, testsOf, variants } from './variants.ts'
import { visitorSuite } from './visitor-suite.ts'

const span = [{ from: '09:00', to: '17:00' }]
const days = Object.fromEntries(['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day) => [day, span]))
/** A Tuesday. */
const now = Date.parse('2026-06-09T10:00:00Z')
let open = ''
let lapsed = ''

const web = visitorSuite(
  async (admin) => {
    const make = async (name: string, more: object) => {
      const place = validPlace({ name, longDescription: `## Om ${name}\n\n${'En kyrka vid ån. '.repeat(40)}`, ...more })
      return accepted(await admin.put<PlaceAnswer>('/v4/place', place), 201).slug
    }
    const christmas = { validFrom: '2026-06-24', validTo: '2026-06-24', days: {} }
    open = await make('Öppna kyrkan', {
      openHours: [{ days, validTo: '9999-12-31' }, christmas],
      placeDetails: { hasToilet: true, hasWifi: false, info: 'Kaffe efter mässan.' },
      contactInfo: { email: 'kyrkan@example.org', phone: { CountryCode: 46, Number: 18430000 }, url: 'example.org' },
      media: { links: [{ url: 'https://links.invalid/mer', title: 'Läs mer' }] },
    })
    lapsed = await make('Vallokalen', {
      placeTypes: { pollingStation: {} },
      openHours: [{ validFrom: '2022-09-11', validTo: '2022-09-11', days }],
    })
    for (let number = 0; number < 12; number++) await make(`Kapell ${number}`, {})
  },
  { now },
)

/** How many sheets of A4 a page is printed on. */
async function sheetsOf(page: Page): Promise<number> {
  const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
  return [...printed.matchAll(/\/Type\s*\/Page\b/g)].length
}

/** What of a page is seen when it is printed. */
async function printed(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' })
  return page.locator('article').innerText()
}

for (const variant of variants) {
  const { inBoth, onPhone } = testsOf(web, variant)
  const words = hoursWords[variant.language]
  inBoth('a place is printed on one sheet, whole, with its links', async (web, context) => {
    const quiet = await web.browser.newContext({ javaScriptEnabled: false, locale: variant.language })
    context.after(() => quiet.close())
    const bare = await quiet.newPage()
    await bare.goto(`${web.service.url}/p/${open}`)
    const live = await web.open(context, `/p/${open}`, { ...variant, now, map: true })
    await settle(live)
    for (const page of [live, bare]) {
      assert.equal(await sheetsOf(page), 1)
      const text = await printed(page)
      for (const told of ['Öppna kyrkan', words.days.su, '09:00–17:00', words.upcoming, 'kyrkan@example.org'])
        assert.ok(text.includes(told), `${told} is printed`)
      assert.equal(await page.getByRole('banner').isVisible(), false)
      assert.equal(await page.locator('button:visible').count(), 0)
    }
    const after = 'getComputedStyle(document.querySelector(\'a[href="https://links.invalid/mer"]\'), "::after").content'
    assert.match(await live.evaluate<string>(after), /links\.invalid/)
  })

  onPhone('the head of the list is one row, and the map has the rest of the screen', async (web, context) => {
    const page = await web.open(context, '/', { ...variant, size: 'phone', now })
    await page.getByRole('main').getByRole('listitem').first().waitFor()
    await settle(page)
    const tops = await page.evaluate<number[]>(
      '[...document.querySelectorAll("[data-of-list] > *:not([popover])")].map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0).map(({ top, height }) => top + height / 2)',
    )
    assert.ok(Math.max(...tops) - Math.min(...tops) < 8, tops.join(', '))
    await page.getByRole('button', { name: exploreWords[variant.language].showMap, exact: true }).click()
    await page.waitForURL(/view=map/)
    const { height = 0, y = 0 } = (await page.locator('main section').first().boundingBox()) ?? {}
    const { height: whole } = page.viewportSize()!
    const free = (whole - y - height) / whole
    assert.ok(free > 0.7, `${free} of the screen is map`)
  })

  onPhone('hours that have ended are told once', async (web, context) => {
    const page = await web.open(context, `/p/${lapsed}`, { ...variant, now })
    const hours = page.getByRole('region', { name: words.title })
    await hours.getByText(/2022/).waitFor()
    await assertCount(hours.getByRole('row'), 0)
    await hours.getByRole('button', { name: words.previousWeek }).waitFor()
  })
}

web('at 400 % a list can be used: header and filters give way, and nothing covers a row', async (web, context) => {
  const page = await web.open(context, '/', { ...desktop, now })
  await page.setViewportSize({ width: 320, height: 256 })
  await settle(page)
  const rows = page.getByRole('main').getByRole('listitem')
  for (const row of [rows.first(), rows.last()]) {
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const { y = -1, height = 0 } = (await row.boundingBox()) ?? {}
    assert.ok(y >= 0 && y + height <= 256, `a row from ${y} on, ${height} high`)
    await row.getByRole('link').click({ trial: true })
  }
  assert.ok(((await page.getByRole('banner').boundingBox())?.y ?? 0) < -56, 'the header scrolls away')
})

web('rows are compact where this browser is asked for that', async (web, context) => {
  const page = await web.open(context, '/', { ...desktop, now })
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Öppna kyrkan' })
  const heightOf = async () => (await row.boundingBox())?.height ?? 0
  await row.waitFor()
  const comfortable = await heightOf()
  const compact = page.getByRole('button', { name: exploreWords.en.compactRows })
  await compact.click()
  assert.ok((await heightOf()) < 0.7 * comfortable, `${await heightOf()} of ${comfortable} px`)
  await assertFits(page, 'compact rows')
  await page.reload()
  await row.waitFor()
  assert.ok((await heightOf()) < 0.7 * comfortable)
  await compact.click()
  await assertBecomes(heightOf, comfortable)
})

web('in forced colours what is chosen, first or open is told by more than a ground', async (web, context) => {
  const page = await web.open(context, '/', { ...desktop, now })
  await page.emulateMedia({ forcedColors: 'active' })
  const groundOf = (selector: string, part = '') =>
    page.evaluate(
      `getComputedStyle(document.querySelector(${JSON.stringify(selector)}), ${JSON.stringify(part)}).backgroundColor`,
    )
  const compact = page.getByRole('button', { name: exploreWords.en.compactRows })
  const pressed = `[aria-label="${exploreWords.en.compactRows}"]`
  await compact.waitFor()
  const before = await groundOf(pressed)
  await compact.click()
  assert.notEqual(await groundOf(pressed), before)
  await page.goto(`${web.service.url}/p/${open}`)
  await page.locator('main p[data-open]').waitFor()
  await settle(page)
  assert.notEqual(await groundOf('p[data-open]', '::before'), await groundOf('body'))
  await page.goto(`${web.service.url}/p/${open}/edit#hours`)
  await page.locator('#hours [role=img]').waitFor()
  const runs = await page.evaluate<string[]>(
    '[...document.querySelectorAll("#hours [role=img] [data-kind]")].map((run) => getComputedStyle(run).backgroundColor)',
  )
  assert.ok(new Set(runs).size > 1, runs.join(', '))
})

web(
  'what is touched is 44 px high in hours and in the table, and a calendar is within the page',
  async (web, context) => {
    const page = await web.open(context, `/p/${open}/edit#hours`, { ...phone, now })
    const entry = page.locator('#hours [data-entry]').last().locator('[data-toggle]')
    await entry.click()
    await settle(page)
    const small = () =>
      page.evaluate<
        string[]
      >(`[...document.querySelectorAll('main :is(button, select, textarea, input:not([type=checkbox], [type=radio], [type=hidden]))')]
      .filter((one) => one.offsetParent && one.closest('#hours, table'))
      .map((one) => [one.getBoundingClientRect().height, one.getAttribute('aria-label') ?? one.textContent, one.className])
      .filter(([height]) => height < 44).map(String)`)
    assert.deepEqual(await small(), [])
    await assertFits(page, 'hours on a phone')
    await page.locator('#hours [data-entry] input').first().click()
    await page.locator('[data-dates-dropdown]').waitFor()
    await assertAccessible(page, 'an open calendar')
    await page.goto(`${web.service.url}/manage/table`)
    await page.getByRole('grid').waitFor()
    assert.deepEqual(await small(), [])
  },
)

web('in forced colours the chosen tab and entry of a history are legible', async (web, context) => {
  const page = await web.open(context, '/manage/keys', { ...desktop, now })
  await page.emulateMedia({ forcedColors: 'active' })
  const coloursOf = (selector: string) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => getComputedStyle(one).color)`,
    )
  const tab = 'nav [aria-current=page]'
  await page.locator(tab).waitFor()
  const legible = await page.evaluate<string>(`(() => {
    const probe = document.body.appendChild(document.createElement('span'))
    probe.style.cssText = 'forced-color-adjust: none; color: HighlightText'
    return getComputedStyle(probe).color
  })()`)
  assert.deepEqual(await coloursOf(tab), [legible])
  await page.goto(`${web.service.url}/p/${open}/history`)
  await page.locator('[aria-current=true]').waitFor()
  const within = await coloursOf('[aria-current=true], [aria-current=true] *')
  assert.deepEqual([...new Set(within)], [legible])
})

web('in forced colours ticks, dialogs, first and dead buttons, and icons are told apart', async (web, context) => {
  const page = await web.open(context, '/manage/keys', { ...desktop, now, map: true, expects: /404/ })
  const stylesOf = (selector: string, name: string) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => getComputedStyle(one)[${JSON.stringify(name)}])`,
    )
  const assertTold = async (one: string, other: string, name: string, otherName = name) => {
    const [value] = await stylesOf(one, name)
    assert.ok(value, `${one} is there`)
    assert.ok(!(await stylesOf(other, otherName)).includes(value), `${one} and ${other} are both ${value}`)
  }
  const assertIconsFollow = async () =>
    assert.deepEqual(
      await page.evaluate<string[]>(`[...document.querySelectorAll('svg')]
        .filter((icon) => icon.getClientRects().length > 0 && getComputedStyle(icon).forcedColorAdjust !== 'none')
        .filter((icon) => getComputedStyle(icon).color !== getComputedStyle(icon.parentElement).color)
        .map((icon) => icon.parentElement.outerHTML)`),
      [],
    )
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    await page.goto(`${web.service.url}/manage/keys`)
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('checkbox').first().waitFor()
    await settle(page)
    await assertTold('input:checked + svg', 'input:checked', 'color', 'backgroundColor')
    await assertTold('input:checked', 'input[type=checkbox]:not(:checked)', 'backgroundColor')
    await assertTold('.mantine-Modal-content', 'body', 'borderTopColor', 'backgroundColor')
    assert.deepEqual(await stylesOf('.mantine-Modal-content', 'borderTopWidth'), ['1px'])
    await page.goto(`${web.service.url}/p/${open}/edit`)
    await page.locator('[data-field="/name"]').fill(`Kapellet ${colorScheme}`)
    await settle(page)
    await assertTold('[data-step=redo]', '[data-step=undo]', 'color')
    await assertIconsFollow()
    await page.goto(`${web.service.url}/p/${open}`)
    await page.locator('.maplibregl-ctrl-icon').first().waitFor()
    await settle(page)
    await assertTold('.button.filled', '.button:not(.filled)', 'backgroundColor')
    assert.deepEqual([...new Set(await stylesOf('.maplibregl-ctrl-icon', 'filter'))], ['none'])
    await assertIconsFollow()
  }
  await page.goto(`${web.service.url}/manage/table`)
  await page.getByRole('gridcell').nth(2).click()
  await page.keyboard.press('Enter')
  await page.locator('td form').waitFor()
  await assertTold('td form', 'body', 'borderTopColor', 'backgroundColor')
})

web('the tools of the map are of one height', async (web, context) => {
  const page = await web.open(context, '/', { ...desktop, now, map: true })
  await page.getByRole('button', { name: exploreWords.en.drawArea }).waitFor()
  const heights = await page.evaluate<number[]>(
    '[...document.querySelector("main details:not(.maplibregl-ctrl)").parentElement.children].map((one) => one.getBoundingClientRect().height)',
  )
  assert.ok(heights.length > 2)
  assert.deepEqual([...new Set(heights)], [36])
  await page.getByText(exploreWords.en.legend).click()
  for (const sign of Object.values(exploreWords.en.legendSigns)) await page.getByText(sign, { exact: true }).waitFor()
})

web('a calendar shows the chosen day by its ground, and days of other months paler', async (web, context) => {
  const page = await web.open(context, `/p/${open}/edit#hours`, { ...desktop, now })
  const week = page.getByRole('region', { name: editorWords.en.preview })
  await week.getByRole('textbox', { name: hoursWords.en.weekOf }).click()
  const styleOf = (selector: string, name: 'backgroundColor' | 'color') =>
    page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${name}`)
  const usual = '.mantine-DateInput-day:not([data-selected], [data-outside], [data-today])'
  await page.locator(usual).first().waitFor()
  assert.notEqual(
    await styleOf('.mantine-DateInput-day[data-selected]', 'backgroundColor'),
    await styleOf(usual, 'backgroundColor'),
  )
  assert.notEqual(await styleOf('.mantine-DateInput-day[data-outside]', 'color'), await styleOf(usual, 'color'))
})

web('at 400 % the bar for saving leaves the form its room', async (web, context) => {
  const page = await web.open(context, `/p/${open}/edit`, { ...desktop, now, expects: /404/ })
  await page.setViewportSize({ width: 320, height: 200 })
  const bar = page.getByRole('button', { name: editWords.en.save, exact: true })
  await bar.waitFor()
  assert.equal(await bar.isVisible(), true)
  const box = await bar.boundingBox()
  assert.ok((box?.y ?? 0) > 200, `the bar is ${box?.y} px below the top of the window`)
})
