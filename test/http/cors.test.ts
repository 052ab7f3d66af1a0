import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, client, refused } from '../support/client.ts'
import { startService } from '../support/service.ts'
import { suite } from '../support/suite.ts'

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
      'Last-Event-ID',
      'Content-Type',
    ]) {
      assert.ok(answer.headers.get('access-control-allow-headers')?.includes(name), name)
    }
  }
})

test('answers to a known origin expose what a page needs, errors too, and depend on the origin', async () => {
  for (const answer of [await api.admin.get('/place', { origin }), await api.nobody.get('/place', { origin })]) {
    assert.equal(answer.headers.get('access-control-allow-origin'), origin)
    for (const name of ['ETag', 'Location', 'X-Request-Id', 'Hint']) {
      assert.ok(answer.headers.get('access-control-expose-headers')?.includes(name), name)
    }
    assert.equal(
      answer.headers.get('vary'),
      'Origin, Accept-Encoding, Authorization, X-API-Key, SvkAuthSvc-ApiKey, Cookie, Accept',
    )
  }
})

test('an unknown origin gets no permission', async () => {
  const answer = await api.admin.get('/place', { origin: 'https://evil.example.org' })
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
})

test('with CORS_ORIGINS=* a page of any origin may call', async (context) => {
  const open = await startService({ env: { CORS_ORIGINS: '*' } })
  context.after(() => open.close())
  for (const asked of [{}, { origin }, { origin: 'https://elsewhere.example.org' }]) {
    const { headers } = await client(open.url, open.adminKey).get('/place', asked)
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.match(headers.get('access-control-expose-headers') ?? '', /ETag/)
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
