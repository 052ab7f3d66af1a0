import assert from 'node:assert/strict'
import { exploreWords } from '../../web/explore/explore-words.ts'
import { nothingWords } from '../../web/explore/nothing-words.ts'
import { inputWords } from '../../web/fields/input-words.ts'
import { mapWords } from '../../web/map/map-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { settle } from '../support/layout.ts'
import { assertBecomes, assertFocused, type Page, webSuite } from '../support/web.ts'
import { countClicks } from './clicks.ts'
import { testsOf, variants } from './variants.ts'

const always = Object.fromEntries(
  ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day) => [day, [{ from: '00:00', to: '24:00' }]]),
)
const open = [{ days: always }]
const closed = [{ days: {} }]
const church = { churchAndChapel: {} }
const address = { address: 'Kyrkvägen 1', city: 'Norrby' }
const phone = { CountryCode: 46, AreaCode: 18, Number: 4303630 }

const placeAt = (name: string, [lon, lat]: readonly [number, number], more: object) =>
  validPlace({
    name,
    geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [lon, lat] }, properties: {} },
    ...more,
  })

let farAway = ''

const web = webSuite({
  async prepare({ admin }) {
    for (const [name, position, more] of [
      ['Stängda kyrkan', [17.64, 59.86], { placeTypes: church, openHours: closed, contactInfo: { phone } }],
      ['Öppna gården', [17.641, 59.86], { placeTypes: { parishHome: {} }, openHours: open, visitingInfo: address }],
      ['Öppna kyrkan', [17.66, 59.86], { placeTypes: church, openHours: open }],
      ['Kyrkan i norr', [18.3, 63.3], { placeTypes: church, openHours: open }],
    ] as const)
      farAway = accepted(await admin.put<PlaceAnswer>('/v4/place', placeAt(name, position, more)), 201).slug
  },
})

const names = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link').allInnerTexts()
const firstName = async (page: Page) => ((await names(page))[0] ?? '').split('\n')[0]

for (const variant of variants) {
  const { inBoth } = testsOf(web, variant)
  const words = exploreWords[variant.language]
  const asked = { en: 'open church uppsala', sv: 'öppen kyrka i uppsala' }[variant.language]

  inBoth(
    'a search near a town that finds nothing shows the town, and offers closed places',
    async ({ open }, context) => {
      const page = await open(context, '/', { ...variant, map: true })
      await page.getByRole('main').getByRole('listitem').first().waitFor()
      const nothing = nothingWords[variant.language]
      const close = page.waitForRequest(/\/v4\/place\/tiles\/1[12]\//)
      await page.goto(new URL('/?near=17.64,59.86&q=st%C3%A4ngda&open=now', page.url()).href)
      await page.getByRole('heading', { name: nothing.title }).waitFor()
      // A phone shows the map only when it is asked for.
      if (variant.size === 'phone') await page.getByRole('button', { name: words.showMap }).click()
      await close
      if (variant.size === 'phone') await page.getByRole('button', { name: words.showList }).click()
      await page.getByRole('button', { name: nothing.showClosed }).click()
      await page
        .getByRole('link', { name: /^Stängda kyrkan/ })
        .first()
        .waitFor()
    },
  )

  inBoth('the nearest open church to a town is found in three clicks', async ({ open }, context) => {
    const page = await open(context, `/p/${farAway}`, variant)
    const clicks = await countClicks(page)
    await page.getByRole('banner').getByRole('link').first().click()
    const box = page.getByRole('combobox', { name: words.searchLabel })
    await box.click()
    await page.keyboard.type(asked)
    const label = {
      en: 'Church or chapel · open now · near Uppsala',
      sv: 'Kyrka eller kapell · öppet nu · nära Uppsala',
    }[variant.language]
    await page.getByRole('option', { name: label }).click()
    await assertBecomes(() => firstName(page), 'Öppna kyrkan')
    assert.equal(clicks(), 3)
    assert.match(decodeURIComponent(page.url()), /near=17\.\d+,59\.\d+,Uppsala/)
    await page.getByText(words.nearPoint('Uppsala'), { exact: true }).waitFor()
  })
}

web(
  'a search is typed in words, and Enter takes what it means, shown as filters to remove',
  async ({ open }, context) => {
    const words = exploreWords.sv
    const page = await open(context, '/', { language: 'sv' })
    const clicks = await countClicks(page)
    const box = page.getByRole('combobox', { name: words.searchLabel })
    const chip = (label: string) => page.getByRole('button', { name: words.removeFilter(label) })
    await box.focus()
    await page.keyboard.type('öppen kyrka uppsala')
    // At once: what it means may still have to be asked.
    await page.keyboard.press('Enter')
    await assertBecomes(() => firstName(page), 'Öppna kyrkan')
    for (const label of ['Kyrka eller kapell', 'Öppet nu', 'Nära Uppsala']) await chip(label).waitFor()
    assert.equal(await box.inputValue(), '')
    assert.equal(clicks(), 0)
    await chip('Öppet nu').click()
    await assertBecomes(() => firstName(page), 'Stängda kyrkan')
    await box.fill('018-430 36 30')
    await page.getByRole('option', { name: '018-430 36 30' }).waitFor()
    await page.keyboard.press('Enter')
    await chip('Telefon 018-430 36 30').waitFor()
    await assertBecomes(async () => (await names(page)).length, 1)
    assert.equal(await firstName(page), 'Stängda kyrkan')
  },
)

web('a typed distance limits the search, and is removed by its own chip', async ({ open }, context) => {
  const words = exploreWords.sv
  const page = await open(context, '/', { language: 'sv' })
  const box = page.getByRole('combobox', { name: words.searchLabel })
  const chip = (label: string) => page.getByRole('button', { name: words.removeFilter(label) })
  await box.fill('kyrkor inom 500 m från uppsala')
  await page.keyboard.press('Enter')
  await chip('Inom 500 m').waitFor()
  await assertBecomes(() => names(page).then(({ length }) => length), 1)
  await page.reload()
  await assertBecomes(() => firstName(page), 'Stängda kyrkan')
  assert.equal((await names(page)).length, 1)
  await chip('Inom 500 m').click()
  await assertBecomes(() => names(page).then(({ length }) => length), 3)
  await chip('Nära Uppsala').waitFor()
  // Where the browser does not tell the position, the distance is one from the town that is chosen.
  await page.goto(new URL('/', page.url()).href)
  await box.fill('kyrka inom 2 km')
  await page.keyboard.press('Enter')
  await page.getByText(words.noPosition).waitFor()
  await page.getByRole('option', { name: words.nearPoint('Göteborg') }).click()
  await chip('Inom 2 km').waitFor()
  await page.getByRole('button', { name: nothingWords.sv.farther }).click()
  await assertBecomes(() => names(page).then(({ length }) => length), 3)
})

web('the address of a text is understood', async ({ open }, context) => {
  const page = await open(context, `/?q=${encodeURIComponent('öppen kyrka uppsala')}`, { language: 'sv' })
  await page.getByRole('button', { name: exploreWords.sv.removeFilter('Nära Uppsala') }).waitFor()
  await assertBecomes(() => firstName(page), 'Öppna kyrkan')
})

web(
  'a town is offered where the browser does not tell the position, and an address leads to its town',
  async ({ open }, context) => {
    const words = exploreWords.en
    const page = await open(context, '/')
    await page.getByRole('button', { name: words.nearMe }).click()
    const box = page.getByRole('combobox', { name: words.searchLabel })
    await page.getByText(words.noPosition).waitFor()
    await assertFocused(box)
    await page.getByRole('option', { name: words.nearPoint('Gothenburg') }).click()
    await page.waitForURL((url) => /,Gothenburg$/.test(url.searchParams.get('near') ?? ''))
    await box.fill('Domkyrkoplan 2, 753 10 Uppsala')
    await page.getByRole('option', { name: words.nearPoint('Uppsala') }).click()
    await assertBecomes(() => firstName(page), 'Stängda kyrkan')
    await page.getByRole('button', { name: words.removeFilter(words.nearPoint('Uppsala')) }).click()
    await page.waitForURL((url) => !url.searchParams.has('near'))
  },
)

web('the pin of a place moves to a town, or to a street with places, by its words', async ({ open }, context) => {
  const words = inputWords.sv
  const page = await open(context, `/p/${farAway}/edit#position`, { language: 'sv' })
  const box = page.getByRole('combobox', { name: words.findPosition })
  const coordinates = page.getByRole('textbox', { name: words.coordinates })
  await box.fill('uppsa')
  await page.getByRole('option', { name: 'Uppsala', exact: true }).click()
  await assertBecomes(() => coordinates.inputValue(), '59.86, 17.64')
  await box.fill('kyrkvägen 3')
  await page.getByRole('option', { name: 'Kyrkvägen, Norrby' }).click()
  await assertBecomes(() => coordinates.inputValue(), '59.86, 17.641')
})

web('a search begins from the middle of the map where somebody has moved it', async ({ open }, context) => {
  const words = exploreWords.en
  const page = await open(context, '/?view=map', { map: true })
  const map = page.getByRole('region', { name: mapWords.en.controls['Map.Title']! })
  const here = page.getByRole('button', { name: words.searchHere })
  await map.waitFor()
  await settle(page)
  await map.focus()
  assert.equal(await here.count(), 0)
  await page.keyboard.press('ArrowDown')
  await here.click()
  await page.waitForURL((url) => url.searchParams.has('near'))
  await here.waitFor({ state: 'detached' })
})
