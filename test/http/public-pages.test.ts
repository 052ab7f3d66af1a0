import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { accepted, type Client, client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'
import { suite } from '../support/suite.ts'

const closed = suite()
const now = Date.parse('2026-11-25T12:00:00Z')
const workdays = { we: [{ from: '09:00', to: '17:00' }] }
const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&SETTINGS-OF-THE-SERVICE $& $1'

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
  const env = { PUBLIC_KEY: key, PUBLIC_URL: 'https://places.invalid' }
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
  assert.match(text, /<html lang="sv">/)
  assert.match(text, /<title>Öppna kyrkan – Alltid välkommen\.<\/title>/)
  assert.ok(text.includes(`<link rel="canonical" href="https://places.invalid/p/${made.church.slug}">`))
  assert.ok(text.includes(`hreflang="en" href="https://places.invalid/p/${made.church.slug}?lang=en"`))
  assert.match(
    text,
    /<h1>Öppna kyrkan<\/h1>.*Öppet nu.*till.*17:00.*09:00–17:00.*Avvikande dagar.*24 december.*Stängt/s,
  )
  assert.match(text, /Toalett.*Inget wifi/s)
  assert.match(text, /mailto:kyrkan@example\.org/)
  assert.ok(text.includes(`<a href="./${made.vestry.slug}">Sakristian</a>`))
  assert.doesNotMatch(text, /noindex|NONCE-OF|needs JavaScript|Dolda barnet|pictures\.invalid/)
  assert.ok(text.length < 20_000, `${text.length} characters`)
  const english = await visitors.get(`/p/${made.church.slug}?lang=en`, { 'accept-language': 'sv' })
  assert.match(english.text, /<html lang="en">.*Open now/s)
  assert.match((await pageOf(made.vestry.slug)).text, /Del av <a href="\.\/[^"]*">Öppna kyrkan</)
})

test('JSON-LD says the same to search engines', async () => {
  const { text } = await pageOf(made.church.slug)
  const [, block = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
  const told = JSON.parse(block) as { '@type': string; name: string; url: string }
  assert.equal(told['@type'], 'Church')
  assert.equal(told.name, 'Öppna kyrkan')
  assert.equal(told.url, `https://places.invalid/p/${made.church.slug}`)
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
  assert.doesNotMatch(text, /<script>|<img/)
  assert.equal(text.match(/<script/g)?.length, 2, 'the script of the page and JSON-LD')
  assert.ok(text.includes('SETTINGS-OF-THE-SERVICE $&amp; $1</h1>'))
})

test('drafts, deleted and unknown places are one 404 with a way on, whoever asks', async () => {
  const unknown = await pageOf('no-such-place', 'en')
  assert.equal(unknown.status, 404)
  assert.match(unknown.text, /noindex.*No such place.*<a href="\.\.\/">Search places/s)
  // The nonce and nothing else tells two of them apart.
  const withoutNonce = (text: string) => text.replaceAll(/nonce="[^"]+"/g, '')
  for (const one of [made.draft.slug, made.draft.id, made.hidden.slug]) {
    for (const caller of [visitors, admin]) {
      const answer = await caller.get(`/p/${one}`, { 'accept-language': 'en' })
      assert.equal(answer.status, 404, one)
      assert.equal(withoutNonce(answer.text), withoutNonce(unknown.text))
    }
  }
})

test('a former slug and an id lead to the present address', async () => {
  const { id } = made.vestry
  const byId = await visitors.get(`/p/${id}?lang=en`)
  assert.equal(byId.status, 301)
  assert.equal(byId.headers.get('location'), `https://places.invalid/p/${made.vestry.slug}?lang=en`)
})

test('robots may read what visitors see; without PUBLIC_KEY nothing, and every page says noindex', async () => {
  assert.match((await visitors.get('/robots.txt')).text, /^User-agent: \*\nAllow: \/\n$/)
  assert.match((await closed.nobody.get('/robots.txt')).text, /^User-agent: \*\nDisallow: \/\n$/)
  for (const path of ['/', '/p/any', '/manage']) assert.match((await closed.nobody.get(path)).text, /noindex/, path)
})
