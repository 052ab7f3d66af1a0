import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { client } from '../support/client.ts'
import { freePort } from '../support/ports.ts'
import { type Ending, temporaryFolder } from '../support/process.ts'
import { Visitor } from '../support/provider/provider.ts'
import { startService } from '../support/service.ts'
import { stopTimeouts } from '../support/timeouts.ts'
import { nextEvent, until, within } from '../support/until.ts'

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const clientSecret = 'a-secret-of-the-client'
const tokens = { access_token: 'an-access-token', refresh_token: 'a-refresh-token' }

interface Forged {
  /** Over the claims that are right. */
  readonly claims?: object
  readonly header?: object
  /** The key that signs, instead of the published one. */
  readonly key?: KeyObject
  readonly signature?: (signed: string) => string
}

/** How a provider answers that a test wants nothing else of. */
const honest = {
  forged: {} as Forged,
  asked: {} as object,
  /** What the answer with tokens has beside them. */
  more: {} as object,
  answers: undefined as Answers | undefined,
}

/** A provider that says what a test wants, and a service that asks it. */
async function forger(
  context: Ending,
  { publicUrl, env }: { readonly publicUrl?: string; readonly env?: object } = {},
) {
  const [port, servicePort] = [await freePort(), await freePort()]
  const [issuer, url] = [`http://localhost:${port}`, `http://localhost:${servicePort}`]
  const state = { keys: newKeys(), nonce: '', idToken: '', ...honest }
  const usedCodes = new Set<string>()
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
  const answer = (response: ServerResponse, body: object, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer(async (request, response) => {
    if (await state.answers?.(request, response)) return
    if (request.url === '/jwks') {
      answer(response, {
        keys: [{ ...state.keys.publicKey.export({ format: 'jwk' }), kid: kidOf(state.keys.publicKey), use: 'sig' }],
      })
    } else if (request.url === '/token') {
      const code = new URLSearchParams(Buffer.concat(await Array.fromAsync(request)).toString()).get('code')
      if (code !== null && usedCodes.has(code)) return answer(response, { error: 'invalid_grant' }, 400)
      if (code !== null) usedCodes.add(code)
      state.idToken = tokenOf(state.nonce)
      answer(response, { ...tokens, ...state.more, token_type: 'Bearer', id_token: state.idToken })
    } else if (request.url === '/userinfo') answer(response, { sub: 'eve', ...state.asked })
    else answer(response, metadata)
  })
  const tokenOf = (nonce: string) => {
    const { claims, header, key = state.keys.privateKey, signature } = state.forged
    const now = Math.floor(Date.now() / 1000)
    const right = {
      iss: issuer,
      aud: 'gazetteer',
      sub: 'eve',
      iat: now,
      exp: now + 60,
      nonce,
      name: 'Eve',
      groups: ['g'],
    }
    const head = encoded({ alg: 'RS256', kid: kidOf(state.keys.publicKey), ...header })
    const signed = `${head}.${encoded({ ...right, ...claims })}`
    const by = signature ?? ((text: string) => sign('sha256', Buffer.from(text), key).toString('base64url'))
    return `${signed}.${by(signed)}`
  }
  await new Promise<void>((listening) => server.listen(port, 'localhost', listening))
  context.after(() => void server.close().closeAllConnections())
  const rolesFile = join(temporaryFolder(context), 'roles.json')
  const mail = { claim: 'email', value: 'boss@example.org', permissions: ['admin'] }
  writeFileSync(rolesFile, JSON.stringify([{ claim: 'groups', value: 'g', permissions: ['read'] }, mail]))
  const oidc = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'gazetteer',
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ROLES: rolesFile,
  }
  const service = await startService({
    env: { PORT: String(servicePort), HOST: 'localhost', PUBLIC_URL: publicUrl ?? url, ...oidc, ...env },
  })
  context.after(() => service.close())
  let codes = 0
  /** Begins a sign-in; gives where the provider would lead back to. */
  const begin = async (visitor: Visitor) => {
    const { location } = await login(visitor, '/')
    const sent = new URL(location).searchParams
    state.nonce = sent.get('nonce') ?? ''
    return `${url}/auth/callback?code=code-number-${++codes}&state=${sent.get('state')}`
  }
  const login = async (visitor: Visitor, returnTo: string) => {
    const answer = await visitor.send(`${url}/auth/login?return=${encodeURIComponent(returnTo)}`)
    return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
  }
  const forge = async (forged: Forged) => {
    state.forged = forged
    const visitor = new Visitor()
    const answer = await visitor.send(await begin(visitor))
    return { status: answer.status, text: await answer.text(), cookies: [...visitor.cookiesFor(url).keys()] }
  }
  return { issuer, url, state, begin, login, forge, service }
}

type Answers = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>

/** A provider that refuses to give tokens. */
function refusing(status: number, error: string): Answers {
  return ({ url }, response) => {
    if (url !== '/token') return false
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
    return true
  }
}

function kidOf(key: KeyObject): string {
  return String(key.export({ format: 'jwk' }).n).slice(0, 8)
}

const endings = new AsyncDisposableStack()
/** Of all tests that need no service of their own. */
let common: Awaited<ReturnType<typeof forger>>

before(async () => {
  common = await forger({ after: (end) => endings.defer(async () => void (await end())) })
})
beforeEach(() => void Object.assign(common.state, honest))
after(() => endings.disposeAsync())

test('a token is taken as it should be, and no other', async () => {
  const { forge, issuer } = common
  assert.equal((await forge({})).status, 302)
  const hmac = (text: string) => createHmac('sha256', clientSecret).update(text).digest('base64url')
  const wrong: Readonly<Record<string, Forged>> = {
    nonce: { claims: { nonce: 'another' } },
    'no nonce': { claims: { nonce: undefined } },
    issuer: { claims: { iss: `${issuer}.evil.example` } },
    audience: { claims: { aud: 'another' } },
    'another party': { claims: { aud: ['gazetteer', 'another'], azp: 'another' } },
    'of another': { claims: { azp: 'another' } },
    expired: { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } },
    'no sub': { claims: { sub: undefined } },
    key: { key: newKeys().privateKey },
    signature: { signature: () => Buffer.alloc(256).toString('base64url') },
    'no signature': { header: { alg: 'none' }, signature: () => '' },
    'the secret as a key': { header: { alg: 'HS256' }, signature: hmac },
  }
  for (const [what, forged] of Object.entries(wrong)) {
    const { status, cookies, text } = await forge(forged)
    assert.ok(status === 400 || status === 503, `${what}: ${status}`)
    assert.deepEqual(cookies, [], what)
    const claim = {
      nonce: 'nonce',
      issuer: 'iss',
      audience: 'aud',
      'another party': 'azp',
      'of another': 'azp',
      expired: 'exp',
    }[what]
    if (claim) assert.match(text, new RegExp(`the claim ${claim} of the ID token`), what)
  }
  assert.equal((await forge({})).status, 302, 'and a right one again')
})

test('a sign-in comes back once, to the browser that began it', async () => {
  const { url, begin, service } = common
  const [victim, attacker] = [new Visitor(), new Visitor()]
  const back = await begin(attacker)
  assert.equal((await victim.send(back)).status, 400, 'login CSRF: another browser')
  await begin(victim)
  assert.equal((await victim.send(back)).status, 400, 'another state than that of the browser')
  const own = await begin(victim)
  const kept = [...victim.cookiesFor(url)]
  const wrongIssuer = `${own}&iss=${encodeURIComponent('https://evil.example')}`
  assert.equal((await new Visitor().send(own)).status, 400, 'no cookie')
  assert.equal((await victim.send(own)).status, 302)
  const again = await victim.send(own)
  assert.deepEqual([again.headers.get('location'), again.headers.getSetCookie()], [`${url}/`, []], 'a callback twice')
  for (const [name, value] of kept) victim.cookiesFor(url).set(name, value)
  assert.equal((await victim.send(own)).status, 400, 'a replayed code, with the cookie of before')
  for (const [name, value] of kept) victim.cookiesFor(url).set(name, value)
  assert.equal((await victim.send(wrongIssuer)).status, 400, 'the answer of another provider')
  const late = await begin(attacker)
  service.advance(11 * 60_000)
  assert.equal((await attacker.send(late)).status, 400, 'after ten minutes')
})

test('a refusal of the provider is told, and nothing of it is script', async () => {
  const { url, begin } = common
  const visitor = new Visitor()
  const state = new URL(await begin(visitor)).searchParams.get('state')
  const answer = await visitor.send(`${url}/auth/callback?error=%3Cscript%3E&error_description=%3Cb%3E&state=${state}`)
  assert.equal(answer.status, 400)
  const text = await answer.text()
  assert.match(text, /<code>the provider says &lt;script&gt;<\/code>/)
  // The one of the page itself, which its policy names by a hash.
  assert.doesNotMatch(text.replace(/<script>.*?<\/script>/s, ''), /<script|<b>/)
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /unsafe/)
  const { headers } = answer
  assert.deepEqual([headers.get('cache-control'), headers.get('referrer-policy')], ['no-store', 'no-referrer'])
  const other = new URL(await begin(visitor)).searchParams.get('state')
  const cancelled = await visitor.send(`${url}/auth/callback?error=access_denied&state=${other}`, {
    headers: { 'accept-language': 'sv' },
  })
  assert.match(await cancelled.text(), /Inloggningen avbröts/)
})

test('nobody is led elsewhere', async () => {
  const { login, url } = common
  const evil = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',

    '/a\r\nx: y',
    '/\t/evil',
    '@evil.example',
    '.evil.example',
  ]
  for (const path of evil) {
    const { status, text } = await login(new Visitor(), path)
    assert.equal(status, 400, `${path}: ${text}`)
  }
  const visitor = new Visitor()
  assert.equal((await login(visitor, '/p/dom?x=1')).status, 302)
  assert.equal(new URL((await login(visitor, '/')).location).searchParams.get('redirect_uri'), `${url}/auth/callback`)
})

test('addresses and cookies follow the configured address, whatever a request says of its host', async (context) => {
  const publicUrl = 'https://places.example'
  const { begin, url } = await forger(context, { publicUrl })
  const asked = request(`${url}/auth/login`, { agent: false, headers: { host: 'evil.example' } }).end()
  const [led] = (await nextEvent(asked, 'response')) as [IncomingMessage]
  const sent = new URL(led.resume().headers.location ?? '').searchParams
  assert.equal(sent.get('redirect_uri'), `${publicUrl}/auth/callback`)
  const kept = led.headers['set-cookie'] ?? []
  assert.match(kept.join(), /^__Host-gazetteer-sign-in=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/)
  const visitor = new Visitor()
  const answer = await visitor.send(await begin(visitor))
  assert.equal(answer.headers.get('location'), `${publicUrl}/`)
  const [session = ''] = answer.headers.getSetCookie()
  const whole = /^__Host-gazetteer-session=gz_[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/
  assert.match(session, whole)
  const status = async (origin: string) =>
    (await visitor.send(`${url}/auth/logout`, { method: 'POST', headers: { origin } })).status
  assert.deepEqual([await status(url), await status(publicUrl)], [403, 200])
})

test('groups that the provider could not tell give nothing, and that is said', async () => {
  const { forge } = common
  for (const overage of [{ hasgroups: true }, { _claim_names: { groups: 'src1' } }]) {
    const { status, text } = await forge({ claims: { groups: undefined, ...overage } })
    assert.equal(status, 403)
    assert.match(text, /the groups were too many for the provider to tell/)
  }
})

test('a provider that is down, slow, vast or encoded is told as such, and others go on', async (context) => {
  const { forge, login, state, service, url } = await forger(context)
  state.answers = (_, response) => {
    response.writeHead(500).end()
    return true
  }
  assert.equal((await login(new Visitor(), '/')).status, 503)
  state.answers = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('{}')
    return true
  }
  service.advance(60_000)
  assert.equal((await login(new Visitor(), '/')).status, 503)
  state.answers = undefined
  service.advance(60_000)
  assert.equal((await forge({})).status, 302, 'it is asked again')
  const pass = stopTimeouts(context)
  const asked = Promise.withResolvers<void>()
  state.answers = ({ url: path }) => {
    if (path === '/token') asked.resolve()
    return path === '/token'
  }
  const unanswered = forge({})
  await within('the provider is asked', asked.promise)
  pass(10_000)
  state.answers = undefined
  const huge = Array.from({ length: 100_000 }, (_, number) => `group-${number}`)
  assert.equal((await forge({ claims: { groups: ['g', ...huge] } })).status, 503)
  assert.equal((await forge({ claims: { groups: ['g', ...huge.slice(0, 5000)] } })).status, 302)
  assert.equal((await fetch(`${url}/v4/keys/self`, { headers: { 'x-api-key': service.adminKey } })).status, 200)
  assert.deepEqual(await unanswered.then(({ status, cookies }) => [status, cookies]), [503, []], 'given up after 10 s')
})

test('a refusal of any kind ends a session, and what is overdue is asked before anything else', async () => {
  const { begin, state, service, url } = common
  const errors = ['invalid_grant', 'interaction_required', 'access_denied', 'unauthorized_client']
  const passing = [
    [429, 'invalid_request'],
    [400, 'temporarily_unavailable'],
    [503, 'invalid_grant'],
  ] as const
  for (const [status, error] of passing) {
    state.answers = undefined
    const visitor = new Visitor()
    assert.equal((await visitor.send(await begin(visitor))).status, 302)
    state.answers = refusing(status, error)
    service.advance(3 * 3_600_000)
    assert.equal((await visitor.send(`${url}/v4/keys/self`)).status, 200, `it may be better later: ${status} ${error}`)
  }
  for (const error of errors) {
    state.answers = undefined
    const visitor = new Visitor()
    assert.equal((await visitor.send(await begin(visitor))).status, 302)
    const status = async () => (await visitor.send(`${url}/v4/keys/self`)).status
    assert.equal(await status(), 200)
    state.answers = refusing(400, error)
    service.advance(3 * 3_600_000)
    assert.equal(await status(), 401, error)
  }
})

test('a session is renewed before its refresh token ends, where the provider says when', async () => {
  const { begin, state, service, url } = common
  const renewals = async (refreshSeconds: number) => {
    state.more = { refresh_expires_in: refreshSeconds }
    const visitor = new Visitor()
    assert.equal((await visitor.send(await begin(visitor))).status, 302)
    let count = 0
    state.answers = ({ url: path }) => {
      if (path === '/token') count++
      return false
    }
    // Twice a third of half an hour, when calls wait for it.
    service.advance(21 * 60_000)
    assert.equal((await visitor.send(`${url}/keys/self`)).status, 200)
    return count
  }
  assert.deepEqual([await renewals(1800), await renewals(0)], [1, 0])
})

test('a session that is ended while it is renewed stays ended', async () => {
  const { begin, state, service, url } = common
  const visitor = new Visitor()
  assert.equal((await visitor.send(await begin(visitor))).status, 302)
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  state.answers = async ({ url: path }) => {
    if (path === '/token') asked.resolve()
    await released.promise
    return false
  }
  service.advance(1.5 * 3_600_000)
  const status = async () => (await visitor.send(`${url}/keys/self`)).status
  assert.equal(await status(), 200)
  await within('the provider is asked', asked.promise)
  const admin = client(url, service.adminKey)
  const sessions = async () => (await admin.get<readonly { id: string }[]>('/sessions')).body.map(({ id }) => id)
  const { id } = (await (await visitor.send(`${url}/keys/self`)).json()) as { id: string }
  assert.ok((await sessions()).includes(id))
  assert.equal((await admin.delete(`/sessions/${id}`)).status, 204)
  const logged = service.logged.length
  released.resolve()
  await until('the renewal comes to nothing', () =>
    service.logged.slice(logged).join('').includes('could not be renewed'),
  )
  assert.equal(await status(), 401)
  assert.ok(!(await sessions()).includes(id))
})

test('an address is verified only by who tells it, and nobody is a person without a name at the provider', async () => {
  const { forge, state } = common
  assert.equal((await forge({ claims: { sub: '' } })).status, 400)
  state.asked = { email: 'eve@example.org', email_verified: true }
  const none = { groups: [] }
  assert.equal((await forge({ claims: { ...none, email: 'boss@example.org' } })).status, 403)
  assert.equal((await forge({ claims: { ...none, email: 'boss@example.org', email_verified: 'true' } })).status, 403)
  assert.equal((await forge({ claims: { ...none, email: 'boss@example.org', email_verified: true } })).status, 302)
  state.asked = { email: 'boss@example.org', email_verified: true }
  assert.equal((await forge({ claims: none })).status, 302)
})

test('a provider may change its keys', async () => {
  const { forge, service, state } = common
  assert.equal((await forge({})).status, 302)
  state.keys = newKeys()
  const before = (await forge({})).status
  service.advance(60_000)
  const answers = [before, (await forge({})).status]
  assert.equal(answers.at(-1), 302, `${answers}`)
})

test('what the provider says of itself is asked once a minute, however often it fails and whoever asks', async (context) => {
  const { login, service, state } = await forger(context)
  let asked = 0
  state.answers = (_, response) => {
    asked++
    response.writeHead(500).end()
    return true
  }
  const logins = (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await login(new Visitor(), '/')).status))
  assert.deepEqual(new Set([...(await logins(20)), ...(await logins(20))]), new Set([503]))
  assert.equal(asked, 1)
  service.advance(60_000)
  await logins(20)
  assert.equal(asked, 2)
  state.answers = undefined
  service.advance(60_000)
  assert.deepEqual(await logins(1), [302])
})

test('a provider that fails now and then is still known by what it said before', async (context) => {
  const { forge, login, service, state } = await forger(context)
  assert.equal((await forge({})).status, 302)
  assert.equal((await forge({ claims: { nonce: 'another' } })).status, 400)
  let asked = 0
  state.answers = ({ url: path }, response) => {
    if (!path?.includes('well-known')) return false
    asked++
    response.writeHead(500).end()
    return true
  }
  service.advance(60_000)
  assert.equal((await login(new Visitor(), '/')).status, 302)
  assert.equal((await forge({})).status, 302)
  assert.equal(asked, 1)
})

test('who forges the beginning of a sign-in makes the service ask nobody', async () => {
  const { begin, state, url } = common
  let asked = 0
  state.answers = () => {
    asked++
    return false
  }
  const visitor = new Visitor()
  const back = await begin(visitor)
  asked = 0
  const [name = '', kept = ''] = [...visitor.cookiesFor(url)][0] ?? []
  const own = { state: 's', nonce: 'n', verifier: 'v'.repeat(43), returnTo: '/', until: Date.now() * 2 }
  const changed = Buffer.from(kept, 'base64url')
  changed[20]! ^= 1
  for (const forged of [encoded(own), changed.toString('base64url'), kept.slice(0, -4), '']) {
    const forger = new Visitor()
    forger.cookiesFor(url).set(name, forged)
    for (const state of ['s', new URL(back).searchParams.get('state')]) {
      assert.equal((await forger.send(`${url}/auth/callback?code=c&state=${state}`)).status, 400)
    }
  }
  assert.equal(asked, 0)
  assert.equal((await visitor.send(back)).status, 302)
})

test('one address keeps no other from signing in while the provider does not answer', async (context) => {
  const { begin, state } = await forger(context, { env: { TRUST_PROXY: 'loopback' } })
  const waiting: ServerResponse[] = []
  state.answers = ({ url: path }, response) => {
    if (path === '/token') waiting.push(response)
    return path === '/token'
  }
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address, 'accept-language': 'sv' } })
  const visitors = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const visitor = new Visitor()
      return { visitor, back: await begin(visitor) }
    }),
  )
  const answers = visitors.map(({ visitor, back }) => visitor.send(back, from('192.0.2.1')))
  const busy = answers.map((answer) => answer.then(({ status, headers }) => [status, headers.get('retry-after')]))
  const first = await within('some are refused', Promise.any(busy))
  assert.deepEqual(first, [503, '5'])
  await until('32 ask the provider', () => waiting.length === 32)
  state.answers = undefined
  const other = new Visitor()
  assert.equal((await other.send(await begin(other), from('192.0.2.2'))).status, 302)
  for (const response of waiting) response.writeHead(500).end()
  const told = await Promise.all(answers.map(async (answer) => (await answer).text()))
  assert.equal(told.filter((text) => /för många som loggar in/.test(text)).length, 8)
  // They may load the page again, so the browser keeps its part of the sign-in.
  for (const [at, text] of told.entries()) {
    if (/för många/.test(text)) assert.deepEqual((await answers[at])?.headers.getSetCookie(), [])
  }
  const again = new Visitor()
  assert.equal((await again.send(await begin(again), from('192.0.2.1'))).status, 302, 'its share is free again')
})

test('an issuer that differs by a slash is a fault of the configuration, with both values in the log', async (context) => {
  const { login, service, state, issuer } = await forger(context)
  state.answers = ({ url: path }, response) => {
    if (!path?.includes('well-known')) return false
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ issuer: `${issuer}/realms/x` }))
    return true
  }
  const { status, text } = await login(new Visitor(), '/')
  assert.equal(status, 503)
  assert.match(text, /felaktigt inställd/)
  const line = `OIDC_ISSUER is '${issuer}', but the provider calls itself '${issuer}/realms/x'`
  assert.ok(
    service.logged.some((one) => one.includes(line)),
    service.logged.join(''),
  )
})

test('no secret of a sign-in is in the log, in metrics, errors, a backup or what is told', async (context) => {
  const { begin, forge, url, service, state } = await forger(context)
  const visitor = new Visitor()
  const back = await begin(visitor)
  const sent = new URL(back).searchParams
  const secrets = [clientSecret, sent.get('state')!, sent.get('code')!, ...visitor.cookiesFor(url).values()]
  await visitor.send(back)
  secrets.push(state.idToken, ...Object.values(tokens))
  secrets.push(...visitor.cookiesFor(url).values())
  await forge({ claims: { nonce: 'another' } })
  const admin = { headers: { 'x-api-key': service.adminKey } }
  const paths = ['/metrics', '/sessions', '/keys', '/changes?after=0', '/export']
  const told = await Promise.all(paths.map(async (path) => (await fetch(url + path, admin)).text()))
  // What a backup is a copy of.
  for (const file of globSync(join(service.dataDir, 'gazetteer.db*'))) told.push(readFileSync(file, 'latin1'))
  await service.close()
  for (const secret of secrets.filter((one) => one.length > 1)) {
    assert.ok(![...told, ...service.logged].some((text) => text.includes(secret)), secret)
  }
})
