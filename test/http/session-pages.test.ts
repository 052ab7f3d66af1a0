import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accepted, type Client, client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService, type TestService } from '../support/service.ts'
import { openToVisitors } from '../support/visitors.ts'

const ends = new AsyncDisposableStack()
let service: TestService
let place: PlaceAnswer
/** The `Cookie` of a browser with a session. */
let session: string
let addresses: readonly string[]

before(async () => {
  const dataDir = temporaryFolder({ after: (end) => ends.defer(async () => void (await end())) })
  const prepare = async (admin: Client) => {
    place = accepted(await admin.put<PlaceAnswer>('/place', validPlace({ name: 'Domkyrkan' })), 201)
  }
  service = await startService(await openToVisitors(prepare, { dataDir }))
  ends.defer(() => service.close())
  session = await signIn()
  const { slug } = place
  addresses = ['/', `/p/${slug}`, `/p/${slug}/parts`, `/p/${slug}/edit`, '/manage', '/in', '/in/uppsala', '/p/none']
})
after(() => ends.disposeAsync())

async function signIn(): Promise<string> {
  const answer = await client(service.url).post('/auth/key', { key: service.adminKey }, { origin: service.url })
  assert.equal(answer.status, 200, answer.text)
  return answer.headers.getSetCookie()[0]!.replace(/;.*/, '')
}

const page = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  client(service.url).get(path, { accept: 'text/html', ...headers })

test('without a live session a page is for any cache, and no other cookie and no key changes a byte', async () => {
  const ended = await signIn()
  const out = await client(service.url).post('/auth/logout', undefined, { origin: service.url, cookie: ended })
  assert.equal(out.status, 200, out.text)
  const [name] = session.split('=')
  const others: Readonly<Record<string, string>>[] = [
    { cookie: '_ga=GA1.1.1; consent=yes' },
    { cookie: `${name}=gz_unknown` },
    { cookie: ended },
    { cookie: 'gazetteer-signed-in=1' },
    { 'x-api-key': service.adminKey },
    { authorization: `Bearer ${service.adminKey}` },
  ]
  for (const path of addresses) {
    const plain = await page(path)
    assert.ok([200, 404].includes(plain.status), path)
    assert.equal(plain.headers.get('cache-control'), 'public, no-cache', path)
    assert.equal(plain.headers.get('vary'), 'Accept-Encoding, Accept-Language, Cookie', path)
    assert.deepEqual(plain.headers.getSetCookie(), [], path)
    for (const headers of others) {
      const other = await page(path, headers)
      assert.deepEqual([other.status, other.headers.get('etag')], [plain.status, plain.headers.get('etag')], path)
      assert.equal(other.text, plain.text, `${path} ${JSON.stringify(headers)}`)
      assert.equal(other.headers.get('cache-control'), 'public, no-cache')
    }
    const inQuery = await page(`${path}?apikey=${service.adminKey}`)
    assert.equal(inQuery.headers.get('cache-control'), 'public, no-cache', path)
    assert.ok(!inQuery.text.includes(service.adminKey), path)
    const tag = plain.headers.get('etag')
    if (tag !== null) assert.equal((await page(path, { 'if-none-match': tag })).status, 304, path)
  }
})

test('with a live session a page is kept by no cache and no search engine, and has no key', async () => {
  for (const path of addresses) {
    const cookie = `_ga=1; ${session}; x=y`
    const own = await page(path, { cookie })
    assert.equal(own.headers.get('cache-control'), 'private, no-store', path)
    assert.equal(own.headers.get('vary'), 'Accept-Encoding, Accept-Language, Cookie', path)
    assert.equal(own.headers.get('etag'), null, path)
    assert.equal([...own.text.matchAll(/name="robots" content="noindex"/g)].length, 1, path)
    assert.match(own.text, /&quot;isSignedIn&quot;:true/, path)
    assert.doesNotMatch(own.text, /&quot;permissions&quot;|gz_[\w-]{43}.*gz_[\w-]{43}/s, path)
    assert.ok(!own.text.includes(service.adminKey), path)
    const visitors = await page(path)
    const held = await page(path, { cookie, 'if-none-match': visitors.headers.get('etag') ?? '*' })
    assert.equal(held.status, own.status, `${path}: what a visitor was sent does not stand for it`)
    const wrong = await page(path, { cookie, 'x-api-key': 'wrong' })
    assert.equal(wrong.text, own.text, `${path}: a key does not change a page`)
  }
})

test('the map of a finder, the sitemap and robots.txt are those of a visitor, whoever is signed in', async () => {
  for (const path of ['/finder-map', '/sitemap.xml', '/robots.txt', '/finder.js']) {
    const [plain, own] = [await page(path), await page(path, { cookie: session })]
    assert.deepEqual([own.status, own.text], [200, plain.text], path)
    assert.equal(own.headers.get('cache-control'), plain.headers.get('cache-control'), path)
  }
})

test('a session of a key that has become that of all visitors is none', async (context) => {
  const dataDir = temporaryFolder(context)
  const first = await startService({ dataDir, env: { PUBLIC_URL: 'http://places.example' } })
  const { body } = await client(first.url, first.adminKey).post<{ key: string }>('/keys', {
    ...{ name: 'readers', permissions: ['read'] },
  })
  const origin = 'http://places.example'
  const answer = await client(first.url).post('/auth/key', { key: body.key }, { origin })
  const cookie = answer.headers.getSetCookie()[0]!.replace(/;.*/, '')
  assert.equal((await client(first.url).get('/keys/self', { cookie })).status, 200)
  await first.close()
  const second = await startService({ dataDir, env: { PUBLIC_URL: origin, PUBLIC_KEY: body.key } })
  context.after(() => second.close())
  assert.equal((await client(second.url).get('/keys/self', { cookie })).status, 401)
  const shown = await client(second.url).get('/', { cookie })
  assert.equal(shown.headers.get('cache-control'), 'public, no-cache')
})
