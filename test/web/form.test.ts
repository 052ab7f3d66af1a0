import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Locator } from 'playwright-core'
import { addDays, today } from '../../src/pages/days.ts'
import { pageWords } from '../../src/pages/page-words.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { editWords } from '../../web/edit/edit-words.ts'
import { inputWords } from '../../web/fields/input-words.ts'
import { editorWords, hoursWords } from '../../web/hours/hours-words.ts'
import { fieldWords } from '../../web/place/place-fields.ts'
import { placeWords } from '../../web/place/place-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { assertFits, settle } from '../support/layout.ts'
import { until } from '../support/until.ts'
import {
  assertAccessible,
  assertBecomes,
  assertCount,
  assertFocused,
  assertHolds,
  type Page,
  readingOf,
  webSuite,
} from '../support/web.ts'
import { openParts } from './form-parts.ts'
import { nameOwner, testsOf, variants } from './variants.ts'

const schemas = mkdtempSync(join(tmpdir(), 'gazetteer-schemas-'))
after(() => rmSync(schemas, { recursive: true, force: true }))
const cemetery = {
  graves: { type: 'integer', minimum: 0, description: 'Number of graves.' },
  area: { type: 'number', title: 'Area in hectares' },
  kind: { enum: ['forest', 'lawn'] },
  opened: { type: 'string', format: 'date' },
  gates: { type: 'array', items: { type: 'string' } },
  chapel: { type: 'object', properties: { seats: { type: 'integer' } } },
  hasUrnGrove: { type: 'boolean' },
}
writeFileSync(join(schemas, 'cemetery.json'), JSON.stringify({ type: 'object', properties: cemetery }))

const category = 'c0000000-0000-4000-8000-000000000001'
const tag = 'd0000000-0000-4000-8000-000000000002'

/** Drags the pin of the form by pixels, and waits until the coordinates beside it say so. */
async function dragPin(page: Page, coordinates: Locator, by: number): Promise<void> {
  const before = await coordinates.inputValue()
  const { x, y, width, height } = (await page.locator('#position .maplibregl-marker').boundingBox())!
  const [from, middle] = [x + width / 2, y + height / 2]
  await page.mouse.move(from, middle)
  await page.mouse.down()
  await page.mouse.move(from + by / 2, middle, { steps: 4 })
  await page.mouse.move(from + by, middle, { steps: 4 })
  await page.mouse.up()
  await until('the coordinates follow the pin', async () => (await coordinates.inputValue()) !== before)
}

const web = webSuite({
  env: { PLACE_TYPES: schemas },
  prepare: async ({ admin }) => {
    await nameOwner(admin)
    accepted(await admin.put(`/v4/directory/categories/${category}`, { name: 'Vila' }), 201)
    accepted(await admin.put(`/v4/directory/tags/${tag}`, { name: 'Stilla' }), 201)
  },
})

web('a pin that is dragged over the antimeridian is where it was put', async ({ open, admin }, context) => {
  const geolocation = { type: 'Feature', geometry: { type: 'Point', coordinates: [179.99, -16.8] } }
  const place = accepted(await admin.put('/v4/place', validPlace({ name: 'Taveuni', geolocation })), 201)
  const page = await open(context, `/p/${place.slug}/edit`, { map: true })
  await page.locator('#position canvas').scrollIntoViewIfNeeded()
  await settle(page)
  const coordinates = page.getByLabel(inputWords.en.coordinates)
  await dragPin(page, coordinates, 80)
  assert.match(await coordinates.inputValue(), /, -179\.\d+$/)
})

for (const variant of variants) {
  const { onDesktop, onPhone } = testsOf(web, variant)
  const { language } = variant
  const words = editWords[language]
  const inputs = inputWords[language]
  const labels = fieldWords[language]
  const hours = editorWords[language]
  const { days, closed } = hoursWords[language]
  const page_ = pageWords[language]

  onPhone('a pin is put where the map is clicked, and dragged', async (web, context) => {
    const place = accepted(await web.admin.put('/v4/place', validPlace({ name: `Nålen ${variant.size}` })), 201)
    const page = await web.open(context, `/p/${place.slug}/edit`, { ...variant, map: true })
    // It was at the middle.
    const map = page.locator('#position canvas')
    await map.scrollIntoViewIfNeeded()
    await settle(page)
    const coordinates = page.getByLabel(inputs.coordinates)
    const former = await coordinates.inputValue()
    const { width, height } = (await map.boundingBox())!
    await map.click({ position: { x: width / 2 + 40, y: height / 2 } })
    await until('the coordinates follow the pin', async () => (await coordinates.inputValue()) !== former)
    const clicked = Number((await coordinates.inputValue()).split(', ')[1])
    await settle(page)
    await dragPin(page, coordinates, -80)
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await readingOf(page, place.name)
    const stored = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
    const [longitude = 0, latitude = 0] = stored.geolocation.geometry.coordinates
    assert.ok(clicked > 17.6333 && longitude < 17.6333, `the pin was put at ${clicked} and dragged to ${longitude}`)
    assert.ok(Math.abs(latitude - 59.8581) < 0.01, `the pin is at ${latitude}`)
  })

  onDesktop('every part of the form is filled in, saved and read again', async (web, context) => {
    const place = accepted(await web.admin.put('/v4/place', validPlace({ name: `Lunden ${variant.size}` })), 201)
    const page = await web.open(context, `/p/${place.slug}/edit`, { ...variant, expects: /ERR_|Failed/ })
    await openParts(page)
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

    const editor = page.locator('#hours')
    await editor.getByRole('button', { name: hours.add.ordinary, exact: true }).click()
    const ordinary = editor.getByRole('region', { name: hours.kinds.ordinary })
    const monday = `${days.mo} 1`
    await ordinary.getByRole('textbox', { name: hours.from(monday) }).fill('8')
    await ordinary.getByRole('textbox', { name: hours.to(monday) }).fill('1230')
    await ordinary.getByRole('button', { name: hours.copyDay(days.mo) }).click()
    await ordinary.getByRole('menuitem', { name: hours.toAllDays }).click()
    await editor.getByRole('button', { name: hours.add.day, exact: true }).click()
    const tomorrow = addDays(today(Date.now(), 'Europe/Stockholm'), 1)
    await editor.getByRole('textbox', { name: hours.date, exact: true }).fill(tomorrow)
    await page.keyboard.press('Tab')
    await editor.getByRole('textbox', { name: hours.week }).fill('stängt')
    await editor.getByRole('button', { name: hours.add.period, exact: true }).click()
    const period = editor.getByRole('region', { name: hours.kinds.period })
    for (const [label, day] of [
      [hours.validFrom, '2031-06-01'],
      [hours.validTo, '2031-08-31'],
    ] as const) {
      await period.getByRole('textbox', { name: label, exact: true }).fill(day)
      await page.keyboard.press('Tab')
    }
    await period.getByRole('button', { name: hours.removeSpan(monday) }).click()
    // Of the week of tomorrow, which is a special day.
    await editor.getByRole('textbox', { name: hoursWords[language].weekOf }).fill(tomorrow)
    await page.keyboard.press('Escape')
    await assertCount(editor.getByRole('row').getByText('08:00–12:30'), 6)
    await assertCount(editor.getByRole('row').filter({ hasText: hoursWords[language].special }).getByText(closed), 1)

    const toilet = page.getByRole('radiogroup', { name: labels['placeDetails.hasToilet'], exact: true })
    await toilet.getByText(inputs.yes, { exact: true }).click()

    await page.getByRole('button', { name: words.add.images }).click()
    const medium = (title: string) => page.locator('#media').getByRole('group', { name: title, exact: true })
    const media = page.locator('#media')
    const address = media.getByRole('textbox', { name: words.medium.url })
    await address.fill('grind.jpg')
    await media.getByText(words.noAddress).waitFor()
    await address.fill('https://pictures.invalid/gr%C3%B6n-grind.jpg')
    await media.getByText(words.noAddress).waitFor({ state: 'detached' })
    await settle(page)
    // Each beginning of an address that is typed would be loaded.
    assert.equal(await media.locator('figure').count(), 0)
    await address.blur()
    await media.locator('figure').waitFor()
    await media.getByRole('button', { name: words.useTitle('Grön grind') }).click()
    const title = media.getByRole('textbox', { name: words.medium.title })
    await assertHolds(title, 'Grön grind')
    await title.fill('Grinden')
    assert.equal(await media.getByRole('textbox', { name: words.medium.provider, exact: true }).isVisible(), false)
    await media.getByText(words.more, { exact: true }).click()
    await media.getByRole('textbox', { name: words.medium.provider, exact: true }).waitFor()
    const alternate = media.getByRole('textbox', { name: words.medium.alternateDescription })
    const decorative = media.getByRole('checkbox', { name: words.decorative })
    await media.getByText(words.alternateAsked).waitFor()
    await decorative.check()
    await assertCount(alternate, 0)
    await assertCount(media.getByText(words.alternateAsked), 0)
    // There is none where the picture could not be had.
    const alternates = await media.locator('img').evaluateAll((all) => all.map((one) => one.getAttribute('alt')))
    assert.ok(alternates.every((text) => text === ''))
    await decorative.uncheck()
    await alternate.fill('En grind av smide.')
    await assertCount(media.getByText(words.alternateAsked), 0)
    // A film and a sound are played where they are edited; what is added has the focus.
    for (const [button, title, url, player] of [
      [words.add.video, 'Vandringen', 'https://films.invalid/vandring.mp4', 'video'],
      [words.add.audio, 'Klockorna', 'https://sounds.invalid/klockor.mp3', 'audio'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await assertFocused(medium(words.untitled).getByRole('textbox', { name: words.medium.title }))
      await page.keyboard.type(title)
      await medium(title).getByRole('textbox', { name: words.medium.url }).fill(url)
      await page.keyboard.press('Tab')
      await medium(title).locator(`${player}[controls]`).waitFor()
    }
    await page.getByRole('button', { name: words.add.links }).click()
    await media.getByRole('button', { name: words.removeNamed(words.untitled) }).click()
    await assertFocused(page.getByRole('button', { name: words.add.links }))

    // Each property of a type has a field by its schema.
    const type = page.locator('#type')
    await type.getByRole('textbox', { name: 'graves' }).fill('120')
    await type.getByRole('textbox', { name: 'Area in hectares' }).fill('2,5')
    await pick('kind', 'forest')
    await type.getByRole('textbox', { name: 'opened', exact: true }).fill('1890-05-01')
    await page.keyboard.press('Tab')
    await type.getByRole('combobox', { name: 'gates' }).fill('Norra')
    await page.keyboard.press('Enter')
    await type.getByRole('group', { name: 'chapel' }).getByRole('textbox', { name: 'seats' }).fill('40')
    await type.getByRole('radiogroup', { name: 'hasUrnGrove' }).getByText(inputs.yes, { exact: true }).click()
    await assertAccessible(page, 'form that is filled in')
    await page.getByRole('button', { name: words.save, exact: true }).click()

    const article = await readingOf(page, place.name)
    const stored = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
    const filled = {
      graves: 120,
      area: 2.5,
      kind: 'forest',
      opened: '1890-05-01',
      gates: ['Norra'],
      chapel: { seats: 40 },
    }
    assert.deepEqual(stored.placeTypes, { cemetery: { ...filled, hasUrnGrove: true } })
    assert.deepEqual(
      [stored.categories, stored.tags].map((list) => list?.map(({ id }) => id)),
      [[category], [tag]],
    )
    assert.equal(stored.visitingInfo?.address, 'Lundvägen 1')
    const span = [{ from: '08:00', to: '12:30' }]
    const [week, special, summer] = stored.openHours ?? []
    assert.deepEqual(week?.days, { mo: span, tu: span, we: span, th: span, fr: span, sa: span, su: span })
    assert.equal(special?.validFrom, special?.validTo)
    assert.deepEqual([summer?.validFrom, summer?.validTo], ['2031-06-01', '2031-08-31'])
    assert.deepEqual([summer?.days?.mo, summer?.days?.tu], [[], span])
    assert.equal(stored.placeDetails?.hasToilet, true)
    assert.equal(stored.media?.images?.[0]?.alternateDescription, 'En grind av smide.')
    assert.deepEqual([stored.media?.video?.[0]?.title, stored.media?.audio?.[0]?.title], ['Vandringen', 'Klockorna'])
    assert.equal(stored.media?.links, undefined)

    await article.getByText('Lundvägen 1').waitFor()
    const fact = (name: string) => article.getByRole('term').filter({ hasText: name }).locator('xpath=../dd')
    await assertBecomes(() => fact('Area in hectares').innerText(), language === 'sv' ? '2,5' : '2.5')
    await assertBecomes(() => fact('hasUrnGrove').innerText(), page_.yes)
    await article.getByRole('link', { name: 'lunden@example.org' }).waitFor()
    await article.getByText(labels['placeDetails.hasToilet'], { exact: true }).waitFor()
    await page.getByRole('button', { name: page_.json }).click()
    await page.getByRole('dialog').getByText('"graves": 120').waitFor()
    await assertAccessible(page, 'place as JSON')
  })

  onPhone('what the service refuses is said at its field, and a former address leads on', async (web, context) => {
    const place = accepted(await web.admin.put('/v4/place', validPlace({ name: `Gamla ${variant.size}` })), 201)
    const page = await web.open(context, `/p/${place.slug}/edit`, { ...variant, expects: /400/ })
    const media = page.locator('#media')
    await openParts(page)
    await media.getByRole('button', { name: words.add.images }).click()
    await media.getByRole('textbox', { name: words.medium.title }).fill('Porten')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByRole('status').getByText(words.faults(1)).waitFor()
    // It is said at its field, which has the focus, and in the list of the parts, which follows.
    const url = media.getByRole('textbox', { name: words.medium.url })
    await assertFocused(url)
    assert.equal(await url.getAttribute('aria-invalid'), 'true')
    const parts = page.getByRole('navigation', { name: words.sectionNav })
    await parts.getByRole('link', { name: `${words.sections.media} ${words.faults(1)}` }).waitFor()
    await parts.locator('[aria-current=location]').getByText(words.sections.media).waitFor()
    await assertFits(page, 'field that the service refuses')
    const remove = media.getByRole('button', { name: words.removeNamed('Porten') })
    await remove.click()
    await remove.waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+z')
    await assertHolds(media.getByRole('textbox', { name: words.medium.title }), 'Porten')
    await remove.click()
    await page.getByRole('textbox', { name: labels.name, exact: true }).fill(`Nya ${variant.size}`)
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await readingOf(page, `Nya ${variant.size}`)
    const present = page.url()
    assert.notEqual(new URL(present).pathname, `/p/${place.slug}`)
    await page.goto(`${web.service.url}/p/${place.slug}`)
    await page.waitForURL(present)
    await readingOf(page, `Nya ${variant.size}`)
    await settle(page)
    assert.equal(await page.getByRole('heading', { name: page_.contact }).count(), 0, 'there is nothing to be told')
  })
}

for (const variant of variants) {
  const { onPhone } = testsOf(web, variant)
  const words = editWords[variant.language]
  const inputs = inputWords[variant.language]

  onPhone('properties that no schema describes are written as JSON', async (web, context) => {
    const external = { trees: 12, kin: ['ek', 'al'] }
    const body = validPlace({ name: `Parken ${variant.size}`, placeTypes: { external } })
    const place = accepted(await web.admin.put('/v4/place', body), 201)
    const page = await web.open(context, `/p/${place.slug}/edit`, { ...variant, expects: /400/ })
    const save = page.getByRole('button', { name: words.save, exact: true })
    await openParts(page)
    const json = page.locator('#type').getByRole('textbox', { name: words.freeType })
    assert.deepEqual(JSON.parse(await json.inputValue()), external)
    // What cannot be read, or is no object, is not left out of what is saved.
    for (const wrong of ['{"trees": 12.5 "kin": ["ek"]}', '["ek"]']) {
      await json.fill(wrong)
      await page.getByText(inputs.jsonWrong).waitFor()
      await save.click()
      await page.getByRole('status').getByText(words.faults(1)).waitFor()
      await assertFocused(json)
      await assertHolds(json, wrong)
    }
    await assertAccessible(page, 'JSON that cannot be read')
    await assertFits(page, 'JSON that cannot be read')
    await page.waitForFunction(() => Object.values(sessionStorage).some((kept) => String(kept).includes('ek')))
    await page.reload()
    await assertHolds(json, '["ek"]')
    // What the service refuses is said with the name of the property.
    await json.fill(JSON.stringify({ trees: 'x'.repeat(2001) }))
    await save.click()
    await page
      .locator('#type')
      .getByText(/^trees: /)
      .waitFor()
    await assertFocused(json)
    const wanted = { trees: 12.5, kin: ['ek'], pond: 'Dammen', lit: true }
    await json.fill(JSON.stringify(wanted))
    await page.keyboard.press('Tab')
    await json.fill('{}')
    // A step back brings the properties again.
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: words.undo }).click()
    assert.deepEqual(JSON.parse(await json.inputValue()), wanted)
    await save.click()
    await readingOf(page, place.name)
    const stored = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
    assert.deepEqual(stored.placeTypes, { external: wanted })
  })
}

for (const variant of variants) {
  const { onDesktop } = testsOf(web, variant)
  const { language } = variant
  const labels = fieldWords[language]
  const words = editWords[language]

  onDesktop('a telephone number is written as people write it', async ({ open, admin }, context) => {
    const make = async (name: string, phone: JsonObject, position?: JsonObject) =>
      accepted(await admin.put('/v4/place', validPlace({ name, contactInfo: { phone }, ...position })), 201)
    const stored = async ({ id }: { id: string }) =>
      (await admin.get<PlaceAnswer>(`/v4/place/${id}`)).body.contactInfo as { phone?: object } | undefined
    const field = (page: Page) => page.getByRole('textbox', { name: labels['contactInfo.phone'], exact: true })
    const saved = async (page: Page, name: string) => {
      await page.getByRole('button', { name: words.save, exact: true }).click()
      return readingOf(page, name)
    }

    const wrong = { CountryCode: 46, AreaCode: 18, Number: 18123456 }
    const church = await make(`Klockkyrkan ${language}`, wrong)
    const page = await open(context, `/p/${church.slug}/edit`, variant)
    await assertHolds(field(page), '+46 18-18123456')
    await page.getByRole('textbox', { name: labels.shortDescription, exact: true }).fill('Nygjuten.')
    await saved(page, church.name)
    assert.deepEqual((await stored(church))?.phone, wrong, 'a number that is not touched stays as it is')

    await page.goto(`${page.url()}/edit`)
    await field(page).fill('08-465 004 04 ankn 2')
    await page.keyboard.press('Tab')
    await page.getByText({ sv: 'Skriv bara siffror', en: 'Enter digits only' }[language]).waitFor()
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await assertFocused(field(page))
    await field(page).fill('018-12 34 5')
    await page.keyboard.press('Tab')
    await page.getByText(inputWords[language].phoneShort, { exact: true }).waitFor()
    await assertAccessible(page, 'a number that may lack a digit')
    await field(page).fill('08 46500404')
    await page.keyboard.press('Tab')
    await assertHolds(field(page), '08-465 004 04')
    await page.getByText(inputWords[language].phoneShort, { exact: true }).waitFor({ state: 'detached' })
    const link = (await saved(page, church.name)).getByRole('link', { name: '08-465 004 04', exact: true })
    assert.equal(await link.getAttribute('href'), 'tel:+46846500404')
    assert.deepEqual((await stored(church))?.phone, { CountryCode: 46, AreaCode: 8, Number: 46500404 })

    const geolocation = { type: 'Feature', geometry: { type: 'Point', coordinates: [10.75, 59.91] } }
    const abroad = await make(
      `Margaretakyrkan ${language}`,
      { CountryCode: 46, AreaCode: 8, Number: 46500404 },
      { geolocation },
    )
    await page.goto(`${new URL(page.url()).origin}/p/${abroad.slug}/edit`)
    await assertHolds(field(page), '+46 8 465 004 04')
    await page.getByText({ sv: 'Norge', en: 'Norway' }[language]).waitFor()
    await field(page).fill('22 12 34 56')
    await (await saved(page, abroad.name)).getByRole('link', { name: '+47 22 12 34 56', exact: true }).waitFor()
    assert.deepEqual((await stored(abroad))?.phone, { CountryCode: 47, Number: 22123456 })

    await page.goto(`${page.url()}/edit`)
    await field(page).fill('')
    await saved(page, abroad.name)
    assert.equal(await stored(abroad), undefined)
  })
}
