import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { box, collection, feature } from '../support/boundaries.ts'
import { accepted, type Client, client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'

const base = 'https://places.invalid'
const owners = ['x/y', 'h#f', 'q?z=1', '50%', '..%2f', '..', '.', 'a b', '⛪', 'a\'b"c<d>&e', 'ж\\']
const names = ['東京 教会', '서울', 'วัด', 'मंदिर', 'בית', 'ቤተ', '🎄', 'Kyrka', 'a/b?c#d%', '…', '☯']
/** Of which nothing is left in a slug, so that the id stands in. */
const noLetters = '‹…/?›'
const owner = { id: 'snedstreck', name: 'Snedstreck', type: 'Projekt' }

const dataDir = mkdtempSync(join(tmpdir(), 'gazetteer-addresses-'))
let service: TestService
let visitors: Client
let admin: Client

before(async () => {
  const first = await startService({ dataDir })
  const permissions = ['read-published']
  const made = await client(first.url, first.adminKey).post<{ key: string }>('/keys', { name: 'visitors', permissions })
  await first.close()
  const boundaries = join(dataDir, 'boundaries.json')
  const area = feature({ municipality: noLetters }, box(17, 59, 18, 60))
  writeFileSync(boundaries, JSON.stringify(collection(area)))
  const env = { PUBLIC_URL: base, BOUNDARIES: boundaries, PUBLIC_KEY: accepted(made, 201).key }
  service = await startService({ dataDir, env })
  visitors = client(service.url)
  admin = client(service.url, service.adminKey)
  // Lists of owners are kept for half a minute.
  await put({ name: 'Första', owner })
})

after(async () => {
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const put = async (place: Parameters<typeof validPlace>[0]) =>
  accepted(await admin.put<PlaceAnswer>('/place', validPlace({ published: '2020-01-01', ...place })), 201)

/** The address of a page on this machine; it must be one of the service, and percent-encoded. */
function pathOf(address: string): string {
  assert.ok(address.startsWith(`${base}/`), address)
  assert.match(address, /^[!-~]+$/)
  return address.slice(base.length)
}

test('the icon of the page is found where browsers look for it beside documents', async () => {
  const { status, headers } = await visitors.get('/favicon.ico')
  assert.equal(status, 302)
  const icon = await visitors.get(`/${headers.get('location')}`)
  assert.match(icon.headers.get('content-type') ?? '', /^image\/svg/)
})

test('D58, D59: each address of a sitemap, its canonical address and its links lead to a page', async () => {
  for (const id of owners) await put({ name: `Av ${id}`, owner: { id, name: noLetters, type: 'Projekt' } })
  for (const name of names) await put({ name, owner: { id: '서울', name: noLetters, type: 'Projekt' } })
  const parts = locations((await visitors.get('/sitemap.xml')).text)
  const addresses: string[] = []
  for (const part of parts) addresses.push(...locations((await visitors.get(pathOf(part))).text))
  assert.ok(addresses.length >= 2 * owners.length + names.length + 2, `${addresses.length} addresses`)
  const followed = new Set<string>()
  for (const address of addresses) {
    const { status, text } = await visitors.get(pathOf(address))
    assert.equal(status, 200, address)
    const canonical = /<link rel="canonical" href="([^"]+)">/.exec(text)?.[1]
    assert.equal(plain(canonical ?? ''), address)
    const links = [...text.matchAll(/<a href="(\.[^"]*)"/g)].map(([, link]) => new URL(plain(link!), address))
    const crumbs = [...text.matchAll(/"item":"([^"]+)"/g)].map(([, item]) => new URL(item!))
    for (const { href } of [...links, ...crumbs]) followed.add(href)
  }
  for (const address of followed) assert.equal((await visitors.get(pathOf(address))).status, 200, address)
})

test('D21: a slug that looks like the id of another place leads to its own place, and an id to its slug', async () => {
  const other = await put({ name: 'Den andra', owner: { id: 'b', name: noLetters, type: 'Projekt' } })
  const like = await put({ name: other.id, owner: { id: 'b', name: noLetters, type: 'Projekt' } })
  assert.equal(like.slug, other.id)
  assert.match((await visitors.get(`/p/${like.slug}`)).text, new RegExp(`<h1>${other.id}</h1>`))
  const { status, headers } = await visitors.get(`/p/${like.id}`)
  assert.deepEqual([status, headers.get('location')], [301, `${base}/p/${like.slug}`])
})

test('D58: an address of a page with a slash at its end leads to the page below any path, or is 404 where it does', async () => {
  const [place, former] = [await put({ name: 'Före byn', owner }), await put({ name: 'Ett tag', owner })]
  await put({ name: 'Delen', owner, parent: { id: place.id } })
  accepted(await admin.patch(`/place/${former.id}`, { name: 'Nu', updatedBy: 'x' }), 204)
  const draft = await put({ name: 'Utkast', owner, published: null })
  const area = encodeURIComponent(place.geolocationInfo!.municipality!)
  const lists = (await visitors.get('/in')).text.match(/(?<=href="\.\/)in\/[^"?]+/g) ?? []
  assert.equal(lists.length, 1, area)
  const here = [`p/${place.slug}`, `p/${place.id}`, `p/${former.slug}`, `p/${place.slug}/parts`, `p/${place.slug}/edit`]
  const pages = [...here, 'in', lists[0]!, `${lists[0]}/church-and-chapel`, 'owner/snedstreck', 'manage', 'manage/keys']
  const document = await visitors.get('/docs/errors/')
  assert.deepEqual([document.status, document.headers.get('location')], [301, '../errors'])
  for (const path of [...pages, 'finder-map']) {
    const { status, headers } = await visitors.get(`/${path}/?lang=sv&apikey=secret`)
    const location = headers.get('location') ?? ''
    const led = new URL(location, `https://proxy.invalid/below/${path}/`).href
    assert.deepEqual([status, led], [301, `https://proxy.invalid/below/${path}?lang=sv`], path)
    assert.ok((await visitors.get(`/${path}?lang=sv`)).status < 400, path)
    assert.equal((await visitors.send('HEAD', `/${path}/`)).status, 301, path)
  }
  const missing = [`p/${draft.slug}`, `p/${draft.id}`, 'p/nowhere', 'p/nowhere/parts', 'in/nowhere', 'owner/nowhere']
  for (const path of [...missing, `${lists[0]}/nowhere`, 'p', 'owner', 'p/', 'in/', 'manage/', 'p//edit', 'nowhere']) {
    const { status, text } = await visitors.get(`/${path}/`, { accept: 'text/html' })
    assert.equal(status, 404, path)
    const files = [...text.matchAll(/ (?:src|href)="([^"]*assets\/[^"]+)"/g)]
    assert.ok(files.length > 0, path)
    for (const [, file] of files) assert.match(new URL(file!, `${base}/${path}/`).pathname, /^\/assets\//, path)
  }
})

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => plain(address!))
}

function plain(html: string): string {
  return html.replaceAll('&amp;', '&')
}
