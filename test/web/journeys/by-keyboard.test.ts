import assert from 'node:assert/strict'
import { frameWords } from '../../../src/pages/frame-words.ts'
import { pageWords } from '../../../src/pages/page-words.ts'
import { exploreWords } from '../../../web/explore/explore-words.ts'
import { kitWords } from '../../../web/kit/kit-words.ts'
import { fieldWords } from '../../../web/place/place-fields.ts'
import { placeWords } from '../../../web/place/place-words.ts'
import { publishWords } from '../../../web/publish/publish-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../../support/client.ts'
import { tabTo } from '../../support/keyboard.ts'
import { settle } from '../../support/layout.ts'
import { assertFocused, webSuite } from '../../support/web.ts'
import { nameOwner, testsOf, variants } from '../variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

for (const variant of variants) {
  const { onDesktop } = testsOf(web, variant)
  const { language } = variant
  const app = frameWords[language]
  const explore = exploreWords[language]
  const publish = publishWords[language]
  const { states, types } = placeWords[language]

  onDesktop(
    'by keyboard only a place is found, edited, unpublished, deleted and restored',
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
      await page.getByRole('status').getByText(explore.hits(1)).waitFor()

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

      const button = (name: string) => page.getByRole('button', { name })
      const choose = async (name: string) => {
        await tabTo(page, button(name))
        await keyboard.press('Enter')
      }
      const badge = (state: keyof typeof states) => page.getByRole('article').getByText(states[state], { exact: true })
      await tabTo(page, page.getByRole('link', { name: pageWords[language].publishing }))
      await keyboard.press('Enter')
      await choose(publish.unpublishNow)
      await badge('unpublished').waitFor()
      assert.notEqual((await read()).depublished, undefined)

      // A dialog that is left gives the focus back; so does each act, to what can be done next.
      const dialog = page.getByRole('dialog', { name: publish.deleteTitle(name) })
      await choose(publish.delete)
      await assertFocused(dialog.getByRole('button', { name: kitWords[language].cancel }))
      await keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await assertFocused(button(publish.delete))
      await keyboard.press('Enter')
      await tabTo(page, dialog.getByRole('button', { name: publish.deleteButton, exact: true }))
      await keyboard.press('Enter')
      await badge('deleted').waitFor()
      await assertFocused(page.getByRole('button', { name: publish.restore }))
      await keyboard.press('Enter')
      await badge('deleted').waitFor({ state: 'detached' })
      assert.equal((await read()).deleted, undefined)

      // A button that goes while it has the focus hands it on.
      await assertFocused(button(publish.publishNow))
      await admin.patch(`/v4/place/${place.id}`, { published: '2020-01-01', depublished: null, updatedBy: 'Bo' })
      // Who comes back to a page after a while is shown what has become of the place.
      await page.clock.install()
      await page.clock.fastForward(20_000)
      await page.evaluate('dispatchEvent(new Event("visibilitychange"))')
      await assertFocused(button(publish.times))
      await keyboard.press('Tab')
      await assertFocused(button(publish.unpublishNow))
    },
  )
}
