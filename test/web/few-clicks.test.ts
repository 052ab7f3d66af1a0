import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Locator } from 'playwright-core'
import { pageWords } from '../../src/pages/page-words.ts'
import { editWords } from '../../web/edit/edit-words.ts'
import { exploreWords } from '../../web/explore/explore-words.ts'
import { historyWords } from '../../web/history/history-words.ts'
import { editorWords, hoursWords } from '../../web/hours/hours-words.ts'
import { importWords } from '../../web/import/import-words.ts'
import { mapWords } from '../../web/map/map-words.ts'
import { accepted, type Client, type PageAnswer, type PlaceAnswer } from '../support/client.ts'
import { settle } from '../support/layout.ts'
import { assertBecomes, assertFocused, readingOf, type Web, webSuite } from '../support/web.ts'
import { countClicks } from './clicks.ts'
import { chooseFile, importRows } from './import-parts.ts'
import { testsOf, variants } from './variants.ts'

/** Real places: the polling places of Uppsala in 2022, and the burial grounds of Stockholm. */
const data = resolve(import.meta.dirname, '../../../shared/data')
const skip = !existsSync(join(data, 'places-nordic.ndjson.gz')) && `needs ${data}/places-nordic.ndjson.gz`
const board = 'valnamnd-0380'
const boardName = 'Valnämnden i Uppsala kommun'
const mine = {
  en: { title: 'My places', places: 'The places' },
  sv: { title: 'Mina platser', places: 'Platserna' },
}

const suite = webSuite({ prepare: ({ admin }) => prepare(admin) })
const web = (name: string, run: (web: Web, context: TestContext) => Promise<void>) =>
  suite(name, async (web, context) => (skip ? context.skip(skip) : run(web, context)))

async function prepare(admin: Client): Promise<void> {
  if (skip) return
  for (const file of ['directory-nordic', 'places-nordic']) {
    const lines = gunzipSync(readFileSync(join(data, `${file}.ndjson.gz`)))
      .toString()
      .trim()
      .split('\n')
    const wanted = lines.filter((line) => file === 'directory-nordic' || isWanted(JSON.parse(line)))
    const answer = await admin.post('/v4/import', wanted.join('\n'), { 'content-type': 'application/x-ndjson' })
    assert.equal(answer.status, 200, answer.text)
  }
}

interface RealPlace {
  readonly owner: { readonly id: string }
  readonly geolocation: { readonly geometry: { readonly coordinates: readonly [number, number] } }
}

function isWanted({ owner, geolocation }: RealPlace): boolean {
  const [longitude, latitude] = geolocation.geometry.coordinates
  const isInStockholm = Math.abs(longitude - 18.05) < 0.15 && Math.abs(latitude - 59.32) < 0.08
  return owner.id === board || (owner.id === 'gsi' && isInStockholm)
}

/** A polling place with all that leads there, the `nth` by its name. */
async function pollingPlace(admin: Client, nth: number): Promise<PlaceAnswer> {
  const query = `owner_id=${board}&contactinfo_phone_number=!&contactinfo_url=!&limit=1&offset=${nth}`
  return accepted(await admin.get<PageAnswer>(`/v4/place?${query}`)).Results[0]!
}

/** Returns the number of matches that the way back to a list names. */
async function readTotal(back: Locator): Promise<number> {
  await assertBecomes(async () => /^← \d/.test(await back.innerText()), true)
  return Number((await back.innerText()).replace(/[^\d]/g, ''))
}

for (const [nth, variant] of variants.entries()) {
  const { inBoth } = testsOf(web, variant)
  const { language } = variant
  const explore = exploreWords[language]
  const pages = pageWords[language]

  inBoth('a slip in a name leads to the place, and back to where it was found', async (web, context) => {
    const page = await web.open(context, '/', variant)
    const clicks = await countClicks(page)
    const box = page.getByRole('combobox', { name: explore.searchLabel })
    await box.click()
    await page.keyboard.type('storkirkan')
    await page.getByRole('status').getByText(explore.resultsFor).waitFor()
    await page.keyboard.press('Escape')
    const found = page.getByRole('main').getByRole('link', { name: /^Stockholm Storkyrkan/ })
    await found.click()
    await readingOf(page, 'Stockholm Storkyrkan')
    await page.getByRole('navigation', { name: pages.way }).getByRole('link').first().click()
    await assertFocused(found)
    assert.equal(clicks(), 3)
  })

  inBoth('the way to a place, its telephone and website need no scrolling', async (web, context) => {
    const { slug } = await pollingPlace(web.admin, nth)
    const page = await web.open(context, `/p/${slug}`, variant)
    for (const name of [pages.directions, pages.call, pages.website]) {
      const { y = -1, height = 0 } = (await page.getByRole('link', { name, exact: true }).boundingBox()) ?? {}
      assert.ok(y >= 0 && y + height <= page.viewportSize()!.height, `${name} from ${y} px on`)
      assert.ok(variant.size === 'desktop' || height >= 44, `${name} is ${height} px high`)
    }
    await page.getByRole('region', { name: hoursWords[language].title }).getByText(/2022/).waitFor()
  })

  inBoth('a search is kept by name, and found again by two clicks', async (web, context) => {
    const page = await web.open(context, `/?owner_id=${board}&is=PollingStation`, variant)
    const clicks = await countClicks(page)
    const saved = page.getByRole('button', { name: explore.saved, exact: true })
    await saved.click()
    await page.getByLabel(explore.saveName).fill('Vallokaler')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Vallokaler' }).waitFor()
    assert.equal(clicks(), 1)
    await page.goto(web.service.url)
    await saved.click()
    await page.getByRole('link', { name: 'Vallokaler' }).click()
    await page.waitForURL((url) => url.searchParams.get('owner_id') === board && url.searchParams.has('is'))
    assert.equal(clicks(), 3)
  })

  inBoth('an editor is two clicks from a form of a place of the own owner', async (web, context) => {
    const rights = { name: `board ${variant.size}`, permissions: ['read', 'update'], owners: [board] }
    const { key } = (await web.admin.post<{ key: string }>('/v4/keys', rights)).body
    const page = await web.open(context, '/', { ...variant, key })
    const clicks = await countClicks(page)
    await page.getByRole('heading', { level: 1, name: mine[language].title }).waitFor()
    const places = page.getByRole('region', { name: mine[language].places })
    await places.getByRole('listitem').getByRole('link').first().click()
    await page.getByRole('article').getByRole('link', { name: pages.edit, exact: true }).click()
    await page.getByRole('button', { name: editWords[language].save, exact: true }).waitFor()
    assert.equal(clicks(), 2)
  })

  inBoth('three places without hours get some in a row by nine clicks', async (web, context) => {
    const page = await web.open(context, '/manage', variant)
    const clicks = await countClicks(page)
    await page.getByRole('link', { name: { en: 'No opening hours', sv: 'Utan öppettider' }[language] }).click()
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    const total = await readTotal(page.getByRole('navigation', { name: pages.way }).getByRole('link').first())
    await page.getByRole('article').getByRole('link', { name: pages.edit, exact: true }).click()
    const done: string[] = []
    for (const number of [1, 2, 3]) {
      const words = editWords[language]
      await page.getByText(pages.step(number, total), { exact: true }).waitFor()
      done.push(await page.getByRole('heading', { level: 1 }).innerText())
      await page.getByRole('button', { name: editorWords[language].add.ordinary, exact: true }).click()
      await assertFocused(page.getByRole('textbox', { name: editorWords[language].week, exact: true }))
      await page.keyboard.type('mån-fre 9-17')
      await page.keyboard.press('Tab')
      const save = number < 3 ? words.saveAndNext(number, total) : words.save
      await page.getByRole('button', { name: save, exact: true }).click()
    }
    await page.getByRole('article').waitFor()
    assert.equal(clicks(), 9)
    assert.equal(new Set(done).size, 3)
  })

  inBoth('the hours of another place are copied by four clicks', async (web, context) => {
    const words = editorWords[language]
    const [source, place] = [await pollingPlace(web.admin, 10 + nth), await pollingPlace(web.admin, 20 + nth)]
    const openHours = [{ days: { mo: [{ from: '10:00', to: '15:00' }] }, validTo: '9999-12-31' }]
    const name = `Förebilden ${variant.size}`
    accepted(await web.admin.patch(`/v4/place/${source.id}`, { name, openHours, updatedBy: 'Bo Ek' }), 204)
    const page = await web.open(context, `/p/${place.slug}/edit#hours`, variant)
    const clicks = await countClicks(page)
    await page.getByRole('button', { name: words.copyHours, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: words.copyHours })
    await assertFocused(dialog.getByRole('combobox', { name: words.copyFrom }))
    await page.keyboard.type(name)
    await page.getByRole('option', { name }).click()
    await dialog.getByRole('button', { name: words.copyReplace, exact: true }).click()
    await page.getByRole('button', { name: editWords[language].save, exact: true }).click()
    await readingOf(page, place.name)
    assert.equal(clicks(), 4)
    const now = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${place.id}`))
    assert.deepEqual(now.openHours, openHours)
  })

  inBoth('an area is drawn on the map by two presses', async (web, context) => {
    const search = `owner_id=${board}&is=PollingStation`
    const page = await web.open(context, `/?${search}&view=map`, { ...variant, map: true })
    const map = page.getByRole('region', { name: mapWords[language].controls['Map.Title']! })
    await map.waitFor()
    await settle(page)
    const clicks = await countClicks(page)
    await page.getByRole('button', { name: explore.drawArea, exact: true }).click()
    const { x, y, width, height } = (await map.boundingBox())!
    // On a phone below the search.
    const [top, bottom] = variant.size === 'phone' ? [0.57, 0.75] : [0.4, 0.6]
    await page.mouse.move(x + 0.3 * width, y + top * height)
    await page.mouse.down()
    await page.mouse.move(x + 0.6 * width, y + bottom * height, { steps: 3 })
    await page.mouse.up()
    await page.waitForURL((url) => url.searchParams.get('area') === 'drawn')
    assert.equal(clicks(), 2)
    const countOf = async (area: string) =>
      accepted(await web.admin.get<PageAnswer>(`/v4/place?${search}&limit=0${area}`)).TotalHits
    const drawn = await countOf(`&bbox=${new URL(page.url()).searchParams.get('bbox')}`)
    assert.ok(drawn > 0 && drawn < (await countOf('')), `${drawn} places`)
    await page.getByText(explore.hits(drawn), { exact: true }).first().waitFor({ state: 'attached' })
    await page.getByText(explore.drawnArea, { exact: true }).first().waitFor({ state: 'attached' })
    const { search: before } = new URL(page.url())
    await page.getByRole('button', { name: explore.drawArea, exact: true }).press('Enter')
    await page.getByRole('button', { name: explore.drawShown, exact: true }).press('Enter')
    await page.waitForURL((url) => url.searchParams.get('area') === 'drawn' && url.search !== before)
    assert.equal(clicks(), 2, 'and without any by the keyboard')
  })

  inBoth('a mistake is taken back by two clicks', async (web, context) => {
    const words = historyWords[language]
    const { id, slug, shortDescription, name } = await pollingPlace(web.admin, nth)
    accepted(await web.admin.patch(`/v4/place/${id}`, { shortDescription: 'Fel text.', updatedBy: 'Bo Ek' }), 204)
    const page = await web.open(context, `/p/${slug}`, variant)
    const clicks = await countClicks(page)
    await page.getByRole('link', { name: pages.history, exact: true }).click()
    await page.getByRole('button', { name: words.undo }).click()
    await page.getByRole('alert').getByText(words.undoneFor(1)).waitFor()
    assert.equal(clicks(), 2)
    const now = accepted(await web.admin.get<PlaceAnswer>(`/v4/place/${id}`))
    assert.equal(now.shortDescription, shortDescription ?? name)
  })

  inBoth('a table is imported by one click: its headings and cells say what they mean', async (web, context) => {
    const name = `Kapellet ${variant.size}`
    const table = [
      'Namn;Typ;Tfn;N;E;Öppettider;Ägare',
      `${name};Kyrka eller kapell;018-430 36 30;6640000;648000;mån-fre 9-17;${boardName}`,
    ].join('\r\n')
    const page = await web.open(context, '/manage/import', variant)
    const clicks = await countClicks(page)
    await chooseFile(page, 't.csv', table)
    await importRows(page, language)
    assert.equal(clicks(), 1)
    await page.getByRole('link', { name: importWords[language].showImported(1) }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: RegExp(`^${name}`) })
      .waitFor()
    const query = `include=non-published&name=${encodeURIComponent(name)}`
    const made = accepted(await web.admin.get<PageAnswer>(`/v4/place?${query}`)).Results[0]!
    assert.deepEqual(Object.keys(made.placeTypes), ['churchAndChapel'])
    assert.equal(made.owner.id, board)
    assert.match(JSON.stringify(made.contactInfo), /"Number":4303630/)
    assert.match(JSON.stringify(made.openHours), /"fr":\[\{"from":"09:00","to":"17:00"\}\]/)
    const [longitude = 0, latitude = 0] = made.geolocation.geometry.coordinates
    assert.ok(Math.abs(longitude - 17.65) < 0.1 && Math.abs(latitude - 59.87) < 0.1, `${longitude}, ${latitude}`)
  })
}
