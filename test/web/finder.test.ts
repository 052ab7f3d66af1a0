import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Locator } from 'playwright-core'
import { box, collection, feature } from '../support/boundaries.ts'
import { accepted, type Client, client, pointAt, validPlace } from '../support/client.ts'
import { openToVisitors } from '../support/visitors.ts'
import { assertAccessible, assertBecomes, assertCount, assertFocused, webSuite } from '../support/web.ts'

/** The site of somebody else, whose policy lets nothing run but the finder. */
let site: Server
after(async () => {
  site?.closeAllConnections()
  await new Promise((closed) => site?.close(closed))
})

let service = ''
let page = ''
const originOf = (server: Server) => `http://localhost:${(server.address() as AddressInfo).port}`
const week = { mo: [{ from: '00:00', to: '24:00' }] }
const everyDay = Object.fromEntries(['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'].map((day) => [day, week.mo]))

const dataDir = mkdtempSync(join(tmpdir(), 'gazetteer-finder-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))
const boundaries = join(dataDir, 'municipalities.geojson')
const tag = '0c1f2e3d-0000-4000-8000-000000000001'
const web = webSuite(async () => {
  writeFileSync(boundaries, JSON.stringify(collection(feature({ municipality: 'Norra, östra' }, box(17, 60, 18, 61)))))
  site = createServer((_, answer) => {
    const policy = `default-src 'none'; script-src ${service}; connect-src ${service}; frame-src ${service}; require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'`
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    answer.end(page)
  })
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  const options = {
    dataDir,
    permissions: ['read-published'],
    env: { CORS_ORIGINS: originOf(site), BOUNDARIES: boundaries },
  }
  return {
    ...(await openToVisitors(prepare, options)),
    prepare: async ({ service: { url } }) => {
      service = url
    },
  }
})

async function prepare(admin: Client): Promise<void> {
  const owner = { id: 'fi', type: 'Församling' }
  accepted(await admin.put(`/v4/directory/tags/${tag}`, { name: 'Vägkyrka' }), 201)
  const inNorth = { geolocation: pointAt(17.5, 60.5) }
  const places = [
    validPlace({ name: 'Öppna kyrkan', owner, openHours: [{ days: everyDay }] }),
    validPlace({ name: 'Stilla kyrkan', owner, openHours: [{ days: {} }] }),
    validPlace({ name: 'Gården', owner, placeTypes: { parishHome: {} } }),
    validPlace({ name: 'Hemliga utkastet', owner, published: null }),
    validPlace({ name: 'Andras kyrka', owner: { ...owner, id: 'other' }, ...inNorth }),
    validPlace({ name: 'Vägkyrkan', owner: { ...owner, id: 'other' }, ...inNorth, tags: [{ id: tag }] }),
  ]
  for (const place of places) accepted(await admin.put('/v4/place', place), 201)
}

const embedded = (attributes: string) =>
  `<!doctype html><html lang="sv"><title>Församlingen</title><main><h1>Våra platser</h1>
   <script src="${service}/finder.js" async></script>
   <gazetteer-finder ${attributes}><a href="${service}/?owner_id=fi">Hitta platser</a></gazetteer-finder></main></html>`

web(
  'D62: on a foreign site with a strict policy the finder searches, tells hours, and leads to places',
  async (web, context) => {
    page = embedded('owner="fi" limit="2"')
    const shown = await web.open(context, '/', { origin: originOf(site), key: null })
    const names = () => shown.getByRole('listitem').getByRole('link').allInnerTexts()
    await shown.getByText('3 platser').waitFor()
    assert.deepEqual(await names(), ['Gården', 'Stilla kyrkan'])
    await assertAccessible(shown, 'a finder')
    await shown.getByRole('button', { name: 'Visa fler' }).click()
    await assertBecomes(names, ['Gården', 'Stilla kyrkan', 'Öppna kyrkan'])
    await assertFocused(shown.getByRole('link', { name: 'Öppna kyrkan' }))
    const open = shown.getByText('Öppet', { exact: true })
    const closed = shown.getByText(/^Stängt/)
    const dotOf = (hours: Locator) =>
      hours.evaluate((line) => {
        const dot = line.ownerDocument.defaultView?.getComputedStyle(line, '::before')
        return [dot?.borderRadius, dot?.backgroundColor]
      })
    assert.deepEqual(await dotOf(open), ['50%', 'rgb(47, 158, 68)'])
    assert.deepEqual(await dotOf(closed), ['50%', 'rgba(0, 0, 0, 0)'])
    const link = await shown.getByRole('link', { name: 'Gården' }).getAttribute('href')
    assert.match(link ?? '', new RegExp(`^${service}/p/.+\\?lang=sv$`))
    await shown.getByRole('checkbox', { name: 'Öppet nu' }).check()
    await assertBecomes(names, ['Öppna kyrkan'])
    await shown.getByRole('checkbox', { name: 'Öppet nu' }).uncheck()
    await shown.getByRole('searchbox', { name: 'Sök platser' }).fill('stilla')
    await assertBecomes(names, ['Stilla kyrkan'])
    await shown.getByRole('searchbox').fill('hemliga')
    await shown.getByText('0 platser').waitFor()
  },
)

web('D62: the nearest come first, the site gives the colours, and attributes may change', async (web, context) => {
  page = embedded('owner="fi" types="ParishHome" lang="en"')
  const shown = await web.open(context, '/', { origin: originOf(site), key: null, isAlone: true })
  await shown.context().grantPermissions(['geolocation'], { origin: originOf(site) })
  await shown.context().setGeolocation({ longitude: 17.6, latitude: 59.86 })
  await shown.getByText('1 place', { exact: true }).waitFor()
  await shown.getByRole('button', { name: 'Near me' }).click()
  await shown.getByText(/Parish hall · .* km|Parish hall · .* m$/).waitFor()
  const finder = `document.querySelector('gazetteer-finder')`
  await shown.evaluate(`${finder}.style.setProperty('--finder-link', 'rgb(1, 2, 3)')`)
  const colour = () => shown.evaluate(`getComputedStyle(${finder}.shadowRoot.querySelector('li a')).color`)
  await assertBecomes(colour, 'rgb(1, 2, 3)')
  await shown.locator('gazetteer-finder').evaluate((finder) => finder.setAttribute('owner', 'other'))
  await shown.getByText('0 places').waitFor()
})

web(
  'D62: a map of what was found is loaded when it is wanted, in a frame that other sites may not have',
  async (web, context) => {
    page = embedded('owner="fi" lang="en"')
    const shown = await web.open(context, '/', { origin: originOf(site), key: null, map: true })
    await shown.getByText('3 places').waitFor()
    assert.equal(shown.frames().length, 1)
    await shown.getByRole('button', { name: 'Map' }).click()
    const frame = shown.frameLocator('iframe[title="Map of the places found"]')
    await frame.locator('canvas').waitFor()
    assert.equal(await frame.getByRole('button', { name: /Sign in|Search here/ }).count(), 0)
    await shown.getByRole('searchbox').fill('stilla')
    await assertBecomes(async () => shown.frames().some((one) => /finder-map\?.*q=stilla/.test(one.url())), true)
    await shown.getByRole('button', { name: 'Map' }).click()
    await assertCount(shown.locator('iframe'), 0)
    const ancestors = async (path: string) =>
      /frame-ancestors ([^;]*)/.exec(
        (await client(service).get(path)).headers.get('content-security-policy') ?? '',
      )?.[1]
    assert.equal(await ancestors('/finder-map'), `'self' ${originOf(site)}`)
    assert.equal(await ancestors('/'), "'none'")
  },
)

web('D62: without scripts, or an answer, its link is what is shown', async (web, context) => {
  page = embedded('owner="fi"')
  const quiet = await web.browser.newContext({ javaScriptEnabled: false })
  context.after(() => quiet.close())
  const plain = await quiet.newPage()
  await plain.goto(originOf(site))
  assert.ok(await plain.getByRole('link', { name: 'Hitta platser' }).isVisible())
  page = embedded('owner="fi" filter="nonsense=1"')
  const failed = await web.open(context, '/', { origin: originOf(site), key: null, expects: /400/ })
  await failed.getByText('Platserna kan inte visas').waitFor()
  assert.ok(await failed.getByRole('link', { name: 'Hitta platser' }).isVisible())
})

web('D62: an admin composes a finder, sees it and copies its text', async (web, context) => {
  const shown = await web.open(context, '/manage/finder')
  await shown.getByText('5 places', { exact: true }).waitFor()
  await shown.getByRole('combobox', { name: 'Types' }).click()
  await shown.getByRole('option', { name: 'Parish hall' }).click()
  await shown.getByText('1 place', { exact: true }).waitFor()
  const text = await shown.locator('pre').innerText()
  assert.equal(
    text,
    `<script src="${service}/finder.js" async></script>\n<gazetteer-finder types="ParishHome" lang="en"><a href="${service}/?is=ParishHome">Find places</a></gazetteer-finder>`,
  )
  await shown.keyboard.press('Escape')
  await assertCount(shown.getByRole('listbox'), 0)
  await shown.getByText(/script-src and connect-src, and in frame-src/).waitFor()
})

web('D62: a composed finder has municipalities, tags and any filter', async (web, context) => {
  const shown = await web.open(context, '/manage/finder')
  await shown.getByText('5 places', { exact: true }).waitFor()
  const choose = async (name: string, option: string) => {
    await shown.getByRole('combobox', { name }).fill(option)
    await shown.getByRole('option', { name: option }).click()
    await shown.keyboard.press('Escape')
  }
  await choose('Municipality', 'Norra, östra')
  await shown.getByText('2 places', { exact: true }).waitFor()
  await choose('Tags', 'Vägkyrka')
  await shown.getByText('1 place', { exact: true }).waitFor()
  await shown.getByRole('textbox', { name: 'More filters' }).fill('?placedetails_haswifi=!true')
  await shown.keyboard.press('Enter')
  const code = shown.locator('pre')
  const attributes = `municipality="Norra\\, östra" filter="tags_id=${tag}&amp;placedetails_haswifi=!true" lang="en"`
  await assertBecomes(async () => (await code.innerText()).includes(`<gazetteer-finder ${attributes}>`), true)
  assert.match(await code.innerText(), /href="[^"]*geolocationinfo_municipality=[^"]*&amp;tags_id=/)
  await shown.getByText('1 place', { exact: true }).waitFor()
})

web('D70: the finder understands a text, and takes a part out of it', async (web, context) => {
  page = embedded('owner="fi" limit="5"')
  const shown = await web.open(context, '/', { origin: originOf(site), key: null })
  const names = () => shown.getByRole('listitem').getByRole('link').allInnerTexts()
  const box = shown.getByRole('searchbox', { name: 'Sök platser' })
  await box.fill('församlingshemmet')
  await assertBecomes(names, ['Gården'])
  await shown.getByRole('button', { name: 'Ta bort: Församlingshem' }).click()
  await assertBecomes(names, ['Gården', 'Stilla kyrkan', 'Öppna kyrkan'])
  await assertFocused(box)
  await box.fill('öppna nu')
  await assertBecomes(names, ['Öppna kyrkan'])
})
