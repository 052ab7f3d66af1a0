import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { accepted, client, type PlaceAnswer, refused, validPlace } from '../support/client.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService } from '../support/service.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const policyOf = (answer: { headers: Headers }) => answer.headers.get('content-security-policy') ?? ''
const filesOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="((?:\.\.?\/)+assets\/[^"]+)"/g)].map(([, file]) => file!)

test('the page is open to all at / and below, under a policy of hashes', async () => {
  for (const path of [
    '/',
    '/?q=kyrka&is=Cemetery&page=2',
    '/p/some-slug',
    '/p/some-slug/edit',
    '/manage',
    '/manage/keys',
  ]) {
    const answer = await api.nobody.get(path)
    assert.equal(answer.status, path === '/p/some-slug' ? 401 : 200, path)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    const policy = policyOf(answer)
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe-|nonce/)
    const sources = (element: 'script' | 'style') =>
      [...answer.text.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(
        ([, text]) => `'sha256-${hash('sha256', text!, 'base64')}'`,
      )
    for (const element of ['script', 'style'] as const)
      assert.ok(policy.includes(`${element}-src ${["'self'", ...sources(element)].join(' ')};`), `${path}: ${policy}`)
  }
})

test('D43: a page that is the same is not sent again', async () => {
  const { headers } = await api.nobody.get('/manage')
  const again = await api.nobody.get('/manage', { 'if-none-match': headers.get('etag') ?? '' })
  assert.equal(again.status, 304)
  assert.equal(again.text, '')
  assert.equal((await api.nobody.get('/nowhere', { accept: browserAccept })).headers.get('etag'), null)
})

test('the page has no attributes that run or draw, and leads to its files from every depth', async () => {
  for (const path of ['/', '/p/some-slug', '/p/some-slug/edit']) {
    const { text } = await api.nobody.get(path)
    assert.doesNotMatch(text, /\sstyle=|\son\w+=/)
    const files = filesOf(text)
    assert.ok(files.some((file) => file.endsWith('.js')) && files.some((file) => file.endsWith('.css')), text)
    for (const file of files) {
      const { pathname } = new URL(file, api.url + path)
      assert.match(pathname, /^\/assets\//)
      assert.equal((await api.nobody.get(pathname)).status, 200, pathname)
    }
  }
})

test('files of the page are compressed beforehand and kept for ever', async () => {
  const { text } = await api.nobody.get('/')
  const script = `/${filesOf(text).find((file) => file.endsWith('.js'))}`
  const read = async (encoding: string) => {
    const response = await fetch(new URL(script, api.url), { headers: { 'accept-encoding': encoding } })
    const sent = Number(response.headers.get('content-length'))
    return { response, sent, length: (await response.arrayBuffer()).byteLength }
  }
  const plain = await read('identity')
  assert.equal(plain.response.headers.get('content-encoding'), null)
  for (const encoding of ['br', 'gzip']) {
    const { response, sent, length } = await read(encoding)
    assert.equal(response.headers.get('content-encoding'), encoding)
    assert.equal(length, plain.length)
    assert.ok(sent < plain.sent / 2, `${sent} of ${plain.sent} bytes`)
    assert.match(response.headers.get('cache-control') ?? '', /max-age=31536000, immutable/)
    assert.match(response.headers.get('vary') ?? '', /Accept-Encoding/i)
  }
})

test('files of the page come in no coding that their caller refuses, and in the one that it prefers', async () => {
  const { text } = await api.nobody.get('/')
  const script = `/${filesOf(text).find((file) => file.endsWith('.js'))}`
  const expected: Readonly<Record<string, string | null>> = {
    'br;q=0, gzip': 'gzip',
    'gzip;q=0': null,
    'br;q=0, gzip;q=0.0': null,
    'gzip;q=0.5, br;q=0.4': 'gzip',
    'gzip, br': 'br',
    'zstd, gzip;q=0.5': 'gzip',
    'identity, br;q=0.5': null,
    'x-br': null,
  }
  for (const [accepted, coding] of Object.entries(expected)) {
    const { headers } = await api.nobody.get(script, { 'accept-encoding': accepted })
    assert.equal(headers.get('content-encoding'), coding, accepted)
  }
})

test('what is no file of the page is not found, however it is written', async () => {
  for (const name of ['x.js', '..%2f..%2fpackage.json', 'index.html', '.built', '__proto__']) {
    refused(await api.nobody.get(`/assets/${name}`), 404)
  }
})

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

test('D46: at an address that names nothing a browser gets the page, which leads to its files, as 404', async () => {
  for (const path of ['/nowhere', '/p/some-slug/edit/more', '/v4/nowhere', '/docs/nowhere/']) {
    const answer = await api.nobody.get(path, { accept: browserAccept })
    assert.equal(answer.status, 404, path)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(policyOf(answer), /default-src 'none'/)
    const files = filesOf(answer.text)
    assert.ok(files.length > 0)
    for (const file of files) assert.match(new URL(file, api.url + path).pathname, /^\/assets\//)
  }
})

test('D45, D46: a program is told in a Problem that an address names nothing, and a known address that it does', async () => {
  for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0', '']) {
    refused(await api.admin.get('/nowhere', { accept }), 404)
    refused(await api.nobody.get('/nowhere', { accept }), 401)
  }
  const asBrowser = { accept: browserAccept }
  refused(await api.admin.post('/nowhere', {}, asBrowser), 404)
  refused(await api.admin.get('/place/00000000-0000-4000-8000-000000000000', asBrowser), 404)
  refused(await api.nobody.get('/place', asBrowser), 401)
  const { headers } = await api.admin.get('/import', asBrowser)
  assert.equal(headers.get('allow'), 'POST')
})

test('D50, D51: a call with PUBLIC_KEY sees what is published, and media where the key does; other keys stop the start', async (context) => {
  const dataDir = temporaryFolder(context)
  const first = await startService({ dataDir })
  const admin = client(first.url, first.adminKey)
  const keyWith = async (...permissions: string[]) =>
    accepted(await admin.post<{ key: string }>('/keys', { name: permissions.join(), permissions }), 201).key
  const fit = [
    { key: await keyWith('read'), sees: ['read-published'] },
    { key: await keyWith('read-published', 'read-media'), sees: ['read-published', 'read-media'] },
    { key: await keyWith('read', 'read-media'), sees: ['read-published', 'read-media'] },
  ]
  const unfit = [await keyWith('read-media'), await keyWith('read', 'update'), await keyWith('read-restricted', 'read')]
  const images = [{ url: 'https://pictures.invalid/1.jpg', title: 'Bild' }]
  const { id } = accepted(await admin.put<PlaceAnswer>('/place', validPlace({ media: { images } })), 201)
  const draft = accepted(await admin.put<PlaceAnswer>('/place', validPlace({ published: null })), 201)
  await first.close()
  for (const { key, sees } of fit) {
    const service = await startService({ dataDir, env: { PUBLIC_KEY: key } })
    const visitor = client(service.url, key)
    assert.deepEqual((await visitor.get('/keys/self')).body.permissions, sees)
    const place = accepted(await visitor.get<PlaceAnswer>(`/place/${id}?apikey=${key}`))
    assert.equal('media' in place, sees.includes('read-media'))
    refused(await visitor.get(`/place/${draft.id}`), 404)
    refused(await visitor.get('/place?include=non-published'), 403)
    refused(await visitor.get('/changes?after=0'), 403)
    await service.close()
  }
  for (const key of [...unfit, 'gz_unknown']) {
    await assert.rejects(
      startService({ dataDir, env: { PUBLIC_KEY: key } }),
      /^ConfigError: PUBLIC_KEY must be a key with the permission read-published or read, [^\n]*got [^\n]*$/,
    )
  }
})

test('D47: the page is told the public key and the map style, and may load from where they say', async (context) => {
  const dataDir = temporaryFolder(context)
  const first = await startService({ dataDir })
  const body = { name: 'visitors', permissions: ['read'] }
  const { key } = accepted(await client(first.url, first.adminKey).post<{ key: string }>('/keys', body), 201)
  await first.close()
  const env = {
    PUBLIC_KEY: key,
    MAP_STYLE_URL: 'https://maps.example/style.json?token=1',
    MAP_ORIGINS: 'https://tiles.example, https://fonts.example',
  }
  const service = await startService({ dataDir, env })
  context.after(() => service.close())
  const page = await client(service.url).get('/')
  const settings = /name="settings" content="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&quot;', '"') ?? '{}'
  const { map, ...others } = JSON.parse(settings)
  assert.deepEqual(Object.keys(map), ['ground', 'towns'])
  assert.deepEqual(others, {
    version: '0.0.0-test',
    locale: 'sv',
    publicKey: key,
    mapStyleUrl: env.MAP_STYLE_URL,
  })
  assert.match(
    policyOf(page),
    /connect-src 'self' https:\/\/maps\.example https:\/\/tiles\.example https:\/\/fonts\.example;/,
  )
  assert.doesNotMatch(page.text, new RegExp(service.adminKey))
})
