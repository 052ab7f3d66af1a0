import assert from 'node:assert/strict'
import { historyWords } from '../../web/history/history-words.ts'
import { changeWords, editorWords, hoursWords } from '../../web/hours/hours-words.ts'
import { kitWords } from '../../web/kit/kit-words.ts'
import { fieldWords } from '../../web/place/place-fields.ts'
import { accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { until } from '../support/until.ts'
import { assertAccessible, readingOf, see, webSuite } from '../support/web.ts'
import { nameOwner, testsOf, variants } from './variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

const workday = [{ from: '09:00', to: '17:00' }]
const usualHours = [{ days: { mo: workday, tu: workday, we: workday, th: workday, fr: workday } }]

web('the oldest version that is loaded is compared with the one before it', async ({ open, admin }, context) => {
  const history = historyWords.en
  const place = accepted(await admin.put('/v4/place', validPlace({ name: 'Minne av mycket' })), 201)
  for (let number = 1; number <= 35; number++) {
    const change = { shortDescription: `Text ${number}.`, updatedBy: 'Bo Ek' }
    accepted(await admin.patch(`/v4/place/${place.id}`, change), 204)
  }
  const page = await open(context, `/p/${place.slug}/history`)
  await page.getByRole('button', { name: history.more }).waitFor()
  await page
    .getByRole('navigation', { name: history.revisions })
    .getByRole('listitem')
    .nth(29)
    .getByRole('button')
    .click()
  await page.getByText('Text 6.').waitFor()
  await page.getByText('Text 5.').waitFor()
})

for (const variant of variants) {
  const { onDesktop } = testsOf(web, variant)
  onDesktop('a former version is looked at and restored', async ({ open, admin }, context) => {
    const history = historyWords[variant.language]
    const place = accepted(await admin.put('/v4/place', validPlace({ name: `Minne ${variant.size}` })), 201)
    const mistake = { shortDescription: 'Ett misstag.', updatedBy: 'Bo Ek' }
    accepted(await admin.patch(`/v4/place/${place.id}`, mistake), 204)
    const page = await open(context, `/p/${place.slug}/history`, { ...variant, expects: /412/ })
    await see(page, 'hidden')
    await page.getByText('Ett misstag.').waitFor()
    await page.getByRole('button', { name: new RegExp(history.actions.create!) }).click()
    await page.getByRole('button', { name: history.restore }).click()
    const dialog = page.getByRole('dialog', { name: history.restoreTitle })
    const restore = dialog.getByRole('button', { name: history.restore })
    await dialog.getByText('Ett misstag.').waitFor()
    const another = { shortDescription: 'Ett till.', openHours: usualHours, updatedBy: 'Bo Ek' }
    accepted(await admin.patch(`/v4/place/${place.id}`, another), 204)
    const refused = page.getByRole('alert').getByText(history.changedMeanwhile).waitFor()
    await restore.click()
    await refused
    // The dialog shows what would change now, hours in words.
    await dialog.getByText('Ett till.').waitFor()
    await dialog.getByText(changeWords[variant.language].removed, { exact: true }).waitFor()
    await dialog.getByText(editorWords[variant.language].kinds.ordinary, { exact: true }).waitFor()
    await assertAccessible(page, 'choice of a version')
    // What is said of it goes away by itself, so it is waited for before.
    const said = page.getByText(history.restored, { exact: true }).waitFor()
    await restore.click()
    await said
    await readingOf(page, place.name)
    const now = (await admin.get<PlaceAnswer>(`/v4/place/${place.id}`)).body
    assert.deepEqual([now.shortDescription, now.updatedBy], [place.name, 'Anna Berg'])
  })
}

for (const variant of variants) {
  const { onDesktop, onPhone } = testsOf(web, variant)
  onPhone('a change of hours is told by the days that differ', async ({ open, admin }, context) => {
    const { days, closed } = hoursWords[variant.language]
    const [week] = usualHours
    const name = `Tider ${variant.size}`
    const place = accepted(await admin.put('/v4/place', validPlace({ name, openHours: usualHours })), 201)
    const shorter = [{ from: '09:00', to: '15:00' }]
    const changed = { days: { ...week!.days, tu: shorter, we: shorter, fr: [] }, validTo: '9999-12-31' }
    const christmas = { validFrom: '2030-12-24', validTo: '2030-12-24', days: { tu: shorter } }
    const change = { openHours: [changed, christmas], updatedBy: 'Bo Ek' }
    accepted(await admin.patch(`/v4/place/${place.id}`, change), 204)
    const page = await open(context, `/p/${place.slug}/history`, variant)
    const row = (header: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: header, exact: true }) })
    const cells = (header: string) => row(header).getByRole('cell').allInnerTexts()
    const { dayRange } = editorWords[variant.language]
    await row(days.fr).waitFor()
    assert.deepEqual(await cells(dayRange(days.tu, days.we)), ['09:00–17:00', '09:00–15:00'])
    assert.deepEqual(await cells(days.fr), ['09:00–17:00', closed])
    assert.equal(await page.getByRole('rowheader').count(), 2)
    await page.getByText(changeWords[variant.language].added, { exact: true }).waitFor()
    await assertAccessible(page, 'a change of hours')
  })

  onDesktop('one change is undone at once, later ones stay, and the way back is offered', async (web, context) => {
    const { open, admin } = web
    const history = historyWords[variant.language]
    const { undo } = kitWords[variant.language]
    const place = accepted(await admin.put('/v4/place', validPlace({ name: `Ånger ${variant.size}` })), 201)
    const mistake = { shortDescription: 'Fel text.', longDescription: 'Fel, och rättat sedan.', updatedBy: 'Bo Ek' }
    accepted(await admin.patch(`/v4/place/${place.id}`, mistake), 204)
    const later = { longDescription: 'Rättat.', contactInfo: { email: 'a@example.org' }, updatedBy: 'Eva Alm' }
    accepted(await admin.patch(`/v4/place/${place.id}`, later), 204)
    const page = await open(context, `/p/${place.slug}/history`, variant)
    const texts = async () => {
      const now = accepted(await admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
      const { email } = now.contactInfo as { email?: string }
      return [now.shortDescription, now.longDescription, email]
    }
    await page.getByRole('listitem').nth(1).getByRole('button').click()
    await page.getByRole('button', { name: history.undo }).click()
    const kept = page.getByRole('dialog', { name: history.keptTitle(1) })
    await kept.getByText(history.keptFields(fieldWords[variant.language].longDescription)).waitFor()
    assert.deepEqual(await texts(), [place.shortDescription, 'Rättat.', 'a@example.org'])
    await page.keyboard.press('Escape')
    await page.getByRole('alert').getByRole('button', { name: undo, exact: true }).click()
    await until('the undo is undone', async () => (await texts())[0] === 'Fel text.')
    assert.deepEqual(await texts(), ['Fel text.', 'Rättat.', 'a@example.org'])
  })
}
