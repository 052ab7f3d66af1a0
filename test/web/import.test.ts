import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { workbookOf } from '../exchange/workbook-of.ts'
import { accepted, type PageAnswer, pointAt, validPlace } from '../support/client.ts'
import { assertAccessible, assertBecomes, assertHolds, type Page, webSuite } from '../support/web.ts'

const web = webSuite({
  prepare: async ({ admin }) => {
    await admin.put('/v4/directory/owners/1', { name: 'Uppsala pastorat', type: 'Pastorat' })
  },
})

const fileInput = 'input[type=file]'
const choose = (page: Page, name: string, content: string | Buffer) =>
  page.setInputFiles(fileInput, { name, mimeType: 'text/plain', buffer: Buffer.from(content) })

web('a column of telephone numbers is split, and what is none told', async ({ open, admin }, context) => {
  const page = await open(context, '/manage/import', { language: 'sv' })
  const rows = [
    'Nyckel;Namn;Ägar-id;Ägartyp;Lat;Long;Telefon',
    'tel-1;Ringkyrkan;f1;Församling;59,86;17,64;018-12 34 56',
  ]
  await choose(page, 'platser.csv', [...rows, 'tel-2;Stumkyrkan;f1;Församling;59,86;17,64;465 004 04'].join('\n'))
  await assertHolds(page.getByRole('combobox', { name: 'Kolumnen Telefon importeras som' }), 'Telefon')
  await page.getByRole('button', { name: 'Kontrollera filen' }).click()
  await page.getByText('Avvisade 1').waitFor()
  assert.match(
    await page.getByRole('row', { name: /Stumkyrkan/ }).innerText(),
    /Skriv hela numret, med 0 och riktnummer/,
  )
  await page.getByRole('button', { name: 'Importera 1 post', exact: true }).click()
  await page.getByRole('heading', { name: 'Resultat av importen' }).waitFor()
  const { body } = await admin.get<PageAnswer>('/v4/place?include=non-published&name=Ringkyrkan')
  assert.deepEqual(body.Results[0]?.contactInfo, { phone: { CountryCode: 46, AreaCode: 18, Number: 123456 } })
})

web(
  'what people call a type is known, and what only this file calls it is told once',
  async ({ open, admin }, context) => {
    const page = await open(context, '/manage/import')
    const rows = [
      'Nyckel;Namn;Ägar-id;Ägartyp;Lat;Long;Typ',
      't-1;Typkyrkan;f1;Församling;59,86;17,64;kyrka',
      't-2;Gården;f1;Församling;59,87;17,65;Gård (x)',
      't-3;Andra gården;f1;Församling;59,87;17,65;Gård (x)',
    ]
    await choose(page, 'platser.csv', rows.join('\n'))
    await page.getByRole('combobox', { name: 'Gård (x) is imported as the type' }).click()
    await page.getByRole('option', { name: 'Parish hall' }).click()
    await assertAccessible(page, 'types of a file')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('button', { name: 'Import 3 records', exact: true }).click()
    await page.getByRole('heading', { name: 'Result of the import' }).waitFor()
    const { body } = await admin.get<PageAnswer>('/v4/place?include=non-published&is=*&name=Typkyrkan,Gården')
    assert.deepEqual(
      body.Results.map(({ placeTypes }) => Object.keys(placeTypes)),
      [['parishHome'], ['churchAndChapel']],
    )
  },
)

web('metres of the Swedish grids become degrees, in a table and in GeoJSON', async ({ open, admin }, context) => {
  const page = await open(context, '/manage/import')
  const rows = [
    'Nyckel;Namn;Ägar-id;Ägartyp;N;E',
    'g-1;Rutkyrkan;f1;Församling;6097106,672;356083,438',
    'g-2;Gamla rutan;f1;Församling;6580994;1628293',
  ]
  await choose(page, 'platser.csv', rows.join('\n'))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 2 records', exact: true }).click()
  await page.getByRole('heading', { name: 'Result of the import' }).waitFor()
  const geometry = { type: 'Point', coordinates: [356_083.438, 6_097_106.672] }
  const properties = { key: 'g-3', name: 'Punkten', owner: { id: 'f1', type: 'Församling' } }
  await page.goto(page.url())
  await choose(page, 'punkt.geojson', JSON.stringify({ type: 'Feature', geometry, properties }))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 1 record', exact: true }).click()
  await page.getByRole('heading', { name: 'Result of the import' }).waitFor()
  const { body } = await admin.get<PageAnswer>('/v4/place?include=non-published&name=Rutkyrkan,Gamla rutan,Punkten')
  assert.deepEqual(
    body.Results.map(({ name, geolocation }) => [name, geolocation.geometry.coordinates]),
    [
      ['Gamla rutan', [18.05918, 59.33023]],
      ['Punkten', [12.75, 55]],
      ['Rutkyrkan', [12.75, 55]],
    ],
  )
})

web(
  'a link leads to what was imported and nothing else, or begins with it where it is too many',
  async ({ open, service }, context) => {
    const page = await open(context, '/manage/import')
    const imported = async (count: number) => {
      const rows = Array.from(
        { length: count },
        (_, at) => `l-${count}-${at};Länkkyrkan ${count};f1;Församling;59,86;17,64`,
      )
      await choose(page, 'platser.csv', ['Nyckel;Namn;Ägar-id;Ägartyp;Lat;Long', ...rows].join('\n'))
      await page.getByRole('button', { name: 'Check the file' }).click()
      await page.getByRole('button', { name: `Import ${count} records`, exact: true }).click()
    }
    await imported(2)
    await page.getByRole('link', { name: 'Show the 2 imported places' }).click()
    await page.getByText('These 2 places', { exact: true }).waitFor()
    await page.getByText('2 places', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove: These 2 places' }).click()
    await page.waitForURL((url) => !url.searchParams.has('id'))
    await page.goto(`${service.url}/manage/import`)
    await imported(101)
    await page.getByRole('link', { name: 'Show what was changed last' }).click()
    await page
      .getByRole('link', { name: /^Länkkyrkan 101/ })
      .first()
      .waitFor()
  },
)

web('no telephone number is lost beside a column of area codes', async ({ open, admin }, context) => {
  const page = await open(context, '/manage/import')
  const rows = [
    'Nyckel;Namn;Ägar-id;Ägartyp;Lat;Long;Telefon;Riktnr',
    'tel-3;Delkyrkan;f1;Församling;59,86;17,64;12 34 56;018',
  ]
  await choose(page, 'platser.csv', rows.join('\n'))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 1 record', exact: true }).click()
  await page.getByRole('heading', { name: 'Result of the import' }).waitFor()
  const { body } = await admin.get<PageAnswer>('/v4/place?include=non-published&name=Delkyrkan')
  assert.deepEqual(body.Results[0]?.contactInfo, { phone: { CountryCode: 46, AreaCode: 18, Number: 123456 } })
})

web('owners, categories and tags are looked up by their names, and what is not one is told', async (web, context) => {
  const { admin } = web
  const [music, ...rivals] = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`)
  await admin.put(`/v4/directory/categories/${music}`, { name: 'Musik' })
  for (const id of rivals) await admin.put(`/v4/directory/tags/${id}`, { name: 'Kör' })
  const page = await web.open(context, '/manage/import', { language: 'sv' })
  const rows = [
    'Namn;Ägare;Lat;Long;Kategorier;Taggar',
    'Vaksala kyrka;uppsala Pastorat;59,86;17,64;musik;',
    'Okänd ägare;Lunds pastorat;59,86;17,64;;',
    'Två taggar;Uppsala pastorat;59,86;17,64;Opera;Kör',
  ]
  await choose(page, 'platser.csv', rows.join('\n'))
  const meaning = page.getByRole('combobox', { name: 'Kolumnen Ägare importeras som' })
  assert.equal(await meaning.inputValue(), 'Ägare, efter namnet i katalogen')
  await page.getByRole('button', { name: 'Kontrollera filen' }).click()
  await page.getByText('Avvisade 2').waitFor()
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await row('Okänd ägare').getByText('Katalogen har ingen ägare som heter ”Lunds pastorat”.').waitFor()
  await row('Två taggar').getByText('Katalogen har ingen kategori som heter ”Opera”.').waitFor()
  await row('Två taggar').getByText('Katalogen har 2 poster (tagg) som heter ”Kör”. Ange id.').waitFor()
  await page.getByRole('button', { name: 'Importera 1 post' }).click()
  await page.getByRole('heading', { name: 'Resultat av importen' }).waitFor()
  const { body } = await admin.get<PageAnswer>('/v4/place?include=non-published&name=Vaksala%20kyrka')
  const [place] = body.Results
  assert.deepEqual([place?.owner.id, place?.owner.type], ['1', 'Pastorat'])
  assert.deepEqual(
    place?.categories?.map(({ id }) => id),
    [music],
  )
})

web('a file is dropped, also beside the frame for it', async ({ open }, context) => {
  const page = await open(context, '/manage/import')
  await page.getByRole('region', { name: 'Drop a file here' }).waitFor()
  const transfer = await page.evaluateHandle(dropped)
  await page.dispatchEvent('h1', 'dragover', { dataTransfer: transfer })
  await page.locator('[data-over=true]').waitFor()
  await page.dispatchEvent('h1', 'drop', { dataTransfer: transfer })
  await page.getByText('dropped.csv').waitFor()
  await page.getByRole('combobox', { name: 'Column Namn is imported as' }).waitFor()
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

web('GeoJSON in gzip: positions and keys come from the features', async ({ open, admin }, context) => {
  const page = await open(context, '/manage/import')
  const feature = (id: string, name: string, longitude: number) => ({
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [longitude, 55.5] },
    properties: { name, owner: { id: '1', type: 'Pastorat' }, wifi: 'yes' },
  })
  const collection = {
    type: 'FeatureCollection',
    features: [feature('g1', 'Norr', 13.1), feature('g2', 'Söder', 13.2)],
  }
  await choose(page, 'platser.geojson.gz', gzipSync(JSON.stringify(collection)))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 2 records' }).click()
  await page.getByRole('heading', { name: 'Result of the import' }).waitFor()
  const { body } = await admin.get<PageAnswer>('/v4/place?include=non-published&name=Norr')
  assert.equal(body.Results[0]?.placeDetails?.hasWifi, true)
  assert.deepEqual(body.Results[0]?.geolocation.geometry.coordinates, [13.1, 55.5])
})

web('many records go in parts, and a dry run knows the parents of earlier parts', async ({ open, admin }, context) => {
  const page = await open(context, '/manage/import')
  const body = (key: string, more: object) =>
    JSON.stringify({
      key,
      name: `Plats ${key}`,
      owner: { id: '1', type: 'Pastorat' },
      geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [15, 60] } },
      ...more,
    })
  const rooms = Array.from({ length: 700 }, (_, index) => body(`room${index}`, { parentKey: 'house' }))
  await choose(page, 'rum.ndjson', [body('house', {}), ...rooms, '{"broken'].join('\n'))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText(/Refused 1$/).waitFor()
  assert.match(await page.getByRole('row').nth(1).innerText(), /^702\b[\s\S]*JSON/)
  await page.getByRole('button', { name: 'Import 701 records' }).click()
  await page.getByRole('heading', { name: 'Result of the import' }).waitFor()
  const found = await admin.get('/v4/place?include=non-published&is=Partial&limit=0')
  assert.equal(found.body.TotalHits, 700)
})

web(
  'a dry run that goes on after it was broken off knows the parents of what was judged before',
  async (web, context) => {
    const page = await web.open(context, '/manage/import', { expects: /Failed to load|ERR_/ })
    const record = (key: string, more: object = {}) =>
      JSON.stringify({
        key,
        name: `Del ${key}`,
        owner: { id: '1', type: 'Pastorat' },
        geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [15, 60] } },
        ...more,
      })
    const rooms = Array.from({ length: 600 }, (_, index) => record(`hall${index}`, { parentKey: 'castle' }))
    let parts = 0
    await page.route('**/v4/import?*', (route) => {
      parts += 1
      return parts > 1 ? route.abort() : route.continue()
    })
    await choose(page, 'rum.ndjson', [record('castle'), ...rooms].join('\n'))
    await page.getByRole('button', { name: 'Check the file' }).click()
    const goOn = page.getByRole('button', { name: 'Continue' })
    await goOn.waitFor()
    await page.unroute('**/v4/import?*')
    await goOn.click()
    await page.getByRole('button', { name: 'Import 601 records' }).waitFor()
  },
)

/** The bodies that a file becomes, as they are sent to be checked. */
async function bodiesOf(page: Page, name: string, content: string): Promise<readonly Record<string, unknown>[]> {
  await page.reload()
  await choose(page, name, content)
  const sent = page.waitForRequest('**/v4/import?*')
  await page.getByRole('button', { name: 'Check the file' }).click()
  const lines = ((await sent).postData() ?? '').split('\n')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

web(
  'types without members, positions in GeoJSON and commas in names are read as they are meant',
  async (web, context) => {
    const young = '00000000-0000-4000-8000-000000000009'
    const organ = '00000000-0000-4000-8000-000000000008'
    const song = '00000000-0000-4000-8000-000000000007'
    await web.admin.put(`/v4/directory/categories/${young}`, { name: 'Barn, unga' })
    await web.admin.put(`/v4/directory/categories/${organ}`, { name: 'Orgel' })
    await web.admin.put(`/v4/directory/categories/${song}`, { name: 'Sång' })
    const page = await web.open(context, '/manage/import')
    const feature = (placeTypes: object) => ({ type: 'Feature', properties: { name: 'a', placeTypes }, geometry: null })
    const features = [feature({ churchAndChapel: {} }), feature({ cemetery: { graves: 3 } })]
    const typed = await bodiesOf(page, 'a.geojson', JSON.stringify({ type: 'FeatureCollection', features }))
    assert.deepEqual(
      typed.map(({ placeTypes }) => placeTypes),
      [{ churchAndChapel: {} }, { cemetery: { graves: 3 } }],
    )
    const point = '"{""type"":""Point"",""coordinates"":[17.64,59.86]}"'
    const rows = ['namn;position;kategorier', `a;${point};Barn, unga|Orgel`, 'c;59,86 17,64;orgel, sång']
    const placed = await bodiesOf(page, 'a.csv', rows.join('\n'))
    const found = placed.map(({ geolocation, categories }) => [geolocation, categories])
    const geolocation = { type: 'Feature', geometry: { type: 'Point', coordinates: [17.64, 59.86] } }
    assert.deepEqual(found, [
      [geolocation, [{ id: young }, { id: organ }]],
      [geolocation, [{ id: organ }, { id: song }]],
    ])
  },
)

web(
  'D61: an exported table and a workbook of it change nothing, and a large workbook is read',
  async (web, context) => {
    const places = [
      {
        name: '=Excelkyrkan',
        geolocation: { ...pointAt(17.123456789, 59.5), properties: { grid: 'a' } },
        openHours: [{ validTo: '9999-12-31', days: { mo: [{ from: '09:00', to: '17:00' }] } }],
        contactInfo: { phone: { CountryCode: 46, AreaCode: 18, Number: 123456 } },
        visitingInfo: { postalCode: '75310' },
        placeDetails: { hasWifi: false },
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
    const { text } = await web.admin.get('/v4/place?owner_id=excel&format=csv')
    const rows = parse(text) as string[][]
    const typed = rows.map((row) => row.map((cell) => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell || null)))
    const page = await web.open(context, '/manage/import')
    for (const [name, content] of [
      ['platser.csv', text],
      ['platser.xlsx', Buffer.from(await workbookOf(typed))],
    ] as const) {
      await choose(page, name, content)
      await page.getByRole('button', { name: 'Check the file' }).click()
      await page.getByText('Unchanged 2').waitFor()
      await page.getByRole('button', { name: 'Choose another file' }).click()
    }
    const many = [
      ['namn', 'öppettider'],
      ...Array.from({ length: 5_000 }, (_, at) => [`Plats ${at}`, 'Mo-Fr 08:00-17:00']),
    ]
    await choose(page, 'många.xlsx', Buffer.from(await workbookOf(many)))
    await page.getByText('5,000 records').waitFor()
    await assertHolds(page.getByRole('combobox', { name: 'Column öppettider' }), 'Opening hours as text')
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await choose(
      page,
      'platser.csv',
      `${text
        .split('\r\n')
        .slice(0, 2)
        .join('\r\n')
        .replace('Mo 09:00-17:00', 'Mo 09:00-17:00; PH off')
        .replace(/"\[\{""validTo.*?\]"/, '')}`,
    )
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByText('opening_hours: without public holidays (PH)').waitFor()
  },
)

web('a row with more cells than its heading is refused, and what is no workbook is told of', async (web, context) => {
  const page = await web.open(context, '/manage/import')
  await choose(page, 'platser.xlsx', 'PK\u0003\u0004\u0014')
  await page.getByRole('alert').getByText('The file cannot be read as an Excel workbook', { exact: false }).waitFor()
  await choose(page, 'a.csv', ['namn,ort', 'Lötens kyrka,Storgatan 1, Uppsala', 'Årsta kyrka,Uppsala,, '].join('\n'))
  await page.getByRole('button', { name: 'Check the file' }).click()
  const row = page.getByRole('row', { name: /Lötens kyrka/ })
  await row.getByText('has 3 cells where the heading has 2').waitFor()
  await assertBecomes(() => page.getByText(/cells where/).count(), 1)
})

web('an import that goes on after its answer was lost makes no place twice', async (web, context) => {
  const page = await web.open(context, '/manage/import', { expects: /Failed to load|ERR_/ })
  await choose(
    page,
    'platser.csv',
    ['Namn;Lat;Long', 'Förlorad ett;59,86;17,64', 'Förlorad två;59,87;17,65'].join('\n'),
  )
  await page.getByRole('combobox', { name: 'Owner', exact: true }).fill('Upp')
  await page.getByRole('option', { name: 'Uppsala pastorat' }).click()
  await page.getByRole('button', { name: 'Check the file' }).click()
  const start = page.getByRole('button', { name: 'Import 2 records' })
  await start.waitFor()
  await page.route('**/v4/import?*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await start.click()
  const goOn = page.getByRole('button', { name: 'Continue' })
  await goOn.waitFor()
  await page.unroute('**/v4/import?*')
  await goOn.click()
  await page.getByRole('heading', { name: 'Result of the import' }).waitFor()
  const found = await web.admin.get('/v4/place?include=non-published&name=^F%C3%B6rlorad&limit=0')
  assert.equal(found.body.TotalHits, 2)
})

web('a file that holds no records is told of, and keys without admin are not led further', async (web, context) => {
  const page = await web.open(context, '/manage/import')
  await choose(page, 'tom.csv', 'namn;lat;lon\n')
  await page
    .getByRole('alert')
    .getByText('The file has no records. Choose a file with a row of headings and at least one row below it.')
    .waitFor()
  const { body } = await web.admin.post<{ key: string }>('/v4/keys', { name: 'reader', permissions: ['read'] })
  const other = await web.open(context, '/manage/import', { key: body.key })
  await other.getByText('You need the permission admin to see this', { exact: false }).waitFor()
})

web(
  'columns are known by their headings, else by what stands in them; hours are read as written',
  async (web, context) => {
    const page = await web.open(context, '/manage/import')
    const column = (heading: string) => page.getByRole('combobox', { name: `Column ${heading} is imported as` })
    await choose(page, 'a.csv', 'Namn;Tfn;N;E;Öppettider;Slag\nA;08-123 45 67;6580822;674032;10-16;kyrka')
    for (const [heading, label] of Object.entries({
      Tfn: 'Telephone',
      N: 'Latitude',
      E: 'Longitude',
      Öppettider: 'Opening hours as text',
      Slag: 'Type of place',
    })) {
      await assertHolds(column(heading), label)
    }
    await page.getByRole('button', { name: 'Choose another file' }).click()
    const hours = ['mån-fre 9-17, lör 10-14', 'lör 10-14']
    const rows = hours.map(
      (text, at) => `Tidens kyrka ${at};08-123 45 6${at};a${at}@b.se;${text};kyrka;6580822, 674032`,
    )
    await choose(page, 'b.csv', ['Namn;K1;K2;K3;K4;K5', ...rows].join('\n'))
    await assertHolds(column('K1'), 'Telephone')
    await assertHolds(column('K3'), 'Opening hours as text')
    await assertHolds(column('K4'), 'Type of place')
    await assertHolds(column('K5'), 'Position (latitude, longitude)')
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await choose(page, 'c.csv', 'Namn;K1;K3\nA;08-123 45 67;mån-fre 9-17\nB;ingen;efter överenskommelse')
    for (const heading of ['K1', 'K3']) await assertHolds(column(heading), '')
  },
)
