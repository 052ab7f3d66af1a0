import assert from 'node:assert/strict'
import { stateWords } from '../../src/pages/page-words.ts'
import { bulkWords } from '../../web/bulk/bulk-words.ts'
import { fieldWords } from '../../web/place/place-fields.ts'
import { accepted, type PlaceAnswer, pointAt, validPlace } from '../support/client.ts'
import { assertFits, settle } from '../support/layout.ts'
import {
  assertAccessible,
  assertBecomes,
  assertCount,
  assertFocused,
  assertHolds,
  type Page,
  type Web,
  webSuite,
} from '../support/web.ts'
import { category, other, owner, writeDirectory } from './bulk-directory.ts'
import { testsOf, type Variant, variants } from './variants.ts'

const web = webSuite({ prepare: ({ admin }) => writeDirectory(admin) })

const cellIn = (page: Page) => (at: string) => page.locator(`[data-cell='${at}']`)

/** Makes places of a name with a number from 1, and returns how they are read. */
async function makePlaces({ admin }: Web, name: string, each: readonly object[]) {
  for (const [at, given] of each.entries()) {
    const place = validPlace({ name: `${name} ${at + 1}`, owner, published: '2020-01-01', ...given })
    accepted(await admin.put('/v4/place', place), 201)
  }
  return async () => {
    const path = `/v4/place?name=^${encodeURIComponent(name)}&orderby=name&include=non-published`
    return accepted(await admin.get<{ Results: readonly PlaceAnswer[] }>(path)).Results
  }
}

const tableOf = (name: string, more = '') => `/manage/table?q=${encodeURIComponent(name)}${more}`

/** Opens the table in a window whose clipboard can be read and written. */
async function openWithClipboard(web: Web, context: Parameters<Web['open']>[0], path: string, variant: Variant) {
  const page = await web.open(context, path, { ...variant, isAlone: true })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const paste = async (text: string) => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await page.keyboard.press('Control+v')
  }
  const copied = async () => {
    await page.keyboard.press('Control+c')
    return await page.evaluate<string>('navigator.clipboard.readText()')
  }
  return { page, paste, copied, cell: cellIn(page) }
}

for (const variant of variants) {
  const { inBoth, onDesktop, onPhone } = testsOf(web, variant)
  const words = bulkWords[variant.language]
  const labels = fieldWords[variant.language]
  const pick = async (page: Page, field: string, option: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  onPhone('cells are edited by keyboard, one’s own over others’', async (web, context) => {
    const name = `Tabellkyrkan ${variant.size}`
    const stored = await makePlaces(web, name, [{}, { owner: other }])
    const key = accepted(
      await web.admin.post<{ key: string }>('/keys', {
        name: 'Uppsala',
        permissions: ['read', 'read-restricted', 'update'],
        owners: [owner.id],
      }),
      201,
    ).key
    const page = await web.open(context, tableOf(name), { ...variant, key, expects: /400/ })
    const cell = cellIn(page)
    await cell('0,0').focus()
    for (const at of ['0,1', '0,2']) {
      await page.keyboard.press('ArrowRight')
      await assertFocused(cell(at))
    }
    await page.keyboard.press('Enter')
    await page.keyboard.type('Storgatan 1')
    await page.keyboard.press('Enter')
    await assertFocused(cell('1,2'))
    await cell('0,2').getByText('Storgatan 1').waitFor()
    const addressBecomes = (address: string) =>
      assertBecomes(async () => (await stored())[0]?.visitingInfo?.address, address)
    await addressBecomes('Storgatan 1')
    await settle(page)

    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('F2')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('3')
    const change = { visitingInfo: { address: 'Storgatan 2' }, updatedBy: 'Bo' }
    accepted(await web.admin.patch(`/v4/place/${(await stored())[0]?.id}`, change), 204)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(words.cellChanged('Bo')).waitFor()
    await assertAccessible(page, 'a conflict in a cell')
    await assertFits(page, 'a conflict in a cell')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('form').getByText('Storgatan 2').waitFor()
    await page.keyboard.press('Enter')
    await addressBecomes('Storgatan 3')
    await assertCount(page.getByRole('alert'), 0)
    await settle(page)

    // What was only looked at is not put in the place of what others have written meanwhile.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    const later = { visitingInfo: { address: 'Storgatan 4' }, updatedBy: 'Bo' }
    accepted(await web.admin.patch(`/v4/place/${(await stored())[0]?.id}`, later), 204)
    await page.keyboard.press('Enter')
    await assertFocused(cell('1,2'))
    await addressBecomes('Storgatan 4')
    assert.equal(await cell('1,2').getAttribute('aria-readonly'), 'true', 'the place of another owner')
    await page.keyboard.type('x')
    await assertCount(page.getByRole('form'), 0)

    // A name cannot be taken away.
    await cell('0,0').focus()
    await page.keyboard.press('Delete')
    await page.getByRole('alert').waitFor()
    await assertBecomes(() => cell('0,0').getAttribute('aria-invalid'), 'true')
    await page.keyboard.press('Escape')
    await assertCount(page.getByRole('alert'), 0)
    await cell('0,0').getByText(`${name} 1`).waitFor()

    const wifi = async () => (await stored())[0]?.placeDetails?.hasWifi
    await cell('0,5').focus()
    await page.keyboard.press('Enter')
    await assertFocused(page.locator('form input:checked'))
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await assertBecomes(wifi, false)
    await cell('0,5').focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await assertBecomes(wifi, true)

    await pick(page, words.columns, labels.openHours)
    await pick(page, words.columns, labels.categories)
    await page.keyboard.press('Escape')
    await cell('0,8').dblclick()
    const form = page.getByRole('form', { name: `${labels.categories}, ${name} 1` })
    await pick(page, words.value, category.name)
    await assertAccessible(page, 'categories in a cell')
    // Escape closes the list alone: what was picked is still there to be saved.
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
    await form.getByRole('button', { name: words.save, exact: true }).click()
    await assertFocused(cell('0,8'))
    await cell('0,8').getByText(category.name).waitFor()
    await assertBecomes(async () => (await stored())[0]?.categories?.map(({ id }) => id), [category.id])
    await cell('0,8').press('ArrowLeft')
    await assertFocused(cell('0,7'))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/edit#hours$/)
    await assertFocused(page.locator('#hours [data-section]'))
  })

  onDesktop('a heading sorts, one way and the other, and the address says so', async (web, context) => {
    const name = `Ordningskyrkan ${variant.size}`
    await makePlaces(
      web,
      name,
      ['Berga', 'Aspö', 'Ceder'].map((city) => ({ visitingInfo: { city } })),
    )
    const page = await web.open(context, tableOf(name), variant)
    const cell = cellIn(page)
    const heading = page.getByRole('columnheader', { name: labels['visitingInfo.city'], exact: true })
    const sort = heading.getByRole('button')
    const rows = async () => [await cell('0,0').innerText(), await cell('2,0').innerText()]
    const [one, two, three] = [1, 2, 3].map((at) => `${name} ${at}`)
    await assertBecomes(rows, [one, three])
    await cell('0,3').focus()
    await page.keyboard.press('ArrowUp')
    await assertFocused(sort)
    await page.keyboard.press('Enter')
    await page.waitForURL(/orderby=visitinginfo_city$/)
    await assertBecomes(rows, [two, three])
    assert.equal(await heading.getAttribute('aria-sort'), 'ascending')
    await sort.click()
    await page.waitForURL(/orderby=visitinginfo_city-$/)
    await assertBecomes(rows, [three, two])
    assert.equal(await heading.getAttribute('aria-sort'), 'descending')
    await assertAccessible(page, 'a sorted table')
    await sort.click()
    await page.waitForURL((url) => !url.searchParams.has('orderby'))
    await assertBecomes(rows, [one, three])
    for (const label of [words.state, labels.geolocation]) {
      const fixed = page.getByRole('columnheader', { name: label, exact: true })
      assert.equal(await fixed.getByRole('button').count(), 0, 'the service cannot order by it')
    }
  })

  inBoth('typing replaces, Enter goes down, and cells are reached as in a spreadsheet', async (web, context) => {
    const name = `Skrivkyrkan ${variant.size}`
    const stored = await makePlaces(
      web,
      name,
      [1, 2, 3].map(() => ({ visitingInfo: { city: 'Enköping' } })),
    )
    const page = await web.open(context, tableOf(name), variant)
    const cell = cellIn(page)
    if (variant.size === 'phone') {
      // A finger selects, then edits.
      await cell('0,3').tap()
      await assertFocused(cell('0,3'))
      await cell('0,3').tap()
      await page.getByRole('form').waitFor()
      await assertFits(page, 'a cell that is edited')
      await page.keyboard.press('Escape')
    } else await cell('0,3').click()
    await assertFocused(cell('0,3'))
    await page.keyboard.type('Mora')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Berga')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Ceder')
    await page.keyboard.press('Shift+Enter')
    await assertFocused(cell('1,3'))
    const cities = async () => (await stored()).map(({ visitingInfo }) => visitingInfo?.city)
    await assertBecomes(cities, ['Mora', 'Berga', 'Ceder'])
    await page.keyboard.type('Dals')
    await page.keyboard.press('Tab')
    await assertFocused(cell('1,4'))
    await page.keyboard.type('018-12 34 56')
    await page.keyboard.press('Shift+Tab')
    await assertFocused(cell('1,3'))
    await page.keyboard.type('Nej')
    await page.keyboard.press('Escape')
    await assertFocused(cell('1,3'))
    await assertBecomes(cities, ['Mora', 'Dals', 'Ceder'])
    await assertBecomes(async () => (await stored())[1]?.contactInfo?.phone?.Number, 123456)
    for (const [key, at] of [
      ['Home', '1,0'],
      ['Control+End', '2,6'],
      ['Control+Home', '0,0'],
      ['End', '0,6'],
      ['ArrowRight', '0,6'],
      ['PageDown', '2,6'],
      ['Control+ArrowUp', '0,6'],
    ] as const) {
      await page.keyboard.press(key)
      await assertFocused(cell(at))
    }
    await page.keyboard.press('Tab')
    await assertCount(page.locator('[data-cell]:focus'), 0)
    await page.keyboard.press('Shift+Tab')
    await assertFocused(cell('0,6'))
    // One undoing after another.
    await page.keyboard.press('Control+z')
    await assertBecomes(async () => (await stored())[1]?.contactInfo?.phone, undefined)
    await page.keyboard.press('Control+z')
    await assertBecomes(cities, ['Mora', 'Berga', 'Ceder'])
    await cell('0,0').press('ArrowLeft')
    await assertFocused(cell('0,-1'))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/p\//)
  })

  onDesktop('a block is pasted as one act, and undone as one', async (web, context) => {
    const name = `Klistrade kyrkan ${variant.size}`
    const stored = await makePlaces(
      web,
      name,
      [1, 2, 3].map((at) => ({ visitingInfo: { address: `Gamla vägen ${at}`, city: 'Enköping' } })),
    )
    const { page, paste, copied, cell } = await openWithClipboard(web, context, tableOf(name), variant)
    const visits = async () => (await stored()).map(({ visitingInfo }) => [visitingInfo?.address, visitingInfo?.city])
    const before = await visits()
    await cell('0,2').click()
    await paste('Nya vägen 1\tÅmål\r\n"Nya ""vägen""\n2"\tBerga\r\nNya vägen 3\t\r\n')
    await page.getByRole('status').getByText(words.cellsSaved(6, 3)).waitFor()
    const after = [
      ['Nya vägen 1', 'Åmål'],
      ['Nya "vägen" 2', 'Berga'],
      ['Nya vägen 3', undefined],
    ]
    await assertBecomes(visits, after)
    const { Results } = accepted(
      await web.admin.get<{ Results: readonly { label?: string; count?: number }[] }>('/v4/acts?limit=1'),
    )
    const fields = `${labels['visitingInfo.address']}, ${labels['visitingInfo.city']}`
    assert.equal(Results[0]?.label, words.labels.paste(fields))
    await assertAccessible(page, 'a pasted block')
    // What is selected is the block.
    assert.equal(await copied(), 'Nya vägen 1\tÅmål\nNya "vägen" 2\tBerga\nNya vägen 3\t')
    await page.getByRole('button', { name: words.undoCells, exact: true }).click()
    await page.getByRole('status').getByText(words.undone).waitFor()
    assert.deepEqual(await visits(), before)
    await cell('1,2').getByText('Gamla vägen 2').waitFor()
  })

  onDesktop('cells that cannot take what is pasted say why, and the others take it', async (web, context) => {
    const name = `Felkyrkan ${variant.size}`
    const stored = await makePlaces(web, name, [{}, {}, {}])
    const { page, paste, cell } = await openWithClipboard(web, context, tableOf(name), variant)
    const [first, second] = await stored()
    await cell('0,4').click()
    const change = { contactInfo: { phone: { CountryCode: 46, AreaCode: 18, Number: 111111 } }, updatedBy: 'Bo' }
    await page.getByText('–').first().waitFor()
    accepted(await web.admin.patch(`/v4/place/${first?.id}`, change), 204)
    await paste('018-22 22 22\tja\n018-33 33 33\tkanske\nett nummer\tnej\n018-44 44 44\tja')
    const alert = page.getByRole('alert')
    await alert.getByText(words.cellsFaulty(3)).waitFor()
    await alert.getByText(words.cellChanged('Bo')).waitFor()
    await page.getByRole('status').getByText(words.cellsSaved(3, 3)).waitFor()
    await page.getByRole('status').getByText(words.cellsOutside(2)).waitFor()
    assert.deepEqual(
      (await stored()).map(({ contactInfo, placeDetails }) => [contactInfo?.phone?.Number, placeDetails?.hasWifi]),
      [
        [111111, true],
        [333333, undefined],
        [undefined, false],
      ],
    )
    await assertAccessible(page, 'cells that are not saved')
    // What was pasted waits in the form.
    await alert.getByRole('button', { name: `${labels['contactInfo.phone']}, ${name} 3` }).click()
    await assertFocused(cell('2,4'))
    await page.keyboard.press('Enter')
    await assertHolds(page.getByRole('textbox', { name: words.value, exact: true }), 'ett nummer')
    await page.keyboard.press('Escape')
    await alert.getByRole('button', { name: words.dismiss }).click()
    await assertCount(alert, 0)
    assert.ok(second)
  })

  onDesktop('cells are filled down, emptied, and given copies of other cells', async (web, context) => {
    const name = `Fyllda kyrkan ${variant.size}`
    const week = [{ days: { mo: [{ from: '09:00', to: '17:00' }] } }]
    const stored = await makePlaces(web, name, [{ openHours: week, visitingInfo: { city: 'Åmål' } }, {}, {}, {}])
    const { page, cell } = await openWithClipboard(web, context, tableOf(name), variant)
    const cities = async () => (await stored()).map(({ visitingInfo }) => visitingInfo?.city)
    await cell('0,3').click()
    await cell('2,3').click({ modifiers: ['Shift'] })
    assert.equal(await page.locator('table [aria-selected=true]').count(), 3)
    await page.keyboard.press('Control+d')
    await page.getByRole('status').getByText(words.cellsSaved(2, 2)).waitFor()
    await assertBecomes(cities, ['Åmål', 'Åmål', 'Åmål', undefined])
    await page.keyboard.press('Delete')
    await page.getByRole('status').getByText(words.cellsSaved(3, 3)).waitFor()
    await assertBecomes(cities, [undefined, undefined, undefined, undefined])
    await page.keyboard.press('Control+z')
    await assertBecomes(cities, ['Åmål', 'Åmål', 'Åmål', undefined])

    await cell('2,3').click()
    if (variant.size === 'desktop') {
      // The handle in the corner of the selection is dragged.
      const handle = await page.locator('[data-handle]').boundingBox()
      const target = await cell('3,3').boundingBox()
      assert.ok(handle && target)
      await page.mouse.move(handle.x + 4, handle.y + 4)
      await page.mouse.down()
      await page.mouse.move(target.x + 20, target.y + 20, { steps: 4 })
      await page.mouse.up()
    } else {
      // Fingers have none.
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Control+d')
    }
    await assertBecomes(cities, ['Åmål', 'Åmål', 'Åmål', 'Åmål'])

    // Hours have no text, but are copied from cell to cell.
    await pick(page, words.columns, labels.openHours)
    await page.keyboard.press('Escape')
    await cell('0,7').click()
    await page.keyboard.press('Control+c')
    await cell('1,7').click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+v')
    await page.getByRole('status').getByText(words.cellsSaved(2, 2)).waitFor()
    const hours = (await stored()).map(({ openHours }) => openHours)
    assert.deepEqual(hours, [week, week, week, undefined])
  })

  onDesktop('states are shown, and positions read in every notation of the form', async (web, context) => {
    const name = `Lägeskyrkan ${variant.size}`
    const geolocation = pointAt(17.5, 59.5)
    const stored = await makePlaces(web, name, [
      { geolocation },
      { geolocation, published: '2099-01-01' },
      { geolocation, published: null },
      { geolocation, depublished: '2021-01-01' },
    ])
    const { page, paste, cell } = await openWithClipboard(web, context, tableOf(name, '&state=any'), variant)
    const states = stateWords[variant.language]
    for (const [row, state] of (['published', 'scheduled', 'draft', 'unpublished'] as const).entries())
      await cell(`${row},1`).getByText(states[state], { exact: true }).waitFor()
    await cell('0,6').getByText('59.5, 17.5').waitFor()
    await cell('0,6').click()
    await page.keyboard.type('59.86, 17.64')
    await page.keyboard.press('Enter')
    await assertFocused(cell('1,6'))
    await paste('https://www.google.com/maps/@59.85,17.63,15z\nN 6641245, E 648089\nmitt på torget')
    await page.getByRole('alert').getByText(words.cellsFaulty(1)).waitFor()
    const positions = async () =>
      (await stored()).map(({ geolocation }) => geolocation.geometry.coordinates.map((at) => String(at)))
    await assertBecomes(positions, [
      ['17.64', '59.86'],
      ['17.63', '59.85'],
      ['17.64605', '59.882147'],
      ['17.5', '59.5'],
    ])
    await cell('2,1').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/publish$/)
  })

  onDesktop('what a service that goes away has not saved is written when it is back', async (web, context) => {
    const name = `Väntande kyrkan ${variant.size}`
    const stored = await makePlaces(web, name, [{}, {}])
    const page = await web.open(context, tableOf(name), { ...variant, expects: /Failed to load|ERR_/ })
    const cell = cellIn(page)
    await page.route('**/v4/place/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await cell('0,3').click()
    await page.keyboard.type('Mora')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(words.cellsFaulty(1)).waitFor()
    await cell('0,3').getByText('Mora').waitFor()
    await page.unroute('**/v4/place/*')
    await page.getByRole('button', { name: words.tryAgain }).click()
    await assertBecomes(async () => (await stored())[0]?.visitingInfo?.city, 'Mora')
    await assertCount(page.getByRole('alert'), 0)
  })
}
