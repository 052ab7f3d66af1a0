import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissions } from '../../src/access/access.ts'
import type { Route } from '../../src/http/route.ts'
import { type Client, client, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'
import { addressOf, everyRoute } from './every-route.ts'

const api = sharedSuite()
const routes = everyRoute()
/** The interface: all but pages and their files. */
const documented = routes.filter(({ doc }) => !doc.hidden)
/** What a permission includes, beside itself. */
const included: Readonly<Record<string, readonly string[]>> = { read: ['read-published'], admin: permissions }

test('D7: the interface is open at these routes only', () => {
  const open = documented.filter(({ needs }) => needs === 'nothing').map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(open, [
    'POST /auth/code',
    'POST /auth/key',
    'GET /auth/login',
    'GET /health/live',
    'GET /health/ready',
  ])
})

test('D7: every other route answers 401 without a valid key, also for a sample', async () => {
  const callers: readonly (readonly [Client, string])[] = [
    [api.nobody, ''],
    [client(api.url, 'unknown'), ', error="invalid_token"'],
    [client(api.url, ''), ''],
  ]
  for (const { method, path, needs, sample } of documented) {
    if (needs === 'nothing') continue
    for (const address of sample ? [addressOf({ path }), `${addressOf({ path })}?test=true`] : [addressOf({ path })]) {
      for (const [caller, more] of callers) {
        const answer = await caller.send(method, address)
        refused(answer, 401)
        if (method === 'GET') assert.equal((await caller.send('HEAD', address)).status, 401, address)
        assert.equal(answer.headers.get('www-authenticate'), `Bearer realm="gazetteer"${more}`, `${method} ${address}`)
      }
    }
  }
})

test('D3, D8: every route takes a key with the permission that it needs and no other, then names an unknown parameter', async () => {
  for (const permission of permissions) {
    const caller = await api.keyed([permission])
    const has = [permission, ...(included[permission] ?? [])]
    for (const { method, path, needs } of documented) {
      const answer = await caller.send(method, `${addressOf({ path })}?nonsense=1`)
      const isAllowed =
        needs === 'key-not-narrowed'
          ? permission !== 'read-published'
          : needs === 'create-or-update'
            ? has.includes('create') || has.includes('update')
            : needs === 'update-or-delete'
              ? has.includes('update') || has.includes('delete')
              : [...has, 'key', 'nothing'].includes(needs)
      if (isAllowed) refused(answer, 400, /nonsense/)
      else refused(answer, 403, /permission|only the command line/)
    }
  }
})

test('D46: every address answers any other method with 405, and with those that it takes in Allow', async () => {
  const fits = (address: string) => (route: Pick<Route, 'path'>) =>
    new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`).test(address)
  for (const address of new Set(routes.map((route) => addressOf(route)))) {
    const known: string[] = routes.filter(fits(address)).map(({ method }) => method)
    const allowed = [...new Set([...known, ...(known.includes('GET') ? ['HEAD'] : [])])].sort()
    for (const method of ['GET', 'PUT', 'PATCH', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (known.includes(method)) continue
      const answer = await api.admin.send(method, address)
      refused(answer, 405)
      assert.equal(answer.headers.get('allow'), allowed.join(', '), `${method} ${address}`)
    }
  }
})

test('D1: every route of the interface answers below /v4 too, but for those at the root only', async () => {
  for (const { method, path, rootOnly } of routes) {
    const answer = await api.admin.send(method, `/v4${addressOf({ path })}?nonsense=1`)
    if (rootOnly) refused(answer, 404, /nothing at this address/)
    else refused(answer, 400, /nonsense/)
  }
})

test('D1: every GET is answered to HEAD with the same head and no body', async () => {
  const { id } = await api.scene().add()
  for (const { path } of routes.filter(({ method }) => method === 'GET')) {
    const address = addressOf({ path }, id)
    const [get, head] = [await api.admin.get(address), await api.admin.send('HEAD', address)]
    assert.deepEqual([head.status, head.text], [get.status, ''], path)
    assert.equal(head.headers.get('content-type'), get.headers.get('content-type'), path)
  }
})
