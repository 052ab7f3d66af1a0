import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { pageWords } from '../../src/pages/page-words.ts'
import { exploreWords } from '../../web/explore/explore-words.ts'
import { nothingWords } from '../../web/explore/nothing-words.ts'
import { accepted, type PlaceAnswer, validPlace } from '../support/client.ts'
import { assertFits, settle } from '../support/layout.ts'
import { until } from '../support/until.ts'
import { assertAccessible, assertBecomes, assertFocused, assertHolds, sizes, webSuite } from '../support/web.ts'
import { importDemo } from './demo-places.ts'
import { testsOf, variants } from './variants.ts'

const web = webSuite({ prepare: ({ admin }) => importDemo(admin) })
const searchBox = /^(Search places|Sök platser)$/

for (const variant of variants) {
  const { onPhone } = testsOf(web, variant)
  const { language } = variant
  const words = exploreWords[language]

  onPhone(
    'a slip is forgiven where nothing fits, and what was typed can be searched for',
    async ({ open }, context) => {
      const page = await open(context, '/', variant)
      const box = page.getByRole('combobox', { name: searchBox })
      await box.fill('norköpings')
      await page.getByRole('status').getByText(words.resultsFor).waitFor()
      await page.getByRole('link', { name: /Norrköpings kyrka/ }).waitFor()
      await box.press('Escape')
      await assertAccessible(page, 'a search with a slip')
      await assertFits(page, 'a search with a slip')
      await page.getByRole('button', { name: words.searchExactly('norköpings') }).click()
      await page.getByText(nothingWords[language].title).waitFor()
      await page.waitForURL(/exact=true/)
      await box.fill('norköping')
      await page.getByRole('status').getByText(words.resultsFor).waitFor()
    },
  )

  onPhone('a search is narrowed by what lacks, saved, found again and downloaded', async ({ open, admin }, context) => {
    const withoutText = language === 'sv' ? 'Utan lång beskrivning' : 'No long description'
    const page = await open(context, '/', variant)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await press(words.moreFilters)
    await press(words.lacks)
    await page.getByRole('checkbox', { name: withoutText }).check()
    await page.waitForURL(/lacks=text/)
    await page.keyboard.press('Escape')
    await press(words.open)
    await page.getByRole('radio', { name: words.openNow }).check()
    await page.keyboard.press('Escape')
    await press(words.removeFilter(words.openNow))
    await press(words.open)
    await page.getByLabel(words.openAtTime).fill('2026-12-24T11:00')
    await page.waitForURL(/open=2026-12-24T10:00Z/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: words.removeFilter(words.openThen('').trim()) }).click()
    const { TotalHits: total } = (await admin.get<{ TotalHits: number }>('/v4/place?limit=0&longdescription=')).body
    await press(words.saved)
    await page.getByLabel(words.saveName).fill('Utan text')
    await page.keyboard.press('Enter')
    await press(words.rename('Utan text'))
    await page.getByLabel(words.newName).fill('Att skriva')
    await page.keyboard.press('Enter')
    await assertAccessible(page, 'saved searches')
    await assertFits(page, 'saved searches')
    await page.keyboard.press('Escape')
    await press(words.download)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words.formats.geojson }).click(),
    ])
    const { features } = JSON.parse(readFileSync(await download.path(), 'utf8')) as { features: unknown[] }
    assert.equal(features.length, total)
    await page.reload()
    await press(words.removeFilter(withoutText))
    await press(words.saved)
    await page.getByRole('link', { name: 'Att skriva' }).click()
    await page.waitForURL(/lacks=text/)
    await press(words.saved)
    await press(words.removeSaved('Att skriva'))
    await page.getByText(words.savedNone).waitFor()
  })
}

web('whoever comes back from a place finds the list where it was left', async ({ open }, context) => {
  const page = await open(context, '/')
  const place = page.getByRole('listitem').nth(30).getByRole('link')
  await settle(page)
  await place.scrollIntoViewIfNeeded()
  const topOf = async () => (await place.boundingBox())?.y ?? 0
  const before = await topOf()
  const isWhereItWas = async () => Math.abs((await topOf()) - before) <= 1
  await place.click()
  await page.getByRole('article').waitFor()
  await page.goBack()
  await place.waitFor()
  await assertBecomes(isWhereItWas, true)
  // Rows may have other heights then: a font that came too late for the first view is there for the next.
  await page.addInitScript(
    `addEventListener('readystatechange', () => (document.documentElement.style.wordSpacing = '16px'), { capture: true })`,
  )
  await page.reload()
  await place.waitFor()
  await assertBecomes(isWhereItWas, true)
  const first = page.getByRole('listitem').first()
  const former = await first.innerText()
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await page.waitForURL(/page=2/)
  await until('the second page is shown', async () => (await first.innerText()) !== former)
  const list = page.getByRole('main').getByRole('list').first()
  await assertBecomes(() => list.evaluate((list) => list.parentElement?.scrollTop), 0)
})

for (const variant of variants) {
  const { inBoth } = testsOf(web, variant)
  inBoth('a place begins with the way there, and leads back to its search', async ({ open }, context) => {
    const words = pageWords[variant.language]
    const asked: string[] = []
    const expects = /ERR_NAME_NOT_RESOLVED|ERR_INTERNET/
    const page = await open(context, '/?q=kyrka', { ...variant, isAlone: true, expects })
    page.on('request', (request) => asked.push(request.url()))
    const place = page.getByRole('main').getByRole('listitem').nth(3).getByRole('link')
    await place.click()
    await page.getByRole('link', { name: words.directions }).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: words.share }).click()
    await assertBecomes(() => page.evaluate('navigator.clipboard.readText()'), page.url())
    const back = page.getByRole('navigation', { name: words.way }).getByRole('link').first()
    await assertBecomes(async () => /^← \d+ \S+$/.test(await back.innerText()), true)
    await page.getByRole('link', { name: words.next }).waitFor()
    const heading = page.getByRole('heading', { level: 2 }).first()
    const { y = 0 } = (await page.getByRole('link', { name: words.directions }).boundingBox()) ?? {}
    assert.ok(y < ((await heading.boundingBox())?.y ?? 0), 'the way there stands in front of everything else')
    await assertFits(page, 'the page of a place')
    await back.click()
    await assertBecomes(() => place.evaluate((link) => link === link.ownerDocument.activeElement), true)
    if (variant.size === 'phone')
      assert.deepEqual(
        asked.filter((url) => /map-canvas|explorer-map|land-50m/.test(url)),
        [],
      )
  })
}

web('whoever may make places is led to the form of a new one from every view', async ({ open, admin }, context) => {
  const { body } = await admin.post<{ key: string }>('/v4/keys', { name: 'reader', permissions: ['read', 'update'] })
  const page = await open(context, '/')
  const other = await open(context, '/', { key: body.key })
  for (const size of [sizes.desktop, sizes.phone]) {
    for (const one of [page, other]) await one.setViewportSize(size)
    await page.goto(new URL('/', page.url()).href)
    await page.getByRole('link', { name: 'New place' }).click()
    await page.getByRole('heading', { level: 1, name: 'New place' }).waitFor()
    await other.getByRole('button', { name: /Signed in as/ }).waitFor()
    assert.equal(await other.getByRole('link', { name: 'New place' }).count(), 0)
  }
})

for (const size of ['desktop', 'phone'] as const) {
  web(
    `what is typed is completed, and a completion is taken by keyboard alone (${size})`,
    async ({ open }, context) => {
      const page = await open(context, '/', { size, language: 'sv' })
      const box = page.getByRole('combobox', { name: searchBox })
      await box.focus()
      await page.keyboard.type('gävle kyrko')
      await page.getByRole('option', { name: /^Gävle kyrkogårdsförvaltning.*Ägare/ }).waitFor()
      await assertAccessible(page, 'suggestions')
      const chosen = page.locator('[role=option][data-combobox-selected]')
      // Where the list was closed in between, the first key opens it again.
      if ((await box.getAttribute('aria-expanded')) !== 'true') {
        await page.keyboard.press('ArrowDown')
        await assertBecomes(() => box.getAttribute('aria-expanded'), 'true')
      }
      await page.keyboard.press('ArrowDown')
      await chosen.waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Ta bort: Gävle kyrkogårdsförvaltning' }).waitFor()
      await assertHolds(box, '')
      await page.getByRole('listbox', { name: 'Förslag' }).waitFor({ state: 'hidden' })
    },
  )
}

web('what an address says wrongly is told, until the search is changed', async ({ open }, context) => {
  const page = await open(context, '/?is=Foo&is=Cemetery&near=abc&utm_source=x')
  const notice = page.getByText('unknown and was not used: is=Foo, near=abc', { exact: false })
  await notice.waitFor()
  await page.getByRole('button', { name: 'Remove: Cemetery' }).click()
  await notice.waitFor({ state: 'detached' })
})

web('an address of a page that is there no more leads to the last one', async ({ open, admin }, context) => {
  const { body } = await admin.get<{ TotalHits: number }>('/v4/place?limit=0')
  const last = Math.ceil(body.TotalHits / 40)
  const page = await open(context, '/?page=99999&view=map')
  await page.waitForURL((url) => url.searchParams.get('page') === String(last))
  assert.equal(new URL(page.url()).searchParams.get('view'), 'map')
  await page.getByRole('listitem').first().waitFor()
  await page
    .getByRole('button', { name: `Page ${last}`, exact: true })
    .and(page.locator('[aria-current]'))
    .waitFor()
})

web('parts of places are counted among the types, as many as are found', async ({ open, admin }, context) => {
  const { body } = await admin.get<{ TotalHits: number }>('/v4/place?limit=0&is=Partial')
  const count = new Intl.NumberFormat('en-GB').format(body.TotalHits)
  assert.ok(body.TotalHits > 0)
  const page = await open(context, '/')
  await page.getByRole('button', { name: /^Type/ }).click()
  await page.getByRole('checkbox', { name: new RegExp(`^Part of a place ?${count}$`) }).check()
  await page.getByRole('status').getByText(`${count} places`, { exact: true }).waitFor()
})

for (const size of ['desktop', 'phone'] as const) {
  web(`the long name of an owner that is set stays within the panel (${size})`, async ({ open, admin }, context) => {
    const name = `Församlingen ${'i skogarna och på bergen '.repeat(8)}`.trim()
    await admin.put('/v4/directory/owners/long', { name })
    const page = await open(context, '/?owner_id=long', { size })
    const chip = page.getByRole('button', { name: `Remove: ${name}` })
    await chip.waitFor()
    await assertFits(page, 'an owner with a long name')
    const { x = 0, width = 0 } = (await chip.boundingBox()) ?? {}
    const { width: panel = 0 } = (await page.getByRole('combobox', { name: searchBox }).boundingBox()) ?? {}
    assert.ok(x > 0 && x + width <= panel + 16, `the chip ends at ${x + width}, the panel at ${panel + 16}`)
    await chip.click()
    await chip.waitFor({ state: 'detached' })
  })
}

web('without a connection a search says so, and is answered when there is one', async ({ open }, context) => {
  const page = await open(context, '/', { isAlone: true, expects: /ERR_|Failed to fetch|Worker failed/ })
  await page.getByRole('listitem').first().waitFor()
  await settle(page)
  await page.context().setOffline(true)
  await page.getByRole('combobox', { name: searchBox }).fill('norrköpings kyrka')
  await page.getByText('The service does not answer').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('status').getByText('1 place', { exact: true }).waitFor()
})

web('whose a kept key is is asked again where the service could not tell', async ({ open }, context) => {
  const page = await open(context, '/nowhere', { expects: /404|503/ })
  let asked = 0
  await page.route('**/keys/self', (route) => {
    asked += 1
    return asked === 1 ? route.fulfill({ status: 503 }) : route.continue()
  })
  await page.goto(new URL('/manage', page.url()).href)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  assert.equal(asked, 2)
})

web('an owner is found by a word inside its name, with its count', async ({ open }, context) => {
  const page = await open(context, '/?q=g%C3%A4vle')
  const button = page.getByRole('button', { name: /^Owner/ })
  const field = page.getByRole('textbox', { name: 'Find owner' })
  await button.click()
  await field.fill('kyrkogårdsförvaltning')
  await page.getByRole('checkbox', { name: /^Gävle kyrkogårdsförvaltning ?[1-9]/ }).waitFor()
  await button.click()
  await field.waitFor({ state: 'detached' })
  await button.click()
  await assertFocused(field)
  await page.keyboard.press('Escape')
  await assertFocused(button)
})

web('what pops up closes when the focus goes back to its button, and lies over it nowhere', async (web, context) => {
  const page = await web.open(context, '/')
  const filter = page.getByRole('button', { name: 'Type', exact: true })
  const panel = page.getByRole('dialog', { name: 'Type' })
  const pixelsOver = async () => {
    const [one, other] = await Promise.all([filter.boundingBox(), panel.boundingBox()])
    return Math.min(one!.y + one!.height, other!.y + other!.height) - Math.max(one!.y, other!.y)
  }
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    await filter.scrollIntoViewIfNeeded()
    await filter.click()
    await panel.getByRole('checkbox').first().waitFor()
    assert.ok((await pixelsOver()) <= 0, `${await pixelsOver()} px of it over its button at ${width} × ${height}`)
    await page.keyboard.press('Shift+Tab')
    await panel.waitFor({ state: 'hidden' })
    await assertFocused(filter)
  }
  // So too where the mouse has closed it before.
  await filter.click()
  await panel.getByRole('checkbox').first().waitFor()
  await filter.click()
  await panel.waitFor({ state: 'hidden' })
  await filter.press('Enter')
  await assertFocused(panel.getByRole('checkbox').first())
  await page.keyboard.press('Shift+Tab')
  await panel.waitFor({ state: 'hidden' })
  await assertFocused(filter)
})

web('a position that is pasted and entered at once is found, however busy the browser', async (web, context) => {
  const page = await web.open(context, '/')
  await page.addInitScript('globalThis.requestIdleCallback = () => 0')
  await page.reload()
  const box = page.getByRole('combobox', { name: exploreWords.en.searchLabel })
  await Promise.all([page.waitForResponse(/parse-coordinates/), box.focus()])
  await box.fill('59.8586, 17.6389')
  await box.press('Enter')
  await page.waitForURL(/near=17\.6389,59\.8586/)
})

web('a download goes on when its list is closed, and is told of where it is opened again', async (web, context) => {
  const words = exploreWords.en
  const page = await web.open(context, '/')
  const { promise: asked, resolve: go } = Promise.withResolvers<void>()
  await page.route(/format=csv/, async (route) => {
    await asked
    await route.continue()
  })
  const button = page.getByRole('button', { name: words.download, exact: true })
  await button.click()
  await page.getByRole('button', { name: words.formats.csv }).click()
  await page.keyboard.press('Escape')
  await page.locator('[aria-busy=true]').and(button).waitFor()
  await button.click()
  await assertBecomes(() => page.getByRole('button', { name: words.formats.csv }).getAttribute('aria-disabled'), 'true')
  await Promise.all([page.waitForEvent('download'), go()])
  await page.locator('[aria-busy=false]').and(button).waitFor()
})

web('what a button shows says that it could not be loaded, and is there after a reload', async ({ open }, context) => {
  const words = exploreWords.en
  const page = await open(context, '/nowhere', { expects: /404|ERR_FAILED/ })
  const script = /\/assets\/download-list-.*\.js$/
  await page.route(script, (route) => route.abort())
  await page.goto(new URL('/', page.url()).href)
  const button = page.getByRole('button', { name: words.download, exact: true })
  await button.click()
  await assertFocused(page.getByRole('alert').getByRole('button', { name: 'Reload the page' }))
  await assertAccessible(page, 'a part that could not be loaded')
  await page.unroute(script)
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  await button.click()
  await page.getByRole('button', { name: words.formats.csv }).waitFor()
})

web('the states are counted, deleted places and all together too', async ({ open }, context) => {
  const page = await open(context, '/')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: /^State/ }).click()
  await page.getByRole('radio', { name: /^Any state except deleted ?[1-9]/ }).waitFor()
  await page.getByRole('radio', { name: /^Deleted ?0$/ }).waitFor()
})

web('a mistyped name is still completed, and leads to the page of the place', async ({ open }, context) => {
  const page = await open(context, '/')
  await page.getByRole('combobox', { name: searchBox }).fill('norköpings kyrka')
  await page.getByRole('option', { name: /Norrköpings kyrka/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Norrköpings kyrka' }).waitFor()
})

web('the address holds the whole search, and the back button takes one step of it back', async ({ open }, context) => {
  const page = await open(context, '/?state=any&view=map&orderby=name', { map: true })
  const box = page.getByRole('combobox', { name: searchBox })
  await page.getByRole('button', { name: 'Remove: Any state except deleted' }).waitFor()
  await box.pressSequentially('alby')
  await page.waitForURL(/q=alby/)
  await box.blur()
  await page.getByRole('button', { name: /^Type/ }).click()
  await page.getByRole('checkbox', { name: /Cemetery/ }).check()
  await page.waitForURL(/is=Cemetery/)
  const shared = page.url()
  assert.deepEqual([...new URL(shared).searchParams.keys()].sort(), ['is', 'orderby', 'q', 'state', 'view'])
  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('is'))
  await assertHolds(box, 'alby')
  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('q'))
  await assertHolds(box, '')
  await page.goto(shared)
  await assertHolds(box, 'alby')
  await page.getByRole('button', { name: 'Remove: Cemetery' }).waitFor()
})

for (const variant of variants) {
  const { onDesktop, onPhone } = testsOf(web, variant)
  const words = exploreWords[variant.language]

  onDesktop('the nearest stand first, and what is open now alone', async ({ open }, context) => {
    const page = await open(context, '/', { ...variant, isAlone: true })
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ longitude: 17.6389, latitude: 59.8586 })
    await page.getByRole('button', { name: words.nearMe, exact: true }).click()
    await page.waitForURL(/near=17\.6389,59\.8586/)
    await page
      .getByRole('link', { name: /\d\s(m|km) .*Uppsala/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: words.open, exact: true }).click()
    await page.getByRole('radio', { name: words.openNow, exact: true }).check()
    await page.waitForURL(/open=now/)
    await page.getByRole('button', { name: words.removeFilter(words.openNow) }).waitFor()
    await assertAccessible(page, 'what is open near')
  })

  onDesktop('a pasted position orders by the distance from there', async ({ open }, context) => {
    const page = await open(context, '/', variant)
    const box = page.getByRole('combobox', { name: words.searchLabel })
    const near = words.nearPoint('59.8586, 17.6389')
    await box.fill('59.8586, 17.6389')
    await page.getByRole('option', { name: near }).waitFor()
    await page.getByRole('option', { name: near }).click()
    await page.waitForURL(/near=17\.6389,59\.8586/)
    await assertHolds(box, '')
    await page
      .getByRole('link', { name: /\d\s(m|km) .*Uppsala/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: words.nearMe, exact: true, pressed: false }).waitFor()
    await page.getByRole('button', { name: words.removeFilter(near) }).waitFor()
    await page.goto(new URL('/', page.url()).href)
    await box.fill(`59°51'31"N 17°38'20"E`)
    await box.press('Enter')
    await page.waitForURL(/near=17\.63889,59\.85861/)
  })

  onPhone('a search that finds nothing says what to do', async ({ open }, context) => {
    const page = await open(context, '/?q=zzzz&is=Cemetery', variant)
    await page.getByRole('heading', { name: nothingWords[variant.language].title }).waitFor()
    await assertAccessible(page, 'nothing found')
    await page.getByRole('button', { name: words.clear }).last().click()
    await page
      .getByRole('link', { name: /kyrkogård/ })
      .first()
      .waitFor()
  })

  onPhone('a text that no place has, but that means something, leads to what it means', async ({ open }, context) => {
    const page = await open(context, '/', variant)
    const box = page.getByRole('combobox', { name: words.searchLabel })
    await box.fill('church wifi')
    await page.getByText(nothingWords[variant.language].meant).waitFor()
    await assertAccessible(page, 'nothing found, but understood')
    await page.getByRole('button', { name: /wifi$/i }).click()
    await page.waitForURL(/is=ChurchAndChapel.*has=wifi/)
    assert.equal(await box.inputValue(), '')
  })

  onDesktop(
    'a search that finds nothing without what it leaves out says so, and shows it',
    async ({ open, admin }, context) => {
      const { id } = accepted(
        await admin.put<PlaceAnswer>('/v4/place', validPlace({ name: 'Zyxwhemmet', published: null })),
        201,
      )
      const { name } = accepted(
        await admin.put<PlaceAnswer>('/v4/place', validPlace({ name: 'Xqkapellet', parent: { id } })),
        201,
      )
      const page = await open(context, '/?q=zyxwhemmet', variant)
      await page.getByText(nothingWords[variant.language].leftOut.unpublished).waitFor()
      await page.getByRole('button', { name: nothingWords[variant.language].showUnpublished }).click()
      await page
        .getByRole('link', { name: /^Zyxwhemmet/ })
        .first()
        .waitFor()
      await page.goto(new URL('/?q=xqkapellet', page.url()).href)
      await page.getByText(nothingWords[variant.language].leftOut.parts).waitFor()
      await page.getByRole('button', { name: nothingWords[variant.language].showParts }).click()
      await page.getByRole('link', { name }).first().waitFor()
    },
  )
}

for (const variant of variants) {
  const { inBoth } = testsOf(web, variant)
  inBoth('a type in the address that is none is named with the one that is meant', async ({ open }, context) => {
    const words = exploreWords[variant.language]
    const page = await open(context, '/?is=Cemetary&has=nothing', variant)
    await page.getByText(words.unknownType('Cemetary')).waitFor()
    await page.getByText(words.passedOver('has=nothing')).waitFor()
    await assertAccessible(page, 'an unknown type')
    const meant = variant.language === 'sv' ? 'Begravningsplats' : 'Cemetery'
    await page.getByRole('button', { name: meant, exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('is') === 'Cemetery')
    await page.getByText(words.unknownType('Cemetary')).waitFor({ state: 'detached' })
  })
}
