import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { permissions } from '../../src/access/access.ts'
import { accepted, client, type HeaderFields, refused } from '../support/client.ts'
import { suite } from '../support/suite.ts'
import { nextEvent } from '../support/until.ts'

const api = suite({ limits: { http: { recheckMillis: 0 } } })
const status = async (headers: HeaderFields, path = '/place?limit=0') => (await api.nobody.get(path, headers)).status

interface KeyAnswer {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly permissions: readonly string[]
  readonly owners?: readonly string[]
  readonly expires?: string
}

test('D6: the key is taken from each of its four places', async () => {
  const key = api.admin.key ?? ''
  assert.equal(await status({ authorization: `Bearer ${key}` }), 200)
  assert.equal(await status({ authorization: `bearer ${key}` }), 200)
  assert.equal(await status({ 'x-api-key': key }), 200)
  assert.equal(await status({ 'svkauthsvc-apikey': key }), 200)
  assert.equal(await status({}, `/place?limit=0&apikey=${key}`), 200)
  assert.equal(await status({}, `/place?limit=0&ApiKey=${key}`), 200)
})

test('D6: of several places the first in the order counts', async () => {
  const key = api.admin.key ?? ''
  const places: ((value: string) => HeaderFields)[] = [
    (value) => ({ authorization: `Bearer ${value}` }),
    (value) => ({ 'x-api-key': value }),
    (value) => ({ 'svkauthsvc-apikey': value }),
  ]
  for (const [index, first] of places.entries()) {
    for (const second of places.slice(index + 1)) {
      assert.equal(await status({ ...first(key), ...second('wrong') }), 200)
      assert.equal(await status({ ...first('wrong'), ...second(key) }), 401)
    }
    assert.equal(await status(first(key), '/place?limit=0&apikey=wrong'), 200)
    assert.equal(await status(first('wrong'), `/place?limit=0&apikey=${key}`), 401)
  }
})

test('D6: an Authorization of another scheme is no key', async () => {
  const key = api.admin.key ?? ''
  assert.equal(await status({ authorization: 'Basic YTpi' }), 401)
  assert.equal(await status({ authorization: 'Basic YTpi', 'x-api-key': key }), 200)
})

test('D6: the apikey parameter is taken on every route and every method', async () => {
  const key = api.admin.key
  const place = await api.scene().add()
  accepted(await api.nobody.get(`/placetype?apikey=${key}`))
  accepted(await api.nobody.get(`/place/${place.id}?apikey=${key}`))
  accepted(await api.nobody.patch(`/place/${place.id}?apikey=${key}`, { updatedBy: 'x' }), 204)
  accepted(await api.nobody.delete(`/place/${place.id}?deletedby=x&apikey=${key}`), 204)
  accepted(await api.nobody.post(`/place/${place.id}/restore?updatedby=x&apikey=${key}`))
  accepted(await api.nobody.get(`/keys?apikey=${key}`))
})

test('D6: no answer repeats the key', async () => {
  const key = api.admin.key ?? ''
  for (const path of ['/nothing', '/place/unknown', '/v4/place/x/y/z']) {
    const answer = await api.nobody.get(`${path}?apikey=${key}`)
    assert.equal(answer.status, 404, path)
    assert.ok(!answer.text.includes(key.slice(0, 12)), answer.text)
  }
  const wrong = await api.nobody.get(`/place?apikye=${key}`, { authorization: `Bearer ${key}` })
  refused(wrong, 400)
  assert.ok(!wrong.text.includes(key), wrong.text)
  const unknown = await api.nobody.get('/place?apikey=gz_some-wrong-secret')
  refused(unknown, 401)
  assert.ok(!unknown.text.includes('gz_some-wrong-secret'))
})

test('D8: what a key has lost while its request was being sent it may no longer', async () => {
  const made = accepted(await api.admin.post<KeyAnswer>('/keys', { name: 'slow', permissions: ['admin'] }), 201)
  const headers = { 'x-api-key': made.key, 'content-type': 'application/json' }
  const asked = request(`${api.url}/keys`, { method: 'POST', agent: false, headers })
  const answered = nextEvent(asked, 'response')
  asked.write(' ')
  accepted(await api.admin.patch(`/keys/${made.id}`, { permissions: ['read'] }))
  asked.end(JSON.stringify({ name: 'more', permissions: ['admin'] }))
  const [answer] = (await answered) as [IncomingMessage]
  assert.equal(answer.resume().statusCode, 403)
  const { body } = await api.admin.get<readonly { name: string }[]>('/keys')
  assert.ok(body.every(({ name }) => name !== 'more'))
})

test('D7: an expired key is 401 from the very moment of its expiry', async () => {
  const reader = await api.keyed(['read'], { expires: '2026-06-15T12:00:01Z' })
  api.setNow('2026-06-15T12:00:00.999Z')
  accepted(await reader.get('/place?limit=0'))
  api.setNow('2026-06-15T12:00:01Z')
  const late = await reader.get('/place?limit=0')
  refused(late, 401)
  assert.ok(late.headers.get('www-authenticate'))
})

test('D7: a revoked key is 401 at once', async () => {
  const made = accepted(await api.admin.post<KeyAnswer>('/keys', { name: 'brief', permissions: ['read'] }), 201)
  const brief = client(api.url, made.key)
  accepted(await brief.get('/place?limit=0'))
  accepted(await api.admin.delete(`/keys/${made.id}`), 204)
  refused(await brief.get('/place?limit=0'), 401)
  refused(await api.admin.delete(`/keys/${made.id}`), 404)
})

test('D7: only /, /docs, /openapi.json, /asyncapi.json and /health/* are open', async () => {
  for (const path of ['/', '/docs', '/openapi.json', '/asyncapi.json', '/health/live', '/health/ready']) {
    const { status } = await api.nobody.get(path)
    assert.ok(status < 400, `${path} answers ${status}`)
  }
})

test('D7: /metrics, /placetype and test=true take any valid key', async () => {
  const weak = await api.keyed(['create'])
  for (const path of ['/metrics', '/placetype', '/place?test=true', '/place/any?test=true']) {
    assert.equal((await weak.get(path)).status, 200, path)
  }
})

test('D8: each call needs its permission, and the 403 names it', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const calls: readonly [permission: string, method: string, path: string, body?: object][] = [
    ['read', 'GET', '/place'],
    ['read', 'GET', `/place/${id}`],
    ['read', 'GET', '/directory/owners'],
    ['create', 'PUT', '/place', here.body()],
    ['update', 'PATCH', `/place/${id}`, { updatedBy: 'a' }],
    ['update', 'PUT', `/place/${id}`, here.body()],
    ['delete', 'DELETE', `/place/${id}?deletedby=a`],
    ['delete', 'POST', `/place/${id}/restore?updatedby=a`],
    ['admin', 'GET', '/keys'],
    ['admin', 'POST', '/keys', { name: 'x', permissions: ['read'] }],
    ['admin', 'DELETE', '/keys/x'],
    ['admin', 'PUT', '/directory/owners/unit-x', { name: 'x' }],
    ['admin', 'DELETE', '/directory/owners/unit-x'],
    ['admin', 'GET', '/export'],
  ]
  const enough = (permission: string) => ['admin', permission, ...(permission === 'read' ? ['read-published'] : [])]
  for (const [permission, method, path, body] of calls) {
    const lacking = await api.keyed(permissions.filter((one) => !enough(permission).includes(one)))
    const options = body === undefined ? {} : { body: JSON.stringify(body) }
    refused(await lacking.send(method, path, options), 403, new RegExp(`\\b${permission}\\b`))
    if (permission === 'admin') continue
    const having = await api.keyed([permission])
    const answer = await having.send(method, path, options)
    assert.ok(answer.status < 400, `${method} ${path} with ${permission}: ${answer.status} ${answer.text}`)
  }
  assert.equal((await here.get(id)).deleted, undefined)
})

test('D8: admin implies every permission', async () => {
  const here = api.scene()
  const second = await api.keyed(['admin'])
  const { id } = accepted(await second.put('/place', here.body()), 201)
  const place = accepted(await second.get(`/place/${id}`))
  assert.equal(place.createdBy, 'tester')
  accepted(await second.patch(`/place/${id}`, { updatedBy: 'a' }), 204)
  accepted(await second.delete(`/place/${id}?deletedby=a`), 204)
  accepted(await second.get('/keys'))
})

test('D8: a key is shown once, and the list shows neither secret nor hash', async () => {
  const request = { name: 'listed', permissions: ['read', 'update'], owners: ['unit-9'], expires: '2027-01-01T00:00Z' }
  const made = accepted(await api.admin.post<KeyAnswer>('/keys', request), 201)
  assert.equal(Buffer.from(made.key.replace(/^[a-z]+_/, ''), 'base64url').length, 32, 'the secret has 256 bits')
  assert.equal(made.name, 'listed')
  assert.deepEqual(made.permissions, ['read', 'update'])
  assert.deepEqual(made.owners, ['unit-9'])
  assert.equal(made.expires, '2027-01-01T00:00:00.00000Z')
  const list = await api.admin.get('/keys')
  assert.equal(list.status, 200)
  assert.ok(list.text.includes(made.id) && list.text.includes('listed'))
  assert.ok(!list.text.includes(made.key))
  assert.ok(!list.text.includes('hash'))
  assert.ok(!list.text.includes(createHash('sha256').update(made.key).digest('hex')))
})

test('D8: a wrong request for a key is 400 that says all faults', async () => {
  const post = (body: object) => api.admin.post('/keys', JSON.stringify(body))
  refused(await post({ permissions: ['read'] }), 400, /name/)
  refused(await post({ name: ' ', permissions: ['read'] }), 400, /name/)
  refused(await post({ name: 'x' }), 400, /permissions/)
  refused(await post({ name: 'x', permissions: ['fly'] }), 400, /fly/)
  refused(await post({ name: 'x', permissions: 'read' }), 400, /permissions/)
  refused(await post({ name: 'x', permissions: ['read'], owners: 'unit' }), 400, /owners/)
  refused(await post({ name: 'x', permissions: ['read'], expires: 'soon' }), 400, /expires/)
  refused(await post({ name: 'x', permissions: ['read'], secret: 'mine' }), 400, /secret/)
  refused(await post({ name: 'x', permissions: ['admin'], owners: ['unit'] }), 400, /admin|owners/)
  const problem = refused(await post({ permissions: ['fly'], secret: 'mine' }), 400)
  assert.ok((problem.errors?.length ?? 0) >= 3, JSON.stringify(problem))
  refused(await post([]), 400)
})

test('D9: the configured admin key is an admin', async () => {
  accepted(await api.admin.get('/keys'))
  accepted(await api.admin.post('/keys', { name: 'made by admin', permissions: ['admin'] }), 201)
})

test('D20: the name that changes of a key carry keeps no character that turns the direction of text', async () => {
  const turned = { name: 'sync', permissions: ['read', 'update'], actsAs: 'An\u202ena\u2066' }
  const { id, actsAs } = accepted(await api.admin.post<KeyAnswer & { actsAs: string }>('/keys', turned), 201)
  assert.equal(actsAs, 'Anna')
  const changed = await api.admin.patch<{ actsAs: string }>(`/keys/${id}`, { actsAs: '\u200fBo' })
  assert.equal(accepted(changed).actsAs, 'Bo')
  const { errors } = refused(await api.admin.patch(`/keys/${id}`, { actsAs: '\u202e' }), 400)
  assert.deepEqual(
    errors?.map(({ pointer }) => pointer),
    ['/actsAs'],
  )
})

test('the rights of a key are changed, its secret is not; null takes a limit away', async () => {
  const wanted = { name: 'sync', permissions: ['read'], owners: ['a'], rateLimit: '900/min', expires: '2027-01-01' }
  const { id, key } = accepted(await api.admin.post<KeyAnswer>('/keys', wanted), 201)
  const program = client(api.url, key)
  const place = await api.scene().add({ owner: { id: 'b', type: 'external' } })
  refused(await program.patch(`/place/${place.id}`, { updatedBy: 'x' }), 403)
  const rights = { permissions: ['read', 'update'], owners: ['b'], actsAs: 'The register' }
  const { created, ...changed } = accepted(
    await api.admin.patch<KeyAnswer & { created: string }>(`/keys/${id}`, { ...rights, expires: null }),
  )
  assert.match(created, /^2026-06-15/)
  assert.deepEqual(changed, { id, name: 'sync', rateLimit: '900/min', ...rights })
  accepted(await program.patch(`/place/${place.id}`, { name: 'B' }), 204)
  const wrong = { name: null, permissions: ['fly'], owners: [], hash: 'x', expires: '2020-01-01' }
  const { errors = [] } = refused(await api.admin.patch(`/keys/${id}`, wrong), 400)
  assert.deepEqual(errors.map(({ pointer }) => pointer).sort(), ['/hash', '/name', '/permissions/0'])
  refused(await api.admin.patch(`/keys/${id}`, { permissions: ['admin'] }), 400)
  refused(await program.patch(`/keys/${id}`, { permissions: ['read'] }), 403)
  refused(await api.admin.patch('/keys/none', {}), 404)
})
