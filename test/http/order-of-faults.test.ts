import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { accepted, type HeaderFields, type Payload, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'
import { exchange, problemOf } from './raw.ts'

const api = sharedSuite()
const text = { 'content-type': 'text/plain' }

const unknown = `/place/${randomUUID()}`
const long = ' '.repeat(1024 * 1024 + 1)
const stale = { 'if-match': '"1-xxxxxxxx"' }

/** What is sent with which permissions, and what it is refused with. `present` and `deleted` are places. */
type Refused = readonly [
  status: number,
  method: string,
  path: string,
  more?: { readonly body?: Payload; readonly headers?: HeaderFields; readonly says?: RegExp },
]

const orders: Readonly<Record<string, readonly [sees: readonly string[] | undefined, ...Refused[]]>> = {
  'the key comes before everything, the route and the address included': [
    undefined,
    [401, 'GET', '/nowhere'],
    [401, 'GET', '/place?limitt=1'],
    [401, 'GET', '/place/%zz'],
    [401, 'GET', unknown],
    [401, 'POST', '/place', { body: 'x', headers: text }],
    [401, 'PUT', '/place', { body: '{"broken' }],
    [401, 'DELETE', '/placetype'],
  ],
  'the route comes before the permission': [
    ['create'],
    [404, 'GET', '/nowhere'],
    [405, 'DELETE', '/place'],
    [405, 'PUT', '/placetype', { body: {} }],
  ],
  'the permission comes before the address': [
    ['read'],
    [403, 'PUT', '/place?nonsense=1', { body: {}, says: /'create'/ }],
    [403, 'PATCH', '/place/present?nonsense=1', { body: {}, says: /'update'/ }],
    [403, 'DELETE', unknown, { says: /'delete'/ }],
    [403, 'POST', '/backup', { body: { file: '/tmp/x' } }],
    [403, 'GET', '/keys?nonsense=1'],
    [403, 'GET', '/place?createdby=a&nonsense=1', { says: /read-restricted/ }],
  ],
  'the permission to search comes before its address': [['update'], [403, 'GET', '/place?limit=501']],
  'the address comes before the type, the length and the form of a body, and before the place': [
    ['admin'],
    [400, 'PATCH', `${unknown}?nonsense=1`, { body: 'x', headers: text, says: /nonsense/ }],
    [400, 'PATCH', `${unknown}?nonsense=1`, { body: long, says: /nonsense/ }],
    [400, 'PATCH', `${unknown}?nonsense=1`, { body: '{', says: /nonsense/ }],
    [400, 'PATCH', `${unknown}?nonsense=1`, { body: {}, says: /nonsense/ }],
    [400, 'PUT', '/place?nonsense=1', { body: '{', headers: text, says: /nonsense/ }],
    [400, 'GET', `${unknown}?nonsense=1`, { says: /nonsense/ }],
    [400, 'DELETE', unknown, { says: /deletedby/i }],
  ],
  'the type and the length of a body come before its form, and this before the place': [
    ['admin'],
    [415, 'PATCH', unknown, { body: 'x', headers: text }],
    [413, 'PATCH', unknown, { body: long }],
    [413, 'PUT', '/place', { body: `{${long}` }],
    [400, 'PATCH', unknown, { body: '{"a":', says: /not JSON/ }],
    [400, 'PUT', unknown, { body: '{', says: /not JSON/ }],
  ],
  'the place comes before its version and what the body says': [
    ['admin'],
    [404, 'PATCH', unknown, { body: { nonsense: 1 }, headers: stale }],
    [404, 'PUT', unknown, { body: {} }],
    [404, 'DELETE', `${unknown}?deletedby=a`, { headers: stale }],
  ],
  'the state comes before the version, the version before what the body says': [
    ['admin'],
    [409, 'PATCH', '/place/deleted', { body: { nonsense: 1 }, headers: stale }],
    [409, 'PUT', '/place/deleted', { body: {}, headers: stale }],
    [409, 'PATCH', '/place/deleted', { body: { nonsense: 1 } }],
    [412, 'PATCH', '/place/present', { body: { nonsense: 1 }, headers: stale }],
    [412, 'PUT', '/place/present', { body: {}, headers: stale }],
    [412, 'PATCH', '/place/present', { body: { updatedBy: 'a', parent: { id: randomUUID() } }, headers: stale }],
  ],
}

for (const [order, [permissions, ...cases]] of Object.entries(orders)) {
  test(`D45: ${order}`, async () => {
    const here = api.scene()
    const [present, deleted] = await here.addAll('Present', 'Deleted')
    await here.remove(deleted!.id)
    const caller = permissions ? await api.keyed(permissions) : api.nobody
    for (const [status, method, path, { says, ...more } = {}] of cases) {
      const address = path.replace('/present', `/${present!.id}`).replace('/deleted', `/${deleted!.id}`)
      refused(await caller.send(method, address, more), status, says)
    }
  })
}

test('D45: the owner that a key may write for comes before the version and what the body says', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const writer = await api.keyed(['create', 'update'], { owners: ['someone-else'] })
  refused(await writer.put('/place', here.body({ name: 5 })), 403)
  refused(await writer.patch(`/place/${id}`, { name: 5 }), 403)
  refused(await writer.patch(`/place/${id}`, { updatedBy: 'a' }, stale), 403)
})

test('an open address that cannot be read asks nobody for a key', async () => {
  refused(await api.nobody.get('/p/%ff'), 400, /percent-encoded/)
  refused(await api.nobody.get('/v4/p/%ff'), 401)
})

test('D45: the type of a body comes before its length', async () => {
  const long = ' '.repeat(2_000_000)
  const json = { 'content-type': 'application/json' }
  for (const headers of [
    { 'content-type': 'application/merge-patch+json' },
    { 'content-type': 'application/json; charset=latin1' },
    { ...json, 'content-encoding': 'gzip' },
    text,
    { 'content-type': 'garbage ct' },
  ]) {
    refused(await api.admin.put('/v4/place', long, headers), 415)
  }
  refused(await api.admin.put('/v4/place', long, json), 413)
  refused(
    await api.admin.patch(`/place/${randomUUID()}`, long, { 'content-type': 'application/merge-patch+json' }),
    413,
  )
})

test('D45: no rule about the body comes before the key and the route', async () => {
  const unread = { 'content-type': 'garbage ct' }
  const status = async (head: readonly string[]) => {
    const lines = [...head, 'Host: x', 'Connection: close', 'Content-Length: 2', '', '{}']
    return problemOf(await exchange(api.url, lines.join('\r\n'))).status
  }
  const before = api.logged().length
  const key = `X-API-Key: ${api.admin.key}`
  for (const path of ['/place', '/nope']) assert.equal(await status([`QUERY ${path} HTTP/1.1`]), 401, path)
  assert.equal(await status(['QUERY /place HTTP/1.1', key]), 405)
  assert.equal(await status(['QUERY /nope HTTP/1.1', key]), 404)
  assert.equal(api.logged().slice(before).includes('a request failed'), false)
  refused(await api.nobody.patch('/nope', 'x', unread), 401)
  refused(await api.admin.patch('/nope', 'x', unread), 404)
  refused(await api.admin.patch('/placetype', 'x', unread), 405)
})

test('a route that reads no body does not mind its type', async () => {
  const body = { body: 'x', headers: { 'content-type': 'garbage ct' } }
  refused(await api.admin.send('DELETE', `/place/${randomUUID()}?deletedby=a`, body), 404, /no place/)
  const { id } = await api.scene().add()
  accepted(await api.admin.send('DELETE', `/place/${id}?deletedby=a`, body), 204)
  accepted(await api.admin.post(`/place/${id}/restore?updatedby=a`, 'x', body.headers))
})

test('D45: an id in the address comes before the body', async () => {
  refused(await api.admin.put('/directory/tags/nouuid', 'x', text), 400, /must be a UUID/)
  refused(await api.admin.put('/directory/tags/nouuid', '{"a":'), 400, /must be a UUID/)
  refused(await api.admin.put(`/directory/tags/${randomUUID()}`, 'x', text), 415)
})

test('D8, D37: test=true needs no permission in whatever encoding, another value does', async () => {
  const creator = await api.keyed(['create'])
  for (const path of ['/place', '/place/x']) {
    for (const query of ['test=true', '%74est=true', 'TEST=tru%65', 'test=&test=true', 'test=+true', 'test=TRUE']) {
      accepted(await creator.get(`${path}?${query}`))
    }
    for (const query of ['test=false', 'test=%zz', 'atest=true', '']) {
      refused(await creator.get(`${path}?${query}`), 403, /'read-published'/)
    }
  }
})

test('D37: a filter on a restricted field is ignored with test=true like every other, and checked', async () => {
  const reader = await api.keyed(['read'])
  accepted(await reader.get('/place?test=true&createdby=a'))
  refused(await reader.get('/place?test=true&createdby=^'), 400, /createdby has nothing behind/)
})

test('an id in the address that can be none is 404, whatever the method', async () => {
  for (const id of ['x', '%00', '..%2f..', 'a'.repeat(5000), '%F0%9F%8F%9B', randomUUID().toUpperCase()]) {
    refused(await api.admin.get(`/place/${id}`), 404)
    refused(await api.admin.patch(`/place/${id}`, { updatedBy: 'a' }), 404)
    refused(await api.admin.delete(`/place/${id}?deletedby=a`), 404)
    refused(await api.admin.get(`/place/${id}/revisions`), 404)
    refused(await api.admin.post(`/place/${id}/purge`), 404)
  }
  refused(await api.admin.get('/place/by-slug'), 404)
  refused(await api.admin.get('/place/by-slug/revisions'), 404, /slug/)
})

test('an address that no route has is 404', async () => {
  for (const path of ['/v5/place', '/place/a/b/c']) refused(await api.admin.get(path), 404)
})

test('a slash at the end of an address that is known without it is named', async () => {
  for (const path of ['/placetype/', '/v4/placetype/']) {
    refused(await api.admin.get(path), 404, /^there is nothing at this address; leave out the slash at its end$/m)
  }
  for (const path of ['/nope/', '/place/x/y/']) {
    refused(await api.admin.get(path), 404, /^there is nothing at this address$/m)
  }
  for (const path of ['/place/', '/v4/place/', '/place/?test=false']) {
    refused(
      await api.admin.get(path),
      404,
      /^there is no id in this address; to search or create, leave out the slash/m,
    )
  }
  refused(await api.admin.put('/place/', {}), 404, /slash/)
})

test('D46: Allow names every method that an address knows', async () => {
  const allowed = async (method: string, path: string) => {
    const answer = await api.admin.send(method, path)
    refused(answer, 405)
    return answer.headers.get('allow')
  }
  assert.equal(await allowed('POST', '/place'), 'GET, HEAD, PUT')
  assert.equal(await allowed('POST', '/v4/place/x'), 'DELETE, GET, HEAD, PATCH, PUT')
  assert.equal(await allowed('GET', '/place/x/restore'), 'POST')
  assert.equal(await allowed('PROPFIND', '/placetype'), 'GET, HEAD')
  assert.equal(await allowed('OPTIONS', '/placetype'), 'GET, HEAD')
  assert.equal(await allowed('DELETE', '/docs'), 'GET, HEAD')
})
