import assert from 'node:assert/strict'
import { pageWords } from '../../../src/pages/page-words.ts'
import { placeWords } from '../../../web/place/place-words.ts'
import { publishWords } from '../../../web/publish/publish-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../../support/client.ts'
import { assertAccessible, webSuite } from '../../support/web.ts'
import { signInByForm } from '../form-parts.ts'
import { localTime, pickTime, setTime } from '../pick-time.ts'
import { nameOwner, testsOf, variants } from '../variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

for (const variant of variants) {
  const { onDesktop } = testsOf(web, variant)
  const words = publishWords[variant.language]
  const { states } = placeWords[variant.language]

  onDesktop(
    'a draft with a part is published later, and unpublished at a time',
    async ({ open, admin, service }, context) => {
      const draft = async (name: string, more = {}) =>
        accepted(await admin.put('/v4/place', validPlace({ name, published: null, ...more })), 201)
      const whole = await draft(`Program ${variant.size}`)
      const { id } = await draft(`Program ${variant.size} del 1`, { parent: { id: whole.id } })
      const read = async (id: string) => accepted(await admin.get<PlaceAnswer>(`/v4/place/${id}`))
      const page = await open(context, `/p/${whole.slug}`, { ...variant, key: null, expects: /401/ })
      await signInByForm(page, { key: service.adminKey, language: variant.language })
      await page.getByRole('link', { name: pageWords[variant.language].publishing }).click()
      await page.getByRole('button', { name: words.times }).click()
      const dialog = page.getByRole('dialog', { name: words.timesTitle(whole.name) })
      const time = (label: string) => dialog.getByRole('textbox', { name: label, exact: true })
      await setTime(time(words.publishedFrom), { months: 1 })
      await page.keyboard.press('Escape')
      await pickTime(time(words.depublishedFrom), { months: 2 })
      await dialog.getByRole('checkbox', { name: words.setPublished(1) }).check()
      await assertAccessible(page, 'times of publishing')
      await dialog.getByRole('button', { name: words.save }).click()
      await page.getByRole('article').getByText(states.scheduled, { exact: true }).first().waitFor()
      const [now, part] = [await read(whole.id), await read(id)]
      const [published, depublished] = [localTime(now.published), localTime(now.depublished)]
      assert.match(published, /-12 07:30:00$/)
      assert.match(depublished, /-12 07:30:00$/)
      assert.ok(Date.now() < Date.parse(now.published ?? '') && published < depublished)
      assert.equal(part.published, now.published)
    },
  )
}
