import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { banner } from '../../src/cli/banner.ts'
import { readConfig } from '../../src/config.ts'
import { mayOfferLink } from '../../src/http/requests/first-link.ts'
import { client } from '../support/client.ts'
import { type StartOptions, startService } from '../support/service.ts'
import { exchange, problemOf } from './raw.ts'

async function started(context: TestContext, options: StartOptions = {}) {
  const service = await startService({ atTerminal: true, ...options })
  context.after(() => service.close())
  const code = service.link?.split('#code=')[1] ?? ''
  const use = (headers: Readonly<Record<string, string>> = {}, given = code) =>
    client(service.url).post('/auth/code', { code: given }, { origin: service.url, ...headers })
  /** Calls with the session of an answer. */
  const withSession = (answer: Awaited<ReturnType<typeof use>>) => {
    const [cookie = ''] = answer.headers.getSetCookie()
    return client(service.url).get('/keys/self', { cookie: cookie.replace(/;.*/, '') })
  }
  return { service, use, withSession }
}

test('the link of a start signs one browser in, once', async (context) => {
  const { service, use, withSession } = await started(context)
  const told = banner({ url: service.url, data: service.dataDir, link: service.link ?? '', demoPlaces: 0 })
  assert.match(told, new RegExp(`\\n {2}${service.url}/#code=[\\w-]{43}\\n`))
  const answer = await use()
  assert.equal(answer.status, 200)
  assert.match(
    answer.headers.getSetCookie().join(),
    /^gazetteer-session-\d+=gz_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  assert.doesNotMatch(answer.text, /gz_/, 'no key reaches the page')
  const self = await withSession(answer)
  assert.deepEqual([self.body.name, self.body.permissions], ['first sign-in', ['admin']])
  assert.equal((await use()).status, 403)
  service.advance(8 * 3_600_000)
  assert.equal((await withSession(answer)).status, 401)
})

test('only the page on the machine of the service may use the link, in time', async (context) => {
  const { service, use } = await started(context)
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { host: 'evil.example', origin: 'http://evil.example' },
    { 'x-forwarded-for': '192.0.2.1' },
    { forwarded: 'for=192.0.2.1' },
    { via: '1.1 proxy' },
    { 'true-client-ip': '192.0.2.1' },
  ]) {
    assert.equal((await use(headers)).status, 403, JSON.stringify(headers))
  }
  assert.equal((await use({}, 'wrong')).status, 403)
  service.advance(16 * 60_000)
  assert.equal((await use()).status, 403)
})

test('a code is asked for where there may be one, and read where it is as short as one', async (context) => {
  const head = (url: string) => [
    'POST /auth/code HTTP/1.1',
    `Host: ${new URL(url).host}`,
    'Content-Type: application/json',
  ]
  const announced = async (url: string, ...more: readonly string[]) =>
    problemOf(
      await exchange(url, [...head(url), ...more, 'Content-Length: 4097', 'Connection: close', '', ''].join('\r\n')),
    )
  const { service } = await started(context)
  assert.equal((await announced(service.url)).status, 403, 'from elsewhere')
  const { status, problem } = await announced(service.url, `Origin: ${service.url}`)
  assert.deepEqual([status, problem.detail], [413, 'the body of this request may have 4 KiB (4096 bytes)'])
  const other = (await started(context, { atTerminal: false })).service
  assert.equal((await announced(other.url, `Origin: ${other.url}`)).status, 404)
})

test('whoever guesses ends the link', async (context) => {
  const { use } = await started(context)
  for (let guess = 0; guess < 10; guess++) await use({}, 'x'.repeat(43))
  assert.equal((await use()).status, 403)
})

test('no link is printed where others may see the service, or nobody sees the terminal', async (context) => {
  assert.equal((await started(context, { env: { PUBLIC_URL: 'http://localhost' } })).service.link, undefined)
  for (const env of [{ TRUST_PROXY: 'loopback' }, { HOST: '0.0.0.0' }]) {
    assert.equal(mayOfferLink(readConfig(env)), false)
  }
  const { service, use } = await started(context, { atTerminal: false })
  assert.equal(service.link, undefined)
  assert.equal((await use({}, 'x')).status, 404)
})
