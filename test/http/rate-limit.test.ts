import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { client } from '../support/client.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService } from '../support/service.ts'
import { sharedSuite } from '../support/suite.ts'
import { addressOf, everyRoute } from './every-route.ts'

const api = sharedSuite()

async function limited(context: TestContext, env = {}) {
  const service = await startService({ env: { RATE_LIMIT: '3/h', ...env } })
  context.after(() => service.close())
  return { service, admin: client(service.url, service.adminKey) }
}

test('a key that asks too often is told when it may again, and other callers go on', async (context) => {
  const { service, admin } = await limited(context)
  const keys = []
  for (const body of [{}, { rateLimit: '1/min' }, { rateLimit: '100/s' }]) {
    keys.push((await admin.post<{ key: string }>('/keys', { name: 'k', permissions: ['read'], ...body })).body.key)
  }
  const [usual = '', rare = '', often = ''] = keys
  const statuses = async (key: string, headers = {}) => {
    const answers = []
    for (let call = 0; call < 5; call++)
      answers.push((await client(service.url, key).get('/keys/self', headers)).status)
    return answers
  }
  assert.deepEqual(await statuses(usual), [200, 200, 200, 429, 429])
  assert.deepEqual(await statuses(rare), [200, 429, 429, 429, 429])
  assert.deepEqual(await statuses(often), [200, 200, 200, 200, 200])
  const refused = await client(service.url, usual).get<{ type: string }>('/place?limit=0')
  assert.equal(refused.status, 429)
  assert.match(refused.body.type, /#too-many-requests$/)
  assert.match(refused.headers.get('retry-after') ?? '', /^3[56]\d\d$/)
  assert.equal(refused.headers.get('ratelimit-policy'), '"default";q=3;w=3600')
  assert.match(refused.headers.get('ratelimit') ?? '', /^"default";r=0;t=3[56]\d\d$/)
  const metrics = await client(service.url, often).get('/metrics')
  assert.match(metrics.text, /gazetteer_rate_limited_total\{by="key"\} 7/)
})

test('without a valid key the address is counted, which keeps no valid key out', async (context) => {
  const { service, admin } = await limited(context)
  const nobody = client(service.url, 'wrong')
  const answers = []
  for (let call = 0; call < 5; call++) answers.push((await nobody.get('/keys/self')).status)
  assert.deepEqual(answers, [401, 401, 401, 429, 429])
  assert.equal((await admin.get('/keys/self')).status, 200)
  assert.equal((await client(service.url).get('/health/live')).status, 200)
})

test('a browser that signs in too often is told on a page, a program in a problem', async (context) => {
  const roles = join(temporaryFolder(context), 'roles.json')
  writeFileSync(roles, '[{"claim": "groups", "value": "editors", "permissions": ["read"]}]')
  const { service } = await limited(context, {
    ...{ PUBLIC_URL: 'http://localhost', OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_ROLES: roles },
    ...{ OIDC_CLIENT_ID: 'gazetteer', OIDC_CLIENT_SECRET: 'a-secret-of-the-client' },
  })
  const login = (accept: string) => client(service.url).get('/auth/login', { accept, 'accept-language': 'sv' })
  for (let call = 0; call < 3; call++) assert.equal((await login('*/*')).status, 503, 'no provider is there')
  const [page, problem] = [await login('text/html'), await login('*/*')]
  assert.deepEqual([page.status, problem.status], [429, 429])
  assert.match(page.text, /<main .*<h1>För många förfrågningar/)
  assert.match(page.headers.get('retry-after') ?? '', /^3[56]\d\d$/)
  assert.match(problem.headers.get('content-type') ?? '', /problem\+json/)
})

test('visitors with the public key are counted by address, which a trusted proxy tells', async (context) => {
  const folder = temporaryFolder(context)
  const first = await startService({ dataDir: folder })
  const made = await client(first.url, first.adminKey).post<{ key: string }>('/keys', {
    name: 'v',
    permissions: ['read'],
  })
  await first.close()
  const env = { RATE_LIMIT: '2/h', PUBLIC_KEY: made.body.key, TRUST_PROXY: 'loopback' }
  const service = await startService({ dataDir: folder, env })
  context.after(() => service.close())
  const asked = async (key: string, address: string) =>
    (await client(service.url, key).get('/keys/self', { 'x-forwarded-for': address })).status
  const answers = []
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.1', '192.0.2.1', '192.0.2.2']) {
    answers.push(await asked(made.body.key, address))
  }
  assert.deepEqual(answers, [200, 200, 200, 429, 200])
  const network = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3', '2001:db8:0:1::1']
  const ofNetwork = []
  for (const address of network) ofNetwork.push(await asked(made.body.key, address))
  assert.deepEqual(ofNetwork, [200, 200, 429, 200], 'a household has a whole network of IPv6')
  const ready =
    /^\/(auth|docs|manage|sign-in|assets|health|openapi\.json|asyncapi\.json|robots\.txt|finder\.js|favicon\.ico|map\/\w+\/:z)\b|^\/p\/:slug\/:view\/?$/
  const open = everyRoute().filter(({ needs }) => needs === 'nothing')
  const paths = open.filter(({ path }) => !ready.test(path)).map((route) => addressOf(route))
  assert.ok(paths.length > 8)
  for (const path of paths) {
    const of = { 'x-forwarded-for': `198.51.100.${paths.indexOf(path)}` }
    for (let call = 0; call < 2; call++) assert.notEqual((await client(service.url).get(path, of)).status, 429, path)
    assert.equal((await client(service.url).get(path, of)).status, 429, path)
  }
  const place = paths.findIndex((path) => path.startsWith('/p/'))
  const reader = { 'x-forwarded-for': `198.51.100.${place}`, accept: 'text/html', 'accept-language': 'sv' }
  const told = await client(service.url).get(paths[place] ?? '', reader)
  assert.match(told.text, /<h1>För många förfrågningar.*<a href="">Försök igen<\/a><a href="\.\.\/">/)
  assert.match(told.headers.get('retry-after') ?? '', /^3[56]\d\d$/)
  for (let call = 0; call < 2; call++) assert.equal(await asked('wrong', '192.0.2.3'), 401)
  assert.equal(await asked('wrong', '192.0.2.3'), 429)
  assert.equal(await asked('wrong', '192.0.2.4'), 401)
})

test('nothing is limited until it is configured, and a wrong limit stops the start', async () => {
  const { admin } = api
  assert.equal((await admin.post('/keys', { name: 'k', permissions: ['read'], rateLimit: '5' })).status, 400)
  const answer = await admin.get('/keys/self')
  assert.equal(answer.headers.get('ratelimit'), null)
  for (const RATE_LIMIT of ['600', '0/min', '-1/s', '5/day', '1e3/s']) {
    assert.throws(() => readConfig({ RATE_LIMIT }), /RATE_LIMIT must be requests in a time/)
  }
  for (const TRUST_PROXY of ['true', '0.0.0.0/0', '10.0.0.0/33', 'proxy', '::1/129', '10.0.0.1,']) {
    assert.throws(() => readConfig({ TRUST_PROXY }), /TRUST_PROXY must be/)
  }
  assert.deepEqual(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8' }).trustProxy, ['loopback', '10.0.0.0/8'])
})
