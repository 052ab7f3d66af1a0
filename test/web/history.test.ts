import assert from 'node:assert/strict'
import { historyWords } from '../../web/history/history-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { assertAccessible, webSuite } from '../support/web.ts'
import { nameOwner, variantName, variants } from './variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

for (const variant of variants) {
  web(`a former version is looked at and restored (${variantName(variant)})`, async ({ open, admin }, context) => {
    const history = historyWords[variant.language]
    const place = accepted(await admin.put('/v4/place', validPlace({ name: `Minne ${variant.size}` })), 201)
    await admin.patch(`/v4/place/${place.id}`, { shortDescription: 'Ett misstag.', updatedBy: 'Bo Ek' })
    const page = await open(context, `/p/${place.slug}/history`, variant)
    await page.getByText('Ett misstag.').waitFor()
    await assertAccessible(page, 'history')
    await page.getByRole('button', { name: new RegExp(history.actions.create!) }).click()
    await page.getByRole('button', { name: history.restore }).click()
    await page.getByRole('dialog').getByRole('button', { name: history.restore }).click()
    await page.getByText(history.restored).waitFor()
    const now = (await admin.get<PlaceAnswer>(`/v4/place/${place.id}`)).body
    assert.deepEqual([now.shortDescription, now.updatedBy], [place.name, 'Anna Berg'])
  })
}
