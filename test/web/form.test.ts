import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { editWords } from '../../web/edit/edit-words.ts'
import { editorWords } from '../../web/hours/editor-words.ts'
import { hoursWords } from '../../web/hours/hours-words.ts'
import { amenityWords } from '../../web/place/amenity-words.ts'
import { fieldWords } from '../../web/place/field-words.ts'
import { pageWords } from '../../web/place/page-words.ts'
import { placeWords } from '../../web/place/place-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { settle } from '../support/fits.ts'
import { until } from '../support/until.ts'
import { assertAccessible, assertCount, readingOf, webSuite } from '../support/web.ts'
import { nameOwner, variantName, variants } from './variants.ts'

const schemas = mkdtempSync(join(tmpdir(), 'gazetteer-schemas-'))
after(() => rmSync(schemas, { recursive: true, force: true }))
const graves = { type: 'integer', minimum: 0, description: 'Number of graves.' }
writeFileSync(join(schemas, 'cemetery.json'), JSON.stringify({ type: 'object', properties: { graves } }))

const category = 'c0000000-0000-4000-8000-000000000001'
const tag = 'd0000000-0000-4000-8000-000000000002'

const web = webSuite({
  env: { PLACE_TYPES: schemas },
  prepare: async ({ admin }) => {
    await nameOwner(admin)
    accepted(await admin.put(`/v4/directory/categories/${category}`, { name: 'Vila' }), 201)
    accepted(await admin.put(`/v4/directory/tags/${tag}`, { name: 'Stilla' }), 201)
  },
})

for (const variant of variants) {
  const { language } = variant
  const words = editWords[language]
  const labels = fieldWords[language]
  const hours = editorWords[language]
  const { days, closed } = hoursWords[language]
  const page_ = pageWords[language]

  web(`every part of the form is filled in, saved and read again (${variantName(variant)})`, async (web, context) => {
    const place = accepted(await web.admin.put('/v4/place', validPlace({ name: `Lunden ${variant.size}` })), 201)
    const page = await web.open(context, `/p/${place.slug}/edit`, { ...variant, expects: /ERR_|Failed to load/ })
    const pick = async (label: string, option: string) => {
      await page.getByRole('combobox', { name: label, exact: true }).click()
      await page.getByRole('option', { name: option }).click()
    }
    const fill = (label: string, text: string) => page.getByRole('textbox', { name: label, exact: true }).fill(text)

    await pick(labels.placeTypes, placeWords[language].types.cemetery)
    await pick(labels.categories, 'Vila')
    await pick(labels.tags, 'Stilla')
    await fill(labels['visitingInfo.address'], 'Lundvägen 1')
    await fill(labels['contactInfo.email'], 'lunden@example.org')

    // The pin is put where the map is clicked; it was at the middle.
    const map = page.locator('#position canvas')
    await map.scrollIntoViewIfNeeded()
    await settle(page)
    const coordinates = page.getByLabel(words.coordinates)
    const former = await coordinates.inputValue()
    const { width, height } = (await map.boundingBox())!
    await map.click({ position: { x: width / 2 + 40, y: height / 2 } })
    await until('the coordinates follow the pin', async () => (await coordinates.inputValue()) !== former)

    const editor = page.locator('#hours')
    await editor.getByRole('button', { name: hours.add.ordinary, exact: true }).click()
    const ordinary = editor.getByRole('region', { name: hours.kinds.ordinary })
    const monday = `${days.mo} 1`
    await ordinary.getByRole('textbox', { name: hours.from(monday) }).fill('8')
    await ordinary.getByRole('textbox', { name: hours.to(monday) }).fill('1230')
    await ordinary.getByRole('button', { name: hours.copyDay(days.mo) }).click()
    await ordinary.getByRole('menuitem', { name: hours.toAllDays }).click()
    await editor.getByRole('button', { name: hours.add.day, exact: true }).click()
    await assertCount(editor.getByText('08:00–12:30'), 13)
    await assertCount(editor.locator('li[data-special]').getByText(closed), 1)
    await assertAccessible(page, 'hours that are being edited')

    const toilet = page.getByRole('radiogroup', { name: labels['placeDetails.hasToilet'], exact: true })
    await toilet.getByText(words.yes, { exact: true }).click()

    await page.getByRole('button', { name: words.addImage }).click()
    const media = page.locator('#media')
    await media.getByRole('textbox', { name: words.medium.title }).fill('Grinden')
    await media.getByRole('textbox', { name: words.medium.url }).fill('https://pictures.invalid/grind.jpg')
    await media.getByRole('textbox', { name: words.medium.alternateDescription }).fill('En grind av smide.')
    await page.locator('#type').getByRole('textbox', { name: 'graves' }).fill('120')
    await assertAccessible(page, 'form that is filled in')
    await page.getByRole('button', { name: words.save, exact: true }).click()

    const article = await readingOf(page, place.name)
    const stored = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
    assert.deepEqual(stored.placeTypes, { cemetery: { graves: 120 } })
    assert.deepEqual(
      [stored.categories, stored.tags].map((list) => list?.map(({ id }) => id)),
      [[category], [tag]],
    )
    assert.equal(stored.visitingInfo?.address, 'Lundvägen 1')
    const [longitude = 0, latitude = 0] = stored.geolocation.geometry.coordinates
    assert.ok(longitude > 17.6333 && Math.abs(latitude - 59.8581) < 0.001, `the pin is at ${longitude}, ${latitude}`)
    const span = [{ from: '08:00', to: '12:30' }]
    const [week, special] = stored.openHours ?? []
    assert.deepEqual(week?.days, { mo: span, tu: span, we: span, th: span, fr: span, sa: span, su: span })
    assert.equal(special?.validFrom, special?.validTo)
    assert.equal(stored.placeDetails?.hasToilet, true)
    assert.equal(stored.media?.images?.[0]?.alternateDescription, 'En grind av smide.')

    await article.getByText('Lundvägen 1').waitFor()
    await article.getByRole('link', { name: 'lunden@example.org' }).waitFor()
    await article.getByText(amenityWords[language].amenities.hasToilet.has, { exact: true }).waitFor()
    await page.getByRole('button', { name: page_.json }).click()
    await page.getByRole('dialog').getByText('"graves": 120').waitFor()
    await assertAccessible(page, 'place as JSON')
  })

  web(
    `what the service refuses is said at its field, and a former address leads on (${variantName(variant)})`,
    async (web, context) => {
      const place = accepted(await web.admin.put('/v4/place', validPlace({ name: `Gamla ${variant.size}` })), 201)
      const page = await web.open(context, `/p/${place.slug}/edit`, { ...variant, expects: /400/ })
      const media = page.locator('#media')
      await media.getByRole('button', { name: words.addImage }).click()
      await media.getByRole('textbox', { name: words.medium.title }).fill('Porten')
      await page.getByRole('button', { name: words.save, exact: true }).click()
      await page.getByText(words.faults(1)).waitFor()
      await media.getByRole('alert').waitFor()
      await assertAccessible(page, 'field that the service refuses')
      await media.getByRole('button', { name: words.removeNamed('Porten') }).click()
      await page.getByRole('textbox', { name: labels.name, exact: true }).fill(`Nya ${variant.size}`)
      await page.getByRole('button', { name: words.save, exact: true }).click()
      await readingOf(page, `Nya ${variant.size}`)
      const present = page.url()
      assert.notEqual(new URL(present).pathname, `/p/${place.slug}`)
      await page.goto(`${web.service.url}/p/${place.slug}`)
      await page.waitForURL(present)
      await readingOf(page, `Nya ${variant.size}`)
    },
  )
}
