import assert from 'node:assert/strict'
import { editWords } from '../../../web/edit/edit-words.ts'
import { inputWords } from '../../../web/fields/input-words.ts'
import { accepted, type PlaceAnswer, pointAt, validPlace } from '../../support/client.ts'
import { assertFits, settle } from '../../support/layout.ts'
import { assertAccessible, assertHolds, webSuite } from '../../support/web.ts'
import { nameOwner, testsOf, variants } from '../variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

for (const variant of variants) {
  const { inBoth } = testsOf(web, variant)
  const words = inputWords[variant.language]

  inBoth('the form asks about odd positions, swaps coordinates, and refuses none', async ({ open, admin }, context) => {
    const body = validPlace({ geolocation: pointAt(17.6336, 59.858), visitingInfo: { city: 'Uppsala' } })
    const { id, slug } = accepted(await admin.put<PlaceAnswer>('/v4/place', { ...body, published: '2020-01-01' }), 201)
    const page = await open(context, `/p/${slug}/edit`, variant)
    const field = page.getByRole('textbox', { name: words.coordinates })
    const type = async (text: string) => {
      await field.fill(text)
      await field.press('Tab')
    }
    await settle(page)
    for (const text of [words.positionSwapped, words.positionWater]) assert.equal(await page.getByText(text).count(), 0)

    await type('17.6336, 59.858')
    await page.getByText(words.positionSwapped).waitFor()
    await assertAccessible(page, 'a doubt about a position')
    await assertFits(page, 'a doubt about a position')
    await page.getByRole('button', { name: words.swap }).click()
    await assertHolds(field, '59.858, 17.6336')
    await page.getByText(words.positionSwapped).waitFor({ state: 'detached' })

    await type('63.4269, 10.3969')
    const countries = variant.language === 'sv' ? ['Sverige', 'Norge'] : ['Sweden', 'Norway']
    await page.getByText(words.positionTown('Uppsala', countries[0]!, countries[1]!)).waitFor()

    await type('58.2, 19.6')
    await page.getByText(words.positionWater).waitFor()
    await page.getByRole('button', { name: editWords[variant.language].save }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'))
    const { geolocation } = accepted(await admin.get<PlaceAnswer>(`/v4/place/${id}`))
    assert.deepEqual(geolocation.geometry.coordinates, [19.6, 58.2])
  })
}
