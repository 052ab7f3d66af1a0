import assert from 'node:assert/strict'
import { exploreWords } from '../../../web/explore/explore-words.ts'
import { moveWords } from '../../../web/explore/map/move-words.ts'
import { mapWords } from '../../../web/map/map-words.ts'
import { accepted, type Client, type PlaceAnswer, pointAt, validPlace } from '../../support/client.ts'
import { assertFits, settle } from '../../support/layout.ts'
import { until } from '../../support/until.ts'
import { assertAccessible, assertBecomes, type Page, webSuite } from '../../support/web.ts'
import { countClicks } from '../clicks.ts'
import { countColours } from '../picture-colours.ts'
import { nameOwner, testsOf, variants } from '../variants.ts'

const web = webSuite({ prepare: ({ admin }) => nameOwner(admin) })

type Position = readonly [number, number]

/** Makes places beside each other, north of the former ones, and returns them with their box. */
async function makeRow(admin: Client, name: string, latitude: number, count: number) {
  const places: PlaceAnswer[] = []
  for (let number = 1; number <= count; number++) {
    const place = validPlace({ name: `${name} ${number}`, geolocation: pointAt(15 + number / 100, latitude) })
    places.push(accepted(await admin.put('/v4/place', { ...place, published: '2020-01-01' }), 201))
  }
  return { places, box: [15, latitude - 0.04, 15.06, latitude + 0.04].join() }
}

async function positionsOf(admin: Client, places: readonly PlaceAnswer[]): Promise<readonly Position[]> {
  const stored = await Promise.all(places.map(({ id }) => admin.get<PlaceAnswer>(`/v4/place/${id}`)))
  return stored.map(({ body }) => body.geolocation.geometry.coordinates as unknown as Position)
}

async function middleOf(page: Page, label: string): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await page.getByRole('button', { name: label, exact: true }).boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

let latitude = 50

for (const variant of variants) {
  const { inBoth } = testsOf(web, variant)
  const words = moveWords[variant.language]
  const explore = exploreWords[variant.language]

  const open = async (
    { open, admin }: Parameters<Parameters<typeof web>[1]>[0],
    context: Parameters<Parameters<typeof web>[1]>[1],
    count: number,
  ) => {
    latitude += 0.5
    const row = await makeRow(admin, `Nål ${latitude}`, latitude, count)
    const page = await open(context, `/?view=map&bbox=${row.box}`, { ...variant, map: true })
    await page.getByRole('region', { name: mapWords[variant.language].controls['Map.Title']! }).waitFor()
    await settle(page)
    return { ...row, page }
  }

  inBoth('five pins are moved in 12 clicks and no drag, saved as one act, and undone', async (web, context) => {
    const { page, places } = await open(web, context, 5)
    const before = await positionsOf(web.admin, places)
    const clicks = await countClicks(page)
    await page.getByRole('button', { name: explore.movePins }).click()
    for (const { name } of places) {
      const { x, y } = await middleOf(page, words.pin(name))
      await page.mouse.click(x, y)
      await page.getByText(words.taken(name)).waitFor()
      await page.mouse.click(x, y - 40)
    }
    await page.getByText(words.moved(5)).waitFor()
    assert.deepEqual(await positionsOf(web.admin, places), before, 'nothing is written before it is saved')
    await assertAccessible(page, 'moved pins')
    await assertFits(page, 'moved pins')
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByText(words.saved(5)).waitFor()
    assert.equal(clicks(), 12)
    const after = await positionsOf(web.admin, places)
    for (const [at, [longitude, latitude]] of after.entries()) {
      assert.ok(latitude > before[at]![1] && Math.abs(longitude - before[at]![0]) < 0.001, `${longitude}, ${latitude}`)
    }
    const { body } = await web.admin.get<{ Results: readonly { label: string; places: number }[] }>('/v4/acts?limit=1')
    assert.equal(body.Results[0]?.places, 5)
    await page.getByRole('button', { name: words.undo, exact: true }).click()
    await page.getByText(words.undone).waitFor()
    assert.deepEqual(await positionsOf(web.admin, places), before)
    await page.getByRole('button', { name: words.done, exact: true }).click()
    await page.getByRole('button', { name: explore.movePins }).waitFor()
  })

  inBoth(
    'pins are dragged and moved by keys, the last move is undone, all are kept and discarded',
    async (web, context) => {
      const { page, places } = await open(web, context, 2)
      const [one, other] = places as [PlaceAnswer, PlaceAnswer]
      await page.getByRole('button', { name: explore.movePins }).click()
      const start = await middleOf(page, words.pin(one.name))
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move(start.x + 10, start.y + 50, { steps: 5 })
      await page.mouse.up()
      await page.getByText(words.moved(1)).waitFor()
      const dragged = await middleOf(page, words.pin(one.name))
      assert.ok(
        Math.abs(dragged.x - start.x - 10) < 2 && Math.abs(dragged.y - start.y - 50) < 2,
        JSON.stringify(dragged),
      )

      const former = await middleOf(page, words.pin(other.name))
      await page.getByRole('button', { name: words.pin(other.name), exact: true }).focus()
      for (const key of ['ArrowUp', 'ArrowUp', 'Shift+ArrowLeft']) await page.keyboard.press(key)
      await page.getByText(words.moved(2)).waitFor()
      const moved = await middleOf(page, words.pin(other.name))
      assert.ok(Math.abs(moved.x - former.x + 20) < 2 && Math.abs(moved.y - former.y + 4) < 2, JSON.stringify(moved))

      await page.reload()
      await page.getByText(words.moved(2)).waitFor()
      await page.getByRole('button', { name: words.undo, exact: true }).click()
      await page.getByText(words.moved(1)).waitFor()
      await page.getByRole('button', { name: words.discard }).click()
      await page.getByRole('button', { name: words.done, exact: true }).click()
      await assertBecomes(
        () => page.evaluate(() => sessionStorage.getItem('gazetteer.pins')),
        '{"isOn":false,"places":{},"steps":[]}',
      )
    },
  )
}

web('a move of a place that somebody has changed is refused, and saved when it is sent again', async (web, context) => {
  const words = moveWords.en
  const row = await makeRow(web.admin, 'Ändrad', 45, 2)
  const page = await web.open(context, `/?view=map&bbox=${row.box}`, { map: true })
  await settle(page)
  await page.getByRole('button', { name: exploreWords.en.movePins }).click()
  for (const { name } of row.places) {
    await page.getByRole('button', { name: words.pin(name), exact: true }).focus()
    await page.keyboard.press('Shift+ArrowDown')
  }
  await page.getByText(words.moved(2)).waitFor()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await settle(page)
  const [changed] = row.places as [PlaceAnswer]
  accepted(await web.admin.patch(`/v4/place/${changed.id}`, { shortDescription: 'Ny', updatedBy: 'Bo Ek' }), 204)
  await page.getByRole('button', { name: words.save, exact: true }).click()
  await page.getByRole('alert').getByRole('link', { name: changed.name }).waitFor()
  await page.getByText(words.moved(1)).waitFor()
  await assertAccessible(page, 'a refused move')
  await page.getByRole('button', { name: words.save, exact: true }).click()
  await page.getByText(words.saved(1)).waitFor()
  const [[, latitude]] = (await positionsOf(web.admin, [changed])) as [Position]
  assert.ok(latitude < 45)
})

web('selected places are marked on the map, and are found again from another list', async (web, context) => {
  const row = await makeRow(web.admin, 'Vald', 40, 4)
  const page = await web.open(context, `/?bbox=${row.box}`, { map: 'sharp' })
  const map = page.getByRole('region', { name: mapWords.en.controls['Map.Title']! })
  await map.waitFor()
  await settle(page)
  const marked = async () => (await countColours(page, await map.screenshot(), ['#0b7285']))[0] ?? 0
  assert.equal(await marked(), 0)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const number of [1, 2, 3]) await page.getByRole('checkbox', { name: `Select Vald ${number}` }).check()
  await until('three pins have rings', async () => (await marked()) > 600)

  // The search goes on elsewhere; the places stay selected, and are marked where their pins are not shown.
  await page.goto(`${web.service.url}/?bbox=15.005,39.96,15.015,40.04`)
  await page.getByText('2 of 3 outside this list').waitFor()
  await assertAccessible(page, 'selected places outside the list')
  await settle(page)
  await until('the others have dots', async () => (await marked()) > 400)
  await page.getByRole('link', { name: 'Show', exact: true }).click()
  await page.getByRole('link', { name: /^Vald 3/ }).waitFor()
  await page.getByText('2 of 3 outside this list').waitFor({ state: 'detached' })
})
