import assert from 'node:assert/strict'
import { frameWords } from '../../src/pages/frame-words.ts'
import { pageWords } from '../../src/pages/page-words.ts'
import { exploreWords } from '../../web/explore/explore-words.ts'
import { hoursWords } from '../../web/hours/hours-words.ts'
import { fieldWords } from '../../web/place/place-fields.ts'
import { sessionWords } from '../../web/session/session-words.ts'
import { accepted, client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { tabTo } from '../support/keyboard.ts'
import { assertFits, settle } from '../support/layout.ts'
import { assertAccessible, assertFocused, readingOf } from '../support/web.ts'
import { nameOwner, testsOf, variants } from './variants.ts'
import { visitorSuite } from './visitor-suite.ts'

const everyDay = Object.fromEntries(
  ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day) => [day, [{ from: '00:00', to: '24:00' }]]),
)
const picture = 'https://pictures.invalid/altar.jpg'
const place = validPlace({
  name: 'Öppna kyrkan',
  shortDescription: 'Alltid öppen.',
  longDescription: '## Om kyrkan\n\nVälkommen.',
  openHours: [{ days: everyDay }],
  placeDetails: { hasToilet: true, hasWifi: false, accessibility: { hasRamp: true } },
  media: {
    video: [
      { url: 'https://films.invalid/dop.mp4', title: 'Ett dop', description: 'En film om dopet.' },
      { provider: 'Filmhuset', providerRef: '42', title: 'Hos en leverantör' },
    ],
    audio: [{ url: 'https://sounds.invalid/klockor.mp3', title: 'Klockorna' }],
    images: [{ url: picture, title: 'Altaret', alternateDescription: 'Ett altare av ek.' }],
    links: [{ url: 'https://links.invalid/mer', title: 'Läs mer' }],
  },
})

const web = visitorSuite(async (admin) => {
  await nameOwner(admin)
  const { id } = accepted(await admin.put<PlaceAnswer>('/v4/place', place), 201)
  await admin.put('/v4/place', validPlace({ name: 'Sakristian', parent: { id } }))
})

/** What the console says of media at hosts that nobody has. */
const failed = /ERR_/

for (const variant of variants) {
  const { onPhone } = testsOf(web, variant)
  onPhone('who may see pictures sees or hears what they show', async ({ open }, context) => {
    const page = await open(context, '/', { ...variant, expects: failed })
    await page.getByRole('link', { name: /Öppna kyrkan/ }).click()
    await page.getByText('Altaret', { exact: true }).scrollIntoViewIfNeeded()
    await page
      .getByText('Ett altare av ek.')
      .or(page.getByRole('img', { name: 'Ett altare av ek.' }))
      .first()
      .waitFor()
    const player = (kind: 'video' | 'audio', title: string) => page.locator(`${kind}[controls][aria-label="${title}"]`)
    await player('video', 'Ett dop').waitFor()
    await page.getByText('En film om dopet.').waitFor()
    assert.equal(await player('video', 'Ett dop').getAttribute('preload'), 'none')
    await player('audio', 'Klockorna').waitFor()
    await page.getByText('Hos en leverantör').waitFor()
    await page.getByText(/Filmhuset.*42|42.*Filmhuset/).waitFor()
    await assertFits(page, 'page of a place with films and sounds')
    await assertAccessible(page, 'page of a place with pictures')
  })
}

for (const variant of variants) {
  const { inBoth } = testsOf(web, variant)
  const { language, size } = variant
  const explore = exploreWords[language]
  const labels = fieldWords[language]
  const facilities = { toilet: labels['placeDetails.hasToilet'], ramp: labels['placeDetails.accessibility.hasRamp'] }
  const hours = hoursWords[language]

  inBoth('by keyboard alone a visitor moves the map, which searches there', async (web, context) => {
    const page = await web.open(context, '/', { ...variant, key: null, map: true })
    const { keyboard } = page
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await settle(page)
    if (size === 'phone') {
      await tabTo(page, button(explore.showMap))
      await keyboard.press('Enter')
      await button(explore.showList).waitFor()
      await settle(page)
    }
    await tabTo(page, page.getByRole('switch', { name: explore.moveSearch }))
    await keyboard.press('Space')
    await tabTo(page, page.getByRole('region', { name: explore.map }).locator('canvas'))
    await keyboard.press('-')
    await page.waitForURL(/bbox=/)
    if (size === 'phone') {
      await tabTo(page, button(explore.showList))
      await keyboard.press('Enter')
      await button(explore.showMap).waitFor()
    }
    await tabTo(page, page.getByRole('link', { name: /^Öppna kyrkan/ }))
  })

  inBoth('a visitor does everything else by keyboard alone', async ({ open }, context) => {
    const page = await open(context, '/', { ...variant, key: null, expects: failed })
    const { keyboard } = page
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    await settle(page)

    // A search that is completed.
    await tabTo(page, page.getByRole('combobox', { name: explore.searchLabel }))
    await keyboard.type('öppna')
    await page.getByRole('option', { name: /Öppna kyrkan/ }).waitFor()
    await keyboard.press('Escape')
    await page.getByRole('status').getByText(explore.hits(1)).waitFor()

    // Filters, and one of them taken away: what is left has the focus.
    await tabTo(page, button(explore.open))
    await keyboard.press('Enter')
    await assertFocused(page.getByRole('radio', { checked: true }))
    await keyboard.press('ArrowDown')
    await page.waitForURL(/open=now/)
    await keyboard.press('Escape')
    await assertFocused(button(new RegExp(`^${explore.open}`)))
    const has = page.getByRole('button', { name: new RegExp(`^${explore.has}`) })
    await tabTo(page, has)
    await keyboard.press('Enter')
    for (const facility of ['toilet', 'ramp'] as const) {
      await tabTo(page, page.getByRole('checkbox', { name: new RegExp(`^${facilities[facility]}`) }))
      await keyboard.press('Space')
      await page.waitForURL(new RegExp(`has=.*${facility}`))
    }
    await keyboard.press('Escape')
    await assertFocused(has)
    await tabTo(page, button(explore.removeFilter(`${facilities.toilet}, ${facilities.ramp}`)))
    await keyboard.press('Enter')
    await page.waitForURL((url) => !url.searchParams.has('has'))
    await assertFocused(button(explore.has))
    await button(explore.removeFilter(explore.openNow)).waitFor()
    await tabTo(page, page.getByRole('combobox', { name: explore.order }))
    await keyboard.press('ArrowDown')
    await page.waitForURL(/orderby=/)

    // A place is read.
    await tabTo(page, page.getByRole('link', { name: /^Öppna kyrkan/ }))
    await keyboard.press('Enter')
    await readingOf(page, 'Öppna kyrkan')
    await tabTo(page, button(hours.nextWeek))
    await keyboard.press('Enter')
    await page.getByText(hours.thisWeek, { exact: true }).waitFor({ state: 'detached' })
    await tabTo(page, page.getByRole('link', { name: 'Läs mer' }))
    await page.goBack()
    await page.getByRole('link', { name: /^Öppna kyrkan/ }).waitFor()

    // A part leads to its whole.
    await page.goForward()
    await readingOf(page, 'Öppna kyrkan')
    await tabTo(page, page.getByRole('link', { name: /Sakristian/ }))
    await keyboard.press('Enter')
    const part = await readingOf(page, 'Sakristian')
    await tabTo(page, part.getByRole('link', { name: 'Öppna kyrkan' }))
    await keyboard.press('Enter')
    await readingOf(page, 'Öppna kyrkan')

    // The other language, the other colours, and the way to log in.
    const app = frameWords[language]
    await tabTo(page, page.getByRole('button', { name: new RegExp(`^${app.colours}`) }))
    await keyboard.press('Enter')
    await page.locator(`html[data-mantine-color-scheme=${variant.colours === 'dark' ? 'light' : 'dark'}]`).waitFor()
    await tabTo(page, page.getByRole('link', { name: app.logIn }))
    await keyboard.press('Enter')
    await tabTo(page, page.getByLabel(sessionWords[language].key, { exact: true }))
    await page.goBack()
    await readingOf(page, 'Öppna kyrkan')
    await tabTo(page, page.getByRole('link', { name: language === 'sv' ? 'English' : 'Svenska' }))
    await keyboard.press('Enter')
    const other = language === 'sv' ? 'en' : 'sv'
    await page.getByText(hoursWords[other].thisWeek, { exact: true }).waitFor()
  })
}

web(
  'at an address that names nothing everybody is told so, and led to the search',
  async ({ open, service }, context) => {
    const page = await open(context, '/docs/', { key: null, language: 'sv', expects: /404/ })
    for (const path of ['/nowhere', '/p/a/b/c']) {
      await page.goto(service.url + path)
      await page.getByRole('heading', { level: 1, name: 'Sidan hittades inte' }).waitFor()
      await page.getByRole('link', { name: 'Till sökningen' }).click()
      await page.getByRole('link', { name: /Öppna kyrkan/ }).waitFor()
    }
  },
)

web('a visitor who comes to a view for those with a key logs in there', async ({ open, service }, context) => {
  const views = [
    ['/manage', 'I dag'],
    ['/manage/new', 'Ny plats'],
    [`/p/${await slugOf(service.url, service.adminKey)}/edit`, 'Öppna kyrkan'],
  ] as const
  const words = sessionWords.sv
  // The picture of the place is at a host that nobody has.
  const page = await open(context, '/docs/', { key: null, language: 'sv', expects: /net::ERR_/ })
  for (const [path, title] of views) {
    await page.context().clearCookies()
    await page.goto(service.url + path)
    await page.getByText(words.whyHere).waitFor()
    const form = page.getByRole('main')
    await form.getByLabel(words.key, { exact: true }).fill('nyckel–med–streck')
    await form.getByLabel(words.name, { exact: true }).fill('Anna Berg')
    await form.getByRole('button', { name: words.submit }).click()
    await form.getByText(words.unknownKey).waitFor()
    await form.getByLabel(words.key, { exact: true }).fill(service.adminKey)
    await form.getByRole('button', { name: words.submit }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
})

async function slugOf(url: string, key: string): Promise<string> {
  const { body } = await client(url, key).get<{ Results: PlaceAnswer[] }>('/v4/place?limit=1')
  return body.Results[0]!.slug
}

web('all parts are shown, or how many of them are', async ({ open, admin }, context) => {
  const whole = accepted(await admin.put('/v4/place', validPlace({ name: 'Kyrkogården med många gravar' })), 201)
  const part = (number: number) => ({
    ...validPlace({ name: `Grav ${number}`, parent: { id: whole.id } }),
    key: `${number}`,
  })
  const add = (from: number, to: number) => {
    const lines = Array.from({ length: to - from }, (_, index) => JSON.stringify(part(from + index)))
    return admin.post('/v4/import', lines.join('\n'), { 'content-type': 'application/x-ndjson' })
  }
  await add(0, 100)
  const page = await open(context, `/p/${whole.slug}`)
  const parts = page.getByRole('region', { name: pageWords.en.parts })
  await parts.getByRole('listitem').nth(99).waitFor()
  assert.equal(await parts.getByRole('link', { name: pageWords.en.allParts(100) }).count(), 0)
  await add(100, 101)
  await page.reload()
  await parts.getByRole('link', { name: pageWords.en.allParts(101) }).click()
  await page.getByRole('link', { name: 'Grav 0' }).waitFor()
})

web('the street of a place is not shown with the town of its owner', async ({ open, admin, service }, context) => {
  const contactInfo = { address: 'Kansligatan 2', postalCode: '111 22', city: 'Staden' }
  accepted(await admin.put('/v4/directory/owners/office', { name: 'Kansliet', contactInfo }), 201)
  const body = { owner: { id: 'office', type: 'Pastorat' }, contactInfo: { fetchAutomatically: true } }
  const page = await open(context, '/docs/')
  for (const [name, visitingInfo, shown] of [
    ['Kapellet på landet', { address: 'Kyrkvägen 1' }, 'Kyrkvägen 1'],
    ['Kapellet i byn', { address: 'Kyrkvägen 1', city: 'Byn' }, 'Kyrkvägen 1\nByn'],
    ['Kapellet på kansliet', undefined, 'Kansligatan 2\n111 22 Staden'],
  ] as const) {
    const made = validPlace({ ...body, name, ...(visitingInfo && { visitingInfo }) })
    const { slug } = accepted(await admin.put('/v4/place', made), 201)
    await page.goto(`${service.url}/p/${slug}`)
    const article = await readingOf(page, name)
    const line = article.getByRole('listitem').filter({ hasText: shown.split('\n')[0]! })
    assert.equal(await line.innerText(), shown)
  }
})
