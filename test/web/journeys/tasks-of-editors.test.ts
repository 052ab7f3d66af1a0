import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { pageWords } from '../../../src/pages/page-words.ts'
import { bulkWords } from '../../../web/bulk/bulk-words.ts'
import { conflictWords, editWords } from '../../../web/edit/edit-words.ts'
import { exploreWords } from '../../../web/explore/explore-words.ts'
import { inputWords } from '../../../web/fields/input-words.ts'
import { editorWords, hoursWords } from '../../../web/hours/hours-words.ts'
import { fieldWords } from '../../../web/place/place-fields.ts'
import { placeWords } from '../../../web/place/place-words.ts'
import { publishWords } from '../../../web/publish/publish-words.ts'
import { accepted, type Client, type PageAnswer, type PlaceAnswer } from '../../support/client.ts'
import {
  assertAccessible,
  assertBecomes,
  assertFocused,
  type Page,
  readingOf,
  type Web,
  webSuite,
} from '../../support/web.ts'
import { countPresses, writeInto } from '../clicks.ts'
import { importDemo } from '../demo-places.ts'
import { testsOf, variants } from '../variants.ts'

/** A Tuesday, at noon in Sweden. */
const now = Date.parse('2026-12-08T11:00:00Z')
const churches = 'is=ChurchAndChapel'

/** 20 polling places of Uppsala in 2022, with the number of its board. */
const data = resolve(import.meta.dirname, '../../../../shared/data')
const skip = !existsSync(join(data, 'places-nordic.ndjson.gz')) && `needs ${data}/places-nordic.ndjson.gz`
const shownNumber = '018-727 12 20'

async function prepare(admin: Client): Promise<void> {
  await importDemo(admin, 800)
  if (skip) return
  const lines = gunzipSync(readFileSync(join(data, 'places-nordic.ndjson.gz')))
    .toString()
    .split('\n')
  const isPolling = (line: string) => line.includes('"valnamnd-0380"') && line.includes('mainPollingStation')
  const places = lines.filter((line) => isPolling(line) && !line.includes('parentKey')).slice(0, 20)
  accepted(await admin.post('/v4/import', places.join('\n'), { 'content-type': 'application/x-ndjson' }))
}

/** The places of the demo at the largest localities, of which about half the churches have hours of their own for 24 December. */
const web = webSuite({ now, prepare: ({ admin }) => prepare(admin) })

/** The hours of places from 24 to 26 December as the service resolves them: the days of each on which it opens, with times. */
function hoursOf({ admin }: Web, places: readonly PlaceAnswer[]): Promise<readonly (readonly string[])[]> {
  return Promise.all(
    places.map(async ({ id }) => {
      const path = `/v4/place/${id}/hours?from=2026-12-24&to=2026-12-26`
      const { spans } = accepted(await admin.get<{ spans: readonly { day: string; from: string }[] }>(path))
      return spans.map(({ day, from }) => `${day} ${from}`)
    }),
  )
}

/** Returns true if a place has an entry of its own for Christmas Eve. */
const hasOwnEve = ({ openHours = [] }: PlaceAnswer) => openHours.some(({ validFrom }) => validFrom === '2026-12-24')

for (const [nth, variant] of variants.entries()) {
  const { inBoth, onDesktop, onPhone } = testsOf(web, variant)
  const { language } = variant
  const bulk = bulkWords[language]
  const edit = editWords[language]
  const editor = editorWords[language]
  const explore = exploreWords[language]
  const labels = fieldWords[language]
  const pages = pageWords[language]

  const start = async (web: Web, context: TestContext, path: string, expects = /^$/) => {
    const page = await web.open(context, path, { ...variant, now, expects })
    return { page, ...(await countPresses(page)) }
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const search = async (page: Page, text: string) => {
    await page.getByRole('combobox', { name: explore.searchLabel }).click()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }

  inBoth('the hours of this Saturday: 4 presses, 2 fields', async (web, context) => {
    const name = ['Uppsala kyrka', 'Gamla Uppsala kyrka'][nth]!
    const { page, clicks, fields } = await start(web, context, '/')
    await search(page, name)
    await page
      .getByRole('main')
      .getByRole('link', { name: RegExp(`^${name}`) })
      .click()
    await page.getByRole('link', { name: hoursWords[language].changeDay(hoursWords[language].days.sa) }).click()
    await assertFocused(page.locator('#hours').getByRole('textbox', { name: editor.week }))
    await page.keyboard.type('12-13')
    await button(page, edit.save).click()
    const place = await readingOf(page, name)
    await place.getByRole('row').filter({ hasText: '12/12' }).getByText('12:00–13:00').waitFor()
    assert.equal(await page.evaluate('scrollY'), 0)
    assert.deepEqual([clicks(), fields()], [4, 2])
  })

  inBoth('closed from 24 to 26 December, one place: 5 presses, 2 fields', async (web, context) => {
    const query = `${churches}&openhours_validfrom=2026-12-24&limit=2`
    const place = accepted(await web.admin.get<PageAnswer>(`/v4/place?${query}`)).Results[nth]!
    assert.ok(hasOwnEve(place))
    const { page, clicks, fields } = await start(web, context, `/p/${place.slug}`)
    await page.getByRole('article').getByRole('link', { name: pages.edit, exact: true }).click()
    const parts = page.getByRole('navigation', { name: edit.sectionNav })
    await parts.getByRole('link', { name: edit.sections.hours }).click()
    await button(page, editor.closedUntil).click()
    const dialog = page.getByRole('dialog', { name: editor.closedUntil })
    const field = (label: string) => dialog.getByRole('textbox', { name: label, exact: true })
    await writeInto(field(editor.validFrom), '24 dec')
    await writeInto(field(editor.validTo), '26 dec')
    await page.keyboard.press('Tab')
    await dialog.getByText(editor.replaces).waitFor()
    await dialog.getByText(/^(Christmas Eve|Julafton)$/).waitFor()
    await assertAccessible(page, 'days on which a place closes')
    await button(page, editor.close).click()
    await button(page, edit.save).click()
    await readingOf(page, place.name)
    assert.deepEqual([clicks(), fields()], [5, 2])
    assert.deepEqual(await hoursOf(web, [place]), [[]])
  })

  inBoth('closed from 24 to 26 December, 40 places: 8 presses, 3 fields, and true for all', async (web, context) => {
    const own = (['replace', 'keep'] as const)[nth]!
    const list = `/v4/place?${churches}&limit=40&offset=${40 * (nth + 1)}`
    const { Results: places } = accepted(await web.admin.get<PageAnswer>(list))
    const before = await hoursOf(web, places)
    const { page, clicks, fields } = await start(web, context, `/?${churches}&page=${nth + 2}`)
    await button(page, bulk.select).click()
    await button(page, bulk.selectPage).click()
    await page.getByText(bulk.selected(40)).waitFor()
    await page.getByRole('link', { name: bulk.change }).click()
    await page.getByRole('combobox', { name: bulk.what, exact: true }).click()
    await page.getByRole('option', { name: bulk.kinds.period, exact: true }).click()
    const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
    await writeInto(field(editor.validFrom), '24 dec')
    await writeInto(field(editor.validTo), '26 dec')
    await writeInto(field(editor.week), { en: 'closed', sv: 'stängt' }[language])
    await button(page, bulk.preview).click()
    await page.getByRole('radio', { name: bulk.own[own] }).check()
    await button(page, bulk.start(40)).click()
    await page.getByText(bulk.counts.changed(40), { exact: true }).waitFor()
    assert.deepEqual([clicks(), fields()], [8, 3])
    assert.ok(places.filter(hasOwnEve).length > 10, 'enough have hours of their own')
    assert.ok(before.every((days) => days.length > 0))
    const kept = places.map((place, at) =>
      own === 'keep' && hasOwnEve(place) ? before[at]!.filter((day) => day.startsWith('2026-12-24')) : [],
    )
    assert.deepEqual(await hoursOf(web, places), kept)
  })

  onPhone('a parish hall with address, picture and hours: 13 presses, 10 fields', async (web, context) => {
    const { page, clicks, fields } = await start(web, context, '/')
    const name = { en: 'Sävja parish hall', sv: 'Sävja församlingsgård' }[language]
    const write = (label: string, text: string) =>
      writeInto(page.getByRole('textbox', { name: label, exact: true }), text)
    const open = (part: string) =>
      page.getByRole('navigation', { name: edit.sectionNav }).getByRole('link', { name: part }).click()
    await page.getByRole('link', { name: { en: 'New place', sv: 'Ny plats' }[language] }).click()
    await write(labels.name, name)
    await page.getByRole('combobox', { name: labels.placeTypes, exact: true }).click()
    await page.getByRole('option', { name: placeWords[language].types.parishHome }).click()
    await writeInto(page.getByRole('combobox', { name: labels.owner, exact: true }), 'uppsala sankt')
    await page.getByRole('option', { name: 'Uppsala Sankt Örjans församling', exact: true }).click()
    await open(edit.sections.position)
    await writeInto(page.getByRole('combobox', { name: inputWords[language].findPosition }), 'sävja')
    await page.getByRole('option').first().click()
    await open(edit.sections.visit)
    await write(labels['visitingInfo.address'], 'Västgötaresan 85')
    await write(labels['visitingInfo.postalCode'], '757 54')
    await write(labels['visitingInfo.city'], 'Uppsala')
    await open(edit.sections.hours)
    await button(page, editor.add.ordinary).click()
    await writeInto(
      page.locator('#hours').getByRole('textbox', { name: editor.week }),
      { en: 'mon-fri 9-16', sv: 'mån-fre 9-16' }[language],
    )
    await open(edit.sections.media)
    await button(page, edit.add.images).click()
    const picture = page.locator('#media')
    await writeInto(picture.getByRole('textbox', { name: edit.medium.title, exact: true }), 'Gården från söder')
    await picture.getByRole('textbox', { name: edit.medium.url }).focus()
    await page.keyboard.insertText('https://pictures.example/savja.jpg')
    await writeInto(
      picture.getByRole('textbox', { name: edit.medium.alternateDescription }),
      'En låg byggnad av tegel.',
    )
    await button(page, edit.createPublished).click()
    await readingOf(page, name)
    assert.deepEqual([clicks(), fields()], [13, 10])
    const [made] = accepted(await web.admin.get<PageAnswer>(`/v4/place?name=${encodeURIComponent(name)}`)).Results
    const [longitude = 0, latitude = 0] = made?.geolocation.geometry.coordinates ?? []
    assert.ok(Math.abs(longitude - 17.7) < 0.05 && Math.abs(latitude - 59.81) < 0.05, `${longitude}, ${latitude}`)
    assert.deepEqual([made?.owner.id, made?.visitingInfo?.city], ['forsamling-uppsala', 'Uppsala'])
    assert.deepEqual(made?.openHours?.[0]?.days?.fr, [{ from: '09:00', to: '16:00' }])
    assert.equal(made?.media?.images?.[0]?.alternateDescription, 'En låg byggnad av tegel.')
  })

  onPhone('another telephone number for the 20 places of one: 8 presses, 3 fields', async (web, context) => {
    if (skip) return context.skip(skip)
    const { page, clicks, fields } = await start(web, context, '/')
    await search(page, shownNumber)
    await page.getByRole('button', { name: explore.removeFilter(explore.telephoneIs(shownNumber)) }).waitFor()
    await button(page, bulk.select).click()
    await button(page, bulk.selectPage).click()
    await page.getByText(bulk.selected(20)).waitFor()
    await page.getByRole('link', { name: bulk.change }).click()
    await writeInto(page.getByRole('combobox', { name: bulk.what, exact: true }), labels['contactInfo.phone'])
    await page.getByRole('option', { name: labels['contactInfo.phone'], exact: true }).click()
    await writeInto(page.getByRole('textbox', { name: bulk.value, exact: true }), '018-727 00 00')
    await button(page, bulk.preview).click()
    await page.getByText(shownNumber).first().waitFor()
    await button(page, bulk.start(20)).click()
    await page.getByText(bulk.counts.changed(20), { exact: true }).waitFor()
    assert.deepEqual([clicks(), fields()], [8, 3])
    const count = async (number: string) =>
      accepted(await web.admin.get<PageAnswer>(`/v4/place?is=*&limit=0&telephone=${encodeURIComponent(number)}`))
        .TotalHits
    assert.deepEqual([await count(shownNumber), await count('0187270000')], [0, 20])
    await button(page, bulk.undo(20)).click()
    await page.getByRole('heading', { name: bulk.undone }).waitFor()
    assert.deepEqual([await count(shownNumber), await count('0187270000')], [20, 0])
  })

  inBoth('a draft is published at a time next week: 3 presses, 1 field', async (web, context) => {
    const query = 'include=non-published&is=ParishHome&published=,&limit=1'
    const [draft] = accepted(await web.admin.get<PageAnswer>(`/v4/place?${query}`)).Results
    const { page, clicks, fields } = await start(web, context, `/p/${draft!.slug}`)
    const words = publishWords[language]
    await page.getByRole('link', { name: pages.publishing, exact: true }).click()
    await button(page, words.times).click()
    const from = page.getByRole('dialog').getByRole('textbox', { name: words.publishedFrom, exact: true })
    await writeInto(from, '15 dec 8')
    await button(page, words.save).click()
    await page.getByRole('article').getByText(placeWords[language].states.scheduled, { exact: true }).first().waitFor()
    assert.deepEqual([clicks(), fields()], [3, 1])
    const { published } = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${draft!.id}`))
    assert.equal(published, '2026-12-15T07:00:00.00000Z')
  })

  onDesktop('places as a table, sorted by town, and two cells edited: 3 presses, 2 fields', async (web, context) => {
    const { page, clicks, fields } = await start(web, context, '/?is=ParishHome')
    const toTable = page.getByRole('link', { name: bulk.table, exact: true })
    // Phones have no room for the way there.
    if (variant.size === 'desktop') await toTable.click()
    else await page.goto(`${web.service.url}/manage/table?is=ParishHome`)
    await page.getByRole('columnheader', { name: labels['visitingInfo.city'] }).getByRole('button').click()
    await page.waitForURL(/orderby=visitinginfo_city$/)
    const list = '/v4/place?is=ParishHome&orderby=visitinginfo_city&limit=2'
    const read = async () => accepted(await web.admin.get<PageAnswer>(list)).Results
    const [one, other] = await read()
    const cell = (at: string) => page.locator(`[data-cell='${at}']`)
    await cell('0,3')
      .getByText(one!.visitingInfo?.city ?? '')
      .waitFor()
    await cell('0,2')
      .getByText(one!.visitingInfo?.address ?? '')
      .click()
    for (const street of [`Nygatan ${nth}`, `Storgatan ${nth}`]) {
      await page.keyboard.type(street)
      await page.keyboard.press('Enter')
    }
    const streets = async () => (await read()).map(({ id, visitingInfo }) => `${id} ${visitingInfo?.address}`)
    await assertBecomes(streets, [`${one!.id} Nygatan ${nth}`, `${other!.id} Storgatan ${nth}`])
    assert.deepEqual([clicks(), fields()], [variant.size === 'desktop' ? 3 : 2, 2])
  })

  onPhone('two people change a place: 2 presses keep both changes', async (web, context) => {
    const place = accepted(await web.admin.get<PageAnswer>(`/v4/place?${churches}&limit=2`)).Results[nth]!
    const { page, clicks } = await start(web, context, `/p/${place.slug}/edit`, /412/)
    await page.getByRole('textbox', { name: labels.shortDescription, exact: true }).fill('En kyrka vid vattnet.')
    const theirs = { longDescription: 'Ny text.', updatedBy: 'Bo Ek' }
    accepted(await web.admin.patch(`/v4/place/${place.id}`, theirs), 204)
    await button(page, edit.save).click()
    const dialog = page.getByRole('dialog', { name: conflictWords[language].title })
    await dialog.getByText('Ny text.').waitFor()
    await dialog.getByRole('button', { name: conflictWords[language].save }).click()
    await readingOf(page, place.name)
    assert.equal(clicks(), 2)
    const now = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
    assert.deepEqual([now.shortDescription, now.longDescription], ['En kyrka vid vattnet.', 'Ny text.'])
  })
}
