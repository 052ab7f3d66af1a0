import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accepted, client, type PlaceAnswer, refused, validPlace } from '../support/client.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { temporaryFolder } from '../support/process.ts'
import { Visitor } from '../support/provider/provider.ts'
import { startService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { openToVisitors } from '../support/visitors.ts'

const databases = await testDatabases()
const missing = 'missing' in databases && databases.missing

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

interface Options {
  readonly body?: unknown
  /** The `Origin`; null for none, absent for that of the service. */
  readonly origin?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** A browser without pages, and its calls to a service. */
function browser({ url }: { readonly url: string } = service) {
  const visitor = new Visitor()
  const call = async (method: string, path: string, { body, origin = url, headers }: Options = {}) => {
    const response = await visitor.send(url + path, {
      method,
      headers: {
        ...(origin !== null && { origin }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: text.startsWith('{') && JSON.parse(text) }
  }
  return {
    visitor,
    call,
    signIn: (key: string, options: Omit<Options, 'body'> = {}) =>
      call('POST', '/auth/key', { body: { key }, ...options }),
    /** The header with its cookies. */
    cookie: () => [...visitor.cookiesFor(url)].map((pair) => pair.join('=')).join('; '),
  }
}

const adminOf = ({ url, adminKey }: Pick<TestService, 'url' | 'adminKey'> = service) => client(url, adminKey)

interface Made {
  readonly id: string
  readonly key: string
}

async function makeKey(body: object = {}, at = service): Promise<Made> {
  return accepted(
    await adminOf(at).post<Made>('/keys', { name: 'editors', permissions: ['read', 'create'], ...body }),
    201,
  )
}

interface Session {
  readonly id: string
  readonly name: string
  readonly key?: string
  readonly permissions: readonly string[]
  readonly renewed: string
  readonly expires: string
}

async function sessionsOf(id: string, at = service): Promise<readonly Session[]> {
  const all = accepted(await adminOf(at).get<readonly Session[]>('/sessions'))
  return all.filter(({ key }) => key === id)
}

async function signedIn(key: string, at = service) {
  const made = browser(at)
  accepted(await made.signIn(key))
  return made
}

test('a key is exchanged for a session that has its rights and signs as it does', async () => {
  const { id, key } = await makeKey()
  const page = browser()
  const answer = await page.signIn(key)
  assert.equal(answer.status, 200, answer.text)
  const { name, permissions, session } = answer.body
  assert.deepEqual([answer.body.id, name, permissions], [id, 'editors', ['read', 'create']])
  assert.ok(!answer.text.includes(key))
  const { port } = new URL(service.url)
  const [cookie = '', ...more] = answer.headers.getSetCookie()
  assert.match(cookie, new RegExp(`^gazetteer-session-${port}=gz_[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax$`))
  assert.deepEqual(more, [])
  const self = await page.call('GET', '/keys/self')
  assert.deepEqual(self.body, answer.body)
  const [shown] = await sessionsOf(id)
  assert.deepEqual([shown?.id, shown?.name, shown?.permissions], [session.id, 'editors', ['read', 'create']])
  const made = await page.call('PUT', '/place', { body: validPlace({ updatedBy: 'Anna Berg' }) })
  assert.equal(made.status, 201, made.text)
  const revisions = accepted(
    await adminOf().get<{ Results: { who: string; caller: object }[] }>(`/place/${made.body.id}/revisions`),
  )
  assert.deepEqual(
    revisions.Results.map(({ who, caller }) => [who, caller]),
    [['Anna Berg', { key: 'editors' }]],
  )
  assert.equal((await page.call('DELETE', `/place/${made.body.id}?deletedby=x`)).status, 403)
  const out = await page.call('POST', '/auth/logout')
  assert.deepEqual([out.status, out.body], [200, {}])
  assert.equal(page.visitor.cookiesFor(service.url).size, 0)
  assert.deepEqual(await sessionsOf(id), [])
})

test('a key with actsAs keeps its one name in a session', async () => {
  const { key } = await makeKey({ actsAs: 'The register' })
  const { call } = await signedIn(key)
  assert.equal((await call('PUT', '/place', { body: validPlace({ updatedBy: 'Anna' }) })).status, 400)
  const { updatedBy: _, ...body } = validPlace()
  const made = await call('PUT', '/place', { body })
  assert.equal(made.status, 201, made.text)
  const place = accepted(await adminOf().get<PlaceAnswer>(`/place/${made.body.id}`))
  assert.equal(place.updatedBy, 'The register')
})

test('keys that give no access are refused alike, and so are those of everybody and of the command line', async (context) => {
  const { key: expiring } = await makeKey({ expires: '2099-01-01T00:00:00Z' })
  const { id, key: revoked } = await makeKey()
  accepted(await adminOf().delete(`/keys/${id}`), 204)
  for (const key of ['wrong', revoked, 'x'.repeat(512)]) {
    const answer = await browser().signIn(key)
    assert.equal(answer.status, 401, answer.text)
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="gazetteer", error="invalid_token"')
    assert.deepEqual(answer.headers.getSetCookie(), [])
  }
  assert.equal((await browser().signIn('x'.repeat(513))).status, 400)
  assert.equal((await browser().call('POST', '/auth/key', { body: {} })).status, 400)
  assert.equal((await browser().call('POST', '/auth/key', { body: { key: expiring, name: 'x' } })).status, 400)
  // The secret of a session is no key.
  const { visitor } = await signedIn(expiring)
  const [secret = ''] = visitor.cookiesFor(service.url).values()
  assert.equal((await browser().signIn(secret)).status, 401)
  refused(await client(service.url, secret).get('/keys/self'), 401)
  const options = await openToVisitors(async () => {}, { dataDir: temporaryFolder(context) })
  const open = await startService(options)
  context.after(() => open.close())
  const everybody = await browser(open).signIn(options.env!.PUBLIC_KEY!)
  assert.deepEqual([everybody.status, everybody.body.code], [403, 'public-key'])
})

test('a session follows its key: narrowed, rotated, revoked and expired, in open streams too', async (context) => {
  const own = await startService({ now: Date.parse('2026-06-15T12:00:00Z'), limits: { http: { commentMillis: 50 } } })
  context.after(() => own.close())
  const admin = adminOf(own)
  const { id, key } = await makeKey({}, own)
  const page = await signedIn(key, own)
  const status = async () => (await page.call('GET', '/place?limit=0')).status
  const stream = async () => {
    const answer = await page.visitor.send(`${own.url}/changes?after=0`, { headers: { accept: 'text/event-stream' } })
    assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/)
    return answer.text()
  }
  const narrowed = stream()
  accepted(await admin.patch(`/keys/${id}`, { permissions: ['create'] }))
  assert.equal(await status(), 403)
  await narrowed
  accepted(await admin.patch(`/keys/${id}`, { permissions: ['read'], expires: '2026-06-15T13:00:00Z' }))
  assert.equal(await status(), 200)
  own.advance(3_600_000)
  assert.equal(await status(), 401)
  assert.deepEqual(await sessionsOf(id, own), [], 'a session of an expired key is none')
  accepted(await admin.patch(`/keys/${id}`, { expires: null }))
  assert.equal(await status(), 200)
  const rotated = stream()
  const { key: next } = accepted(await admin.post<Made>(`/keys/${id}/rotate`))
  assert.equal(await status(), 401)
  await rotated
  accepted(await page.signIn(next))
  assert.equal(await status(), 200)
  const revoked = stream()
  accepted(await admin.delete(`/keys/${id}`), 204)
  assert.equal(await status(), 401)
  await revoked
})

test('a session of ADMIN_KEY ends when that is changed', async (context) => {
  const dataDir = temporaryFolder(context)
  const start = (ADMIN_KEY: string) => startService({ dataDir, env: { ADMIN_KEY } })
  const first = await start('the-first-admin-key')
  const { cookie } = await signedIn(first.adminKey, first)
  const kept = cookie().replace(/^.*=/, '')
  const statusAt = async ({ url }: TestService) => {
    const headers = { cookie: `gazetteer-session-${new URL(url).port}=${kept}` }
    return (await fetch(`${url}/keys/self`, { headers })).status
  }
  await first.close()
  const same = await start('the-first-admin-key')
  assert.equal(await statusAt(same), 200)
  await same.close()
  const other = await start('another-admin-key')
  context.after(() => other.close())
  assert.equal(await statusAt(other), 401)
})

test('a session ends without use and after its longest time, and use extends it', async (context) => {
  const now = Date.parse('2026-06-15T12:00:00Z')
  const own = await startService({ now, env: { SESSION_HOURS: '8', SESSION_HOURS_MAX: '20' } })
  context.after(() => own.close())
  const { id, key } = await makeKey({}, own)
  const page = await signedIn(key, own)
  const status = async () => (await page.call('GET', '/keys/self')).status
  const expiry = async () => (await sessionsOf(id, own))[0]?.expires
  const first = await expiry()
  own.advance(0.5 * 3_600_000)
  assert.equal(await status(), 200)
  assert.equal(await expiry(), first, 'nothing is written more often than every eighth of the time')
  own.advance(6.5 * 3_600_000)
  assert.equal(await status(), 200)
  await until('it is extended', async () => (await expiry()) === '2026-06-16T03:00:00.00000Z')
  own.advance(7 * 3_600_000)
  assert.equal(await status(), 200)
  await until('at most to its end', async () => (await expiry()) === '2026-06-16T08:00:00.00000Z')
  own.advance(6 * 3_600_000)
  assert.equal(await status(), 401)
  const other = await signedIn(key, own)
  own.advance(8 * 3_600_000)
  assert.equal((await other.call('GET', '/keys/self')).status, 401, 'not used')
})

test('a key has twenty sessions, and a sign-in ends the former one of its browser', async () => {
  const { id, key } = await makeKey()
  const pages = []
  for (let count = 0; count < 21; count++) pages.push(await signedIn(key))
  const statuses = []
  for (const { call } of pages) statuses.push((await call('GET', '/keys/self')).status)
  assert.deepEqual(statuses, [401, ...Array(20).fill(200)])
  assert.equal((await sessionsOf(id)).length, 20)
  const last = pages.at(-1)!
  const before = last.cookie()
  const { id: other, key: otherKey } = await makeKey()
  accepted(await last.signIn(otherKey))
  assert.notEqual(last.cookie(), before)
  assert.equal((await fetch(`${service.url}/keys/self`, { headers: { cookie: before } })).status, 401)
  assert.deepEqual([(await sessionsOf(id)).length, (await sessionsOf(other)).length], [19, 1])
  const all = await Promise.all(Array.from({ length: 30 }, () => browser().signIn(otherKey)))
  for (const answer of all) accepted(answer)
  assert.equal((await sessionsOf(other)).length, 20, 'at once too')
  const [{ id: open } = { id: '' }] = await sessionsOf(id)
  accepted(await adminOf().delete(`/sessions/${open}`), 204)
  assert.equal((await sessionsOf(id)).length, 18)
})

test('a sign-in and changes with a session come from the page, whatever else a browser may be made to send', async () => {
  const { key } = await makeKey()
  const { port } = new URL(service.url)
  const foreign = [
    null,
    'null',
    'https://evil.example',
    `https://127.0.0.1:${port}`,
    'http://127.0.0.1',
    `${service.url}.evil.example`,
  ]
  const page = await signedIn(key)
  for (const origin of foreign) {
    const refusal = await browser().signIn(key, { origin })
    assert.equal(refusal.status, 403, `${origin}`)
    assert.match(
      refusal.body.detail,
      /come only from the page at http:\/\/127.0.0.1:\d+;.*behind a proxy, set PUBLIC_URL$/,
    )
    assert.deepEqual(refusal.headers.getSetCookie(), [])
    assert.equal((await page.call('PUT', '/place', { body: validPlace(), origin })).status, 403, `${origin}`)
    assert.equal((await page.call('POST', '/auth/logout', { origin })).status, 403, `${origin}`)
    assert.equal((await page.call('GET', '/place?limit=0', { origin })).status, 200, `${origin}`)
  }
  for (const method of ['GET', 'HEAD', 'PUT']) {
    assert.equal((await browser().call(method, `/auth/key`)).status, 405, method)
  }
  const form = { method: 'POST', headers: { origin: service.url, 'content-type': 'application/x-www-form-urlencoded' } }
  assert.equal((await fetch(`${service.url}/auth/key`, { ...form, body: `key=${key}` })).status, 415)
  assert.equal((await page.call('PUT', '/place', { body: validPlace() })).status, 201)
})

test('a host that is none, and cookies with anything in them, are nobody and no fault', async () => {
  const { key } = await makeKey()
  const { cookie } = await signedIn(key)
  const own = cookie()
  const [name = '', secret = ''] = own.split('=')
  const asked = async (value: string) =>
    (await fetch(`${service.url}/keys/self`, { headers: { cookie: value } })).status
  assert.equal(await asked(own), 200)
  assert.equal(await asked(`a=b; ;;=; ${own}; x`), 200)
  const wrong = [`${name}=`, `${name}=;`, `${name}=${'x'.repeat(8_000)}`, `${name}="${secret}"`, `${name}=%00%ff`]
  const others = [`gazetteer-session=${secret}`, `__Host-${own}`, `${name.toUpperCase()}=${secret}`, `x${own}`]
  for (const value of [...wrong, ...others, '=', ';', `${name}=__proto__`]) assert.equal(await asked(value), 401, value)
})

test('a session counts against the rate of its key, and guesses against the address', async (context) => {
  const own = await startService({ env: { RATE_LIMIT: '6/h' } })
  context.after(() => own.close())
  const made = await makeKey({ rateLimit: '3/h' }, own)
  const page = await signedIn(made.key, own)
  const statuses = []
  for (const path of ['/keys/self', '/', '/keys/self']) statuses.push((await page.call('GET', path)).status)
  assert.deepEqual(statuses, [200, 200, 200])
  assert.equal((await client(own.url, made.key).get('/keys/self')).status, 429, 'one count for key and session')
  assert.equal((await page.call('GET', '/keys/self')).status, 429)
  const guesses = []
  for (let guess = 0; guess < 6; guess++) guesses.push((await browser(own).signIn(`guess ${guess}`)).status)
  assert.deepEqual(guesses, [401, 401, 401, 401, 401, 429], 'the sign-in of before was one')
  assert.equal((await client(own.url, 'wrong').get('/keys/self')).status, 429)
})

test('a key opens so many sessions in an hour, since each is written to the record', async () => {
  const { key } = await makeKey()
  for (let count = 0; count < 200; count++) accepted(await browser().signIn(key))
  const answer = await browser().signIn(key)
  assert.equal(answer.status, 429, answer.text)
  assert.match(answer.headers.get('retry-after') ?? '', /^3[56]\d\d$/)
  accepted(await browser().signIn((await makeKey()).key))
})

test('a key in a request decides alone', async () => {
  const { key } = await makeKey()
  const page = await signedIn(key)
  assert.equal((await page.call('GET', '/keys/self?apikey=wrong')).status, 401)
  const admin = await page.call('GET', '/keys/self', { headers: { 'x-api-key': service.adminKey } })
  assert.deepEqual([admin.body.id, admin.body.session], ['admin', undefined])
})

test('no secret of a sign-in by key is in what the service keeps, logs and shows', async (context) => {
  const own = await startService()
  context.after(() => own.close())
  const { key } = await makeKey({}, own)
  const page = await signedIn(key, own)
  await browser(own).signIn('a-guess-of-somebody')
  const [secret = ''] = page.visitor.cookiesFor(own.url).values()
  const shown = []
  for (const path of ['/sessions', '/keys', '/changes?after=0', '/export', '/metrics', '/keys/self']) {
    shown.push((await adminOf(own).get(path)).text)
  }
  for (const text of [key, secret, 'a-guess-of-somebody']) {
    assert.ok(![...shown, ...own.logged].some((line) => line.includes(text)), text)
  }
})

test('services that differ in port or path do not share cookies, and https ties them to the host', async (context) => {
  const names = []
  for (const PUBLIC_URL of [
    'https://a.example',
    'https://a.example/one',
    'http://a.example:81',
    'http://a.example/a.b',
  ]) {
    const own = await startService({ env: { PUBLIC_URL } })
    context.after(() => own.close())
    const answer = await browser(own).signIn(own.adminKey, { origin: new URL(PUBLIC_URL).origin })
    assert.equal(answer.status, 200, answer.text)
    const [cookie = ''] = answer.headers.getSetCookie()
    names.push(cookie.replace(/=\S+/, ''))
    assert.equal((await browser(own).signIn(own.adminKey)).status, 403, 'the address of the process is not its origin')
  }
  const end = 'Path=/; HttpOnly; SameSite=Lax'
  assert.deepEqual(names, [
    `__Host-gazetteer-session ${end}; Secure`,
    `__Host-gazetteer-session-one ${end}; Secure`,
    `gazetteer-session-81 ${end}`,
    `gazetteer-session-a.b ${end}`,
  ])
})

test('replicas share the sessions of keys, and the next one waits for one that was opened just now', {
  skip: missing,
}, async (context) => {
  if ('missing' in databases) return
  const env = { DATABASE_URL: await databases.create(), PUBLIC_URL: 'http://places.example' }
  const start = async () => {
    const started = await startService({ env })
    context.after(() => started.close())
    return started
  }
  const [one, other] = [await start(), await start()]
  const origin = 'http://places.example'
  const { id, key } = await makeKey({}, one)
  for (let round = 0; round < 5; round++) {
    const answer = await browser(one).signIn(key, { origin })
    const cookie = answer.headers.getSetCookie()[0]!.replace(/;.*/, '')
    const revision = answer.headers.get('gazetteer-revision')!
    const asked = await fetch(`${other.url}/keys/self`, { headers: { cookie, 'gazetteer-revision': revision } })
    assert.equal(asked.status, 200, `round ${round}`)
    const statusAt = async ({ url }: TestService) => (await fetch(`${url}/keys/self`, { headers: { cookie } })).status
    accepted(await adminOf(other).delete(`/sessions/${answer.body.session.id}`), 204)
    assert.equal(await statusAt(other), 401)
    await until('it has ended in the other', async () => (await statusAt(one)) === 401)
  }
  const answer = await browser(one).signIn(key, { origin })
  const cookie = answer.headers.getSetCookie()[0]!.replace(/;.*/, '')
  accepted(await adminOf(other).delete(`/keys/${id}`), 204)
  const statusAt = async ({ url }: TestService) => (await fetch(`${url}/keys/self`, { headers: { cookie } })).status
  for (const replica of [one, other]) await until('its key is gone', async () => (await statusAt(replica)) === 401)
  const far = { cookie, 'gazetteer-revision': '999999999' }
  const late = await fetch(`${one.url}/keys/self`, { headers: far })
  assert.deepEqual([late.status, late.headers.get('gazetteer-revision')], [401, null])
  assert.doesNotMatch(await late.text(), /revision/)
})
