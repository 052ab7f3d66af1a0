import assert from 'node:assert/strict'
import { pageWords } from '../../../src/pages/page-words.ts'
import { editWords } from '../../../web/edit/edit-words.ts'
import { editorWords, hoursWords } from '../../../web/hours/hours-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../../support/client.ts'
import { assertFits } from '../../support/layout.ts'
import { assertAccessible, assertCount, readingOf, webSuite } from '../../support/web.ts'
import { assertHoldsDay, signInByForm } from '../form-parts.ts'
import { nameOwner, testsOf, variants } from '../variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

const span = (from: string, to: string) => [{ from, to }]
const workday = span('10:00', '15:00')
const workdays = { mo: workday, tu: workday, we: workday, th: workday, fr: workday }
const ordinary = { days: { ...workdays, sa: span('10:00', '14:00'), su: span('10:00', '13:00') } }

/** A Tuesday. */
const now = Date.parse('2026-06-09T10:00:00Z')

for (const variant of variants) {
  const { onPhone } = testsOf(web, variant)
  const { language } = variant
  const words = editorWords[language]
  const { days } = hoursWords[language]

  onPhone('an editor changes the Saturdays of July, and nothing else', async (web, context) => {
    const name = `Sommarkyrkan ${variant.size}`
    const place = accepted(await web.admin.put('/v4/place', validPlace({ name, openHours: [ordinary] })), 201)
    const page = await web.open(context, `/p/${place.slug}`, { ...variant, now, key: null, expects: /401/ })
    await signInByForm(page, { key: web.service.adminKey, language })
    await page.getByRole('link', { name: pageWords[language].edit, exact: true }).click()
    const save = () => page.getByRole('button', { name: editWords[language].save, exact: true }).click()
    const fillDay = async (label: string, day: string) => {
      const field = page.getByRole('textbox', { name: label, exact: true }).last()
      await field.fill(day)
      await field.press('Tab')
      await assertHoldsDay(field, day)
    }
    const editor = page.locator('#hours')
    await editor.getByRole('button', { name: words.add.period, exact: true }).click()
    const period = editor.getByRole('region', { name: words.kinds.period })
    await period.waitFor()
    await assertCount(editor.getByText(words.insteadOf('10:00–14:00')), 0)
    // Until it has its days it decides none of them, and cannot be saved.
    await period.getByRole('textbox', { name: words.from(`${days.tu} 1`) }).fill('7')
    await period.getByText(words.insteadOf('10:00–15:00')).waitFor()
    await assertCount(editor.getByRole('row').getByText('10:00–15:00'), 5)
    await save()
    await assertCount(period.getByText(words.faults.noDay), 2)
    await assertCount(editor.getByRole('region', { name: words.kinds.period }), 1)
    // The calendar of the missing day lies over the form.
    await page.keyboard.press('Escape')
    await period.getByText(language === 'sv' ? 'lör' : 'Sat', { exact: true }).click()
    await assertCount(period.getByText(words.insteadOf('10:00–15:00')), 0)
    await assertCount(period.getByRole('textbox', { name: words.from('') }), 1)
    await fillDay(words.validFrom, '2027-07-01')
    await fillDay(words.validTo, '2027-07-31')
    await period.getByRole('textbox', { name: words.from(`${days.sa} 1`) }).fill('11')
    await period.getByText(words.insteadOf('10:00–14:00')).waitFor()
    await assertFits(page, 'a period of Saturdays')
    await assertAccessible(page, 'a period of Saturdays')
    await save()
    await readingOf(page, place.name)
    const stored = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
    const july = { validFrom: '2027-07-01', validTo: '2027-07-31' }
    assert.deepEqual(stored.openHours, [
      { ...ordinary, validTo: '9999-12-31' },
      { ...july, days: { ...ordinary.days, sa: span('11:00', '14:00') } },
    ])
  })
}
