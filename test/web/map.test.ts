import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { namedFlavor } from '@protomaps/basemaps'
import type { Locator } from 'playwright-core'
import { typeSigns } from '../../src/pages/type-signs.ts'
import { languageNames } from '../../src/words/words.ts'
import { exploreWords } from '../../web/explore/explore-words.ts'
import { streetsWords } from '../../web/manage/streets-words.ts'
import { mapWords } from '../../web/map/map-words.ts'
import { accepted, type Client, type PageAnswer, type PlaceAnswer, pointAt, validPlace } from '../support/client.ts'
import { settle } from '../support/layout.ts'
import { pmtilesOf, townLayers } from '../support/pmtiles.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { assertAccessible, assertBecomes, type Page, webSuite } from '../support/web.ts'
import { importDemo } from './demo-places.ts'
import { countColours } from './picture-colours.ts'
import { testsOf, variants } from './variants.ts'

const web = webSuite({ prepare: ({ admin }) => importDemo(admin) })

/** How many places the service finds in the box that the address of the page says. */
async function countInBox(admin: Client, page: Page): Promise<number> {
  const box = new URL(page.url()).searchParams.get('bbox')
  assert.match(box ?? 'no box', /^(-?[\d.]+,){3}-?[\d.]+$/)
  return (await admin.get<PageAnswer>(`/v4/place?limit=0&bbox=${box}`)).body.TotalHits
}

for (const variant of variants) {
  const { inBoth } = testsOf(web, variant)
  const words = exploreWords[variant.language]
  const { controls } = mapWords[variant.language]

  inBoth('the search follows the map while it is moved', async ({ open, admin }, context) => {
    const page = await open(context, '/?view=map', { ...variant, map: true })
    const map = page.getByRole('region', { name: controls['Map.Title']! })
    await map.waitFor()
    await settle(page)
    const follow = page.getByRole('switch', { name: words.moveSearch })
    const total = page.getByRole('status').first()

    /** Does something to the map, and asserts that the list tells of what the map shows then. */
    const follows = async (how: string, act: () => Promise<void>): Promise<number> => {
      const before = page.url()
      await act()
      await page.waitForURL((url) => url.href !== before && url.searchParams.has('bbox'))
      // The map may say in several steps where it has come to rest.
      let count = 0
      await until(`the list tells what the map shows, ${how}`, async () => {
        count = await countInBox(admin, page)
        return (await total.getByText(words.hits(count), { exact: true }).count()) === 1
      })
      assert.ok(count > 0, how)
      return count
    }

    const all = await follows('switched on', () => follow.check({ force: true }))
    const { body } = await admin.get<PageAnswer>('/v4/place?limit=0')
    assert.equal(all, body.TotalHits, 'the first view shows everything that is found')
    const nearer = () => page.getByRole('button', { name: controls['NavigationControl.ZoomIn']! }).click()
    // Around what is shown at first there is room, so the first step may still show all of it.
    await follows('nearer by a button', nearer)
    const near = await follows('nearer still', nearer)
    assert.ok(near < all, `${near} places near, ${all} from afar`)
    await follows('moved by a key', async () => {
      await page.mouse.move(0, 0)
      await map.focus()
      await page.keyboard.press('ArrowDown')
    })
    await follows('drawn by hand', async () => {
      const box = await map.boundingBox()
      const [x, y] = [box!.x + box!.width / 2, box!.y + box!.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x - 60, y + 20, { steps: 5 })
      await page.mouse.up()
    })
    const shared = page.url()
    await follow.uncheck({ force: true })
    await page.waitForURL((url) => !url.searchParams.has('bbox'))
    await page.goto(shared)
    await map.waitFor()
    await assertBecomes(() => follow.isChecked(), true)
    assert.ok((await countInBox(admin, page)) > 0)
  })
}

for (const variant of variants) {
  const { inBoth } = testsOf(web, variant)
  inBoth('a pin shows its place beside the buttons of the map, and in the list', async (web, context) => {
    const { controls } = mapWords[variant.language]
    const name = `Ensam ${variant.size}`
    const place = validPlace({ name, geolocation: pointAt(variant.size === 'phone' ? -60 : -70, -30) })
    const { id } = accepted(await web.admin.put<PlaceAnswer>('/v4/place', place), 201)
    const [longitude] = (await web.admin.get<PlaceAnswer>(`/v4/place/${id}`)).body.geolocation.geometry.coordinates
    const box = [longitude! - 1, -31, longitude! + 1, -29].join()
    const page = await web.open(context, `/?bbox=${box}${variant.size === 'phone' ? '&view=map' : ''}`, {
      ...variant,
      map: true,
    })
    const map = page.getByRole('region', { name: controls['Map.Title']! })
    await map.waitFor()
    await settle(page)
    const { x, y, width, height } = (await map.boundingBox())!
    await page.mouse.click(x + width / 2, y + height / 2)
    const card = page.locator('ul[aria-live=polite]')
    await card.getByRole('link', { name: RegExp(`^${name}`) }).waitFor()
    const boxes = [card, page.getByRole('button', { name: controls['NavigationControl.ZoomOut']! })]
    const [one, other] = await Promise.all(boxes.map(async (locator) => (await locator.boundingBox())!))
    const isApart = one!.x + one!.width <= other!.x || one!.y >= other!.y + other!.height
    assert.ok(isApart, `${JSON.stringify(one)} lies over ${JSON.stringify(other)}`)
    if (variant.size === 'desktop') await page.locator('li[data-chosen]').getByText(name).waitFor()
    await assertAccessible(page, 'the card of a place on the map')

    // Another in the same spot: they stand beside each other around it, where each can be chosen.
    const [twin] = await Promise.all([
      web.admin.put<PlaceAnswer>('/v4/place', { ...place, name: `${name} tvilling` }),
      page.waitForResponse(/\/v4\/place\/tiles\//),
    ])
    await settle(page)
    for (const [told, right, up] of [
      [`${name} tvilling`, 15, 3],
      [name, -8, 20],
    ] as const) {
      await page.mouse.click(x + width / 2 + right, y + height / 2 - up)
      await card.getByRole('link', { name: RegExp(`^${told}(?! tvilling)`) }).waitFor()
    }
    for (const one of [id, accepted(twin, 201).id]) await web.admin.delete(`/v4/place/${one}?deletedby=tester`)
  })
}

for (const variant of variants) {
  const { onPhone } = testsOf(web, variant)
  onPhone('the map is drawn down to the lower edge of the screen', async ({ open }, context) => {
    const page = await open(context, '/?view=map', { ...variant, map: 'sharp' })
    const map = page.getByRole('region', { name: mapWords[variant.language].controls['Map.Title']! })
    await map.waitFor()
    await settle(page)
    // A picture of a part of the screen would be drawn in another way.
    const picture = await page.screenshot()
    const parts = await page.evaluate(
      `getComputedStyle(document.querySelector('.maplibregl-map')).backgroundColor.match(/\\d+/g).map(Number)`,
    )
    const behind = `#${(parts as number[]).map((part) => part.toString(16).padStart(2, '0')).join('')}`
    const [empty] = await countColours(page, picture, [behind])
    assert.ok(empty! < 1000, `${empty} pixels have the colour behind the map, ${behind}`)
  })
}

for (const variant of variants) {
  const { onPhone } = testsOf(web, variant)
  onPhone('no tool of the map lies over its buttons, however wide the screen', async ({ open }, context) => {
    const words = exploreWords[variant.language]
    const page = await open(context, '/?view=map', { ...variant, map: true })
    await page.getByRole('button', { name: words.movePins }).waitFor()
    const height = page.viewportSize()!.height
    for (const width of [320, 390, 412, 480, 540, 600, 640, 700, 767]) {
      await page.setViewportSize({ width, height })
      await settle(page)
      const buttons = (await page.locator('.maplibregl-ctrl-group').boundingBox())!
      const over: string[] = []
      for (const tool of await page.locator('[class*=tools] > *').all()) {
        if (!(await tool.isVisible())) continue
        const { x, y, width, height } = (await tool.boundingBox())!
        if (x + width > buttons.x && y + height > buttons.y) over.push((await tool.textContent()) ?? '')
      }
      assert.deepEqual(over, [], `${width} px`)
    }
  })
}

web('the map shows what another search finds in the same part of the world', async ({ open }, context) => {
  const page = await open(context, '/', { map: 'sharp' })
  const map = page.getByRole('region', { name: mapWords.en.controls['Map.Title']! })
  await map.waitFor()
  await settle(page)
  const everything = await map.screenshot()
  const box = page.getByRole('combobox', { name: exploreWords.en.searchLabel })
  // Too many for the map to move to them.
  await box.fill('kyrka')
  await page.waitForURL(/q=kyrka/)
  await until('the map shows other places than before', async () => {
    await settle(page)
    return !(await map.screenshot()).equals(everything)
  })
})

web('the search can be made to follow the map while the list of what was typed is awaited', async (web, context) => {
  const page = await web.open(context, '/', { map: true })
  await page.getByRole('region', { name: mapWords.en.controls['Map.Title']! }).waitFor()
  await settle(page)
  const answered = Promise.withResolvers<void>()
  const isTyped = (url: URL) => url.pathname === '/v4/place' && url.searchParams.get('q') === 'kyrka'
  await page.route(isTyped, async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.getByRole('combobox', { name: exploreWords.en.searchLabel }).fill('kyrka')
  await page.waitForURL(/q=kyrka/)
  const follow = page.getByRole('switch', { name: exploreWords.en.moveSearch })
  await follow.click({ force: true })
  await page.waitForURL(/bbox=/)
  await assertBecomes(() => follow.isChecked(), true)
  answered.resolve()
  await settle(page)
})

/** Of what is pointed at. */
const markColour = '#f08c00'

web(
  'a cluster has a ring of the types in it, which the legend tells, and what is pointed at a mark',
  async (web, context) => {
    // Far from all others: a third of them are burial grounds; beyond the edge of the map a third are polling stations.
    for (const [longitude, few, many] of [
      [-30, 'cemetery', 'parishHome'],
      [-20, 'pollingStation', 'secretariat'],
    ] as const)
      for (let number = 0; number < 12; number++) {
        const placeTypes = { [number < 4 ? few : many]: {} }
        const place = validPlace({ name: `Ö ${number}`, geolocation: pointAt(longitude, -30), placeTypes })
        accepted(await web.admin.put('/v4/place', place), 201)
      }
    const page = await web.open(context, '/?bbox=-48,-40,-28,-20', { map: 'sharp' })
    const map = page.getByRole('region', { name: mapWords.en.controls['Map.Title']! })
    await map.waitFor()
    await settle(page)
    const signs = [typeSigns.cemetery, typeSigns.parishHome, typeSigns.pollingStation, typeSigns.secretariat]
    const colours = [markColour, ...signs.map(({ colour }) => colour)]
    const seen = async () => countColours(page, await map.screenshot(), colours)
    const assertThirds = (few = 0, many = 0) =>
      assert.ok(few > 50 && Math.abs(many / few - 2) < 0.3, `${few} and ${many} pixels`)
    const assertRing = async () => {
      const [marked, few, many, ...beyond] = await seen()
      assertThirds(few, many)
      assert.deepEqual([marked, ...beyond], [0, 0, 0])
    }
    await assertRing()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('[data-scheme=dark]').waitFor()
    await settle(page)
    await assertRing()
    await page.getByRole('link', { name: /^Ö 3/ }).hover()
    await until('the place is marked on the map', async () => ((await seen())[0] ?? 0) > 50)
    await page.mouse.move(0, 0)
    await map.focus()
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
    await settle(page)

    const [, , , few, many] = await seen()
    assertThirds(few, many)
    await page.getByText(exploreWords.en.legend, { exact: true }).click()
    await page.getByText(exploreWords.en.legendSigns.cluster, { exact: true }).waitFor()
    await assertAccessible(page, 'the legend of the map')
  },
)

const uppsala = [17.64, 59.86] as const
const nearUppsala = '/?view=map&bbox=17.6,59.84,17.68,59.88'

/** Chooses the other language, on a page in English. */
const toSwedish = (page: Page) => page.getByRole('button', { name: languageNames.sv, exact: true }).click()

/** The colour of the middle of the map, and how many pixels around it have another. */
async function middleOf(page: Page, map: Locator) {
  const { x, y, width, height } = (await map.boundingBox())!
  const clip = { x: Math.round(x + width / 2) - 90, y: Math.round(y + height / 2) - 16, width: 180, height: 32 }
  const [land = 0, water = 0, bare = 0] = await countColours(page, await page.screenshot({ clip }), [
    '#f7f6f2',
    '#cfe0e8',
    '#eceeec',
  ])
  return { land, water, bare, ink: clip.width * clip.height - land - water - bare }
}

web('the map has water, the names of towns in both languages and a scale, without streets', async (web, context) => {
  // Vättern, the island Visingsö in it, then The Hague, which is Haag in Swedish.
  const page = await web.open(context, '/?view=map&bbox=14.3,58.2,14.8,58.4', { map: 'sharp' })
  const map = page.getByRole('region', { name: mapWords.en.controls['Map.Title']! })
  await map.waitFor()
  await page.locator('.maplibregl-ctrl-scale', { hasText: /km$/ }).waitFor()
  await page.getByRole('link', { name: '© OpenStreetMap' }).waitFor()
  await until('the lake is drawn', async () => (await middleOf(page, map)).water > 5000)
  await page.goto(`${web.service.url}/?view=map&bbox=14.3,58.0,14.38,58.08`)
  await until('the island is drawn', async () => (await middleOf(page, map)).land > 5000)

  await page.goto(`${web.service.url}/?view=map&bbox=4.2,51.98,4.4,52.17`)
  await map.waitFor()
  let english = 0
  await until('the town is named', async () => {
    await settle(page)
    english = (await middleOf(page, map)).ink
    return english > 100 && english < 3000
  })
  await toSwedish(page)
  await until('the town has its Swedish name', async () => {
    await settle(page)
    const { ink } = await middleOf(page, map)
    return ink > 0.2 * english && ink < 0.75 * english
  })
})

web('without a file of water the map has land where that is accurate, and says nothing', async (web, context) => {
  const service = await startService({ ground: '/nowhere/ground.pmtiles' })
  context.after(() => service.close())
  const page = await web.open(context, '/?view=map&bbox=14.3,58.2,14.8,58.4', { map: 'sharp', origin: service.url })
  const map = page.getByRole('region', { name: mapWords.en.controls['Map.Title']! })
  await map.waitFor()
  await until('bare ground is drawn', async () => (await middleOf(page, map)).bare > 4000)
  await page.goto(`${service.url}/?view=map&bbox=8,45,18,55`)
  await until('land is drawn', async () => (await middleOf(page, map)).land > 3000)
})

web('rings of round distances are around the position from which the nearest are searched', async (web, context) => {
  const page = await web.open(context, '/?view=map', { map: 'sharp' })
  const map = page.getByRole('region', { name: mapWords.en.controls['Map.Title']! })
  await map.waitFor()
  await settle(page)
  const ringsOf = async () => (await countColours(page, await map.screenshot(), ['#6aaae6']))[0] ?? 0
  const before = await ringsOf()
  await page.goto(`${web.service.url}/?view=map&near=17.64,59.86,Uppsala`)
  await map.waitFor()
  await until('rings are drawn', async () => {
    await settle(page)
    return (await ringsOf()) > before + 20
  })
})

web('an admin is told once how the map gets streets, and nobody else', async (web, context) => {
  const page = await web.open(context, '/manage')
  const note = page.getByRole('note').filter({ hasText: streetsWords.en.title })
  await note.getByText('MAP_TILES=streets.pmtiles npm run serve').waitFor()
  await assertAccessible(page, 'the note about streets')
  await note.getByRole('button', { name: streetsWords.en.done }).click()
  await note.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  assert.equal(await note.count(), 0)
})

web('a map with MAP_TILES draws them, and asks nobody but the service', async ({ open }, context) => {
  const file = join(temporaryFolder(context), 'map.pmtiles')
  const bounds = [17.3, 59.7, 18, 60] as const
  const names = { name: 'Uppsala', 'name:en': 'WWWWWWWWWWWWWWWW', 'name:sv': 'WW' }
  writeFileSync(file, pmtilesOf(townLayers(uppsala, names), { bounds, maxZoom: 12 }))
  const service = await startService({ env: { MAP_TILES: file } })
  context.after(() => service.close())
  const asked: string[] = []
  const page = await open(context, '/nowhere', { map: 'sharp', origin: service.url, expects: /404/ })
  page.on('response', (response) => asked.push(`${response.status()} ${response.url()}`))
  await page.goto(service.url + nearUppsala)
  const map = page.getByRole('region', { name: mapWords.en.controls['Map.Title']! })
  await map.waitFor()
  await settle(page)
  assert.ok(
    asked.some((answer) => answer.startsWith(`200 ${service.url}/map/streets/`)),
    asked.join('\n'),
  )
  assert.deepEqual(
    asked.filter((answer) => /\/map\/towns/.test(answer) || !/^\d+ (blob:)?http:\/\/127\.0\.0\.1:/.test(answer)),
    [],
  )
  const { city_label: ink } = namedFlavor('light')
  const inkOf = async () => (await countColours(page, await map.screenshot(), [ink]))[0] ?? 0
  const english = await inkOf()
  assert.ok(english > 50, `${english} pixels`)
  await toSwedish(page)
  await until('the town has its Swedish name', async () => {
    await settle(page)
    const swedish = await inkOf()
    return swedish > 0 && swedish < english / 2
  })
})
