import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { editWords } from '../../web/edit/edit-words.ts'
import { fieldWords } from '../../web/place/place-fields.ts'
import { startKept } from '../support/child.ts'
import { accepted, client, type PlaceAnswer, refused, validPlace } from '../support/client.ts'
import { installPackages } from '../support/debian.ts'
import { freePort } from '../support/ports.ts'
import { type Ending, temporaryFolder } from '../support/process.ts'
import { startService, type TestService } from '../support/service.ts'
import { until, within } from '../support/until.ts'
import { type Web, type WebTest, webSuite } from '../support/web.ts'
import { nameOwner } from './variants.ts'

/**
 * nginx as Debian has it and as people set it up: `gzip` for JSON too, buffering, HTTP/1.0 to the service; with a service at
 * the root, one below a path, and one that limits how often callers ask.
 */
const programs = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx']
const ports = { root: await freePort(), below: await freePort(), limited: await freePort() }
const [url, publicUrl] = [`http://127.0.0.1:${ports.root}`, `http://127.0.0.1:${ports.below}/places`]
/** The time after which nginx closes a silent connection, and that between two comments on a stream. */
const [readTimeoutMillis, commentMillis] = [6_000, 500]
const compressing = { 'accept-encoding': 'gzip' }

const endings = new AsyncDisposableStack()
after(() => endings.disposeAsync())
const ending: Ending = { after: (end) => endings.defer(async () => void (await end())) }
let below: TestService
let missing: string | undefined

const web = webSuite({ prepare: startNginx, limits: { http: { commentMillis } } })

/** A test that goes through nginx; skipped where there is none. */
function throughNginx(name: string, run: Parameters<WebTest>[1]): void {
  web(name, async (web, context) => {
    if (missing !== undefined) return context.skip(missing)
    await run(web, context)
  })
}

async function startNginx({ service, admin }: Web): Promise<void> {
  await nameOwner(admin)
  const find = () => programs.find((file) => existsSync(file))
  const failure = find() ? undefined : installPackages(['nginx-light'])
  const program = find()
  if (program === undefined) {
    missing = `there is no nginx on this machine, and ${failure}`
    return
  }
  const folder = temporaryFolder(ending)
  const dataDir = temporaryFolder(ending)
  below = await startService({ dataDir, env: { PUBLIC_URL: publicUrl, PUBLIC_KEY: await visitorKey(dataDir) } })
  ending.after(() => below.close())
  const limited = await startService({ env: { TRUST_PROXY: 'loopback', RATE_LIMIT: '2/h' } })
  ending.after(() => limited.close())
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, { root: service.url, below: below.url, limited: limited.url }))
  const nginx = startKept([program, '-p', folder, '-c', file, '-e', 'stderr'])
  ending.after(() => nginx.end())
  const answers = async () => (await fetch(`${url}/health/live`).catch(() => undefined))?.ok === true
  await until('nginx answers', answers, { saw: () => nginx.output() })
}

async function visitorKey(dataDir: string): Promise<string> {
  const service = await startService({ dataDir })
  const admin = client(`${service.url}/v4`, service.adminKey)
  const made = await admin.post<{ key: string }>('/keys', { name: 'visitors', permissions: ['read-published'] })
  await service.close()
  return accepted(made, 201).key
}

function configuration(folder: string, to: Readonly<Record<keyof typeof ports, string>>): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off; master_process off; pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  gzip on; gzip_proxied any; gzip_types text/plain text/css application/json application/javascript application/xml;
  large_client_header_buffers 4 32k; client_max_body_size 50m;
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_next_upstream off;
  server {
    listen 127.0.0.1:${ports.root};
    location / { proxy_pass ${to.root}; }
    location = /v4/changes { proxy_pass ${to.root}; proxy_read_timeout ${readTimeoutMillis}ms; }
  }
  server { listen 127.0.0.1:${ports.below}; location /places/ { proxy_pass ${to.below}/; } }
  server { listen 127.0.0.1:${ports.limited}; location / { proxy_pass ${to.limited}; } }
}`
}

throughNginx(
  'D43: behind an nginx that compresses, a small place is saved, and a stale revision refused',
  async (web) => {
    const admin = client(`${url}/v4`, web.service.adminKey)
    const { id } = accepted(await admin.put('/place', validPlace({ name: 'Komprimerad' })), 201)
    const read = await admin.get(`/place/${id}`, compressing)
    const tag = read.headers.get('etag') ?? ''
    assert.equal(read.headers.get('content-encoding'), 'gzip')
    assert.match(tag, /^W\/"/, 'nginx has weakened it')
    assert.equal((await admin.get(`/place/${id}`, { ...compressing, 'if-none-match': tag })).status, 304)
    accepted(await admin.patch(`/place/${id}`, { name: 'Sparad', updatedBy: 'a' }, { 'if-match': tag }), 204)
    refused(await admin.patch(`/place/${id}`, { name: 'Inaktuell', updatedBy: 'a' }, { 'if-match': tag }), 412)
  },
)

throughNginx(
  'D43: behind an nginx that compresses, an editor saves, and learns what others change meanwhile',
  async (web, context) => {
    const { id, slug } = accepted(await web.admin.put<PlaceAnswer>('/v4/place', validPlace({ name: 'Redigerad' })), 201)
    const page = await web.open(context, `/p/${slug}/edit`, { origin: url })
    await page.getByRole('textbox', { name: fieldWords.en.name, exact: true }).fill('Redigerad igen')
    await page.getByRole('button', { name: editWords.en.save, exact: true }).click()
    await page.getByRole('heading', { name: 'Redigerad igen' }).waitFor()
    await page.goto(`${url}/p/${slug}/edit`)
    await page.getByRole('textbox', { name: fieldWords.en.name, exact: true }).fill('Halvskriven')
    accepted(await web.admin.patch(`/v4/place/${id}`, { longDescription: 'Ny', updatedBy: 'Cecilia' }), 204)
    await page
      .getByRole('status')
      .filter({ hasText: editWords.en.newer('Cecilia') })
      .waitFor()
  },
)

throughNginx('a large body that is refused early is answered with the refusal', async (web) => {
  const large = validPlace({ longDescription: 'x'.repeat(3_000_000) })
  for (let attempt = 0; attempt < 20; attempt++) {
    refused(await client(`${url}/v4`, 'wrong').put('/place', large), 401)
    refused(await client(`${url}/v4`, web.service.adminKey).put('/place', large), 413)
  }
})

throughNginx('changes come through as they happen, and what is streamed comes whole', async (web) => {
  const admin = client(`${url}/v4`, web.service.adminKey)
  const over = new AbortController()
  const headers = { ...compressing, accept: 'text/event-stream', authorization: `Bearer ${web.service.adminKey}` }
  const stream = await fetch(`${url}/v4/changes`, { headers, signal: over.signal })
  let text = ''
  const reading = (async () => {
    for await (const bytes of stream.body!) text += Buffer.from(bytes).toString()
  })().catch(() => {})
  await until('the stream begins', () => text.includes('event: history'), { saw: () => text })
  for (const name of ['Först', 'Sedan']) {
    accepted(await admin.put('/place', validPlace({ name })), 201)
    await until(`${name} has come`, () => text.includes(`"name":"${name}"`), { saw: () => text })
  }
  over.abort()
  await within('the stream ends', reading)
  const { TotalHits } = accepted(await admin.get<{ TotalHits: number }>('/place?limit=0'))
  const lines = (await admin.get('/place?limit=all&format=ndjson', compressing)).text.trim().split('\n')
  assert.equal(lines.length, TotalHits)
})

throughNginx(
  'a request that waits for changes ends by time, and a stream outlasts the time without any',
  async (web) => {
    const headers = { authorization: `Bearer ${web.service.adminKey}` }
    const address = `${url}/v4/changes?owner_id=ingen`
    const began = performance.now()
    const answer = await fetch(`${address}&wait=2`, { headers })
    const { Results } = (await answer.json()) as { Results: unknown[] }
    assert.deepEqual([answer.status, Results], [200, []])
    assert.ok(performance.now() - began > 1_900, 'it has waited')
    const over = new AbortController()
    const stream = await fetch(address, { headers: { ...headers, accept: 'text/event-stream' }, signal: over.signal })
    let text = ''
    let hasEnded = false
    const reading = (async () => {
      for await (const bytes of stream.body!) text += Buffer.from(bytes).toString()
    })()
      .catch(() => {})
      .finally(() => {
        hasEnded = true
      })
    // nginx itself would have closed it by now.
    const comments = () => text.split('\n').filter((line) => line === ':').length
    await until('comments have come', () => comments() > 2 + readTimeoutMillis / commentMillis, { saw: () => text })
    accepted(await web.admin.put('/v4/place', validPlace({ owner: { id: 'ingen', type: 'Projekt' } })), 201)
    await until('a change has come', () => text.includes('"ingen"'), { saw: () => text })
    assert.equal(hasEnded, false)
    over.abort()
    await within('the stream ends', reading)
  },
)

throughNginx('callers behind a trusted proxy are told apart by X-Forwarded-For, and cannot forge it', async () => {
  const nobody = client(`http://127.0.0.1:${ports.limited}/v4`, 'wrong')
  const status = async (from?: string) =>
    (await nobody.get('/keys/self', from === undefined ? {} : { 'x-forwarded-for': from })).status
  // nginx puts the address that it sees behind what the caller says; here that is loopback, a proxy too.
  const statuses = []
  for (const from of ['192.0.2.1', '192.0.2.1', '203.0.113.9, 192.0.2.1', '192.0.2.2'])
    statuses.push(await status(from))
  assert.deepEqual(statuses, [401, 401, 429, 401])
})

throughNginx(
  'below a path, every address that is answered leads there, and everything that it leads to is there',
  async () => {
    const admin = client(`${publicUrl}/v4`, below.adminKey)
    const published = '2020-01-01T00:00:00Z'
    const made = await admin.put<PlaceAnswer>('/place', validPlace({ name: 'Under en sökväg', published }))
    const { id, slug } = accepted(made, 201)
    assert.equal(made.headers.get('location'), `${publicUrl}/v4/place/${id}`)
    accepted(await admin.put('/place', validPlace({ name: 'En till', published })), 201)
    accepted(await admin.patch(`/place/${id}`, { name: 'Under en annan', updatedBy: 'a' }), 204)
    const { headers } = await admin.get('/place?limit=1')
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
    const address = new URL(next, `${publicUrl}/v4/place`)
    assert.ok(address.href.startsWith(`${publicUrl}/`), next)
    accepted(await client('', below.adminKey).get(address.href))
    const moved = await client(publicUrl).get(`/p/${slug}`)
    const now = accepted(await admin.get<PlaceAnswer>(`/place/${id}`)).slug
    assert.equal(new URL(moved.headers.get('location') ?? '', `${publicUrl}/p/${slug}`).href, `${publicUrl}/p/${now}`)
    const parts = (await client(publicUrl).get('/sitemap.xml')).text.matchAll(/<loc>([^<]+)/g)
    const sitemap = (await Promise.all([...parts].map(async ([, part = '']) => (await fetch(part)).text()))).join('')
    const queue = ['/', '/docs', '/docs/filters', '/manage'].map((path) => publicUrl + path)
    queue.push(...[...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, loc = '']) => loc))
    assert.ok(queue.includes(`${publicUrl}/p/${now}`), sitemap)
    const seen = new Set(queue)
    for (const from of queue) {
      assert.ok(from.startsWith(`${publicUrl}/`), from)
      const answer = await fetch(from)
      assert.ok(answer.status < 400, `${from}: ${answer.status}`)
      assert.ok(answer.url.startsWith(`${publicUrl}/`), `${from} leads to ${answer.url}`)
      const text = await answer.text()
      if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
      for (const [, link = ''] of text.matchAll(/<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]+)"/g)) {
        const to = new URL(link.replaceAll('&amp;', '&'), answer.url)
        to.hash = ''
        if (to.origin !== new URL(publicUrl).origin || seen.has(to.href)) continue
        seen.add(to.href)
        queue.push(to.href)
      }
    }
    assert.ok(seen.size > 20, String(seen.size))
  },
)

throughNginx('below a path, the page shows places and keeps its addresses there', async (web, context) => {
  const page = await web.open(context, '/', { origin: publicUrl, key: null })
  await page.getByRole('link', { name: 'En till' }).first().click()
  await page.getByRole('heading', { name: 'En till' }).waitFor()
  assert.match(page.url(), /\/places\/p\/[\w-]*en-till$/)
  await page.reload()
  await page.getByRole('heading', { name: 'En till' }).waitFor()
})
