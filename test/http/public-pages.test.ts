import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { schemaOrgPlace } from '../../src/exchange/formats/schema-org.ts'
import { escaped } from '../../src/pages/html.ts'
import { facilities } from '../../src/place/facilities.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { placeTypes } from '../../src/place/place-types.ts'
import { samplePlace } from '../../src/place/sample.ts'
import { box, collection, feature } from '../support/boundaries.ts'
import { runNode } from '../support/child.ts'
import { accepted, type Client, client, type PlaceAnswer, pointAt, validPlace } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'
import { sharedSuite } from '../support/suite.ts'

const closed = sharedSuite()
const now = Date.parse('2026-11-25T12:00:00Z')
const workdays = { we: [{ from: '09:00', to: '17:00' }] }
const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&SETTINGS-OF-THE-SERVICE $& $1'

/** As many as Sweden has, with names as long. */
const municipalities = Array.from({ length: 290 }, (_, at) => `${'Kommunen vid ån'.slice(0, 4 + (at % 12))} ${at}`)
const dataDir = mkdtempSync(join(tmpdir(), 'gazetteer-pages-'))
let service: TestService
let visitors: Client
let admin: Client
const made: Record<'church' | 'vestry' | 'draft' | 'hidden' | 'hostile', PlaceAnswer> = {} as never

before(async () => {
  const first = await startService({ dataDir, now })
  const writer = client(first.url, first.adminKey)
  const { key } = accepted(
    await writer.post<{ key: string }>('/keys', { name: 'visitors', permissions: ['read-published'] }),
    201,
  )
  await first.close()
  const boundaries = join(dataDir, 'boundaries.json')
  const areas = municipalities.map((municipality, at) =>
    feature({ municipality }, box(at / 10 - 20, 50, at / 10 - 19.9, 51)),
  )
  writeFileSync(
    boundaries,
    JSON.stringify(collection(feature({ municipality: 'Östra Å' }, box(17, 59, 18, 60)), ...areas)),
  )
  const env = { PUBLIC_KEY: key, PUBLIC_URL: 'https://places.invalid', BOUNDARIES: boundaries }
  service = await startService({ dataDir, now, env })
  visitors = client(service.url)
  admin = client(service.url, service.adminKey)
  const put = async (place: Parameters<typeof validPlace>[0]) =>
    accepted(await admin.put<PlaceAnswer>('/place', validPlace(place)), 201)
  made.church = await put({
    name: 'Öppna kyrkan',
    shortDescription: 'Alltid välkommen.',
    longDescription:
      '# Historia\n\n**Gammal** [kyrka](https://links.invalid/a) [skript](javascript:alert(1)) <b>rå</b>',
    openHours: [
      { validFrom: '2026-01-01', validTo: '2027-12-31', days: workdays },
      { validFrom: '2026-06-06', validTo: '2026-06-06', days: {} },
      { validFrom: '2026-12-24', validTo: '2026-12-24', days: {} },
    ],
    placeDetails: { hasToilet: true, hasWifi: false },
    contactInfo: { email: 'kyrkan@example.org' },
    media: { images: [{ url: 'https://pictures.invalid/1.jpg', title: 'Bild' }] },
  })
  made.vestry = await put({ name: 'Sakristian', parent: { id: made.church.id } })
  made.draft = await put({ name: 'Utkastet', published: null })
  made.hidden = await put({ name: 'Dolda barnet', published: null, parent: { id: made.church.id } })
  made.hostile = await put({ name: hostile, shortDescription: hostile, longDescription: hostile })
})

after(async () => {
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const pageOf = (slug: string, language = 'sv') => visitors.get(`/p/${slug}`, { 'accept-language': language })

test('the page of a place is whole before any script, in the language of its visitor', async () => {
  const { status, text, headers } = await pageOf(made.church.slug)
  assert.equal(status, 200)
  assert.equal(headers.get('content-language'), 'sv')
  assert.match(headers.get('vary') ?? '', /Accept-Language/)
  assert.match(text, /<html lang="sv" data-served>/)
  assert.match(text, /<title>Öppna kyrkan – Alltid välkommen\.<\/title>/)
  assert.ok(text.includes(`<link rel="canonical" href="https://places.invalid/p/${made.church.slug}">`))
  assert.ok(text.includes(`hreflang="en" href="https://places.invalid/p/${made.church.slug}?lang=en"`))
  assert.match(
    text,
    /<h1>Öppna kyrkan<\/h1>.*Öppet till 17:00.*09:00–17:00.*Kommande helgdagar och avvikande dagar.*24 december.*Stängt/s,
  )
  assert.match(text, /Toalett.*Inget wifi/s)
  assert.match(text, /mailto:kyrkan@example\.org/)
  assert.match(text, new RegExp(`<a href="\\./${made.vestry.slug}">.*<b>Sakristian</b>`))
  assert.doesNotMatch(text, /noindex|NONCE-OF|needs JavaScript|Dolda barnet|pictures\.invalid/)
  assert.ok(text.length < 32_000, `${text.length} characters`)
  const english = await visitors.get(`/p/${made.church.slug}?lang=en`, { 'accept-language': 'sv' })
  assert.match(english.text, /<html lang="en" data-served>.*Open until 17:00/s)
  assert.match((await pageOf(made.vestry.slug)).text, /Del av <a href="\.\/[^"]*">Öppna kyrkan</)
})

test('every facility is on the page of its place, had or lacking, in both languages', async () => {
  for (const isThere of [true, false]) {
    const flags = (depth: number) =>
      Object.fromEntries(
        facilities.flatMap(({ path }) => {
          const members = path.split('.').slice(1)
          return members.length === depth ? [[members.at(-1)!, isThere] as const] : []
        }),
      )
    const placeDetails = { ...flags(1), accessibility: flags(2) }
    const { slug } = accepted(await admin.put<PlaceAnswer>('/place', validPlace({ placeDetails })), 201)
    for (const language of ['sv', 'en'] as const) {
      const { text } = await pageOf(slug, language)
      for (const { [language]: words } of facilities) {
        const item = `>${escaped(isThere ? words.has : words.lacks)}</li>`
        assert.ok(text.includes(item), `${item} in ${text}`)
      }
    }
  }
})

test('D43: the page of a place is not sent again while it says the same, and any cache may keep it', async () => {
  const put = async (place: Parameters<typeof validPlace>[0]) =>
    accepted(await admin.put<PlaceAnswer>('/place', validPlace(place)), 201)
  const whole = await put({ name: 'Helheten' })
  const { slug } = await put({ name: 'Delen', parent: { id: whole.id } })
  const { headers } = await pageOf(slug)
  assert.equal(headers.get('cache-control'), 'public, no-cache')
  const etag = headers.get('etag') ?? ''
  const again = (language: string) => visitors.get(`/p/${slug}`, { 'accept-language': language, 'if-none-match': etag })
  const held = await again('sv')
  assert.equal(held.status, 304)
  for (const name of ['cache-control', 'vary', 'content-security-policy', 'referrer-policy'])
    assert.equal(held.headers.get(name), headers.get(name), name)
  assert.equal(held.headers.get('content-language'), null)
  assert.equal((await again('en')).status, 200)
  accepted(await admin.patch(`/place/${whole.id}`, { name: 'Det hela', updatedBy: 'Anna' }), 204)
  assert.equal((await again('sv')).status, 200, 'the name of what it is part of')
})

test('D58: the language that an address names holds for the pages it links to, and is a page of its own to search engines', async () => {
  const { text } = await visitors.get(`/p/${made.church.slug}?lang=en`, { 'accept-language': 'sv' })
  assert.ok(text.includes(`<link rel="canonical" href="https://places.invalid/p/${made.church.slug}?lang=en">`))
  assert.ok(text.includes(`<a href="./${made.vestry.slug}?lang=en">`))
  for (const [, address] of text.matchAll(/<a[^>]* href="(\.[^"]*)"/g)) assert.match(address!, /[?;]lang=en$/)
  const list = await visitors.get('/in/ostra-a?lang=en', { 'accept-language': 'sv' })
  assert.match(list.text, /<a href="\.\.\/p\/[\w-]*oppna-kyrkan\?lang=en">/)
  const unnamed = await visitors.get('/in/ostra-a?lang=tlh', { 'accept-language': 'sv' })
  assert.doesNotMatch(unnamed.text, /<a href="\.[^"]*lang=/)
})

test('D58: parts that the page of a place does not name have a list', async () => {
  const put = (place: Parameters<typeof validPlace>[0]) => admin.put<PlaceAnswer>('/place', validPlace(place))
  const whole = accepted(await put({ name: 'Campus' }), 201)
  const names = Array.from({ length: 101 }, (_, at) => `Sal ${String(at + 1).padStart(3, '0')}`)
  await Promise.all(names.map(async (name) => accepted(await put({ name, parent: { id: whole.id } }), 201)))
  const { text } = await pageOf(whole.slug, 'en')
  assert.ok(!text.includes('Sal 101'))
  assert.ok(text.includes(`<a href="./${whole.slug}/parts">All 101 parts</a>`))
  const parts = `/p/${whole.slug}/parts`
  assert.match((await visitors.get(parts)).text, /rel="next" href="[^"]*\/parts\?page=2"/)
  const english = await visitors.get(`/p/${whole.slug}/parts?lang=en`)
  assert.match(english.text, /rel="next" href="[^"]*parts\?page=2&amp;lang=en"/)
  const last = await visitors.get(`${parts}?page=3`, { 'accept-language': 'en' })
  assert.match(last.text, /Parts of Campus.*href="\.\.\/\.\.\/p\/[^"]*sal-101"/s)
  assert.match(last.text, new RegExp(`href="\\.\\./\\.\\./p/${whole.slug}">Campus`))
  for (const path of [`${parts}?page=4`, `/p/${made.vestry.slug}/parts`, `/p/${made.draft.slug}/parts`])
    assert.equal((await visitors.get(path)).status, 404, path)
})

test('JSON-LD says the same to search engines', async () => {
  const { text } = await pageOf(made.church.slug)
  const [, block = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
  const told = JSON.parse(block) as {
    readonly '@type': string
    readonly name: string
    readonly url: string
    readonly specialOpeningHoursSpecification: readonly { readonly validFrom: string }[]
  }
  assert.equal(told['@type'], 'Church')
  assert.equal(told.name, 'Öppna kyrkan')
  assert.deepEqual(
    told.specialOpeningHoursSpecification.map(({ validFrom }) => validFrom),
    ['2026-12-24'],
    'none that is past',
  )
  assert.equal(told.url, `https://places.invalid/p/${made.church.slug}`)
})

/** Which of the documents, that say they are of types of schema.org, the compiler finds at fault, with what it says. */
async function vocabularyFaults(t: TestContext, documents: readonly JsonObject[]): Promise<Map<number, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-vocabulary-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const modules = join(import.meta.dirname, '../../node_modules')
  symlinkSync(modules, join(folder, 'node_modules'))
  const lines = documents.map((one, at) => `export const d${at}: schema.${one['@type']} = ${JSON.stringify(one)}`)
  writeFileSync(join(folder, 'documents.ts'), `import type * as schema from 'schema-dts'\n${lines.join('\n')}`)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--pretty', 'false', 'documents.ts']
  const { stdout } = await runNode([join(modules, '.bin/tsc'), ...options], { cwd: folder })
  const faults = stdout.matchAll(/^documents\.ts\((\d+),.*$/gm)
  return new Map([...faults].map(([fault, line]) => [Number(line) - 2, fault]))
}

test('JSON-LD of pages and answers is in the published vocabulary of schema.org', async (t) => {
  const pages = [`/p/${made.church.slug}`, `/p/${made.vestry.slug}`, '/in', '/in/ostra-a/church-and-chapel']
  const texts = await Promise.all(pages.map(async (path) => (await visitors.get(path)).text))
  const documents = texts.map((text) => {
    const { '@context': context, ...told } = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(text)![1]!)
    assert.equal(context, 'https://schema.org')
    return told
  })
  const samples = placeTypes.map(({ key }) => schemaOrgPlace({ ...samplePlace(), placeTypes: { [key]: {} } }, {}))
  const bare = { ...samplePlace(), contactInfo: { url: 'www.uppsala.se/val' } }
  assert.equal(schemaOrgPlace(bare, {}).sameAs, 'https://www.uppsala.se/val')
  const types = [...documents, ...samples].map((one) => one['@type'])
  assert.deepEqual([...new Set(types)].sort(), ['BreadcrumbList', 'Cemetery', 'Church', 'CivicStructure', 'Place'])
  const wrong = [
    { '@type': 'Church', openingHour: 'x' },
    { '@type': 'Church', geo: { '@type': 'GeoCoordinates', lat: 1 } },
    { '@type': 'Church', openingHoursSpecification: { '@type': 'OpeningHoursSpecification', dayOfWeek: 'måndag' } },
  ]
  const faults = await vocabularyFaults(t, [...wrong, ...documents, ...samples])
  assert.deepEqual([...faults.keys()], [0, 1, 2], [...faults.values()].join('\n'))
})

test('Markdown keeps its form, and neither raw HTML nor addresses that could run', async () => {
  const { text } = await pageOf(made.church.slug)
  assert.match(text, /<h3>Historia<\/h3>/)
  assert.match(text, /<strong>Gammal<\/strong> <a href="https:\/\/links\.invalid\/a"/)
  assert.match(text, /&lt;b&gt;rå/)
  assert.doesNotMatch(text, /javascript:/)
})

test('a hostile text is text wherever it stands', async () => {
  const { text } = await pageOf(made.hostile.slug)
  assert.doesNotMatch(text, /<script>alert|<img src=x/)
  assert.equal(text.match(/<script/g)?.length, 3, 'colours, the scripts of the page, and JSON-LD')
  assert.ok(text.includes('SETTINGS-OF-THE-SERVICE $&amp; $1</h1>'))
})

test('drafts, deleted and unknown places are one 404 with a way on, whoever asks', async () => {
  const unknown = await pageOf('no-such-place', 'en')
  assert.equal(unknown.status, 404)
  assert.match(unknown.text, /noindex.*Place not found.*<a href="\.\.\/">Search places/s)
  const put = async (name: string) => accepted(await admin.put<PlaceAnswer>('/place', validPlace({ name })), 201)
  const [deleted, ended] = [await put('Den rivna'), await put('Den stängda')]
  accepted(await admin.send('DELETE', `/place/${deleted.id}?deletedby=Anna`), 204)
  accepted(await admin.patch(`/place/${ended.id}`, { depublished: '2026-11-01', updatedBy: 'Anna' }), 204)
  const gone = [deleted.slug, deleted.id, ended.slug, ended.id]
  for (const one of [made.draft.slug, made.draft.id, made.hidden.slug, ...gone]) {
    for (const caller of [visitors, admin]) {
      const answer = await caller.get(`/p/${one}`, { 'accept-language': 'en' })
      assert.equal(answer.status, 404, one)
      assert.equal(answer.text.replaceAll(one, ''), unknown.text.replaceAll('no-such-place', ''))
    }
  }
})

test('a former slug and an id lead to the present address', async () => {
  const { id } = made.vestry
  const renamed = accepted(await admin.put<PlaceAnswer>('/place', validPlace({ name: 'Före detta' })), 201)
  accepted(await admin.patch(`/place/${renamed.id}`, { name: 'Nuvarande', updatedBy: 'Anna' }), 204)
  const present = accepted(await admin.get<PlaceAnswer>(`/place/${renamed.id}`)).slug
  const former = await visitors.get(`/p/${renamed.slug}?lang=sv&apikey=x`)
  assert.equal(former.status, 301)
  assert.equal(former.headers.get('location'), `https://places.invalid/p/${present}?lang=sv`)
  const byId = await visitors.get(`/p/${id}?lang=en`)
  assert.equal(byId.status, 301)
  const parts = await visitors.get(`/p/${id}/parts?page=2`)
  assert.equal(parts.status, 301)
  assert.equal(parts.headers.get('location'), `https://places.invalid/p/${made.vestry.slug}/parts?page=2`)
  assert.equal(byId.headers.get('location'), `https://places.invalid/p/${made.vestry.slug}?lang=en`)
})

test('robots may read what visitors see; without PUBLIC_KEY nothing, and every page says noindex', async () => {
  assert.match(
    (await visitors.get('/robots.txt')).text,
    /^User-agent: \*\nAllow: \/\n\nSitemap: https:\/\/places\.invalid\/sitemap\.xml\n$/,
  )
  assert.match((await closed.nobody.get('/robots.txt')).text, /^User-agent: \*\nDisallow: \/\n$/)
  for (const path of ['/', '/p/any', '/manage']) assert.match((await closed.nobody.get(path)).text, /noindex/, path)
  const { text } = await visitors.get('/')
  assert.doesNotMatch(text, /noindex/)
  assert.match(text, /<a href="\.\/in">/)
  const searched = (await visitors.get('/?bbox=1,2,3,4')).text
  assert.doesNotMatch(searched, /noindex/)
  assert.match(searched, /<noscript>.*<a href="\.\/in">.*<\/noscript>/s)
})

test('the explorer names its first places before any script, and those of a search by text and lists', async () => {
  const { text, headers } = await visitors.get('/', { 'accept-language': 'sv' })
  assert.match(text, /<html lang="sv"/)
  assert.ok(text.includes(`<a href="./p/${made.church.slug}">`), text)
  assert.match(text, /<link rel="canonical" href="https:\/\/places\.invalid\/">/)
  assert.doesNotMatch(text, /Dolda barnet|Utkastet/)
  assert.ok(Buffer.byteLength(text) < 30_000, 'light')
  assert.match(headers.get('vary') ?? '', /Accept-Language/)
  const english = await visitors.get('/?lang=en', { 'accept-language': 'sv' })
  assert.match(english.text, /<html lang="en".*Church or chapel/s)
  const searched = await visitors.get(`/?q=${encodeURIComponent('öppna "')}&is=ChurchAndChapel&is=Cemetery&lang=en`)
  assert.ok(searched.text.includes(`<a href="./p/${made.church.slug}?lang=en">`), searched.text)
  assert.match(
    searched.text,
    /<form action="\.\/" role="search"><svg [^>]*><path [^>]*\/><\/svg><input type="search" name="q" value="öppna &quot;".*<h1>1 place<\/h1>/s,
  )
  assert.match(searched.text, /<link rel="canonical" href="https:\/\/places\.invalid\/\?lang=en">/)
  assert.match(searched.text, /<a href="\?q=%C3%B6ppna%20%22&amp;is=ChurchAndChapel&amp;is=Cemetery&amp;lang=sv"/)
  const listed = (await visitors.get('/?is=External&is=ChurchAndChapel')).text
  for (const { slug } of [made.church, made.hostile]) assert.ok(listed.includes(`./p/${slug}"`), slug)
  const bare = ['is=Cemetery', 'is=Foo', 'q=utkastet', 'bbox=1,2,3,4', 'q=kyrkan&page=2', 'state=draft', 'apikey=x']
  const answers = [...bare.map((query) => visitors.get(`/?${query}`)), closed.nobody.get('/')]
  for (const { status, text } of await Promise.all(answers)) {
    assert.equal(status, 200)
    assert.doesNotMatch(text, /href="\.\/p\//)
  }
})

test('a municipality, its types and an owner have pages that lead to their places, without scripts', async () => {
  const list = await visitors.get('/in', { 'accept-language': 'en' })
  assert.equal(list.status, 200)
  assert.doesNotMatch(list.text, /rel="stylesheet"|Dolda|Utkastet/)
  assert.match(list.text, /"@type":"BreadcrumbList"/)
  const [, area = ''] = /href="\.\/(in\/[^"]+)"/.exec(list.text) ?? []
  for (const path of [`/${area}`, `/${area}/church-and-chapel`]) {
    const { status, text } = await visitors.get(path, { 'accept-language': 'en' })
    assert.equal(status, 200, path)
    assert.match(text, /Östra Å/)
    assert.ok(Buffer.byteLength(text) < 30_000, 'light')
    assert.match(text, /p\/[\w-]*oppna-kyrkan/)
    assert.doesNotMatch(text, /Dolda barnet|Utkastet/)
  }
  assert.equal((await visitors.get(`/${area}/cemetery`)).status, 404)
  const [, slug = ''] = /href="\.\.\/owner\/([^"]+)"/.exec((await pageOf(made.church.slug)).text) ?? []
  const { status, text } = await visitors.get(`/owner/${slug}`, { 'accept-language': 'sv' })
  assert.equal(status, 200)
  assert.ok(text.includes(`<link rel="canonical" href="https://places.invalid/owner/${slug}">`))
  assert.ok(text.includes(`href="../p/${made.church.slug}"`))
  assert.doesNotMatch(text, /Dolda barnet|Utkastet/)
  for (const path of ['/owner/nobody', '/in/nowhere', `/owner/${slug}?page=99`, `/owner/${slug}?page=x`])
    assert.equal((await visitors.get(path)).status, 404, path)
})

test('the sitemap names each page that is published, and nothing else', async () => {
  const index = await visitors.get('/sitemap.xml')
  const parts = [...index.text.matchAll(/<loc>https:\/\/places\.invalid(\/sitemap\.xml\?part=[\w-]+)<\/loc>/g)]
  assert.deepEqual(
    parts.map(([, path]) => path),
    ['/sitemap.xml?part=lists', '/sitemap.xml?part=church-and-chapel', '/sitemap.xml?part=1'],
  )
  const [lists, types, places] = await Promise.all(parts.map(async ([, path]) => (await visitors.get(path!)).text))
  assert.match(lists!, /<loc>https:\/\/places\.invalid\/owner\/[^<]+<\/loc>/)
  assert.match(types!, /<loc>https:\/\/places\.invalid\/in\/ostra-a\/church-and-chapel<\/loc>/)
  for (const [, path] of `${lists}${types}`.matchAll(/<loc>https:\/\/places\.invalid([^<]+)<\/loc>/g))
    assert.equal((await visitors.get(path ?? '')).status, 200)
  for (const { slug } of [made.church, made.vestry])
    assert.match(
      places!,
      new RegExp(`<loc>https://places.invalid/p/${slug}</loc><lastmod>2026-11-25T12:00:00Z</lastmod>`),
    )
  assert.doesNotMatch(places!, /utkastet|dolda/)
  for (const part of ['0', '2', '99999', 'cemetery', 'partial', ''])
    for (const method of ['GET', 'HEAD'])
      assert.equal((await visitors.send(method, `/sitemap.xml?part=${part}`)).status, 404)
  assert.equal((await closed.nobody.get('/sitemap.xml')).status, 404)
  assert.match((await closed.nobody.get('/in')).text, /noindex/)
})

test('D62: the map of the finder is there with PUBLIC_KEY alone, without rows of the explorer', async () => {
  const { status, text, headers } = await visitors.get('/finder-map')
  assert.equal(status, 200)
  assert.doesNotMatch(text, /class="rows"/)
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'self'/)
  const none = await closed.nobody.get('/finder-map')
  assert.equal(none.status, 404)
  assert.match(none.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
})

test('where a position is, is a picture that anybody may have', async () => {
  const { status, text, headers } = await visitors.get('/map/59.86,17.64.svg')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'image/svg+xml')
  assert.match(text, /^<svg .*<path [^>]*d="M[^"]+Z".*>Uppsala<.*<\/svg>$/s)
  assert.ok(text.length < 10_000, `${text.length} characters`)
  assert.match(text, />© OpenStreetMap, GeoNames</)
  const lake = await visitors.get('/map/58.3,14.55.svg')
  assert.match(lake.text, /class="water"[^>]* d="M[^"]{50,}Z"/)
  assert.equal(headers.get('vary'), 'Accept-Encoding')
  const again = await visitors.get('/map/59.86,17.64.svg', { 'accept-encoding': 'gzip' })
  assert.deepEqual([again.text, again.headers.get('content-encoding')], [text, 'gzip'])
  for (const extreme of ['90,180', '-90,-180', '0,179.99']) {
    const answer = await visitors.get(`/map/${extreme}.svg`)
    assert.equal(answer.status, 200, extreme)
    assert.doesNotMatch(answer.text, /NaN|Infinity/)
  }
  for (const none of ['91,0', '59.1234,17', 'x', '59.86'])
    assert.equal((await visitors.get(`/map/${none}.svg`)).status, 404)
})

test('D59: pages of many lists and places are light before they are compressed, and lead on; of the same name owners count on by id', async () => {
  const place = (name: string, longitude: number, owner: string) =>
    validPlace({
      name,
      geolocation: pointAt(longitude, 50.5),
      owner: { id: owner, type: 'Församling', name: 'Ångest' },
    })
  const lines = municipalities.map((name, at) => ({
    ...place(`Kyrkan i ${name}`, at / 10 - 19.95, at % 2 ? '9' : '10'),
    key: name,
  }))
  const many = Array.from({ length: 60 }, (_, at) => {
    const name = `Heliga Trefaldighets kyrka vid sjön ${at}`
    return { ...place(name, -19.95, '11'), key: name, visitingInfo: { city: 'Kristinehamn' } }
  })
  const body = [...lines, ...many].map((line) => `${JSON.stringify(line)}\n`).join('')
  const answer = await admin.send('POST', '/import', { body, headers: { 'content-type': 'application/x-ndjson' } })
  assert.equal(answer.text.split('"created"').length - 1, 350, answer.text.slice(0, 500))
  service.advance(60_000)
  const seen: string[] = []
  let path: string | undefined = '/in'
  for (let pages = 0; path && pages < 9; pages++) {
    const { text }: { text: string } = await visitors.get(path, { 'accept-language': 'sv' })
    assert.ok(Buffer.byteLength(text) < 32_000, `${path}: ${Buffer.byteLength(text)} bytes`)
    seen.push(...[...text.matchAll(/href="\.\/in\/([^"?]+)"/g)].map(([, slug]) => slug!))
    path = /rel="next" href="\.([^"]+)"/.exec(text)?.[1]
  }
  assert.equal(new Set(seen).size, 291)
  assert.equal(seen.length, 291)
  for (const full of [`/in/${seen.find((slug) => /^komm-0$/.test(slug))}`, '/owner/angest-3']) {
    const { status, text } = await visitors.get(full, { 'accept-language': 'sv' })
    assert.equal(status, 200, full)
    assert.ok(
      text.split('<li>').length > 50 && Buffer.byteLength(text) < 32_000,
      `${full}: ${Buffer.byteLength(text)} bytes`,
    )
  }
  const first = await visitors.get('/owner/angest')
  assert.match(first.text, /Kyrkan i Kommu 1</, 'of owner 9, which is less than 10')
  assert.match((await visitors.get('/owner/angest-2')).text, /Kyrkan i Komm 0</)
  for (const none of ['/in?page=4', '/in?page=0', '/owner/angest-4'])
    assert.equal((await visitors.get(none)).status, 404)
})

test('a name that turns right to left turns nothing around it, wherever it stands', async () => {
  const turned = 'שלום \u202eכנסייה'
  const owned = { owner: { id: 'turned', type: 'x' } }
  accepted(await admin.put('/directory/owners/turned', { name: `${turned} 1` }), 201)
  const parent = accepted(await admin.put<PlaceAnswer>('/place', validPlace({ ...owned, name: `${turned} 2` })), 201)
  const more = { name: `${turned} 3`, parent: { id: parent.id }, visitingInfo: { city: `${turned} 4` } }
  const part = accepted(await admin.put<PlaceAnswer>('/place', validPlace({ ...owned, ...more })), 201)
  const [, owner = ''] = /href="\.\.\/(owner\/[^"]+)"/.exec((await pageOf(parent.slug)).text) ?? []
  for (const path of [`/p/${parent.slug}`, `/p/${part.slug}`, `/${owner}`, `/?q=${encodeURIComponent(turned)}`]) {
    const { text } = await visitors.get(path)
    const shown = text.replace(/<head>.*<\/head>|<script.*?<\/script>|="[^"]*"/gs, '').split(turned)
    assert.ok(shown.length > 1, path)
    for (const before of shown.slice(0, -1)) assert.match(before.slice(-20), /<bdi>$/, path)
  }
})

test('an e-mail address of a place makes a link that writes to it, and copies to nobody', async () => {
  const email = 'kyrkan@example.org?cc=alla@example.org&subject=x'
  const { slug } = accepted(await admin.put<PlaceAnswer>('/place', validPlace({ contactInfo: { email } })), 201)
  const { text } = await pageOf(slug)
  assert.match(text, /href="mailto:kyrkan@example\.org%3Fcc%3Dalla%40example\.org%26subject%3Dx"/)
})

test('an address mailto: of a place makes a link that copies to nobody and has no text, wherever it stands', async () => {
  const url = 'mailto:a@example.org?cc=c@example.org&bcc=d@example.org&body=hej'
  const contactInfo = { url, email: 'e@example.org' }
  const longDescription = '[x](mailto:a@example.org?bcc=b@example.org) [y](MAILTO:a@example.org,b@example.org#z)'
  const media = { links: [{ title: 'Skriv', url }] }
  const { slug } = accepted(
    await admin.put<PlaceAnswer>('/place', validPlace({ contactInfo, longDescription, media })),
    201,
  )
  const { text } = await pageOf(slug)
  const links = [...text.matchAll(/href="(mailto:[^"]*)"/g)].map(([, address]) => address)
  assert.deepEqual(
    new Set(links),
    new Set(['mailto:e@example.org', 'mailto:a@example.org', 'mailto:a@example.org%2Cb@example.org']),
  )
  assert.match(text, /"sameAs":"mailto:a@example\.org"/)
})

test('the explorer understands a typed text without scripts, and links to the search without each part of it', async () => {
  const typed = 'toalett i östra å'
  const html = await (await fetch(`${service.url}/?q=${encodeURIComponent(typed)}&lang=sv`)).text()
  const [, chips = '', found = ''] = /<ul class="understood">(.*?)<\/ul>(.*)/s.exec(html) ?? []
  assert.match(chips, /Toalett.*I Östra Å/s)
  assert.match(chips, /href="\.\/\?q=i\+%C3%B6stra\+%C3%A5&amp;lang=sv" aria-label="Ta bort: Toalett"/)
  assert.match(chips, /href="\.\/\?q=toalett&amp;lang=sv" aria-label="Ta bort: I Östra Å"/)
  assert.ok(found.includes('Öppna kyrkan') && !found.includes('Sakristian'))
  const attack = await (
    await fetch(`${service.url}/?q=${encodeURIComponent('toalett <img src=x onerror=alert(1)>')}`)
  ).text()
  assert.match(attack, /<ul class="understood">/)
  assert.ok(!attack.includes('<img src=x'))
})
