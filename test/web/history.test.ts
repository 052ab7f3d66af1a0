import assert from 'node:assert/strict'
import { historyWords } from '../../web/history/history-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { assertAccessible, readingOf, webSuite } from '../support/web.ts'
import { nameOwner, variantName, variants } from './variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

for (const variant of variants) {
  web(`a former version is looked at and restored (${variantName(variant)})`, async ({ open, admin }, context) => {
    const history = historyWords[variant.language]
    const place = accepted(await admin.put('/v4/place', validPlace({ name: `Minne ${variant.size}` })), 201)
    const mistake = { shortDescription: 'Ett misstag.', updatedBy: 'Bo Ek' }
    accepted(await admin.patch(`/v4/place/${place.id}`, mistake), 204)
    const page = await open(context, `/p/${place.slug}/history`, variant)
    await page.getByText('Ett misstag.').waitFor()
    await assertAccessible(page, 'history')
    await page.getByRole('button', { name: new RegExp(history.actions.create!) }).click()
    await page.getByRole('button', { name: history.restore }).click()
    // What is said of it goes away by itself, so it is waited for before.
    const said = page.getByText(history.restored, { exact: true }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: history.restore }).click()
    await said
    await readingOf(page, place.name)
    const now = (await admin.get<PlaceAnswer>(`/v4/place/${place.id}`)).body
    assert.deepEqual([now.shortDescription, now.updatedBy], [place.name, 'Anna Berg'])
  })
}
