import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, refused } from '../support/client.ts'
import { startService } from '../support/service.ts'
import { suite } from '../support/suite.ts'
import { exchange } from './raw.ts'

const origin = 'https://map.example.org'
const api = suite({
  env: { CORS_ORIGINS: `https://other.example.org,${origin}`, PUBLIC_URL: 'https://places.example.org/api' },
})

test('a preflight of a known origin needs no key and allows what the interface takes', async () => {
  for (const path of ['/place', '/v4/place/x', '/nowhere']) {
    const answer = await api.nobody.send('OPTIONS', path, {
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-api-key,if-match',
      },
    })
    assert.equal(answer.status, 204, path)
    assert.equal(answer.headers.get('access-control-allow-origin'), origin)
    assert.match(answer.headers.get('access-control-allow-methods') ?? '', /PATCH/)
    for (const name of [
      'Authorization',
      'X-API-Key',
      'SvkAuthSvc-ApiKey',
      'If-Match',
      'If-None-Match',
      'Content-Type',
    ]) {
      assert.ok(answer.headers.get('access-control-allow-headers')?.includes(name), name)
    }
  }
})

test('answers to a known origin expose what a page needs, errors too, and depend on the origin', async () => {
  for (const answer of [await api.admin.get('/place', { origin }), await api.nobody.get('/place', { origin })]) {
    assert.equal(answer.headers.get('access-control-allow-origin'), origin)
    for (const name of ['ETag', 'Location', 'X-Request-Id']) {
      assert.ok(answer.headers.get('access-control-expose-headers')?.includes(name), name)
    }
    assert.equal(answer.headers.get('vary'), 'Origin, Accept-Encoding, Authorization, X-API-Key, SvkAuthSvc-ApiKey')
  }
})

test('an unknown origin gets no permission', async () => {
  const answer = await api.admin.get('/place', { origin: 'https://evil.example.org' })
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
})

test('an answer says the same of origins whether it was made in the direct lane or not', async (context) => {
  const open = await startService({ env: { CORS_ORIGINS: '*' } })
  context.after(() => open.close())
  const fieldsOf = async (url: string, ...more: string[]) => {
    const fields = ['Host: x', 'X-API-Key: test-admin-key', 'Connection: close', ...more]
    const [head = ''] = (await exchange(url, ['GET /place HTTP/1.1', ...fields, '', ''].join('\r\n'))).split('\r\n\r\n')
    return head.split('\r\n').filter((line) => /^(access-control-.*|vary):/i.test(line))
  }
  for (const { url } of [api, open]) {
    for (const asked of [[], [`Origin: ${origin}`], ['Origin: https://elsewhere.example.org']]) {
      // The lane leaves what may have a body to the ordinary way.
      const ordinary = await fieldsOf(url, ...asked, 'Content-Length: 0')
      assert.deepEqual((await fieldsOf(url, ...asked)).sort(), ordinary.sort(), `${asked}`)
      assert.equal(ordinary.includes('access-control-allow-origin: *'), url === open.url)
    }
  }
})

test('with PUBLIC_URL every address in an answer begins with it', async () => {
  const here = api.scene()
  const answer = await api.admin.put('/v4/place', here.body({ name: 'Before' }))
  const { id, slug } = accepted(answer, 201)
  assert.equal(answer.headers.get('location'), `https://places.example.org/api/v4/place/${id}`)
  await here.patch(id, { name: 'After' })
  const moved = await api.admin.get(`/place/by-slug/${slug}`)
  assert.match(moved.headers.get('location') ?? '', /^https:\/\/places\.example\.org\/api\/place\/by-slug\//)
  const problem = refused(await api.admin.get('/nowhere'), 404)
  assert.equal(problem.type, 'https://places.example.org/api/docs/errors#not-found')
})
