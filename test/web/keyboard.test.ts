import assert from 'node:assert/strict'
import { appWords } from '../../web/app/app-words.ts'
import { exploreWords } from '../../web/explore/explore-words.ts'
import { fieldWords } from '../../web/place/field-words.ts'
import { pageWords } from '../../web/place/page-words.ts'
import { placeWords } from '../../web/place/place-words.ts'
import { publishWords } from '../../web/publish/publish-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { settle } from '../support/fits.ts'
import { tabTo } from '../support/keyboard.ts'
import { assertFocused, webSuite } from '../support/web.ts'
import { nameOwner, variantName, variants } from './variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

for (const variant of variants) {
  const { language } = variant
  const app = appWords[language]
  const explore = exploreWords[language]
  const publish = publishWords[language]
  const { states, types } = placeWords[language]

  web(
    `by keyboard alone a place is found, edited and unpublished (${variantName(variant)})`,
    async ({ open, admin }, context) => {
      const name = `Kapellet ${variant.size}`
      const place = accepted(await admin.put('/v4/place', validPlace({ name })), 201)
      const read = async () => accepted(await admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
      const page = await open(context, '/', variant)
      const { keyboard } = page
      await settle(page)

      // The first key leads past the header.
      await keyboard.press('Tab')
      await assertFocused(page.getByRole('link', { name: app.skip }))
      await keyboard.press('Enter')
      await tabTo(page, page.getByRole('combobox', { name: explore.searchLabel }))
      await keyboard.type(name)
      await page.getByRole('status').getByText(explore.hits(1, '1')).waitFor()

      // A filter opens, is set, and closes on the button that opened it.
      const filter = page.getByRole('button', { name: new RegExp(`^${explore.type}`) })
      await tabTo(page, filter)
      await keyboard.press('Enter')
      await tabTo(page, page.getByRole('checkbox', { name: new RegExp(types.churchAndChapel) }))
      await keyboard.press('Space')
      await page.waitForURL(/is=ChurchAndChapel/)
      await keyboard.press('Escape')
      await assertFocused(filter)

      await tabTo(page, page.getByRole('link', { name: new RegExp(`^${name}`) }))
      await keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await tabTo(page, page.getByRole('link', { name: pageWords[language].edit, exact: true }))
      await keyboard.press('Enter')
      const label = fieldWords[language].shortDescription
      await tabTo(page, page.getByRole('textbox', { name: label, exact: true }))
      await keyboard.press('Control+a')
      await keyboard.type('Med tangenter.')
      await keyboard.press('Control+s')
      // On the page of the place: what is typed stands in the form before it is saved.
      await page.getByRole('article').getByText('Med tangenter.').waitFor()
      assert.equal((await read()).shortDescription, 'Med tangenter.')

      /** Opens the menu of publishing and takes an item of it by the arrows. */
      const choose = async (item: string) => {
        await tabTo(page, page.getByRole('button', { name: publish.menu }))
        await keyboard.press('Enter')
        const wanted = page.getByRole('menuitem', { name: item })
        await tabTo(page, wanted, 'ArrowDown')
        await keyboard.press('Enter')
      }
      const badge = (state: keyof typeof states) => page.getByRole('article').getByText(states[state], { exact: true })
      await choose(publish.unpublishNow)
      await badge('unpublished').waitFor()
      assert.notEqual((await read()).depublished, undefined)
    },
  )
}
