import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import { grantsOf, parseRoles } from '../../src/sign-in/roles.ts'
import type { PlaceAnswer } from '../support/client.ts'
import { accepted, client } from '../support/client.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { type Ending, temporaryFolder } from '../support/process.ts'
import { startProvider, Visitor } from '../support/provider/provider.ts'
import type { Person } from '../support/provider/server.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

const databases = await testDatabases()
const missing = 'missing' in databases && databases.missing

const roles = [
  { claim: 'groups', value: 'forsamling-{owner}-redaktor', permissions: ['read', 'create', 'update'] },
  { claim: 'groups', value: 'readers', permissions: ['read'] },
  { claim: 'realm_access.roles', value: 'boss', permissions: ['admin'] },
  { claim: 'email', value: 'ove@example.org', permissions: ['read'] },
]

const people: Readonly<Record<string, Person>> = {
  anna: { name: 'Anna Berg', groups: ['readers', 'forsamling-uppsala-redaktor'] },
  bo: { name: 'Bo Ek', realm_access: { roles: ['boss'] } },
  cia: { name: 'Cia <b>Alm', groups: ['choir'] },
}

/** A service whose people sign in at a provider. */
async function world(context: Ending, env: Readonly<Record<string, string>> = {}, given: readonly object[] = roles) {
  const provider = await startProvider(context, { roles: given, people })
  const service = await startService({
    env: { ...provider.env, ...env },
    limits: { http: { recheckMillis: 0 } },
  })
  context.after(() => service.close())
  return { provider, service, url: provider.publicUrl }
}

const endings = new AsyncDisposableStack()
/** The world of all tests that see no sessions but their own; pages of other origins may read there. */
let common: Awaited<ReturnType<typeof world>>

before(async () => {
  common = await world({ after: (end) => endings.defer(async () => void (await end())) }, { CORS_ORIGINS: '*' })
})
beforeEach(() => common.provider.setPeople(people))
after(() => endings.disposeAsync())

/** A visitor who calls the interface with the session. */
function caller(visitor: Visitor, url: string) {
  return async (method: string, path: string, body?: object, origin: string | null = url) => {
    const response = await visitor.send(url + path, {
      method,
      headers: { ...(origin !== null && { origin }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      text,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined,
    }
  }
}

async function signedIn(service: { readonly url: string }, sub: string) {
  const visitor = new Visitor()
  const answer = await visitor.signIn(service.url, sub, '/manage')
  assert.equal(answer.status, 302, await answer.text())
  assert.equal(answer.headers.get('location'), `${service.url}/manage`)
  return { visitor, call: caller(visitor, service.url) }
}

const geolocation = { type: 'Feature', geometry: { type: 'Point', coordinates: [17.6, 59.9] } }
const place = (owner: string) => ({ name: 'Dom', owner: { id: owner, type: 'external' }, geolocation })

test('a person signs in, writes under the own name for the own owner alone, and signs out', async () => {
  const { url } = common
  const { visitor, call } = await signedIn({ url }, 'anna')
  const self = await call('GET', '/keys/self')
  assert.deepEqual([self.body.name, self.body.permissions], ['Anna Berg', ['read', 'create', 'update']])
  assert.deepEqual(self.body.session.sub, 'anna')
  const made = await call('PUT', '/place', place('uppsala'))
  assert.equal(made.status, 201, made.text)
  assert.equal((made.body as PlaceAnswer).updatedBy, undefined, 'names of people are restricted')
  assert.equal((await call('PUT', '/place', place('lund'))).status, 403)
  assert.equal((await call('PATCH', `/place/${made.body.id}`, place('lund'))).status, 403)
  assert.equal((await call('PATCH', `/place/${made.body.id}`, { updatedBy: 'Bo Ek' })).status, 400)
  assert.equal((await call('PATCH', `/place/${made.body.id}`, { updatedBy: ' Anna Berg', name: 'B' })).status, 204)
  const refused = await call('DELETE', `/place/${made.body.id}`)
  assert.deepEqual([refused.status, refused.body.detail], [403, `'Anna Berg' lacks the permission 'delete'`])
  const out = await call('POST', '/auth/logout')
  const { pathname, searchParams } = new URL(out.body.location)
  assert.match(pathname, /session\/end/)
  const told = ['client_id', 'post_logout_redirect_uri', 'id_token_hint'].map((name) => searchParams.get(name))
  assert.deepEqual(told, ['gazetteer', `${url}/`, null], 'no token reaches a browser')
  assert.equal(visitor.cookiesFor(url).size, 0)
  assert.equal((await call('GET', '/keys/self')).status, 401)
})

test('the history tells a person who was signed in from a program with its key, to those who may see names', async () => {
  const { url, service } = common
  const { call } = await signedIn({ url }, 'anna')
  const admin = client(url, service.adminKey)
  const { id } = (await call('PUT', '/place', place('uppsala'))).body as PlaceAnswer
  const { body } = await admin.post<{ key: string }>('/keys', {
    ...{ name: 'sync', permissions: ['update', 'delete', 'read'], actsAs: 'The register' },
  })
  const program = client(url, body.key)
  assert.equal((await program.patch(`/place/${id}`, { name: 'Domkyrkan' })).status, 204)
  assert.equal((await program.patch(`/place/${id}`, { name: 'D', updatedBy: 'Anna Berg' })).status, 400)
  assert.equal((await program.delete(`/place/${id}?deletedby=Anna`)).status, 400)
  assert.equal((await program.delete(`/place/${id}`)).status, 204)
  assert.equal((await admin.post(`/place/${id}/restore?updatedby=Bo`)).status, 200)
  interface Told {
    readonly Results: readonly { readonly who?: string; readonly caller?: object }[]
  }
  const told = (answer: { readonly body: Told }) => answer.body.Results.map(({ who, caller }) => [who, caller])
  assert.deepEqual(told(await admin.get<Told>(`/place/${id}/revisions`)), [
    ['Bo', { key: 'ADMIN_KEY' }],
    ['The register', { key: 'sync' }],
    ['The register', { key: 'sync' }],
    ['Anna Berg', { sub: 'anna' }],
  ])
  assert.deepEqual(told(await program.get<Told>(`/place/${id}/revisions`))[0], [undefined, undefined])
  const line = JSON.stringify({ ...place('uppsala'), updatedBy: 'Anna Berg' })
  const boss = await signedIn({ url }, 'bo')
  const imported = await boss.visitor.send(`${url}/import`, {
    ...{ method: 'POST', body: `${line}\n`, headers: { origin: url, 'content-type': 'application/x-ndjson' } },
  })
  assert.match(await imported.text(), /"pointer":"\/updatedBy","detail":"must be 'Bo Ek'/)
})

test('replicas of one record share a session, and one that an admin ends in one ends in all', {
  skip: missing,
}, async (context) => {
  if ('missing' in databases) return
  const provider = await startProvider(context, { roles, people })
  const env = {
    ...provider.env,
    DATABASE_URL: await databases.create(),
    SECRETS_KEY: 'sixteen-and-sixteen-are-thirty-two',
  }
  const one = await startService({ env })
  context.after(() => one.close())
  const other = await startService({ env: { ...env, PORT: '0' } })
  context.after(() => other.close())
  const { visitor } = await signedIn(one, 'anna')
  const cookie = [...visitor.cookiesFor(provider.publicUrl)].map((pair) => pair.join('=')).join('; ')
  const at = async ({ url }: { readonly url: string }, path = '/keys/self', options: RequestInit = {}) =>
    fetch(`${url}/v4${path}`, { ...options, headers: { cookie, origin: provider.publicUrl, ...options.headers } })
  await until('the other replica knows the session', async () => (await at(other)).status === 200)
  const body = JSON.stringify(place('uppsala'))
  const made = await at(other, '/place', { method: 'PUT', body, headers: { 'content-type': 'application/json' } })
  assert.equal(made.status, 201, await made.text())
  one.advance(2 * 3_600_000)
  other.advance(2 * 3_600_000)
  provider.setPeople({ ...people, anna: { name: 'Anna Ek', groups: ['readers'] } })
  const nameAt = async (service: { readonly url: string }) =>
    ((await (await at(service)).json()) as { name: string }).name
  await until('the other replica renews what the first has sealed', async () => (await nameAt(other)) === 'Anna Ek')
  await until('the first follows', async () => (await nameAt(one)) === 'Anna Ek')
  const admin = client(other.url, other.adminKey)
  const [session] = (await admin.get<readonly { id: string }[]>('/sessions')).body
  assert.equal((await admin.delete(`/sessions/${session!.id}`)).status, 204)
  assert.equal((await at(other)).status, 401)
  await until('it has ended in the first', async () => (await at(one)).status === 401)
})

test('a permission of one role and an owner of another are no right together', async (context) => {
  const given = [
    { claim: 'groups', value: 'maker-{owner}', permissions: ['read', 'create'] },
    { claim: 'groups', value: 'keeper-{owner}', permissions: ['update', 'delete'] },
  ]
  const { url, service, provider } = await world(context, {}, given)
  provider.setPeople({
    eva: { name: 'Eva', groups: ['maker-a', 'keeper-b', 'keeper-d', 'keeper-', 'maker', 42, null, ['maker-c']] },
  })
  const { call } = await signedIn({ url }, 'eva')
  const admin = client(url, service.adminKey)
  const put = async (owner: string) =>
    (await admin.put<PlaceAnswer>('/place', { ...place(owner), updatedBy: 'x' })).body.id
  const [a, b] = [await put('a'), await put('b')]
  const status = async (...asked: Parameters<typeof call>) => (await call(...asked)).status
  assert.equal(await status('PUT', '/place', place('a')), 201)
  assert.equal(await status('PUT', '/place', place('b')), 403, 'create is for a alone')
  assert.equal(await status('PUT', '/place', place('c')), 403, 'a list in a list is no group')
  assert.equal(await status('PATCH', `/place/${a}`, { name: 'x' }), 403, 'update is for b alone')
  assert.equal(await status('PATCH', `/place/${b}`, { name: 'x' }), 204)
  assert.equal(await status('PATCH', `/place/${b}`, { owner: { id: 'a', type: 'external' } }), 403, 'a new owner')
  assert.equal(await status('PATCH', `/place/${b}`, { parent: { id: a } }), 403, 'a parent of another owner')
  const apart = await call('PATCH', `/place/${b}`, { owner: { id: 'd', type: 'external' } })
  assert.match(
    apart.body.detail,
    /^this takes one grant for the owners 'd'.*'b', which are allowed each by itself alone$/,
  )
  assert.equal(await status('DELETE', `/place/${a}`), 403)
  assert.equal(await status('DELETE', `/place/${b}`), 204)
  assert.equal(await status('POST', `/place/${b}/restore`), 200)
  assert.equal(await status('POST', `/place/${b}/purge?confirm=${b}`), 403)
  assert.equal(await status('GET', '/export'), 403)
})

test('a session is of the provider that it was made with, and none lasts longer than the longest', async (context) => {
  const provider = await startProvider(context, { roles, people })
  const dataDir = temporaryFolder(context)
  const env = { ...provider.env, SESSION_HOURS: '1', SESSION_HOURS_MAX: '1' }
  const first = await startService({ env, dataDir })
  const { visitor } = await signedIn({ url: provider.publicUrl }, 'anna')
  const status = async () => (await visitor.send(`${provider.publicUrl}/keys/self`)).status
  assert.equal(await status(), 200)
  await first.close()
  const other = await startService({ env: { ...env, OIDC_ISSUER: 'http://localhost:1' }, dataDir })
  assert.equal(await status(), 401)
  await other.close()
  const again = await startService({ env, dataDir })
  context.after(() => again.close())
  assert.equal(await status(), 200)
  again.advance(1.1 * 3_600_000)
  assert.equal(await status(), 401)
})

test('a session whose refresh token was encrypted with another key ends, and the log says why', async (context) => {
  const provider = await startProvider(context, { roles, people })
  const dataDir = temporaryFolder(context)
  const envWith = (SECRETS_KEY: string) => ({ ...provider.env, SECRETS_KEY })
  const first = await startService({ env: envWith('a'.repeat(32)), dataDir })
  const { visitor } = await signedIn({ url: provider.publicUrl }, 'anna')
  await first.close()
  const other = await startService({ env: envWith('b'.repeat(32)), dataDir })
  context.after(() => other.close())
  const status = async () => (await visitor.send(`${provider.publicUrl}/keys/self`)).status
  assert.equal(await status(), 200)
  other.advance(3 * 3_600_000)
  assert.equal(await status(), 401)
  assert.ok(other.logged.some((line) => line.includes('another SECRETS_KEY')))
})

test('two tabs of a browser may sign in at once, and each return is used once', async () => {
  const { url } = common
  const visitor = new Visitor()
  const first = await visitor.atProvider(url, 'anna')
  const kept = new Map(visitor.cookiesFor(url))
  const second = await visitor.atProvider(url, 'anna')
  assert.equal((await visitor.send(first)).status, 400, 'the browser keeps one sign-in')
  const tossed = new Map(visitor.cookiesFor(url))
  assert.equal((await visitor.send(second)).status, 302)
  for (const [name, value] of tossed) visitor.cookiesFor(url).set(name, value)
  assert.equal((await visitor.send(second)).status, 400, 'a return twice, with the cookie that was deleted')
  for (const [name, value] of kept) visitor.cookiesFor(url).set(name, value)
  assert.equal((await visitor.send(first)).status, 302)
})

test('what is still being sent when a session ends is not written', async () => {
  const { url, service } = common
  const { visitor, call } = await signedIn({ url }, 'bo')
  const { id } = (await call('GET', '/keys/self')).body
  const admin = client(url, service.adminKey)
  const cookie = [...visitor.cookiesFor(url)].map((pair) => pair.join('=')).join('; ')
  const send = (method: string, path: string, type: string) => {
    const asked = request(url + path, { method, agent: false, headers: { cookie, origin: url, 'content-type': type } })
    const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
      asked.on('error', reject).on('response', (answer) => {
        void text(answer).then((told) => resolve({ status: answer.statusCode ?? 0, text: told }), reject)
      })
    })
    return { asked, answered }
  }
  const line = (key: string) => `${JSON.stringify({ ...place('sent-late'), key })}\n`
  const written = async () => {
    const path = '/place?owner_id=sent-late&limit=0&include=non-published'
    return (await admin.get<{ TotalHits: number }>(path)).body.TotalHits
  }
  const put = send('PUT', '/place', 'application/json')
  put.asked.write(' ')
  const imported = send('POST', '/import', 'application/x-ndjson')
  imported.asked.write(line('first'))
  await until('the first is imported', async () => (await written()) === 1)
  assert.equal((await admin.delete(`/sessions/${id}`)).status, 204)
  put.asked.end(JSON.stringify(place('sent-late')))
  assert.equal((await put.answered).status, 401)
  imported.asked.end(line('second'))
  assert.match((await imported.answered).text, /"key":"first","status":"created".*\n.*the session has ended/)
  assert.equal(await written(), 1)
})

test('tiles and events, which are asked for without headers of ours, come with the session and end with it', async () => {
  const { url, service } = common
  const { visitor, call } = await signedIn({ url }, 'anna')
  const events = await visitor.send(`${url}/changes?after=0`, { headers: { accept: 'text/event-stream' } })
  assert.match(events.headers.get('content-type') ?? '', /^text\/event-stream/)
  const admin = client(url, service.adminKey)
  const { id } = (await call('GET', '/keys/self')).body
  assert.equal((await call('GET', '/place/tiles/0/0/0.mvt', undefined, null)).status, 200)
  assert.equal((await fetch(`${url}/place/tiles/0/0/0.mvt`)).status, 401)
  assert.equal((await admin.delete(`/sessions/${id}`)).status, 204)
  // With the next change, or within 15 s.
  accepted(await admin.put('/place', { ...place('uppsala'), updatedBy: 'Bo' }), 201)
  assert.match(await events.text(), /^(:|id:|event:)/m)
})

test('a role that says what it cannot mean is refused, with its number', () => {
  const role = { claim: 'groups', value: 'editors', permissions: ['read'] }
  const faults = [
    [{ value: 'forsamling-{ägare}' }, "value may hold the placeholder {owner}, not '{ägare}'"],
    [{ value: '{owner}-{owner}' }, "value may hold one {owner}, got '{owner}-{owner}'"],
    [{ permissions: ['write'] }, "permissions must be of .*, got 'write'"],
    [{ owners: ['a'], permissions: ['admin'] }, 'admin is for every owner'],
    [{}, 'is role 1 once more'],
  ] as const
  for (const [change, fault] of faults) {
    const text = JSON.stringify([role, { ...role, ...change }])
    assert.throws(() => parseRoles(text), new RegExp(`role 2: ${fault}`))
  }
})

test('a start with such a role, or without the file, ends with one line', async (context) => {
  const file = join(temporaryFolder(context), 'roles.json')
  const env = {
    ...{ PUBLIC_URL: 'http://localhost', OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_ROLES: file },
    ...{ OIDC_CLIENT_ID: 'gazetteer', OIDC_CLIENT_SECRET: 'a-secret-of-the-client' },
  }
  const start = async () => (await startService({ env })).close()
  await assert.rejects(start, /^ConfigError: OIDC_ROLES \/[^\n]*roles\.json: [^\n]*no such file[^\n]*$/)
  writeFileSync(file, JSON.stringify([{ claim: 'groups', value: 'a', permissions: ['admin'], owners: ['a'] }]))
  await assert.rejects(start, /^ConfigError: OIDC_ROLES [^\n]*: role 1: admin is for every owner[^\n]*$/)
})

test('the roles of the documents fit what each provider says, and every setting is told', () => {
  const document = readFileSync('docs/sign-in.md', 'utf8')
  const rolesIn = (heading: string) => {
    const [, section = ''] = document.split(`## ${heading}\n`)
    const [own = ''] = section.split('\n## ')
    const lines = [...own.matchAll(/`(\s*\[?\{"claim"[^`]*)`/g)].map(([, line]) => line)
    return parseRoles(lines.join(''))
  }
  const editing = { permissions: ['read', 'create', 'update'] }
  assert.deepEqual(grantsOf({ roles: ['redaktor'] }, rolesIn('Microsoft Entra')), [editing])
  const google = rolesIn('Google')
  assert.deepEqual(grantsOf({ hd: 'example.org' }, google), [{ permissions: ['read'] }])
  assert.deepEqual(grantsOf({ email: 'anna@example.org' }, google), [{ permissions: ['admin'] }])
  const groups = { groups: ['forsamling-unit-7-redaktor', 'forsamling--redaktor', 'x-forsamling-a-redaktor'] }
  assert.deepEqual(grantsOf(groups, rolesIn('Keycloak')), [{ ...editing, owners: ['unit-7'] }])
  const examples = [...document.matchAll(/```json\n(.*?)```/gs)].map(([, roles = '']) => parseRoles(roles))
  assert.deepEqual(
    examples.map(({ length }) => length),
    [1, 4],
  )
  const settings = new Set(readFileSync('src/config.ts', 'utf8').match(/\b(OIDC|SESSION)_[A-Z_]+\b/g))
  for (const name of settings) assert.match(document, new RegExp(`^\\|[^|]*\`${name}\``, 'm'))
})

test('a key in a request decides alone, and the secret of a session is no key', async () => {
  const { url, service } = common
  const { visitor, call } = await signedIn({ url }, 'anna')
  const [secret = ''] = visitor.cookiesFor(url).values()
  assert.match(secret, /^gz_/)
  assert.equal((await client(url, secret).get('/keys/self')).status, 401)
  const wrong = await visitor.send(`${url}/keys/self?apikey=wrong`)
  assert.equal(wrong.status, 401)
  const admin = await visitor.send(`${url}/keys/self`, { headers: { 'x-api-key': service.adminKey } })
  assert.equal(((await admin.json()) as { id: string }).id, 'admin')
  assert.equal((await call('GET', '/keys/self')).status, 200)
})

test('with a session, changes come from the page alone; reads need no origin', async () => {
  const { url } = common
  const { call } = await signedIn({ url }, 'anna')
  for (const origin of [null, 'https://evil.example', 'null', `${url}.evil.example`, url.replace('http:', 'https:')]) {
    assert.equal((await call('PUT', '/place', place('uppsala'), origin)).status, 403, `origin ${origin}`)
    assert.equal((await call('GET', '/place?limit=0', undefined, origin)).status, 200)
    assert.equal((await call('POST', '/auth/logout', undefined, origin)).status, 403)
  }
  assert.equal((await call('PUT', '/place', place('uppsala'))).status, 201)
})

test('whom no role fits is told so by name, with what the provider says, and gets nothing', async () => {
  const { url } = common
  const visitor = new Visitor()
  const answer = await visitor.signIn(url, 'cia', '/manage')
  assert.equal(answer.status, 403)
  const page = await answer.text()
  assert.match(page, /Cia &lt;b&gt;Alm: groups: choir; realm_access.roles: –/)
  assert.equal(visitor.cookiesFor(url).size, 0)
  const again = (/href="([^"]+other=true)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&')
  assert.match(again, /return=%2Fmanage&/)
  const location = new URL((await visitor.send(again)).headers.get('location') ?? '')
  assert.equal(location.searchParams.get('prompt'), 'login', 'what this provider knows of')
  assert.equal((await caller(visitor, url)('GET', '/keys/self')).status, 401)
})

test('an unverified email grants nothing, unless the provider is trusted', async (context) => {
  const { url, provider } = common
  const ove = { name: 'Ove', email: 'ove@example.org' }
  provider.setPeople({ ove })
  assert.equal((await new Visitor().signIn(url, 'ove')).status, 403)
  provider.setPeople({ ove: { ...ove, email_verified: true } })
  assert.equal((await new Visitor().signIn(url, 'ove')).status, 302)
  const trusting = await world(context, { OIDC_TRUST_EMAIL: 'true' })
  trusting.provider.setPeople({ ove })
  assert.equal((await new Visitor().signIn(trusting.url, 'ove')).status, 302)
})

test('an admin sees who is signed in and ends a session; a sign-in ends the former one of the browser', async (context) => {
  const { url, service } = await world(context)
  const admin = client(url, service.adminKey)
  const anna = await signedIn({ url }, 'anna')
  const bo = await signedIn({ url }, 'bo')
  interface Shown {
    readonly id: string
    readonly sub: string
  }
  const { body: sessions } = await admin.get<readonly Shown[]>('/sessions')
  assert.deepEqual(sessions.map(({ sub }) => sub).sort(), ['anna', 'bo'])
  assert.equal((await anna.call('GET', '/sessions')).status, 403)
  assert.deepEqual((await admin.get<readonly object[]>('/keys')).body, [], 'a session is no key')
  const id = sessions.find(({ sub }) => sub === 'anna')!.id
  assert.equal((await admin.delete(`/keys/${id}`)).status, 404)
  assert.equal((await bo.call('DELETE', `/sessions/${id}`)).status, 204)
  assert.equal((await anna.call('GET', '/keys/self')).status, 401)
  const stale = [...bo.visitor.cookiesFor(url)]
  await bo.visitor.signIn(url, 'bo')
  assert.notDeepEqual([...bo.visitor.cookiesFor(url)], stale, 'the secret is new at each sign-in')
  assert.equal((await admin.get<readonly Shown[]>('/sessions')).body.length, 1)
})

test('a session is counted by itself, its pages too, and what others ask from its address keeps it from nothing', async (context) => {
  const { url } = await world(context, { RATE_LIMIT: '4/h' })
  const [anna, bo] = [await signedIn({ url }, 'anna'), await signedIn({ url }, 'bo')]
  const page = async (visitor: Visitor) => visitor.send(`${url}/`)
  const strangers = []
  for (let call = 0; call < 5; call++) strangers.push((await page(new Visitor())).status)
  assert.deepEqual(strangers, [200, 200, 200, 200, 429])
  assert.equal((await fetch(`${url}/keys/self`)).status, 429, 'two sign-ins were two calls each of this address')
  const shown = await page(anna.visitor)
  assert.deepEqual([shown.status, shown.headers.get('ratelimit-policy')], [200, '"default";q=4;w=3600'])
  assert.match(shown.headers.get('ratelimit') ?? '', /^"default";r=3;t=3[56]\d\d$/)
  const own = []
  for (const origin of ['https://evil.example', url, url, url]) {
    own.push((await anna.call('POST', '/place/unknown/restore', undefined, origin)).status)
  }
  assert.deepEqual(own, [403, 403, 403, 429], 'of another page, and without the right')
  assert.equal((await page(anna.visitor)).status, 429)
  const { text } = await bo.call('GET', '/metrics')
  const told = [...text.matchAll(/^gazetteer_rate_limited_total\{by="(\w+)"\} (\d+)$/gm)].map(([, by, count]) => [
    by,
    count,
  ])
  assert.deepEqual(told.sort(), [
    ['address', '1'],
    ['session', '2'],
    ['visitor', '1'],
  ])
})

test('rights that have changed come at the next renewal, and a session that the provider refuses ends', async () => {
  const { url, service, provider } = common
  const { call } = await signedIn({ url }, 'anna')
  provider.setPeople({ ...people, anna: { name: 'Anna Ek', groups: ['readers'] } })
  assert.equal((await call('GET', '/keys/self')).body.name, 'Anna Berg')
  service.advance(2 * 3_600_000)
  await until('the rights are renewed', async () => (await call('GET', '/keys/self')).body.name === 'Anna Ek')
  assert.deepEqual((await call('GET', '/keys/self')).body.permissions, ['read'])
  service.advance(7 * 3_600_000)
  assert.equal((await call('GET', '/keys/self')).status, 200, 'it slides')
  provider.setPeople({})
  service.advance(2 * 3_600_000)
  await until('the session has ended', async () => (await call('GET', '/keys/self')).status === 401)
})

test('a session ends when it is not used, and after its longest time at last', async (context) => {
  const { url, service } = await world(context, { SESSION_HOURS_MAX: '12' })
  const { call } = await signedIn({ url }, 'anna')
  const renewed = async () =>
    (await client(url, service.adminKey).get<readonly { renewed: string }[]>('/sessions')).body[0]?.renewed
  for (let hours = 2; hours < 12; hours += 2) {
    const before = await renewed()
    service.advance(2 * 3_600_000)
    assert.equal((await call('GET', '/keys/self')).status, 200, `after ${hours} hours`)
    await until('it is renewed', async () => {
      await call('GET', '/keys/self')
      return (await renewed()) !== before
    })
  }
  service.advance(2 * 3_600_000)
  assert.equal((await call('GET', '/keys/self')).status, 401)
  const other = await signedIn({ url }, 'anna')
  service.advance(8.1 * 3_600_000)
  assert.equal((await other.call('GET', '/keys/self')).status, 401)
})
