import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editWords } from '../../web/edit/edit-words.ts'
import { inOrder, moved, type OpenHours, otherwiseOf, spansOn } from '../../web/hours/calendar.ts'
import { editorWords, hoursWords } from '../../web/hours/hours-words.ts'

import { faultText } from '../../web/words/fault-words.ts'
import { accepted, type Client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { assertFits } from '../support/fits.ts'
import { assertAccessible, assertCount, assertHolds, type Page, readingOf, webSuite } from '../support/web.ts'
import { desktop, nameOwner, variantName, variants } from './variants.ts'

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
  const { language } = variant
  const words = editorWords[language]
  const { days } = hoursWords[language]
  const save = (page: Page) => page.getByRole('button', { name: editWords[language].save, exact: true }).click()
  const fillDay = async (page: Page, label: string, day: string) => {
    const field = page.getByRole('textbox', { name: label, exact: true }).last()
    await field.fill(day)
    await field.press('Tab')
    await assertHolds(field, day)
  }

  web(`the Saturdays of July are changed, and nothing else (${variantName(variant)})`, async (web, context) => {
    const place = await createOpen(web.admin, `Sommarkyrkan ${variant.size}`, [ordinary])
    const page = await web.open(context, `/p/${place.slug}/edit`, { ...variant, now })
    const editor = page.locator('#hours')
    await editor.getByRole('button', { name: words.add.period, exact: true }).click()
    const period = editor.getByRole('region', { name: words.kinds.period })
    await period.waitFor()
    await assertCount(editor.getByText(words.insteadOf('10:00–14:00')), 0)
    // Until it has its days it decides none of them, and cannot be saved.
    await period.getByRole('textbox', { name: words.from(`${days.tu} 1`) }).fill('7')
    await period.getByText(words.insteadOf('10:00–15:00')).waitFor()
    await assertCount(editor.getByRole('listitem').getByText('10:00–15:00'), 10)
    await save(page)
    await assertCount(period.getByText(words.faults.noDay), 2)
    await assertCount(editor.getByRole('region', { name: words.kinds.period }), 1)
    // The calendar of the day that is to be given lies over the form.
    await page.keyboard.press('Escape')
    await assertAccessible(page, 'a period without days')
    await period.getByText(language === 'sv' ? 'lör' : 'Sat', { exact: true }).click()
    await assertCount(period.getByText(words.insteadOf('10:00–15:00')), 0)
    await assertCount(period.getByRole('textbox', { name: words.from('') }), 1)
    await fillDay(page, words.validFrom, '2027-07-01')
    await fillDay(page, words.validTo, '2027-07-31')
    await period.getByRole('textbox', { name: words.from(`${days.sa} 1`) }).fill('11')
    await period.getByText(words.insteadOf('10:00–14:00')).waitFor()
    await assertFits(page, 'a period of Saturdays')
    await assertAccessible(page, 'a period of Saturdays')
    await save(page)
    await readingOf(page, place.name)
    const stored = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
    const july = { validFrom: '2027-07-01', validTo: '2027-07-31' }
    assert.deepEqual(stored.openHours, [
      { ...ordinary, validTo: '9999-12-31' },
      { ...july, days: { ...ordinary.days, sa: span('11:00', '14:00') } },
    ])
  })

  web(`hours that overlap are told while they are typed (${variantName(variant)})`, async (web, context) => {
    const place = await createOpen(web.admin, `Lunchkyrkan ${variant.size}`, [{ days: { mo: span('09:00', '12:00') } }])
    const page = await web.open(context, `/p/${place.slug}/edit`, { ...variant, now })
    await page.getByRole('button', { name: words.addSpan(days.mo) }).click()
    const opens = page.getByRole('textbox', { name: words.from(`${days.mo} 2`) })
    await opens.fill('11')
    await page.getByRole('textbox', { name: words.to(`${days.mo} 2`) }).fill('17')
    const detail = '11:00-17:00 overlaps 09:00-12:00; spans of one day may only touch'
    const told = page.getByText(faultText(detail, language), { exact: true })
    await told.waitFor()
    await assertAccessible(page, 'hours that overlap')
    await opens.fill('12')
    await told.waitFor({ state: 'detached' })
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
    await assertHolds(field, day)
  }
  await editor.getByRole('button', { name: words.add.period, exact: true }).click()
  await added.waitFor()
  await assertCount(added.getByRole('textbox', { name: words.from('') }), 0)
  await fill(words.validFrom, '2027-07-01')
  await fill(words.validTo, '')
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
  const end = page.locator('#hours').getByRole('textbox', { name: words.validTo, exact: true })
  await assertHolds(end, '2027-12-31')
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
    await assertCount(opens, 7)
    await second.getByText('Sat', { exact: true }).click()
    await assertCount(opens, 1)
    await second.getByRole('button', { name: words.remove(`${words.kinds.period} ${july.validFrom}`) }).click()
    await assertHolds(second.getByRole('textbox', { name: words.validFrom, exact: true }), august.validFrom)
    await assertCount(opens, 7)
    await second.getByRole('radio', { name: words.allDays, exact: true, checked: true }).waitFor({ state: 'attached' })
  },
)

test('D22: what holds without a period is told for each time within it, shorter entries left out', () => {
  const winter = { validFrom: '2027-01-01', validTo: '2027-07-15', days: { mo: workday } }
  const autumn = { validFrom: '2027-07-16', validTo: '2027-12-31', days: { mo: span('09:00', '18:00') } }
  const closed = { validFrom: '2027-07-05', validTo: '2027-07-05', days: { mo: [] } }
  const period = { validFrom: '2027-07-01', validTo: '2027-07-31', days: { mo: workday } }
  const entries = [winter, period, closed, autumn]
  const at = entries.indexOf(period)
  assert.deepEqual(otherwiseOf(entries, at, '2026-06-09').mo, [workday, span('09:00', '18:00')])
  const weekend = { ...period, validTo: '2027-07-04' }
  assert.deepEqual(otherwiseOf(entries.with(at, weekend), at, '2026-06-09').mo, [])
  const beyond = { ...period, validFrom: '2029-07-01', validTo: '2029-07-31' }
  assert.deepEqual(otherwiseOf(entries.with(at, beyond), at, '2026-06-09').mo, [undefined])
})

test('D22: a period that gets other days follows what holds then where it was not changed', () => {
  const winter = { validTo: '2027-07-15', days: { mo: workday, tu: workday } }
  const autumn = { validFrom: '2027-07-16', days: { mo: span('09:00', '18:00'), tu: span('09:00', '18:00') } }
  const fresh = { validFrom: '', validTo: '', days: { mo: workday, tu: span('11:00', '12:00') } }
  const dated = moved([winter, autumn, fresh], 2, { ...fresh, validFrom: '2027-08-01' }, '2026-06-09')
  assert.deepEqual(
    [dated.days?.mo, dated.days?.tu, dated.days?.we],
    [span('09:00', '18:00'), span('11:00', '12:00'), []],
  )
})

test('D22: hours with an end alone are longer than those that begin, and of equally short ones the later wins', () => {
  const untilYearEnd = { validTo: '2026-12-31', days: { mo: workday } }
  const next = { validFrom: '2026-12-01', validTo: '2027-11-30', days: { mo: span('09:00', '18:00') } }
  assert.deepEqual(otherwiseOf([untilYearEnd, next], 0, '2026-06-09').mo, [undefined])
  assert.deepEqual(otherwiseOf([untilYearEnd, next], 1, '2026-06-09').mo, [workday, undefined])
  const twin = { ...next, days: { mo: workday } }
  assert.deepEqual(otherwiseOf([next, twin], 0, '2026-06-09').mo, [undefined])
  assert.deepEqual(otherwiseOf([next, twin], 1, '2026-06-09').mo, [span('09:00', '18:00')])
})

test('D22: a new period without hours takes those of its days, and a period that has its days keeps them', () => {
  const summer = { validFrom: '2027-06-01', validTo: '2027-08-31', days: { mo: workday } }
  const fresh = { validFrom: '', validTo: '', days: {} }
  const dated = moved([summer, fresh], 1, { ...fresh, validFrom: '2027-07-05' }, '2026-06-09')
  assert.deepEqual(dated.days?.mo, workday)
  const closed = { validFrom: '2026-07-01', validTo: '2026-07-31', days: { tu: workday } }
  const later = moved([closed, summer], 0, { ...closed, validFrom: '2027-07-01', validTo: '2027-07-31' }, '2026-06-09')
  assert.deepEqual(later.days?.mo, [])
})

test('D22: of ordinary hours without end those that begin later come into force', () => {
  const former = { validFrom: '2026-01-01', days: { mo: workday } }
  const latter = { validFrom: '2026-09-01', days: { mo: span('09:00', '18:00') } }
  for (const entries of [
    [former, latter],
    [{ ...former, validTo: '9999-12-31' }, latter],
    [{ days: former.days }, latter],
  ]) {
    const ordered = inOrder(entries.toReversed())
    assert.deepEqual(spansOn(ordered, '2026-08-31'), workday)
    assert.deepEqual(spansOn(ordered, '2026-09-07'), span('09:00', '18:00'))
  }
  const july = { validFrom: '2026-07-01', validTo: '2026-07-31', days: {} }
  assert.deepEqual(inOrder([latter, july]), [july, latter])
})
