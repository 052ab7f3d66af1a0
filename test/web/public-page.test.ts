import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { box, collection, feature } from '../support/boundaries.ts'
import { accepted, type Client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { assertAccessible, assertBecomes, assertFocused, assertHolds, type Web } from '../support/web.ts'
import { visitorSuite } from './visitor-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'gazetteer-public-page-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const boundaries = join(folder, 'boundaries.json')
writeFileSync(boundaries, JSON.stringify(collection(feature({ municipality: 'Östra Å' }, box(17, 59, 18, 60)))))

let slug = ''
const week = { mo: [{ from: '09:00', to: '17:00' }], we: [{ from: '09:00', to: '17:00' }] }
const prepare = async (admin: Client) => {
  const place = validPlace({
    name: 'Domkyrkan',
    shortDescription: 'En kyrka mitt i staden.',
    longDescription: '## Historia\n\nByggd **1270**.\n\n- Tornet\n- Kryptan',
    openHours: [{ days: week }],
    placeDetails: { hasToilet: true, hasWifi: false },
    contactInfo: { email: 'kyrkan@example.org', phone: { CountryCode: 46, Number: 18430000 } },
  })
  const made = accepted(await admin.put<PlaceAnswer>('/place', place), 201)
  slug = made.slug
  for (const name of ['Kryptan', 'Tornet'])
    accepted(await admin.put('/place', validPlace({ name, parent: { id: made.id } })), 201)
}
const web = visitorSuite(prepare, { permissions: ['read-published'], env: { BOUNDARIES: boundaries } })

const live = (page: Page) => page.locator('main article').waitFor()

/** Runs in the page before it loads: keeps each language in which anything was shown. */
const watchLanguages = `
  const seen = new Set(JSON.parse(sessionStorage.getItem('seen') ?? '[]'))
  const look = () => {
    const { lang, hidden } = document.documentElement
    if (document.body && !hidden) seen.add(lang)
    sessionStorage.setItem('seen', JSON.stringify([...seen]))
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

web('D58: a chosen language that is not the browser’s holds before the scripts and after', async (web, context) => {
  const page = await web.open(context, '/', { language: 'sv', key: null })
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Svenska' }).waitFor()
  await page.addInitScript(watchLanguages)
  await page.goto(`${web.service.url}/p/${slug}`)
  await live(page)
  assert.equal(await page.evaluate(() => sessionStorage.getItem('seen')), '["en"]')
  assert.equal(new URL(page.url()).search, '?lang=en')
  await page.getByRole('heading', { name: 'Opening hours' }).waitFor()
  await page.getByRole('link', { name: 'Svenska' }).click()
  await page.getByRole('heading', { name: 'Öppettider' }).waitFor()
  assert.equal(new URL(page.url()).search, '?lang=sv')
})

web('D58: on a list the other language is a choice too', async (web, context) => {
  const page = await web.open(context, '/in', { language: 'sv', key: null, expects: /404/ })
  await page.goto(`${web.service.url}/owner/none`)
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Place not found' }).waitFor()
  await page.getByRole('link', { name: 'Search places' }).click()
  await page.getByRole('button', { name: 'Svenska' }).waitFor()
  await page.goto(`${web.service.url}/p/${slug}`)
  await live(page)
  await page.getByRole('heading', { name: 'Opening hours' }).waitFor()
})

web('what a search finds is downloaded in a format, and its links name no key', async (web, context) => {
  const page = await web.open(context, '/?q=domkyrkan', { isAlone: true })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // Some desktops have one as well.
  await page.evaluate('delete Navigator.prototype.share')
  const menu = page.getByRole('button', { name: 'Download and copy links' })
  await menu.click()
  await assertAccessible(page, 'the menu of downloads')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Table (CSV, for Excel)' }).click(),
  ])
  assert.equal(file.suggestedFilename(), 'places.csv')
  const rows = readFileSync(await file.path(), 'utf8').split('\r\n')
  assert.match(rows[0] ?? '', /^\uFEFFid,/)
  assert.equal(rows.length, 3)
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
  await menu.click()
  await page.getByRole('button', { name: 'Copy the link to this search' }).click()
  await assertBecomes(copied, `${web.service.url}/?q=domkyrkan`)
  // Devices have a dialog for sharing.
  await page.addInitScript('navigator.share = (shared) => { window.shared = shared; return Promise.resolve() }')
  await page.reload()
  await menu.click()
  await page.getByRole('button', { name: 'Share this search' }).click()
  await assertBecomes(() => page.evaluate('window.shared'), {
    title: 'domkyrkan · Gazetteer',
    url: `${web.service.url}/?q=domkyrkan`,
  })
  await menu.click()
  await page.getByRole('button', { name: 'Copy the link for programs (GeoJSON)' }).click()
  await assertBecomes(async () => new URL(await copied()).pathname, '/v4/place')
  const link = new URL(await copied())
  assert.ok(!link.searchParams.has('apikey'))
  assert.deepEqual([link.searchParams.get('q'), link.searchParams.get('limit')], ['domkyrkan', 'all'])
  const found = await web.admin.get<{ numberMatched: number }>(`${link.pathname}${link.search}`)
  assert.equal(JSON.parse(found.text).numberMatched, 1)
  const visitor = await web.open(context, '/?q=domkyrkan', { key: null })
  await visitor.getByRole('button', { name: 'Download and copy links' }).click()
  await visitor.getByText('Download the matches, up to 500').waitFor()
})

web(
  'a crawler without scripts finds a place by the sitemap and by links, and reads all of it',
  async (web, context) => {
    const quiet = await web.browser.newContext({ javaScriptEnabled: false, locale: 'sv-SE' })
    context.after(() => quiet.close())
    quiet.setDefaultTimeout(10_000)
    const page = await quiet.newPage()
    const { url } = web.service
    const index = await web.admin.get('/sitemap.xml')
    const parts = [...index.text.matchAll(/<loc>[^<]*(\/sitemap\.xml\?part=[\w-]+)<\/loc>/g)].map(([, path]) => path!)
    const listed = (await Promise.all(parts.map(async (path) => (await web.admin.get(path)).text))).join('')
    assert.ok(listed.includes(`/p/${slug}<`), listed)
    await page.goto(`${url}/in`)
    await page.getByRole('link', { name: 'Östra Å' }).click()
    await page.getByRole('link', { name: 'Kyrka eller kapell' }).click()
    await page.getByRole('link', { name: 'Domkyrkan' }).click()
    assert.equal(new URL(page.url()).pathname, `/p/${slug}`)
    for (const name of [
      'Öppettider',
      'Om platsen',
      'Service och tillgänglighet',
      'Delar av platsen',
      'Adress och kontakt',
    ])
      assert.ok(await page.getByRole('heading', { name }).isVisible(), name)
    const shown = await page
      .getByRole('link', { name: /Kryptan|Tornet/ })
      .locator('b')
      .allInnerTexts()
    assert.deepEqual(shown, ['Kryptan', 'Tornet'])
    const addressOf = (selector: string) => page.locator(selector).getAttribute('href')
    const head = 'link[rel=alternate]'
    for (const language of ['sv', 'en']) {
      const variant = new URL((await addressOf(`${head}[hreflang=${language}]`)) ?? '', page.url()).href
      const other = await quiet.newPage()
      await other.goto(variant)
      assert.equal(await other.locator('html').getAttribute('lang'), language)
      const back = new URL((await other.locator('link[rel=canonical]').getAttribute('href')) ?? '', other.url())
      assert.equal(back.href, variant, 'a variant is canonical to itself')
      assert.equal(await other.locator(head).count(), 3)
      await other.close()
    }
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '') as object
    assert.equal((data as { name: string }).name, 'Domkyrkan')
    assert.equal(await page.locator('.map img').count(), 1)
    const { text } = await web.admin.get(`/p/${slug}`)
    assert.ok(Buffer.byteLength(text) < 32_000, `${Buffer.byteLength(text)} bytes`)
  },
)

/** Runs in the page before it loads: keeps what moved without anybody's doing, and when the largest part was drawn. */
const watchVitals = `
  globalThis.vitals = { shift: 0, moved: [], largest: 0 }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      vitals.shift += value
      vitals.moved.push(value.toFixed(4) + ' ' + sources.map(({ node }) => node?.className || node?.nodeName).join(' '))
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    vitals.largest = list.getEntries().at(-1).startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

/** Opens the explorer, whose scripts come when they are released. */
async function openHeld(web: Web, context: TestContext, search = '') {
  const page = await web.open(context, '/docs/', { key: null, language: 'en' })
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${web.service.url}/?lang=en${search}`, { waitUntil: 'commit' })
  await page.getByRole('heading', { name: /places?$/ }).waitFor()
  return { page, release: held.resolve }
}

web('what is typed before the scripts have come is searched for when they have', async (web, context) => {
  const { page, release } = await openHeld(web, context)
  await page.getByRole('searchbox').fill('domkyr')
  release()
  await assertFocused(page.getByRole('combobox', { name: 'Search places' }))
  await page.keyboard.type('kan')
  await page.waitForURL((url) => url.searchParams.get('q') === 'domkyrkan')
})

for (const search of ['', '&q=domkyrkan&is=ChurchAndChapel']) {
  web(`a row has the focus and the height that it had before the scripts (${search})`, async (web, context) => {
    const { page, release } = await openHeld(web, context, search)
    const served = page.getByRole('link', { name: /Domkyrkan/ })
    const before = await served.boundingBox()
    await served.focus()
    release()
    const row = page.locator('#page:not([inert])').getByRole('link', { name: /Domkyrkan/ })
    await assertFocused(row)
    const after = await row.boundingBox()
    assert.ok(Math.abs(before!.y - after!.y) < 4, `${before!.y} before, ${after!.y} after`)
  })
}

web(
  'what was searched for before the scripts have come does not take the focus when they have',
  async (web, context) => {
    const { page, release } = await openHeld(web, context, '&q=domkyrkan')
    release()
    const box = page.locator('#page:not([inert])').getByRole('combobox', { name: 'Search places' })
    await assertHolds(box, 'domkyrkan')
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'BODY')
  },
)

interface Vitals {
  readonly shift: number
  readonly moved: readonly string[]
  readonly largest: number
  readonly bytes: number
}

const readVitals = `({
  ...vitals,
  bytes: performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
})`

for (const size of ['desktop', 'phone'] as const) {
  web(`nothing moves while the page of a place or the explorer comes alive (${size})`, async (web, context) => {
    const page = await web.open(context, '/docs/', { language: 'sv', key: null, size })
    await page.addInitScript(watchVitals)
    for (const path of [`/p/${slug}`, '/']) {
      await page.goto(`${web.service.url}${path}`)
      if (path === '/') await page.getByRole('link', { name: /Domkyrkan/ }).waitFor()
      else await live(page)
      await page.waitForLoadState('networkidle')
      const { shift, moved, largest, bytes } = await page.evaluate<Vitals>(readVitals)
      const sent = `${Math.round(bytes / 1000)} kB sent`
      context.diagnostic(`${path} ${size}: LCP ${Math.round(largest)} ms, CLS ${shift.toFixed(4)}, ${sent}`)
      assert.ok(shift < 0.02, `${path} ${shift}: ${moved.join('; ')}`)
    }
  })
}
