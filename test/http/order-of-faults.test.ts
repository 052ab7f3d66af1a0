import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { accepted, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'
import { exchange, problemOf } from './raw.ts'

const api = sharedSuite()
const text = { 'content-type': 'text/plain' }

test('D45: the key comes before everything, the route and the address included', async () => {
  for (const path of ['/nowhere', '/place?limitt=1', '/place/%zz', '/place/unknown']) {
    refused(await api.nobody.get(path), 401)
  }
  refused(await api.nobody.post('/place', 'x', text), 401)
  refused(await api.nobody.put('/place', '{"broken'), 401)
})

test('an open address that cannot be read asks nobody for a key', async () => {
  refused(await api.nobody.get('/p/%ff'), 400, /percent-encoded/)
  refused(await api.nobody.get('/v4/p/%ff'), 401)
})

test('D45: the route comes before the permission, the permission before the address', async () => {
  const reader = await api.keyed(['read'])
  refused(await reader.get('/nowhere'), 404)
  refused(await reader.delete('/placetype'), 405)
  refused(await reader.put('/place?nonsense=1', {}), 403, /'create'/)
  refused(await reader.delete('/place/unknown'), 403, /'delete'/)
  refused(await reader.post('/backup', { file: '/tmp/x' }), 403)
  refused(await reader.get('/place?createdby=a&nonsense=1'), 403, /read-restricted/)
})

test('D45: the address comes before the body, and an unreadable body before the place', async () => {
  const unknown = `/place/${randomUUID()}`
  refused(await api.admin.patch(`${unknown}?nonsense=1`, 'x', text), 400, /nonsense/)
  refused(await api.admin.patch(unknown, 'x', text), 415)
  refused(await api.admin.patch(unknown, '{"a":'), 400, /not JSON/)
  refused(await api.admin.patch(unknown, ' '.repeat(1024 * 1024 + 1)), 413)
  refused(await api.admin.patch(unknown, { nonsense: 1 }), 404)
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

test('D45: the state comes before the version, the version before what the body says', async () => {
  const { id } = await api.scene().add()
  const stale = { 'if-match': '"1-xxxxxxxx"' }
  refused(await api.admin.patch(`/place/${id}`, { nonsense: 1 }, stale), 412)
  accepted(await api.admin.delete(`/place/${id}?deletedby=a`), 204)
  refused(await api.admin.patch(`/place/${id}`, { nonsense: 1 }, stale), 409)
})

test('D45: what the body says comes all at once, each fault with its pointer', async () => {
  const answer = await api.admin.put('/place', { slug: 'a', nonsense: 1, owner: { id: 'o' } })
  const { errors = [] } = refused(answer, 400)
  const pointers = errors.map(({ pointer }) => pointer)
  for (const pointer of ['/slug', '/nonsense', '/name', '/updatedBy', '/owner/type']) {
    assert.ok(pointers.includes(pointer), `${pointer} among ${pointers}`)
  }
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

test('D3: a childAction of another method is led there', async () => {
  const { id } = await api.scene().add()
  const remove = await api.admin.delete(`/place/${id}?deletedby=a&childAction=set-published`)
  refused(remove, 400, /does not know 'set-published' here: it belongs to PATCH \/place\/<id>, PUT \/place\/<id>/)
  const patch = await api.admin.patch(`/place/${id}?childAction=disconnect`, { updatedBy: 'a' })
  refused(patch, 400, /does not know 'disconnect' here: it belongs to DELETE/)
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
