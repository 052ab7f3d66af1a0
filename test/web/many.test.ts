import assert from 'node:assert/strict'
import { weekdays } from '../../src/place/place.ts'
import { locales } from '../../src/words/words.ts'
import { bulkWords } from '../../web/bulk/bulk-words.ts'
import { historyWords } from '../../web/history/history-words.ts'
import { changeWords, editorWords } from '../../web/hours/hours-words.ts'
import { kitWords } from '../../web/kit/kit-words.ts'
import { mapWords } from '../../web/map/map-words.ts'
import { fieldWords } from '../../web/place/place-fields.ts'
import { accepted, type PageAnswer, type PlaceAnswer, pointAt, validPlace } from '../support/client.ts'
import { assertFits, settle } from '../support/layout.ts'
import { until } from '../support/until.ts'
import { assertAccessible, assertBecomes, assertCount, assertHolds, type Page, webSuite } from '../support/web.ts'
import { category, other, owner, writeDirectory } from './bulk-directory.ts'
import { countClicks } from './clicks.ts'
import { localTime, pickTime } from './pick-time.ts'
import { countColours } from './picture-colours.ts'
import { testsOf, variants } from './variants.ts'

const web = webSuite({
  prepare: async ({ admin }) => {
    await writeDirectory(admin)
    for (let number = 1; number <= 60; number++) {
      const name = `Plats ${String(number).padStart(2, '0')}`
      await admin.put('/v4/place', validPlace({ name, owner, published: '2020-01-01' }))
    }
  },
})

const pick = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

web('a field is set for all matches, after a preview; what is so already is left alone', async (web, context) => {
  const page = await web.open(context, '/', { size: 'phone' })
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select Plats 01' }).check()
  await page.getByText('1 selected').waitFor()
  await assertAccessible(page, 'selecting places')
  await page.getByRole('button', { name: 'All 60 matches' }).click()
  await page.getByRole('link', { name: 'Change…' }).click()
  await page.getByText('60 places', { exact: true }).waitFor()
  await pick(page, 'What do you want to do?', 'Wifi')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: '60 places will change' }).waitFor()
  await assertAccessible(page, 'the preview of many')
  await page.getByRole('button', { name: 'Change 60 places' }).click()
  await page.getByText('60 changed', { exact: true }).waitFor()
  const selection = () => page.evaluate(() => sessionStorage.getItem('gazetteer.selection'))
  await assertBecomes(selection, '{"isOn":false,"ids":[]}')
  await page.getByRole('link', { name: 'Show what was changed last' }).waitFor()
  const { body } = await web.admin.get('/v4/place?placedetails_haswifi=true&limit=0')
  assert.equal(body.TotalHits, 60)

  await page.getByRole('button', { name: 'Close' }).click()
  await page.goto(web.service.url)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select Plats 01' }).check()
  await page.getByRole('link', { name: 'Change…' }).click()
  const preview = page.getByRole('button', { name: 'Preview' })
  assert.ok(await preview.isDisabled(), 'nothing is chosen before somebody chooses')
  await pick(page, 'What do you want to do?', 'Clear a field')
  assert.ok(await preview.isDisabled(), 'no field is chosen yet')
  await pick(page, 'Field', 'Wifi')
  await preview.click()
  await page.getByRole('button', { name: 'Change 1 place' }).click()
  await page.getByText('1 changed', { exact: true }).waitFor()
  const left = await web.admin.get('/v4/place?placedetails_haswifi=true&limit=0')
  assert.equal(left.body.TotalHits, 59)
})

web('a box that is drawn on the map selects the places in it', async (web, context) => {
  const name = 'Rutan'
  for (const [at, longitude] of [17.6, 17.61, 20].entries()) {
    const place = validPlace({ name: `${name} ${at}`, owner: other, geolocation: pointAt(longitude, 59.85) })
    accepted(await web.admin.put('/v4/place', { ...place, published: '2020-01-01' }), 201)
  }
  const page = await web.open(context, `/?q=${name}&bbox=17.5,59.8,17.7,59.9`, { map: true })
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.locator('[aria-busy=false] canvas').waitFor()
  const map = await page.locator('canvas').boundingBox()
  assert.ok(map)
  await page.keyboard.down('Shift')
  await page.mouse.move(map.x + 40, map.y + 80)
  await page.mouse.down()
  await page.mouse.move(map.x + map.width - 80, map.y + map.height - 60, { steps: 3 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await page.getByText('2 selected').waitFor()
  const { body } = await web.admin.get<{ Results: readonly PlaceAnswer[] }>(`/v4/place?name=^${name}`)
  await Promise.all(body.Results.map(({ id }) => web.admin.delete(`/v4/place/${id}?deletedby=tester`)))
})

web('what is selected in another search is counted, shown and marked on the map', async (web, context) => {
  const words = bulkWords.en
  const page = await web.open(context, '/?q=Plats&page=2', { map: 'sharp' })
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: words.selectAll(60) }).click()
  await page.getByText('60 selected').waitFor()
  await page.goto(`${web.service.url}/?q=elsewhere&bbox=17.5,59.8,17.7,59.9`)
  await page.getByText(words.ofOtherSearch(500)).waitFor()
  await settle(page)
  const map = page.getByRole('region', { name: mapWords.en.controls['Map.Title']! })
  await until('they are marked', async () => (await countColours(page, await map.screenshot(), ['#0b7285']))[0]! > 50)
  await page.getByRole('link', { name: words.show, exact: true }).click()
  await page.getByRole('checkbox', { name: /Plats 01/, checked: true }).waitFor()
  await page.getByText(words.ofOtherSearch(500)).waitFor({ state: 'detached' })

  const ids = Array.from({ length: 600 }, (_, at) => `01a22af7-ec62-73a0-86fb-${String(at).padStart(12, '0')}`)
  const kept = JSON.stringify({ isOn: true, ids })
  await page.evaluate(`sessionStorage.setItem('gazetteer.selection', ${JSON.stringify(kept)})`)
  await page.reload()
  await page.getByText(words.outsideAtLeast(600, 500)).waitFor()
  await page.getByRole('link', { name: words.showFirst(100) }).click()
  await page.waitForURL(/id=01a22af7-ec62-73a0-86fb-000000000099/)
})

web('parts of a place that is published with them are published too', async (web, context) => {
  const { admin } = web
  const put = async (body: object) => accepted(await admin.put('/v4/place', validPlace({ owner: other, ...body })), 201)
  const whole = await put({ name: 'Helheten', published: '2020-01-01', depublished: '2021-01-01' })
  const part = await put({ name: 'Helhetens del', parent: { id: whole.id }, published: null })
  // As a part becomes whose whole is unpublished with it.
  accepted(await admin.patch(`/v4/place/${whole.id}`, { depublished: '2021-02-01', updatedBy: 'Bo Ek' }), 204)
  const page = await web.open(context, '/?state=any&q=Helhet')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select Helheten' }).check()
  await page.goto(new URL('/?state=any&q=Helhet&is=Partial', page.url()).href)
  await page.getByRole('checkbox', { name: 'Select Helhetens del' }).check()
  await page.getByRole('link', { name: 'Change…' }).click()
  await pick(page, 'What do you want to do?', 'Publish now')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Change 2 places' }).click()
  await page.getByText('2 changed', { exact: true }).waitFor()
  for (const { id } of [whole, part]) {
    const { published, depublished } = accepted(await admin.get<PlaceAnswer>(`/v4/place/${id}`))
    assert.deepEqual([published === undefined, depublished], [false, undefined])
  }
  // The tests below count what there is.
  accepted(await admin.delete(`/v4/place/${whole.id}?deletedby=tester`), 204)
})

web('a preview leads back to what was chosen; a field of a type is for places of that type', async (web, context) => {
  const page = await web.open(context, '/')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: 'This page' }).click()
  await page.getByRole('link', { name: 'Change…' }).click()
  const field = page.getByRole('combobox', { name: 'What do you want to do?', exact: true })
  const value = page.getByRole('textbox', { name: 'Value', exact: true })
  const preview = page.getByRole('button', { name: 'Preview' })
  await field.click()
  await page.getByRole('option', { name: 'Wifi', exact: true }).waitFor()
  const names = await page.getByRole('option').allInnerTexts()
  assert.deepEqual(
    names.filter((name) => /^[a-z]|\w\.\w/.test(name)),
    [],
    'fields are called as people call them',
  )
  assert.equal(new Set(names).size, names.length)
  await page.getByRole('option', { name: 'Telephone', exact: true }).click()
  await value.fill('12 a')
  await page.keyboard.press('Tab')
  await page.getByText('Enter digits only').waitFor()
  assert.ok(await preview.isDisabled())
  await value.fill('+44 20 7723 5681')
  await preview.click()
  await page.getByRole('heading', { name: '40 places will change' }).waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await assertHolds(field, 'Telephone')
  await assertHolds(value, '+44 20 7723 5681')
  await pick(page, 'What do you want to do?', 'Polling station: Can print duplicate voting cards')
  await preview.click()
  await page.getByRole('heading', { name: '0 places will change' }).waitFor()
  await page.getByText('40 stay as they are').waitFor()
})

web('someone else’s change since the preview is refused, and the reason told', async (web, context) => {
  const page = await web.open(context, '/', { language: 'sv' })
  await page.getByRole('button', { name: 'Välj', exact: true }).click()
  for (const name of ['Plats 01', 'Plats 02']) await page.getByRole('checkbox', { name: `Välj ${name}` }).check()
  await page.getByRole('link', { name: 'Ändra …' }).click()
  await pick(page, 'Vad vill du göra?', 'Tillbaka till utkast')
  await page.getByRole('button', { name: 'Förhandsgranska' }).click()
  await page.getByRole('heading', { name: '2 platser ändras' }).waitFor()
  const found = await web.admin.get<{ Results: readonly PlaceAnswer[] }>('/v4/place?name=Plats 02')
  const change = { longDescription: 'Ny', updatedBy: 'Bo' }
  accepted(await web.admin.patch(`/v4/place/${found.body.Results[0]?.id}`, change), 204)
  await page.getByRole('button', { name: 'Ändra 2 platser' }).click()
  await page.getByText('1 ändrad, 1 avvisad', { exact: true }).waitFor()
  await page.getByRole('row', { name: /Plats 02.*Någon annan har ändrat den/ }).waitFor()
  await assertAccessible(page, 'refusals')
  const after = await web.admin.get<{ Results: readonly PlaceAnswer[] }>('/v4/place?name=Plats 02')
  assert.equal(after.body.Results[0]?.longDescription, 'Ny')
  await page.getByRole('button', { name: 'Stäng' }).click()
  await page.getByText('Inga platser är valda').waitFor()
})

web('a service that goes away stops the change, and says so; the rest is done after a reload', async (web, context) => {
  const page = await web.open(context, '/', { language: 'sv', expects: /Failed to load|ERR_/ })
  await page.getByRole('button', { name: 'Välj', exact: true }).click()
  await page.getByRole('button', { name: 'Den här sidan' }).click()
  await page.getByRole('link', { name: 'Ändra …' }).click()
  await pick(page, 'Vad vill du göra?', 'Avpublicera nu')
  await page.getByRole('button', { name: 'Förhandsgranska' }).click()
  await page.getByRole('heading', { name: '40 platser ändras' }).waitFor()
  let writes = 0
  await page.route('**/v4/place/*', (route) => {
    if (route.request().method() === 'PATCH') writes += 1
    return writes > 10 ? route.abort() : route.continue()
  })
  await page.getByRole('button', { name: 'Ändra 40 platser' }).click()
  await page.getByRole('heading', { name: 'Stoppad' }).waitFor()
  await page.getByRole('alert').getByText(kitWords.sv.offlineTitle).waitFor()
  await assertAccessible(page, 'a change of many that has stopped')
  await page.unroute('**/v4/place/*')
  await page.reload()
  await page.getByRole('alert').getByText(kitWords.sv.offlineTitle).waitFor()
  await page.getByRole('button', { name: 'Fortsätt' }).click()
  await page.getByRole('heading', { name: 'Klart' }).waitFor()
  const { body } = await web.admin.get('/v4/place?limit=0')
  assert.equal(body.TotalHits, 19)
})

web('what goes on at once after it was stopped asks for each place once', async (web, context) => {
  const name = 'Kapellet som väntar'
  for (let number = 1; number <= 6; number++) {
    accepted(await web.admin.put('/v4/place', validPlace({ name: `${name} ${number}`, owner })), 201)
  }
  const page = await web.open(context, `/?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: 'This page' }).click()
  await page.getByText('6 selected').waitFor()
  await page.getByRole('link', { name: 'Change…' }).click()
  await pick(page, 'What do you want to do?', 'Unpublish now')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: '6 places will change' }).waitFor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const asked = { GET: 0, PATCH: 0 }
  await page.route('**/v4/place/*', async (route) => {
    const method = route.request().method() as keyof typeof asked
    asked[method] += 1
    if (method === 'PATCH') await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Change 6 places' }).click()
  await assertBecomes(async () => asked.PATCH, 4)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
  release()
  await page.getByText('6 changed', { exact: true }).waitFor()
  assert.deepEqual(asked, { GET: 6, PATCH: 6 })
})

web('a change that was stopped waits over a reload, and goes on with what is left', async (web, context) => {
  const name = 'Kapellet som vilar'
  for (let number = 1; number <= 6; number++) {
    accepted(await web.admin.put('/v4/place', validPlace({ name: `${name} ${number}`, owner })), 201)
  }
  const page = await web.open(context, `/?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: 'This page' }).click()
  await page.getByRole('link', { name: 'Change…' }).click()
  await pick(page, 'What do you want to do?', 'Unpublish now')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: '6 places will change' }).waitFor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let patched = 0
  await page.route('**/v4/place/*', async (route) => {
    if (route.request().method() === 'PATCH') {
      patched += 1
      await released
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Change 6 places' }).click()
  await assertBecomes(async () => patched, 4)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  release()
  const told = page.getByText('4 changed', { exact: true })
  await told.waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Stopped' }).waitFor()
  await told.waitFor()
  await page.getByText('4 of 6').waitFor()
  assert.equal(patched, 4, 'nothing goes on by itself')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('6 changed', { exact: true }).waitFor()
  assert.equal(patched, 6)
})

for (const variant of variants) {
  const { inBoth, onDesktop, onPhone } = testsOf(web, variant)
  const words = bulkWords[variant.language]
  const labels = fieldWords[variant.language]

  /** Selects what the page of the list shows, and goes on to what is done with them. */
  const select = async (page: Page, count: number) => {
    await page.getByRole('button', { name: words.select, exact: true }).click()
    await page.getByRole('button', { name: words.selectPage }).click()
    await page.getByText(words.selected(count)).waitFor()
    await page.getByRole('link', { name: words.change }).click()
  }

  inBoth(
    'wifi on 20 places takes 8 clicks, and is taken back as one but where somebody was since',
    async (web, context) => {
      const name = `Klicket ${variant.size}`
      // A finger has no Shift: there the search finds them alone.
      const hasShift = variant.size === 'desktop'
      for (let number = 10; number < (hasShift ? 35 : 30); number++) {
        const place = validPlace({ name: `${name} ${number}`, owner, published: '2020-01-01' })
        accepted(await web.admin.put('/v4/place', place), 201)
      }
      const page = await web.open(context, `/?q=${encodeURIComponent(name)}`, variant)
      const clicks = await countClicks(page)
      const act = (role: 'button' | 'link', label: string) => page.getByRole(role, { name: label, exact: true }).click()
      const box = (number: number) => page.getByRole('checkbox', { name: words.selectOne(`${name} ${number}`) })
      await act('button', words.select)
      if (hasShift) {
        await box(11).click()
        await box(30).click({ modifiers: ['Shift'] })
      } else await act('button', words.selectPage)
      await page.getByText(words.selected(20)).waitFor()
      await act('link', words.change)
      await pick(page, words.what, labels['placeDetails.hasWifi'])
      await act('button', words.preview)
      await act('button', words.start(20))
      await page.getByText(words.counts.changed(20), { exact: true }).waitFor()
      assert.equal(clicks(), hasShift ? 8 : 7)
      const found = `/v4/place?name=^${encodeURIComponent(name)}`
      const withWifi = async () => (await web.admin.get(`${found}&placedetails_haswifi=true&limit=0`)).body.TotalHits
      assert.equal(await withWifi(), 20)

      const { Results } = (await web.admin.get<{ Results: readonly PlaceAnswer[] }>(`${found} 15`)).body
      const change = { placeDetails: { hasWifi: false }, longDescription: 'Ny', updatedBy: 'Bo' }
      accepted(await web.admin.patch(`/v4/place/${Results[0]?.id}`, change), 204)
      await page.reload()
      await act('button', words.undo(20))
      const history = historyWords[variant.language]
      await page.getByText(history.undoneFor(19)).waitFor()
      await page.getByRole('heading', { name: words.undone }).waitFor()
      const kept = history.keptFields(labels['placeDetails.hasWifi'])
      await page.getByRole('row', { name: new RegExp(`${name} 15.*${kept}`) }).waitFor()
      assert.equal(await withWifi(), 0)
    },
  )

  onDesktop('places are published and unpublished at a chosen time', async (web, context) => {
    const name = `Sommarkyrkan ${variant.size}`
    const times = { draft: {}, planned: { published: '2035-01-01' }, open: { published: '2020-01-01' } }
    for (const [state, given] of Object.entries(times)) {
      accepted(
        await web.admin.put('/v4/place', validPlace({ name: `${name} ${state}`, owner, published: null, ...given })),
        201,
      )
    }
    const read = async () => {
      const path = `/v4/place?name=^${encodeURIComponent(name)}&include=non-published&orderby=name`
      const { Results } = (await web.admin.get<{ Results: readonly PlaceAnswer[] }>(path)).body
      return Object.fromEntries(Results.map((place) => [place.name.slice(name.length + 1), place]))
    }
    const path = `/?state=any&q=${encodeURIComponent(name)}`
    const page = await web.open(context, path, variant)
    const time = page.getByRole('textbox', { name: words.at, exact: true })
    const previewAndStart = async (count: number) => {
      await page.getByRole('button', { name: words.preview }).click()
      await page.getByRole('heading', { name: words.wouldChange(count) }).waitFor()
      await page.getByRole('button', { name: words.start(count) }).click()
      await page.getByText(words.counts.changed(count), { exact: true }).waitFor()
    }

    await select(page, 3)
    await pick(page, words.what, words.kinds.publishAt)
    assert.ok(await page.getByRole('button', { name: words.preview }).isDisabled(), 'there is no time yet')
    await pickTime(time, { months: 1 })
    await previewAndStart(2)
    const { draft, planned, open } = await read()
    assert.equal(draft?.published, planned?.published)
    assert.ok(Date.parse(draft?.published ?? '') > Date.now())
    assert.match(localTime(draft?.published), /-12 07:30:00$/)
    assert.equal(open?.published?.slice(0, 10), '2020-01-01', 'what is published already stays so')

    await page.goto(web.service.url + path)
    await select(page, 3)
    await pick(page, words.what, words.kinds.unpublishAt)
    await pickTime(time, { months: 2 })
    await previewAndStart(3)
    const after = await read()
    for (const place of Object.values(after)) {
      assert.match(localTime(place.depublished), /-12 07:30:00$/)
      assert.ok((place.published ?? '') < (place.depublished ?? ''))
    }
  })

  onPhone('hours are given to many: a day, a period, ordinary ones', async (web, context) => {
    const name = `Tidskyrkan ${variant.size}`
    const week = { mo: [{ from: '09:00', to: '17:00' }] }
    const day = '2035-12-24'
    for (const [at, openHours] of [[], [{ days: week }]].entries()) {
      const place = validPlace({ name: `${name} ${at}`, owner, published: '2020-01-01', openHours })
      accepted(await web.admin.put('/v4/place', place), 201)
    }
    const read = async () => {
      const path = `/v4/place?name=^${encodeURIComponent(name)}&orderby=name`
      const { Results } = (await web.admin.get<{ Results: readonly PlaceAnswer[] }>(path)).body
      return Results.map(({ openHours }) => openHours)
    }
    const page = await web.open(context, `/?q=${encodeURIComponent(name)}`, variant)
    const editor = editorWords[variant.language]
    const line = page.getByRole('textbox', { name: editor.week })
    const giveDay = async (label: string, day: string) => {
      const date = page.getByRole('textbox', { name: label, exact: true })
      await date.fill(day)
      await date.press('Tab')
    }
    const previewBoth = async () => {
      await page.getByRole('button', { name: words.preview }).click()
      await page.getByRole('heading', { name: words.wouldChange(2) }).waitFor()
    }
    await select(page, 2)
    await pick(page, words.what, words.kinds.day)
    await page.getByRole('button', { name: words.preview, disabled: true }).waitFor()
    await giveDay(editor.date, day)
    await page.getByRole('table').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: words.preview, disabled: true }).waitFor()
    await line.fill('9-12, 13-')
    await page.getByRole('button', { name: words.preview, disabled: true }).waitFor()
    await line.fill('closed')
    await previewBoth()
    await assertCount(page.getByRole('cell').getByText(changeWords[variant.language].added, { exact: true }), 2)
    await assertFits(page, 'hours before and after')
    await assertAccessible(page, 'hours before and after')
    await page.getByRole('button', { name: words.start(2) }).click()
    await page.getByText(words.counts.changed(2), { exact: true }).waitFor()
    const special = { validFrom: day, validTo: day, days: { mo: [] } }
    assert.deepEqual(await read(), [[special], [{ validTo: '9999-12-31', days: week }, special]])
    await page.getByRole('button', { name: words.undo(2) }).click()
    await page.getByRole('heading', { name: words.undone }).waitFor()
    assert.deepEqual(await read(), [undefined, [{ days: week }]])

    const again = async (kind: 'ordinary' | 'period') => {
      await page.goBack()
      await select(page, 2)
      await pick(page, words.what, words.kinds[kind])
    }
    const startBoth = async () => {
      await previewBoth()
      await page.getByRole('button', { name: words.start(2) }).click()
      await page.getByText(words.counts.changed(2), { exact: true }).waitFor()
    }
    const workdays = (span: object) => Object.fromEntries(['mo', 'tu', 'we', 'th', 'fr'].map((day) => [day, [span]]))
    await again('ordinary')
    await line.fill('mon-fri 10-15')
    await startBoth()
    const ordinary = { days: workdays({ from: '10:00', to: '15:00' }) }
    assert.deepEqual(await read(), [[ordinary], [ordinary]], 'in the place of those that there were')

    await again('period')
    await page.getByRole('button', { name: words.preview, disabled: true }).waitFor()
    await giveDay(editor.validFrom, '2035-07-01')
    await giveDay(editor.validTo, '2035-07-31')
    await line.fill('sat 11-14')
    await startBoth()
    const days = { ...workdays({ from: '09:00', to: '17:00' }), sa: [{ from: '11:00', to: '14:00' }], su: [] }
    const both = [
      { ...ordinary, validTo: '9999-12-31' },
      { validFrom: '2035-07-01', validTo: '2035-07-31', days },
    ]
    assert.deepEqual(await read(), [both, both], 'beside the ordinary ones')
  })

  onDesktop('many places close for days on which some have hours of their own', async (web, context) => {
    const name = `Julkyrkan ${variant.size}`
    const [count, withOwn] = [40, 12]
    const eve = { validFrom: '2035-12-24', validTo: '2035-12-24', days: { mo: [{ from: '11:00', to: '15:00' }] } }
    for (let at = 0; at < count; at++) {
      const openHours = at < withOwn ? [eve] : []
      const place = validPlace({ name: `${name} ${at}`, owner, published: '2020-01-01', openHours })
      accepted(await web.admin.put('/v4/place', place), 201)
    }
    const page = await web.open(context, `/?q=${encodeURIComponent(name)}`, variant)
    const editor = editorWords[variant.language]
    await page.getByRole('button', { name: words.select, exact: true }).click()
    await page.getByRole('button', { name: words.selectPage }).click()
    await page.getByRole('link', { name: words.change }).click()
    await pick(page, words.what, words.kinds.period)
    for (const [label, day] of [
      [editor.validFrom, '2035-12-24'],
      [editor.validTo, '2035-12-26'],
    ] as const) {
      await page.getByRole('textbox', { name: label, exact: true }).fill(day)
      await page.keyboard.press('Tab')
    }
    await page.getByRole('textbox', { name: editor.week }).fill('closed')
    await page.getByRole('button', { name: words.preview }).click()
    const start = page.getByRole('button', { name: words.start(count) })
    const dayText = (form: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locales[variant.language], { ...form, day: 'numeric', month: 'long' }).format(
        new Date('2035-12-24T12:00'),
      )
    const stays = page.getByText(words.stays(dayText({ weekday: 'short' }), '11:00–15:00'))
    const question = page.getByRole('radiogroup', { name: words.ownHours(withOwn, dayText({})) })
    await question.waitFor()
    assert.ok(await start.isDisabled(), 'the question is not answered yet')
    await assertCount(stays, withOwn)
    await assertAccessible(page, 'places with hours of their own')
    await question.getByRole('radio', { name: words.own.replace }).check()
    await assertCount(stays, 0)
    await start.click()
    await page.getByText(words.counts.changed(count), { exact: true }).waitFor()
    const path = `/v4/place?name=^${encodeURIComponent(name)}&limit=${count}`
    const { Results } = (await web.admin.get<PageAnswer>(path)).body
    const days = Object.fromEntries(weekdays.map((day) => [day, []]))
    assert.equal(Results.length, count)
    for (const { openHours } of Results)
      assert.deepEqual(openHours, [{ validFrom: '2035-12-24', validTo: '2035-12-26', days }])
  })

  onDesktop('many places close on holidays, and keep the hours that some have for one', async (web, context) => {
    const name = `Helgkyrkan ${variant.size}`
    const span = [{ from: '11:00', to: '15:00' }]
    const regular = { days: { th: span, fr: span }, validTo: '9999-12-31' }
    const eve = { validFrom: '2026-12-24', validTo: '2026-12-24', days: { th: span } }
    for (let at = 0; at < 5; at++) {
      const openHours = at < 2 ? [regular, eve] : [regular]
      const place = validPlace({ name: `${name} ${at}`, owner, published: '2020-01-01', openHours })
      accepted(await web.admin.put('/v4/place', place), 201)
    }
    const now = Date.parse('2026-06-09T10:00:00Z')
    const page = await web.open(context, `/?q=${encodeURIComponent(name)}`, { ...variant, now })
    await page.getByRole('button', { name: words.select, exact: true }).click()
    await page.getByRole('button', { name: words.selectPage }).click()
    await page.getByRole('link', { name: words.change }).click()
    await pick(page, words.what, words.kinds.holidays)
    for (const date of ['24 December 2026', '25 December 2026'])
      await page.getByRole('checkbox', { name: new RegExp(date, 'i') }).check()
    await assertAccessible(page, 'holidays of many places')
    await page.getByRole('button', { name: words.preview }).click()
    const day = new Intl.DateTimeFormat(locales[variant.language], { day: 'numeric', month: 'long' })
    const question = page.getByRole('radiogroup', { name: words.ownHours(2, day.format(new Date('2026-12-24T12:00'))) })
    await question.getByRole('radio', { name: words.own.keep }).check()
    await page.getByRole('button', { name: words.start(5) }).click()
    await page.getByText(words.counts.changed(5), { exact: true }).waitFor()
    const path = `/v4/place?name=^${encodeURIComponent(name)}&limit=5&orderby=name`
    const { Results } = (await web.admin.get<PageAnswer>(path)).body
    const told = Results.map(({ openHours = [] }) =>
      openHours.slice(1).map(({ validFrom, days = {} }) => [validFrom, Object.values(days).flat().length]),
    )
    const [kept, closed] = [
      ['2026-12-24', 1],
      ['2026-12-24', 0],
    ] as const
    assert.deepEqual(
      told,
      [kept, kept, closed, closed, closed].map((first) => [first, ['2026-12-25', 0]]),
    )
    const acts = await web.admin.get<{ readonly Results: readonly { readonly label?: string }[] }>('/v4/acts?limit=1')
    // Browsers differ in the spaces around the dash.
    const label = acts.body.Results[0]?.label?.replaceAll(/\s*–\s*/g, '–')
    const days = { en: '24–25 December', sv: '24–25 december' }[variant.language]
    assert.equal(label, words.labels.closed(days))
  })

  onDesktop('a preview tells owners and categories by their names', async (web, context) => {
    const name = `Katalogkyrkan ${variant.size}`
    accepted(await web.admin.put('/v4/place', validPlace({ name, owner, published: '2020-01-01' })), 201)
    const page = await web.open(context, `/?q=${encodeURIComponent(name)}`, variant)
    await select(page, 1)
    await pick(page, words.what, labels.owner)
    await page.getByRole('combobox', { name: words.value, exact: true }).fill('enk')
    await page.getByRole('option', { name: other.name }).click()
    await page.getByRole('button', { name: words.preview }).click()
    const row = page.getByRole('row', { name: new RegExp(name) })
    await row.getByRole('cell', { name: 'Uppsala', exact: true }).waitFor()
    await row.getByRole('cell', { name: other.name, exact: true }).waitFor()

    await page.getByRole('button', { name: words.back }).click()
    await pick(page, words.what, words.kinds.add)
    await pick(page, words.which, category.name)
    await page.getByRole('button', { name: words.preview }).click()
    await row.getByRole('cell', { name: category.name, exact: true }).waitFor()
    assert.equal(await row.getByText(category.id).count(), 0)
  })
}
