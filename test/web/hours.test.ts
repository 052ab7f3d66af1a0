import assert from 'node:assert/strict'
import { reason } from '../../src/common/reason.ts'
import { conflictWords, editWords } from '../../web/edit/edit-words.ts'
import type { OpenHours } from '../../web/hours/calendar.ts'
import { editorWords, hoursWords } from '../../web/hours/hours-words.ts'
import { kitWords } from '../../web/kit/kit-words.ts'
import { faultText } from '../../web/words/fault-words.ts'
import { accepted, type Client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { assertFits } from '../support/layout.ts'
import {
  assertAccessible,
  assertCount,
  assertFocused,
  assertHolds,
  type Page,
  readingOf,
  webSuite,
} from '../support/web.ts'
import { countClicks } from './clicks.ts'
import { assertHoldsDay, openEntry } from './form-parts.ts'
import { desktop, nameOwner, testsOf, variants } from './variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

const span = (from: string, to: string) => [{ from, to }]
const workday = span('10:00', '15:00')
const workdays = { mo: workday, tu: workday, we: workday, th: workday, fr: workday }
const ordinary = { days: { ...workdays, sa: span('10:00', '14:00'), su: span('10:00', '13:00') } }

/** A Tuesday. */
const now = Date.parse('2026-06-09T10:00:00Z')

async function createOpen(admin: Client, name: string, openHours: OpenHours[]): Promise<PlaceAnswer> {
  return accepted<PlaceAnswer>(await admin.put('/v4/place', validPlace({ name, openHours })), 201)
}

for (const variant of variants) {
  const { inBoth, onDesktop, onPhone } = testsOf(web, variant)
  const { language } = variant
  const words = editorWords[language]
  const { days } = hoursWords[language]
  const save = (page: Page) => page.getByRole('button', { name: editWords[language].save, exact: true }).click()
  onPhone('hours of a week in one line are not broken within a range', async (web, context) => {
    const spans = (minute: number) => [...span('09:00', '12:00'), ...span('13:15', `17:${minute}`)]
    const week = { mo: spans(11), tu: spans(12), we: spans(13), th: spans(14), fr: spans(15), sa: spans(16) }
    const place = await createOpen(web.admin, 'Minutkyrkan', [{ days: week }])
    const page = await web.open(context, `/p/${place.slug}/edit#hours`, { ...variant, now })
    const ranges = page.locator('#hours [data-entry]').getByText(/^\d[\d:]*–\d[\d:]*,?$/)
    await ranges.first().waitFor()
    const lines = await ranges.evaluateAll((all) =>
      (all as unknown as { getClientRects(): { readonly length: number } }[]).map((one) => one.getClientRects().length),
    )
    assert.deepEqual(lines, Array(12).fill(1))
  })

  inBoth('Saturdays in July are two clicks and three fields, and an editor has few stops', async (web, context) => {
    const special = Array.from({ length: 9 }, (_, at) => `2026-1${at % 3}-1${at}`)
    const past = { validFrom: '2025-12-24', validTo: '2025-12-24', days: {} }
    const hours = [past, { ...ordinary, validFrom: '2026-01-01', validTo: '9999-12-31' }]
    const dated = special.toSorted().map((day) => ({ validFrom: day, validTo: day, days: {} }))
    const place = await createOpen(web.admin, `Julikyrkan ${variant.size}`, [...hours, ...dated])
    const page = await web.open(context, `/p/${place.slug}/edit`, { ...variant, now })
    await page.getByRole('button', { name: words.ended(1) }).waitFor()
    const stops = await page.evaluate(() => {
      const all = 'a[href], button, input, select, textarea, [tabindex]'
      const { document } = globalThis as unknown as { document: { querySelectorAll(all: string): Iterable<Control> } }
      type Control = { tabIndex: number; disabled?: boolean; offsetParent: unknown }
      const isStop = (one: Control) => one.tabIndex >= 0 && !one.disabled && one.offsetParent
      return [...document.querySelectorAll(all)].filter(isStop).length
    })
    assert.ok(stops <= 80, `${stops} stops of the tabulator`)
    await page.goto(`${web.service.url}/p/${place.slug}`)
    // Also a part that cannot come to the top is told as the present one.
    await page.goto(`${web.service.url}/p/${place.slug}/edit#facilities`)
    const { sectionNav, sections } = editWords[language]
    const present = page.getByRole('navigation', { name: sectionNav }).locator('[aria-current=location]')
    await present.getByText(sections.facilities, { exact: true }).waitFor()
    await page.goto(`${web.service.url}/p/${place.slug}`)
    await page.goto(`${web.service.url}/p/${place.slug}/edit#hours`)
    await assertFocused(page.locator('#hours [data-section]'))
    const clicks = await countClicks(page)
    await assertCount(page.locator('[data-section][aria-expanded=true]'), 1)
    await page.getByRole('button', { name: words.add.period, exact: true }).click()
    const fields = page.locator('#hours [data-entry]').getByRole('textbox')
    await assertFocused(fields.first())
    for (const typed of { en: ['1/7', '31 july', 'sat 11-14'], sv: ['1/7', '31 juli', 'lör 11-14'] }[language]) {
      await page.keyboard.type(typed)
      await page.keyboard.press('Tab')
    }
    await assertHoldsDay(fields.nth(0), '2026-07-01')
    await assertHoldsDay(fields.nth(1), '2026-07-31')
    await save(page)
    await readingOf(page, place.name)
    assert.equal(clicks(), 2)
    const stored = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
    const july = stored.openHours?.find(({ validFrom }) => validFrom === '2026-07-01')
    const saturdays = { ...ordinary.days, sa: span('11:00', '14:00') }
    assert.deepEqual(july, { validFrom: '2026-07-01', validTo: '2026-07-31', days: saturdays })
  })

  inBoth('a weekday on the page of a place leads to the hours of that day', async (web, context) => {
    const regular = { ...ordinary, validTo: '9999-12-31' }
    const place = await createOpen(web.admin, `Lördagskyrkan ${variant.size}`, [regular])
    const page = await web.open(context, `/p/${place.slug}?date=2026-06-13`, { ...variant, now })
    const { changeDay } = hoursWords[language]
    const editor = page.locator('#hours')
    const line = editor.getByRole('textbox', { name: words.week })
    const clicks = await countClicks(page)
    await page.getByRole('link', { name: changeDay(days.sa) }).click()
    await assertFocused(line)
    await page.keyboard.type('12-13')
    await save(page)
    await readingOf(page, place.name)
    assert.equal(clicks(), 2)
    assert.equal(await page.evaluate('scrollY'), 0)
    const stored = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
    const special = { validFrom: '2026-06-13', validTo: '2026-06-13', days: { sa: span('12:00', '13:00') } }
    assert.deepEqual(stored.openHours, [regular, special])

    await page.goto(`${web.service.url}/p/${place.slug}/edit#hours`)
    const week = editor.getByRole('region', { name: words.preview })
    await week.getByRole('link', { name: changeDay(days.sa) }).click()
    await assertHolds(line, '12–13')
    await week.getByRole('link', { name: changeDay(days.su) }).click()
    await assertHolds(line, '10–13')
    await assertFocused(line)
    await assertAccessible(page, 'a day that was asked for')
    await editor.getByRole('button', { name: words.every(days.su) }).click()
    await assertFocused(line)
    await assertCount(editor.locator('[data-entry]'), 2)
    await page.getByText(editWords[language].unchanged, { exact: true }).waitFor()
  })

  onPhone('hours that two have changed are compared by their days', async (web, context) => {
    const place = await createOpen(web.admin, `Tvåtidskyrkan ${variant.size}`, [{ ...ordinary, validTo: '9999-12-31' }])
    const page = await web.open(context, `/p/${place.slug}/edit`, { ...variant, now, expects: /412/ })
    const conflict = conflictWords[language]
    await openEntry(page.locator("[data-entry='0']"))
    await page.getByRole('textbox', { name: words.week }).fill({ en: 'Sat 11–14', sv: 'lör 11–14' }[language])
    const christmas = { validFrom: '2030-12-24', validTo: '2030-12-24', days: { tu: workday } }
    const sunday = { ...ordinary, days: { ...ordinary.days, su: [] }, validTo: '9999-12-31' }
    const theirs = [sunday, christmas]
    accepted(await web.admin.patch(`/v4/place/${place.id}`, { openHours: theirs, updatedBy: 'Bo' }), 204)
    await save(page)
    const dialog = page.getByRole('dialog', { name: conflict.title })
    const row = (day: string) =>
      dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name: day, exact: true }) })
    await dialog.getByText(conflict.onlyTheirs, { exact: true }).waitFor()
    const [saturday, closed] = await Promise.all(
      [days.sa, days.su].map((day) => row(day).getByRole('cell').allInnerTexts()),
    )
    assert.deepEqual(saturday, ['11:00–14:00', '10:00–14:00'])
    assert.deepEqual(closed, ['10:00–13:00', hoursWords[language].closed])
    assert.equal(await dialog.getByRole('rowheader').count(), 2)
    await assertFits(page, 'two changes of hours')
    await assertAccessible(page, 'two changes of hours')
    await dialog.getByRole('radio', { name: conflict.theirs }).click()
    await dialog.getByRole('button', { name: conflict.save }).click()
    await readingOf(page, place.name)
    const stored = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
    assert.deepEqual(stored.openHours, theirs)
  })

  onDesktop('hours that overlap are told while they are typed', async (web, context) => {
    const place = await createOpen(web.admin, `Lunchkyrkan ${variant.size}`, [{ days: { mo: span('09:00', '12:00') } }])
    const page = await web.open(context, `/p/${place.slug}/edit`, { ...variant, now })
    await openEntry(page.locator("[data-entry='0']"))
    await page.getByRole('button', { name: words.addSpan(days.mo) }).click()
    const opens = page.getByRole('textbox', { name: words.from(`${days.mo} 2`) })
    await opens.fill('11')
    await page.getByRole('textbox', { name: words.to(`${days.mo} 2`) }).fill('17')
    const overlap = reason('overlap', { span: '11:00-17:00', other: '09:00-12:00' })
    const told = page.getByText(faultText(overlap, language), { exact: true })
    await told.waitFor()
    await assertAccessible(page, 'hours that overlap')
    await opens.fill('12')
    await told.waitFor({ state: 'detached' })
  })

  onDesktop('a place is closed for now and on a holiday by name, as its year says', async (web, context) => {
    const place = await createOpen(web.admin, `Sommarkyrkan ${variant.size}`, [{ ...ordinary, validTo: '9999-12-31' }])
    const page = await web.open(context, `/p/${place.slug}/edit#hours`, { ...variant, now })
    const editor = page.locator('#hours')
    const year = editor.getByRole('img', { name: words.year })
    const press = async (name: string) => editor.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog')
    assert.doesNotMatch((await year.getAttribute('aria-label')) ?? '', RegExp(words.closedFor))
    await press(words.closedUntil)
    const last = dialog.getByRole('textbox', { name: words.validTo })
    await last.fill('12/6')
    await last.press('Tab')
    await assertAccessible(page, 'a place is closed for now')
    await dialog.getByRole('button', { name: words.close, exact: true }).click()
    await press(words.holidays)
    await dialog.getByRole('button', { name: words.closeOn(0), exact: true, disabled: true }).waitFor()
    await dialog.getByRole('checkbox', { name: / 20 jun/i }).check()
    await assertAccessible(page, 'holidays by name')
    await dialog.getByRole('button', { name: words.closeOn(1), exact: true }).click()
    const cards = editor.locator('[data-entry]')
    await assertCount(cards, 3)
    await cards.getByText(/^Midsom|^Midsum/).waitFor()
    assert.match((await year.getAttribute('aria-label')) ?? '', RegExp(words.closedFor))
    // A holiday that has hours shows them, and leads to them.
    await press(words.holidays)
    await assertCount(dialog.getByRole('checkbox', { name: / 20 jun/i }), 0)
    await assertAccessible(page, 'a holiday that has hours')
    await dialog
      .getByRole('button', { name: RegExp(words.changeDay('').trim()) })
      .first()
      .click()
    await editor.getByRole('textbox', { name: words.date, exact: true }).waitFor()
    const week = editor.getByRole('region', { name: words.preview })
    await week.getByRole('textbox', { name: hoursWords[language].weekOf }).fill('20/6')
    await week.getByRole('row', { name: RegExp(`^${days.sa}.*${hoursWords[language].closed}`) }).waitFor()
    await save(page)
    await readingOf(page, place.name)
    const stored = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
    const closed = stored.openHours?.filter((entry) =>
      Object.values(entry.days ?? {}).every(({ length }) => length === 0),
    )
    assert.deepEqual(
      closed?.map(({ validFrom, validTo }) => [validFrom, validTo]),
      [
        ['2026-06-09', '2026-06-12'],
        ['2026-06-20', '2026-06-20'],
      ],
    )
  })

  onDesktop('the hours of another place are taken over, and given back', async (web, context) => {
    const winter = { validFrom: '2026-11-01', validTo: '2027-03-31', days: workdays }
    const ended = { validFrom: '2025-12-24', validTo: '2025-12-24', days: {} }
    const source = await createOpen(web.admin, `Förebilden ${variant.size}`, [
      { ...ordinary, validTo: '9999-12-31' },
      ended,
      winter,
    ])
    const july = { validFrom: '2027-07-01', validTo: '2027-07-31', days: { mo: workday } }
    const place = await createOpen(web.admin, `Efterföljaren ${variant.size}`, [
      { days: { mo: workday }, validTo: '9999-12-31' },
      july,
    ])
    const page = await web.open(context, `/p/${place.slug}/edit`, { ...variant, now })
    const editor = page.locator('#hours')
    const copy = async (action: string) => {
      await editor.getByRole('button', { name: words.copyHours, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: words.copyHours })
      await dialog.getByRole('combobox', { name: words.copyFrom }).fill('Förebilden')
      await page.getByRole('option', { name: source.name }).click()
      // Two that are copied, and the ordinary hours that they replace.
      await assertCount(dialog.getByRole('listitem'), 3)
      await dialog.getByText(words.replaces, { exact: true }).waitFor()
      if (action === words.copyAdd) await assertAccessible(page, 'hours of another place')
      await dialog.getByRole('button', { name: action, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    const cards = editor.locator('[data-entry]')
    await assertCount(cards, 2)
    await copy(words.copyReplace)
    await assertCount(cards.getByText(words.kinds.period, { exact: true }), 1)
    await cards.getByText('10–13').waitFor()
    await page.getByRole('button', { name: editWords[language].undo }).click()
    await assertCount(cards.getByText('10–13'), 0)
    await copy(words.copyAdd)
    await assertCount(cards, 3)
    await save(page)
    await readingOf(page, place.name)
    const stored = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
    assert.deepEqual(stored.openHours, [{ ...ordinary, validTo: '9999-12-31' }, winter, july])
  })
}

web('a period begins without hours where none are known, and takes those of its days', async (web, context) => {
  const words = editorWords.en
  const summer = { validFrom: '2027-06-01', validTo: '2027-08-31', days: ordinary.days }
  const place = await createOpen(web.admin, 'Sommarkapellet', [summer])
  const page = await web.open(context, `/p/${place.slug}/edit`, { ...desktop, now })
  const editor = page.locator('#hours')
  const added = editor.locator("[data-entry='1']")
  const fill = async (label: string, day: string) => {
    const field = added.getByRole('textbox', { name: label, exact: true })
    await field.fill(day)
    await field.press('Tab')
    await assertHoldsDay(field, day)
  }
  await editor.getByRole('button', { name: words.add.period, exact: true }).click()
  await added.waitFor()
  await assertCount(added.getByRole('textbox', { name: words.from('') }), 0)
  await fill(words.validFrom, '2027-07-01')
  await added.getByRole('textbox', { name: words.validTo, exact: true }).fill('')
  await page.keyboard.press('Tab')
  await assertCount(added.getByPlaceholder(words.dayFormat), 1)
  await fill(words.validTo, '2027-07-31')
  await assertCount(added.getByRole('textbox', { name: words.from('') }), 7)
  await assertCount(added.getByText(words.insteadOf('')), 0)

  await added.getByText('Sat', { exact: true }).click()
  await assertCount(added.getByRole('textbox', { name: words.from('') }), 1)
})

web('hours from which the end is taken away are stored without one', async (web, context) => {
  const words = editorWords.en
  const year = { validFrom: '2027-01-01', validTo: '2027-12-31', days: ordinary.days }
  const place = await createOpen(web.admin, 'Årskapellet', [year])
  const page = await web.open(context, `/p/${place.slug}/edit`, { ...desktop, now })
  await openEntry(page.locator("[data-entry='0']"))
  const end = page.locator('#hours').getByRole('textbox', { name: words.validTo, exact: true })
  await assertHoldsDay(end, '2027-12-31')
  await end.fill('')
  await end.press('Tab')
  await page
    .locator('#hours')
    .getByRole('region', { name: words.kinds.ordinary })
    .getByPlaceholder(words.noEnd)
    .waitFor()
  await page.getByRole('button', { name: editWords.en.save, exact: true }).click()
  await readingOf(page, place.name)
  const stored = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
  assert.deepEqual(stored.openHours, [{ validFrom: '2027-01-01', days: ordinary.days }])
})

web(
  'the choice of one weekday goes with its period, and is none of the period that comes into its place',
  async (web, context) => {
    const words = editorWords.en
    const july = { validFrom: '2027-07-01', validTo: '2027-07-31', days: ordinary.days }
    const august = { validFrom: '2027-08-01', validTo: '2027-08-31', days: ordinary.days }
    const place = await createOpen(web.admin, 'Sensommarkyrkan', [{ ...ordinary, validTo: '9999-12-31' }, july, august])
    const page = await web.open(context, `/p/${place.slug}/edit`, { ...desktop, now })
    const second = page.locator("#hours [data-entry='1']")
    const opens = second.getByRole('textbox', { name: words.from('') })
    await openEntry(second)
    await assertCount(opens, 7)
    await second.getByText('Sat', { exact: true }).click()
    await assertCount(opens, 1)
    await second.getByRole('button', { name: words.remove(`${words.kinds.period} ${july.validFrom}`) }).click()
    await openEntry(second)
    await assertHoldsDay(second.getByRole('textbox', { name: words.validFrom, exact: true }), august.validFrom)
    await assertCount(opens, 7)
    await second.getByRole('radio', { name: words.allDays, exact: true, checked: true }).waitFor({ state: 'attached' })
  },
)

web('what is typed of hours holds as a whole or not at all', async (web, context) => {
  const words = editorWords.en
  const since = { validFrom: '2019-01-01', validTo: '2026-12-31', days: ordinary.days }
  const place = await createOpen(web.admin, 'Radkyrkan', [since])
  const page = await web.open(context, `/p/${place.slug}/edit`, { ...desktop, now })
  const entry = page.locator("#hours [data-entry='0']")
  await openEntry(entry)
  const field = (label: string) => entry.getByRole('textbox', { name: label, exact: true })
  const [week, to] = [field(words.week), field(words.validTo)]
  const sunday = field(words.from(`${hoursWords.en.days.su} 1`))
  const line = 'Mon–Fri 10–15, Sat 10–14, Sun 10–13'
  assert.equal(await week.inputValue(), line)
  await week.fill('sun 9-12, sat 11-')
  await page.getByText(words.faults.noWeek).waitFor({ state: 'detached' })
  await assertHolds(sunday, '10:00')
  await to.focus()
  await page.getByText(words.faults.noWeek).waitFor()
  await sunday.fill('8')
  await assertHolds(week, 'Mon–Fri 10–15, Sat 10–14, Sun 08–13')
  await week.fill('Mon–Fri 10–15, Sun 08–13')
  await assertCount(field(words.from(`${hoursWords.en.days.sa} 1`)), 0)

  // 1/12 is 1/1 on the way, and a year of four digits may follow.
  await field(words.validFrom).fill('1/1 2027')
  await to.focus()
  await page.keyboard.type('1/12 2027')
  await page.keyboard.press('Tab')
  await assertHoldsDay(to, '2027-12-01')
  await to.fill('31 decembre 27 or so')
  await page.keyboard.press('Tab')
  await page.getByText(kitWords.en.noDay('31 decembre 27 or so')).waitFor()
  await page.getByRole('button', { name: editWords.en.save, exact: true }).click()
  await assertHolds(to, '31 decembre 27 or so')
  await to.fill('31 dec')
  await page.keyboard.press('Tab')
  await assertHoldsDay(to, '2027-12-31')
  await page.getByRole('button', { name: editWords.en.save, exact: true }).click()
  await readingOf(page, place.name)
  const [stored] = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`)).openHours ?? []
  assert.deepEqual(
    [stored?.validTo, stored?.days?.sa ?? [], stored?.days?.su],
    ['2027-12-31', [], span('08:00', '13:00')],
  )
})
