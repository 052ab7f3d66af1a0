import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import type { Locator } from 'playwright-core'
import { frameWords } from '../../../src/pages/frame-words.ts'
import { exploreWords } from '../../../web/explore/explore-words.ts'
import { historyWords } from '../../../web/history/history-words.ts'
import { importWords } from '../../../web/import/import-words.ts'
import { webhooksWords } from '../../../web/manage/webhooks-words.ts'
import { mapWords } from '../../../web/map/map-words.ts'
import { fieldWords } from '../../../web/place/place-fields.ts'
import { accepted, client, type PageAnswer, type PlaceAnswer } from '../../support/client.ts'
import { assertFits, settle } from '../../support/layout.ts'
import { assertAccessible, assertCount, type Page, type Web, webSuite } from '../../support/web.ts'
import { countClicks, countPresses, writeInto } from '../clicks.ts'
import { importDemo } from '../demo-places.ts'
import { chooseFile, importRows, questionsOf, waitForRows } from '../import-parts.ts'
import { testsOf, variants } from '../variants.ts'

/** The Tuesday before Christmas, at eight in Sweden. */
const now = Date.parse('2026-12-22T07:00:00Z')
const churches = 'is=ChurchAndChapel'
const parish = { id: 'forsamling-uppsala', name: 'Uppsala Sankt Örjans församling' }

const words = {
  en: {
    ...{ today: 'Today', keys: 'Keys', webhooks: 'Webhooks', newKey: 'New key', name: 'Name', editor: 'Editor' },
    ...{ owners: 'Only for places of', createKey: 'Create the key', copy: 'Copy', saved: 'I have saved it' },
    ...{ failing: 'Not working', changed: 'Changed since 21 Dec 2026, 08:00' },
    due: { published: 'Published Wed 23 December', hours: 'New hours from Thu 24 December' },
  },
  sv: {
    ...{
      today: 'I dag',
      keys: 'Nycklar',
      webhooks: 'Webhookar',
      newKey: 'Ny nyckel',
      name: 'Namn',
      editor: 'Redaktör',
    },
    ...{ owners: 'Bara för platser som tillhör', createKey: 'Skapa nyckeln', copy: 'Kopiera' },
    ...{ saved: 'Jag har sparat den', failing: 'Fungerar inte', changed: 'Ändrat sedan 21 dec. 2026 08:00' },
    due: { published: 'Publiceras ons 23 december', hours: 'Nya tider från tors 24 december' },
  },
}

const hourMillis = 3_600_000

/** The invented places of the demo, at real localities, two days after their import. */
const web = webSuite({
  now: now - 48 * hourMillis,
  env: { WEBHOOK_HTTP: 'true', WEBHOOK_ALLOW: '127.0.0.0/8', SECRETS_KEY: 'a-key-of-the-tests-with-32-characters' },
  async prepare({ admin, service }) {
    await importDemo(admin, 800)
    service.setNow(now)
  },
})

async function placesOf({ admin }: Web, query: string): Promise<readonly PlaceAnswer[]> {
  return accepted(await admin.get<PageAnswer>(`/v4/place?${query}`)).Results
}

/** Closes places on New Year's Day in one act, as a change of many does. */
async function closeTogether({ admin }: Web, places: readonly PlaceAnswer[], label: string, updatedBy: string) {
  const act = { 'gazetteer-act': randomUUID(), 'gazetteer-act-label': encodeURIComponent(label) }
  const openHours = [{ validFrom: '2027-01-01', validTo: '2027-01-01' }]
  for (const { id } of places) accepted(await admin.patch(`/v4/place/${id}`, { openHours, updatedBy }, act), 204)
}

/** A spreadsheet of 30 churches with the slips of real ones; in rows 7 and 19 latitude and longitude are exchanged. */
function oddSheet(places: readonly PlaceAnswer[]): Buffer {
  const comma = (value = 0) => String(value).replace('.', ',')
  const rows = places.map(({ name, geolocation, visitingInfo }, at) => {
    const { coordinates } = geolocation.geometry
    const [longitude, latitude] = at === 6 || at === 18 ? coordinates.toReversed() : coordinates
    return [
      at === 25 ? 'k25' : `k${at + 1}`,
      at === 20 ? '' : `${name} (ny)`,
      at % 10 === 3 ? 'Klockstapel' : 'Kyrka',
      visitingInfo?.address,
      visitingInfo?.city,
      comma(latitude),
      comma(longitude),
      { 11: '018-12 34 56, 018-65 43 21', 12: 'NA' }[at] ?? '018-12 34 56',
      at === 14 ? 'Enligt överenskommelse' : 'mån-fre 10-16',
    ].join(';')
  })
  const head = 'Id;Namn;Typ;Gatuadress;Ort;Lat;Long;Telefon;Öppettider'
  return Buffer.from([head, ...rows].join('\r\n'), 'latin1')
}

for (const [nth, variant] of variants.entries()) {
  const { inBoth, onPhone } = testsOf(web, variant)
  const { language, size } = variant
  const own = words[language]
  const explore = exploreWords[language]
  const frame = frameWords[language]
  const history = historyWords[language]
  const hooks = webhooksWords[language]
  const labels = fieldWords[language]

  const start = async (web: Web, context: TestContext, path = '/', options = {}) => {
    const page = await web.open(context, path, { ...variant, now, ...options })
    return { page, ...(await countPresses(page)) }
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const openMenu = async (page: Page, item: string) => {
    await page.getByRole('button', { name: /^(Signed in as|Inloggad som)/ }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const openView = async (page: Page, view: string) => {
    await openMenu(page, frame.manage)
    await page.getByRole('link', { name: view, exact: true }).click()
  }

  inBoth('who changed what: 3 presses, 1 field', async (web, context) => {
    const [one, ...others] = await placesOf(web, `${churches}&limit=40&offset=${40 * nth}`)
    const [ann, bo] = [`Ann Ek ${nth}`, `Bo Ek ${nth}`]
    const change = { contactInfo: { email: 'ny@forsamling.example' }, openHours: [], updatedBy: ann }
    accepted(await web.admin.patch(`/v4/place/${one!.id}`, change), 204)
    await closeTogether(web, others, 'Stängt nyårsdagen', bo)
    const { page, clicks, fields } = await start(web, context)
    await openMenu(page, frame.activity)
    const acts = page.getByRole('list', { name: history.activity }).locator('> li')
    if (size === 'phone') await button(page, history.filters).click()
    const find = (text: string) => writeInto(page.getByRole('textbox', { name: history.person }), text)
    await find(ann.toLowerCase())
    await assertCount(acts, 1)
    assert.match(
      (await acts.innerText()).replaceAll(/\s+/g, ' '),
      RegExp(`: ${labels['contactInfo.email']}, ${labels.openHours} ${one!.name}, ${one!.visitingInfo?.city} .*${ann}`),
    )
    assert.deepEqual([clicks(), fields()], [3, 1])
    await find(bo.toLowerCase())
    await acts.getByText('Stängt nyårsdagen').waitFor()
    await assertCount(acts, 1)
    await button(page, history.places(39)).click()
    await assertCount(acts.getByRole('link'), 39)
    await assertFits(page, 'the acts of a person')
  })

  inBoth('an area without dragging, and its export: 4 presses, 6 on a phone', async (web, context) => {
    const { page, clicks, fields } = await start(web, context, `/?${churches}`, { map: true })
    if (size === 'phone') await page.getByText(explore.showMap, { exact: true }).click()
    await page.getByRole('region', { name: mapWords[language].controls['Map.Title']! }).waitFor()
    await settle(page)
    await button(page, explore.drawArea).click()
    const help = page.getByRole('status').filter({ hasText: explore.drawing })
    const [bar, last] = [await help.boundingBox(), await help.getByRole('button').last().boundingBox()]
    assert.ok(last!.x + last!.width <= bar!.x + bar!.width, 'the last button is in its bar')
    await button(page, explore.drawShown).click()
    await page.waitForURL((url) => url.searchParams.get('area') === 'drawn')
    const area = `bbox=${new URL(page.url()).searchParams.get('bbox')}`
    if (size === 'phone') await page.getByText(explore.showList, { exact: true }).click()
    await button(page, explore.download).click()
    const saved = page.waitForEvent('download')
    await button(page, explore.formats.csv).click()
    const table = readFileSync(await (await saved).path(), 'utf8')
    const found = await placesOf(web, `${churches}&${area}&limit=500`)
    assert.ok(found.length > 20)
    for (const { id } of found) assert.ok(table.includes(id), id)
    assert.equal(table.trim().split('\r\n').length, found.length + 1)
    assert.deepEqual([clicks(), fields()], [size === 'phone' ? 6 : 4, 0])
  })

  onPhone('a key for one owner, which may set pictures there: 10 presses, 2 fields', async (web, context) => {
    const { page, clicks, fields } = await start(web, context, '/', { isAlone: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openView(page, own.keys)
    await button(page, own.newKey).click()
    const dialog = page.getByRole('dialog')
    await writeInto(dialog.getByRole('textbox', { name: own.name }), `Redaktörer i Uppsala ${nth}`)
    await button(page, own.editor).click()
    await writeInto(dialog.getByRole('combobox', { name: own.owners }), 'uppsala sankt')
    // A text that nothing is chosen for sends no form: the key would be one for all owners.
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: parish.name, exact: true }).click()
    await button(page, own.createKey).click()
    await button(page, own.copy).click()
    const key = String(await page.evaluate('navigator.clipboard.readText()'))
    await button(page, own.saved).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: `Redaktörer i Uppsala ${nth}` })
      .getByText(parish.name)
      .waitFor()
    assert.deepEqual([clicks(), fields()], [10, 2])
    const editor = client(web.service.url, key)
    const picture = { title: 'Koret', url: 'https://pictures.example/koret.jpg', alternateDescription: 'Ett kor.' }
    const change = { media: { images: [picture] }, updatedBy: 'Eva Ek' }
    const [mine] = await placesOf(web, `owner_id=${parish.id}&limit=1`)
    const [theirs] = await placesOf(web, `owner_id=!${parish.id}&limit=1`)
    accepted(await editor.patch(`/v4/place/${mine!.id}`, change), 204)
    const seen = accepted(await editor.get<PlaceAnswer>(`/v4/place/${mine!.id}`)).media?.images?.[0]
    assert.deepEqual([seen?.url, seen?.alternateDescription], [picture.url, picture.alternateDescription])
    const refused = await editor.patch<{ code?: string }>(`/v4/place/${theirs!.id}`, change)
    assert.deepEqual([refused.status, refused.body.code], [403, 'owner-of-place'])
  })

  inBoth('a sheet of 30 odd rows: 5 presses, and exchanged coordinates are mended', async (web, context) => {
    const rights = { permissions: ['read', 'create', 'update'], owners: [parish.id] }
    const made = await web.admin.post<{ key: string }>('/v4/keys', { name: `sheet ${nth}`, ...rights })
    const { key } = accepted(made, 201)
    const places = await placesOf(web, `${churches}&nearby=17.64,59.86&limit=30`)
    const { page, clicks, fields } = await start(web, context, '/manage/import', { key })
    const sheet = importWords[language]
    await chooseFile(page, `kyrkor ${size}.csv`, oddSheet(places))
    await waitForRows(page, language)
    await assertCount(questionsOf(page), 2)
    await assertAccessible(page, 'the questions of an odd sheet')
    await questionsOf(page)
      .filter({ hasText: sheet.swappedRows.question })
      .getByText(sheet.yes, { exact: true })
      .click()
    await settle(page)
    await page.getByRole('combobox', { name: sheet.meaning.label('Klockstapel') }).selectOption('churchAndChapel')
    await settle(page)
    await assertFits(page, 'an odd sheet')
    await importRows(page, language)
    // With the file, and the list of the browser.
    assert.deepEqual([clicks() + 3, fields()], [5, 0])
    const left = page.getByRole('region', { name: sheet.reason }).getByRole('row')
    for (const line of [22, 26, 27])
      await left.filter({ hasText: RegExp(`^${line}.*${sheet.results.refused}`) }).waitFor()
    await assertFits(page, 'an imported sheet')
    await page.getByRole('link', { name: sheet.showImported(27) }).click()
    await page.getByRole('status').getByText(explore.hits(27)).waitFor()
    for (const at of [0, 6, 18]) {
      const { name, geolocation } = places[at]!
      const [stored] = await placesOf(web, `include=non-published&name=${encodeURIComponent(`${name} (ny)`)}`)
      assert.deepEqual(stored?.geolocation.geometry, geolocation.geometry, name)
      assert.equal(stored?.contactInfo?.phone?.Number, 123456)
    }
  })

  inBoth('a webhook, and why it fails: 9 presses, 1 field', async (web, context) => {
    const host = `kalender-${nth}.invalid`
    const { code } = await lookup(host).catch((error) => error)
    if (code !== 'ENOTFOUND') return context.skip('needs a name server')
    accepted(await web.admin.post('/v4/keys', { name: `Kalendern ${nth}`, permissions: ['read'] }), 201)
    const { page, clicks, fields } = await start(web, context)
    await openView(page, own.webhooks)
    await button(page, hooks.create).click()
    const dialog = page.getByRole('dialog')
    await writeInto(dialog.getByRole('textbox', { name: hooks.url }), `https://${host}/gazetteer`)
    await dialog.getByRole('combobox', { name: hooks.key }).click()
    await page.getByRole('option', { name: `Kalendern ${nth}` }).click()
    await button(page, hooks.save).click()
    await button(page, own.saved).click()
    await button(page, hooks.of(hooks.ping, `https://${host}/gazetteer`)).click()
    const why = { en: `the address ${host} does not exist`, sv: `adressen ${host} finns inte` }[language]
    await page.getByRole('alert').getByText(hooks.notTaken(why)).waitFor()
    await page.getByRole('listitem').getByText(hooks.notTaken(why)).waitFor()
    await assertAccessible(page, 'a webhook that is not received')
    assert.deepEqual([clicks(), fields()], [9, 1])
    const [place] = await placesOf(web, `owner_id=${parish.id}&limit=1&offset=1`)
    accepted(
      await web.admin.patch(`/v4/place/${place!.id}`, { shortDescription: `Text ${nth}.`, updatedBy: 'Eva Ek' }),
      204,
    )
    await openMenu(page, frame.manage)
    await page.getByRole('main').getByText(why).waitFor()
    const { body } = await web.admin.get<readonly { id: string }[]>('/v4/webhooks')
    for (const { id } of body) accepted(await web.admin.delete(`/v4/webhooks/${id}`), 204)
  })

  inBoth('what happens today: 2 presses, and each line leads to its places', async (web, context) => {
    const [bo, ann] = [`Bo Ek ${nth}`, `Ann Ek ${nth}`]
    const { page: yesterday } = await start(web, context, '/manage', { now: now - 24 * hourMillis })
    await yesterday.getByRole('heading', { level: 1, name: own.today }).waitFor()
    await settle(yesterday)
    const [one, ...others] = await placesOf(web, `is=ParishHome&limit=5&offset=${5 * nth}`)
    await closeTogether(web, others, `Stängt nyårsdagen ${nth}`, bo)
    accepted(await web.admin.patch(`/v4/place/${one!.id}`, { shortDescription: 'En ny text.', updatedBy: ann }), 204)
    const [draft] = await placesOf(web, `include=non-published&is=ParishHome&published=!&limit=1&offset=${nth}`)
    accepted(
      await web.admin.patch(`/v4/place/${draft!.id}`, { published: '2026-12-23T08:00:00Z', updatedBy: ann }),
      204,
    )
    const window = yesterday.context()
    await window.clock.setFixedTime(now)
    const page = await window.newPage()
    await page.goto(web.service.url)
    const clicks = await countClicks(page)
    await openMenu(page, frame.manage)
    await page.getByRole('heading', { name: own.changed }).waitFor()
    assert.equal(clicks(), 2)
    const follow = async (line: string | RegExp, found: (page: Page) => Locator) => {
      await page.getByRole('main').getByRole('link', { name: line }).first().click()
      await found(page).first().waitFor()
      await page.goBack()
    }
    await follow(RegExp(`^${own.due.published}`), () => page.getByRole('link', { name: RegExp(`^${draft!.name}`) }))
    const { TotalHits } = accepted(await web.admin.get<PageAnswer>('/v4/place?openhours_validfrom=2026-12-24&limit=0'))
    await follow(RegExp(`^${own.due.hours}.*${TotalHits}`, 's'), () => page.getByText(explore.hits(TotalHits)))
    await follow(RegExp(`${one!.name}, ${one!.visitingInfo?.city}`), () =>
      page.getByRole('heading', { level: 1, name: RegExp(one!.name) }),
    )
    await follow(`Stängt nyårsdagen ${nth}`, () => page.getByRole('link', { name: others.at(-1)!.name, exact: true }))
    await assertAccessible(page, 'today')
    await assertFits(page, 'today')
  })
}
