import assert from 'node:assert/strict'
import { editWords } from '../../web/edit/edit-words.ts'
import { inputWords } from '../../web/fields/input-words.ts'
import { fieldWords } from '../../web/place/place-fields.ts'
import { placeWords } from '../../web/place/place-words.ts'
import { publishWords } from '../../web/publish/publish-words.ts'
import type { PageAnswer } from '../support/client.ts'
import { assertFits } from '../support/layout.ts'
import { assertFocused, readingOf, webSuite } from '../support/web.ts'
import { localTime, pickTime } from './pick-time.ts'
import { nameOwner, testsOf, variants } from './variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

for (const variant of variants) {
  const { onPhone } = testsOf(web, variant)
  const { language } = variant
  const words = editWords[language]
  const inputs = inputWords[language]
  const publish = publishWords[language]
  const labels = fieldWords[language]

  onPhone('a new place is scheduled while it is made', async ({ open, admin }, context) => {
    const page = await open(context, '/manage/new', variant)
    const name = `Kapellet som kommer ${variant.size}`
    await page.getByRole('button', { name: words.createPlanned }).click()
    const dialog = page.getByRole('dialog', { name: words.planTitle })
    const create = dialog.getByRole('button', { name: words.planCreate, exact: true })
    await create.waitFor()
    assert.ok(await create.isDisabled(), 'there is no time yet')
    const time = (label: string) => dialog.getByRole('textbox', { name: label, exact: true })
    await pickTime(time(publish.depublishedFrom), { months: 1 })
    await pickTime(time(publish.publishedFrom), { months: 2 })
    await dialog.getByText(publish.backwards).waitFor()
    assert.ok(await create.isDisabled(), 'it would end before it begins')
    await pickTime(time(publish.depublishedFrom), { months: 3 })
    await dialog.getByText(publish.backwards).waitFor({ state: 'detached' })
    await create.click()
    // What is missing is told first, and the times are kept until then.
    await dialog.waitFor({ state: 'detached' })
    const nameField = page.getByRole('textbox', { name: labels.name, exact: true })
    await assertFocused(nameField)
    await assertFits(page, 'form that lacks something')
    await nameField.fill(name)
    await page.getByRole('combobox', { name: labels.placeTypes, exact: true }).click()
    await page.getByRole('option', { name: placeWords[language].types.churchAndChapel, exact: true }).click()
    await page.getByRole('combobox', { name: labels.owner, exact: true }).fill('Testets')
    await page.getByRole('option', { name: 'Testets församling' }).click()
    await page.getByLabel(inputs.coordinates).fill('59.86, 17.64')
    await page.getByRole('button', { name: words.createPlanned }).click()
    await create.click()
    await readingOf(page, name)
    const found = await admin.get<PageAnswer>(`/v4/place?include=non-published&name=${encodeURIComponent(name)}`)
    const [made] = found.body.Results
    assert.match(localTime(made?.published), /-12 07:30:00$/)
    assert.match(localTime(made?.depublished), /-12 07:30:00$/)
    assert.ok(Date.now() < Date.parse(made?.published ?? '') && made!.published! < made!.depublished!)
  })
}
