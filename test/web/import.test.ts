import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Locator } from 'playwright-core'
import { historyWords } from '../../web/history/history-words.ts'
import { importWords } from '../../web/import/import-words.ts'
import { kitWords } from '../../web/kit/kit-words.ts'
import { todayWords } from '../../web/manage/today-words.ts'
import { workbookOf, workbookWith } from '../exchange/workbook-of.ts'
import { accepted, type PageAnswer, pointAt, validPlace } from '../support/client.ts'
import { assertFits, settle } from '../support/layout.ts'
import { until } from '../support/until.ts'
import {
  assertAccessible,
  assertBecomes,
  assertCount,
  assertFocused,
  type Page,
  type Web,
  webSuite,
} from '../support/web.ts'
import { countClicks } from './clicks.ts'
import { answerQuestions, chooseFile, importRows, questionsOf, waitForRows } from './import-parts.ts'
import { phone } from './variants.ts'

const web = webSuite({
  prepare: async ({ admin }) => {
    await admin.put('/v4/directory/owners/1', { name: 'Uppsala pastorat', type: 'Pastorat' })
  },
})
const words = importWords.en

/** A page of somebody who may import for one owner only. */
async function openAsParish({ open, admin }: Web, context: TestContext): Promise<Page> {
  const rights = { name: 'parish', permissions: ['read', 'create', 'update', 'delete'], owners: ['1'] }
  const { key } = accepted(await admin.post<{ key: string }>('/v4/keys', rights), 201)
  return open(context, '/manage/import', { key })
}

async function found({ admin }: Web, name: string): Promise<PageAnswer['Results']> {
  const query = `include=non-published&is=*&name=${encodeURIComponent(name)}`
  return accepted(await admin.get<PageAnswer>(`/v4/place?${query}`)).Results
}

const chip = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^${label} `) })
const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })
const ownerBox = (page: Page) => page.getByRole('combobox', { name: words.owner.label })

const cases = resolve(import.meta.dirname, '../../../shared/cases/import')
const files = [
  ...['hours.csv', 'hohe.csv', 'obj1.csv', 'phones.csv', 'thousand.csv', 'days.csv', 'na.csv', 'crs25832.geojson'],
  ...['nullgeom.geojson', 'swapped.csv', 'bareq.csv', 'seq-nl.geojson', 'poly.geojson', 'sep.csv'],
]
const skip = !existsSync(cases) && `needs ${cases}`

web('fourteen files take at most six presses each, from the file to the end of its import', async (web, context) => {
  if (skip) return context.skip(skip)
  const page = await openAsParish(web, context)
  const clicks = await countClicks(page)
  for (const name of files) {
    const before = clicks()
    await chooseFile(page, name, readFileSync(join(cases, name)))
    await waitForRows(page)
    const unseen = await answerQuestions(page)
    await importRows(page)
    // A person presses once more, for the file itself.
    const presses = clicks() - before + unseen + 1
    assert.ok(presses <= 6, `${name} takes ${presses}`)
    await page.getByRole('button', { name: words.another }).click()
  }
})

web('a wrong guess takes two presses more, and every row shows what became of it', async (web, context) => {
  const page = await web.open(context, '/manage/import')
  const table = [
    'Id;Namn;Typ;Lat;Long;Ort;Toalett;Tfn;Kommentar',
    'w1;Lötens kyrka;Kyrka;59,86;17,64;Uppsala;ja;018-12 34 56;Stängt i maj',
    'w2;Klockstapeln;Klockstapel;59,87;17,65;Uppsala;nej;12 34 56;',
    'w3;;Kyrka;59,88;17,66;;;12 34 57;',
  ].join('\n')
  await chooseFile(page, 'kyrkor 2026-11-29.csv', table)
  await waitForRows(page)
  await page.getByText('CSV · UTF-8 · 3 rows · headings in Swedish').waitFor()
  // The rows to be checked come first.
  assert.deepEqual(await page.getByRole('radio', { name: /^To check 3/ }).isChecked(), true)
  await ownerBox(page).click()
  await page.getByRole('option', { name: 'Uppsala pastorat' }).click()
  await page.getByRole('combobox', { name: words.meaning.label('Klockstapel') }).selectOption({ label: 'Parish hall' })
  await page.getByText('2 are new, 1 is not imported', { exact: true }).waitFor()
  await row(page, 'no name').getByText('No name in this row.').waitFor()
  assert.match(await row(page, 'Klockstapeln').innerText(), /“12 34 56” in Tfn is left out/)
  await assertAccessible(page, 'the rows of a file')
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: words.columns.showLeftOut(1) }).click()
  const before = clicks()
  await page.getByRole('combobox', { name: words.columns.meaningOf('Kommentar') }).click()
  await page.getByRole('option', { name: 'How to find it', exact: true }).click()
  await chip(page, words.published.chip).click()
  await page.getByRole('dialog').getByText(words.published.now).click()
  assert.equal(clicks() - before, 4, 'two presses each')
  await page.keyboard.press('Escape')
  await assertFocused(chip(page, words.published.chip))
  await importRows(page)
  await assertAccessible(page, 'the result of an import')
  await row(page, 'w2').getByText('“12 34 56” in Tfn is left out', { exact: false }).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: words.report }).click()
  const report = readFileSync(await (await saved).path(), 'utf8')
  assert.match(
    report,
    /^\uFEFF"Row","ID in the source system","Result","What to look at"\r\n"4","w3","Not imported","No name/,
  )
  assert.match(report, /"4","w3","Not imported","“12 34 57” in Tfn/)
  const result = page.getByRole('region', { name: words.done })
  assert.match(await result.innerText(), /Created 2\s+Not imported 1/, 'without what is 0')
  await page.getByRole('link', { name: words.showImported(2) }).click()
  await page.getByText('2 places', { exact: true }).waitFor()
  const [bell, church] = [(await found(web, 'Klockstapeln'))[0]!, (await found(web, 'Lötens kyrka'))[0]!]
  assert.deepEqual([Object.keys(bell.placeTypes), church.visitingInfo?.description], [['parishHome'], 'Stängt i maj'])
  assert.deepEqual(
    [church.owner.type, church.placeDetails, Boolean(church.published)],
    ['Pastorat', { hasToilet: true }, true],
  )
})

web('an import is undone from its result, and that can be undone', async (web, context) => {
  const page = await openAsParish(web, context)
  await chooseFile(page, 'ångra.csv', 'Namn;Lat;Long\nÅngrade kyrkan;59,86;17,64\n')
  await waitForRows(page)
  await importRows(page)
  const result = page.getByRole('region', { name: words.done })
  await result.getByRole('button', { name: kitWords.en.undo }).click()
  const told = page.getByRole('alert').filter({ hasText: historyWords.en.undoneFor(1) })
  await told.waitFor()
  assert.deepEqual(await found(web, 'Ångrade kyrkan'), [])
  await result.getByText(historyWords.en.isUndone, { exact: true }).waitFor()
  await told.getByRole('button', { name: kitWords.en.undo }).click()
  await result.getByRole('button', { name: kitWords.en.undo }).waitFor()
  assert.equal((await found(web, 'Ångrade kyrkan')).length, 1)
  await page.reload()
  await result.getByRole('button', { name: kitWords.en.undo }).waitFor()
  await result.getByRole('link', { name: words.inActivity }).click()
  await page.getByRole('listitem').getByText('Import of ångra.csv', { exact: true }).waitFor()
})

web(
  'an import that left out rows is among what does not work, until it is mended or dismissed',
  async (web, context) => {
    const page = await openAsParish(web, context)
    const today = todayWords.en
    const failing = (name: string) =>
      page.getByRole('link', { name: today.importOf(name) }).filter({ hasText: today.importRefused(1, 2) })
    const importFile = async (name: string, second: string) => {
      await chooseFile(page, name, `Namn;Lat;Long\n${name} ett;59,86;17,64\n${second};59,87;17,65\n`)
      await waitForRows(page)
      await importRows(page)
      await page.getByRole('button', { name: words.another }).click()
    }
    await importFile('vår.csv', '')
    await importFile('höst.csv', '')
    await page.getByRole('link', { name: today.title, exact: true }).click()
    await failing('vår.csv').waitFor()
    await assertAccessible(page, 'imports that do not work')
    await page.getByRole('button', { name: today.dismiss('höst.csv') }).click()
    await failing('höst.csv').waitFor({ state: 'detached' })
    await failing('vår.csv').click()
    await row(page, 'No name').waitFor()
    await page.getByRole('button', { name: words.another }).click()
    await importFile('vår.csv', 'vår.csv två')
    await page.getByRole('link', { name: today.title, exact: true }).click()
    await page.getByRole('heading', { name: today.week }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: today.week }).waitFor()
    await assertCount(page.getByRole('heading', { name: today.failing }), 0)
  },
)

web(
  'a second file shows what changes, keeps what it has no column for, and asks before a key is another place',
  async (web, context) => {
    const page = await openAsParish(web, context)
    const first =
      'Id;Namn;Lat;Long;Öppettider;Gatuadress\nc1;Sankta Maria;59,86;17,64;mån-fre 10-16;Gamla vägen 1\nc2;Kapellet;59,87;17,65;;\n'
    await chooseFile(page, 'lista.csv', first)
    await waitForRows(page)
    await importRows(page)
    await page.getByRole('button', { name: words.another }).click()
    await chooseFile(
      page,
      'lista.csv',
      'Id;Namn;Lat;Long;Gatuadress;owner_id;owner_type\nc1;Sankta Maria;59,86;17,64;Nya vägen 1;1;Pastorat\nc2;Badplatsen;58,1;13,2;;1;Pastorat\n',
    )
    await waitForRows(page)
    const asked = row(page, 'Badplatsen')
    await asked.getByText('The ID belongs to a place with another name that is far away', { exact: false }).waitFor()
    await page.getByRole('radiogroup', { name: words.show }).getByText(words.shown.changed).click()
    await settle(page)
    const changed = row(page, 'Sankta Maria')
    assert.deepEqual(await changed.locator('del').allInnerTexts(), ['Gamla vägen 1'])
    assert.deepEqual(await changed.locator('ins').allInnerTexts(), ['Nya vägen 1'])
    await page.getByText('1 changes, 1 is not imported', { exact: true }).waitFor()
    await chip(page, words.mode.chip).click()
    await page.getByRole('dialog').getByText(words.mode.replace).click()
    await page.getByText('1 loses its hours', { exact: false }).waitFor()
    await page.getByRole('dialog').getByText(words.mode.merge).click()
    await page.keyboard.press('Escape')
    await page.getByRole('radiogroup', { name: words.show }).getByText(words.shown.check).click()
    await asked.getByRole('button', { name: words.overwrite }).click()
    await page.getByText('2 change', { exact: true }).waitFor()
    await importRows(page)
    const [maria] = await found(web, 'Sankta Maria')
    assert.deepEqual([maria?.visitingInfo?.address, maria?.openHours?.length], ['Nya vägen 1', 1])
    assert.equal((await found(web, 'Badplatsen')).length, 1)
  },
)

web(
  'choices are used again for the next file with the same headings, and hold nothing of its rows',
  async (web, context) => {
    const page = await web.open(context, '/manage/import')
    const table = (name: string) =>
      `Nr;Benämning;Kod;Lat;Long;Sort\n1;${name} ett;x;59,86;17,64;Stapel\n2;${name} två;y;59,87;17,65;Kyrka\n`
    await chooseFile(page, 'ett.csv', table('Hemliga'))
    await waitForRows(page)
    const field = (heading: string) => page.getByRole('combobox', { name: words.columns.meaningOf(heading) })
    const choose = async (heading: string, label: string) => {
      await field(heading).click()
      await page.getByRole('option', { name: label, exact: true }).click()
      await settle(page)
    }
    await page.getByRole('button', { name: /^Show \d+ column/ }).click()
    await choose('Kod', 'Short description')
    await choose('Sort', 'Type of place')
    await ownerBox(page).click()
    await page.getByRole('option', { name: 'Uppsala pastorat' }).click()
    await page.getByRole('radiogroup', { name: /Nr/ }).getByText(words.yes).click()
    await page
      .getByRole('combobox', { name: words.meaning.label('Stapel') })
      .selectOption({ label: 'Church or chapel' })
    await settle(page)
    await importRows(page)
    const kept = await page.evaluate(() => JSON.stringify(globalThis.localStorage))
    assert.match(kept, /Benämning/)
    assert.doesNotMatch(kept, /Hemliga|17,64/)
    await page.getByRole('button', { name: words.another }).click()
    await chooseFile(page, 'två.csv', table('Andra'))
    await page.getByText(words.known).waitFor()
    await waitForRows(page)
    assert.deepEqual(
      [await field('Kod').inputValue(), await field('Sort').inputValue()],
      ['Short description', 'Type of place'],
    )
    // The owner is proposed, and not taken without a question.
    assert.equal(await questionsOf(page).count(), 1)
    await questionsOf(page).getByRole('button', { name: words.confirm }).click()
    await importRows(page)
    assert.deepEqual(Object.keys((await found(web, 'Andra ett'))[0]!.placeTypes), ['churchAndChapel'])
  },
)

web('a plan that the service no longer knows is sent again with its file', async (web, context) => {
  const page = await web.open(context, '/manage/import', { expects: /404/ })
  const forget = async () => {
    const id = await page.evaluate(() => JSON.parse(globalThis.sessionStorage.getItem('gazetteer.plan') ?? '""'))
    accepted(await web.admin.delete(`/v4/import/${id}`), 204)
  }
  await chooseFile(page, 'glömd.csv', 'Namn;Lat;Long\nGlömda kyrkan;59,86;17,64\n')
  await waitForRows(page)
  await forget()
  await ownerBox(page).click()
  await page.getByRole('option', { name: 'Uppsala pastorat' }).click()
  await page.getByText('1 is new', { exact: true }).waitFor()
  await forget()
  await importRows(page)
  assert.equal((await found(web, 'Glömda kyrkan')).length, 1)
  await page.getByRole('button', { name: words.another }).click()
  await chooseFile(page, 'glömd.csv', 'Namn;Lat;Long\nGlömda kyrkan;59,86;17,64\n')
  await waitForRows(page)
  await forget()
  // The file went with the page.
  await page.reload()
  await page.getByRole('alert').getByText(words.gone).waitFor()
  await page.getByRole('region', { name: words.drop }).waitFor()
})

web('an import goes on when its page is left, is found again, stopped and continued', async (web, context) => {
  const page = await web.open(context, '/manage/import', { expects: /Failed to load|ERR_/ })
  const rows = Array.from({ length: 9_000 }, (_, at) => `${'k'.repeat(400)}${at};`)
  await chooseFile(page, 'lång.csv', `Id;Namn;Lat\n${rows.join('\n')}\n`)
  await waitForRows(page)
  const id = await page.evaluate(() => JSON.parse(globalThis.sessionStorage.getItem('gazetteer.plan') ?? '""'))
  // Whoever does not read the results holds the import up, so that it lasts.
  const call = { method: 'POST', headers: { authorization: `Bearer ${web.service.adminKey}` } }
  const held = await fetch(`${web.service.url}/v4/import?plan=${id}&updatedby=anna`, call)
  await page.reload()
  await page.getByRole('heading', { name: words.running }).waitFor()
  await page.getByText(words.leave).waitFor()
  await page.goto(`${web.service.url}/manage/keys`)
  await page.goBack()
  const stopping = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.getByRole('button', { name: words.stop, exact: true }).click()
  await stopping
  await assert.rejects(held.text())
  await page.getByRole('heading', { name: words.stopped }).waitFor()
  await page.getByRole('button', { name: words.goOn }).click()
  await page.getByRole('heading', { name: words.done }).waitFor()
  await page.getByText('Not imported 9,000').waitFor()
  await page.getByText(words.firstRemarks(1_000)).waitFor()
})

web('nobody finds the import of another person in the same window', async (web, context) => {
  const page = await openAsParish(web, context)
  await chooseFile(page, 'min.csv', 'Namn;Lat;Long\nMin kyrka;59,86;17,64\n')
  await waitForRows(page)
  const id = await page.evaluate(() => JSON.parse(globalThis.sessionStorage.getItem('gazetteer.plan') ?? '""'))
  assert.equal((await web.admin.get(`/v4/import/${id}`)).status, 404)
  await page.evaluate(() => globalThis.localStorage.setItem('gazetteer.lastSignOut', 'another'))
  await page.reload()
  await page.getByRole('region', { name: words.drop }).waitFor()
})

web('an exported table, its workbook, GeoJSON and NDJSON change nothing', async (web, context) => {
  const places = [
    {
      name: '=Excelkyrkan',
      geolocation: { ...pointAt(17.123456789, 59.5), properties: { grid: 'a' } },
      openHours: [{ validTo: '9999-12-31', days: { mo: [{ from: '09:00', to: '17:00' }] } }],
      contactInfo: { phone: { CountryCode: 46, AreaCode: 18, Number: 123456 } },
      visitingInfo: { postalCode: '75310' },
      media: { links: [{ title: 'L', tags: ['a;b'] }] },
    },
    { name: 'Excelgården', placeTypes: { parishHome: {} } },
  ]
  for (const place of places) {
    accepted(
      await web.admin.put('/v4/place', validPlace({ ...place, owner: { id: 'excel', type: 'Församling' } })),
      201,
    )
  }
  const exported = async (format: string) => (await web.admin.get(`/v4/place?owner_id=excel&format=${format}`)).text
  const table = await exported('csv')
  const { parse } = await import('csv-parse/sync')
  const cells = (parse(table) as string[][]).map((cells) => cells.map((cell) => cell || null))
  const page = await web.open(context, '/manage/import')
  for (const [name, content] of [
    ['platser.csv', table],
    ['platser.csv.gz', gzipSync(table)],
    ['platser.xlsx', Buffer.from(await workbookOf(cells))],
    ['platser.geojson', await exported('geojson')],
    [
      'platser.ndjson',
      (await web.admin.get('/v4/export')).text
        .split('\n')
        .filter((line) => /Excel/.test(line))
        .join('\n'),
    ],
  ] as const) {
    await chooseFile(page, name, content)
    await waitForRows(page)
    await page.getByText(/^\d stays? as (it is|they are)$/).waitFor()
    await page.getByRole('radio', { name: /^Unchanged 2/ }).waitFor({ state: 'attached' })
    await page.getByText(words.nothingToDo).waitFor()
    await page.getByRole('button', { name: words.another }).click()
  }
})

web('a file is dropped beside its frame; one that cannot be read says so, and how it can', async (web, context) => {
  const page = await web.open(context, '/manage/import', { expects: /400|415/ })
  for (const [name, content, text] of [
    ['a.kml', '<?xml version="1.0"?><kml/>', /KML is not read/],
    ['a.xlsx', 'PK\u0003\u0004\u0014', /cannot be read/],
    ['tom.csv', '', /empty/],
  ] as const) {
    await chooseFile(page, name, content)
    await page.getByRole('alert').getByText(text).waitFor()
  }
  const transfer = await page.evaluateHandle(dropped)
  await page.dispatchEvent('h1', 'dragover', { dataTransfer: transfer })
  await page.locator('[data-over=true]').waitFor()
  await page.dispatchEvent('h1', 'drop', { dataTransfer: transfer })
  await waitForRows(page)
  await page.getByText('dropped.csv').waitFor()
})

/** Runs in the page: what a browser hands over with a file that is dropped. */
function dropped(): object {
  const { DataTransfer, File } = globalThis as unknown as {
    DataTransfer: new () => { readonly items: { add(file: object): void } }
    File: new (parts: readonly string[], name: string) => object
  }
  const transfer = new DataTransfer()
  transfer.items.add(new File(['Namn;Lat;Long\nLötens kyrka;59,86;17,64'], 'dropped.csv'))
  return transfer
}

web(
  'a workbook has its sheets, a table its row of headings, and a swapped position is turned round',
  async (web, context) => {
    const page = await openAsParish(web, context)
    const rows = (name: string) => [
      ['Namn', 'Lat', 'Long'],
      [name, 17.64, 59.86],
      [`${name} kapell`, 17.65, 59.87],
    ]
    await chooseFile(page, 'bytt.xlsx', Buffer.from(await workbookWith({ Ett: rows('Fel'), Två: rows('Byttkyrkan') })))
    await waitForRows(page)
    await chip(page, words.sheet.chip).click()
    await page.getByRole('option', { name: 'Två' }).click()
    await row(page, 'Byttkyrkan kapell').waitFor()
    await waitForRows(page)
    await questionsOf(page).getByText(words.yes, { exact: true }).click()
    await settle(page)
    await row(page, 'Byttkyrkan kapell').getByText('59.87, 17.65').waitFor()
    await chip(page, words.heading.chip).click()
    await page.getByRole('option', { name: '2', exact: true }).click()
    await page.getByRole('combobox', { name: words.columns.meaningOf('Byttkyrkan') }).waitFor({ state: 'attached' })
  },
)

web('a page of rows follows another, and the map has a pin for each row', async (web, context) => {
  const page = await web.open(context, '/manage/import', { map: true })
  const rows = Array.from({ length: 120 }, (_, at) => `p${at};Platsen ${at};59,${100 + at};17,${600 + at}`)
  await chooseFile(page, 'många.csv', `Id;Namn;Lat;Long\n${rows.join('\n')}\n`)
  await waitForRows(page)
  await page.locator('canvas').waitFor()
  await row(page, 'Platsen 49').waitFor()
  await page.getByRole('navigation', { name: words.pages }).getByRole('button', { name: 'Page 3' }).click()
  await row(page, 'Platsen 119').waitFor()
  const map = page.getByRole('region', { name: /^Map;/ })
  await settle(page)
  const { x, y, width, height } = (await map.boundingBox())!
  // The pins lie on a line through the middle.
  await page.mouse.click(x + width / 2, y + height / 2)
  await until(
    'a pin is pressed',
    async () =>
      (await page
        .getByRole('status')
        .getByText(/^Row \d+/)
        .count()) > 0,
  )
})

web('people without the right to import are told so', async (web, context) => {
  const { key } = accepted(
    await web.admin.post<{ key: string }>('/v4/keys', { name: 'reader', permissions: ['read'] }),
    201,
  )
  const page = await web.open(context, '/manage/import', { key })
  await page.getByText('You need more rights to see this', { exact: false }).waitFor()
})

web('the rows fit on a phone, and the map is behind a tab', async ({ open }, context) => {
  const sv = importWords.sv
  const page = await open(context, '/manage/import', phone)
  const table =
    'OBJECTID;Namn;Typ;Lat;Long;Gatuadress;Tfn\n1;Lötens kyrka;Klockstapel;59,86;17,64;En mycket lång gatuadress 123;12 34 56\n2;;Kyrka;59,87;17,65;;\n'
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 740 })
    if (width === 360) await chooseFile(page, 'telefon.csv', table)
    else await page.reload()
    await waitForRows(page, 'sv')
    await assertFits(page, `the rows of a file, ${width} px`)
  }
  await assertAccessible(page, 'the rows of a file on a phone')
  await page.getByText(sv.map, { exact: true }).click()
  await assertBecomes(() => page.getByRole('table').count(), 0)
  await answerQuestions(page, 'sv')
  await importRows(page, 'sv')
  await assertFits(page, 'the result of an import')
})
